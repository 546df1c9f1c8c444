"""Types, pieces of text with how tightly they bind, and the symbols that expressions are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EXPR, OR, AND, NOT, COMPARE, SUM, TERM, SIGN, POSTFIX = range(9)
"""How tightly an expression binds, in the grammar's own steps: `EXPR` are quantifiers and their like."""


@dataclass(frozen=True, slots=True)
class Type:
    """One of something, a set or a list of it. `of` is `number`, `yes_no`, `text FORM` or a type of the game.

    `unique` is wanted where nothing may stand twice: a set, or a list of different things.
    """

    of: str
    shape: Literal["one", "set", "list", "unique"] = "one"


NUMBER, YES_NO, PLAYER, SPACE = Type("number"), Type("yes_no"), Type("player"), Type("space")
DIRECTION, EFFECT, CONDITION = Type("direction"), Type("text effect"), Type("text condition")
AMOUNT, TRIGGER = Type("text amount"), Type("text trigger")


def set_of(of: Type) -> Type:
    """The type of a set of such things."""
    return Type(of.of, "set")


def list_of(of: Type) -> Type:
    """The type of a list of such things."""
    return Type(of.of, "list")


def unique(of: Type) -> Type:
    """The type of a collection in which nothing stands twice."""
    return Type(of.of, "unique")


@dataclass(frozen=True, slots=True)
class Text:
    """An expression as text, and how tightly it binds."""

    words: str
    level: int = POSTFIX

    def at(self, level: int) -> str:
        """The text where something binding at least so tightly is needed."""
        return self.words if self.level >= level else f"({self.words})"


@dataclass(frozen=True, slots=True)
class Symbol:
    """Something that expressions may name: `form` with a place in braces for each of the types it takes.

    `me`: it needs somebody who acts. `step`: it may be used by what is declared in this step or later (see `World`);
    0 for what carries nothing out. `weight`: how readily it is taken. `finite`: a number from a known range.
    """

    gives: Type
    form: str
    takes: tuple[Type, ...] = ()
    me: bool = False
    step: int = 0
    weight: float = 1.0
    finite: bool = False

    @property
    def tight(self) -> bool:
        """Whether its first place needs brackets around anything loose."""
        return "{0}." in self.form


@dataclass(frozen=True, slots=True)
class Variable:
    """Something kept that rules may change: `form` as in a symbol, `low` and `high` for numbers, `size` for lists."""

    name: str
    type: Type
    form: str
    keys: tuple[Type, ...] = ()
    role: Literal["counter", "keep", "field"] = "keep"
    low: int = 0
    high: int = 0
    maybe: bool = False
    pile: bool = False

    @property
    def own(self) -> bool:
        """Whether it is a counter that statements may name without saying for whom."""
        return self.keys == (PLAYER,)


@dataclass(frozen=True, slots=True)
class Place:
    """A place for cards."""

    name: str
    of: Type
    form: str
    keys: tuple[Type, ...]
    shape: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class Routine:
    """Something that can be called, emitted or performed: its parameters' types and what it gives.

    `me`: it needs somebody who acts. `step`: it may be used by what is declared later.
    """

    name: str
    params: tuple[Type, ...]
    gives: Type | None = None
    me: bool = False
    step: int = 0
