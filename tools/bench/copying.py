"""What a state costs a search: copying it, hashing it, and taking the step to the next one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from interpreter.run import Position

from . import ours
from .clock import typical
from .table import Cell, Settings, Table

KEY = "copying"
OFTEN = 20_000
POSITIONS = 30


def run(settings: Settings) -> list[Table]:
    """Microseconds, over positions from the course of one random game."""
    times = 3 if settings.quick else 9
    rows: list[dict[str, Cell]] = []
    for case in settings.cases:
        game = ours.load(case.name, executor=settings.executor)
        positions = _course(game)
        vector = list(positions[0].vector)
        rows.append(
            {
                "game": case.name,
                "slots": len(vector),
                "copy list": _each(partial(list, vector), times),
                "to tuple": _each(partial(tuple, vector), times),
                "hash": _each(partial(hash, tuple(vector)), times),
                "step": 1e6 * typical(partial(_steps, game, positions), times) / len(positions),
            }
        )
    title = f"Cost of a state in microseconds, executor {settings.executor}: copies, hash, one step to the next"
    return [Table(KEY, title, ("game", "slots", "copy list", "to tuple", "hash", "step"), rows)]


def _course(game: ours.Game) -> list[Position]:
    """Undecided positions of a random game, at even distances."""
    random = Random(ours.SEED).random
    position, course = game.executor.start(ours.SEED), []
    while not position.over:
        course.append(position)
        position = game.executor.after(position, int(random() * position.count))
    return course[:: max(1, len(course) // POSITIONS)]


def _steps(game: ours.Game, positions: list[Position]) -> None:
    for position in positions:
        game.executor.after(position, 0)


def _each(action: Callable[[], object], times: int) -> float:
    def often() -> None:
        for _ in range(OFTEN):
            action()

    return 1e6 * typical(often, times) / OFTEN
