"""Writing to the terminal, or to a pipe: in colour where there is a person to see it, else plain lines."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.sources import Sources

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

NARROW = 80


def prepare() -> None:
    """Makes the standard streams take every character: what cannot be shown or read becomes a stand-in.

    A stream that was closed before the start reads nothing, and takes what is written to it without keeping it. Raises
    OSError when it is standard output, so that nobody takes silence for a result.
    """
    sys.stdin = sys.stdin or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    if sys.stdout is None:
        sys.stdout = io.StringIO()
        raise OSError(errno.EBADF, "it is closed")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def abandon_output() -> None:
    """Turns standard output away after its reader has gone, so that closing it at the end does not fail as well."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def is_terminal(stream: TextIO | None = None) -> bool:
    """Whether a person looks at a stream (standard output unless said)."""
    try:
        return (stream or sys.stdout).isatty()
    except ValueError:
        return False


def width() -> int:
    """How many columns lines for people may fill: those of the terminal, 80 at least and 120 at most."""
    return max(NARROW, min(120, shutil.get_terminal_size((100, 24)).columns))


def console(stream: TextIO | None = None) -> Console:
    """The way to write text in colour; what it writes has no colour when nobody looks at it. It breaks no lines."""
    from rich.console import Console

    return Console(file=stream or sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)


def say(text: str | Text = "") -> None:
    """Writes a line, or lines, to standard output."""
    if isinstance(text, str):
        sys.stdout.write(f"{text}\n")
    else:
        console().print(text)


def remark(text: str) -> None:
    """Writes a line about the work itself, which is no part of its result, to standard error."""
    sys.stderr.write(f"{text}\n")


def show_findings(
    findings: Sequence[Diagnostic], texts: Mapping[str, str] | None = None, stream: TextIO | None = None
) -> None:
    """Writes findings by place, each with the line that it speaks of; to standard error unless said."""
    from interpreter.diagnostics.render import render, render_rich

    target = stream or sys.stderr
    sources = Sources(texts)
    if is_terminal(target):
        console(target).print(render_rich(findings, sources, width()), end="")
    else:
        target.write(render(findings, sources))
