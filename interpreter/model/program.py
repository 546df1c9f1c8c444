"""The checked model of a game: finite domains, variables of the state, routines and the flow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from interpreter.diagnostics import Span
from interpreter.geometry import Spaces
from interpreter.model.expressions import Constant, Expr, MatchArg
from interpreter.model.screen import Screen
from interpreter.model.statements import Adjustment, Block, Notation, OfferStep
from interpreter.model.types import TextForm, Type
from interpreter.records import record

Hiding = Literal["hidden", "owner"]
Reset = Literal["turn", "round"]


@record
class Field:
    """A fixed field of a domain: one value for each member, in order."""

    name: str
    type: Type
    values: tuple[Constant, ...]


@record
class Domain:
    """A finite set of named things. `form`: player, space, direction, kind, row, piece, jump or line.

    `fields` are the fixed ones. Pieces and rows may have more fields, kept in variables (`owned`: field name to
    variable). `pools` of a piece domain: members that are alike except for owner and number.
    """

    name: str
    many: str
    form: str
    members: tuple[str, ...]
    fields: Mapping[str, Field] = field(default_factory=dict)
    owned: Mapping[str, str] = field(default_factory=dict)
    pooled: bool = False


@record
class KeyRange:
    """What a variable is kept for: members `first` … `first + size - 1` of a domain, or those numbers (domain None)."""

    domain: str | None
    first: int
    size: int


@record
class Variable:
    """A variable of the state, one value for each combination of keys (the last key runs fastest).

    `role`: counter, keep, field (of a piece or row), limit. `low` and `high` bound a number; `cap` is a greatest
    value that depends on the keys (bound in slots 0, 1, … of its frame). `start` is the value at the beginning,
    likewise over the keys.
    """

    name: str
    role: Literal["counter", "keep", "field", "limit"]
    keys: tuple[KeyRange, ...]
    type: Type
    low: int
    high: int
    cap: Expr | None
    start: Expr
    hiding: Hiding | None
    reset: Reset | None
    span: Span


@record
class Place:
    """A place for rows of `domain` (cards), one for each combination of keys. `size` bounds a row of places."""

    name: str
    domain: str
    shape: Literal["pile", "row", "set"]
    keys: tuple[KeyRange, ...]
    hiding: Hiding | None
    refill: str | None
    size: int | None
    span: Span


@record
class TableModel:
    """A table: column name to (type, one value for each member of the domain it goes by)."""

    name: str
    by: str
    columns: Mapping[str, Field]


@record
class ValueModel:
    """A declared value: parameters in slots 0, 1, …; `slots` is the size of its frame."""

    name: str
    params: tuple[Type, ...]
    type: Type
    slots: int
    body: Expr
    span: Span


@record
class Routine:
    """Statements with a frame: a procedure, a rule's body, a `stuck` or `finish` block. Parameters in slots 0, 1, …"""

    name: str
    params: tuple[Type, ...]
    gives: Type | None
    slots: int
    block: Block
    span: Span


@record
class ActionModel:
    """An action. `offer` binds and tests (in the order written); `block` is what follows.

    `text` is the long form for people. `bound` are the slots of its binds, in order; a choice of this action is
    recorded as their values. An `ensure` stands only in `block`; `ensured` is how many leading statements of it must
    be tried out (0: no ensure).
    """

    name: str
    kind: Literal["main", "free"]
    text: str | None
    notation: Notation
    offer: tuple[OfferStep, ...]
    block: Block
    bound: tuple[int, ...]
    gives: Type | None
    slots: int
    ensured: int
    span: Span


@record
class EventModel:
    """An event and the types of its arguments."""

    name: str
    params: tuple[Type, ...]
    names: tuple[str, ...]
    span: Span


@record
class RuleModel:
    """A rule: what it answers to, and what it does.

    `cause`: when (an event), when_any, when_gain (counters), after (actions), start, end (of a phase, `turn` or
    `round`), instead (of a procedure), instead_gain (of counters). `names` are the event, procedure, actions,
    counters or the one phase; `args` fit the event's or procedure's arguments, binding slots of the routine's frame;
    then `condition` is tested in the same frame. `after` rules have all actions they answer to in `names`.
    """

    name: str
    text: str | None
    cause: Literal["when", "when_any", "when_gain", "after", "start", "end", "instead", "instead_gain"]
    names: tuple[str, ...]
    args: tuple[MatchArg, ...]
    condition: Expr | None
    routine: Routine


