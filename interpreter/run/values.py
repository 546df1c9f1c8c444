"""Declared values: calling them, and the adjustments that count instead of what was declared.

For a call the first that fits counts: `with`, the innermost first; then `this turn`, the latest first; then `standing`,
of which only one may be in force. While an adjustment is evaluated it does not count itself: in `with price(me) is
price(me) - 1` the inner `price` is what it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.diagnostics import Related
from interpreter.layout import SiteSlots, Value
from interpreter.model import expressions as x
from interpreter.model.program import StandingModel, ValueModel
from interpreter.model.statements import Adjustment
from interpreter.model.types import MemberType, NumberType, YesNoType, without_nothing
from interpreter.run.machine import Evaluate, Frame, Machine
from interpreter.run.patterns import Pattern, pattern
from interpreter.run.signals import fault

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope

_MISSING = object()


@dataclass(frozen=True, eq=False)
class Change:
    """An adjustment, compiled: where the arguments fit, `value` counts."""

    name: str
    fits: Pattern
    value: Evaluate


@dataclass(frozen=True, eq=False)
class Bent:
    """Adjustments in force because of a `with`: the names that its text knows and whose text it is."""

    changes: tuple[Change, ...]
    frame: Frame
    me: int | None


@dataclass(frozen=True, eq=False)
class Standing:
    """Adjustments of a row, in force for the players for whom the condition holds."""

    model: StandingModel
    size: int
    condition: Evaluate
    change: Change


class CompiledValue:
    """A declared value. `body` gives what was declared; `call` takes adjustments into account."""

    def __init__(self, model: ValueModel) -> None:
        self.model = model
        self.name = model.name
        self.size = 0
        self.body: Evaluate | None = None
        self.adjustable = False
        self.sites: list[tuple[SiteSlots, int, Change]] = []
        self.standings: list[Standing] = []

    def declared(self, r: Machine, args: Sequence[Value]) -> Value:
        """What the value was declared to be for these arguments."""
        r.budget -= 1
        if r.budget < 0:
            r.spend(0, self.model.span)
        if self.body is None:
            raise ValueError(f"{self.name} is part of what it is declared to be")
        return self.body(r, [*args, *[None] * (self.size - len(args))])

    def call(self, r: Machine, args: Sequence[Value]) -> Value:
        """The value for these arguments, adjusted."""
        if self.adjustable:
            for look in (self._bent, self._this_turn, self._standing):
                found = look(r, args)
                if found is not _MISSING:
                    return found
        return self.declared(r, args)

    def _bent(self, r: Machine, args: Sequence[Value]) -> Value:
        for bent in reversed(r.bent):
            for change in bent.changes:
                if change.name == self.name:
                    found = _adjusted(r, change, bent.frame.copy(), bent.me, args)
                    if found is not _MISSING:
                        return found
        return _MISSING

    def _this_turn(self, r: Machine, args: Sequence[Value]) -> Value:
        live = [(slots, size, change) for slots, size, change in self.sites if r.v[slots.armed] >= 0]
        live.sort(key=lambda site: -r.v[site[0].age])
        for slots, size, change in live:
            frame: Frame = [None] * size
            for slot, codec, at in slots.captured:
                frame[slot] = codec.read(r.v, at)
            found = _adjusted(r, change, frame, r.v[slots.armed], args)
            if found is not _MISSING:
                return found
        return _MISSING

    def _standing(self, r: Machine, args: Sequence[Value]) -> Value:
        live: list[tuple[Standing, int, Value]] = []
        for standing in self.standings:
            for seat in range(len(r.rules_played)):
                frame: Frame = [standing.model.row, *[None] * (standing.size - 1)]
                if _for_seat(r, seat, standing.condition, frame):
                    found = _adjusted(r, standing.change, frame, seat, args)
                    if found is not _MISSING:
                        live.append((standing, seat, found))
        if len(live) > 1:
            raise _two_standing(r, self, [(standing, seat) for standing, seat, _ in live[:2]])
        return live[0][2] if live else _MISSING


def _for_seat(r: Machine, seat: int, condition: Evaluate, frame: Frame) -> Value:
    me, r.me = r.me, seat
    try:
        return condition(r, frame)
    finally:
        r.me = me


def _adjusted(r: Machine, change: Change, frame: Frame, seat: int | None, args: Sequence[Value]) -> Value:
    """What an adjustment gives for the arguments, as the text of `seat`; _MISSING when it does not count."""
    if change in r.busy:
        return _MISSING
    me, busy = r.me, r.busy
    r.me, r.busy = seat, (*busy, change)
    try:
        return change.value(r, frame) if change.fits(r, frame, args) else _MISSING
    finally:
        r.me, r.busy = me, busy


def _two_standing(r: Machine, value: CompiledValue, live: Sequence[tuple[Standing, int]]) -> Exception:
    model = r.layout.model
    places = [standing.model.adjustment.span for standing, _ in live]
    names = [
        f"{model.domains[standing.model.domain].members[standing.model.row]} for {model.players[seat]}"
        for standing, seat in live
    ]
    related = [Related(place, name) for place, name in zip(places, names, strict=True)]
    message = f"{value.name} is changed twice for one call: by {names[0]} and by {names[1]}"
    hint = "ask for `me` among its arguments, or let one condition leave the other's case out"
    return fault("RW707", message, places[0], hint, *related)


def change(c: Compiler, scope: Scope, node: Adjustment) -> Change:
    """An adjustment, its names in the frame of `scope`."""
    return Change(node.name, pattern(c, scope, node.args, None), c.expr(node.value, scope))


def call_value(c: Compiler, scope: Scope, node: x.CallValue) -> Evaluate:
    """A call of a declared value."""
    value = c.value(node.value)
    args = c.exprs(node.args, scope)
    if value.adjustable:
        return lambda r, f: value.call(r, [arg(r, f) for arg in args])
    if value.body is None:
        raise ValueError(f"{value.name} is part of what it is declared to be")
    if args and not c.analysis.value_reads(value.name) and _small(value.model):
        return _remembered(value, args)
    return _direct(value, value.body, args)


def _small(model: ValueModel) -> bool:
    """Whether there are few different arguments."""
    return all(isinstance(without_nothing(param), (MemberType, NumberType, YesNoType)) for param in model.params)


def _remembered(value: CompiledValue, args: tuple[Evaluate, ...]) -> Evaluate:
    """A value that depends on its arguments alone: each combination is worked out once."""
    known: dict[tuple[Value, ...], Value] = {}

    def look_up(r: Machine, f: Frame) -> Value:
        given = tuple([arg(r, f) for arg in args])
        found = known.get(given, _MISSING)
        if found is _MISSING:
            found = known[given] = value.declared(r, given)
        return found

    return look_up


def _direct(value: CompiledValue, body: Evaluate, args: tuple[Evaluate, ...]) -> Evaluate:
    span = value.model.span
    rest = (None,) * (value.size - len(args))
    if len(args) == 1:
        (only,) = args

        def call_with_one(r: Machine, f: Frame) -> Value:
            r.budget -= 1
            if r.budget < 0:
                r.spend(0, span)
            return body(r, [only(r, f), *rest])

        return call_with_one

    def call(r: Machine, f: Frame) -> Value:
        r.budget -= 1
        if r.budget < 0:
            r.spend(0, span)
        return body(r, [*[arg(r, f) for arg in args], *rest])

    return call


EXPRESSIONS: Mapping[type, Callable[..., Evaluate]] = {x.CallValue: call_value}
