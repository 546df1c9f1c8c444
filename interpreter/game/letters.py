"""How pieces, and what is kept for spaces, are written in pictures: the set-up's letters, or initials without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.game.look import Look
from interpreter.layout import Layout, Value
from interpreter.model import expressions as x
from interpreter.model.program import Model, ValueModel, Variable
from interpreter.model.types import MaybeType, MemberType, without_nothing

SIGN = "sign"
"""The field with which rows of data say how a board writes them."""

SPACE = MemberType("space", None)


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands on a space: the letters for it, its name, and the seat whose it is, if it is anybody's."""

    text: str
    name: str
    seat: int | None


class Letters:
    """Writes what stands on spaces. With a legend the letters are those that scenarios may use in their pictures."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.model: Model = layout.model
        self.kinds = list(layout.pieces)
        legend = self.model.legend
        self.order = [] if legend is None else list(legend.order)
        self.legend = {} if legend is None else {letter: dict(pairs) for letter, pairs in legend.letters.items()}
        self.lettered = None if legend is None else legend.piece
        self.variables = self._shown_variables()
        self.seats = initials(self.model.players)
        self.shown = self._shown_value()

    def marks(self, v: list[int], space: int) -> list[Mark]:
        """What stands on a space, and what is kept for it."""
        found = [
            self._piece(v, domain, piece)
            for domain, pieces in self.layout.pieces.items()
            for piece in pieces.on(v, space)
        ]
        for variable in self.variables:
            mark = self._kept(v, variable, space)
            if mark is not None:
                found.append(mark)
        return found

    def ground(self, look: Look) -> list[str]:
        """The sign of the row that shows on each space; empty where there is none."""
        value = self.shown
        if value is None:
            return [""] * self.model.spaces.size
        signs = self.model.domains[_rows_of(value)].fields[SIGN].values
        found = []
        for space in range(self.model.spaces.size):
            row = look.value(x.CallValue(value.type, value.span, value.name, (x.Const(SPACE, value.span, space),)))
            found.append("" if row is None else str(signs[row] or ""))
        return found

    def _shown_value(self) -> ValueModel | None:
        """The first value that says of a space which row shows there, of rows that have a sign."""
        for value in self.model.values.values():
            rows = self.model.domains.get(_rows_of(value))
            if value.params == (SPACE,) and rows is not None and SIGN in rows.fields:
                return value
        return None

    def _shown_variables(self) -> list[Variable]:
        """The variables of spaces that a picture shows: those the legend sets, else the first that may be nothing."""
        legend = self.model.legend
        kept = [v for v in self.model.variables.values() if [key.domain for key in v.keys] == ["space"]]
        if legend is not None and legend.piece is None:
            named = {name for pairs in self.legend.values() for name in pairs}
            return [variable for variable in kept if variable.name in named]
        maybe = [v for v in kept if isinstance(v.type, MaybeType) and isinstance(v.type.of, MemberType)]
        return [] if self.kinds else maybe[:1]

    def _piece(self, v: list[int], domain: str, piece: int) -> Mark:
        info = self.model.domains[domain]
        fields = {name: field.values[piece] for name, field in info.fields.items() if "@" not in name}
        fields |= {name: self.layout.variables[variable].get(v, piece) for name, variable in info.owned.items()}
        owner = fields.get("owner")
        seat = owner if isinstance(owner, int) else None
        text = self._spelled(fields) if domain == self.lettered else ""
        if not text:
            text = "" if seat is None else self.seats[seat]
            text += initials(self.kinds)[self.kinds.index(domain)] if len(self.kinds) > 1 or not text else ""
        return Mark(text, info.members[piece], seat)

    def _spelled(self, fields: dict[str, Value]) -> str:
        """The letters of the legend that say what the fields are, in the order of the set-up."""
        spelled: list[tuple[int, str]] = []
        said: set[str] = set()
        for letter, pairs in self.legend.items():
            fitting = all(fields.get(name) == value for name, value in pairs.items())
            plain = all(not value and isinstance(value, bool) for value in pairs.values())
            if fitting and not plain and not said & pairs.keys():
                said |= pairs.keys()
                places = [self.order.index(name) for name in pairs if name in self.order]
                spelled.append((min(places, default=len(self.order)), letter))
        return "".join(letter for _, letter in sorted(spelled, key=lambda pair: pair[0]))

    def _kept(self, v: list[int], variable: Variable, space: int) -> Mark | None:
        slots = self.layout.variables[variable.name]
        at = slots.at((space,))
        value = None if at is None else slots.codec.read(v, at)
        kept = without_nothing(variable.type)
        if value is None or (not value and isinstance(value, bool)):
            return None
        letter = next((key for key, pairs in self.legend.items() if pairs.get(variable.name, None) == value), None)
        if not isinstance(kept, MemberType):
            return None if letter is None else Mark(letter, variable.name, None)
        members = self.model.domains[kept.domain].members
        seat = value if kept.domain == "player" else None
        return Mark(letter or initials(members)[value], members[value], seat)


def initials(names: Sequence[str]) -> list[str]:
    """For each name the shortest beginning that no other name has."""
    found = []
    for number, name in enumerate(names):
        others = [other for place, other in enumerate(names) if place != number]
        length = next((n for n in range(1, len(name)) if not any(o.startswith(name[:n]) for o in others)), len(name))
        found.append(name[:length])
    return found


def _rows_of(value: ValueModel) -> str:
    """The domain of what a value gives; empty when it gives no member."""
    given = without_nothing(value.type)
    return given.domain if isinstance(given, MemberType) else ""
