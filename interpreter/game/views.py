"""What one seat sees of a state: the document of the state as it is now, without what is hidden from the seat.

A hidden place is the number of its cards; where the seat knows some of them, it is a list with None for the others (in
a set these come last, so that the order tells nothing). A hidden value is left out. So are the seed and the generator's
state, who else knows what, and the choices since the flow last waited: their effects are in the view already.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.game.names import Json, label, plain_value
from interpreter.game.saves import FORMAT, Writer, nested, rules_of, with_gaps
from interpreter.layout import CardSlots, Spot
from interpreter.model.program import Variable

_HIDDEN = object()


def view(writer: Writer, vector: Sequence[int], seat: int | None) -> dict[str, Json]:
    """The view of a seat; of a watcher who has no seat when `seat` is None. `vector` is the state as it is now."""
    v, viewer = list(vector), _Viewer(writer, seat)
    model = writer.model
    return {
        "format": FORMAT,
        "rules": rules_of(model),
        "seen_by": None if seat is None else model.players[seat],
        "flow": writer.flow(v),
        "counters": viewer.variables(v, "counter"),
        "pieces": writer.pieces(v),
        "keeps": viewer.variables(v, "keep"),
        "places": {name: writer.place(v, name, viewer.cards) for name in model.places},
        "limits": viewer.variables(v, "limit"),
        "this_turn": writer.this_turn(v),
    }


class _Viewer:
    def __init__(self, writer: Writer, seat: int | None) -> None:
        self.writer, self.model, self.layout = writer, writer.model, writer.layout
        self.seat = seat
        self.bit = 0 if seat is None else 1 << seat

    def cards(self, v: list[int], cards: CardSlots, spot: Spot) -> Json:
        """The cards of a spot as far as the seat knows them."""
        names = self.model.domains[cards.domain].members
        inside = with_gaps(v, cards, spot)
        known = [card is not None and self.knows(cards.known(v, card), cards, spot) for card in inside]
        if not any(known) and inside:
            return len([card for card in inside if card is not None])
        found = [names[card] if card is not None and sure else None for card, sure in zip(inside, known, strict=True)]
        return sorted(found, key=lambda name: name is None) if spot.shape == "set" else found

    def knows(self, mask: int, cards: CardSlots, spot: Spot) -> bool:
        """Whether the seat is among those who know a card; a watcher sees what lies open."""
        if self.seat is None:
            return spot.hiding is None and mask == cards.everybody
        return bool(mask & self.bit)

    def variables(self, v: list[int], role: str) -> Json:
        """The variables of a role without what is hidden from the seat."""
        found = {}
        for variable in self.model.variables.values():
            if variable.role == role:
                value = _without_hidden(self.variable(v, variable))
                if value is not _HIDDEN:
                    found[label(variable)] = value
        return found

    def variable(self, v: list[int], variable: Variable) -> Json:
        """The values of a variable, a mark in place of each hidden one."""
        slots = self.layout.variables[variable.name]

        def leaf(keys: tuple[int, ...]) -> Json:
            if not self.sees(v, variable, keys):
                return _HIDDEN
            return plain_value(self.model, variable.type, slots.get(v, *keys))

        return nested(self.model, variable.keys, leaf)

    def sees(self, v: list[int], variable: Variable, keys: tuple[int, ...]) -> bool:
        """Whether a value is open to the seat: it is not hidden, its own, or of something it has been shown."""
        if variable.hiding is None:
            return True
        for key, range_ in zip(keys, variable.keys, strict=True):
            if variable.hiding == "owner" and range_.domain == "player" and key == self.seat:
                return True
            secret = self.layout.secrets.get(range_.domain or "")
            if len(keys) == 1 and secret is not None and v[secret + key] & self.bit:
                return True
        return False


def _without_hidden(value: Json) -> Json:
    """A value without its hidden parts; _HIDDEN when nothing is left."""
    if not isinstance(value, dict):
        return value
    left = {key: kept for key, part in value.items() if (kept := _without_hidden(part)) is not _HIDDEN}
    return left if left else _HIDDEN
