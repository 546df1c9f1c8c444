"""Declarations: what a game has."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.syntax.nodes.base import Node, Word
from interpreter.syntax.nodes.expressions import Expr


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """A type as written. `form` is name, space, maybe, set, list, pile or number; `name` is the word after it.

    The grammar takes any name for the word `space`; what else an author wrote stands in `form` as well.
    `low` and `high` are the bounds of a number; `high` alone is the greatest length of a list.
    """

    form: str
    name: Word | None
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True, slots=True)
class Rows(Node):
    """`many of one`: the name of a set and of its type."""

    many: Word
    one: Word


@dataclass(frozen=True, slots=True)
class Key(Node):
    """A key of a counter or keep. `form` is type (`name`), space (`name of area`), or range (`low` to `high`)."""

    form: str
    name: Word | None
    area: Word | None
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Param(Node):
    """A parameter or field; without a type it has the type it is named like."""

    name: Word
    type: TypeName | None


@dataclass(frozen=True, slots=True)
class Game(Node):
    """`game name "title" version n players …`; low and high are the number of players, or None for all named."""

    name: Word
    title: Word
    version: int
    low: int | None
    high: int | None
    players: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Include(Node):
    """`include "file", …`."""

    files: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`option name is default from low to high "question"`."""

    name: Word
    default: Expr
    low: Expr | None
    high: Expr | None
    question: Word | None


@dataclass(frozen=True, slots=True)
class Seat(Node):
    """`seat name when condition with low to high players`: a seat the rules play, beside so many people."""

    name: Word
    condition: Expr
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Group(Node):
    """`group name is actions`: stands wherever a list of actions does."""

    name: Word
    actions: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Kind(Node):
    """`kind many of one is words`."""

    rows: Rows
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Data(Node):
    """`data rows from files with nested rows`; without files other rules files add all the rows."""

    rows: tuple[Rows, ...]
    files: tuple[Word, ...]
    nested: tuple[Rows, ...]


@dataclass(frozen=True, slots=True)
class Standing(Node):
    """`standing field of row while condition`: when the adjustments of a row are in force."""

    field: Word
    row: Word
    condition: Expr


@dataclass(frozen=True, slots=True)
class Counter(Node):
    """`counter names for each keys from start [down to low] up to high [reset each when]`.

    `start` and `low` may be negative numbers (a `Minus` of a `Number`).
    """

    names: tuple[Word, ...]
    keys: tuple[Key, ...]
    start: Expr
    low: Expr | None
    high: Expr
    reset: Word | None
    for_the_game: bool


@dataclass(frozen=True, slots=True)
class Keep(Node):
    """`keep names for each keys as type from start [hidden] [reset each when]`; hiding is hidden, owner or None."""

    names: tuple[Word, ...]
    keys: tuple[Key, ...]
    type: TypeName
    start: Expr | None
    hiding: str | None
    reset: Word | None


@dataclass(frozen=True, slots=True)
class Place(Node):
    """A pile, row or set (`shape`) of cards."""

    shape: Word
    name: Word
    keys: tuple[Key, ...]
    hiding: str | None
    refill: Word | None
    size: Expr | None


@dataclass(frozen=True, slots=True)
class Places(Node):
    """`places of row: …`: every row of the type is in exactly one of them."""

    row: Word
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Piece(Node):
    """`piece many of one [for each owner up to number] has fields`."""

    rows: Rows
    pool: Word | None
    number: Expr | None
    fields: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Setup(Node):
    """`setup from "file"`."""

    file: Word


@dataclass(frozen=True, slots=True)
class Axis(Node):
    """An axis of a grid: a size alone, or `name low to high`."""

    size: Expr | None
    name: Word | None
    low: int
    high: int
    wrapped: bool


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """`grid name axis by axis [hexagonal] [where condition]`."""

    name: Word
    first: Axis
    second: Axis
    hexagonal: bool
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Ring(Node):
    """`ring name around grid [where condition]`."""

    name: Word
    around: Word
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Graph(Node):
    """`graph name from "file"`."""

    name: Word
    file: Word


@dataclass(frozen=True, slots=True)
class Figures(Node):
    """`figures names from "file" on areas`."""

    names: tuple[Word, ...]
    file: Word
    areas: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class TableRow(Node):
    """`key: cells`."""

    key: Word
    cells: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Table(Node):
    """`table name by type: columns … rows`."""

    name: Word
    by: Word
    columns: tuple[Word, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class Value(Node):
    """`value name(params) "text" is expression`; `params` is None when there are no brackets.

    `text` says the value in words, with parameters in braces.
    """

    name: Word
    params: tuple[Param, ...] | None
    text: Word | None
    body: Expr


@dataclass(frozen=True, slots=True)
class Signature(Node):
    """One event and its arguments."""

    name: Word
    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True)
class Events(Node):
    """`event name(params), …`."""

    events: tuple[Signature, ...]


Declaration = (
    Kind | Data | Standing | Counter | Keep | Places | Piece | Grid | Ring | Graph | Figures | Table | Value | Events
    | Group | Seat
)  # fmt: skip
