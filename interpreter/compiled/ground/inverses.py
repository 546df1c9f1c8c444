"""What follows from the state and is kept beside it: sets of members by value, of spaces by group, of pieces by area.

Their slots stand after those of the layout. Every change of what they follow from keeps them up to date.
"""

from __future__ import annotations

from interpreter.compiled.code.made import Areas, Groups, Kept, Link, ValueMasks
from interpreter.layout import Layout
from interpreter.layout.codecs import FlagCodec, MaybeCodec, NumberCodec
from interpreter.model.program import Model
from interpreter.model.types import MemberType, NumberType, without_nothing

MOST_VALUES = 32
"""Variables of more values have no sets of keys by value."""

MOST_GROUPS = 96
"""So many groups, and so many areas, are kept for a domain of pieces."""


class Inverses:
    """All inverses of a program; asked for while it is being lowered."""

    def __init__(self, model: Model, layout: Layout) -> None:
        self.model = model
        self.layout = layout
        self.size = layout.size
        self.values: dict[str, ValueMasks] = {}
        self.groups: dict[str, Groups] = {}
        self.areas: dict[str, Areas] = {}
        self.links: dict[str, Link] = {}

    def kept(self) -> Kept:
        """All of them, once everything has been lowered."""
        return Kept(self.size, self.values, self.groups, self.areas, self.links)

    def take(self, count: int) -> int:
        """So many more slots; the first of them."""
        first = self.size
        self.size += count
        return first

    def drop_from(self, first: int) -> None:
        """Forgets what has been asked for since `first` was the size: what asked for it has come to nothing."""
        if first == self.size:
            return
        self.size = first
        self.values = {name: one for name, one in self.values.items() if one.base + one.low < first}
        self.links = {name: one for name, one in self.links.items() if one.base < first}
        for groups in self.groups.values():
            groups.slots = {pieces: slot for pieces, slot in groups.slots.items() if slot < first}
        for areas in self.areas.values():
            areas.slots = {spaces: slot for spaces, slot in areas.slots.items() if slot < first}

    def value_masks(self, name: str) -> ValueMasks | None:
        """The sets of keys by value of a variable, where it has one key and few values."""
        if name in self.values:
            return self.values[name]
        variable, slots = self.model.variables[name], self.layout.variables[name]
        if len(variable.keys) != 1 or variable.keys[0].domain is None or name in self._spaces():
            return None
        bare = without_nothing(variable.type)
        if isinstance(bare, MemberType) and isinstance(slots.codec, MaybeCodec):
            low, high = -1, len(self.model.domains[bare.domain].members) - 1
        elif isinstance(slots.codec, FlagCodec):
            low, high = 0, 1
        elif isinstance(slots.codec, NumberCodec) and isinstance(bare, NumberType):
            low, high = variable.low, variable.high
        else:
            return None
        if high - low >= MOST_VALUES:
            return None
        key = variable.keys[0]
        base = self.take(high - low + 1) - low
        found = ValueMasks(name, base, low, high - low + 1, key.first, key.size, slots.base)
        self.values[name] = found
        return found

    def group(self, domain: str, pieces: int) -> int | None:
        """The slot of the set of spaces that a group of pieces stands on; None when there are too many groups."""
        groups = self.groups.setdefault(domain, Groups(domain, {}))
        if pieces not in groups.slots:
            if len(groups.slots) >= MOST_GROUPS:
                return None
            groups.slots[pieces] = self.take(1)
        return groups.slots[pieces]

    def area(self, domain: str, spaces: int) -> int | None:
        """The slot of the set of pieces that stand on one of some spaces; None when there are too many such sets."""
        areas = self.areas.setdefault(domain, Areas(domain, {}))
        if spaces not in areas.slots:
            if len(areas.slots) >= MOST_GROUPS:
                return None
            areas.slots[spaces] = self.take(1)
        return areas.slots[spaces]

    def _spaces(self) -> set[str]:
        return {slots.spaces.variable.name for slots in self.layout.pieces.values()}

    def link(self, variable: str, starts: tuple[int, ...], goals: tuple[int, ...]) -> Link:
        """The kept connection between two edges through the keys of one value."""
        if variable not in self.links:
            count, values = self.model.spaces.size, len(starts)
            self.links[variable] = Link(variable, starts, goals, self.take(count), self.take(values))
        return self.links[variable]
