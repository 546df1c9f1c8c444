"""Checks expressions: resolves names, finds types, and gives the typed form that executors start from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.check.builtins import BUILTINS
from interpreter.check.findings import did_you_mean
from interpreter.check.kinds_of import common, comparable, fits, in_words, plain_words
from interpreter.check.members import Members
from interpreter.check.names import is_absent
from interpreter.check.numbers import arithmetic_range
from interpreter.model import expressions as x
from interpreter.model.types import (
    NOTHING,
    NUMBER,
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NothingType,
    NumberType,
    StringType,
    Type,
    UnknownType,
    YesNoType,
    without_nothing,
)
from interpreter.syntax import nodes as n


class Expressions(Members):
    """The checker of expressions."""

    def expr(self, node: n.Expr, expected: Type | None = None) -> x.Expr:
        """The typed form of an expression; `expected` helps to tell names apart and turns lists into sets."""
        return self.converted(_FORMS[type(node)](self, node, expected), expected)

    # ---- calls

    def call(self, node: n.Call) -> x.Expr:
        name = str(node.name)
        if name in self.w.values:
            return self.call_value(self.w.values[name], name, node.args, node.span)
        if name in BUILTINS:
            return BUILTINS[name].check(self, node)
        if name in self.w.procedures:
            self.findings.error(
                "RW221",
                f"`{name}` is a procedure, and an expression cannot call one: it may change the game",
                node.name.span,
                f"call it before: `let result be {name}(…)`",
            )
        elif name in self.w.events:
            self.findings.error(
                "RW221", f"`{name}` is an event, not a value", node.name.span, "count it: `times … this turn`"
            )
        else:
            known = [*self.w.values, *BUILTINS, *self.w.procedures]
            self.findings.unknown(
                "RW220", name, f"there is no value `{name}`", node.name.span, did_you_mean(name, known)
            )
        for arg in node.args:
            self.expr(arg)
        return self.unknown(node.span)

    # ---- lists, numbers, conditions

    def list_of(self, node: n.ListOf, expected: Type | None) -> x.Expr:
        wanted = without_nothing(expected) if expected is not None else None
        shape = wanted.shape if isinstance(wanted, CollectionType) else "list"
        of: Type | None = wanted.of if isinstance(wanted, CollectionType) else None
        items: list[x.Expr] = []
        met: Type | None = None
        for item in sorted(node.items, key=lambda i: not self.self_typed(i)) if of is None else node.items:
            found = self.expr(item, of)
            of = of or without_nothing(found.type)
            given = without_nothing(found.type) if is_absent(found) else found.type
            joined = given if met is None else common(met, given)
            if joined is None:
                self.findings.error(
                    "RW249", f"a list of {plain_words(met or NOTHING)} holds {in_words(found.type)}", item.span
                )
                return self.unknown(node.span)
            met = joined
            items.append(found)
        if of is not None and len(items) == len(node.items) and not isinstance(wanted, CollectionType):
            items = [self.expr(item, of) for item in node.items]
        items = [item for item in items if not is_absent(item)]
        type_ = CollectionType(
            "set" if shape == "set" else "list", without_nothing(met) if met is not None else None, len(items)
        )
        if all(isinstance(item, x.Const) for item in items) and not isinstance(met, (UnknownType, MaybeType)):
            values = tuple(item.value for item in items if isinstance(item, x.Const))
            if shape == "set":
                values = tuple(sorted(set(values), key=lambda v: v if isinstance(v, int) else 0))
            return x.Const(type_, node.span, values)
        return x.MakeList(type_, node.span, tuple(items))

    def range(self, node: n.Range) -> x.Expr:
        low = self.number(node.low, "the start of a range")
        high = low if isinstance(low.type, UnknownType) else self.number(node.high, "the end of a range")
        if isinstance(high.type, UnknownType):
            return self.unknown(node.span)
        first = without_nothing(low.type)
        last = without_nothing(high.type)
        of = NumberType(
            first.low if isinstance(first, NumberType) else None, last.high if isinstance(last, NumberType) else None
        )
        if (
            isinstance(low, x.Const)
            and isinstance(high, x.Const)
            and isinstance(low.value, int)
            and isinstance(high.value, int)
        ):
            if high.value - low.value > 10_000:
                self.findings.error(
                    "RW420", "this range is too long to choose or count from", node.span, "at most 10,000 numbers"
                )
                return self.unknown(node.span)
            numbers = tuple(range(low.value, high.value + 1))
            return x.Const(CollectionType("list", of, len(numbers)), node.span, numbers)
        return x.MakeRange(CollectionType("list", of), node.span, low, high)

    def minus(self, node: n.Minus) -> x.Expr:
        of = self.number(node.of, "what follows `-`")
        if isinstance(of, x.Const) and isinstance(of.value, int):
            return x.Const(NumberType(-of.value, -of.value), node.span, -of.value)
        zero = x.Const(NumberType(0, 0), node.span, 0)
        return x.Arithmetic(NUMBER, node.span, "-", zero, of)

    def arithmetic(self, node: n.Arithmetic, expected: Type | None) -> x.Expr:
        wanted = expected if isinstance(without_nothing(expected) if expected else None, CollectionType) else None
        left = self.expr(node.left, wanted)
        given = without_nothing(left.type)
        if isinstance(given, UnknownType):
            self.expr(node.right)
            return left
        if isinstance(given, CollectionType) and node.op in ("+", "-"):
            right, of = self.collection(node.right, given)
            if not fits(right.type, given):
                self.findings.error(
                    "RW218",
                    f"these hold different things: {plain_words(given)} and {plain_words(right.type)}",
                    node.span,
                )
                return self.unknown(node.span)
            joined = CollectionType(given.shape if given.shape == "set" else "list", given.of or of)
            return x.JoinSets(joined, node.span, str(node.op), left, right)
        if not fits(left.type, NUMBER):
            self.findings.error(
                "RW218", f"`{node.op}` needs numbers, but this is {in_words(left.type)}", node.left.span
            )
            return self.unknown(node.span)
        right = self.number(node.right, f"the right side of `{node.op}`")
        return x.Arithmetic(arithmetic_range(str(node.op), left.type, right.type), node.span, str(node.op), left, right)

    def both(self, node: n.Both) -> x.Expr:
        left = self.condition(node.left)
        self.note_tested(node.left)
        return x.Logic(YES_NO, node.span, "and", left, self.condition(node.right))

    def either(self, node: n.Either) -> x.Expr:
        return x.Logic(YES_NO, node.span, "or", self.condition(node.left), self.condition(node.right))

    def compare(self, node: n.Compare) -> x.Expr:
        if node.op in ("<", "<=", ">", ">="):
            left = self.number(node.left, f"the left side of `{node.op}`")
            if isinstance(left.type, UnknownType):
                return self.unknown(node.span)
            right = self.number(node.right, f"the right side of `{node.op}`")
            return x.Compare(YES_NO, node.span, node.op, left, right)
        if node.op in ("is", "is not"):
            left, right = self.pair(node.left, node.right)
            if not comparable(left.type, right.type):
                self.findings.error(
                    "RW225",
                    f"{in_words(left.type)} is never {in_words(right.type)}",
                    node.span,
                    self.number_hint(left.type, right.type),
                )
                return self.unknown(node.span)
            self.never_nothing(node, left, right)
            if is_absent(left) or is_absent(right):
                nobody = isinstance(left.type, NothingType) or isinstance(right.type, NothingType)
                return x.Const(YES_NO, node.span, nobody == (node.op == "is"))
            return x.Compare(YES_NO, node.span, node.op.replace(" ", "_"), left, right)
        if node.op == "within":
            left, of = self.collection(node.left)
            right, other = self.collection(node.right, left.type)
        else:
            left, right, of, other = self.member_of(node)
        if not comparable(of, other):
            self.findings.error("RW225", f"{in_words(of)} is never in {in_words(right.type)}", node.span)
            return self.unknown(node.span)
        if is_absent(left):
            return x.Const(YES_NO, node.span, node.op == "not in")
        return x.Compare(YES_NO, node.span, node.op.replace(" ", "_"), left, right)

    def never_nothing(self, node: n.Compare, left: x.Expr, right: x.Expr) -> None:
        """Warns where what always is something is compared with nothing.

        What rows have may depend on their data, and whether a seat is taken on what was chosen for the game.
        """
        for side, other in ((left, right), (right, left)):
            fixed = isinstance(side.type, (NumberType, YesNoType, MemberType)) and not isinstance(
                side, x.ReadField | x.Const
            )
            if isinstance(other.type, NothingType) and fixed:
                answer = "no" if node.op == "is" else "yes"
                message = f"{in_words(side.type)} is never nothing here, so this is always {answer}"
                hint = "what may be nothing is declared with `maybe`"
                self.findings.warning("RW428", message, node.span, hint)

    def number_hint(self, left: Type, right: Type) -> str | None:
        """A hint where somebody compared a set with a number."""
        if isinstance(left, CollectionType) and isinstance(right, NumberType):
            return "compare its size: `….size is …`"
        return None

    def member_of(self, node: n.Compare) -> tuple[x.Expr, x.Expr, Type, Type]:
        """Both sides of `in`, their member types."""
        if self.self_typed(node.left) or isinstance(node.right, n.ListOf):
            left = self.expr(node.left)
            right, other = self.collection(node.right, CollectionType("set", without_nothing(left.type)))
        else:
            right, other = self.collection(node.right)
            left = self.expr(node.left, other)
        return left, right, without_nothing(left.type), other

    def pair(self, left: n.Expr, right: n.Expr) -> tuple[x.Expr, x.Expr]:
        """Two expressions of one type, where either may tell what a bare name on the other side means."""
        if self.self_typed(left) or not self.self_typed(right):
            first = self.expr(left)
            return first, self.expr(right, first.type)
        second = self.expr(right)
        return self.expr(left, second.type), second

    def conditional(self, node: n.Conditional, expected: Type | None) -> x.Expr:
        condition = self.condition(node.condition)
        tested = len(self.frame.tested)
        self.note_tested(node.condition)
        if expected is not None:
            then, other = self.expr(node.then, expected), self.expr(node.other, expected)
        else:
            then, other = self.pair(node.then, node.other)
        del self.frame.tested[tested:]
        type_ = common(then.type, other.type)
        if type_ is None:
            self.findings.error(
                "RW218",
                f"both results must be of one kind, but one is {in_words(then.type)}, the other {in_words(other.type)}",
                node.span,
            )
            return self.unknown(node.span)
        return x.Conditional(type_, node.span, then, condition, other)


_FORMS: Mapping[type, Callable[[Expressions, Any, Type | None], x.Expr]] = {
    n.Name: Expressions.name,
    n.Number: lambda check, node, expected: x.Const(NumberType(node.value, node.value), node.span, node.value),
    n.Text: lambda check, node, expected: x.Const(StringType(), node.span, str(node.value)),
    n.Call: lambda check, node, expected: check.call(node),
    n.ListOf: Expressions.list_of,
    n.Range: lambda check, node, expected: check.range(node),
    n.Get: lambda check, node, expected: check.get(node),
    n.Index: lambda check, node, expected: check.index(node),
    n.Minus: lambda check, node, expected: check.minus(node),
    n.Arithmetic: Expressions.arithmetic,
    n.Compare: lambda check, node, expected: check.compare(node),
    n.Negation: lambda check, node, expected: x.Logic(YES_NO, node.span, "not", check.condition(node.of), None),
    n.Both: lambda check, node, expected: check.both(node),
    n.Either: lambda check, node, expected: check.either(node),
    n.Conditional: Expressions.conditional,
    n.Quantifier: lambda check, node, expected: check.quantifier(node),
    n.Ranked: lambda check, node, expected: check.ranked(node),
    n.Aggregate: lambda check, node, expected: check.aggregate(node),
    n.Times: lambda check, node, expected: check.event_count(node),
    n.Distinct: lambda check, node, expected: check.event_count(node),
}
"""How each kind of expression is checked."""
