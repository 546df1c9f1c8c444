"""SETO's pattern chart as sets of cells, for the oracle."""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[int, int]
Cells = frozenset[Point]


def block(left: int, bottom: int) -> Cells:
    """The 2 by 2 block with this lower left cell."""
    return frozenset((left + i, bottom + j) for i in (0, 1) for j in (0, 1))


def sliding_lines(size: int) -> set[Cells]:
    """Every straight run of four cells, in rows, columns and diagonals."""
    cells = [(column, row) for column in range(1, size + 1) for row in range(1, size + 1)]
    runs = (
        frozenset((column + i * dx, row + i * dy) for i in range(4))
        for column, row in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )
    return {run for run in runs if run <= set(cells)}


def chart(five: bool) -> tuple[set[Cells], set[Cells]]:
    """The patterns of four cells and those of eight; `five` is the chart of the variant with 5 by 5 cells."""
    fours = sliding_lines(5 if five else 4)
    if five:
        fours |= {block(left, bottom) for left in range(1, 5) for bottom in range(1, 5)}
        return fours, set()
    fours |= {block(1, 1), block(3, 1), block(1, 3), block(3, 3), block(2, 2)}
    fours.add(frozenset({(1, 1), (4, 1), (1, 4), (4, 4)}))
    fours.add(frozenset({(2, 1), (4, 2), (3, 4), (1, 3)}))
    fours.add(frozenset({(3, 1), (4, 3), (2, 4), (1, 2)}))
    cross = frozenset((i, i) for i in range(1, 5)) | frozenset((i, 5 - i) for i in range(1, 5))
    ring = frozenset((i, j) for i in range(1, 5) for j in range(1, 5)) - cross
    return fours, {cross, ring}


def shifted_to_corner(cells: Iterable[Point]) -> Cells:
    """The same drawing, moved so that its lowest column and row are 0."""
    points = list(cells)
    left, bottom = min(x for x, _ in points), min(y for _, y in points)
    return frozenset((x - left, y - bottom) for x, y in points)
