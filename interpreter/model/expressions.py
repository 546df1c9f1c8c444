"""Checked expressions: names resolved, types known, sugar gone. Executors start from these.

Every expression can meet nothing (None) in any operand and has a result all the same: a field of nothing is the empty
value of the field's type (0, no, the empty collection, else nothing); a comparison other than `is` with nothing is
no; nothing is 0 as a number, no as a condition, the empty collection as a collection.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from interpreter.diagnostics import Span
from interpreter.model.types import Type
from interpreter.records import record

Constant: TypeAlias = "int | bool | str | tuple[Constant, ...] | None"


@record
class Const:
    """A value known before the game starts."""

    type: Type
    span: Span
    value: Constant


@record
class Local:
    """A name bound in the running routine: slot `slot` of its frame. `name` is for people."""

    type: Type
    span: Span
    slot: int
    name: str


@record
class Special:
    """`me`, `mover`, `decider`, `winner`, `winners`, `over`, `turns_taken`, `amount`, `gainer`, `moved`.

    `winner` is the only player who has won (nothing for a draw and a shared win), `winners` the set of all who have.
    `amount` and `gainer` exist in rules about a gain; `moved` in rules after an action: the set of pieces its own
    effect has moved (of the one piece domain named by the type).
    """

    type: Type
    span: Span
    name: str


@record
class ReadField:
    """A fixed field of a member: `Domain.fields[field].values[of]`."""

    type: Type
    span: Span
    domain: str
    field: str
    of: Expr


@record
class ReadVariable:
    """A variable of the state, at the given keys."""

    type: Type
    span: Span
    variable: str
    keys: tuple[Expr, ...]


@record
class ReadPlace:
    """Cards in a place (`Model.places[place]`): a set in declared order, a row from the left, a pile from the top."""

    type: Type
    span: Span
    place: str
    keys: tuple[Expr, ...]


@record
class ReadTable:
    """A cell of a table: `Model.tables[table].columns[column][key]`."""

    type: Type
    span: Span
    table: str
    column: str
    key: Expr


@record
class CallValue:
    """A declared value, adjustments included; it runs with the caller's `me`."""

    type: Type
    span: Span
    value: str
    args: tuple[Expr, ...]


@record
class CallBuiltin:
    """A built-in of the language (`check/builtins.py` lists and documents them); `area` is that of `at` and `lines`.

    Names: min max times_in last_in place_in top_of size players_from next_seat seat_number opponent_of neighbours ray
    jumps lines distance opposite at connected spaces_of (spaces of a set of pieces) walk_worth possible holds
    amount_of fits item (the nth of a list, from 1), pick_index (a member of a domain by number from 1), space_on (of
    `area`).
    """

    type: Type
    span: Span
    name: str
    args: tuple[Expr, ...]
    area: str | None = None


@record
class Arithmetic:
    """op is + - * per mod. `per` and `mod` round down; by 0 they give 0."""

    type: Type
    span: Span
    op: str
    left: Expr
    right: Expr


@record
class JoinSets:
    """op is + (join) or - (take away). Sets give a set in declared order; a list keeps its order, new members last."""

    type: Type
    span: Span
    op: str
    left: Expr
    right: Expr


@record
class Compare:
    """op is < <= > >= (numbers), is, is_not (any), in, not_in (member, collection), within (collections)."""

    type: Type
    span: Span
    op: str
    left: Expr
    right: Expr


@record
class Logic:
    """op is and, or, not (`right` is None then)."""

    type: Type
    span: Span
    op: str
    left: Expr
    right: Expr | None


@record
class Conditional:
    """`then if condition otherwise other`."""

    type: Type
    span: Span
    then: Expr
    condition: Expr
    other: Expr


@record
class MakeList:
    """`[a, b]`; a set when the type says so (sorted, doubles dropped)."""

    type: Type
    span: Span
    items: tuple[Expr, ...]


@record
class MakeRange:
    """`[low to high]`, a list of numbers, empty when high is less than low."""

    type: Type
    span: Span
    low: Expr
    high: Expr


@record
class Quantifier:
    """kind is count any all none those first last leading; `slot` holds the member while `condition` is tested."""

    type: Type
    span: Span
    kind: str
    slot: int
    source: Expr
    condition: Expr | None


@record
class SortKey:
    """A key of an order; `highest` says whether greater comes first. A yes/no key counts as 1 and 0."""

    key: Expr
    highest: bool


@record
class Ranked:
    """kind is best (the single best; nothing when two are equal in all keys) or rank (all in order)."""

    type: Type
    span: Span
    kind: str
    slot: int
    source: Expr
    condition: Expr | None
    keys: tuple[SortKey, ...]


@record
class Aggregate:
    """kind is sum, highest, lowest (nothing for no member) or union."""

    type: Type
    span: Span
    kind: str
    value: Expr
    slot: int
    source: Expr
    condition: Expr | None


@record
class MatchArg:
    """One argument of a pattern: `slot` binds it, `equal` compares it; with neither anything fits."""

    slot: int | None
    equal: Expr | None


@record
class EventCount:
    """`times` (how often) or `distinct` (the different values of argument number `wanted`) of an event in a scope."""

    type: Type
    span: Span
    kind: Literal["times", "distinct"]
    event: str
    args: tuple[MatchArg, ...]
    scope: Literal["effect", "turn"]
    condition: Expr | None
    wanted: int


Expr: TypeAlias = (
    Const | Local | Special | ReadField | ReadVariable | ReadPlace | ReadTable | CallValue | CallBuiltin | Arithmetic
    | JoinSets | Compare | Logic | Conditional | MakeList | MakeRange | Quantifier | Ranked | Aggregate | EventCount
)  # fmt: skip
