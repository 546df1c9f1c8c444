"""The expressions of the intermediate program; see low.py, by which everybody names them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from interpreter.records import record

Fixed: TypeAlias = "int | bool | str | tuple[Fixed, ...] | frozenset[int] | None"


@record
class Lit:
    """A constant; None is the absent number."""

    value: Fixed


@record
class Var:
    """A local variable."""

    name: str


@record
class Slot:
    """The state at an index."""

    index: Expr


@record
class Item:
    """An entry of a table, or of a sequence."""

    table: Expr
    index: Expr


@record
class Table:
    """A constant table by number; see `Tables`."""

    number: int


@record
class Bin:
    """op is + - * // % & | ^ << >> (numbers and masks), or < <= > >= == != (conditions)."""

    op: str
    left: Expr
    right: Expr


@record
class Not:
    """The opposite of a condition."""

    of: Expr


@record
class Complement:
    """All bits of a mask turned over."""

    of: Expr


@record
class And:
    """Conditions that must all hold, tested from the first on."""

    parts: tuple[Expr, ...]


@record
class Or:
    """Conditions of which one must hold, tested from the first on."""

    parts: tuple[Expr, ...]


@record
class Choose:
    """`then` where `condition` holds, else `other`."""

    condition: Expr
    then: Expr
    other: Expr


@record
class Bind:
    """The value of `value`, which is also put in the variable `name` for what is evaluated after it."""

    name: str
    value: Expr


@record
class Absent:
    """Whether a number is absent."""

    of: Expr


@record
class OrZero:
    """A number, 0 where it is absent."""

    of: Expr


@record
class Call:
    """A function of the program or of the runtime."""

    name: str
    args: tuple[Expr, ...]


@record
class Lowest:
    """The number of the lowest bit that is set; -1 for an empty mask."""

    mask: Expr


@record
class Population:
    """How many bits are set."""

    mask: Expr


@record
class HasBit:
    """Whether a bit is set."""

    mask: Expr
    bit: Expr


@record
class Bits:
    """The numbers of the bits that are set, in order. `few`: masks of this place have few bits, so the same recur."""

    mask: Expr
    few: bool


@record
class Sequence:
    """A sequence of values written out."""

    items: tuple[Expr, ...]


@record
class Clause:
    """A step of a walk: `for` each element of `value` in `name`, `if` the condition `value`, `let` name be `value`.

    With names `beside` it, the elements are sequences of as many values.
    """

    kind: Literal["for", "if", "let"]
    name: str
    value: Expr
    beside: tuple[str, ...] = ()


@record
class Walk:
    """What comes of `value` for everything that the clauses, one inside the other, come to.

    list: the sequence of all values. any: whether there is one. count: how many. sum: all added up. highest, lowest:
    absent for none. first, last: the member, -1 for none; first_number, last_number: absent for none.
    """

    what: str
    clauses: tuple[Clause, ...]
    value: Expr


@record
class Length:
    """How many values a sequence has."""

    sequence: Expr


@record
class IsEmpty:
    """Whether a sequence has no values."""

    sequence: Expr


@record
class Contains:
    """Whether a sequence has a value among its members."""

    sequence: Expr
    value: Expr


@record
class Find:
    """What a mapping has for a key, or `missing`."""

    mapping: Expr
    key: Expr
    missing: Expr


@record
class NewSequence:
    """A sequence without values, to which some will be added."""


@record
class CopyOf:
    """A copy of the state, which changes on its own."""

    state: Expr


@record
class Machine:
    """What the machine that runs the program does or knows.

    `recorded`: the next recorded choice, absent when there is none left. `spend`: counts a step of work, for a place in
    the rules.
    """

    name: str
    args: tuple[Expr, ...] = ()


@record
class Known:
    """What the machine that runs the program knows: `state`, `seat` (absent for nobody), whether it is `trying`,
    or whether values are `adjusting` (a `with` is in force, or an adjustment is being evaluated)."""

    what: Literal["state", "seat", "trying", "adjusting"]


@record
class Skipped:
    """Whether a recorded choice says that there was nothing to choose."""

    choice: Expr


@record
class Draw:
    """One of so many numbers from 0 on: as the function `draw` says, or by chance (`rand` gives a fraction of 1)."""

    number: Expr
    by: Literal["draw", "rand"]


@record
class RulesPlace:
    """A place in the text of the rules, by number."""

    number: int


Expr: TypeAlias = (
    Lit | Var | Slot | Item | Table | Bin | Not | Complement | And | Or | Choose | Bind | Absent | OrZero | Call
    | Lowest | Population | HasBit | Bits | Sequence | Walk | Length | IsEmpty | Contains | Find | NewSequence | CopyOf
    | Machine | Known | Skipped | Draw | RulesPlace
)  # fmt: skip
