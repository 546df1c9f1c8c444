"""The boards of a state as pictures: cells with what stands on them, and lines of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.game.letters import Letters
from interpreter.geometry import Picture, draw_text, layout_picture

if TYPE_CHECKING:
    from interpreter.game.state import State

EMPTY = "."
POINT = "o"
"""What an empty space looks like; on a board that is drawn it is a point of the drawing."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A space: its name, the letters for what stands on it (`.` for nothing), the names of that, and whose it is.

    Where rows with a `sign` lie on the board, the letters begin with the sign of the row that shows there. `seat` is
    the number of the seat to whom all that stands there belongs, None for nobody or several.
    """

    space: str
    text: str
    things: tuple[str, ...]
    seat: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """The areas that share a plane, as one picture; `cells` has what stands on each space, by its number."""

    areas: tuple[str, ...]
    picture: Picture
    cells: Mapping[int, Cell]

    def lines(self, paint: Callable[[Cell, str], str] | None = None) -> tuple[str, ...]:
        """The board as text, with labels at its edges.

        `paint` may wrap the text of a cell, which is padded already, in control codes that take no room.
        """
        if paint is None:
            return draw_text(self.picture, lambda space: self.cells[space].text)
        painter = paint
        return draw_text(
            self.picture, lambda space: self.cells[space].text, lambda space, text: painter(self.cells[space], text)
        )


def boards(state: State) -> tuple[Board, ...]:
    """The boards of a state as it is now, in declared order; none for a game without one."""
    spaces = state.game.model.spaces
    letters, v = state.game.letters, list(state.vector)
    signs = letters.ground(state.look) if letters.shown is not None else [""] * spaces.size
    found = []
    for areas in spaces.planes:
        picture = layout_picture(spaces, *areas)
        drawn = spaces.area(areas[0]).kind == "graph"
        cells = {
            space: _cell(letters, v, space, signs[space] or (POINT if drawn and POINT not in letters.legend else EMPTY))
            for row in picture.rows
            for space in row.cells
            if space is not None
        }
        found.append(Board(areas, picture, cells))
    return tuple(found)


def board_text(state: State) -> str:
    """All boards of a state as plain text, one below the other."""
    return "\n\n".join("\n".join(board.lines()) for board in boards(state))


def _cell(letters: Letters, v: list[int], space: int, bare: str) -> Cell:
    marks = letters.marks(v, space)
    seats = {mark.seat for mark in marks}
    below = [bare] if not marks or bare not in (EMPTY, POINT) else []
    text = "+".join([*below, *(mark.text for mark in marks)])
    seat = next(iter(seats)) if len(seats) == 1 else None
    return Cell(letters.model.spaces.names[space], text, tuple(mark.name for mark in marks), seat)
