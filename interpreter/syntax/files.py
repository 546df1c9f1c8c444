"""Reads a file of rules text from the disk."""

from __future__ import annotations

from pathlib import Path

from interpreter.diagnostics import Diagnostic, Span
from interpreter.syntax.limits import LARGEST_TEXT

BYTES_PER_CHARACTER = 4


def read_file(path: Path, shown: str) -> tuple[str | None, list[Diagnostic]]:
    """The text of a file, or None and the reason why it cannot be had; `shown` is how findings name the file."""
    try:
        size = path.stat().st_size
        if size > LARGEST_TEXT * BYTES_PER_CHARACTER:
            hint = "lists of things belong into data files; a game may be split into several files with `include`"
            return None, [Diagnostic("RW133", f"this file has {size} bytes, too many for rules", _start(shown), hint)]
        content = path.read_bytes()
    except (OSError, ValueError) as problem:
        return None, [_unreadable(path, shown, problem)]
    try:
        return content.decode("utf-8-sig"), []
    except UnicodeDecodeError as problem:
        before = content[: problem.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", errors="ignore")) + 1
        span = Span(shown, line, column, line, column + 1)
        hint = "save the file as UTF-8; most editors ask for the encoding when saving"
        return None, [Diagnostic("RW137", "this file is not text in UTF-8", span, hint)]


def _unreadable(path: Path, shown: str, problem: OSError | ValueError) -> Diagnostic:
    reason = "it is a folder" if path.is_dir() else str(getattr(problem, "strerror", None) or problem).lower()
    return Diagnostic("RW138", f"the file {shown} cannot be read: {reason}")


def _start(shown: str) -> Span:
    return Span(shown, 1, 1, 1, 2)
