"""Lowers expressions whose value is a number, a member, or yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.made import Borrowed
from interpreter.compiled.code.trees import all_of, any_of, negated
from interpreter.compiled.ground.kinds import Unsupported, kind_of, number_value, plain_value
from interpreter.compiled.ground.rewrite import conjuncts
from interpreter.compiled.ground.tables import Input
from interpreter.compiled.lower.lowering import parameters
from interpreter.compiled.lower.places import NOTHING, Places
from interpreter.model import expressions as x
from interpreter.model.program import ValueModel
from interpreter.model.types import YES_NO, NothingType, Type
from interpreter.model.walk import walk

OPERATIONS = {"+": "+", "-": "-", "*": "*"}

MOST_PADDED = 4
"""Tables whose first input starts at most so far above 0 are filled up below it, so that nothing need be subtracted."""


class Scalars(Places):
    """The lowering of single values."""

    # ---- the way in

    def value(self, node: x.Expr) -> low.Expr:
        """An expression of any scalar type; sets become sequences."""
        return self.scalar(self.rewriter.inline(node))

    def scalar(self, node: x.Expr) -> low.Expr:
        if isinstance(node, x.Const):
            return self.constant(node)
        if kind_of(node.type) == "set":
            return self.sequence(node)
        if kind_of(node.type) == "other":
            raise Unsupported(type(node).__name__)
        simple = self.plain(node)
        if simple is not None:
            return simple
        absent = kind_of(node.type) == "absent" or (kind_of(node.type) == "number" and self.may_be_absent(node))
        tabulated = self.tabulated(node, number_value if absent else plain_value)
        if tabulated is not None:
            return tabulated
        return self.by_kind(node)

    def plain(self, node: x.Expr) -> low.Expr | None:
        """Expressions that are no better as a table of their own."""
        match node:
            case x.Local():
                return low.Var(self.variable(node.slot))
            case x.Special(name="me"):
                return self.names.me
            case x.Special(name="mover"):
                return self.names.mover or low.Slot(low.Lit(self.layout.mover))
            case x.Compare(op="is" | "is_not" as op) if isinstance(node.right.type, NothingType):
                found = self.is_nothing(node.left)
                return found if op == "is" else negated(found)
            case x.ReadVariable():
                return self.read_variable(node)
            case x.Logic(op="not", left=x.ReadVariable() as inner):
                return negated(self.read_variable(inner))
        return None

    def by_kind(self, node: x.Expr) -> low.Expr:
        """An expression that is no table."""
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

    # ---- tables

    def tabulated(self, node: x.Expr, convert: Callable[[Any], Any]) -> low.Expr | None:
        """The expression as an entry of a table, if it depends on few things."""
        if "tables" not in self.passes:
            return None
        inputs = self.tabulator.inputs(node)
        if inputs is None or any(one.node is node or self.loose_number(one.node) for one in inputs):
            return None
        return self.entry(node, inputs, convert)

    def loose_number(self, node: x.Expr) -> bool:
        """Whether an input is a number that may be any."""
        return isinstance(node, x.Local) and node.slot in self.names.loose

    def entry(self, node: x.Expr, inputs: Sequence[Input], convert: Callable[[Any], Any]) -> low.Expr | None:
        """The entry of the table of `node` for the inputs as they are now."""
        found = self.tabulator.table(node, inputs, convert)
        if found is None:
            return None
        table, kept = found
        for number, one in enumerate(kept):
            index = self.scalar(one.node)
            if 0 < one.first <= MOST_PADDED and number == 0 and isinstance(table, low.Table):
                values = self.tables.values[table.number]
                table = self.tables.add((values[0],) * one.first + values)
            elif one.first:
                index = low.Bin("-", index, low.Lit(one.first))
            table = low.Item(table, index)
        return table

    def look_up(self, values: Sequence[Any], type_: Type, key: x.Expr) -> low.Expr:
        """A fixed field or a cell: an entry of its table, whose last is for nothing."""
        kind = kind_of(type_)
        empty = {"bool": False, "number": 0, "absent": None, "set": ()}.get(kind, -1)
        held = tuple(map(number_value if kind in ("number", "absent") else plain_value, values))
        return low.Item(self.tables.add((*held, empty)), self.scalar(key))

    # ---- numbers and conditions

    def number(self, node: x.Expr) -> low.Expr:
        """An operand that counts as 0 where it is nothing."""
        if isinstance(node.type, NothingType):
            return low.Lit(0)
        found = self.scalar(node)
        return low.OrZero(found) if kind_of(node.type) == "absent" or self.may_be_absent(node) else found

    def may_be_absent(self, node: x.Expr) -> bool:
        """Whether a number that is no `maybe` may be nothing all the same.

        So it is where a caller handed nothing on, and where a member has no such number.
        """
        match node:
            case x.Local(slot=slot):
                return slot not in self.names.definite
            case x.ReadField():
                return self.may_lack(node)
            case x.CallBuiltin(name="item"):
                return kind_of(node.type) == "number"
            case x.Conditional(then=then, other=other):
                return self.may_be_absent(then) or self.may_be_absent(other)
            case x.CallValue(value=value) if value in self.tabulator.analysis.adjustments:
                return True
            case x.CallValue(value=value, args=args):
                given = any(isinstance(part, x.CallBuiltin) and part.name == "item" for part in self.parts_of(value))
                return given or any(map(self.may_be_absent, args))
        return False

    def parts_of(self, value: str) -> tuple[object, ...]:
        """All parts of a declared value, and of those that it calls."""
        if value not in self._parts:
            self._parts[value] = ()
            own = tuple(walk(self.model.values[value].body))
            called = (part.value for part in own if isinstance(part, x.CallValue))
            self._parts[value] = own + tuple(part for name in called for part in self.parts_of(name))
        return self._parts[value]

    def arithmetic(self, node: x.Arithmetic) -> low.Expr:
        """Two numbers made into one; nothing counts as 0."""
        left, right = self.number(node.left), self.number(node.right)
        if node.op in OPERATIONS:
            return low.Bin(OPERATIONS[node.op], left, right)
        op = "//" if node.op == "per" else "%"
        if isinstance(right, low.Lit) and right.value:
            return low.Bin(op, left, right)
        return low.Call("per" if node.op == "per" else "mod", (left, right))

    def compare(self, node: x.Compare) -> low.Expr:
        """A comparison; one with nothing does not hold, unless it asks for just that."""
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
        return missing if self.definite(node.left) else low.And((self.present(node.left), missing))

    def present(self, node: x.Expr) -> low.Expr:
        """Whether an expression is not nothing."""
        return negated(self.is_nothing(node))

    def is_nothing(self, node: x.Expr) -> low.Expr:
        """Whether an expression is nothing."""
        if isinstance(node, x.Quantifier) and node.kind in ("first", "last"):
            condition = node.condition or x.Const(YES_NO, node.span, True)
            some = x.Quantifier(YES_NO, node.span, "any", node.slot, node.source, condition)
            return negated(self.quantifier(some))
        kind = kind_of(node.type)
        if kind in ("absent", "number"):
            return low.Absent(self.scalar(node))
        if kind in ("bool", "set"):
            return low.Lit(False)
        return low.Bin("<", self.scalar(node), low.Lit(0))

    def ordered(self, node: x.Compare) -> low.Expr:
        """Whether one number is less or greater than another."""
        size = self.size_test(node)
        if size is not None:
            return size
        there: list[low.Expr] = []
        sides: list[low.Expr] = []
        for side in (node.left, node.right):
            if isinstance(side.type, NothingType):
                return low.Lit(False)
            found = self.scalar(side)
            if kind_of(side.type) == "absent" or self.may_be_absent(side):
                named = found
                if not isinstance(found, low.Var):
                    found = low.Var(self.temporary())
                    named = low.Bind(found.name, named)
                there.append(low.Not(low.Absent(named)))
            sides.append(found)
        return all_of((*there, low.Bin(node.op, sides[0], sides[1])))

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
        """Whether two values are the same."""
        for one, other in ((left, right), (right, left)):
            if isinstance(other.type, NothingType):
                return self.is_nothing(one)
            empty = isinstance(other, x.Const) and other.value == 0
            if empty and isinstance(one, x.CallBuiltin) and one.name == "size":
                return negated(self.any_member(one.args[0]))
        if kind_of(left.type) == "set" or kind_of(right.type) == "set":
            return self.equal_sets(left, right)
        if kind_of(left.type) == "bool" and isinstance(right, x.Const):
            found = self.scalar(left)
            return found if right.value else negated(found)
        return low.Bin("==", self.scalar(left), self.scalar(right))

    def logic(self, node: x.Logic) -> low.Expr:
        """`and`, `or` and `not`."""
        if node.op == "not" or node.right is None:
            return negated(self.scalar(node.left))
        if node.op == "and":
            return all_of([self.scalar(part) for part in conjuncts(node)])
        return any_of((self.scalar(node.left), self.scalar(node.right)))

    # ---- calls

    def call_value(self, node: x.CallValue) -> low.Expr:
        """A declared value that is not written out: its function, or the reference executor's where there is none."""
        function = f"value_{node.value}"
        if function not in self.functions:
            self.functions[function] = None
            self.functions[function] = self.value_function(function, self.model.values[node.value])
        if self.functions[function] is None:
            return self.borrow(node)
        args = tuple(self.scalar(arg) for arg in node.args)
        return low.Call(function, (low.Var("r"), low.Var("v"), self.names.me, *args))

    def value_function(self, function: str, value: ValueModel) -> low.Function | None:
        """The function of a declared value, collections as sequences; None for one that cannot be made."""
        if value.name in self.tabulator.analysis.adjustments:
            return None
        with self.routine(parameters(value.params)):
            params = ("r", "v", "me", *(self.variable(slot) for slot in range(len(value.params))))
            try:
                result = self.scalar(self.rewriter.inline(value.body))
            except Unsupported:
                return None
        return low.Function(function, params, (low.Return(result),))

    def borrow(self, node: x.Expr) -> low.Expr:
        """An expression that the reference executor evaluates."""
        free = sorted(self.tabulator.analysis.free(node))
        renamed = {slot: x.Local(self.type_of(slot), node.span, k, f"a{k}") for k, slot in enumerate(free)}
        opened = self.rewriter.put(node, renamed)
        kinds = tuple(kind_of(renamed[slot].type) for slot in free)
        number = len(self.borrowed)
        self.borrowed.append(Borrowed(opened, len(free), (*kinds, kind_of(node.type))))
        args = tuple(self.handed(slot) for slot in free)
        return low.Call(f"borrowed_{number}", (low.Var("r"), low.Var("v"), self.names.me, *args))

    def handed(self, slot: int) -> low.Expr:
        """A local variable as it is handed to borrowed text."""
        if slot in self.names.masks:
            return low.Bits(low.Var(self.variable(slot)), False)
        return low.Var(self.variable(slot))
