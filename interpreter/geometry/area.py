"""What every kind of area has in common: its spaces, their names and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

MOST_SPACES = 1_000
"""How many spaces all areas of a game may have together."""

MOST_PLACES = 10_000
"""How many places the full rectangle of a grid may have, before a condition leaves some of them out."""

Keep = Callable[[dict[str, int]], bool]
"""A condition that says from the fields of a place (its coordinates; in a ring also `corner`) whether it is a space."""


class GeometryError(ValueError):
    """An area that cannot be built; the text is meant for the author of the rules.

    `path` leads to the faulty place in the document of a graph (keys and list positions from 0); elsewhere it is empty.
    """

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a grid: its name, its lowest and highest coordinate, and whether the highest touches the lowest."""

    name: str
    low: int
    high: int
    wrapped: bool = False

    @property
    def size(self) -> int:
        """How many coordinates the axis has."""
        return self.high - self.low + 1


@dataclass(frozen=True)
class Area:
    """A part of the playing surface. Spaces are numbered within the area from 0.

    - `names`, `coordinates`: one entry per space, by the second axis, then the first; for a graph as the document lists
      its points, without coordinates.
    - `axes`, `extent`, `wrapped`: per axis its name, its lowest and highest coordinate (those of the whole rectangle,
      also when a condition leaves places out) and whether it is closed; empty for a graph.
    - `plane`: areas with the same plane share their coordinates; it is the name of the grid or graph that made it.
    - `corner`: for each point of a ring whether it lies beyond the grid on both axes; empty for other kinds.
    - `lines`: the drawn lines of a graph as space numbers; a closed line ends with the point it begins with.
    - `picture`: the drawing of a graph, top row first, each point an `o`; empty when there is none.
    """

    name: str
    kind: Literal["grid", "ring", "graph"]
    names: tuple[str, ...]
    plane: str
    axes: tuple[str, ...] = ()
    extent: tuple[tuple[int, int], ...] = ()
    wrapped: tuple[bool, ...] = ()
    coordinates: tuple[tuple[int, ...], ...] = ()
    hexagonal: bool = False
    corner: tuple[bool, ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()
    picture: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many spaces the area has."""
        return len(self.names)

    @cached_property
    def places(self) -> Mapping[tuple[int, ...], int]:
        """Coordinates -> space number; empty for a graph."""
        return {place: number for number, place in enumerate(self.coordinates)}

    @cached_property
    def fields(self) -> Mapping[str, tuple[int, ...]]:
        """Field name -> value per space: the axes in declared order, and `corner` (a yes/no) for a ring."""
        columns = {axis: tuple(place[k] for place in self.coordinates) for k, axis in enumerate(self.axes)}
        return columns | {"corner": self.corner} if self.kind == "ring" else columns


def check_size(kind: str, name: str, count: int) -> None:
    """Raise GeometryError where an area has no space at all or more than a game may have."""
    if count < 1:
        raise GeometryError(f'the {kind} "{name}" has no space: its condition leaves every one out')
    if count > MOST_SPACES:
        raise GeometryError(f'the {kind} "{name}" has {count:,} spaces; a game may have at most {MOST_SPACES:,}')
