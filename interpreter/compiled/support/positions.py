"""Positions of the compiled executor, which write their options when they are looked at, and its machine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.compiled.support import runtime
from interpreter.run.decisions import Choice, Decision, Position
from interpreter.run.machine import BUDGET, Machine

Pick = Callable[[int], int]
"""Chooses one of so many options, by number."""


class FastMachine(Machine):
    """A machine for generated programs; `pick` answers every decision at once."""

    __slots__ = ("pick",)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.pick: Pick | None = None

    def start_count(self) -> None:
        """A turn begins: from here on the steps count that its choice sets off (see Machine.spend)."""
        self.budget = BUDGET


class Asked(Exception):
    """A generated program has come to a decision in mid-effect that nobody has recorded.

    `number` is that of the decision, `seat` who decides, `acting` whom the text acts for; `choices` are the options and
    `outer` the values of the names around them. `revealed` is as in Decision.
    """

    def __init__(
        self, number: int, seat: int, acting: int | None, choices: list[Choice], outer: Sequence[Any], revealed: bool
    ) -> None:
        self.number = number
        self.seat = seat
        self.acting = acting
        self.choices = choices
        self.outer = outer
        self.revealed = revealed


class Writes(Protocol):
    """Writes decisions (see writing.Writer)."""

    def turn(self, v: list[int], count: int, choices: Callable[[], Sequence[Choice]], revealed: bool) -> Decision:
        """The decision of a turn whose options are so many choices."""

    def inside(self, v: list[int], asked: Asked) -> Decision:
        """A decision in mid-effect."""


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """How positions of a phase's turns follow each other: by the function `follow`.

    It is given the machine, a vector that it changes, and what is chosen, and gives the next options. `action` is the
    number of the only action with one name, where that is all that is offered; then a member is chosen among members.
    `waits`: the function needs the machine. `wide`: the width of masks that stand for the members, or 0. `pick` gives a
    choice by its number, in a vector whose options have been counted only; `listed` gives all. `plain`: neither.
    """

    follow: Callable[..., Any]
    action: int | None
    waits: bool
    wide: int
    plain: bool
    pick: Callable[[list[int], Any, int], Any] | None
    listed: Callable[[list[int]], list[Choice]] | None

    def choice(self, picked: Any) -> Choice:
        """What was chosen, from what the menu held for it."""
        return picked if self.action is None else (self.action, picked)


class UnwrittenPosition(Position, ABC):
    """A position whose decision is written out when it is looked at; `v` is its vector, not to be changed."""

    __slots__ = ("turn", "v", "writer")

    writer: Writes
    v: list[int]
    turn: Turn

    @property
    def vector(self) -> tuple[int, ...]:
        """The state when the flow last waited."""
        return tuple(self.v)

    @property
    def decision(self) -> Decision:
        """The decision, written out once."""
        if self._decision is None:
            self._decision = self.written()
        return self._decision

    @abstractmethod
    def written(self) -> Decision:
        """Writes the decision out."""


class TurnPosition(UnwrittenPosition):
    """A position in which a seat's turn begins; its options are written when they are looked at.

    `menu` holds the choices, or, where one action with one name is all that is
    offered, the members to choose from (see Turn).
    """

    __slots__ = ("menu", "revealed")

    def __init__(
        self,
        writer: Writes,
        v: list[int],
        menu: Any,
        turn: Turn,
        decision: Decision | None = None,
        revealed: bool = False,
    ) -> None:
        self.writer = writer
        self.v = v
        self.menu = menu
        self.turn = turn
        self.choices = ()
        self.revealed = revealed
        self._decision = decision

    def written(self) -> Decision:
        """Writes the decision out."""
        # What writes the options later knows another position like this one: no two things hold each other.
        other = self.like()
        return self.writer.turn(self.v, self.count, lambda: other.raw, self.revealed)

    def like(self) -> TurnPosition:
        """Another position in the same state."""
        return TurnPosition(self.writer, self.v, self.menu, self.turn)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return False

    @property
    def count(self) -> int:
        """How many options there are."""
        return len(self.menu)

    @property
    def raw(self) -> list[Choice]:
        """The choices of the options, unwritten."""
        return [self.choice(number) for number in range(self.count)]

    def picked(self, number: int) -> Any:
        """What the menu holds for one option."""
        return self.menu[number]

    def choice(self, number: int) -> Choice:
        """The choice of one option."""
        return self.turn.choice(self.picked(number))


class QuickPosition(TurnPosition):
    """The same, where the program knows the way to the next position. `count` is how many options there are."""

    __slots__ = ("count",)

    count: int
    choices: tuple[Choice, ...] = ()
    revealed = False
    over = False

    def __init__(self, writer: Writes, v: list[int], menu: Any, turn: Turn, count: int) -> None:
        self.writer = writer
        self.v = v
        self.menu = menu
        self.turn = turn
        self.count = count
        self._decision = None

    def like(self) -> TurnPosition:
        """Another position in the same state."""
        return type(self)(self.writer, self.v, self.menu, self.turn, self.count)


new_quick: Callable[[type[QuickPosition]], QuickPosition] = QuickPosition.__new__
"""Makes one of a class without calling its `__init__`, for whoever makes one at every step."""


class CountedPosition(QuickPosition):
    """The same, where the options have been counted only; the menu begins with their number."""

    __slots__ = ()

    def picked(self, number: int) -> Any:
        """What the menu would hold for one option."""
        pick = self.turn.pick
        assert pick is not None
        return pick(self.v, self.menu, range(self.menu[0])[number])

    @property
    def raw(self) -> list[Choice]:
        """The choices of the options, unwritten."""
        listed = self.turn.listed
        assert listed is not None
        return listed(self.v)


class MaskPosition(QuickPosition):
    """The same, where the menu is a mask of members."""

    __slots__ = ()

    def picked(self, number: int) -> Any:
        """The member of an option."""
        return runtime.nth_bit(self.menu, number, self.turn.wide)


class AskedPosition(UnwrittenPosition):
    """A position in mid-effect: the program has come to a decision that nobody has recorded.

    `there` is the vector in mid-effect, `picked` what was chosen in the turn, as its menu holds it.
    """

    __slots__ = ("asked", "picked", "there")

    over = False

    def __init__(
        self,
        writer: Writes,
        v: list[int],
        choices: tuple[Choice, ...],
        there: list[int],
        asked: Asked,
        turn: Turn,
        picked: Any,
    ) -> None:
        self.writer = writer
        self.v = v
        self.choices = choices
        self.there = there
        self.asked = asked
        self.turn = turn
        self.picked = picked
        self._decision = None

    def written(self) -> Decision:
        """Writes the decision out."""
        return self.writer.inside(self.there, self.asked)

    @property
    def count(self) -> int:
        """How many options there are."""
        return len(self.asked.choices)

    @property
    def raw(self) -> list[Choice]:
        """The choices of the options, unwritten."""
        return list(self.asked.choices)


def follow_nothing(r: Machine, v: list[int], choice: Any) -> Any:
    """What stands for the way to the next turn where that was not generated."""


def play_nothing(r: Machine, v: list[int], who: Callable[..., float]) -> None:
    """What stands for playouts that were not generated."""
