"""What a turn leaves in the state until it ends: armed `this turn` lines and counts of events."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.layout.codecs import Codec, SetCodec, codec_for, universe
from interpreter.model.expressions import EventCount
from interpreter.model.program import Domain, Model, SiteModel


class SiteSlots:
    """One `this turn` line.

    Its slots: the seat that armed it (-1: nobody), when (1 for the first armed in the turn), for what it has answered
    already, and the values of the names that it took along.
    """

    def __init__(self, site: SiteModel, base: int, domains: Mapping[str, Domain]) -> None:
        self.site = site
        self.armed = base
        self.age = base + 1
        self.fired = base + 2
        self.once: SetCodec | None = None
        if site.once:
            first, size = (0, 1) if site.once_type is None else universe(site.once_type, domains)
            self.once = SetCodec(first, size)
        at = self.fired + (self.once.width if self.once else 0)
        captured: list[tuple[int, Codec, int]] = []
        for slot, type_ in site.captured:
            codec = codec_for(type_, domains)
            captured.append((slot, codec, at))
            at += codec.width
        self.captured = tuple(captured)
        self.base = base
        self.end = at

    def clear(self, v: list[int]) -> None:
        """Makes the line hold no longer."""
        v[self.base : self.end] = [0] * (self.end - self.base)
        v[self.armed] = -1


class CountSlots:
    """How often an event has happened this turn, or which values it had, for each seat as `me`."""

    def __init__(self, count: EventCount, base: int, model: Model) -> None:
        self.count = count
        self.base = base
        self.values: SetCodec | None = None
        if count.kind == "distinct":
            self.values = SetCodec(*universe(model.events[count.event].params[count.wanted], model.domains))
        self.width = self.values.width if self.values else 1
        self.end = base + len(model.players) * self.width

    def at(self, seat: int) -> int:
        """The first slot of a seat."""
        return self.base + seat * self.width

    def clear(self, v: list[int]) -> None:
        """Starts counting afresh."""
        v[self.base : self.end] = [0] * (self.end - self.base)
