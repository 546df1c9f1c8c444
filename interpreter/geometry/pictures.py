"""How a plane looks as text: which space stands where in a picture, and drawing one for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.geometry.area import Area
from interpreter.geometry.graphs import POINT
from interpreter.geometry.grids import axis_labels
from interpreter.geometry.spaces import Spaces

_HORIZONTAL = "-=_─━═"
"""Strokes of a drawn graph that go on to the right when the drawing is stretched."""


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One row of a picture.

    - `label`: what the edge of the picture calls the row.
    - `cells`: from left to right the space that stands there, or None for a place without one.
    - `shift`: how many half cells further right than the bottom row the row stands (hexagonal grids).
    - `art`, `points`: for a drawn graph the row's text and, for each cell, the character (from 0) that is the point.
    """

    label: str
    cells: tuple[int | None, ...]
    shift: int = 0
    art: str = ""
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A plane as rows of spaces, top row first.

    `columns` are the labels of the cells of each row and `axes` the names of the horizontal and the vertical axis; both
    are empty for a graph.
    """

    rows: tuple[PictureRow, ...]
    columns: tuple[str, ...] = ()
    axes: tuple[str, ...] = ()


def layout_picture(spaces: Spaces, *area_names: str) -> Picture:
    """The picture of one area, or of several that share a plane (such as `*spaces.plane("inside")`).

    It spans the whole rectangle of these areas, also where conditions leave places out. A graph is shown as it is
    drawn; one without a drawing has a row for each point, labelled with its name.

    Raises ValueError for no area or areas of different planes.
    """
    areas = [spaces.area(name) for name in area_names]
    if len({area.plane for area in areas}) != 1:
        raise ValueError(f"one picture cannot show {', '.join(area_names) or 'nothing'}")
    if areas[0].kind == "graph":
        return _graph_picture(areas[0], spaces.first[areas[0].name])
    places = {place: spaces.first[area.name] + number for area in areas for place, number in area.places.items()}
    west, east = _span(areas, 0)
    south, north = _span(areas, 1)
    base = spaces.area(areas[0].plane)
    across, up = axis_labels(base.axes, base.extent)
    rows = [
        PictureRow(
            label=up(second),
            cells=tuple(places.get((first, second)) for first in range(west, east + 1)),
            shift=second - south if base.hexagonal else 0,
        )
        for second in range(north, south - 1, -1)
    ]
    return Picture(tuple(rows), tuple(across(first) for first in range(west, east + 1)), base.axes)


def draw_text(
    picture: Picture, text_of: Callable[[int], str], paint: Callable[[int, str], str] | None = None
) -> tuple[str, ...]:
    """The picture as lines of text, with row labels on the left and column labels below.

    `text_of` says what to write for a space. All cells are as wide as the widest; `paint` may wrap the padded text of a
    space in control codes that take no room.
    """
    texts = {cell: text_of(cell) for row in picture.rows for cell in row.cells if cell is not None}
    width = max(len(text) for text in texts.values())
    paint = paint or _plain
    if any(row.points for row in picture.rows):
        return _draw_graph(picture, texts, width, paint)
    width = max(width, *map(len, picture.columns)) if picture.columns else width
    half = (width + 2) // 2  # half a cell and its gap, in whole characters
    if any(row.shift for row in picture.rows):
        width = 2 * half - 1
    margin = max(len(row.label) for row in picture.rows)
    lines: list[str] = []
    for row in picture.rows:
        cells = [" " * width if cell is None else paint(cell, texts[cell].ljust(width)) for cell in row.cells]
        while row.cells[len(cells) - 1] is None and len(cells) > 1:
            cells.pop()
        lines.append(f"{row.label:>{margin}} {' ' * (half * row.shift)}{' '.join(cells)}".rstrip(" "))
    if picture.columns:
        labels = " ".join(label.ljust(width) for label in picture.columns)
        lines.append(f"{'':>{margin}} {labels}".rstrip(" "))
    return tuple(lines)


def _plain(space: int, text: str) -> str:
    return text


def _span(areas: Sequence[Area], axis: int) -> tuple[int, int]:
    """The lowest and highest coordinate of some areas together."""
    return min(area.extent[axis][0] for area in areas), max(area.extent[axis][1] for area in areas)


def _graph_picture(area: Area, first: int) -> Picture:
    if not area.picture:
        return Picture(tuple(PictureRow(name, (first + number,)) for number, name in enumerate(area.names)))
    rows: list[PictureRow] = []
    space = first
    for art in reversed(area.picture):
        points = tuple(place for place, sign in enumerate(art) if sign == POINT)
        rows.append(PictureRow("", tuple(range(space, space + len(points))), art=art, points=points))
        space += len(points)
    return Picture(tuple(reversed(rows)))


def _draw_graph(
    picture: Picture, texts: dict[int, str], width: int, paint: Callable[[int, str], str]
) -> tuple[str, ...]:
    """The drawing of a graph with its points replaced; columns with points are stretched to the width of a text."""
    stretched = {place for row in picture.rows for place in row.points}
    lines: list[str] = []
    for row in picture.rows:
        cells = dict(zip(row.points, row.cells, strict=True))
        line = ""
        for place, sign in enumerate(row.art):
            cell = cells.get(place)
            following = row.art[place + 1 : place + 2]
            fill = following if cell is not None else sign
            fill = fill if fill and fill in _HORIZONTAL else " "
            if cell is not None:
                line += paint(cell, texts[cell]) + fill * (width - len(texts[cell]))
            else:
                line += sign + fill * (width - 1 if place in stretched else 0)
        lines.append(line.rstrip(" "))
    return tuple(lines)
