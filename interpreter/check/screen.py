"""What a game says of its screen, in `screen.yaml` beside its rules: read and checked against the model."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from interpreter import data as d
from interpreter.check.files import shown_name
from interpreter.check.findings import Findings, did_you_mean, listed
from interpreter.diagnostics import Rejected, Span
from interpreter.model.program import Domain, KeyRange, Model
from interpreter.model.screen import Screen, ScreenBlock, linked
from interpreter.model.types import CollectionType, MemberType, NumberType, Type, without_nothing

FILE = "screen.yaml"
ROLES = ("counter", "keep")


def read_screen(model: Model, folder: Path, findings: Findings) -> Screen | None:
    """The screen of a game; None where its folder holds no file for it, or one with faults, which are told.

    A variant may have taken away what its game's screen tells: then that is left out.
    """
    path = folder / FILE
    if not os.path.lexists(path):
        return None
    try:
        document = d.fit(d.load_yaml(path, shown_name(path)), "screen")
    except Rejected as error:
        findings.add(error.diagnostics)
        return None
    return _Reader(model, findings).screen(document)


def columns_of(model: Model, domain: Domain) -> list[str]:
    """Everything that a table with a line for each member of a domain can tell."""
    found = [name for name in domain.fields if "@" not in name]
    found += [v.name for v in model.variables.values() if v.role in ROLES and _concerns(model, domain, v.keys, v.type)]
    found += [place.name for place in model.places.values() if any(key.domain == domain.name for key in place.keys)]
    if domain.form == "player":
        found += [d.many for d in model.domains.values() if d.form == "piece" and "owner" in d.fields]
    return found


def _concerns(model: Model, domain: Domain, keys: Iterable[KeyRange], type_: Type) -> bool:
    """Whether a variable is kept for the members of a domain, or for what belongs to them, or has them as values."""
    names = [key.domain for key in keys]
    domains = [model.domains[name] for name in names if name is not None]
    if domain in domains or any(linked(inner, domain) for inner in domains):
        return True
    bare = without_nothing(type_)
    member = without_nothing(bare.of) if isinstance(bare, CollectionType) and bare.of is not None else bare
    return len(names) == 1 and isinstance(member, MemberType) and member.domain == domain.name


class _Reader:
    def __init__(self, model: Model, findings: Findings) -> None:
        self.model = model
        self.findings = findings
        things = [*model.variables, *model.places, *(domain.many for domain in model.domains.values())]
        fields = (name for domain in model.domains.values() for name in domain.fields)
        self.known = [name for name in dict.fromkeys([*things, *fields]) if "@" not in name and ":" not in name]

    def screen(self, document: d.Node) -> Screen:
        root = document if isinstance(document, d.Mapping) else None
        parts = {} if root is None else {entry.key: entry.value for entry in root}
        blocks = [block for node in _items(parts.get("blocks")) if (block := self.block(node)) is not None]
        words: dict[str, str] = {}
        for entry in _entries(parts.get("words")):
            if entry.key in self.known:
                words[entry.key] = str(entry.value.plain())
            else:
                self.unknown(entry.key, entry.key_span, self.known)
        sums = dict(pair for entry in _entries(parts.get("sum_up")) if (pair := self.sum(entry)) is not None)
        hidden = self.names(parts.get("hide"))
        for entry in _entries(parts.get("hide_under")):
            names = self.names(entry.value)
            hidden += names if self.is_chosen(entry) else []
        return Screen(tuple(blocks), words, sums, frozenset(hidden))

    def is_chosen(self, entry: d.Entry) -> bool:
        """Whether an option has the value that an entry names: `option=value`."""
        name, _, value = entry.key.partition("=")
        option = self.model.options.get(name)
        if option is None:
            self.unknown(name, entry.key_span, list(self.model.options))
            return False
        numbers = option.type if isinstance(option.type, NumberType) else None
        values = [str(one) for one in range(numbers.low or 0, (numbers.high or 0) + 1)] if numbers else option.choices
        if value not in values:
            self.unknown(value, entry.key_span, list(values))
        return value == (str(option.value) if numbers else option.choices[option.value])

    def names(self, node: d.Node | None) -> list[str]:
        """The names of the game in a list."""
        return [name for one in _items(node) if (name := self.name(one, self.known)) is not None]

    def block(self, node: d.Node) -> ScreenBlock | None:
        parts = {entry.key: entry.value for entry in _entries(node)}
        rows = self.name(parts["rows"], [name for name in self.model.domains if ":" not in name and "." not in name])
        if rows is None:
            return None
        possible = columns_of(self.model, self.model.domains[rows])
        columns = [name for one in _items(parts["show"]) if (name := self.name(one, possible)) is not None]
        down = "order_down" in parts
        order = parts.get("order_down" if down else "order")
        by = None if order is None else self.name(order, columns)
        return ScreenBlock(str(parts["title"].plain()), rows, tuple(columns), by, down)

    def sum(self, entry: d.Entry) -> tuple[str, str] | None:
        """A place, and the field of its cards by which they are counted."""
        place = self.model.places.get(entry.key)
        if place is None:
            self.unknown(entry.key, entry.key_span, list(self.model.places))
            return None
        field = self.name(entry.value, [name for name in self.model.domains[place.domain].fields if "@" not in name])
        return None if field is None else (entry.key, field)

    def name(self, node: d.Node, possible: list[str]) -> str | None:
        """The name that stands there, when it is one of those possible; else a finding."""
        word = str(node.plain())
        if word in possible:
            return word
        self.unknown(word, node.span, possible)
        return None

    def unknown(self, word: str, span: Span, possible: list[str]) -> None:
        if self.model.variant is not None:
            return
        some = f"possible here: {listed(possible, 12)}" if possible else "the game has nothing that could stand here"
        hint = did_you_mean(word, possible) or some
        self.findings.error("RW350", f"the screen cannot show `{word}` here", span, hint)


def _items(node: d.Node | None) -> tuple[d.Node, ...]:
    return node.items if isinstance(node, d.Sequence) else ()


def _entries(node: d.Node | None) -> tuple[d.Entry, ...]:
    return node.entries if isinstance(node, d.Mapping) else ()
