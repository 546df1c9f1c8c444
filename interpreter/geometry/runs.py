"""Straight runs over the spaces of a game: lines of n spaces and jumps over one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from interpreter.geometry.area import Area
from interpreter.geometry.directions import FORWARD

NeighbourTable = Sequence[Sequence[int | None]]


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump from a space over its neighbour to the next in the same direction; on a graph along a line (None)."""

    start: int
    over: int
    dest: int
    direction: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """A straight run of spaces, in order."""

    cells: tuple[int, ...]


def grid_lines(spaces: range, neighbour: NeighbourTable, n: int) -> tuple[Line, ...]:
    """All straight runs of n spaces inside `spaces`, ordered by their first space, then by direction.

    A run starts at the end that comes first in space order. On wrapped axes runs may go over the edge; a run that
    covers the same spaces as an earlier one, or meets a space twice, is left out.
    """
    runs = (_run(start, direction, spaces, neighbour, n) for start in spaces for direction in FORWARD)
    return _each_once(runs, n)


def graph_lines(area: Area, first: int, n: int) -> tuple[Line, ...]:
    """All runs of n successive points of a graph's drawn lines, in the order of the lines.

    `first` is the space that the graph's first point is.
    """
    runs = (tuple(first + point for point in run) for line in area.lines for run in _windows(line, n))
    return _each_once(runs, n)


def grid_jumps(start: int, neighbour: NeighbourTable) -> Iterator[Jump]:
    """The jumps from a space of a grid or ring, clockwise from north; none that ends where it started."""
    for direction, over in enumerate(neighbour[start]):
        if over is not None:
            dest = neighbour[over][direction]
            if dest is not None and dest != start:
                yield Jump(start, over, dest, direction)


def graph_jumps(area: Area, first: int) -> list[list[Jump]]:
    """For each point of a graph the jumps from it along the drawn lines, each once, in the order of the lines."""
    jumps: list[dict[Jump, None]] = [{} for _ in area.names]
    for line in area.lines:
        for start, over, dest in _windows(line, 3):
            jumps[start][Jump(first + start, first + over, first + dest, None)] = None
            jumps[dest][Jump(first + dest, first + over, first + start, None)] = None
    return [list(own) for own in jumps]


def graph_neighbours(area: Area) -> list[set[int]]:
    """For each point of a graph those next to it on a drawn line, by their numbers in the area."""
    near: list[set[int]] = [set() for _ in area.names]
    for line in area.lines:
        for one, other in pairwise(line):
            near[one].add(other)
            near[other].add(one)
    return near


def _run(start: int, direction: int, spaces: range, neighbour: NeighbourTable, n: int) -> tuple[int, ...]:
    """At most n spaces from `start` on in one direction, as far as they lie inside `spaces`."""
    run = [start]
    while len(run) < n:
        ahead = neighbour[run[-1]][direction]
        if ahead is None or ahead not in spaces:
            break
        run.append(ahead)
    return tuple(run)


def _windows(line: tuple[int, ...], n: int) -> Iterator[tuple[int, ...]]:
    """The runs of n successive points of a drawn line; on a closed line also those over its seam."""
    if line[0] == line[-1]:
        points = line[:-1]
        starts = range(len(points)) if n <= len(points) else range(0)
        line = points + points
    else:
        starts = range(len(line) - n + 1)
    for start in starts:
        yield line[start : start + n]


def _each_once(runs: Iterable[tuple[int, ...]], n: int) -> tuple[Line, ...]:
    """The runs that cover n different spaces, each set of spaces once."""
    lines: dict[frozenset[int], Line] = {}
    for run in runs:
        covered = frozenset(run)
        if len(covered) == n:
            lines.setdefault(covered, Line(run))
    return tuple(lines.values())
