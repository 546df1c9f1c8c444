"""Boards in the terminal: all spaces of a game with what stands on them, from the document of a state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from interpreter.commands.signs import Plain, Sign, Signs, seat_colours
from interpreter.game.names import Labels, plain_value
from interpreter.geometry import draw_text, layout_picture
from interpreter.layout import Layout
from interpreter.model.program import Variable
from interpreter.model.types import Type

WIDTH = 80
MARGIN = 2
EMPTY = "."
CODES = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37}
BOLD, DIM, REVERSED = 1, 2, 7


@dataclass(frozen=True, slots=True)
class Cell:
    """What a space shows: signs, one for each thing on it."""

    signs: tuple[Sign, ...]

    @property
    def text(self) -> str:
        """The signs as plain text; empty for an empty space."""
        return "+".join(sign.text for sign in self.signs if sign.text)

    @property
    def owner(self) -> str | None:
        """The seat that the first thing belongs to."""
        return next((sign.owner for sign in self.signs if sign.owner is not None), None)


class Board:
    """Draws the boards of one game."""

    def __init__(self, layout: Layout) -> None:
        self.model = layout.model
        self.labels = Labels(layout)
        self.signs = Signs(self.model)
        self.colours = seat_colours(self.model.players)
        self._kept = [variable for variable in self.model.variables.values() if _is_kept_for_spaces(variable)]

    def cells(self, document: Mapping[str, Plain]) -> dict[int, Cell]:
        """What each space shows in a state or in a view of it."""
        found: dict[int, list[Sign]] = {space: [] for space in range(self.model.spaces.size)}
        for space, sign in (*self._pieces(document), *self._values(document)):
            found[space].append(sign)
        return {space: Cell(tuple(signs)) for space, signs in found.items()}

    def lines(self, cells: Mapping[int, Cell], marked: Collection[int] = (), colour: bool = False) -> list[str]:
        """The boards as lines of text; the marked spaces stand out. With `colour` there are control codes in them."""
        lines: list[str] = []
        planes = self.model.spaces.planes
        for names in planes:
            if len(planes) > 1:
                lines += ["", f"  {', '.join(names)}"] if lines else [f"  {', '.join(names)}"]
            lines += [f"  {line}" for line in self._plane(names, cells, marked, colour)]
        return lines

    def name_lines(self, colour: bool = False) -> list[str]:
        """The boards with the names of their spaces."""
        cells = {space: Cell((Sign(name, None),)) for space, name in enumerate(self.model.spaces.names)}
        return self.lines(cells, (), colour)

    def meanings(self) -> Mapping[str, str]:
        """What signs mean: the letters of the legend, or those that have been written so far."""
        return self.signs.legend_meanings or self.signs.meanings

    def seat(self, name: str, colour: bool) -> str:
        """A seat's name in its colour."""
        return _painted(name, CODES[self.colours[name]], BOLD) if colour and name in self.colours else name

    def _plane(
        self, names: tuple[str, ...], cells: Mapping[int, Cell], marked: Collection[int], colour: bool
    ) -> tuple[str, ...]:
        picture = layout_picture(self.model.spaces, *names)

        def framed(space: int) -> str:
            text = cells[space].text or EMPTY
            return f"[{text}]" if space in marked and cells[space].text else f" {text} "

        def bare(space: int) -> str:
            return cells[space].text or EMPTY

        paint = self._paint(cells, marked) if colour else None
        if max(map(len, draw_text(picture, framed))) > WIDTH - MARGIN:
            return draw_text(picture, bare, paint)
        drawn = draw_text(picture, framed, paint)
        labels = f" {drawn[-1]}" if picture.columns else drawn[-1]
        return (*drawn[:-1], labels)

    def _paint(self, cells: Mapping[int, Cell], marked: Collection[int]) -> Callable[[int, str], str]:
        def paint(space: int, text: str) -> str:
            cell = cells[space]
            if not cell.text:
                return _painted(text, DIM)
            codes = [CODES[self.colours[cell.owner]], BOLD] if cell.owner in self.colours else []
            return _painted(text, *codes, *([REVERSED] if space in marked else []))

        return paint

    def _pieces(self, document: Mapping[str, Plain]) -> Iterator[tuple[int, Sign]]:
        known = document.get("pieces")
        pieces = known if isinstance(known, dict) else {}
        for name, labels in self.labels.pieces.items():
            domain = self.model.domains[name]
            for number, label in enumerate(labels):
                state = pieces.get(label)
                fields: dict[str, Plain] = dict(state) if isinstance(state, dict) else {}
                place = fields.pop("space", None)
                if not isinstance(place, str) or place not in self.model.spaces.index:
                    continue
                for field, values in domain.fields.items():
                    fields.setdefault(field, self._plain(values.type, values.values[number]))
                yield self.model.spaces.index[place], self.signs.of_piece(name, fields)

    def _values(self, document: Mapping[str, Plain]) -> Iterator[tuple[int, Sign]]:
        known = document.get("keeps")
        keeps = known if isinstance(known, dict) else {}
        types: dict[str, Type] = {variable.name: variable.type for variable in self._kept}
        for space, name in enumerate(self.model.spaces.names):
            values: dict[str, Plain] = {}
            for variable in self._kept:
                by_space = keeps.get(variable.name)
                values[variable.name] = by_space.get(name) if isinstance(by_space, dict) else None
            sign = self.signs.of_space(values, types)
            if sign.text:
                yield space, sign

    def _plain(self, type_: Type, value: object) -> Plain:
        plain: Plain = plain_value(self.model, type_, value)
        return plain


def _is_kept_for_spaces(variable: Variable) -> bool:
    return variable.role == "keep" and len(variable.keys) == 1 and variable.keys[0].domain == "space"


def _painted(text: str, *codes: int) -> str:
    return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m" if codes else text
