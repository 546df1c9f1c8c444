"""Events: the rules and `this turn` lines that answer to them, at once and depth first, and counting them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.layout import CountSlots, SiteSlots, Value
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import RuleModel
from interpreter.run.calls import apart, armed, as_seat, enter, fire, may_fire
from interpreter.run.machine import Evaluate, Execute, Frame, Machine
from interpreter.run.patterns import Pattern, pattern
from interpreter.run.scope import UNSET, Layer, Scope
from interpreter.run.signals import Happened

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule, compiled: whether it answers, in a frame of its own, and what it does."""

    model: RuleModel
    size: int
    fits: Pattern
    execute: Execute

    def answer(self, r: Machine, args: Sequence[Value], me: int | None) -> None:
        """Runs the rule if the arguments fit."""
        frame: Frame = [None] * self.size
        if as_seat(r, me, self.fits, frame, args):
            if r.observer is not None and not (r.trying or r.scratch):
                r.observer("rule", self.model.name)
            apart(r, me, self.execute, frame)


@dataclass(frozen=True, eq=False)
class Listener:
    """A `this turn when` line, compiled."""

    slots: SiteSlots
    size: int
    fits: Pattern
    execute: Execute


@dataclass(frozen=True, eq=False)
class Counter:
    """An event counted through a turn: what fits, tested as it happens, once for each seat as `me`."""

    slots: CountSlots
    size: int
    fits: Pattern


@dataclass
class Event:
    """All that answers to one event: rules in file order, lines of the turn, counts."""

    name: str
    rules: list[Rule] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)
    counters: list[Counter] = field(default_factory=list)


def emit(c: Compiler, scope: Scope, node: s.Emit) -> Execute:
    """`emit event(args)`."""
    event = c.program.events[node.event]
    any_event = c.program.any_event
    args = c.exprs(node.args, scope)
    span = node.span

    def say(r: Machine, f: Frame) -> None:
        given = tuple([arg(r, f) for arg in args])
        enter(r, span)
        before, r.event = r.event, (event.name, given)
        try:
            for happened in r.events:
                happened.append((event.name, given))
            if not r.trying:
                _count_in_turn(r, event, given)
            for rule in event.rules:
                rule.answer(r, given, None)
            for rule in any_event:
                rule.answer(r, given, None)
            _tell_listeners(r, event, given)
        finally:
            r.event = before
            r.depth += 1

    return say


def _count_in_turn(r: Machine, event: Event, args: tuple[Value, ...]) -> None:
    for counter in event.counters:
        slots = counter.slots
        keys = [args[number] for number in slots.keyed]
        for seat in range(len(r.rules_played)):
            at = slots.at(seat, keys)
            if at is not None and as_seat(r, seat, counter.fits, [None] * counter.size, args):
                value = args[slots.count.wanted] if slots.values is not None else None
                if slots.values is None:
                    r.v[at] += 1
                elif value is not None:
                    slots.values.write(r.v, at, {*slots.values.read(r.v, at), value})


def _tell_listeners(r: Machine, event: Event, args: tuple[Value, ...]) -> None:
    """The lines armed before the event, the oldest first."""
    live = [listener for listener in event.listeners if r.v[listener.slots.armed] >= 0]
    live.sort(key=lambda listener: r.v[listener.slots.age])
    for listener in live:
        frame: Frame = [None] * listener.size
        if not armed(r, listener.slots, frame):
            continue
        me = r.v[listener.slots.armed]
        if as_seat(r, me, listener.fits, frame, args) and may_fire(r, listener.slots, frame):
            fire(r, listener.slots, frame)
            apart(r, me, listener.execute, frame)


def arm(c: Compiler, scope: Scope, node: s.ThisTurn) -> Execute:
    """`this turn …`: the line is in force from here to the end of the turn; armed again, it starts afresh."""
    slots = c.layout.sites[node.site]
    age = c.layout.armed

    def arm_it(r: Machine, f: Frame) -> None:
        if r.trying:
            raise Happened
        slots.clear(r.v)
        r.v[age] += 1
        r.v[slots.armed] = -1 if r.me is None else r.me
        r.v[slots.age] = r.v[age]
        for slot, codec, at in slots.captured:
            codec.write(r.v, at, f[slot])

    return arm_it


def event_count(c: Compiler, scope: Scope, node: x.EventCount) -> Evaluate:
    """`times …` and `distinct …` in the running effect or turn."""
    if node.scope == "turn":
        return _in_turn(c, scope, node)
    layer = Layer(frozenset(arg.slot for arg in node.args if arg.slot is not None))
    inner = Scope(scope.size, (*scope.layers, layer))
    fits = pattern(c, inner, node.args, node.condition)
    scope.size = inner.size
    name, wanted, cells = node.event, node.wanted, layer.cells

    def fitting(r: Machine, f: Frame) -> list[tuple[Value, ...]]:
        for cell in cells:
            f[cell] = UNSET
        happened = r.events[-1] if r.events else []
        r.spend(len(happened), node.span)
        return [args for event, args in happened if event == name and fits(r, f, args)]

    if node.kind == "times":
        return lambda r, f: len(fitting(r, f))
    return lambda r, f: tuple(sorted({args[wanted] for args in fitting(r, f) if args[wanted] is not None}))


def _in_turn(c: Compiler, scope: Scope, node: x.EventCount) -> Evaluate:
    slots = c.layout.counts[node]
    values = slots.values
    wanted = [node.args[number].equal for number in slots.keyed]
    keys = c.exprs([expr for expr in wanted if expr is not None], scope)

    def counted(r: Machine, f: Frame) -> Value:
        at = slots.at(r.me or 0, [key(r, f) for key in keys])
        if values is None:
            return 0 if at is None else r.v[at]
        return () if at is None else values.read(r.v, at)

    return counted


STATEMENTS: Mapping[type, Callable[..., Execute]] = {s.Emit: emit, s.ThisTurn: arm}
EXPRESSIONS: Mapping[type, Callable[..., Evaluate]] = {x.EventCount: event_count}
