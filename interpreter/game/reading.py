"""From a JSON document to the vector of a state: the other way round than `saves`, on data that nobody has checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.game.items import Item, each, shown
from interpreter.game.names import Json, key_names, label, piece_domains
from interpreter.game.saves import (
    FORMAT,
    SECTIONS,
    STEPS,
    Writer,
    count_key,
    count_types,
    rules_of,
    usual_knowledge,
)
from interpreter.layout import ENTER, CardSlots, CountSlots, Layout, Spot, Value
from interpreter.layout.codecs import Codec, ListCodec
from interpreter.model.program import KeyRange, Place, Variable
from interpreter.model.types import (
    CollectionType,
    MemberType,
    NumberType,
    RulesTextType,
    Type,
    YesNoType,
    without_nothing,
)

MOST = 1 << 40
"""Above any count of turns or rounds."""

WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a document says: the vector when the flow last waited, the seed, and the choices since as written."""

    vector: tuple[int, ...]
    seed: int
    choices: tuple[Item, ...]


class Reader:
    """Reads documents of one game. Everything that does not fit raises Misfit."""

    def __init__(self, writer: Writer) -> None:
        self.layout: Layout = writer.layout
        self.model = self.layout.model
        self.labels = writer.labels
        self.players = numbers(self.model.players)
        self.members = {name: numbers(domain.members) for name, domain in self.model.domains.items()}

    def read(self, document: Json) -> Loaded:
        """The state of a document."""
        root = Item(document)
        self.format(root)
        parts = root.object(
            ["format", "rules", "random", "flow", "counters", "pieces", "keeps", "places", "limits", "this_turn"],
            ["known", "choices"],
        )
        self.rules(parts["rules"])
        v = self.layout.blank()
        random = parts["random"].object(["seed", "state"])
        seed = random["seed"].number(0, WORD)
        self.chance(v, random["state"])
        self.flow(v, parts["flow"])
        for role, section in SECTIONS.items():
            self.variables(v, parts[section], role)
        self.pieces(v, parts["pieces"])
        self.places(v, parts["places"])
        if "known" in parts:
            self.known(v, parts["known"])
        self.this_turn(v, parts["this_turn"])
        self.layout.rebuild(v)
        choices = parts["choices"].list() if "choices" in parts else []
        return Loaded(tuple(v), seed, tuple(choices))

    # ---- which rules

    def format(self, root: Item) -> None:
        """The version of the format comes first: what has another one cannot be judged further."""
        parts = root.open_object()
        if "format" not in parts:
            root.fail("RW805", "`format` is missing, so this is no save of a game")
        value = parts["format"].value
        if type(value) is not int:
            parts["format"].wrong("the number of a format")
        if value != FORMAT:
            hint = f"this version reads format {FORMAT}"
            parts["format"].fail("RW803", f"this save has format {value}, which is not known here", hint)

    def rules(self, item: Item) -> None:
        """Whether the state belongs to these rules."""
        wanted = rules_of(self.model)
        parts = item.object(list(wanted))
        for key in ("game", "version", "variant", "options", "players", "hash"):
            given, own = parts[key].value, wanted[key]
            if given != own or type(given) is not type(own):
                parts[key].fail("RW804", *_other_rules(key, given, own))

    # ---- chance and flow

    def chance(self, v: list[int], item: Item) -> None:
        """The generator's state: 16 figures."""
        text = item.text()
        if not 1 <= len(text) <= 16 or any(letter not in "0123456789abcdef" for letter in text):
            item.fail("RW807", "the generator's state must be 16 figures from 0 to f")
        self.layout.chance.set_state(v, int(text, 16))

    def flow(self, v: list[int], item: Item) -> None:
        """Where the game stands."""
        at, model = self.layout, self.model
        keys = ["phase", "step", "mover", "first", "turns_taken", "round", "over", "winner"]
        parts = item.object(keys)
        v[at.phase] = parts["phase"].one_of(numbers([phase.name for phase in model.phases]), "phase")
        v[at.step] = parts["step"].one_of({word: step for step, word in STEPS.items()}, "step")
        v[at.mover], v[at.first] = self.maybe_seat(parts["mover"]), self.maybe_seat(parts["first"])
        v[at.turns_taken] = parts["turns_taken"].number(0, MOST)
        v[at.round] = parts["round"].number(0, MOST)
        v[at.over] = int(parts["over"].flag())
        v[at.winner] = self.winner(parts["winner"])
        if v[at.winner] and not v[at.over]:
            parts["winner"].fail("RW811", "a game that is not over has no winner")
        phase = model.phases[v[at.phase]]
        if v[at.step] != ENTER and not v[at.over]:
            if phase.turns is None:
                parts["step"].fail("RW811", f"the phase {phase.name} has no turns, so it can only be entered")
            for key in ("mover", "first"):
                if v[at.mover if key == "mover" else at.first] < 0:
                    parts[key].fail("RW811", f"in the phase {phase.name} it is somebody's turn")
        if v[at.step] == ENTER and v[at.mover] >= 0 and not v[at.over]:
            parts["mover"].fail("RW811", f"before the phase {phase.name} is entered it is nobody's turn")

    def maybe_seat(self, item: Item) -> int:
        """A seat, -1 for null."""
        return -1 if item.value is None else item.one_of(self.players, "player")

    def winner(self, item: Item) -> int:
        """Null, a seat or several."""
        if item.value is None:
            return 0
        items = item.list() if isinstance(item.value, list) else [item]
        return sum(1 << seat for seat in each(items, self.seat, "stands twice among the winners"))

    def seat(self, item: Item) -> int:
        """A seat."""
        return item.one_of(self.players, "player")

    def seats(self, item: Item) -> int:
        """A list of seats as a mask."""
        return sum(1 << seat for seat in each(item.list(), self.seat, "stands twice here"))

    # ---- variables and pieces

    def variables(self, v: list[int], item: Item, role: str) -> None:
        """All variables of a role."""
        wanted = {label(variable): variable for variable in self.model.variables.values() if variable.role == role}
        parts = item.object(list(wanted))
        for name, variable in wanted.items():
            slots = self.layout.variables[variable.name]

            def put(keys: tuple[int, ...], found: Item, variable: Variable = variable, slots: Any = slots) -> None:
                slots.put(v, keys, self.value_of(found, variable, slots.codec))

            self.nested(parts[name], variable.keys, put)

    def nested(self, item: Item, keys: tuple[KeyRange, ...], put: Callable[[tuple[int, ...], Item], None]) -> None:
        """Goes through an object for each key, one inside the other."""

        def level(item: Item, done: tuple[int, ...]) -> None:
            if len(done) == len(keys):
                put(done, item)
                return
            key = keys[len(done)]
            names = key_names(self.model, key)
            parts = item.object(names)
            for number, name in enumerate(names):
                level(parts[name], (*done, key.first + number))

        level(item, ())

    def value_of(self, item: Item, variable: Variable, codec: Codec) -> Value:
        """The value of a variable."""
        kept = without_nothing(variable.type)
        if isinstance(kept, NumberType):
            if item.value is None and kept is not variable.type:
                return None
            return item.number(variable.low, variable.high)
        return self.value(item, variable.type, codec)

    def value(self, item: Item, type_: Type, codec: Codec | None = None) -> Value:
        """A value of a type; a member or text may always be nothing."""
        kept = without_nothing(type_)
        if item.value is None and (kept is not type_ or isinstance(kept, (MemberType, RulesTextType))):
            return None
        match kept:
            case CollectionType():
                return self.collection(item, kept, codec)
            case MemberType(domain):
                return item.one_of(self.members[domain], domain)
            case YesNoType():
                return item.flag()
            case NumberType(low, high):
                return item.number(-MOST if low is None else low, MOST if high is None else high)
        return item.number(0, max(0, len(self.model.texts) - 1))

    def collection(self, item: Item, type_: CollectionType, codec: Codec | None) -> Value:
        """A set, list or pile."""
        of = type_.of or NumberType(0, 0)
        if type_.shape == "set":
            found = each(item.list(), lambda one: self.inner(one, of), "stands twice in this set")
            return tuple(sorted(found))
        most = codec.size if isinstance(codec, ListCodec) else None
        return tuple(self.inner(one, of) for one in item.list(most))

    def inner(self, item: Item, of: Type) -> int:
        """A member of a collection, which is never nothing."""
        if item.value is None:
            item.wrong("a member")
        return int(self.value(item, of))

    def pieces(self, v: list[int], item: Item) -> None:
        """The pieces and those of their fields that can change."""
        wanted = {
            name: (domain, number)
            for domain in piece_domains(self.model)
            for number, name in enumerate(self.labels.pieces[domain])
        }
        parts = item.object(list(wanted))
        for name, (domain, number) in wanted.items():
            owned = self.model.domains[domain].owned
            kept = {field: variable for field, variable in owned.items() if self.is_field(variable)}
            fields = parts[name].object(list(kept))
            for field, variable_name in kept.items():
                variable, slots = self.model.variables[variable_name], self.layout.variables[variable_name]
                value = self.value_of(fields[field], variable, slots.codec)
                if field == "space" and value is None and without_nothing(variable.type) is variable.type:
                    fields[field].fail("RW811", f"a {domain} always stands on a space")
                slots.put(v, (number,), value)

    def is_field(self, variable: str) -> bool:
        """Whether a variable holds a field of pieces."""
        return self.model.variables[variable].role == "field"

    # ---- cards

    def places(self, v: list[int], item: Item) -> None:
        """Where the cards lie: each in one place."""
        parts = item.object(list(self.model.places))
        lying: dict[str, dict[int, Item]] = {domain: {} for domain in self.layout.cards}
        for name, place in self.model.places.items():
            self.place(v, parts[name], place, lying[place.domain])
        for domain, found in lying.items():
            names = self.model.domains[domain].members
            missing = [name for number, name in enumerate(names) if number not in found]
            if missing:
                more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
                item.fail("RW810", f"the {domain} `{missing[0]}` lies in no place{more}")

    def place(self, v: list[int], item: Item, place: Place, lying: dict[int, Item]) -> None:
        """The cards of one place."""
        cards = self.layout.cards[place.domain]

        def put(keys: tuple[int, ...], found: Item) -> None:
            self.fill(v, cards, cards.index[place.name, keys], found, lying)

        self.nested(item, place.keys, put)

    def fill(self, v: list[int], cards: CardSlots, spot: Spot, item: Item, lying: dict[int, Item]) -> None:
        """The cards of one spot."""
        items = item.list(spot.size)
        for number, one in enumerate(items):
            if one.value is None and spot.shape == "row" and number < len(items) - 1:
                continue
            card = one.one_of(self.members[cards.domain], cards.domain)
            if card in lying:
                one.fail("RW810", f"the {cards.domain} `{one.value}` lies in two places or twice in one")
            lying[card] = one
            v[cards.spot_base + card] = spot.number
            rank = len(items) - 1 - number if spot.shape == "pile" else number if spot.shape == "row" else 0
            v[cards.rank_base + card] = rank
            if cards.knowing:
                v[cards.known_base + card] = usual_knowledge(cards, spot)

    def known(self, v: list[int], item: Item) -> None:
        """Who knows which hidden things."""
        bases: Mapping[str, int] = {
            **{domain: cards.known_base for domain, cards in self.layout.cards.items() if cards.knowing},
            **self.layout.secrets,
        }
        for domain, part in item.object([], list(bases)).items():
            for name, seats in part.open_object().items():
                number = Item(name, seats.path).one_of(self.members[domain], domain)
                v[bases[domain] + number] = self.seats(seats)

    # ---- the turn

    def this_turn(self, v: list[int], item: Item) -> None:
        """Lines in force and events counted until the turn ends."""
        lines, counts = numbers(self.labels.sites), numbers(self.labels.counts)
        met: set[tuple[str, int]] = set()
        ages: set[int] = set()
        for one in item.list():
            kind = "line" if "line" in one.open_object() else "counted"
            if kind == "line":
                parts = one.object(["line", "by", "age", "names"], ["answered"])
                number = parts["line"].one_of(lines, "line")
                self.line(v, number, parts, one)
                if v[self.layout.sites[number].age] in ages:
                    parts["age"].fail("RW810", "two lines of one age")
                ages.add(v[self.layout.sites[number].age])
            else:
                parts = one.object(["counted", "for"])
                number = parts["counted"].one_of(counts, "count")
                self.counted(v, number, parts["for"])
            if (kind, number) in met:
                one.fail("RW810", f"`{parts[kind].value}` stands twice among what this turn holds")
            met.add((kind, number))
        v[self.layout.armed] = max(ages, default=0)

    def line(self, v: list[int], number: int, parts: dict[str, Item], item: Item) -> None:
        """A `this turn` line in force."""
        slots = self.layout.sites[number]
        v[slots.armed] = self.seat(parts["by"])
        v[slots.age] = parts["age"].number(1, MOST)
        names = self.labels.captured[number]
        captured = parts["names"].object(names)
        for name, (_, type_), (_, codec, at) in zip(names, slots.site.captured, slots.captured, strict=True):
            codec.write(v, at, self.value(captured[name], type_, codec))
        if (slots.once is not None) != ("answered" in parts):
            item.fail("RW805" if slots.once is not None else "RW806", "`answered` belongs to lines that answer once")
        if slots.once is None:
            return
        once, answered = slots.site.once_type, parts["answered"]
        if once is None:
            slots.answer(v, [0] if answered.flag() else [])
        else:
            slots.answer(v, each(answered.list(), lambda one: self.value(one, once), "stands twice here"))

    def counted(self, v: list[int], number: int, item: Item) -> None:
        """An event counted, for each seat as `me`."""
        slots = list(self.layout.counts.values())[number]
        for name, part in item.object([], self.model.players).items():
            self.count(v, slots, self.players[name], (), part)

    def count(self, v: list[int], slots: CountSlots, seat: int, keys: tuple[int, ...], item: Item) -> None:
        """What was counted for a seat, by the arguments that the count depends on."""
        types = count_types(self.model, slots)
        if len(keys) < len(types):
            type_, first, size = types[len(keys)]
            words = {count_key(self.model, type_, value): value for value in range(first, first + size)}
            for word_, part in item.object([], list(words)).items():
                self.count(v, slots, seat, (*keys, words[word_]), part)
            return
        at = slots.at(seat, keys)
        if at is not None and slots.values is None:
            v[at] = item.number(0, MOST)
        elif at is not None and slots.values is not None:
            of = self.model.events[slots.count.event].params[slots.count.wanted]
            slots.values.write(v, at, self.collection(item, CollectionType("set", without_nothing(of)), None))


