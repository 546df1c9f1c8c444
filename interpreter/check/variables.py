"""Everything kept that changes while a game runs: counters, kept variables, places for cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import prod
from typing import Literal

from interpreter.check.findings import did_you_mean, one
from interpreter.check.header import Header
from interpreter.check.phases import Phases
from interpreter.check.scope import World
from interpreter.check.written_types import WrittenTypes
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.types import NUMBER, CollectionType, NumberType, UnknownType
from interpreter.syntax import nodes as n

MOST = 1_000_000
LARGEST = 100_000
"""How many values may be kept under one name."""


class Variables(WrittenTypes):
    """Declares what the state holds besides pieces."""

    def __init__(self, world: World, header: Header, checker: Phases) -> None:
        super().__init__(world, header)
        self.checker = checker
        self.late: list[tuple[str, n.Expr, n.Expr | None]] = []

    # ---- counters and kept variables

    def counter(self, node: n.Counter) -> None:
        keys = self.keys(node.keys)
        for name in node.names:
            if keys is None:
                self.findings.give_up(str(name))
            if not self.header.claim(name, "keyed" if keys else "name") or keys is None:
                continue
            low = 0 if node.low is None else self.bound(node.low)
            type_ = NumberType(low, MOST)
            start = self.checker.start(node.start, NUMBER, keys, str(name))
            self.add(
                name,
                m.Variable(
                    str(name),
                    "counter",
                    keys,
                    type_,
                    low or 0,
                    MOST,
                    None,
                    start,
                    None,
                    self.reset(node.reset),
                    name.span,
                ),
            )
            self.late.append((str(name), node.high, node.low))

    def keep(self, node: n.Keep) -> None:
        keys = self.keys(node.keys)
        type_ = self.type_of(node.type)
        for name in node.names:
            if keys is None or isinstance(type_, UnknownType):
                self.findings.give_up(str(name))
                continue
            if not self.header.claim(name, "keyed" if keys else "name"):
                continue
            low = high = 0
            if isinstance(type_, NumberType):
                if type_.low is None or type_.high is None:
                    self.findings.give_up(str(name))
                    self.findings.error(
                        "RW251",
                        f"`{name}` needs a range, so that the state has an end",
                        node.type.span,
                        "write `number 0 to 9`",
                    )
                    continue
                low, high = type_.low, type_.high
            if isinstance(type_, CollectionType) and type_.shape == "list" and type_.size is None:
                self.findings.give_up(str(name))
                continue
            start = (
                self.default(type_, low, name.span)
                if node.start is None
                else self.checker.start(node.start, type_, keys, str(name))
            )
            self.starts_within(str(name), start, low, high if isinstance(type_, NumberType) else None)
            hiding: m.Hiding | None = (
                "hidden" if node.hiding == "hidden" else "owner" if node.hiding == "owner" else None
            )
            self.add(
                name,
                m.Variable(
                    str(name), "keep", keys, type_, low, high, None, start, hiding, self.reset(node.reset), name.span
                ),
            )

    def add(self, name: n.Word, variable: m.Variable) -> None:
        """Declares a variable, and makes it a field of what it is kept for."""
        given = variable.type
        length = given.size or 1 if isinstance(given, CollectionType) else 1
        size = prod(key.size for key in variable.keys) * length
        if size > LARGEST:
            self.findings.error("RW257", f"`{name}` would hold {size:,} things; {LARGEST:,} is the most", name.span)
        self.w.variables[variable.name] = variable
        if len(variable.keys) == 1 and variable.keys[0].domain is not None:
            info = self.w.domains[variable.keys[0].domain]
            if str(name) in info.fields:
                self.findings.error("RW211", f"{one(info.name)} has a field `{name}` already", name.span)
            info.owned[str(name)] = variable.name

    def caps(self) -> None:
        """The highest values of counters, which may speak of values declared later."""
        for name, high, _ in self.late:
            variable = self.w.variables[name]
            cap, most = self.checker.cap(high, variable.keys, name, high.span)
            if most is not None and most < variable.low:
                self.findings.error(
                    "RW234", f"`{name}` cannot go up to {most}: its lowest value is {variable.low}", high.span
                )
            elif most is not None:
                self.starts_within(name, variable.start, variable.low, most)
            most = MOST if most is None else most
            self.w.variables[name] = replace(variable, type=NumberType(variable.low, most), high=most, cap=cap)

    def starts_within(self, name: str, start: x.Expr, low: int, high: int | None) -> None:
        """A finding for a number that starts outside its range, as far as its start is known."""
        value = start.value if isinstance(start, x.Const) else None
        if high is None or not isinstance(value, int) or isinstance(value, bool) or low <= value <= high:
            return
        self.findings.error("RW234", f"`{name}` starts at {value}, outside its own range {low} to {high}", start.span)

    # ---- places

    def places(self, node: n.Places) -> None:
        info = self.w.domains.get(str(node.row))
        if info is None or info.form != "row":
            known = [d.name for d in self.w.domains.values() if d.form == "row"]
            self.findings.give_up(*(str(place.name) for place in node.places))
            self.w.places_failed = True
            self.findings.unknown(
                "RW215",
                str(node.row),
                f"there are no rows of type `{node.row}` to put anywhere",
                node.row.span,
                did_you_mean(node.row, known),
            )
            return
        for place in node.places:
            keys = self.keys(place.keys)
            if keys is None:
                self.findings.give_up(str(place.name))
            if not self.header.claim(place.name) or keys is None:
                continue
            size = None if place.size is None else self.bound(place.size)
            hiding: m.Hiding | None = (
                "hidden" if place.hiding == "hidden" else "owner" if place.hiding == "owner" else None
            )
            if hiding == "owner" and not any(key.domain == "player" for key in keys):
                self.findings.error(
                    "RW227", f"`{place.name}` has no owner who could see it", place.name.span, "add `for each player`"
                )
            shape: Literal["pile", "row", "set"] = (
                "pile" if place.shape == "pile" else "row" if place.shape == "row" else "set"
            )
            refill = None if place.refill is None else str(place.refill)
            self.w.places[str(place.name)] = m.Place(
                str(place.name), info.name, shape, keys, hiding, refill, size, place.name.span
            )

    def refills(self, nodes: Iterable[n.Places]) -> None:
        """`refilled from` names another place without keys for the same cards."""
        for node in nodes:
            for place in node.places:
                if place.refill is None:
                    continue
                other = self.w.places.get(str(place.refill))
                if other is None or other.domain != str(node.row):
                    self.findings.unknown(
                        "RW253",
                        str(place.refill),
                        f"there is no place `{place.refill}` for these cards",
                        place.refill.span,
                        did_you_mean(place.refill, self.w.places),
                    )
                else:
                    self.w.used_names.add(other.name)
