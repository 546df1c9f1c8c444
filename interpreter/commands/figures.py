"""What a view of a state tells of each member of a domain, as cells of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.commands.board import Painter
from interpreter.commands.fields import written
from interpreter.commands.titles import titles_of
from interpreter.game.letters import initials
from interpreter.game.state import State
from interpreter.model.program import Domain, Model, Variable
from interpreter.model.screen import Screen, linked
from interpreter.model.types import NumberType

Plain: TypeAlias = "Mapping[str, object]"
NONE = "-"
ROLES = ("counter", "keep")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading and a cell for each member, None where there is nothing to say.

    `fixed` columns never change; `numbers` hold a number for every member.
    """

    heading: str
    cells: tuple[str | None, ...]
    order: tuple[object, ...] = field(default=())
    fixed: bool = False
    numbers: bool = False


class Figures:
    """Tells what one seat sees (a watcher, when `viewer` is None). Players are told by their initials in cells."""

    def __init__(self, state: State, viewer: str | None, painter: Painter) -> None:
        self.state = state
        self.model: Model = state.game.model
        self.painter = painter
        self.seen = state.view(viewer)
        self.screen = self.model.screen or Screen()
        self.titles = titles_of(self.model)
        self.short = dict(zip(self.model.players, initials(self.model.players), strict=True))

    def heading(self, name: str) -> str:
        """What people read for a name of the rules."""
        return self.screen.words.get(name, name.replace("_", " "))

    def column(self, name: str, domain: Domain) -> Column:
        """The column of that name in a table of a domain; see `interpreter.check.screen.columns_of`."""
        model = self.model
        if name in domain.fields:
            values = domain.fields[name].values
            cells = tuple(None if v in (None, ()) else written(model, domain.fields[name], v) for v in values)
            return Column(self.heading(name), cells, values, fixed=True)
        if name in model.variables:
            return self._variable(model.variables[name], domain)
        if name in model.places:
            place = model.places[name]
            depth = [key.domain for key in place.keys].index(domain.name)
            found = [_at(self.seen["places"].get(name), depth, member) for member in domain.members]
            counts = tuple(_how_many(cards) for cards in found)
            return Column(self.heading(name), tuple(map(str, counts)), counts, numbers=True)
        counts = tuple(self._pieces(name, seat) for seat in range(len(domain.members)))
        return Column(self.heading(name), tuple(map(str, counts)), counts, numbers=True)

    def value(self, variable: Variable) -> object:
        """What is seen of a variable: plain, or nested by its keys; None where nothing of it is seen."""
        kept: Plain = self.seen["counters" if variable.role == "counter" else "keeps"]
        return kept.get(variable.name)

    def cell(self, value: object) -> str | None:
        """A value in a cell; None where it says nothing."""
        if says_nothing(value):
            return None
        if isinstance(value, Mapping):
            parts = [(key, self.cell(inner), inner) for key, inner in value.items() if not says_nothing(inner)]
            if all(key in self.short for key, _, _ in parts):
                return " ".join(self.seat(key, inner, text or "") for key, text, inner in parts)
            if all(inner is True for _, _, inner in parts):
                return " ".join(key for key, _, _ in parts)
            words = [inner if isinstance(inner, str) and inner not in self.short else text for _, text, inner in parts]
            named = zip(words, parts, strict=True)
            return " · ".join(key if inner is True else f"{key} {word}" for word, (key, _, inner) in named)
        if isinstance(value, list):
            return " ".join(self.seat(one) if one in self.short else str(one) for one in value)
        if value in self.titles:
            return f"{value}: {self.titles[str(value)]}"
        return "yes" if value is True else self.seat(value) if value in self.short else str(value)

    def seat(self, name: object, value: object = True, text: str = "") -> str:
        """A player in a cell, by initial, with a value that is kept for this one."""
        more = "" if value is True else text if isinstance(value, int) else f" {text}"
        return self.painter.seat(str(name), self.short[str(name)] + more)

    def _variable(self, variable: Variable, domain: Domain) -> Column:
        value, keys = self.value(variable), [key.domain for key in variable.keys]
        heading = self.heading(variable.name)
        if domain.name in keys:
            depth = keys.index(domain.name)
            found = [_at(value, depth, member) for member in domain.members]
            numbers = len(keys) == 1 and isinstance(variable.type, NumberType)
            cells = tuple(str(one) if numbers and one is not None else self.cell(one) for one in found)
            return Column(heading, cells, tuple(found), numbers=numbers)
        found = [self._belonging(value, keys, domain, member) for member in range(len(domain.members))]
        return Column(heading, tuple(self.cell(one) for one in found), tuple(map(_first, found)))

    def _belonging(self, value: object, keys: list[str | None], domain: Domain, member: int) -> object:
        """What is kept for the rows that belong to a member; else the keys at which the member is kept."""
        for depth, key in enumerate(keys):
            inner = None if key is None else self.model.domains[key]
            link = None if inner is None else linked(inner, domain)
            if inner is not None and link is not None:
                rows = zip(inner.members, inner.fields[link].values, strict=True)
                return {name: _at(value, depth, name) for name, owner in rows if owner == member}
        name = domain.members[member]
        kept = value.items() if isinstance(value, Mapping) else ()
        return [key for key, inner in kept if inner == name or (isinstance(inner, list) and name in inner)]

    def _pieces(self, many: str, seat: int) -> int:
        """How many pieces of a player are on the board."""
        domain = next(domain for domain in self.model.domains.values() if domain.many == many)
        labels = self.state.game.writer.labels.pieces[domain.name]
        owners = domain.fields["owner"].values
        return sum(
            owner == seat and self.seen["pieces"][label].get("space") is not None
            for label, owner in zip(labels, owners, strict=True)
        )


def says_nothing(value: object) -> bool:
    """Whether a value is what is there before anything happens: nothing, 0, no, or only such."""
    return all(map(says_nothing, value.values())) if isinstance(value, Mapping) else not value


def _at(value: object, depth: int, key: str) -> object:
    """What is nested under a key at that depth, for all other keys."""
    if not isinstance(value, Mapping):
        return None
    if depth == 0:
        return value.get(key)
    return {outer: _at(inner, depth - 1, key) for outer, inner in value.items()}


def _first(value: object) -> object:
    return value[0] if isinstance(value, list) and value else ""


def _how_many(cards: object) -> int:
    """How many cards lie in a place, or in all its parts together."""
    if isinstance(cards, Mapping):
        return sum(map(_how_many, cards.values()))
    return cards if isinstance(cards, int) else len(cards) if isinstance(cards, list) else 0
