"""Lowers expressions whose value is a number, a member, or yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from interpreter.compiled import low
from interpreter.compiled.inverses import Inverses
from interpreter.compiled.rewrite import Rewriter, conjuncts
from interpreter.compiled.tables import Input, Tables, Tabulator, kind_of
from interpreter.layout import Layout
from interpreter.layout.codecs import FlagCodec, MaybeCodec, NumberCodec
from interpreter.model import expressions as x
from interpreter.model.program import Model
from interpreter.model.types import (
    CollectionType,
    MaybeType,
    MemberType,
    NothingType,
    NumberType,
    Type,
    YesNoType,
    without_nothing,
)

NOTHING = low.Lit(-1)
OPS = {"+": "+", "-": "-", "*": "*"}


class Unsupported(Exception):
    """An expression or statement that is left to the reference executor."""


@dataclass
class Names:
    """The routine being lowered: variable names and types by slot, and the slots that never hold nothing."""

    types: dict[int, Type] = field(default_factory=dict)
    definite: set[int] = field(default_factory=set)
    masks: set[int] = field(default_factory=set)
    moved: x.Expr | None = None
    me: bool = True


class Scalars:
    """The lowering of single values; sets are lowered by the class built on it."""

    def __init__(
        self,
        model: Model,
        layout: Layout,
        rewriter: Rewriter,
        tabulator: Tabulator,
        tables: Tables,
        inverses: Inverses,
        passes: frozenset[str],
    ) -> None:
        self.model = model
        self.layout = layout
        self.rewriter = rewriter
        self.tabulator = tabulator
        self.tables = tables
        self.inverses = inverses
        self.passes = passes
        self.names = Names()
        self.me: low.Expr = low.Var("me")
        self.mover: low.Expr | None = None
        self.borrowed: list[tuple[x.Expr, int, tuple[str, ...]]] = []
        self._temporaries = 0
        self.prefix = "x"
        self.aliases: dict[int, str] = {}

    def temporary(self) -> str:
        """A name for a value in passing."""
        self._temporaries += 1
        return f"t{self._temporaries}"

    # ---- the way in

    def value(self, node: x.Expr) -> low.Expr:
        """An expression of any scalar type; sets become sequences."""
        return self.scalar(self.rewriter.inline(node))

    def scalar(self, node: x.Expr) -> low.Expr:
        """An expression with declared values written out."""
        if isinstance(node, x.Const):
            return self.constant(node)
        if kind_of(node.type) == "set":
            return self.sequence(node)
        if kind_of(node.type) == "other":
            raise Unsupported(type(node).__name__)
        simple = self.plain(node)
        if simple is not None:
            return simple
        tabulated = self.tabulated(node, plain_value)
        if tabulated is not None:
            return tabulated
        return self.by_kind(node)

    def plain(self, node: x.Expr) -> low.Expr | None:
        """Expressions that are no better as a table of their own."""
        match node:
            case x.Local():
                return low.Var(self.variable(node.slot))
            case x.Special(name="me"):
                return self.me
            case x.Special(name="mover"):
                return self.mover or low.Slot(low.Lit(self.layout.mover))
            case x.Compare(op="is" | "is_not" as op) if isinstance(node.right.type, NothingType):
                found = self.is_nothing(node.left)
                return found if op == "is" else negated(found)
            case x.ReadVariable():
                return self.read_variable(node)
            case x.Logic(op="not", left=x.ReadVariable() as inner):
                return negated(self.read_variable(inner))
        return None

    def by_kind(self, node: x.Expr) -> low.Expr:
        match node:
            case x.ReadField():
                field = self.model.domains[node.domain].fields[node.field]
                return self.look_up(field.values, node.type, node.of)
            case x.ReadTable():
                column = self.model.tables[node.table].columns[node.column]
                return self.look_up(column.values, node.type, node.key)
            case x.Arithmetic():
                return self.arithmetic(node)
            case x.Compare():
                return self.compare(node)
            case x.Logic():
                return self.logic(node)
            case x.Conditional():
                return low.Choose(
                    self.scalar(node.condition), self.branch(node.then, node.type), self.branch(node.other, node.type)
                )
            case x.Quantifier():
                return self.quantifier(node)
            case x.Aggregate():
                return self.aggregate(node)
            case x.CallBuiltin():
                return self.builtin(node)
            case x.CallValue():
                return self.call_value(node)
        return self.borrow(node)

    def branch(self, node: x.Expr, whole: Type) -> low.Expr:
        """One result of a choice, held like the whole."""
        if isinstance(node.type, NothingType):
            return low.Lit(None) if kind_of(whole) == "absent" else NOTHING
        return self.scalar(node)

    def constant(self, node: x.Const) -> low.Expr:
        """A constant as it is held."""
        kind = kind_of(node.type)
        if kind == "set":
            return self.tables.add(plain_value(node.value))
        if node.value is None:
            return low.Lit(None) if kind == "absent" else NOTHING
        if isinstance(node.value, (int, bool)):
            return low.Lit(node.value)
        raise Unsupported("a text")

    def variable(self, slot: int) -> str:
        """The name of a slot's variable."""
        return self.aliases.get(slot) or f"{self.prefix}{slot}"

    # ---- tables

    def tabulated(self, node: x.Expr, convert: Callable[[Any], Any]) -> low.Expr | None:
        """The expression as an entry of a table, if it depends on few things."""
        if "tables" not in self.passes:
            return None
        inputs = self.tabulator.inputs(node)
        if inputs is None or any(one.node is node for one in inputs):
            return None
        return self.entry(node, inputs, convert)

    def entry(self, node: x.Expr, inputs: Sequence[Input], convert: Callable[[Any], Any]) -> low.Expr | None:
        """The entry of the table of `node` for the inputs as they are now."""
        found = self.tabulator.table(node, inputs, convert)
        if found is None:
            return None
        table, kept = found
        for number, one in enumerate(kept):
            index = self.scalar(one.node)
            if 0 < one.first <= 4 and number == 0 and isinstance(table, low.Table):
                values = self.tables.values[table.number]
                table = self.tables.add((values[0],) * one.first + values)
            elif one.first:
                index = low.Bin("-", index, low.Lit(one.first))
            table = low.Item(table, index)
        return table

    def look_up(self, values: Sequence[Any], type_: Type, key: x.Expr) -> low.Expr:
        """A fixed field or a cell: an entry of its table, whose last is for nothing."""
        empty = {"bool": False, "number": 0, "set": ()}.get(kind_of(type_), -1)
        held = tuple(plain_value(value) for value in values)
        return low.Item(self.tables.add((*held, empty)), self.scalar(key))

    # ---- variables

    def definite(self, node: x.Expr) -> bool:
        """Whether an expression cannot be nothing."""
        match node:
            case x.Const():
                return node.value is not None
            case x.Local():
                return node.slot in self.names.definite
            case x.Special(name="me"):
                return self.names.me
            case x.Special(name="mover"):
                return True
            case x.ReadField():
                return not isinstance(node.type, (MaybeType, NothingType)) and self.definite(node.of)
            case x.ReadTable():
                return not isinstance(node.type, (MaybeType, NothingType)) and self.definite(node.key)
            case x.ReadVariable():
                return not isinstance(node.type, MaybeType) and all(self.definite(key) for key in node.keys)
            case x.CallBuiltin(name="opponent_of" | "next_seat", args=(of, *_)):
                return self.definite(of)
        return isinstance(node.type, NumberType)

    def read_variable(self, node: x.ReadVariable) -> low.Expr:
        slots = self.layout.variables[node.variable]
        if not isinstance(slots.codec, (NumberCodec, FlagCodec, MaybeCodec)) or kind_of(node.type) == "other":
            raise Unsupported("a variable of several slots")
        if isinstance(slots.codec, MaybeCodec) and (slots.codec.nothing != -1 or slots.codec.flag):
            raise Unsupported("a number or a flag that may be nothing")
        place, guard = self.place(node.variable, node.keys)
        read: low.Expr = low.Slot(place)
        empty: low.Expr = NOTHING
        if isinstance(slots.codec, FlagCodec):
            read, empty = low.Bin("==", read, low.Lit(1)), low.Lit(False)
        elif isinstance(slots.codec, NumberCodec):
            empty = low.Lit(0)
        return read if guard is None else low.Choose(guard, read, empty)

    def place(self, variable: str, keys: Sequence[x.Expr]) -> tuple[low.Expr, low.Expr | None]:
        """The index of a variable's value, and the condition that there is one (None: there always is)."""
        slots = self.layout.variables[variable]
        index: low.Expr | None = None
        offset = slots.base
        guards: list[low.Expr] = []
        for key, wanted, (first, size, stride) in zip(keys, slots.variable.keys, slots.steps, strict=True):
            offset -= first * stride
            if isinstance(key, x.Const) and isinstance(key.value, int):
                if not first <= key.value < first + size:
                    guards.append(low.Lit(False))
                offset += key.value * stride
                continue
            found = self.scalar(key)
            if not self.within(key, wanted.domain, first, size):
                if not isinstance(found, low.Var):
                    name = self.temporary()
                    low_test = low.Bin(">=", low.Bind(name, found), low.Lit(first))
                    found = low.Var(name)
                else:
                    low_test = low.Bin(">=", found, low.Lit(first))
                guards.append(low_test)
                if self.may_exceed(key, wanted.domain, first + size):
                    guards.append(low.Bin("<", found, low.Lit(first + size)))
            part = found if stride == 1 else low.Bin("*", found, low.Lit(stride))
            index = part if index is None else low.Bin("+", index, part)
        place: low.Expr = (
            low.Lit(offset) if index is None else index if offset == 0 else low.Bin("+", index, low.Lit(offset))
        )
        return place, (None if not guards else guards[0] if len(guards) == 1 else low.All(tuple(guards)))

    def within(self, key: x.Expr, domain: str | None, first: int, size: int) -> bool:
        """Whether a key is certain to lie in its range."""
        if not self.definite(key):
            return False
        if domain is None:
            bare = without_nothing(key.type)
            inside = isinstance(bare, NumberType) and bare.low is not None and bare.high is not None
            return inside and bare.low >= first and bare.high < first + size
        if (first, size) == (0, len(self.model.domains[domain].members)):
            return True
        bare = without_nothing(key.type)
        if isinstance(bare, MemberType) and bare.area is not None:
            spaces = self.model.spaces.spaces_of(bare.area)
            return spaces.start >= first and spaces.stop <= first + size
        return False

    def may_exceed(self, key: x.Expr, domain: str | None, end: int) -> bool:
        """Whether a key may be greater than its range."""
        return domain is None or end < len(self.model.domains[domain].members)

    # ---- numbers and conditions

    def number(self, node: x.Expr) -> low.Expr:
        """An operand that counts as 0 where it is nothing."""
        if isinstance(node.type, NothingType):
            return low.Lit(0)
        found = self.scalar(node)
        return low.OrZero(found) if kind_of(node.type) == "absent" or self.may_be_absent(node) else found

    def may_be_absent(self, node: x.Expr) -> bool:
        """Whether a number that is no `maybe` may be nothing all the same, because a caller handed nothing on."""
        return isinstance(node, x.Local) and node.slot not in self.names.definite

    def arithmetic(self, node: x.Arithmetic) -> low.Expr:
        left, right = self.number(node.left), self.number(node.right)
        if node.op in OPS:
            return low.Bin(OPS[node.op], left, right)
        op = "//" if node.op == "per" else "%"
        if isinstance(right, low.Lit) and right.value:
            return low.Bin(op, left, right)
        return low.Call("per" if node.op == "per" else "mod", (left, right))

    def compare(self, node: x.Compare) -> low.Expr:
        if node.op in ("<", "<=", ">", ">="):
            return self.ordered(node)
        if node.op in ("is", "is_not"):
            found = self.equal(node.left, node.right)
            return found if node.op == "is" else negated(found)
        if node.op == "within":
            return self.within_set(node.left, node.right)
        found = self.contains(node.left, node.right)
        if node.op == "in":
            return found
        missing = negated(found)
        return missing if self.definite(node.left) else low.All((self.present(node.left), missing))

    def present(self, node: x.Expr) -> low.Expr:
        """Whether an expression is not nothing."""
        return negated(self.is_nothing(node))

    def is_nothing(self, node: x.Expr) -> low.Expr:
        if isinstance(node, x.Quantifier) and node.kind in ("first", "last"):
            condition = node.condition or x.Const(YesNoType(), node.span, True)
            return negated(
                self.quantifier(x.Quantifier(YesNoType(), node.span, "any", node.slot, node.source, condition))
            )
        kind = kind_of(node.type)
        if kind in ("absent", "number"):
            return low.Absent(self.scalar(node))
        if kind in ("bool", "set"):
            return low.Lit(False)
        return low.Bin("<", self.scalar(node), low.Lit(0))

    def ordered(self, node: x.Compare) -> low.Expr:
        size = self.size_test(node)
        if size is not None:
            return size
        parts: list[low.Expr] = []
        sides: list[low.Expr] = []
        for side in (node.left, node.right):
            if isinstance(side.type, NothingType):
                return low.Lit(False)
            found = self.scalar(side)
            if kind_of(side.type) == "absent" or self.may_be_absent(side):
                if not isinstance(found, low.Var):
                    name = self.temporary()
                    parts.append(low.Not(low.Absent(low.Bind(name, found))))
                    found = low.Var(name)
                else:
                    parts.append(low.Not(low.Absent(found)))
            sides.append(found)
        test = low.Bin(node.op, sides[0], sides[1])
        return low.All((*parts, test)) if parts else test

    def size_test(self, node: x.Compare) -> low.Expr | None:
        """`….size > 0` and its like ask only whether there is a member."""
        left, right = node.left, node.right
        if not (isinstance(left, x.CallBuiltin) and left.name == "size" and isinstance(right, x.Const)):
            return None
        if (node.op, right.value) in ((">", 0), (">=", 1)):
            return self.any_member(left.args[0])
        if (node.op, right.value) in (("<", 1), ("<=", 0)):
            return negated(self.any_member(left.args[0]))
        return None

    def equal(self, left: x.Expr, right: x.Expr) -> low.Expr:
        for one, other in ((left, right), (right, left)):
            if isinstance(other.type, NothingType):
                return self.is_nothing(one)
            if (
                isinstance(one, x.CallBuiltin)
                and one.name == "size"
                and isinstance(other, x.Const)
                and other.value == 0
            ):
                return negated(self.any_member(one.args[0]))
        if kind_of(left.type) == "set" or kind_of(right.type) == "set":
            return self.equal_sets(left, right)
        if kind_of(left.type) == "bool" and isinstance(right, x.Const):
            found = self.scalar(left)
            return found if right.value else negated(found)
        return low.Bin("==", self.scalar(left), self.scalar(right))

    def logic(self, node: x.Logic) -> low.Expr:
        if node.op == "not":
            return negated(self.scalar(node.left))
        if node.op == "and":
            parts = tuple(self.scalar(part) for part in conjuncts(node))
            return low.All(tuple(part for part in parts if part != low.Lit(True)))
        assert node.right is not None
        return low.Any_((self.scalar(node.left), self.scalar(node.right)))

    # ---- built by the classes above this one

    def sequence(self, node: x.Expr) -> low.Expr:
        raise AssertionError("overridden by Sets")

    def quantifier(self, node: x.Quantifier) -> low.Expr:
        raise AssertionError("overridden by Sets")

    def aggregate(self, node: x.Aggregate) -> low.Expr:
        raise AssertionError("overridden by Sets")

    def any_member(self, node: x.Expr) -> low.Expr:
        raise AssertionError("overridden by Sets")

    def within_set(self, left: x.Expr, right: x.Expr) -> low.Expr:
        raise AssertionError("overridden by Sets")

    def contains(self, member: x.Expr, collection: x.Expr) -> low.Expr:
        raise AssertionError("overridden by Sets")

    def equal_sets(self, left: x.Expr, right: x.Expr) -> low.Expr:
        raise AssertionError("overridden by Sets")

    def builtin(self, node: x.CallBuiltin) -> low.Expr:
        raise AssertionError("overridden by Sets")

    # ---- calls

    def call_value(self, node: x.CallValue) -> low.Expr:
        """A declared value that is not written out: its function."""
        if node.value in self.rewriter.adjusted:
            return self.borrow(node)
        args = tuple(self.scalar(arg) for arg in node.args)
        return low.Call(f"value_{node.value}", (low.Var("r"), low.Var("v"), self.me, *args))

    def borrow(self, node: x.Expr) -> low.Expr:
        """An expression that the reference executor evaluates."""
        free = sorted(self.tabulator.analysis.free(node))
        renamed = {slot: x.Local(self.type_of(slot, node), node.span, k, f"a{k}") for k, slot in enumerate(free)}
        opened = self.rewriter.put(node, renamed)
        kinds = tuple(kind_of(renamed[slot].type) for slot in free)
        number = len(self.borrowed)
        self.borrowed.append((opened, len(free), (*kinds, kind_of(node.type))))
        args = tuple(self.handed(slot, kind) for slot, kind in zip(free, kinds, strict=True))
        return low.Call(f"borrowed_{number}", (low.Var("r"), low.Var("v"), self.me, *args))

    def handed(self, slot: int, kind: str) -> low.Expr:
        """A local variable as it is handed to borrowed text."""
        if slot in self.names.masks:
            return low.Bits(low.Var(self.variable(slot)), False)
        return low.Var(self.variable(slot))

    def type_of(self, slot: int, node: x.Expr) -> Type:
        """The type of a local variable."""
        if slot not in self.names.types:
            raise Unsupported("a name whose type is not known")
        return self.names.types[slot]


def negated(node: low.Expr) -> low.Expr:
    """The opposite of a condition, as simple as it can be said."""
    match node:
        case low.Lit(value=bool(value)):
            return low.Lit(not value)
        case low.Not(of):
            return of
        case low.Bin(op, left, right) if op in ("==", "!=", "<", ">="):
            opposite = {"==": "!=", "!=": "==", "<": ">=", ">=": "<"}[op]
            return low.Bin(opposite, left, right)
    return low.Not(node)


def plain_value(value: Any) -> Any:
    """A value of the reference executor as the program holds it: nothing is -1."""
    if isinstance(value, tuple):
        return tuple(plain_value(one) for one in value)
    return -1 if value is None else value


def mask_value(value: Any) -> int:
    """A set of the reference executor as a mask."""
    return sum(1 << member for member in set(value or ()))


def is_collection(type_: Type) -> bool:
    """Whether values of a type are sets, lists or piles."""
    return isinstance(without_nothing(type_), CollectionType)