@record
class Guarded:
    """Actions that a phase offers while `condition` holds (None: always)."""

    actions: tuple[str, ...]
    condition: Expr | None
    span: Span


@record
class PhaseModel:
    """A phase. `turns`: once, alternate or None (it only does). `stuck_action`, `stuck_block` or neither (an error).

    `skipping` is the set of players passed over. `next` are (phase, condition) pairs, the first that holds is taken.
    """

    name: str
    do: tuple[str, ...]
    turns: Literal["once", "alternate"] | None
    start: Expr | None
    skipping: Expr | None
    must: tuple[Guarded, ...]
    otherwise_must: tuple[Guarded, ...]
    may: tuple[Guarded, ...]
    after_main: tuple[str, ...]
    then: tuple[str, ...]
    stuck_action: str | None
    stuck_block: Routine | None
    until: Expr | None
    next: tuple[tuple[str, Expr | None], ...]
    span: Span


@record
class FinishModel:
    """An end of the game: `condition` is tested after every change of what it reads, or `phase` has ended."""

    condition: Expr | None
    phase: str | None
    routine: Routine


@record
class TextModel:
    """Rules text of a data row. An effect's lines are units of their own: one that fails is skipped.

    `row` names the row for people; `trigger_event` and `args` belong to triggers (several: any of them; `condition`
    each).
    """

    form: TextForm
    row: str
    slots: int
    block: Block
    value: Expr | None
    triggers: tuple[tuple[str, tuple[MatchArg, ...], Expr | None], ...]
    span: Span


@record
class SiteModel:
    """A `this turn` line. kind: value, when, instead. `captured` are the slots of the arming frame copied into its own.

    The site's frame has the same slots as the arming routine's. `once`: none, once, or once for each value of
    `once_slot`.
    """

    kind: Literal["value", "when", "instead"]
    captured: tuple[tuple[int, Type], ...]
    slots: int
    adjustment: Adjustment | None
    target: str
    args: tuple[MatchArg, ...]
    condition: Expr | None
    once: bool
    once_slot: int | None
    once_type: Type | None
    block: Block
    span: Span


@record
class StandingModel:
    """Adjustments of a row: in force for a player p while `condition` holds with `me` p and the row in slot 0."""

    domain: str
    row: int
    condition: Expr
    slots: int
    adjustment: Adjustment


@record
class OptionModel:
    """An option as chosen: its type, value, and the values it may have (numbers: low to high)."""

    name: str
    type: Type
    value: int | bool
    default: int | bool
    question: str | None
    choices: tuple[str, ...]


@record
class Legend:
    """How scenario pictures and the terminal write pieces (or fields of spaces): letter to field values.

    `piece` is the piece domain, or None when the letters set variables of spaces. `letters` maps each letter to
    (field or variable name, value) pairs, in the set-up's order. `order` are the fields that name pieces.
    """

    piece: str | None
    letters: Mapping[str, tuple[tuple[str, Constant], ...]]
    order: tuple[str, ...] = ()


@record
class Model:
    """A game, checked, with its variant, options and seats chosen: everything that an executor needs.

    `screen` is how its author wants it shown; it is no part of the rules, nor of their hash.
    """

    name: str
    title: str
    version: int
    variant: str | None
    players: tuple[str, ...]
    rules_played: tuple[bool, ...]
    options: Mapping[str, OptionModel]
    domains: Mapping[str, Domain]
    spaces: Spaces
    variables: Mapping[str, Variable]
    places: Mapping[str, Place]
    tables: Mapping[str, TableModel]
    values: Mapping[str, ValueModel]
    procedures: Mapping[str, Routine]
    actions: Mapping[str, ActionModel]
    events: Mapping[str, EventModel]
    rules: tuple[RuleModel, ...]
    phases: tuple[PhaseModel, ...]
    finishes: tuple[FinishModel, ...]
    texts: tuple[TextModel, ...]
    sites: tuple[SiteModel, ...]
    standings: tuple[StandingModel, ...]
    legend: Legend | None
    hash: str
    screen: Screen | None = None
