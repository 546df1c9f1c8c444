"""The one type in which every finding is told, and the exception that carries findings to whoever prints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]


class Span(NamedTuple):
    """A stretch of text. Lines and columns count from 1; the end is the first place after the stretch."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def point(self) -> str:
        """`file:line:column`, the form that editors understand."""
        return f"{self.file}:{self.line}:{self.column}"


class Related(NamedTuple):
    """Another place that a finding speaks of, and what stands there."""

    span: Span
    note: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `code` is `RW` and three figures and has a page of documentation; `message` names the cause in the words of the
    file's author; `hint` says what to do; `expected` says what would have been right at this place.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    expected: str | None = None
    related: tuple[Related, ...] = field(default=())
    severity: Severity = "error"

    @property
    def order(self) -> tuple[str, int, int, str]:
        """Sort key: by file and place, so that all findings of a file stand together from top to bottom."""
        if self.span is None:
            return ("", 0, 0, self.code)
        return (self.span.file, self.span.line, self.span.column, self.code)


class Rejected(Exception):
    """What a user gave cannot be used; carries every finding about it (at least one)."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(f"{d.code} {d.message}" for d in self.diagnostics))


def close_match(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` is probably a slip of, or None."""
    found = get_close_matches(word, sorted(set(known)), n=1, cutoff=0.7)
    return found[0] if found else None
