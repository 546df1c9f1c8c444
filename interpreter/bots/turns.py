"""Steps of a game as bots take them: decisions are not written out where that can be helped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from interpreter.game import State
from interpreter.layout import Layout
from interpreter.run import Choice, Chooser, Decision, Position


class Simulator(Protocol):
    """What bots need of an executor; every executor has it. `Engine` says what each of these means."""

    layout: Layout

    def advance(self, vector: Sequence[int], choices: Sequence[Choice]) -> Position: ...

    def playout(
        self, vector: Sequence[int], chooser: Chooser, choices: Sequence[Choice] = (), most: int | None = None
    ) -> Position: ...


@runtime_checkable
class Runner(Protocol):
    """An executor that can also play on with nothing but the number of options told."""

    def run_out(self, vector: Sequence[int], pick: Callable[[int], int], most: int | None = None) -> list[int]:
        """The vector at the end of the game or after `most` turns; `pick` takes one of so many options."""


def position_of(state: State) -> tuple[Position, Decision]:
    """The position of a state and its decision. Raises ValueError when the game is over."""
    position = state.position
    if position.decision is None:
        raise ValueError("the game is over: there is nothing to choose")
    return position, position.decision


def seat_of(layout: Layout, position: Position) -> int:
    """Whose decision it is. The game must not be over.

    Where the flow waits for a turn it is the mover's, which is known without writing the decision out.
    """
    mover = position.vector[layout.mover]
    if not position.choices and mover >= 0:
        return mover
    decision = position.decision
    return mover if decision is None else decision.seat


def step(simulator: Simulator, position: Position, choice: Choice) -> tuple[Position, bool]:
    """The next position in which there is something to choose, or the end; whether it was come to without chance.

    What has one option only is taken. Chance is whatever a generator in another state, or hidden things that lie
    otherwise, could have made different.
    """
    at = simulator.layout.chance.at
    before = position.vector[at : at + 2]
    certain = True
    while True:
        position = simulator.advance(position.vector, (*position.choices, choice))
        if position.choices and position.decision is not None:
            certain = certain and not position.decision.revealed
        if position.over or len(position.raw) > 1:
            return position, certain and position.vector[at : at + 2] == before
        choice = position.raw[0]


def play_on(simulator: Simulator, position: Position, random: Random, most: int) -> Position:
    """Plays at random from a position, to the end or for about `most` decisions.

    The position there; its decision may have been left out: whether the game is over stands in the vector.
    """
    draw = random.random
    while position.choices and not position.over:
        raw = position.raw
        position = simulator.advance(position.vector, (*position.choices, raw[int(draw() * len(raw))]))
    if position.over:
        return position
    if isinstance(simulator, Runner):
        return Position(tuple(simulator.run_out(position.vector, lambda n: int(draw() * n), most)), (), None)
    return simulator.playout(position.vector, lambda decision: int(draw() * len(decision.options)), (), most)
