"""Grids and the rings of points around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_lowercase

from interpreter.geometry.area import MOST_PLACES, Area, Axis, GeometryError, Keep, check_size

DEFAULT_AXES = ("column", "row")
"""The names of axes that the rules do not name; their spaces are called `a1`, `b1`, … as long as both start at 1."""

Place = tuple[int, int]


def grid(name: str, axes: Sequence[Axis], hexagonal: bool = False, keep: Keep | None = None) -> Area:
    """A grid over two axes, the first pointing east, the second north; on a hexagonal grid north-east.

    `keep` leaves out the places for which it is false. Spaces are called `a1` where the axes are `column` and `row`
    from 1 (columns after `z` are `aa`, `ab`, …), else by both axes: `ring3_x5`; a coordinate below 0 reads `x_minus_1`.

    Raises GeometryError for other than two axes, two axes of one name, an axis without a place and impossible sizes.
    """
    if len(axes) != 2:
        raise GeometryError(f'the grid "{name}" has {len(axes)} axes; a grid has two')
    across, up = axes
    if across.name == up.name:
        raise GeometryError(f'both axes of the grid "{name}" are called "{up.name}"; they need different names')
    for axis in axes:
        if axis.size < 1:
            raise GeometryError(
                f'the axis "{axis.name}" of the grid "{name}" runs from {axis.low} to {axis.high}; '
                "it needs at least one place"
            )
    extent = ((across.low, across.high), (up.low, up.high))
    fields = (across.name, up.name)
    coordinates = _rectangle("grid", name, extent)
    if keep is not None:
        coordinates = [place for place in coordinates if keep(dict(zip(fields, place, strict=True)))]
    check_size("grid", name, len(coordinates))
    name_of = _namer(fields, extent)
    return Area(
        name=name,
        kind="grid",
        names=tuple(name_of(place) for place in coordinates),
        plane=name,
        axes=fields,
        extent=extent,
        wrapped=(across.wrapped, up.wrapped),
        coordinates=tuple(coordinates),
        hexagonal=hexagonal,
    )


def ring(name: str, around: Area, keep: Keep | None = None) -> Area:
    """The points around the whole rectangle of a grid, in the grid's coordinates.

    A point's field `corner` is yes where it lies beyond the grid on both axes. Where the grid's spaces are called `a1`,
    the column right of the grid goes on with the letters and the column left of it is `z`; a grid of 25 columns or more
    has a column `z` or needs it on the right, and there the left one is `left` (`left0`, `left1`, …).

    Raises GeometryError where `around` is no grid, has a wrapped axis or one called `corner`, and for impossible sizes.
    """
    if around.kind != "grid":
        raise GeometryError(f'the ring "{name}" stands around the {around.kind} "{around.name}"; it needs a grid')
    for axis, wrapped in zip(around.axes, around.wrapped, strict=True):
        if axis == "corner":
            raise GeometryError(f'the ring "{name}" has a field "corner"; its grid\'s axis needs another name')
        if wrapped:
            raise GeometryError(
                f'the ring "{name}" cannot stand around the grid "{around.name}": '
                f'its axis "{axis}" is wrapped and has no edge'
            )
    (west, east), (south, north) = around.extent
    extent = ((west - 1, east + 1), (south - 1, north + 1))
    coordinates: list[Place] = []
    corner: list[bool] = []
    for place in _rectangle("ring", name, extent):
        outside = [place[0] in extent[0], place[1] in extent[1]]
        if not any(outside):
            continue
        fields = dict(zip(around.axes, place, strict=True)) | {"corner": all(outside)}
        if keep is None or keep(fields):
            coordinates.append(place)
            corner.append(all(outside))
    check_size("ring", name, len(coordinates))
    name_of = _namer(around.axes, around.extent)
    return Area(
        name=name,
        kind="ring",
        names=tuple(name_of(place) for place in coordinates),
        plane=around.plane,
        axes=around.axes,
        extent=extent,
        wrapped=around.wrapped,
        coordinates=tuple(coordinates),
        hexagonal=around.hexagonal,
        corner=tuple(corner),
    )


def axis_labels(axes: tuple[str, ...], extent: tuple[tuple[int, int], ...]) -> tuple[Callable[[int], str], ...]:
    """For each axis of a grid with this extent, how a picture's edge writes its coordinates: `a` … or the number.

    The functions also label the coordinates of a ring, one beyond the extent on each side.
    """
    if _has_letters(axes, extent):
        last = extent[0][1]
        return (lambda number: _letters(number, last), str)
    return (str, str)


def _rectangle(kind: str, name: str, extent: tuple[Place, Place]) -> list[Place]:
    """All places of a rectangle in space order; raises GeometryError where they are too many to be looked at."""
    (west, east), (south, north) = extent
    count = (east - west + 1) * (north - south + 1)
    if count > MOST_PLACES:
        raise GeometryError(f'the {kind} "{name}" spans {count:,} places; at most {MOST_PLACES:,} can be looked at')
    return [(first, second) for second in range(south, north + 1) for first in range(west, east + 1)]


def _has_letters(axes: tuple[str, ...], extent: tuple[tuple[int, int], ...]) -> bool:
    """Whether a grid calls its columns by letters."""
    return axes == DEFAULT_AXES and all(low == 1 for low, _ in extent)


def _namer(axes: tuple[str, ...], extent: tuple[tuple[int, int], ...]) -> Callable[[Place], str]:
    """How the spaces of a grid with these axes and this extent are called, and those of a ring around it."""
    if _has_letters(axes, extent):
        last = extent[0][1]
        return lambda place: f"{_letters(place[0], last)}{place[1]}"
    first, second = axes
    return lambda place: f"{first}{_digits(place[0])}_{second}{_digits(place[1])}"


def _digits(number: int) -> str:
    """A coordinate as part of a name."""
    return str(number) if number >= 0 else f"_minus_{-number}"


def _letters(number: int, last: int) -> str:
    """The letters of a column counted from 1; 0 is the column left of a grid whose last column is `last`."""
    if number == 0:
        return "z" if last < 25 else "left"
    word = ""
    while number > 0:
        number, digit = divmod(number - 1, len(ascii_lowercase))
        word = ascii_lowercase[digit] + word
    return word
