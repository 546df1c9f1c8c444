"""Declarations: what a game has."""

from __future__ import annotations

from interpreter.records import record
from interpreter.syntax.nodes.base import Node, Word
from interpreter.syntax.nodes.expressions import Expr


@record
class TypeName(Node):
    """A type as written. `form` is name, space, maybe, set, list, pile or number; `name` is the word after it.

    The grammar takes any name for the word `space`; what else an author wrote stands in `form` as well.
    `low` and `high` are the bounds of a number; `high` alone is the greatest length of a list.
    """

    form: str
    name: Word | None
    low: Expr | None
    high: Expr | None


@record
class Rows(Node):
    """`many of one`: the name of a set and of its type."""

    many: Word
    one: Word


@record
class Key(Node):
    """A key of a counter or keep. `form` is type (`name`), space (`name of area`), or range (`low` to `high`)."""

    form: str
    name: Word | None
    area: Word | None
    low: int
    high: int


@record
class Param(Node):
    """A parameter or field; without a type it has the type it is named like."""

    name: Word
    type: TypeName | None


@record
class Game(Node):
    """`game name "title" version n players …`; low and high are the number of players, or None for all named."""

    name: Word
    title: Word
    version: int
    low: int | None
    high: int | None
    players: tuple[Word, ...]


@record
class Include(Node):
    """`include "file", …`."""

    files: tuple[Word, ...]


@record
class Option(Node):
    """`option name is default from low to high "question"`."""

    name: Word
    default: Expr
    low: Expr | None
    high: Expr | None
    question: Word | None


@record
class Seat(Node):
    """`seat name when condition with low to high players`: a seat the rules play, beside so many people."""

    name: Word
    condition: Expr
    low: int | None
    high: int | None


@record
class Group(Node):
    """`group name is actions`: stands wherever a list of actions does."""

    name: Word
    actions: tuple[Word, ...]


@record
class Kind(Node):
    """`kind many of one is words`."""

    rows: Rows
    words: tuple[Word, ...]


@record
class Data(Node):
    """`data rows from files with nested rows`; without files other rules files add all the rows."""

    rows: tuple[Rows, ...]
    files: tuple[Word, ...]
    nested: tuple[Rows, ...]


@record
class Standing(Node):
    """`standing field of row while condition`: when the adjustments of a row are in force."""

    field: Word
    row: Word
    condition: Expr


@record
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


@record
class Keep(Node):
    """`keep names for each keys as type from start [hidden] [reset each when]`; hiding is hidden, owner or None."""

    names: tuple[Word, ...]
    keys: tuple[Key, ...]
    type: TypeName
    start: Expr | None
    hiding: str | None
    reset: Word | None


@record
class Place(Node):
    """A pile, row or set (`shape`) of cards."""

    shape: Word
    name: Word
    keys: tuple[Key, ...]
    hiding: str | None
    refill: Word | None
    size: Expr | None


@record
class Places(Node):
    """`places of row: …`: every row of the type is in exactly one of them."""

    row: Word
    places: tuple[Place, ...]


@record
class Piece(Node):
    """`piece many of one [for each owner up to number] has fields`."""

    rows: Rows
    pool: Word | None
    number: Expr | None
    fields: tuple[Param, ...]


@record
class Setup(Node):
    """`setup from "file"`."""

    file: Word


@record
class Axis(Node):
    """An axis of a grid: a size alone, or `name low to high`."""

    size: Expr | None
    name: Word | None
    low: int
    high: int
    wrapped: bool


@record
class Grid(Node):
    """`grid name axis by axis [hexagonal] [where condition]`."""

    name: Word
    first: Axis
    second: Axis
    hexagonal: bool
    condition: Expr | None


@record
class Ring(Node):
    """`ring name around grid [where condition]`."""

    name: Word
    around: Word
    condition: Expr | None


@record
class Graph(Node):
    """`graph name from "file"`."""

    name: Word
    file: Word


@record
class Figures(Node):
    """`figures names from "file" on areas`."""

    names: tuple[Word, ...]
    file: Word
    areas: tuple[Word, ...]


@record
class TableRow(Node):
    """`key: cells`."""

    key: Word
    cells: tuple[Expr, ...]


@record
class Table(Node):
    """`table name by type: columns … rows`."""

    name: Word
    by: Word
    columns: tuple[Word, ...]
    rows: tuple[TableRow, ...]


@record
class Value(Node):
    """`value name(params) "text" is expression`; `params` is None when there are no brackets.

    `text` says the value in words, with parameters in braces.
    """

    name: Word
    params: tuple[Param, ...] | None
    text: Word | None
    body: Expr


@record
class Signature(Node):
    """One event and its arguments."""

    name: Word
    params: tuple[Param, ...]


@record
class Events(Node):
    """`event name(params), …`."""

    events: tuple[Signature, ...]


Declaration = (
    Kind | Data | Standing | Counter | Keep | Places | Piece | Grid | Ring | Graph | Figures | Table | Value | Events
    | Group | Seat
)  # fmt: skip
