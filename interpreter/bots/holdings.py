"""What players have, apart from what counts at the end: means in their hands, and what they have brought out.

Nothing about a game is built in. Means are counters of a player and cards held; brought out are pieces on a board,
marks of a player on things, what is kept of a player for things, and things that a player has collected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from interpreter.layout import Layout, VariableSlots
from interpreter.model.program import Place, Variable
from interpreter.model.types import PLAYER, CollectionType, NumberType, YesNoType, without_nothing

MEANS = 0.3
"""What one of a player's means is worth, in points; they must be spent to be worth anything in the end."""

OUT = 1.0
"""What a thing brought out is worth: more than the few means that it took, or nobody would ever begin anything."""

TICKED = 0.5
"""What something that is only ticked off for a player is worth."""

Count = Callable[[list[int], int], int]
"""How many of something a seat has in a state."""


class Holdings:
    """Counts what seats have, `goal` being the counter that counts at the end anyway."""

    def __init__(self, layout: Layout, goal: str | None) -> None:
        self.layout = layout
        self._counts = [*self._means(goal), *self._out(goal)]

    def worth(self, v: list[int], seat: int) -> float:
        """What a seat's holdings are worth, in points."""
        return sum(worth * count(v, seat) for worth, count in self._counts)

    def _means(self, goal: str | None) -> Iterator[tuple[float, Count]]:
        for variable in self.layout.model.variables.values():
            if variable.role == "counter" and variable.name != goal and _keys(variable) == ["player"]:
                yield MEANS, _kept(self.layout.variables[variable.name], 0)
        for place in self.layout.model.places.values():
            if _keys(place) == ["player"] and place.hiding is not None:
                yield MEANS, self._cards(place)

    def _out(self, goal: str | None) -> Iterator[tuple[float, Count]]:
        for variable in self.layout.model.variables.values():
            keys, slots = _keys(variable), self.layout.variables[variable.name]
            if variable.role not in ("counter", "keep") or variable.hiding is not None:
                continue
            bare = without_nothing(variable.type)
            if "player" in keys:
                collected = isinstance(bare, CollectionType) and bare.shape == "set"
                if len(keys) > 1 or collected:
                    yield TICKED if isinstance(bare, YesNoType) else OUT, _kept(slots, keys.index("player"))
            elif keys and (bare == PLAYER or (isinstance(bare, CollectionType) and bare.of == PLAYER)):
                yield OUT, _marks(slots)
        for place in self.layout.model.places.values():
            if _keys(place) == ["player"] and place.hiding is None:
                yield OUT, self._cards(place)
        for name, pieces in self.layout.pieces.items():
            domain = self.layout.model.domains[name]
            if "owner" in domain.fields:
                yield OUT, _standing(domain.fields["owner"].values, pieces.spaces)

    def _cards(self, place: Place) -> Count:
        cards = self.layout.cards[place.domain]
        spots = {keys[0]: spot for (name, keys), spot in cards.index.items() if name == place.name}
        return lambda v, seat: len(cards.read(v, spots[seat]))


def _kept(slots: VariableSlots, player: int) -> Count:
    """What is kept of a seat, together: numbers as they are, anything else once for each that says something."""
    number = isinstance(without_nothing(slots.variable.type), NumberType)
    places = [keys for keys, _ in slots.places()]

    def count(v: list[int], seat: int) -> int:
        found = 0
        for keys in places:
            if keys[player] == seat:
                value = slots.get(v, *keys)
                found += value if number else len(value) if isinstance(value, tuple) else value not in (None, False)
        return found

    return count


def _marks(slots: VariableSlots) -> Count:
    """For how many things a seat is kept; in lists, how often."""
    places = [keys for keys, _ in slots.places()]

    def count(v: list[int], seat: int) -> int:
        values = (slots.get(v, *keys) for keys in places)
        return sum(value.count(seat) if isinstance(value, tuple) else value == seat for value in values)

    return count


def _standing(owners: Sequence[object], space: VariableSlots) -> Count:
    """How many pieces of a seat stand on a board."""
    return lambda v, seat: sum(owner == seat and space.get(v, piece) is not None for piece, owner in enumerate(owners))


def _keys(kept: Variable | Place) -> list[str | None]:
    return [key.domain for key in kept.keys]
