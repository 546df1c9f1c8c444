"""Boards in the terminal: what stands where, whose it is, and what has changed since the last decision."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence

from interpreter.commands import terminal
from interpreter.game.boards import Board, Cell, boards
from interpreter.game.letters import initials
from interpreter.game.names import plain_value
from interpreter.game.state import State
from interpreter.geometry import draw_text, layout_picture
from interpreter.model.program import Legend, Model
from interpreter.model.types import Type

WIDTH = 80
MARGIN = 2

CODES = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37}
BOLD, DIM, REVERSED = 1, 2, 7

PALETTE = ("cyan", "magenta", "yellow", "green", "blue", "red")
"""Colours for seats that are not named after one."""


def painted(text: str, *codes: int) -> str:
    """The text in control codes for a terminal."""
    return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m" if codes and text else text


def seat_colours(seats: Sequence[str]) -> list[str]:
    """A colour for each seat: its own where it is named after one, else one that no seat is named after."""
    free = [colour for colour in PALETTE if colour not in seats] or list(CODES)
    return [seat if seat in CODES else free[number % len(free)] for number, seat in enumerate(seats)]


class Painter:
    """Draws the boards of one game; with `colour` there are control codes in the lines."""

    def __init__(self, model: Model, colour: bool) -> None:
        self.model = model
        self.colour = colour
        self.colours = seat_colours(model.players)

    def seat(self, name: str, text: str | None = None) -> str:
        """A seat's name, or a text about it, in its colour."""
        shown = name if text is None else text
        if not self.colour or name not in self.model.players:
            return shown
        return painted(shown, CODES[self.colours[self.model.players.index(name)]], BOLD)

    def heading(self, text: str) -> str:
        """A text that stands out."""
        return painted(text, BOLD) if self.colour else text

    def dim(self, text: str) -> str:
        """A text that does not stand out."""
        return painted(text, DIM) if self.colour else text

    def boards(self, state: State, before: State | None = None) -> Iterator[str]:
        """The boards of a state as lines; what was not there `before` stands out."""
        drawn = boards(state)
        old = {} if before is None else {space: cell for b in boards(before) for space, cell in b.cells.items()}
        for number, board in enumerate(drawn):
            if len(drawn) > 1:
                yield from ([""] if number else [])
                yield f"{' ' * MARGIN}{', '.join(board.areas)}"
            marked = {
                space
                for space, cell in board.cells.items()
                if before is not None and cell.things and cell != old.get(space)
            }
            yield from (f"{' ' * MARGIN}{line}" for line in self._board(board, marked))

    def _board(self, board: Board, marked: Collection[int]) -> Sequence[str]:
        def framed(space: int) -> str:
            text = board.cells[space].text
            return f"[{text}]" if space in marked else f" {text} "

        def paint(space: int, text: str) -> str:
            return self._painted(board.cells[space], text, space in marked)

        chosen = paint if self.colour else None
        if max(map(len, draw_text(board.picture, framed))) > WIDTH - MARGIN:
            return draw_text(board.picture, lambda space: board.cells[space].text, chosen)
        lines = draw_text(board.picture, framed, chosen)
        return (*lines[:-1], f" {lines[-1]}") if board.picture.columns else lines

    def _painted(self, cell: Cell, text: str, marked: bool) -> str:
        if not cell.things:
            return painted(text, DIM)
        codes = [] if cell.seat is None else [CODES[self.colours[cell.seat]], BOLD]
        return painted(text, *codes, *([REVERSED] if marked else []))


def name_lines(model: Model) -> Iterator[str]:
    """The boards with the names of their spaces."""
    for number, names in enumerate(model.spaces.planes):
        yield from ([""] if number else [])
        picture = layout_picture(model.spaces, *names)
        yield from (f"{' ' * MARGIN}{line}" for line in draw_text(picture, lambda space: model.spaces.names[space]))


def key_lines(model: Model) -> list[str]:
    """What the letters on the boards mean."""
    if not model.spaces.areas:
        return []
    if model.legend is not None:
        meanings = {letter: " ".join(words) for letter, words in _meanings(model, model.legend)}
    else:
        meanings = dict(zip(initials(model.players), model.players, strict=True))
    text = " · ".join(f"{sign}\u00a0{meaning}" for sign, meaning in meanings.items())
    indent = " " * MARGIN
    lines = textwrap.wrap(text, min(WIDTH, terminal.width()), initial_indent=indent, subsequent_indent=indent)
    return [line.replace("\u00a0", " ") for line in lines]


def _meanings(model: Model, legend: Legend) -> Iterator[tuple[str, list[str]]]:
    types = _types(model, legend.piece)
    for letter, pairs in legend.letters.items():
        words = []
        for name, value in pairs:
            plain = value if name not in types else plain_value(model, types[name], value)
            words.append((name if plain else f"not {name}") if isinstance(plain, bool) else str(plain))
        yield letter, words


def _types(model: Model, piece: str | None) -> Mapping[str, Type]:
    """The types of what a legend sets: variables of spaces, or fields of pieces."""
    if piece is None:
        return {name: variable.type for name, variable in model.variables.items()}
    domain = model.domains[piece]
    types = {name: field.type for name, field in domain.fields.items()}
    return types | {name: model.variables[variable].type for name, variable in domain.owned.items()}
