"""Memory: the greatest a process needs for playing a game, and what one kept state takes."""

from __future__ import annotations

import json

from .children import python
from .table import Cell, Settings, Table

KEY = "memory"
PLAY = """
import json, sys
from random import Random
from pathlib import Path
def peak():
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
bare = peak()
from interpreter import load
executor = load(sys.argv[1], executor=sys.argv[2]).executor
loaded = peak()
random = Random(1).random
start = executor.start(1)
for _ in range(int(sys.argv[3])):
    executor.run_out(start.vector, lambda options: int(random() * options))
vector = start.vector
kept = sys.getsizeof(vector) + sum(sys.getsizeof(number) for number in vector if not -6 < number < 257)
print(json.dumps([bare, loaded, peak(), kept]))
"""


def run(settings: Settings) -> list[Table]:
    """Per game in a process of its own: after Python's start, after loading, after some playouts."""
    playouts = 2 if settings.executor == "reference" else 50
    rows: list[dict[str, Cell]] = []
    for case in settings.cases:
        bare, loaded, played, kept = json.loads(python(PLAY, case.name, settings.executor, str(playouts)).output)
        rows.append(
            {
                "game": case.name,
                "Python MB": _megabytes(bare),
                "loaded MB": _megabytes(loaded),
                "played MB": _megabytes(played),
                "bytes a state": kept,
            }
        )
    columns = ("game", "Python MB", "loaded MB", "played MB", "bytes a state")
    title = f"Peak memory of a process, executor {settings.executor}: at the start, loaded, after {playouts} playouts"
    return [Table(KEY, title, columns, rows)]


def _megabytes(size: int | None) -> float | None:
    return None if size is None else size / 1e6
