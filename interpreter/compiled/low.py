"""The intermediate program: what is left of the rules when names, types and sets have become slots, tables and masks.

Nothing here is an idea of one target language: values are whole numbers and booleans, sets are bit masks or sequences
of numbers, the state is an array of numbers, tables are constants. A printer writes it out (`python.py`).

A member of a domain is its number, nothing is -1; tables have one more entry at their end, which a member that is
nothing meets (index -1). A number that may be nothing is `absent` then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Fixed: TypeAlias = "int | bool | str | tuple[Fixed, ...] | frozenset[int] | None"


@dataclass(frozen=True, slots=True)
class Lit:
    """A constant; None is the absent number."""

    value: Fixed


@dataclass(frozen=True, slots=True)
class Var:
    """A local variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """The state at an index."""

    index: Expr


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a table, or of a sequence."""

    table: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Table:
    """A constant table by number; see `Tables`."""

    number: int


@dataclass(frozen=True, slots=True)
class Bin:
    """op is + - * // % & | ^ << >> (numbers and masks), or < <= > >= == != (conditions)."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Complement:
    """All bits of a mask turned over."""

    of: Expr


@dataclass(frozen=True, slots=True)
class And:
    """Conditions that must all hold, tested from the first on."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Conditions of which one must hold, tested from the first on."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """`then` where `condition` holds, else `other`."""

    condition: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Bind:
    """The value of `value`, which is also put in the variable `name` for what is evaluated after it."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Absent:
    """Whether a number is absent."""

    of: Expr


@dataclass(frozen=True, slots=True)
class OrZero:
    """A number, 0 where it is absent."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A function of the program or of the runtime."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lowest:
    """The number of the lowest bit that is set; -1 for an empty mask."""

    mask: Expr


@dataclass(frozen=True, slots=True)
class Population:
    """How many bits are set."""

    mask: Expr


@dataclass(frozen=True, slots=True)
class HasBit:
    """Whether a bit is set."""

    mask: Expr
    bit: Expr


@dataclass(frozen=True, slots=True)
class Bits:
    """The numbers of the bits that are set, in order. `few`: masks of this place have few bits, so the same recur."""

    mask: Expr
    few: bool


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of values written out."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A step of a walk: `for` each element of `value` in `name`, `if` the condition `value`, `let` name be `value`.

    With names `beside` it, the elements are sequences of as many values.
    """

    kind: Literal["for", "if", "let"]
    name: str
    value: Expr
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Walk:
    """What comes of `value` for everything that the clauses, one inside the other, come to.

    list: the sequence of all values. any: whether there is one. count: how many. sum: all added up. highest, lowest:
    absent for none. first, last: the member, -1 for none; first_number, last_number: absent for none.
    """

    what: str
    clauses: tuple[Clause, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Length:
    """How many values a sequence has."""

    sequence: Expr


@dataclass(frozen=True, slots=True)
class IsEmpty:
    """Whether a sequence has no values."""

    sequence: Expr


@dataclass(frozen=True, slots=True)
class Contains:
    """Whether a sequence has a value among its members."""

    sequence: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Find:
    """What a mapping has for a key, or `missing`."""

    mapping: Expr
    key: Expr
    missing: Expr


@dataclass(frozen=True, slots=True)
class NewSequence:
    """A sequence without values, to which some will be added."""


@dataclass(frozen=True, slots=True)
class CopyOf:
    """A copy of the state, which changes on its own."""

    state: Expr


@dataclass(frozen=True, slots=True)
class Machine:
    """What the machine that runs the program does or knows.

    `recorded`: the next recorded choice, absent when there is none left. `spend`: counts a step of work, for a place in
    the rules.
    """

    name: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """What the machine that runs the program knows: `state`, `seat` (absent for nobody), whether it is `trying`,
    or whether values are `adjusting` (a `with` is in force, or an adjustment is being evaluated)."""

    what: Literal["state", "seat", "trying", "adjusting"]


@dataclass(frozen=True, slots=True)
class Skipped:
    """Whether a recorded choice says that there was nothing to choose."""

    choice: Expr


@dataclass(frozen=True, slots=True)
class Draw:
    """One of so many numbers from 0 on: as the function `draw` says, or by chance (`rand` gives a fraction of 1)."""

    number: Expr
    by: Literal["draw", "rand"]


@dataclass(frozen=True, slots=True)
class RulesPlace:
    """A place in the text of the rules, by number."""

    number: int


Expr: TypeAlias = (
    Lit | Var | Slot | Item | Table | Bin | Not | Complement | And | Or | Choose | Bind | Absent | OrZero | Call
    | Lowest | Population | HasBit | Bits | Sequence | Walk | Length | IsEmpty | Contains | Find | NewSequence | CopyOf
    | Machine | Known | Skipped | Draw | RulesPlace
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Let:
    """Puts a value in a local variable."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Unpack:
    """Puts the values of a sequence in local variables, one in each."""

    names: tuple[str, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """Puts a value in the state."""

    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Put:
    """Puts a value at an index of a sequence that can be changed."""

    sequence: Expr
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Fill:
    """Puts the same number in `count` slots of the state, from an index on."""

    index: Expr
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class If:
    """Two blocks, one of which runs."""

    condition: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class For:
    """A round for each element of a sequence; with names `beside` it, the elements are sequences of as many values."""

    name: str
    source: Expr
    body: tuple[Stmt, ...]
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Times:
    """So many rounds."""

    number: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """Rounds without end, until something leaves."""

    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Do:
    """Evaluates something for what it does."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Return:
    """Ends the function, with a value."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class Jump:
    """`next` goes on with the next round of the innermost loop, `leave` ends it."""

    where: str


@dataclass(frozen=True, slots=True)
class Collect:
    """Puts a value at the end of a sequence for everything that the clauses, one inside the other, come to."""

    name: str
    clauses: tuple[Clause, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Raise:
    """Breaks off: `abandon` ends the unit around it, `over` the game, `happened` a trial (see run.signals)."""

    signal: Literal["abandon", "over", "happened"]


@dataclass(frozen=True, slots=True)
class Give:
    """Ends the procedure or action that a function is part of, with a value."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Guard:
    """Runs `body`; where it is abandoned, goes on after it."""

    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """Runs `body` for a seat; where it is abandoned, goes on after it. `before` names who acted until then."""

    seat: Expr
    before: str
    body: tuple[Stmt, ...]


Stmt: TypeAlias = (
    Let | Unpack | Store | Put | Fill | If | For | Times | Loop | Do | Return | Jump | Collect | Raise
    | Give | Guard | Acting
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the program: its parameters are local variables."""

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...]
    note: str = ""
