"""What a measure gives: rows with a name for each column, shown as a table for people and kept as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from .clock import Pace
from .games import Case

Cell: TypeAlias = "str | int | float | None"


@dataclass(frozen=True)
class Settings:
    """What to measure: which of our executors, on which games, how thoroughly."""

    executor: str
    cases: tuple[Case, ...]
    pace: Pace
    quick: bool


@dataclass(frozen=True)
class Table:
    """`columns` are the names in the rows, in order; `notes` say what has been left out and why."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[dict[str, Cell]]
    notes: Sequence[str] = field(default=())

    def plain(self) -> dict[str, object]:
        """The table as data for JSON; nothing is rounded."""
        return {"title": self.title, "rows": [dict(row) for row in self.rows], "notes": list(self.notes)}

    def text(self) -> str:
        """The table for people: the first column on the left, the others on the right."""
        shown = [self.columns, *([written(row.get(column)) for column in self.columns] for row in self.rows)]
        widths = [max(len(line[number]) for line in shown) for number in range(len(self.columns))]
        lines = [self.title, *("  ".join(_cells(line, widths)).rstrip() for line in shown)]
        return "\n".join([*lines, *(f"  {note}" for note in self.notes)])


def _cells(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [line[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(line[1:], widths[1:], strict=True))]


def written(value: Cell) -> str:
    """A cell with three digits that count; whole numbers and words as they are."""
    if value is None:
        return "-"
    if isinstance(value, float):
        if value == 0:
            return "0"
        if abs(value) >= 100:
            return f"{value:,.0f}"
        return f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else value
