"""The eight directions, numbered clockwise from north, and where each of them leads on square and hexagonal grids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Ways = tuple[int, ...]
"""A set of directions: their numbers, each once, clockwise from north."""

DIRECTION_NAMES = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
"""The names of the directions; a direction's number is its place here."""

SQUARE_STEPS: Mapping[int, tuple[int, int]] = {
    0: (0, 1),
    1: (1, 1),
    2: (1, 0),
    3: (1, -1),
    4: (0, -1),
    5: (-1, -1),
    6: (-1, 0),
    7: (-1, 1),
}
"""Direction -> change of the first and of the second coordinate, on a square grid."""

HEXAGONAL_STEPS: Mapping[int, tuple[int, int]] = {
    1: (0, 1),
    2: (1, 0),
    3: (1, -1),
    5: (0, -1),
    6: (-1, 0),
    7: (-1, 1),
}
"""The same on a hexagonal grid, where each row stands half a cell further east than the row below.

The cell with the same first coordinate in the row above is therefore the north-eastern neighbour, and the one before it
the north-western. There is no north and no south.
"""

FORWARD = (0, 1, 2, 7)
"""One direction of each opposite pair: the one in which a straight run meets its spaces in space order."""

_SQUARE_WAYS: Mapping[str, Ways] = {
    "straight": (0, 2, 4, 6),
    "diagonal": (1, 3, 5, 7),
    "any_way": tuple(SQUARE_STEPS),
}
_HEXAGONAL_WAYS: Mapping[str, Ways] = {
    "straight": tuple(HEXAGONAL_STEPS),
    "diagonal": (),
    "any_way": tuple(HEXAGONAL_STEPS),
}


def steps(hexagonal: bool) -> Mapping[int, tuple[int, int]]:
    """Direction -> change of the two coordinates; directions that such a grid does not have are missing."""
    return HEXAGONAL_STEPS if hexagonal else SQUARE_STEPS


def opposite(direction: int) -> int:
    """The number of the direction that leads back."""
    return (direction + 4) % 8


def set_words(hexagonal: Sequence[bool]) -> Mapping[str, Ways]:
    """What `straight`, `diagonal` and `any_way` mean in a game with these grids (for each: is it hexagonal).

    On hexagonal grids `straight` and `any_way` are the six directions and `diagonal` is empty. Where square and
    hexagonal grids stand together the words mean what they mean on square grids; `any_way` is right on both kinds.
    """
    return _HEXAGONAL_WAYS if hexagonal and all(hexagonal) else _SQUARE_WAYS
