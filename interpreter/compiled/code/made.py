"""What generating a program gives: its source, and all that its engine needs besides. Light, for games kept ready."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import Type

PASSES = frozenset(
    {
        *("loops", "alone", "counted", "foresee", "fuse", "ranges", "ready", "settled", "short", "together"),
        *("tables", "masks", "join", "absorb", "inverses", "groups", "figures", "lines", "links", "inline", "unroll"),
        *("unfold", "between", "seats", "promote", "moves", "shifts", "rows", "share", "splices"),
    }
)
"""All passes; each can be left out, and the program means the same."""


@dataclass(slots=True)
class ValueMasks:
    """For a variable with one key: per value the set of keys that have it, as a mask of key numbers.

    The mask of value x stands in slot `base + x`; `low` is the lowest value (-1: nothing). The variable's own slots
    begin at `at`, for the keys from `first_key` on.
    """

    variable: str
    base: int
    low: int
    values: int
    first_key: int
    keys: int
    at: int


@dataclass(slots=True)
class Groups:
    """For a domain of pieces: per group (a mask of pieces) the slot of the set of spaces that its pieces stand on."""

    domain: str
    slots: dict[int, int]


@dataclass(slots=True)
class Areas:
    """For a domain of pieces: per set of spaces (a mask) the slot of the set of pieces that stand on one of them."""

    domain: str
    slots: dict[int, int]


@dataclass(slots=True)
class Link:
    """A connection kept up to date: whether, for a value, its keys join one edge with another.

    `starts` and `goals` are masks of keys per value. A key's slot, `base + key`, holds the slot of a key of the same
    group, its parent; the root of a group has no parent and holds which edges the group touches instead (bits 1 and 2,
    all bits turned over, so that it is negative). `done + value` says whether some group touches both.
    """

    variable: str
    starts: tuple[int, ...]
    goals: tuple[int, ...]
    base: int
    done: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept beside a state: the length of a vector with it, and the inverses by what they follow from."""

    size: int
    values: dict[str, ValueMasks]
    groups: dict[str, Groups]
    areas: dict[str, Areas]
    links: dict[str, Link]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision in mid-effect: what its options are made of, for the runtime to write and ask."""

    node: s.Decide
    slots: tuple[int, ...]
    types: tuple[Type, ...]
    outer: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A number that a variable cannot hold, to be told with its place."""

    variable: str
    node: s.SetVariable


class Borrowed(NamedTuple):
    """An expression that the reference executor evaluates, over slots 0 … inputs - 1.

    `kinds`: how these are held (see kinds.kind_of), and last how the result is.
    """

    node: x.Expr
    inputs: int
    kinds: tuple[str, ...]


class Left(NamedTuple):
    """What a generated function calls of the reference executor: a `statement`, a `gain`, or a `check` for the end."""

    kind: str
    node: s.Stmt
    name: str
    reason: str


class Splice(NamedTuple):
    """A function that the reference executor calls for a part of the model.

    `kind`: value (an expression), members (of a source), search, options and bindings (what actions and decisions
    offer), block; free searches and free options are those without costs. `node` is the part, or the first of it.
    `left`: what the function calls in turn.
    """

    kind: str
    node: Any
    name: str
    left: tuple[Left, ...]


@dataclass(slots=True)
class Spliced:
    """Generated functions for parts of a game that is carried out by the reference executor (see splices.py).

    `memories`: how many values are remembered. `reasons`: for parts without a function, why there is none.
    """

    source: str
    tables: list[Any]
    borrowed: list[Borrowed]
    memories: int
    splices: list[Splice]
    faults: list[Fault]
    spans: list[Span]
    reasons: list[tuple[Any, str]]


class Following(NamedTuple):
    """A function that goes from a turn's position to the next.

    `waits`: it may ask for something in mid-effect, or need the machine otherwise. `wide`: the width of the masks that
    stand for its options, 0 where these are sequences. `counted`: they may be counted only, and found by number.
    """

    waits: bool
    wide: int
    counted: bool


@dataclass(slots=True)
class Generated:
    """A generated program: its source, the constants it names, and which parts of the game it holds.

    `menus`: phases whose turns it gives the options of; `singles`: those in which one action with one name is offered,
    with its number. `follows`: phases from whose turns it goes on to the next. `takes`: actions that it carries out.
    `reasons`: why other parts are left to the reference executor. `borrowed`: expressions that this evaluates for it.
    `spliced`: functions that it calls where it carries parts out.
    """

    source: str
    tables: list[Any]
    menus: set[str]
    singles: dict[str, int]
    follows: dict[str, Following]
    takes: set[str]
    reasons: dict[str, str]
    kept: Kept
    borrowed: list[Borrowed]
    decisions: list[Decision]
    faults: list[Fault]
    spans: list[Span]
    spliced: Spliced | None


@dataclass(frozen=True, slots=True)
class Compiled:
    """A generated program and its code, as `marshal` writes it: what another process needs to play the same model.

    `spliced` is the code of the functions that the reference executor calls.
    """

    generated: Generated
    code: bytes
    spliced: bytes
