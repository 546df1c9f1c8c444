"""Text that stands in a data file, and where each of its characters stands there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.diagnostics import Span


class Place(NamedTuple):
    """A place in a file; line and column count from 1."""

    line: int
    column: int


class Piece(NamedTuple):
    """One character of a text, and the stretch of the file that says it (more than one sign for an escape)."""

    character: str
    start: Place
    end: Place


@dataclass(frozen=True, slots=True)
class YamlText:
    """A text as its reader sees it, with quotes, escapes, folded lines and indentation taken away.

    `file` is the file's shown name; `pieces` holds one entry per character of `text`; `begin` is where the text
    starts, which an empty text needs. A line break stands just behind the last character of its line and is
    zero columns wide.
    """

    text: str
    file: str
    begin: Place
    pieces: tuple[Piece, ...]
    _line_starts: tuple[int, ...] = field(default=(0,), compare=False)

    @classmethod
    def of(cls, file: str, begin: Place, pieces: Sequence[Piece]) -> YamlText:
        """The text made of these pieces."""
        text = "".join(piece.character for piece in pieces)
        starts = [0, *(at + 1 for at, piece in enumerate(pieces) if piece.character == "\n")]
        return cls(text, file, begin, tuple(pieces), tuple(starts))

    @classmethod
    def on_line(cls, text: str, span: Span) -> YamlText:
        """A text that stands in a file just as it is, on one line. A span with room for two quotes holds quotes."""
        first = span.column + (1 if span.end_column - span.column == len(text) + 2 else 0)
        pieces = [
            Piece(sign, Place(span.line, first + at), Place(span.line, first + at + 1)) for at, sign in enumerate(text)
        ]
        return cls.of(span.file, Place(span.line, first), pieces)

    @property
    def whole(self) -> Span:
        """The stretch of the file from the first character to the last."""
        return self.stretch(0, len(self.text))

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """The stretch of the file that says the stretch of the text between two places of the text.

        Lines and columns of the text count from 1 and the end is exclusive. A place outside the text counts as the
        nearest one inside.
        """
        return self.stretch(self._index(line, column), self._index(end_line, end_column))

    def stretch(self, start: int, end: int) -> Span:
        """The stretch of the file that says `text[start:end]`; zero columns wide when that is empty."""
        first = self._start(start)
        last = self.pieces[end - 1].end if end > start else first
        return Span(self.file, first.line, first.column, last.line, last.column)

    def _start(self, index: int) -> Place:
        if index < len(self.pieces):
            return self.pieces[index].start
        return self.pieces[-1].end if self.pieces else self.begin

    def _index(self, line: int, column: int) -> int:
        if line < 1:
            return 0
        if line > len(self._line_starts):
            return len(self.text)
        start = self._line_starts[line - 1]
        following = self._line_starts[line] - 1 if line < len(self._line_starts) else len(self.text)
        return min(max(start + column - 1, start), following)

    def line_of(self, index: int) -> int:
        """The number, from 1, of the line of the text on which `text[index]` stands."""
        return bisect_right(self._line_starts, index)
