"""What the outside sees of a game in progress: positions, decisions and their options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, overload

from interpreter.diagnostics import Span

Choice: TypeAlias = "tuple[int, ...]"
"""What was chosen, as numbers.

In a turn and in a pause the number of the action and the values that it binds; later the values that are bound. Of
parts the part's number and its member (-1 without one). Yes is (1,), no (0,); another round (1,). Declining, `done` and
`go on` are ().
"""

SKIPPED: Choice = (-2,)
"""Stands among recorded choices where a decision was come to that had nothing to offer and was passed over."""

ONLY: Choice = (-3,)
"""Stands among recorded choices where a seat that the rules play had one option, which the rules took."""

Kind = Literal["turn", "free", "pause", "choose", "several", "perform", "may", "parts", "repeat", "order"]


@dataclass(frozen=True, slots=True)
class Option:
    """One way to decide: the choice to record, and how it is written (without who decides).

    `action` is the action that it takes, for decisions among actions.
    """

    choice: Choice
    words: str
    action: str | None


class LateOptions(Sequence[Option]):
    """So many options, which are written when one of them is looked at; equal to those written at once.

    `write` gives them; what it raises is raised where they are looked at.
    """

    __slots__ = ("_count", "_write", "_written")

    def __init__(self, count: int, write: Callable[[], Sequence[Option]]) -> None:
        self._count = count
        self._write = write
        self._written: tuple[Option, ...] | None = None

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Option: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, number: int | slice) -> Option | tuple[Option, ...]:
        if self._written is None:
            self._written = tuple(self._write())
        return self._written[number]

    def __eq__(self, other: object) -> bool:
        return self[:] == other[:] if isinstance(other, (tuple, LateOptions)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self[:])


class Decision(NamedTuple):
    """A seat must choose one of the options (at least one; no two are written alike).

    `purpose` says in a word or two what for, `span` where in the rules it is asked. `revealed` says whether chance or
    hidden news has come since the decision before.
    """

    seat: int
    kind: Kind
    purpose: str
    span: Span
    options: Sequence[Option]
    revealed: bool


class Position:
    """A state of a game: the vector when the flow last waited, the choices since, and what is to be decided now.

    `decision` is None when the game is over; an executor may write it out only when it is asked for. `choices` may hold
    SKIPPED and ONLY, which no one has chosen. Not to be changed.
    """

    __slots__ = ("_decision", "_vector", "choices")

    def __init__(self, vector: tuple[int, ...], choices: tuple[Choice, ...], decision: Decision | None) -> None:
        self._vector = vector
        self.choices = choices
        self._decision = decision

    @property
    def vector(self) -> tuple[int, ...]:
        """The state."""
        return self._vector

    @property
    def decision(self) -> Decision | None:
        """What is to be decided, or None."""
        return self._decision

    @property
    def count(self) -> int:
        """How many options there are; 0 when the game is over."""
        return 0 if self._decision is None else len(self._decision.options)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._decision is None

    @property
    def raw(self) -> list[Choice]:
        """The choices of the options, in order; none when the game is over."""
        return [] if self._decision is None else [option.choice for option in self._decision.options]


Chooser: TypeAlias = Callable[[Decision], int]
"""Answers a decision with the number of an option, from 0."""
