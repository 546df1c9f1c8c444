"""Counting the sequences of decisions, or of whole turns, from a position."""

from __future__ import annotations

from interpreter.run.decisions import Position
from interpreter.run.engine import Engine


def perft(engine: Engine, position: Position, depth: int, turns: bool = False) -> list[int]:
    """How many different sequences there are of 1, 2 … `depth` decisions, from a position on.

    With `turns` they are counted by whole turns: all decisions until the turn has passed or the game is over. Chance
    comes from the state, so one seed gives one count.
    """
    counts = [0] * depth
    if turns:
        _count_turns(engine, position, counts, 0, _turn(engine, position))
    else:
        _count(engine, position, counts, 0)
    return counts


def _count(engine: Engine, position: Position, counts: list[int], level: int) -> None:
    if level == len(counts) or position.decision is None:
        return
    counts[level] += len(position.decision.options)
    if level + 1 < len(counts):
        for option in position.decision.options:
            after = engine.advance(position.vector, (*position.choices, option.choice))
            _count(engine, after, counts, level + 1)


def _count_turns(engine: Engine, position: Position, counts: list[int], level: int, turn: tuple[int, ...]) -> None:
    """Counts at `level` the turns that end from here on; `turn` is the one that is running."""
    if level == len(counts) or position.decision is None:
        return
    for option in position.decision.options:
        after = engine.advance(position.vector, (*position.choices, option.choice))
        now = _turn(engine, after)
        if after.decision is None or now != turn:
            counts[level] += 1
            _count_turns(engine, after, counts, level + 1, now)
        else:
            _count_turns(engine, after, counts, level, turn)


def _turn(engine: Engine, position: Position) -> tuple[int, ...]:
    """What tells one turn from another."""
    layout, v = engine.layout, position.vector
    return v[layout.phase], v[layout.round], v[layout.turns_taken], v[layout.mover]
