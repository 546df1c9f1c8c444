"""Expressions: what can be computed without changing anything."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.syntax.nodes.base import Node, Word


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare name: a local, a declared thing, or a member of a kind or table."""

    id: Word


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A whole number, 0 or greater."""

    value: int


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string between double quotes; `value` is without them."""

    value: Word


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name(args)`: a value, procedure, built-in or event."""

    name: Word
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """`[a, b]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`[low to high]`, both ends included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Get(Node):
    """`of.field`."""

    of: Expr
    field: Word


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`of[keys]`; a list is counted from 1."""

    of: Expr
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """`-of`."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`left op right` with op one of + - * per mod; + and - also join and take away sets."""

    left: Expr
    op: Word
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`left op right` with op one of < <= > >=, `is`, `is not`, `in`, `not in`, `within`."""

    left: Expr
    op: str
    right: Expr


@dataclass(frozen=True, slots=True)
class Negation(Node):
    """`not of`."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Both(Node):
    """`left and right`; the right side is not looked at when the left one is no."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Either(Node):
    """`left or right`; the right side is not looked at when the left one is yes."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`then if condition otherwise other`."""

    then: Expr
    condition: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Quantifier(Node):
    """`count|any|none|all|those|first|last|leading name in source where condition`."""

    kind: Word
    name: Word
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Sort(Node):
    """One key of an order: `key highest|lowest|latest|earliest`."""

    key: Expr
    order: Word


@dataclass(frozen=True, slots=True)
class Ranked(Node):
    """`best name in …` (the single best, nothing when two are equal) or `rank name in …` (all, in order)."""

    kind: str
    name: Word
    source: Expr
    condition: Expr | None
    sorts: tuple[Sort, ...]


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`sum|highest|lowest|union value for name in source where condition`."""

    kind: str
    value: Expr
    name: Word
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Times(Node):
    """`times event(…) this effect|turn where condition`: how often the event happened."""

    event: Call
    scope: Word
    condition: Expr | None


@dataclass(frozen=True, slots=True)
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
