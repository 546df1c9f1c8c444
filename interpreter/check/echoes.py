"""Keeps back findings about data files that only follow from another one: one slip of the pen is one mistake."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.diagnostics import Diagnostic, Span

LATER = {
    "RW311": {"RW307", "RW314", "RW315"},
    "RW314": {"RW315"},
    "RW320": {"RW328"},
    "RW326": {"RW328"},
    "RW328": {"RW320", "RW326"},
}
"""What follows, on the same line, from a bracket that is not closed, a key that is none, or a value that is missing."""

VALUE_OF = {"RW320", "RW326"}
WRONG_VALUE = "RW322"
"""The value of a key that is none cannot be right. Wrong items of a list, line below line, are one mistake."""

MISSING = "RW321"
KEYS = {"RW320", "RW326", "RW328"}
"""A key is missing from a row in which another one is misspelt, or has lost its value."""

TWICE = "RW307"
NEARBY = 8
"""Keys that stand twice, so few lines apart, belong to one row whose first line is missing."""

LONELY, NO_SPACE = "RW345", "RW344"
"""A space is on no line when a line names a space that there is not."""


def without_echoes(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings that do not follow from others, by file and place."""
    told: list[Diagnostic] = []
    everything = sorted(found, key=lambda finding: finding.order)
    for finding in everything:
        if not any(_follows(finding, other) for other in told) and not _explained(finding, everything):
            told.append(finding)
    return told


def _follows(later: Diagnostic, first: Diagnostic) -> bool:
    """Whether a finding follows from one that stands before it."""
    if later.span is None or first.span is None or later.span.file != first.span.file:
        return False
    if later.code == first.code == TWICE:
        return later.span.line - first.span.line <= NEARBY
    if later.span.line != first.span.line:
        return False
    if later.code == WRONG_VALUE and first.code in VALUE_OF:
        return later.span.column - first.span.end_column <= len(": ")
    return later.code in LATER.get(first.code, ())


def _explained(finding: Diagnostic, everything: Iterable[Diagnostic]) -> bool:
    """Whether a finding follows from one that may stand anywhere in its file."""
    item = finding.code == WRONG_VALUE and finding.message.startswith("item ")
    if finding.span is None or not (item or finding.code in (MISSING, LONELY)):
        return False
    here = [other for other in everything if other.span is not None and other.span.file == finding.span.file]
    if finding.code == LONELY:
        return any(other.code == NO_SPACE for other in here)
    if finding.code == WRONG_VALUE:
        return any(_is_item_before(other, finding.span) for other in here)
    return any(other.code in KEYS and _row(other) == _row(finding) for other in here)


def _is_item_before(finding: Diagnostic, span: Span) -> bool:
    """Whether a finding is about a wrong item of a list on the line above."""
    if finding.span is None or finding.code != WRONG_VALUE or not finding.message.startswith("item "):
        return False
    return (finding.span.line, finding.span.column) == (span.line - 1, span.column)


def _row(finding: Diagnostic) -> str:
    """The row that a finding speaks of, as it begins to do so."""
    return finding.message.partition(": ")[0]
