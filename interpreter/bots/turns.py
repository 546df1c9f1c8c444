"""Steps of a game as bots take them: over positions, forced options taken at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

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


def position_of(state: State) -> tuple[Position, Decision]:
    """The position of a state and its decision. Raises ValueError when the game is over."""
    position = state.position
    if position.decision is None:
        raise ValueError("the game is over: there is nothing to choose")
    return position, position.decision


def step(simulator: Simulator, position: Position, choice: Choice) -> tuple[Position, bool]:
    """The next position in which there is something to choose, or the end; whether it was come to without chance.

    What has one option only is taken. Chance is whatever a generator in another state, or hidden things that lie
    otherwise, could have made different.
    """
    at = simulator.layout.chance.at
    before = position.vector[at : at + 2]
    position = simulator.advance(position.vector, (*position.choices, choice))
    certain = True
    while True:
        decision = position.decision
        certain = certain and (decision is None or not decision.revealed)
        if decision is None or len(decision.options) > 1:
            return position, certain and position.vector[at : at + 2] == before
        position = simulator.advance(position.vector, (*position.choices, decision.options[0].choice))
