"""Checked offers and decisions: what is chosen, under what conditions, and at what price."""

from __future__ import annotations

from typing import Literal, TypeAlias

from interpreter.diagnostics import Span
from interpreter.model.expressions import Expr
from interpreter.records import record

Notation: TypeAlias = "tuple[str | Expr, ...]"
"""How an option prints, without who decides: literal text and values (by their type's notation)."""


@record
class Bind:
    """One name of a decision: a member of `source` that meets `condition`, put in `slot`. `reason` says why not."""

    span: Span
    slot: int
    name: str
    source: Expr
    condition: Expr | None
    reason: str | None


@record
class Let:
    """Puts the value of an expression in a slot."""

    span: Span
    slot: int
    name: str
    value: Expr


@record
class Require:
    """The condition must hold, else the option is not there (in an offer) or the unit is abandoned."""

    span: Span
    condition: Expr
    reason: str | None


@record
class Price:
    """An amount of a counter at keys (`keys` holds the payer where the counter is kept for each player)."""

    span: Span
    amount: Expr
    variable: str
    keys: tuple[Expr, ...]


@record
class Cost:
    """Part of an offer: payable there, paid when the option is taken (not when performed free)."""

    span: Span
    prices: tuple[Price, ...]


@record
class Limit:
    """Part of an offer: variable[keys] must be less than `number`; counted (plus 1) when the option is taken."""

    span: Span
    number: int
    variable: str
    keys: tuple[Expr, ...]


OfferStep: TypeAlias = Bind | Let | Require | Cost | Limit


@record
class Decide:
    """A player's decision over all its binds together; a `may` one can be declined (option `no`, slots get nothing).

    When there is no candidate: a mandatory one abandons its unit, a `may` one gives nothing without asking.
    """

    span: Span
    binds: tuple[Bind, ...]
    notation: Notation
    may: bool


@record
class DecideSeveral:
    """`choose 2 x`, `choose up to n x`, `choose any x`: picks asked one by one in list order, `slot` gets the
    collection.

    Each pick is bound in `bind.slot` for its condition and notation and comes after the one before in the source's
    order. exactly with too few candidates abandons. up_to and any offer `done` as well.
    """

    span: Span
    slot: int
    mode: Literal["exactly", "up_to", "any"]
    number: Expr | None
    bind: Bind
    notation: Notation


@record
class Pick:
    """The rules choose the best candidate by the keys (see SortKey); none abandons."""

    span: Span
    bind: Bind
    keys: tuple[tuple[Expr, bool], ...]


@record
class Reveal:
    """Chance chooses among the candidates, each alike; none abandons."""

    span: Span
    bind: Bind


@record
class Ensure:
    """Must hold here on a scratch copy, or the option is not legal."""

    span: Span
    condition: Expr
    reason: str | None


@record
class Pay:
    """Pays the whole price or abandons."""

    span: Span
    prices: tuple[Price, ...]
