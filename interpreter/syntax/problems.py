"""What is wrong with a text, told by places in that text; it becomes a finding once the file is known."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.diagnostics import Diagnostic, Related
from interpreter.syntax.build import Placer


class Stretch(NamedTuple):
    """A part of a text: line and column count from 1, the end is the first place after it."""

    line: int
    column: int
    end_line: int
    end_column: int

    def lower(self, offset: int) -> Stretch:
        """The same stretch so many lines further down."""
        return self._replace(line=self.line + offset, end_line=self.end_line + offset)


class Problem(NamedTuple):
    """One thing that is wrong; the fields are those of a finding. `related` holds places with what stands there."""

    code: str
    message: str
    where: Stretch
    hint: str | None = None
    expected: str | None = None
    related: tuple[tuple[Stretch, str], ...] = ()

    def lower(self, offset: int) -> Problem:
        """The same problem so many lines further down."""
        related = tuple((where.lower(offset), note) for where, note in self.related)
        return self._replace(where=self.where.lower(offset), related=related)

    def finding(self, place: Placer) -> Diagnostic:
        """The finding, with its places in the file that the text came from."""
        related = tuple(Related(place(*where), note) for where, note in self.related)
        return Diagnostic(self.code, self.message, place(*self.where), self.hint, self.expected, related)


def on_line(line: int, column: int, end_column: int) -> Stretch:
    """A stretch within one line, at least one column wide."""
    return Stretch(line, column, line, max(end_column, column + 1))
