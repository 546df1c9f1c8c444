"""What carries a game's rules out. Executors are interchangeable: they agree decision for decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from interpreter.compiled.engine import CompiledEngine
from interpreter.layout import Layout
from interpreter.model.program import Model
from interpreter.run import Choice, Chooser, Engine, Position


class Executor(Protocol):
    """Plays one checked game; it holds no state. What goes wrong with the rules is raised as Rejected, RW7xx."""

    layout: Layout
    observer: Callable[[str, str], None] | None

    def start(self, seed: int) -> Position:
        """The first decision of a game; phases that only `do` have been run."""

    def advance(self, vector: Sequence[int], choices: Sequence[Choice]) -> Position:
        """Carries out what follows from the choices, and comes to the next decision or the end of the game."""

    def after(self, position: Position, number: int) -> Position:
        """The position after taking an option of another, by its number."""

    def playout(
        self, vector: Sequence[int], chooser: Chooser, choices: Sequence[Choice] = (), most: int | None = None
    ) -> Position:
        """Plays on to the end of the game, or over `most` decisions, each answered by `chooser`."""

    def run_out(self, vector: Sequence[int], pick: Callable[[int], int]) -> Sequence[int]:
        """Plays to the end of the game, each decision answered by `pick(number of options)`; the last state."""

    def run_random(self, vector: Sequence[int], rand: Callable[[], float]) -> Sequence[int]:
        """Plays to the end of the game at random, by fractions of 1 that `rand` gives; the last state.

        Which option a fraction means is the executor's affair: all are as likely as each other.
        """


EXECUTORS: Mapping[str, Callable[[Model], Executor]] = {"compiled": CompiledEngine, "reference": Engine}
"""The executors by name: `reference` says what rules mean, `compiled` plays fast."""
