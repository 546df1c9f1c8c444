"""The command: measures what was asked for, prints tables, and writes everything as JSON on demand."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from interpreter.game.executors import EXECUTORS

from . import copying, counting, growth, heavy, loading, memory, passes, playouts, starting
from .clock import FULL, QUICK
from .games import CASES, chosen
from .table import Settings, Table

MODULES = (playouts, starting, loading, memory, copying, counting, growth, heavy, passes)
MEASURES: Mapping[str, Callable[[Settings], list[Table]]] = {measure.KEY: measure.run for measure in MODULES}
USUAL = tuple(name for name in MEASURES if name != passes.KEY)
"""What is measured unless said: all but what tells only those who work on the compiler, and takes long."""
PREFERRED = ("compiled", "reference")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures; the exit code is 0 when everything could be measured, 2 for wrong arguments."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        cases = chosen(given.games)
    except ValueError as error:
        parser.error(str(error))
    settings = Settings(given.executor, cases, QUICK if given.quick else FULL, given.quick)
    tables: list[Table] = []
    started = time.monotonic()
    print(f"{machine()}; load {load()}", flush=True)
    for name in given.only or USUAL:
        for table in MEASURES[name](settings):
            tables.append(table)
            print(f"\n{table.text()}", flush=True)
    print(f"\n{time.monotonic() - started:.0f} s; load {load()}")
    if given.json is not None:
        given.json.write_text(json.dumps(document(tables, settings), indent=2) + "\n", encoding="utf-8")
    return 0


def document(tables: Sequence[Table], settings: Settings) -> dict[str, object]:
    """Everything that was measured, and on what."""
    return {
        "machine": machine(),
        "executor": settings.executor,
        "quick": settings.quick,
        "slice_seconds": settings.pace.slice_seconds,
        "rounds": settings.pace.rounds,
        "tables": {table.key: table.plain() for table in tables},
    }


def machine() -> str:
    """What this runs on, as far as it matters for speed."""
    parts = [f"{platform.python_implementation()} {platform.python_version()}", platform.platform(terse=True)]
    parts += [platform.machine(), f"{os.cpu_count()} cores"]
    for package in ("open_spiel", "ludax"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(parts)


def load() -> str:
    """How busy the machine has been in the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _parser() -> argparse.ArgumentParser:
    executor = next(name for name in PREFERRED if name in EXECUTORS)
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: about a minute, and rough figures")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything that was measured there as well")
    parser.add_argument("--executor", choices=sorted(EXECUTORS), default=executor, help=f"default: {executor}")
    parser.add_argument(
        "--games", nargs="+", default=[], metavar="GAME", help=f"some of {', '.join(case.name for case in CASES)}"
    )
    parser.add_argument(
        "--only", nargs="+", choices=list(MEASURES), help=f"some of the measures; default: {' '.join(USUAL)}"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
