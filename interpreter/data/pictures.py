"""Pictures that authors draw with letters, and the frames of spaces that they must fit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.data.nodes import Sequence as ListNode
from interpreter.data.nodes import scalar
from interpreter.data.text import YamlText
from interpreter.diagnostics import Diagnostic, Span
from interpreter.geometry import Spaces, layout_picture

EMPTY = "."
"""The sign for a space with nothing on it, and in a figure for a place that does not belong to it."""

_STROKES = re.compile(r"[-|/\\+_=─━═│┃]")


@dataclass(frozen=True, slots=True)
class Word:
    """What a picture says about one space: a word of letters, and where it stands."""

    text: str
    span: Span
    source: YamlText
    offset: int

    def letter_span(self, index: int) -> Span:
        """Where a letter of the word stands."""
        return self.source.stretch(self.offset + index, self.offset + index + 1)


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows of words, the top row first; `row_spans` has a place for each row, also for an empty one."""

    rows: tuple[tuple[Word, ...], ...]
    row_spans: tuple[Span, ...]
    span: Span

    @property
    def width(self) -> int:
        """The number of words in most rows."""
        return Counter(len(row) for row in self.rows).most_common(1)[0][0]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Frame:
    """The spaces that a picture shows, as rows from the top; None where there is no space.

    `name` is what an author calls them (`inside`); `note` says what decides the size (`board_size is 6`), if anything
    does. In a `drawn` frame, that of a graph, the rows hold the points only and differ in length. On a `hexagonal` one
    each row stands half a cell further east than the row below. `wrapped` tells whether the columns and the rows are
    closed to a ring.
    """

    name: str
    rows: tuple[tuple[int | None, ...], ...]
    note: str = ""
    drawn: bool = False
    hexagonal: bool = False
    wrapped: tuple[bool, bool] = (False, False)

    @property
    def width(self) -> int:
        """The number of columns."""
        return max((len(row) for row in self.rows), default=0)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def size(self) -> str:
        """`4 by 4`, and what decides it."""
        reason = f", as {self.note}" if self.note else ""
        return f"{self.width} by {self.height}{reason}"

    def at(self, column: int, row: int) -> int | None:
        """The space in a column from the left and a row from the bottom, both from 0; None when there is none."""
        if 0 <= row < self.height:
            cells = self.rows[self.height - 1 - row]
            if 0 <= column < len(cells):
                return cells[column]
        return None


def frame_of(spaces: Spaces, *area_names: str, note: str = "") -> Frame:
    """The frame of one area, or of several that share a plane. Raises ValueError when they do not."""
    picture = layout_picture(spaces, *area_names)
    areas = [spaces.area(name) for name in area_names]
    base = spaces.area(areas[0].plane)
    whole = len(areas) == 1 and areas[0].name == base.name
    return Frame(
        name=" and ".join(area_names),
        rows=tuple(row.cells for row in picture.rows),
        note=note,
        drawn=base.kind == "graph",
        hexagonal=base.hexagonal,
        wrapped=(base.wrapped[0], base.wrapped[1]) if whole and base.wrapped else (False, False),
    )


def picture_of(node: ListNode) -> Picture:
    """The picture that a list of rows in a data file draws."""
    texts = [text for item in node.items if (text := scalar(item).text) is not None]
    return _picture(texts, [item.span for item in node.items], node.span)


def picture_of_lines(lines: Sequence[tuple[str, Span]]) -> Picture:
    """The picture that quoted lines of a rules file draw; a span may include the quotes. At least one line."""
    spans = [span for _, span in lines]
    return _picture([YamlText.on_line(text, span) for text, span in lines], spans, spans[0].to(spans[-1]))


def _picture(texts: Iterable[YamlText], spans: Iterable[Span], span: Span) -> Picture:
    rows = tuple(
        tuple(
            Word(found.group(), text.stretch(*found.span()), text, found.start())
            for found in re.finditer(r"\S+", text.text)
        )
        for text in texts
    )
    return Picture(rows, tuple(spans), span)


def without_strokes(picture: Picture) -> Picture:
    """The picture of a graph without the lines that are drawn between its points."""
    rows = []
    for row in picture.rows:
        words: list[Word] = []
        for word in row:
            for found in re.finditer(r"\S+", _STROKES.sub(" ", word.text)):
                start, end = word.offset + found.start(), word.offset + found.end()
                words.append(Word(found.group(), word.source.stretch(start, end), word.source, start))
        rows.append(tuple(words))
    return Picture(tuple(rows), picture.row_spans, picture.span)


def ragged_rows(picture: Picture, what: str) -> list[Diagnostic]:
    """A finding for each row that is longer or shorter than most rows of the picture."""
    width = picture.width
    return [
        Diagnostic(
            "RW332",
            f"row {number} of {what} has {_count(len(row), 'word')}, the others have {width}",
            span,
            hint="Words stand between spaces, one for each space of the board; `.` is an empty one.",
            expected=_difference(width - len(row), "word"),
        )
        for number, (row, span) in enumerate(zip(picture.rows, picture.row_spans, strict=True), 1)
        if len(row) != width
    ]


def misfit(picture: Picture, frame: Frame, code: str, what: str, must: str) -> list[Diagnostic]:
    """Findings when the picture does not have the frame's size: ragged rows, or else one with code `code`.

    `what` names the picture, `must` says what it has to do: `have the board's size`.
    """
    if frame.drawn:
        return _misfit_drawn(picture, frame, code, what)
    ragged = ragged_rows(picture, what)
    if ragged or (picture.width, picture.height) == (frame.width, frame.height):
        return ragged
    high, wide = frame.height - picture.height, frame.width - picture.width
    expected = [_difference(high, "row") if high else "", _difference(wide, "column") if wide else ""]
    return [
        Diagnostic(
            code,
            f"{what} is {picture.width} wide and {picture.height} high, but must {must} ({frame.size})",
            picture.span,
            expected=" and ".join(text for text in expected if text),
        )
    ]


def _misfit_drawn(picture: Picture, frame: Frame, code: str, what: str) -> list[Diagnostic]:
    if picture.height != frame.height:
        message = f"{what} has {_count(picture.height, 'row')}, but the drawing of `{frame.name}` has {frame.height}"
        expected = _difference(frame.height - picture.height, "row")
        return [Diagnostic(code, message, picture.span, expected=expected)]
    return [
        Diagnostic(
            code,
            f"row {number} of {what} has {_count(len(row), 'point')}, but that row of `{frame.name}` has {len(cells)}",
            span,
            expected=_difference(len(cells) - len(row), "point"),
        )
        for number, (row, cells, span) in enumerate(zip(picture.rows, frame.rows, picture.row_spans, strict=True), 1)
        if len(row) != len(cells)
    ]


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _difference(number: int, thing: str) -> str:
    how = "more" if number > 0 else "fewer"
    return f"one {how} {thing}" if abs(number) == 1 else f"{abs(number)} {how} {thing}s"
