"""Expressions: what can be computed without changing anything."""

from __future__ import annotations

from interpreter.records import record
from interpreter.syntax.nodes.base import Node, Word


@record
class Name(Node):
    """A bare name: a local, a declared thing, or a member of a kind or table."""

    id: Word


@record
class Number(Node):
    """A whole number, 0 or greater."""

    value: int


@record
class Text(Node):
    """A string between double quotes; `value` is without them."""

    value: Word


@record
class Call(Node):
    """`name(args)`: a value, procedure, built-in or event."""

    name: Word
    args: tuple[Expr, ...]


@record
class ListOf(Node):
    """`[a, b]`."""

    items: tuple[Expr, ...]


@record
class Range(Node):
    """`[low to high]`, both ends included."""

    low: Expr
    high: Expr


@record
class Get(Node):
    """`of.field`."""

    of: Expr
    field: Word


@record
class Index(Node):
    """`of[keys]`; a list is counted from 1."""

    of: Expr
    keys: tuple[Expr, ...]


@record
class Minus(Node):
    """`-of`."""

    of: Expr


@record
class Arithmetic(Node):
    """`left op right` with op one of + - * per mod; + and - also join and take away sets."""

    left: Expr
    op: Word
    right: Expr


@record
class Compare(Node):
    """`left op right` with op one of < <= > >=, `is`, `is not`, `in`, `not in`, `within`."""

    left: Expr
    op: str
    right: Expr


@record
class Negation(Node):
    """`not of`."""

    of: Expr


@record
class Both(Node):
    """`left and right`; the right side is not looked at when the left one is no."""

    left: Expr
    right: Expr


@record
class Either(Node):
    """`left or right`; the right side is not looked at when the left one is yes."""

    left: Expr
    right: Expr


@record
class Conditional(Node):
    """`then if condition otherwise other`."""

    then: Expr
    condition: Expr
    other: Expr


@record
class Quantifier(Node):
    """`count|any|none|all|those|first|last|leading name in source where condition`."""

    kind: Word
    name: Word
    source: Expr
    condition: Expr | None


@record
class Sort(Node):
    """One key of an order: `key highest|lowest|latest|earliest`."""

    key: Expr
    order: Word


@record
class Ranked(Node):
    """`best name in …` (the single best, nothing when two are equal) or `rank name in …` (all, in order)."""

    kind: str
    name: Word
    source: Expr
    condition: Expr | None
    sorts: tuple[Sort, ...]


@record
class Aggregate(Node):
    """`sum|highest|lowest|union value for name in source where condition`."""

    kind: str
    value: Expr
    name: Word
    source: Expr
    condition: Expr | None


@record
class Times(Node):
    """`times event(…) this effect|turn where condition`: how often the event happened."""

    event: Call
    scope: Word
    condition: Expr | None


@record
class Distinct(Node):
    """`distinct name in event(…) this effect|turn where condition`: the different values one argument had."""

    name: Word
    event: Call
    scope: Word
    condition: Expr | None


Expr = (
    Name | Number | Text | Call | ListOf | Range | Get | Index | Minus | Arithmetic | Compare | Negation | Both | Either
    | Conditional | Quantifier | Ranked | Aggregate | Times | Distinct
)  # fmt: skip
