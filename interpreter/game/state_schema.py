"""The JSON Schema of a game's states, derived from its declarations: closed, with every name that may stand there."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.game.names import Json, key_names, label, piece_domains
from interpreter.game.saves import FORMAT, SECTIONS, STEPS, Writer, count_key, count_types, rules_of
from interpreter.layout import CountSlots, SiteSlots
from interpreter.model.program import Domain, KeyRange, Place, Variable
from interpreter.model.types import CollectionType, MemberType, NumberType, Type, YesNoType, without_nothing

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def state_schema(writer: Writer) -> Json:
    """The schema of all states of a game under its variant, options and seats."""
    return _Schema(writer).whole()


class _Schema:
    def __init__(self, writer: Writer) -> None:
        self.writer, self.model, self.layout = writer, writer.model, writer.layout
        self.used: dict[str, Domain] = {"player": self.model.domains["player"]}

    def whole(self) -> Json:
        model = self.model
        sections = {
            "format": {"const": FORMAT},
            "rules": {"const": rules_of(model)},
            "random": closed(
                {"seed": whole_number(0, (1 << 64) - 1), "state": {"type": "string", "pattern": "^[0-9a-f]{16}$"}}
            ),
            "flow": self.flow(),
            "counters": self.variables("counter"),
            "pieces": self.pieces(),
            "keeps": self.variables("keep"),
            "places": closed({name: self.place(place) for name, place in model.places.items()}),
            "known": self.known(),
            "limits": self.variables("limit"),
            "this_turn": self.this_turn(),
            "choices": {"type": "array", "items": {"type": "string", "minLength": 1}},
        }
        named = {
            f"{name}": {"enum": list(domain.members)} for name, domain in sorted(self.used.items()) if domain.members
        }
        return {
            "$schema": DRAFT,
            "title": f"State of {model.title}" + (f", variant {model.variant}" if model.variant else ""),
            **closed(sections),
            "$defs": named,
        }

    def flow(self) -> Json:
        player = self.member("player")
        maybe_player = maybe(player)
        return closed(
            {
                "phase": {"enum": [phase.name for phase in self.model.phases]},
                "step": {"enum": list(STEPS.values())},
                "mover": maybe_player,
                "first": maybe_player,
                "turns_taken": whole_number(0),
                "round": whole_number(0),
                "over": {"type": "boolean"},
                "winner": maybe({"anyOf": [player, {"type": "array", "items": player, "uniqueItems": True}]}),
            }
        )

    def member(self, domain: str) -> Json:
        """A reference to the names of a domain."""
        self.used[domain] = self.model.domains[domain]
        return {"$ref": f"#/$defs/{domain}"} if self.used[domain].members else {"enum": [None]}

    def variables(self, role: str) -> Json:
        assert role in SECTIONS
        found = [variable for variable in self.model.variables.values() if variable.role == role]
        return closed({label(v): self.nested(v.keys, self.variable(v)) for v in found})

    def variable(self, variable: Variable) -> Json:
        kept = without_nothing(variable.type)
        if isinstance(kept, NumberType):
            number = whole_number(variable.low, variable.high)
            return number if kept is variable.type else maybe(number)
        return self.value(variable.type)

    def value(self, type_: Type) -> Json:
        kept = without_nothing(type_)
        match kept:
            case CollectionType(shape=shape, of=of, size=size):
                items = {} if of is None else self.plain(of)
                found: dict[str, Json] = {"type": "array", "items": items}
                if shape == "set":
                    found["uniqueItems"] = True
                elif size is not None:
                    found["maxItems"] = size
                return found
            case MemberType():
                return maybe(self.plain(kept))
            case YesNoType() | NumberType():
                return self.plain(kept) if kept is type_ else maybe(self.plain(kept))
        return {"type": ["integer", "null"]}

    def plain(self, type_: Type) -> Json:
        """A value that is there."""
        match type_:
            case MemberType(domain):
                return self.member(domain)
            case YesNoType():
                return {"type": "boolean"}
            case NumberType(low, high):
                return whole_number(low, high)
        return self.value(type_)

    def nested(self, keys: Sequence[KeyRange], leaf: Json) -> Json:
        for key in reversed(keys):
            names = key_names(self.model, key)
            leaf = closed(dict.fromkeys(names, leaf))
        return leaf

    def pieces(self) -> Json:
        found: dict[str, Json] = {}
        for domain in piece_domains(self.model):
            fields = {
                field: self.field(self.model.variables[name])
                for field, name in self.model.domains[domain].owned.items()
                if self.model.variables[name].role == "field"
            }
            for name in self.writer.labels.pieces[domain]:
                found[name] = closed(fields)
        return closed(found)

    def field(self, variable: Variable) -> Json:
        if variable.name.endswith(".space") and without_nothing(variable.type) is variable.type:
            return self.plain(variable.type)
        return self.variable(variable)

    def place(self, place: Place) -> Json:
        card = self.member(place.domain)
        found: dict[str, Json] = {"type": "array", "items": maybe(card) if place.shape == "row" else card}
        if place.shape != "row":
            found["uniqueItems"] = True
        if place.size is not None:
            found["maxItems"] = place.size
        return self.nested(place.keys, found)

    def known(self) -> Json:
        seats = {"type": "array", "items": self.member("player"), "uniqueItems": True}
        domains = [domain for domain, cards in self.layout.cards.items() if cards.knowing]
        return closed(
            {
                domain: {
                    "type": "object",
                    "propertyNames": self.member(domain),
                    "additionalProperties": seats,
                }
                for domain in [*domains, *self.layout.secrets]
            }
        )

    def this_turn(self) -> Json:
        lines = [self.line(number, site) for number, site in enumerate(self.layout.sites)]
        counts = [
            closed({"counted": {"const": name}, "for": self.counted(slots)})
            for name, slots in zip(self.writer.labels.counts, self.layout.counts.values(), strict=True)
        ]
        if not lines and not counts:
            return {"type": "array", "maxItems": 0}
        return {"type": "array", "items": {"anyOf": [*lines, *counts]}}

    def line(self, number: int, site: SiteSlots) -> Json:
        names = zip(self.writer.labels.captured[number], site.site.captured, strict=True)
        parts = {
            "line": {"const": self.writer.labels.sites[number]},
            "by": self.member("player"),
            "age": whole_number(1),
            "names": closed({name: self.value(type_) for name, (_, type_) in names}),
        }
        if site.once is not None:
            parts["answered"] = {"type": ["boolean", "array"]}
        return closed(parts)

    def counted(self, slots: CountSlots) -> Json:
        value = whole_number(1) if slots.values is None else {"type": "array", "minItems": 1, "uniqueItems": True}
        for type_, first, size in reversed(count_types(self.model, slots)):
            names = [count_key(self.model, type_, number) for number in range(first, first + size)]
            value = {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(names, value)}
        return {
            "type": "object",
            "propertyNames": self.member("player"),
            "additionalProperties": value,
        }


def closed(properties: dict[str, Json]) -> dict[str, Json]:
    """An object that has exactly these keys."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def whole_number(low: int | None = None, high: int | None = None) -> Json:
    """A whole number in a range."""
    found: dict[str, Json] = {"type": "integer"}
    if low is not None:
        found["minimum"] = low
    if high is not None:
        found["maximum"] = high
    return found


def maybe(schema: Json) -> Json:
    """The same or null."""
    return {"anyOf": [schema, {"type": "null"}]}
