"""From the start of a process to the first list of options: with nothing in the caches, and with everything."""

from __future__ import annotations

import tempfile
from statistics import median

from .children import Run, python
from .table import Cell, Settings, Table

KEY = "starting"
FIRST_OPTIONS = """
import sys
from interpreter import load
state = load(sys.argv[1], executor=sys.argv[2]).new(1)
print(len(state.decision.options))
"""


def run(settings: Settings) -> list[Table]:
    """Per game; Python's own start is part of each figure and stands in a row of its own."""
    times = 3 if settings.quick else 7
    rows = [_row("Python alone", "", [python("pass") for _ in range(times)])]
    for case in settings.cases:
        rows.append(_row(case.name, "cold", _cold(case.name, settings.executor, times)))
        rows.append(_row(case.name, "warm", _warm(case.name, settings.executor, times)))
    title = f"Process start to first option list, executor {settings.executor}; medians of {times}"
    return [Table(KEY, title, ("game", "caches", "wall ms", "processor ms"), rows)]


def _cold(game: str, executor: str, times: int) -> list[Run]:
    runs = []
    for _ in range(times):
        with _new_cache() as cache:
            runs.append(_start(game, executor, cache))
    return runs


def _warm(game: str, executor: str, times: int) -> list[Run]:
    with _new_cache() as cache:
        _start(game, executor, cache)
        return [_start(game, executor, cache) for _ in range(times)]


def _new_cache() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="rulewright-bench-")


def _start(game: str, executor: str, cache: str) -> Run:
    return python(FIRST_OPTIONS, game, executor, environment={"RULEWRIGHT_CACHE": cache})


def _row(game: str, caches: str, runs: list[Run]) -> dict[str, Cell]:
    return {
        "game": game,
        "caches": caches,
        "wall ms": 1000 * median(run.wall for run in runs),
        "processor ms": 1000 * median(run.processor for run in runs),
    }
