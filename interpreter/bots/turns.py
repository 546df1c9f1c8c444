"""Steps of a game as bots take them: decisions are not written out where that can be helped."""

from __future__ import annotations

from random import Random

from interpreter.game import State
from interpreter.game.executors import Executor
from interpreter.layout import Layout
from interpreter.run import Choice, Decision, Position

LONGEST_TURN = 40
"""Choices after which a turn is broken off that does not end by itself."""


class TooLong(Exception):
    """A playout has taken more decisions than it may."""


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


def step(executor: Executor, position: Position, choice: Choice) -> tuple[Position, bool]:
    """The next position in which there is something to choose, or the end; whether it was come to without chance.

    What has one option only is taken. Chance is whatever a generator in another state, or hidden things that lie
    otherwise, could have made different.
    """
    at = executor.layout.chance.at
    before = position.vector[at : at + 2]
    certain = True
    while True:
        position = executor.advance(position.vector, (*position.choices, choice))
        if position.choices and position.decision is not None:
            certain = certain and not position.decision.revealed
        if position.count != 1:
            return position, certain and position.vector[at : at + 2] == before
        choice = position.raw[0]


def finish(executor: Executor, position: Position, seat: int, random: Random) -> tuple[Position, int]:
    """Plays on at random until it is no longer this turn of a seat; with how many choices there were on the way.

    What need not be done is left at every other question, or turns would hardly end.
    """
    layout, draw = executor.layout, random.random
    turns, chosen = position.vector[layout.turns_taken], 0
    while not position.over and chosen < LONGEST_TURN:
        if position.vector[layout.turns_taken] != turns or seat_of(layout, position) != seat:
            break
        raw = position.raw
        number = raw.index(()) if len(raw) > 1 and () in raw and draw() < 0.5 else int(draw() * len(raw))
        chosen += len(raw) > 1
        position = executor.after(position, number)
    return wander(executor, position, random, 0), chosen


def wander(executor: Executor, position: Position, random: Random, most: int) -> Position:
    """Plays on at random to the end of the game, or over `most` decisions and to the end of the unit then under way."""
    draw = random.random
    while not position.over and (most > 0 or position.choices):
        position = executor.after(position, int(draw() * position.count))
        most -= 1
    return position


def play_on(executor: Executor, position: Position, random: Random, most: int) -> tuple[int, ...]:
    """The vector at the end of a game that is played on at random. Raises TooLong after `most` decisions."""
    position = wander(executor, position, random, 0)
    if position.over:
        return position.vector
    draw, left = random.random, most

    def pick(options: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooLong
        return int(draw() * options)

    return tuple(executor.run_out(position.vector, pick))
