"""Procedures: calling them, and what happens instead; text that runs on its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.diagnostics import Related, Span
from interpreter.layout import SiteSlots, Value
from interpreter.model import statements as s
from interpreter.model.program import Routine
from interpreter.run.late import Late
from interpreter.run.machine import Execute, Frame, Machine
from interpreter.run.patterns import Pattern
from interpreter.run.scope import Scope
from interpreter.run.signals import Abandon, Given, fault

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler


@dataclass(frozen=True, eq=False)
class Instead:
    """A rule or `this turn` line that takes the place of a call. `site` is the line's slots, None for a rule."""

    name: str
    span: Span
    size: int
    fits: Pattern
    execute: Execute
    site: SiteSlots | None


class Procedure(Late):
    """A procedure."""

    def __init__(self, routine: Routine, c: Compiler) -> None:
        super().__init__(c)
        self.name = routine.name
        self.span = routine.span
        self.routine = routine
        self.instead: list[Instead] = []

    def fill(self, c: Compiler) -> None:
        scope = Scope(self.routine.slots)
        self.execute: Execute = c.block(self.routine.block, scope)
        self.size = scope.size

    def call(self, r: Machine, args: Sequence[Value]) -> Value:
        """Runs the procedure, or what takes its place; gives its result, nothing when it was abandoned."""
        enter(r, self.span)
        try:
            live = self._live(r, args) if self.instead else []
            if not live:
                return self.original(r, args)
            if len(live) > 1:
                raise two_instead(self.name, [instead for instead, _, _ in live])
            return take_place(r, *live[0], lambda: self.original(r, args))
        finally:
            r.depth += 1

    def execute_alone(self, r: Machine, f: Frame) -> None:
        """Runs the procedure, or what takes its place, without arguments; its result is dropped."""
        self.call(r, ())

    def original(self, r: Machine, args: Sequence[Value]) -> Value:
        """Runs the procedure as declared."""
        try:
            self.execute(r, [*args, *[None] * (self.size - len(args))])
        except Given as given:
            return given.value
        except Abandon:
            return None
        return None

    def _live(self, r: Machine, args: Sequence[Value]) -> list[tuple[Instead, Frame, int | None]]:
        """What takes the place of a call with these arguments, each with its frame and its `me`."""
        live: list[tuple[Instead, Frame, int | None]] = []
        for instead in self.instead:
            frame: Frame = [None] * instead.size
            me = r.me
            if instead.site is not None:
                if not armed(r, instead.site, frame):
                    continue
                me = r.v[instead.site.armed]
            if as_seat(r, me, instead.fits, frame, args) and may_fire(r, instead.site, frame):
                live.append((instead, frame, me))
        return live


def enter(r: Machine, span: Span) -> None:
    """Counts a call or event, and how deep it stands in others; the caller gives the depth back when it has ended.

    Raises Rejected (RW701, RW702) when either is too much.
    """
    r.spend(1, span)
    if r.depth == 0:
        hint = "look for rules that set off each other without end"
        raise fault("RW702", "calls and events stand too deep in one another here", span, hint)
    r.depth -= 1


def as_seat(r: Machine, seat: int | None, fits: Pattern, frame: Frame, args: Sequence[Value]) -> bool:
    """Whether arguments fit a pattern in the text of a seat."""
    me, r.me = r.me, seat
    try:
        return fits(r, frame, args)
    finally:
        r.me = me


def armed(r: Machine, site: SiteSlots, frame: Frame) -> bool:
    """Whether a `this turn` line is in force; puts the names that it took along into its frame."""
    if r.v[site.armed] < 0:
        return False
    for slot, codec, at in site.captured:
        frame[slot] = codec.read(r.v, at)
    return True


def may_fire(r: Machine, site: SiteSlots | None, frame: Frame) -> bool:
    """Whether a line that answers only once (or once for each value) has not done so yet."""
    if site is None or site.once is None:
        return True
    return _once_key(site, frame) not in site.answered(r.v)


def fire(r: Machine, site: SiteSlots | None, frame: Frame) -> None:
    """Notes that a line answers now."""
    if site is not None and site.once is not None and not r.trying:
        site.answer(r.v, {*site.answered(r.v), _once_key(site, frame)})


def _once_key(site: SiteSlots, frame: Frame) -> int | None:
    slot = site.site.once_slot
    value = 0 if slot is None else frame[slot]
    return None if value is None else int(value)


def take_place(r: Machine, instead: Instead, frame: Frame, me: int | None, usual: Callable[[], Value]) -> Value:
    """Runs what takes the place of a call; the result is what it gives, else what `as usual` has given."""
    result: list[Value] = [None]

    def as_usual() -> Value:
        result[0] = as_it_was()
        return result[0]

    def as_it_was() -> Value:
        inner, r.me = r.me, before[0]
        try:
            return usual()
        finally:
            r.me = inner

    if instead.site is None and r.observer is not None and not (r.trying or r.scratch):
        r.observer("rule", instead.name)
    before = (r.me, r.usual)
    r.me, r.usual = me, as_usual
    fire(r, instead.site, frame)
    try:
        instead.execute(r, frame)
    except Given as given:
        return given.value
    except Abandon:
        return result[0]
    finally:
        r.me, r.usual = before
    return result[0]


def two_instead(name: str, live: Sequence[Instead]) -> Exception:
    """Two things would take the place of one call."""
    related = [Related(instead.span, instead.name) for instead in live[:2]]
    message = f"both {live[0].name} and {live[1].name} stand instead of {name} for one call"
    return fault("RW706", message, live[0].span, "exclude the other's case with `where`", *related)


def apart(r: Machine, me: int | None, execute: Execute, frame: Frame) -> None:
    """Runs text that is a unit of its own and no part of the effect that set it off.

    What `with` has changed does not hold in it, its events and moves do not count for the effect, and no free action
    comes between.
    """
    before = (r.me, r.bent, r.events, r.collected, r.pausing, r.usual)
    r.me, r.bent, r.events, r.collected, r.pausing = me, (), ([],), set(), False
    try:
        execute(r, frame)
    except (Abandon, Given):
        return
    finally:
        r.me, r.bent, r.events, r.collected, r.pausing, r.usual = before


def let_call(c: Compiler, scope: Scope, node: s.LetCall) -> Execute:
    """A call of a procedure, and where its result goes."""
    procedure = c.program.procedures[node.procedure]
    args = c.exprs(node.args, scope)
    slot = node.slot
    if slot is None:

        def call(r: Machine, f: Frame) -> None:
            procedure.call(r, [arg(r, f) for arg in args])

        return call

    def let(r: Machine, f: Frame) -> None:
        f[slot] = procedure.call(r, [arg(r, f) for arg in args])

    return let


STATEMENTS: Mapping[type, Callable[..., Execute]] = {s.LetCall: let_call}
