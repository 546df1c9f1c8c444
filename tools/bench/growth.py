"""Growth with size: the same rules on boards from 4 by 4 to 19 by 19."""

from __future__ import annotations

from collections.abc import Mapping

from . import ours
from .clock import compare
from .table import Cell, Settings, Table

KEY = "growth"
SIZES = (4, 6, 8, 10, 12, 14, 16, 19)
QUICK_SIZES = (4, 8, 12, 19)


def run(settings: Settings) -> list[Table]:
    """Decisions per second by size, for a game of moving pieces and one of turned discs."""
    sizes = QUICK_SIZES if settings.quick else SIZES
    rows = [
        *(_row("breakthrough", size, {"width": size, "height": size}, settings) for size in sizes),
        *(_row("othello", size, {"size": size}, settings) for size in (min(s, 18) for s in sizes)),
    ]
    title = f"Growth with the size of the board, executor {settings.executor}"
    columns = ("game", "size", "slots", "decisions a game", "direct decisions/s", "host decisions/s")
    return [Table(KEY, title, columns, rows, ["othello's boards have an even number of squares along a side"])]


def _row(name: str, size: int, options: Mapping[str, object], settings: Settings) -> dict[str, Cell]:
    game = ours.load(name, options=options, executor=settings.executor)
    rates = compare({"direct": ours.direct(game.executor), "host": ours.host(game.executor)}, settings.pace)
    return {
        "game": name,
        "size": size,
        "slots": game.layout.size,
        "decisions a game": rates["direct"].length,
        "direct decisions/s": rates["direct"].decisions_per_second,
        "host decisions/s": rates["host"].decisions_per_second,
    }
