"""Values of the rules as the outside writes them: names, numbers, yes and no, lists; and the labels in saves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from interpreter.layout import Layout, SiteSlots, Value
from interpreter.model.expressions import EventCount, Local
from interpreter.model.program import KeyRange, Model, SiteModel, Variable
from interpreter.model.types import (
    CollectionType,
    MaybeType,
    MemberType,
    NumberType,
    Type,
    YesNoType,
    without_nothing,
)
from interpreter.model.walk import walk

Json: TypeAlias = Any
"""Plain data as the module json makes it: dict, list, str, int, bool, None."""

LIMIT = "limit:"
"""How the hidden counters of limits begin; saves leave it out."""


def plain_value(model: Model, type_: Type, value: Value) -> Json:
    """A value as plain data: a member as its name, nothing as None, a collection as a list."""
    if value is None:
        return None
    bare = without_nothing(type_)
    match bare:
        case CollectionType():
            return [plain_value(model, bare.of or NumberType(), member) for member in value]
        case MemberType():
            return model.domains[bare.domain].members[value]
        case YesNoType():
            return bool(value)
    return value


def key_name(model: Model, key: KeyRange, number: int) -> str:
    """One key of a variable or place as a word."""
    return str(number) if key.domain is None else model.domains[key.domain].members[number]


def key_names(model: Model, key: KeyRange) -> list[str]:
    """All keys of a range as words, in order."""
    return [key_name(model, key, number) for number in range(key.first, key.first + key.size)]


def label(variable: Variable) -> str:
    """The name under which a variable stands in a save."""
    return variable.name.removeprefix(LIMIT) if variable.role == "limit" else variable.name


class Labels:
    """The labels of what has no name of its own in the rules, or none that is unique."""

    def __init__(self, layout: Layout) -> None:
        model = layout.model
        self.pieces = _piece_labels(model)
        bases = [f"{site.site.kind} {site.site.target}" for site in layout.sites]
        self.sites = numbered(bases)
        self.captured = [_captured_names(site) for site in layout.sites]
        self.counts = numbered([_count_base(model, count) for count in layout.counts])


def numbered(bases: Sequence[str]) -> list[str]:
    """The words, with a number after those that have stood before."""
    met: Counter[str] = Counter()
    labels = []
    for base in bases:
        met[base] += 1
        labels.append(base if met[base] == 1 else f"{base} {met[base]}")
    return labels


def piece_domains(model: Model) -> Iterator[str]:
    """The domains whose members keep fields in the state, as pieces do."""
    for name, domain in model.domains.items():
        if any(model.variables[variable].role == "field" for variable in domain.owned.values()):
            yield name


def _piece_labels(model: Model) -> dict[str, tuple[str, ...]]:
    """Per piece domain the names of its pieces, with the domain before them where two domains share one."""
    met = Counter(member for domain in piece_domains(model) for member in model.domains[domain].members)
    return {
        domain: tuple(member if met[member] == 1 else f"{domain}.{member}" for member in model.domains[domain].members)
        for domain in piece_domains(model)
    }


def _captured_names(slots: SiteSlots) -> tuple[str, ...]:
    """What the names that a `this turn` line takes along are called in the rules."""
    called = {node.slot: node.name for node in _locals(slots.site)}
    return tuple(called.get(slot, f"slot_{slot}") for slot, _, _ in slots.captured)


def _locals(site: SiteModel) -> Iterable[Local]:
    return (node for node in walk(site) if isinstance(node, Local))


def _count_base(model: Model, count: EventCount) -> str:
    event = model.events[count.event]
    return f"times {event.name}" if count.kind == "times" else f"distinct {event.names[count.wanted]} in {event.name}"


def is_maybe(type_: Type) -> bool:
    """Whether a value of the type may be nothing."""
    return isinstance(type_, MaybeType)