def numbers(names: Any) -> dict[str, int]:
    """Names to their places in a list."""
    return {name: number for number, name in enumerate(names)}


def _other_rules(key: str, given: Json, own: Json) -> tuple[str, str | None]:
    """What to say about a save of other rules, and what to do."""
    match key:
        case "game":
            return f"this save is of the game `{shown(given)}`, not of `{own}`", None
        case "version":
            return f"this save is of version {shown(given)} of the game, which is now version {own}", None
        case "variant":
            given_word = "no variant" if given is None else f"the variant `{shown(given)}`"
            own_word = "none" if own is None else f"`{own}`"
            return f"this save was played with {given_word}, here it is {own_word}", "load the game with that variant"
        case "options" if isinstance(given, dict):
            for name, value in own.items():
                if given.get(name) != value:
                    message = f"in this save the option `{name}` is {word(given.get(name))}, here it is {word(value)}"
                    return message, "load the game with the options of the save"
        case "players":
            seats = ", ".join(own)
            return f"this save has other seats than {seats}", "load the game for the same number of players"
    return "the rules have changed since this was saved", "it can be loaded under the rules of then only"


def word(value: Json) -> str:
    """An option's value as it is written in rules."""
    return "not set" if value is None else ("yes" if value else "no") if isinstance(value, bool) else shown(value)
