"""Checked statements, with those of offers and decisions: names resolved, sugar gone. Executors start from these."""

from __future__ import annotations

from typing import Literal, TypeAlias

from interpreter.diagnostics import Span
from interpreter.model.choices import (
    Bind,
    Cost,
    Decide,
    DecideSeveral,
    Ensure,
    Let,
    Limit,
    Notation,
    OfferStep,
    Pay,
    Pick,
    Price,
    Require,
    Reveal,
)
from interpreter.model.expressions import Expr, MatchArg
from interpreter.records import record

__all__ = (
    "AddTo", "Adjustment", "Alternatives", "Ask", "Bind", "Block", "ChangeCounter", "Clear", "Cost", "Decide",
    "DecideSeveral", "Draw", "Emit", "Ensure", "ForEach", "Give", "If", "Let", "LetCall", "LetPerform", "Limit",
    "May", "MoveCard", "MovePiece", "Notation", "OfferStep", "Part", "Pay", "Pick", "Price", "RemoveFrom",
    "RemovePiece", "Repeat", "Require", "Reveal", "Run", "SetVariable", "Show", "ShufflePlace", "ShuffleVariable",
    "Simple", "Stmt", "SwapPieces", "ThisTurn", "Winner", "With",
)  # fmt: skip

Block: TypeAlias = "tuple[Stmt, ...]"


@record
class LetCall:
    """Calls a procedure and puts what it gives in a slot (nothing when it was abandoned); `slot` None drops it."""

    span: Span
    slot: int | None
    procedure: str
    args: tuple[Expr, ...]


@record
class LetPerform:
    """Performs an action without its costs; its offer becomes one decision; `slot` gets what it gives."""

    span: Span
    slot: int | None
    action: str


@record
class SetVariable:
    """Sets a variable; a number out of its range is a run-time diagnostic. Nothing among the keys: does nothing."""

    span: Span
    variable: str
    keys: tuple[Expr, ...]
    value: Expr


@record
class ChangeCounter:
    """Adds `amount` (gain) or takes it away (lose), within the counter's cap and lowest value.

    `gainer` is the player it is for, or None for a counter that is not kept for players (`instead of gain` rules and
    `when gain` rules hear gains only).
    """

    span: Span
    lose: bool
    variable: str
    keys: tuple[Expr, ...]
    amount: Expr
    gainer: Expr | None


@record
class MovePiece:
    """Puts a piece on a space and adds it to `moved`. Nothing as `what` or `where`: does nothing."""

    span: Span
    domain: str
    what: Expr
    where: Expr


@record
class RemovePiece:
    """Takes a piece off the board (`remove p`, `move p to nowhere`); it does not count as moved."""

    span: Span
    domain: str
    what: Expr


@record
class SwapPieces:
    """Two pieces exchange their spaces. Adds both to `moved`."""

    span: Span
    domain: str
    left: Expr
    right: Expr


@record
class MoveCard:
    """Puts a card in a place, at its top unless `bottom`; in a row at its first gap."""

    span: Span
    what: Expr
    place: str
    keys: tuple[Expr, ...]
    bottom: bool


@record
class Draw:
    """Moves up to `amount` cards, from the top, one by one; an empty pile is refilled first where it says so."""

    span: Span
    amount: Expr
    source: str
    source_keys: tuple[Expr, ...]
    target: str
    target_keys: tuple[Expr, ...]


@record
class AddTo:
    """Adds a member to a set, list (at the end) or pile (on top) kept in a variable; a full list is a diagnostic."""

    span: Span
    what: Expr
    variable: str
    keys: tuple[Expr, ...]


@record
class RemoveFrom:
    """Takes a member (its first occurrence) out of a kept set, list or pile."""

    span: Span
    what: Expr
    variable: str
    keys: tuple[Expr, ...]


@record
class Clear:
    """Empties a kept set, list or pile."""

    span: Span
    variable: str
    keys: tuple[Expr, ...]


@record
class ShufflePlace:
    """Shuffles a pile of cards; nobody knows its cards any more."""

    span: Span
    place: str
    keys: tuple[Expr, ...]


@record
class ShuffleVariable:
    """Shuffles a kept pile or list."""

    span: Span
    variable: str
    keys: tuple[Expr, ...]


@record
class Show:
    """Makes cards or tokens known to a player."""

    span: Span
    domain: str
    what: Expr
    whom: Expr


@record
class Emit:
    """Says that an event has happened; its rules run at once."""

    span: Span
    event: str
    args: tuple[Expr, ...]


@record
class Run:
    """Carries out rules text, an effect, line by line; nothing does nothing."""

    span: Span
    what: Expr


@record
class Give:
    """Ends the procedure or action with a result."""

    span: Span
    value: Expr


@record
class Simple:
    """pause, end_turn, as_usual or skip."""

    span: Span
    kind: Literal["pause", "end_turn", "as_usual", "skip"]


@record
class Winner:
    """Ends the game: a player, a set of players or nobody has won."""

    span: Span
    who: Expr


@record
class If:
    """Two blocks, one of which runs."""

    span: Span
    condition: Expr
    block: Block
    other: Block


@record
class ForEach:
    """A round for each member; the collection is taken once. `ordered`: a player (who then decides the order, one by
    one) or a list of players (members are taken in the order of their owners) or None."""

    span: Span
    slot: int
    source: Expr
    condition: Expr | None
    ordered: Expr | None
    block: Block


@record
class Repeat:
    """`number` rounds; `condition` is tested before each; with `up_to` the player is asked `again` or `done`."""

    span: Span
    up_to: bool
    number: Expr
    condition: Expr | None
    block: Block


@record
class May:
    """Asks `yes` or `no` when the block is possible."""

    span: Span
    text: str | None
    block: Block


@record
class Part:
    """One way to go on. With `source` it stands once for each member, bound in `slot`, and prints as that member."""

    span: Span
    may: bool
    name: str
    text: str | None
    slot: int | None
    source: Expr | None
    condition: Expr | None
    block: Block


@record
class Alternatives:
    """kind is one_of, any_order or first_possible."""

    span: Span
    kind: Literal["one_of", "any_order", "first_possible"]
    parts: tuple[Part, ...]


@record
class Ask:
    """The block runs with `who` as `me`; nobody: it does not run."""

    span: Span
    who: Expr
    block: Block


@record
class Adjustment:
    """A value changed: where the arguments fit `args`, `value` counts instead of the declared expression.

    `me` in `args` and `value` is the player whose text made the adjustment.
    """

    span: Span
    name: str
    args: tuple[MatchArg, ...]
    value: Expr


@record
class With:
    """Adjustments that hold while the block runs."""

    span: Span
    changes: tuple[Adjustment, ...]
    block: Block


@record
class ThisTurn:
    """Arms site number `site` of `Model.sites` until the turn ends, for `me`, with the names it uses from here."""

    span: Span
    site: int


Stmt: TypeAlias = (
    Let | Require | Cost | Limit | Decide | DecideSeveral | Pick | Reveal | Ensure | Pay | LetCall | LetPerform
    | SetVariable | ChangeCounter | MovePiece | RemovePiece | SwapPieces
    | MoveCard | Draw | AddTo | RemoveFrom | Clear | ShufflePlace
    | ShuffleVariable | Show | Emit | Run | Give | Simple | Winner | If | ForEach | Repeat | May | Alternatives | Ask
    | With | ThisTurn
)  # fmt: skip
