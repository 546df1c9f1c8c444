"""Text that stands in a data file, and where each of its characters stands there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from interpreter.diagnostics import Span


class Place(NamedTuple):
    """A place in a file; line and column count from 1."""

    line: int
    column: int


class Run(NamedTuple):
    """Characters that stand side by side on one line of the file, each `width` columns wide.

    An escape is a run of one character and several columns; a line break, or the space that it becomes, is a run of no
    width at the end of its line.
    """

    text: str
    start: Place
    width: int


@dataclass(frozen=True, slots=True)
class YamlText:
    """A text as its reader sees it, with quotes, escapes, folded lines and indentation taken away.

    `file` is the file's shown name, `runs` make up the text in their order, and `begin` is where the text starts, which
    an empty text needs.
    """

    text: str
    file: str
    begin: Place
    runs: tuple[Run, ...]
    _starts: tuple[int, ...] = field(default=(), compare=False, repr=False)
    _lines: tuple[int, ...] = field(default=(0,), compare=False, repr=False)

    @classmethod
    def of(cls, file: str, begin: Place, runs: Sequence[Run]) -> YamlText:
        """The text made of these runs, none of which is empty."""
        if len(runs) == 1 and "\n" not in runs[0].text:
            return cls(runs[0].text, file, begin, tuple(runs), (0,))
        text = "".join(run.text for run in runs)
        starts = tuple(accumulate((len(run.text) for run in runs), initial=0))[:-1]
        lines = (0, *(at + 1 for at, sign in enumerate(text) if sign == "\n"))
        return cls(text, file, begin, tuple(runs), starts, lines)

    @classmethod
    def on_line(cls, text: str, span: Span) -> YamlText:
        """A text that stands in a file just as it is, on one line. A span with room for two quotes holds quotes."""
        quote = 1 if span.end_column - span.column == len(text) + 2 else 0
        start = Place(span.line, span.column + quote)
        return cls.of(span.file, start, [Run(text, start, 1)] if text else [])

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
        last = self._end(end - 1) if end > start else first
        return Span(self.file, first.line, first.column, last.line, last.column)

    def line_of(self, index: int) -> int:
        """The number, from 1, of the line of the text on which `text[index]` stands."""
        return bisect_right(self._lines, index)

    def _start(self, index: int) -> Place:
        if index >= len(self.text):
            return self._end(len(self.text) - 1) if self.text else self.begin
        at = bisect_right(self._starts, index) - 1
        run = self.runs[at]
        return Place(run.start.line, run.start.column + (index - self._starts[at]) * run.width)

    def _end(self, index: int) -> Place:
        start = self._start(index)
        width = self.runs[bisect_right(self._starts, index) - 1].width
        return Place(start.line, start.column + width)

    def _index(self, line: int, column: int) -> int:
        if line < 1:
            return 0
        if line > len(self._lines):
            return len(self.text)
        start = self._lines[line - 1]
        following = self._lines[line] - 1 if line < len(self._lines) else len(self.text)
        return min(max(start + column - 1, start), following)
