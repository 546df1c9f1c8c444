"""Loading: the time to check a game's files, and to make an executor of the checked model."""

from __future__ import annotations

from functools import partial

from interpreter.check import check_game
from interpreter.game.executors import EXECUTORS

from .clock import typical
from .table import Cell, Settings, Table

KEY = "loading"


def run(settings: Settings) -> list[Table]:
    """Per game, in a process that has imported everything and read the grammar."""
    times = 3 if settings.quick else 9
    make = EXECUTORS[settings.executor]
    rows: list[dict[str, Cell]] = []
    for case in settings.cases:
        model = check_game(case.name).model
        rows.append(
            {
                "game": case.name,
                "check ms": 1000 * typical(partial(check_game, case.name), times),
                "executor ms": 1000 * typical(partial(make, model), times),
                "slots": make(model).layout.size,
            }
        )
    title = f"Loading: checking the files, making the executor ({settings.executor}); medians of {times}"
    return [Table(KEY, title, ("game", "check ms", "executor ms", "slots"), rows)]
