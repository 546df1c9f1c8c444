"""Counting all sequences of decisions of a length, which is what a search without luck does all day."""

from __future__ import annotations

import time

from interpreter.game.executors import Executor
from interpreter.run import Position

from . import ours
from .table import Cell, Settings, Table

KEY = "perft"
DEEPEST = 12


def run(settings: Settings) -> list[Table]:
    """Per game, as deep as comes to an end within a few seconds."""
    budget = 1.0 if settings.quick else 8.0
    rows: list[dict[str, Cell]] = []
    for case in settings.cases:
        executor = ours.load(case.name, executor=settings.executor).executor
        depth, count, seconds = _deepest(executor, budget)
        rows.append(
            {"game": case.name, "depth": depth, "sequences": count, "seconds": seconds, "nodes/s": count / seconds}
        )
    title = f"Perft, executor {settings.executor}: sequences of decisions, the last of which are only counted"
    return [Table(KEY, title, ("game", "depth", "sequences", "seconds", "nodes/s"), rows)]


def _deepest(executor: Executor, budget: float) -> tuple[int, int, float]:
    """The greatest depth that is counted within the budget as far as can be foreseen, its count and its seconds."""
    start, before = executor.start(ours.SEED), 1
    for depth in range(1, DEEPEST + 1):
        began = time.process_time()
        found = count(executor, start, depth)
        seconds = time.process_time() - began
        if seconds * found / before > budget or found == 0 or depth == DEEPEST:
            return depth, found, max(seconds, 1e-9)
        before = found
    raise AssertionError("the last depth always returns")


def count(executor: Executor, position: Position, depth: int) -> int:
    """How many sequences of so many decisions there are."""
    if position.over:
        return 0
    if depth == 1:
        return position.count
    return sum(count(executor, executor.after(position, number), depth - 1) for number in range(position.count))
