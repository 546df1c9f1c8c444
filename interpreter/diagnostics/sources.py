"""The texts that findings point into."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

LARGEST = 8_000_000
"""Bytes of a file that are read to show its lines; findings in a longer file are shown without them."""


class Sources:
    """Gives the lines of files by the names that spans use.

    Texts that were read anyway are handed in; any other file is read when one of its lines is asked for. A file that
    cannot be read has no lines: findings are then told without them.
    """

    def __init__(self, texts: Mapping[str, str] | None = None, folder: Path | None = None) -> None:
        self._lines: dict[str, list[str]] = {}
        self._folder = folder or Path()
        for file, text in (texts or {}).items():
            self.add(file, text)

    def add(self, file: str, text: str) -> None:
        """Take the text of a file, so that it is shown as it was when it was checked."""
        self._lines[file] = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")

    def line(self, file: str, number: int) -> str | None:
        """A line of a file, counted from 1, or None when there is no such line."""
        lines = self._known(file)
        return lines[number - 1] if 0 < number <= len(lines) else None

    def opener(self, file: str, number: int) -> int | None:
        """The number of the line whose block a line stands in: the nearest one above that is indented less."""
        lines = self._known(file)
        if not 0 < number <= len(lines):
            return None
        depth = _indent(lines[number - 1])
        for above in range(number - 1, 0, -1) if depth else ():
            line = lines[above - 1]
            if line.strip() and not line.lstrip().startswith("#") and _indent(line) < depth:
                return above
        return None

    def _known(self, file: str) -> list[str]:
        if file not in self._lines:
            text = self._read(file)
            if text is None:
                self._lines[file] = []
            else:
                self.add(file, text)
        return self._lines[file]

    def _read(self, file: str) -> str | None:
        try:
            path = self._folder / file
            if path.is_file() and path.stat().st_size <= LARGEST:
                return path.read_bytes().decode("utf-8", errors="replace")
        except (OSError, ValueError):
            pass
        return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
