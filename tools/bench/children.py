"""Processes started to be measured: how long they take, and what they print."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Run:
    """One process: its seconds on the wall, those of the processor (0 where no one tells), and what it printed."""

    wall: float
    processor: float
    output: str


def python(code: str, *arguments: str, environment: Mapping[str, str] | None = None) -> Run:
    """Runs Python code in a new process in the project's folder. Raises CalledProcessError when it fails."""
    before, start = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    wall, after = time.perf_counter() - start, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(wall, processor, done.stdout)
