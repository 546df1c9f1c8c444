"""Boards made of named points and drawn lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.geometry.area import Area, GeometryError, check_size

POINT = "o"
"""How a graph's picture draws a point."""


def graph(name: str, document: Mapping[str, Any]) -> Area:
    """The area of a document with `spaces` (names), `lines` (lists of names) and perhaps a `picture` (text rows).

    The document has passed its schema, so keys and types are right. A line that ends with the point it begins with is
    closed. In the picture every `o` is a point; from the bottom row upwards and from left to right they are the spaces
    in their listed order.

    Raises GeometryError for the first of `graph_faults`.
    """
    for fault in graph_faults(name, document):
        raise fault
    spaces: list[str] = document["spaces"]
    number = {space: k for k, space in enumerate(spaces)}
    return Area(
        name=name,
        kind="graph",
        names=tuple(spaces),
        plane=name,
        lines=tuple(tuple(number[point] for point in line) for line in document["lines"]),
        picture=tuple(document.get("picture") or ()),
    )


def graph_faults(name: str, document: Mapping[str, Any]) -> tuple[GeometryError, ...]:
    """Everything that keeps the document from being a graph, each with its `path` into the document."""
    return tuple(_faults(name, document))


def _faults(name: str, document: Mapping[str, Any]) -> Iterator[GeometryError]:
    spaces: list[str] = document["spaces"]
    lines: list[list[str]] = document["lines"]
    if not spaces:
        yield GeometryError(f'the graph "{name}" has no space', ("spaces",))
        return
    try:
        check_size("graph", name, len(spaces))
    except GeometryError as fault:
        yield GeometryError(str(fault), ("spaces",))
        return
    known: set[str] = set()
    for k, space in enumerate(spaces):
        if space in known:
            yield GeometryError(f'the space "{space}" is listed twice', ("spaces", k))
        known.add(space)
    for k, line in enumerate(lines):
        yield from _line_faults(k, line, known)
    drawn = {point for line in lines for point in line}
    for k, space in enumerate(spaces):
        if space not in drawn:
            yield GeometryError(f'the space "{space}" is on no line, so nothing is its neighbour', ("spaces", k))
    picture: list[str] = document.get("picture") or []
    points = sum(row.count(POINT) for row in picture)
    if picture and points != len(spaces):
        yield GeometryError(
            f'the picture shows {points} points ("{POINT}") for {len(spaces)} spaces; it must show each space once',
            ("picture",),
        )


def _line_faults(k: int, line: list[str], known: set[str]) -> Iterator[GeometryError]:
    if len(line) < 2:
        yield GeometryError("a line needs at least two points", ("lines", k))
    met: set[str] = set()
    for place, point in enumerate(line):
        if point not in known:
            yield GeometryError(f'the line names "{point}", which is not one of the spaces', ("lines", k, place))
        closes = place == len(line) - 1 and place > 2 and point == line[0]
        if point in met and not closes:
            yield GeometryError(
                f'the line meets "{point}" twice; only a closed line may, with its first point at its end',
                ("lines", k, place),
            )
        met.add(point)
