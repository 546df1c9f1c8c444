"""States as JSON documents: every slot once, with names instead of numbers.

The document describes the vector when the flow last waited, and under `choices` what was chosen since. What the layout
derives from other slots is left out. `reading` reads what is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from interpreter.game.names import Json, Labels, key_name, label, piece_domains, plain_value
from interpreter.layout import AFTER, ENTER, TURN, CardSlots, CountSlots, Layout, Spot
from interpreter.layout.masks import members
from interpreter.model.program import KeyRange, Model, Variable
from interpreter.model.types import Type

FORMAT = 1
"""The version of the documents."""

STEPS: Mapping[int, str] = {ENTER: "enter", TURN: "must", AFTER: "after"}
"""What the steps of a phase are called: about to be entered, a turn's decision, free actions after the main one."""

SECTIONS = {"counter": "counters", "keep": "keeps", "limit": "limits"}
"""Where the variables of a role stand in a document."""


def rules_of(model: Model) -> Json:
    """Which rules a state belongs to."""
    return {
        "game": model.name,
        "version": model.version,
        "variant": model.variant,
        "hash": model.hash,
        "options": {name: plain_value(model, option.type, option.value) for name, option in model.options.items()},
        "players": list(model.players),
    }


class Writer:
    """Writes the states of one game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.model = layout.model
        self.labels = Labels(layout)

    def document(self, vector: Sequence[int], seed: int, choices: Sequence[str]) -> Json:
        """The whole document of a state."""
        v = list(vector)
        return {
            "format": FORMAT,
            "rules": rules_of(self.model),
            "random": {"seed": seed, "state": f"{self.layout.chance.state(v):016x}"},
            "flow": self.flow(v),
            "counters": self.variables(v, "counter"),
            "pieces": self.pieces(v),
            "keeps": self.variables(v, "keep"),
            "places": {name: self.place(v, name, self.cards_in) for name in self.model.places},
            "known": self.known(v),
            "limits": self.variables(v, "limit"),
            "this_turn": self.this_turn(v),
            "choices": list(choices),
        }

    def flow(self, v: Sequence[int]) -> Json:
        """Where the game stands."""
        at, model = self.layout, self.model
        return {
            "phase": model.phases[v[at.phase]].name,
            "step": STEPS[v[at.step]],
            "mover": self.seat(v[at.mover]),
            "first": self.seat(v[at.first]),
            "turns_taken": v[at.turns_taken],
            "round": v[at.round],
            "over": v[at.over] == 1,
            "winner": self.winner(v),
        }

    def seat(self, number: int) -> str | None:
        """A seat as its name, -1 as nobody."""
        return None if number < 0 else self.model.players[number]

    def winner(self, v: Sequence[int]) -> Json:
        """Who has won: a name, several, or None."""
        names = [self.model.players[seat] for seat in members(v[self.layout.winner])]
        return None if not names else names[0] if len(names) == 1 else names

    def variables(self, v: list[int], role: str) -> Json:
        """The variables of a role by their labels."""
        found = (variable for variable in self.model.variables.values() if variable.role == role)
        return {label(variable): self.variable(v, variable) for variable in found}

    def variable(self, v: list[int], variable: Variable) -> Json:
        """The values of a variable, nested by its keys."""
        slots = self.layout.variables[variable.name]
        return nested(
            self.model, variable.keys, lambda keys: plain_value(self.model, variable.type, slots.get(v, *keys))
        )

    def pieces(self, v: list[int]) -> Json:
        """The pieces by name, each with the fields that can change."""
        found = {}
        for domain in piece_domains(self.model):
            for number, name in enumerate(self.labels.pieces[domain]):
                found[name] = self.piece(v, domain, number)
        return found

    def piece(self, v: list[int], domain: str, number: int) -> dict[str, Json]:
        """The fields of one piece that can change."""
        fields: dict[str, Json] = {}
        for field, name in self.model.domains[domain].owned.items():
            variable = self.model.variables[name]
            if variable.role == "field":
                fields[field] = plain_value(self.model, variable.type, self.layout.variables[name].get(v, number))
        return fields

    def place(self, v: list[int], name: str, write: Callable[[list[int], CardSlots, Spot], Json]) -> Json:
        """What `write` makes of each spot of a place, nested by its keys."""
        place = self.model.places[name]
        cards = self.layout.cards[place.domain]
        return nested(self.model, place.keys, lambda keys: write(v, cards, cards.index[name, keys]))

    def cards_in(self, v: list[int], cards: CardSlots, spot: Spot) -> Json:
        """The cards in a spot: a pile from its top, a row from its left with its gaps, a set in declared order."""
        names = self.model.domains[cards.domain].members
        return [None if card is None else names[card] for card in with_gaps(v, cards, spot)]

    def known(self, v: list[int]) -> Json:
        """Who knows which hidden things, where it is not what the place of a card says by itself."""
        found: dict[str, Json] = {}
        for domain, cards in self.layout.cards.items():
            if not cards.knowing:
                continue
            names = self.model.domains[domain].members
            masks = {card: cards.known(v, card) for card in range(cards.cards)}
            found[domain] = {
                names[card]: self.seats(mask)
                for card, mask in masks.items()
                if mask != usual_knowledge(cards, cards.spot_of(v, card))
            }
        for domain, base in self.layout.secrets.items():
            names = self.model.domains[domain].members
            found[domain] = {
                name: self.seats(v[base + number]) for number, name in enumerate(names) if v[base + number]
            }
        return found

    def seats(self, mask: int) -> list[str]:
        """A mask of seats as their names."""
        return [self.model.players[seat] for seat in members(mask)]

    def this_turn(self, v: list[int]) -> Json:
        """What holds or counts until the end of the turn: lines in force, the oldest first, then events counted."""
        live = [(v[site.age], number) for number, site in enumerate(self.layout.sites) if v[site.armed] >= 0]
        found = [self.line(v, number) for _, number in sorted(live)]
        counts = zip(self.labels.counts, self.layout.counts.values(), strict=True)
        for name, slots in counts:
            values = {player: self.counted(v, slots, seat, ()) for seat, player in enumerate(self.model.players)}
            values = {player: counted for player, counted in values.items() if counted}
            if values:
                found.append({"counted": name, "for": values})
        return found

    def counted(self, v: list[int], slots: CountSlots, seat: int, keys: tuple[int, ...]) -> Json:
        """What has been counted for a seat, by the arguments that a count depends on; only what is not 0 or empty."""
        types = count_types(self.model, slots)
        if len(keys) < len(types):
            type_, first, size = types[len(keys)]
            parts = {
                count_key(self.model, type_, value): self.counted(v, slots, seat, (*keys, value))
                for value in range(first, first + size)
            }
            return {word: counted for word, counted in parts.items() if counted}
        at = slots.at(seat, keys)
        if at is None or slots.values is None:
            return 0 if at is None else v[at]
        wanted = self.model.events[slots.count.event].params[slots.count.wanted]
        return [plain_value(self.model, wanted, value) for value in slots.values.read(v, at)]

    def line(self, v: list[int], number: int) -> Json:
        """A `this turn` line in force."""
        slots = self.layout.sites[number]
        found: dict[str, Json] = {
            "line": self.labels.sites[number],
            "by": self.seat(v[slots.armed]),
            "age": v[slots.age],
            "names": {
                name: plain_value(self.model, type_, codec.read(v, at))
                for name, (_, type_), (_, codec, at) in zip(
                    self.labels.captured[number], slots.site.captured, slots.captured, strict=True
                )
            },
        }
        if slots.once is not None:
            type_ = slots.site.once_type
            answered = slots.answered(v)
            found["answered"] = (
                bool(answered) if type_ is None else [plain_value(self.model, type_, value) for value in answered]
            )
        return found


def count_types(model: Model, slots: CountSlots) -> list[tuple[Type, int, int]]:
    """The arguments that a count depends on: the type of each, its first value and how many there are."""
    params = model.events[slots.count.event].params
    return [(params[number], first, size) for number, (first, size) in zip(slots.keyed, slots.ranges, strict=True)]


def count_key(model: Model, type_: Type, value: int) -> str:
    """An argument of a count as the key of an object."""
    word = plain_value(model, type_, value)
    return ("yes" if word else "no") if isinstance(word, bool) else str(word)


def nested(model: Model, keys: Sequence[KeyRange], leaf: Callable[[tuple[int, ...]], Json]) -> Json:
    """An object for each key, one inside the other, with `leaf` of all keys innermost."""

    def level(done: tuple[int, ...]) -> Json:
        if len(done) == len(keys):
            return leaf(done)
        key = keys[len(done)]
        numbers = range(key.first, key.first + key.size)
        return {key_name(model, key, number): level((*done, number)) for number in numbers}

    return level(())


def with_gaps(v: list[int], cards: CardSlots, spot: Spot) -> list[int | None]:
    """The cards in a spot; a row has None where there is a gap before its last card."""
    inside = cards.read(v, spot)
    if spot.shape != "row":
        return list(inside)
    found: list[int | None] = []
    for card in inside:
        found += [None] * (cards.rank(v, card) - len(found))
        found.append(card)
    return found


def usual_knowledge(cards: CardSlots, spot: Spot | None) -> int:
    """Who knows a card in a spot unless something else was shown or shuffled."""
    if spot is None or spot.hiding == "hidden":
        return 0
    if spot.hiding == "owner":
        return 0 if spot.owner is None else 1 << spot.owner
    return cards.everybody
