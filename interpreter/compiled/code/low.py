"""The intermediate program: what is left of the rules when names, types and sets have become slots, tables and masks.

Nothing here is an idea of one target language: values are whole numbers and booleans, sets are bit masks or sequences
of numbers, the state is an array of numbers, tables are constants. A printer writes it out (`python.py`).

A member of a domain is its number, nothing is -1; tables have one more entry at their end, which a member that is
nothing meets (index -1). A number that may be nothing is `absent` then.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from interpreter.compiled.code.low_values import (
    Absent,
    And,
    Bin,
    Bind,
    Bits,
    Call,
    Choose,
    Clause,
    Complement,
    Contains,
    CopyOf,
    Draw,
    Expr,
    Find,
    Fixed,
    HasBit,
    IsEmpty,
    Item,
    Known,
    Length,
    Lit,
    Lowest,
    Machine,
    NewSequence,
    Not,
    Or,
    OrZero,
    Population,
    RulesPlace,
    Sequence,
    Skipped,
    Slot,
    Table,
    Var,
    Walk,
)
from interpreter.records import record

__all__ = (
    "Absent", "Acting", "And", "Bin", "Bind", "Bits", "Call", "Choose", "Clause", "Collect", "Complement", "Contains",
    "CopyOf", "Do", "Draw", "Expr", "Fill", "Find", "Fixed", "For", "Function", "Give", "Guard", "HasBit", "If",
    "IsEmpty", "Item", "Jump", "Known", "Length", "Let", "Lit", "Loop", "Lowest", "Machine", "NewSequence", "Not",
    "Or", "OrZero", "Population", "Put", "Raise", "Return", "RulesPlace", "Sequence", "Skipped", "Slot", "Stmt",
    "Store", "Table", "Times", "Unpack", "Var", "Walk",
)  # fmt: skip


@record
class Let:
    """Puts a value in a local variable."""

    name: str
    value: Expr


@record
class Unpack:
    """Puts the values of a sequence in local variables, one in each."""

    names: tuple[str, ...]
    value: Expr


@record
class Store:
    """Puts a value in the state."""

    index: Expr
    value: Expr


@record
class Put:
    """Puts a value at an index of a sequence that can be changed."""

    sequence: Expr
    index: Expr
    value: Expr


@record
class Fill:
    """Puts the same number in `count` slots of the state, from an index on."""

    index: Expr
    count: int
    value: int


@record
class If:
    """Two blocks, one of which runs."""

    condition: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@record
class For:
    """A round for each element of a sequence; with names `beside` it, the elements are sequences of as many values."""

    name: str
    source: Expr
    body: tuple[Stmt, ...]
    beside: tuple[str, ...] = ()


@record
class Times:
    """So many rounds."""

    number: Expr
    body: tuple[Stmt, ...]


@record
class Loop:
    """Rounds without end, until something leaves."""

    body: tuple[Stmt, ...]


@record
class Do:
    """Evaluates something for what it does."""

    value: Expr


@record
class Return:
    """Ends the function, with a value."""

    value: Expr | None


@record
class Jump:
    """`next` goes on with the next round of the innermost loop, `leave` ends it."""

    where: str


@record
class Collect:
    """Puts a value at the end of a sequence for everything that the clauses, one inside the other, come to."""

    name: str
    clauses: tuple[Clause, ...]
    value: Expr


@record
class Raise:
    """Breaks off: `abandon` ends the unit around it, `over` the game, `happened` a trial (see run.signals)."""

    signal: Literal["abandon", "over", "happened"]


@record
class Give:
    """Ends the procedure or action that a function is part of, with a value."""

    value: Expr


@record
class Guard:
    """Runs `body`; where it is abandoned, goes on after it."""

    body: tuple[Stmt, ...]


@record
class Acting:
    """Runs `body` for a seat; where it is abandoned, goes on after it. `before` names who acted until then."""

    seat: Expr
    before: str
    body: tuple[Stmt, ...]


Stmt: TypeAlias = (
    Let | Unpack | Store | Put | Fill | If | For | Times | Loop | Do | Return | Jump | Collect | Raise
    | Give | Guard | Acting
)  # fmt: skip


@record
class Function:
    """A function of the program: its parameters are local variables."""

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...]
    note: str = ""
