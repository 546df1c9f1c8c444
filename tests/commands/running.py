"""Runs commands in this process, and as a process of their own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from interpreter.commands import main

ROOT = Path(__file__).parents[2]


class Run(NamedTuple):
    """How a command ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str


def run(*arguments: str | Path, folder: Path = ROOT, typed: str = "") -> Run:
    """A command in this process, in a folder, with what is typed into it."""
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(folder),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "stdin", io.StringIO(typed)),
        patch.object(sys, "excepthook", sys.excepthook),
    ):
        code = main([str(argument) for argument in arguments])
    return Run(code, out.getvalue(), err.getvalue())


def process(*arguments: str | Path, folder: Path = ROOT, typed: str = "", more: Mapping[str, str] | None = None) -> Run:
    """A command as a process of its own, whose output goes into a pipe."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(more or {})}
    command = [sys.executable, "-m", "interpreter", *map(str, arguments)]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Writes files into a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


SMALL = """\
game small "Small" version 1 players 2 to 3 of white, red, blue
option size is 3 from 2 to 9 "How long is a side?"
grid board size by size
keep mark for each space of board as maybe player
action place "Put your mark on a free space" as "{s}":
  choose s from board where s.mark is nobody else "This space is taken."
  set s.mark to me
phase play:
  turns alternate from white
  must place
  stuck: winner nobody
"""
