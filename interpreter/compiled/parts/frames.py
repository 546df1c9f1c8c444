"""Lowers expressions as statements of the reference executor evaluate them: functions of its machine and a frame.

Names stand in the slots of the frame, and values are those of the reference executor: nothing is None, a collection is
a tuple. Inside a function they are held as everywhere in generated programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import parts
from interpreter.compiled.ground.kinds import Unsupported, is_member_set, kind_of
from interpreter.compiled.ground.remembered import Remembered
from interpreter.compiled.lower.lowering import Names, parameters
from interpreter.compiled.lower.masks import WIDEST
from interpreter.compiled.parts.adjusted import Adjusted
from interpreter.model import expressions as x
from interpreter.model.program import ValueModel
from interpreter.model.types import NumberType, Type, without_nothing
from interpreter.model.walk import walk

F, R, V = low.Var("f"), low.Var("r"), low.Var("v")

KEPT = frozenset({"inverses", "groups", "figures", "links", "between"})
"""Passes that need something kept beside the state, which the reference executor does not do."""


class Frames(Adjusted):
    """The lowering of expressions over frames."""

    remembered: Remembered

    def evaluated(self, name: str, node: x.Expr) -> low.Function:
        """The function of an expression. Raises Unsupported."""
        with self.routine(self.frame_names([node])):
            inlined = self.rewriter.inline(node)
            found = self.scalar(inlined)
            if isinstance(found, low.Call) and found.name.startswith("borrowed_"):
                raise Unsupported("an expression that is left to the reference executor")
            result = self.returned(found, inlined)
            return self.opened_function(name, (low.Return(result),))

    def members_function(self, name: str, slot: int, source: x.Expr, condition: x.Expr | None) -> low.Function:
        """The function of the members of a source that meet a condition. Raises Unsupported."""
        with self.routine(self.frame_names([source, *(() if condition is None else (condition,))])):
            return self.opened_function(name, (low.Return(self.found(slot, source, condition)),))

    def found(self, slot: int, source: x.Expr, condition: x.Expr | None) -> low.Expr:
        """The members of a source that meet a condition."""
        return self.returned(self.items(slot, source, condition), source)

    def items(self, slot: int, source: x.Expr, condition: x.Expr | None) -> low.Expr:
        """The same, as a sequence of any kind."""
        whole = x.Quantifier(source.type, source.span, "those", slot, source, condition)
        return self.sequence(self.rewriter.inline(source if condition is None else whole))

    def opened_function(self, name: str, body: Sequence[low.Stmt]) -> low.Function:
        """A function of a machine and a frame, that first puts what it needs of them in variables of its own."""
        return low.Function(name, ("r", "f"), (*self.opening(body), *body))

    def opening(self, body: Iterable[low.Stmt]) -> list[low.Stmt]:
        """The lines that put the state, the seat and the names in a frame in variables."""
        used = frozenset(part.name for line in body for part in parts(line) if isinstance(part, low.Var))
        lines: list[low.Stmt] = []
        if any(isinstance(part, (low.Slot, low.Store)) for line in body for part in parts(line)) or "v" in used:
            lines.append(low.Let("v", low.Known("state")))
        if "me" in used:
            seat = low.Known("seat")
            lines.append(low.Let("me", seat if self.names.seated else low.Choose(low.Absent(seat), low.Lit(-1), seat)))
        for slot, type_ in sorted(self.names.types.items()):
            name = self.variable(slot)
            if name in used and slot in self.names.framed:
                lines.append(low.Let(name, self.taken(low.Item(F, low.Lit(slot)), type_, slot)))
        return lines

    def taken(self, value: low.Expr, type_: Type, slot: int) -> low.Expr:
        """A value of a frame as it is held."""
        match kind_of(type_):
            case "other":
                raise Unsupported("a name of another kind")
            case "member" if slot not in self.names.definite:
                return low.Choose(low.Absent(value), low.Lit(-1), value)
            case "set":
                return low.Choose(low.Absent(value), self.tables.add(()), value)
        return value

    def returned(self, value: low.Expr, node: x.Expr) -> low.Expr:
        """A value as the reference executor has it."""
        match kind_of(node.type):
            case "member" if not self.definite(node):
                if isinstance(value, low.Lit):
                    return low.Lit(None) if value.value == -1 else value
                name = low.Var(self.temporary())
                return low.Choose(low.Bin("<", low.Bind(name.name, value), low.Lit(0)), low.Lit(None), name)
            case "bool" if isinstance(value, low.HasBit):
                return low.Bin("!=", value, low.Lit(0))
            case "set" if not isinstance(value, (low.Table, low.Bits)):
                return low.Call("tuple_of", (value,))
        return value

    # ---- what is not as in whole programs

    def definite(self, node: x.Expr) -> bool:
        # Outside of turns nobody is the mover.
        return super().definite(node) and not (isinstance(node, x.Special) and node.name == "mover")

    def group_slots(self, domain: str, pieces: low.Expr) -> low.Expr | None:
        return None

    def mask(self, node: x.Expr) -> low.Expr | None:
        found = super().mask(node)
        if found is not None or not isinstance(node, x.CallValue) or not is_member_set(node.type):
            return found
        size = self.domain_size(node.type)
        if size is None or size > WIDEST or "masks" not in self.passes:
            return None
        function = f"mask_{node.value}"
        if function not in self.functions:
            self.functions[function] = None
            self.functions[function] = self.mask_function(function, self.model.values[node.value])
        if self.functions[function] is None:
            return None
        return low.Call(function, (R, V, self.names.me, *map(self.scalar, node.args)))

    def mask_function(self, function: str, value: ValueModel) -> low.Function | None:
        """The function of a declared value as a mask; None for one that cannot be made."""
        if value.name in self.tabulator.analysis.adjustments:
            return None
        with self.routine(parameters(value.params)):
            try:
                result = self.mask(self.rewriter.inline(value.body))
            except Unsupported:
                return None
            if result is None:
                return None
            params = ("r", "v", "me", *(self.variable(slot) for slot in range(len(value.params))))
            return low.Function(function, params, tuple(self.remembered.kept(value, params[3:], result)))

    def value_function(self, function: str, value: ValueModel) -> low.Function | None:
        made = super().value_function(function, value)
        if made is None:
            return None
        (line,) = made.body
        assert isinstance(line, low.Return)
        assert line.value is not None
        return low.Function(function, made.params, tuple(self.remembered.kept(value, made.params[3:], line.value)))

    def frame_names(self, nodes: Iterable[x.Expr]) -> Names:
        """The names that some expressions speak of."""
        nodes = list(nodes)
        free = frozenset(slot for node in nodes for slot in self.tabulator.analysis.free(node))
        types = {part.slot: part.type for node in nodes for part in walk(node) if isinstance(part, x.Local)}
        return Names(types=types, seated=False, framed=free, loose=loose_among(types, free))


def loose_among(types: Mapping[int, Type], slots: Iterable[int]) -> frozenset[int]:
    """The slots of numbers among some slots of a frame."""
    return frozenset(slot for slot in slots if slot in types and isinstance(without_nothing(types[slot]), NumberType))
