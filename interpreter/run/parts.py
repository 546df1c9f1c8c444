"""Ways to go on: `may`, `choose one`, `in any order`, `first possible`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.layout import Value
from interpreter.model import statements as s
from interpreter.model.types import CollectionType
from interpreter.run.control import unit
from interpreter.run.decisions import SKIPPED, Choice, Option
from interpreter.run.machine import Evaluate, Execute, Frame, Machine
from interpreter.run.notation import Write, writer
from interpreter.run.signals import Abandon, Happened
from interpreter.run.trials import idle, possible

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope


@dataclass(frozen=True, eq=False)
class Way:
    """A part, compiled. With a source it stands once for each member, put in `slot`."""

    number: int
    may: bool
    name: str
    slot: int | None
    source: Evaluate | None
    condition: Evaluate | None
    block: Execute
    idle: bool
    write: Write

    def possible(self, r: Machine, f: Frame, member: int) -> bool:
        """Whether the part can be taken now, for this member."""
        if self.slot is not None:
            f[self.slot] = member
        if self.condition is not None and not self.condition(r, f):
            return False
        return possible(r, f, self.block, self.idle)

    def run(self, r: Machine, f: Frame, member: int) -> None:
        """Carries the part out, as a unit."""
        if self.slot is not None:
            f[self.slot] = member
        unit(self.block)(r, f)

    def option(self, r: Machine, member: int) -> Option:
        """The part as an option: its name, or its member."""
        return Option((self.number, member), self.name if self.slot is None else self.write(r, member), None)


Each = tuple[Way, int]
"""A part and its member (-1 where it has none)."""


def _way(c: Compiler, scope: Scope, number: int, node: s.Part) -> Way:
    source = None if node.source is None else c.expr(node.source, scope)
    of = node.source.type.of if node.source is not None and isinstance(node.source.type, CollectionType) else None
    return Way(
        number,
        node.may,
        node.name,
        node.slot,
        source,
        c.condition(node.condition, scope),
        c.block(node.block, scope),
        idle(node.block),
        writer(c, of),
    )


def _members(r: Machine, f: Frame, ways: Sequence[Way]) -> list[Each]:
    """All parts in order, those with a source once for each member."""
    each: list[Each] = []
    for way in ways:
        members: tuple[Value, ...] = (-1,) if way.source is None else way.source(r, f) or ()
        each.extend((way, member) for member in members)
    return each


def alternatives(c: Compiler, scope: Scope, node: s.Alternatives) -> Execute:
    """Parts of which one is chosen, or all in an order that is chosen, or the first that is possible is taken."""
    ways = tuple(_way(c, scope, number, part) for number, part in enumerate(node.parts))
    match node.kind:
        case "one_of":
            return _one_of(node, ways)
        case "any_order":
            return _any_order(c, node, ways)
    return _first_possible(ways)


def _one_of(node: s.Alternatives, ways: tuple[Way, ...]) -> Execute:
    def choose_one(r: Machine, f: Frame) -> None:
        if r.trying or r.scratch:
            if any(way.possible(r, f, member) for way, member in _members(r, f, ways)):
                raise Happened
            raise Abandon
        choice = r.recorded()
        if choice is None:
            options = [way.option(r, m) for way, m in _members(r, f, ways) if way.possible(r, f, m)]
            if not options:
                r.skip()
                raise Abandon
            choice = r.decide("parts", node.span, options, "choose one")
        if choice == SKIPPED:
            raise Abandon
        number, member = choice
        ways[number].run(r, f, member)

    return choose_one


def _any_order(c: Compiler, node: s.Alternatives, ways: tuple[Way, ...]) -> Execute:
    pauses = c.program.pauses

    def in_any_order(r: Machine, f: Frame) -> None:
        left = _members(r, f, ways)
        while left:
            r.spend(1, node.span)
            choice = next_part(r, f, left)
            if choice in (SKIPPED, ()):
                return
            number, member = choice
            left.remove((ways[number], member))
            ways[number].run(r, f, member)
            if left:
                pauses.pause(r, node.span)

    def next_part(r: Machine, f: Frame, left: list[Each]) -> Choice:
        trial = r.trying or r.scratch
        known = None if trial else r.recorded()
        if known is not None:
            return known
        ready = [(way, member) for way, member in left if way.possible(r, f, member)]
        if trial and ready:
            raise Happened
        if not ready:
            if not trial:
                r.skip()
            return SKIPPED
        options = [way.option(r, member) for way, member in ready]
        if all(way.may for way, _ in ready):
            options.append(Option((), "done", None))
        return r.decide("parts", node.span, options, "in any order")

    return in_any_order


def _first_possible(ways: tuple[Way, ...]) -> Execute:
    def first(r: Machine, f: Frame) -> None:
        for way, member in _members(r, f, ways):
            if way.possible(r, f, member):
                way.run(r, f, member)
                return

    return first


def may(c: Compiler, scope: Scope, node: s.May) -> Execute:
    """`may: …`: asks `yes` or `no` where the block is possible."""
    block, empty = c.block(node.block, scope), idle(node.block)
    run, purpose = unit(block), node.text or "may"

    def ask(r: Machine, f: Frame) -> None:
        if r.trying or r.scratch:
            if possible(r, f, block, empty):
                raise Happened
            return
        choice = r.recorded()
        if choice is None:
            if not possible(r, f, block, empty):
                r.skip()
                return
            options = [Option((1,), "yes", None), Option((0,), "no", None)]
            choice = r.decide("may", node.span, options, purpose)
        if choice == (1,):
            run(r, f)

    return ask


STATEMENTS: Mapping[type, Callable[..., Execute]] = {s.Alternatives: alternatives, s.May: may}
