"""What there is in a game that can come up, and how often it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from interpreter.layout import Layout
from interpreter.layout.variables import VariableSlots
from interpreter.model.program import Domain, KeyRange, Model
from interpreter.model.statements import Bind
from interpreter.model.types import CollectionType, MemberType, RulesTextType, Type, without_nothing

NAMED = ("row", "kind")
"""The forms of domains whose members are worth naming: not seats, spaces, pieces and the like."""

ACTIONS, RULES, PROCEDURES, VARIABLES = "actions", "rules", "procedures", "variables that changed"


class Coverage:
    """Counts by group, `counts[group][item]`; an item that has never come up stands there with 0.

    Groups are the actions, rules and procedures that ran; `text DOMAIN.FIELD`, the rows whose rules text was used;
    `chosen in ACTION: NAME`, the rows that an action was taken with; `changed VARIABLE`, the members for which what is
    kept for them has changed; `value of VARIABLE`, the members that it has held; `in PLACE`, the cards that came there.
    Changes are looked at wherever the flow waits: what is undone before the next decision of a turn is not seen.
    """

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}

    def expect(self, group: str, items: Iterable[str]) -> None:
        """Says what can come up in a group."""
        counts = self.counts.setdefault(group, Counter())
        for item in items:
            counts.setdefault(item, 0)

    def note(self, group: str, item: str) -> None:
        """Something came up."""
        self.counts[group][item] += 1

    def never(self, group: str) -> list[str]:
        """What has not come up, in the order of the rules."""
        return [item for item, count in self.counts[group].items() if not count]

    def plain(self) -> dict[str, object]:
        """All counts and what is missing, for JSON."""
        return {
            group: {"known": len(counts), "never": self.never(group), "counts": dict(counts)}
            for group, counts in self.counts.items()
        }


class Catalogue:
    """What can come up in a game under one choice of seats and options, and who notices it in states and choices."""

    def __init__(self, model: Model, layout: Layout, coverage: Coverage) -> None:
        self.model = model
        self.layout = layout
        self.coverage = coverage
        self.chosen = {name: list(_row_binds(model, name)) for name in model.actions}
        self.texts = dict(_texts(model))
        self._keyed = [(slots, _names(model, slots)) for slots in layout.variables.values()]
        coverage.expect(ACTIONS, model.actions)
        coverage.expect(RULES, (rule.name for rule in model.rules))
        coverage.expect(PROCEDURES, model.procedures)
        for name, binds in self.chosen.items():
            for _, bind, domain in binds:
                coverage.expect(f"chosen in {name}: {bind}", domain.members)
        for group, item in self.texts.values():
            coverage.expect(group, [item])
        for slots, names in self._keyed:
            self._expect_changes(slots, names)
        for cards in layout.cards.values():
            for spot in cards.spots:
                coverage.expect(f"in {spot.name}", model.domains[cards.domain].members)

    def _expect_changes(self, slots: VariableSlots, names: Mapping[int, str]) -> None:
        variable = slots.variable
        if variable.role == "limit":
            return
        if any(names.values()):
            self.coverage.expect(f"changed {variable.name}", names.values())
        else:
            self.coverage.expect(VARIABLES, [variable.name])
        held = _named(self.model, variable.type)
        if held is not None:
            self.coverage.expect(f"value of {variable.name}", held.members)

    def choice(self, action: str, values: Sequence[int]) -> None:
        """Notes the rows with which an action was taken."""
        for place, bind, domain in self.chosen[action]:
            if values[place] >= 0:
                self.coverage.note(f"chosen in {action}: {bind}", domain.members[values[place]])

    def begins(self, vector: Sequence[int]) -> None:
        """Notes what variables hold at the start of a game."""
        for slots, names in self._keyed:
            held = _named(self.model, slots.variable.type)
            if held is not None and slots.variable.role != "limit":
                for at in names:
                    self._value(slots, held, vector, at)

    def change(self, before: Sequence[int], after: Sequence[int]) -> None:
        """Notes what differs between two states at which the flow waits."""
        for slots, names in self._keyed:
            if before[slots.base : slots.end] != after[slots.base : slots.end] and slots.variable.role != "limit":
                self._changes(slots, names, before, after)
        for cards in self.layout.cards.values():
            members = self.model.domains[cards.domain].members
            for card in range(cards.cards):
                spot = after[cards.spot_base + card]
                if spot != before[cards.spot_base + card] and spot >= 0:
                    self.coverage.note(f"in {cards.spots[spot].name}", members[card])

    def _changes(
        self, slots: VariableSlots, names: Mapping[int, str], before: Sequence[int], after: Sequence[int]
    ) -> None:
        width, held = slots.codec.width, _named(self.model, slots.variable.type)
        for at, name in names.items():
            if before[at : at + width] != after[at : at + width]:
                group, item = (f"changed {slots.variable.name}", name) if name else (VARIABLES, slots.variable.name)
                self.coverage.note(group, item)
                if held is not None:
                    self._value(slots, held, after, at)

    def _value(self, slots: VariableSlots, held: Domain, vector: Sequence[int], at: int) -> None:
        value = slots.codec.read(list(vector), at)
        for member in value if isinstance(value, (tuple, list, set, frozenset)) else (value,):
            if member is not None:
                self.coverage.note(f"value of {slots.variable.name}", held.members[member])


def _row_binds(model: Model, action: str) -> Iterable[tuple[int, str, Domain]]:
    """The binds of an action that are rows or kinds: which of its values, by what name, of which domain."""
    found = model.actions[action]
    for bind in found.offer:
        domain = _named(model, bind.source.type) if isinstance(bind, Bind) else None
        if domain is not None and isinstance(bind, Bind) and bind.slot in found.bound:
            yield found.bound.index(bind.slot), bind.name, domain


def _texts(model: Model) -> Iterable[tuple[int, tuple[str, str]]]:
    """The number of each text that is run or valued, with its group and its row."""
    for domain in model.domains.values():
        for field in domain.fields.values():
            if isinstance(without_nothing(field.type), RulesTextType):
                for member, number in zip(domain.members, field.values, strict=True):
                    if isinstance(number, int) and model.texts[number].form in ("effect", "amount"):
                        yield number, (f"text {domain.name}.{field.name}", member)


def _named(model: Model, type_: Type) -> Domain | None:
    """The domain of rows or kinds that a type is of, or holds."""
    bare = without_nothing(type_)
    bare = bare.of if isinstance(bare, CollectionType) and bare.of is not None else bare
    domain = model.domains[bare.domain] if isinstance(bare, MemberType) else None
    return domain if domain is not None and domain.form in NAMED else None


def _names(model: Model, slots: VariableSlots) -> dict[int, str]:
    """How each value of a variable is called, by where it stands: the members that it is kept for, seats left out."""
    return {at: " ".join(_key_names(model, slots.variable.keys, keys)) for keys, at in slots.places()}


def _key_names(model: Model, ranges: Sequence[KeyRange], keys: Sequence[int]) -> Iterable[str]:
    for key, range_ in zip(keys, ranges, strict=True):
        if range_.domain is None:
            yield str(key)
        elif range_.domain != "player":
            yield model.domains[range_.domain].members[key]
