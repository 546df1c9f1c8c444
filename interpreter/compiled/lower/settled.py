"""Tests whose answer is known: what did not hold when a turn began, and cannot hold before something has changed.

A turn begins with no condition for the end of the game fulfilled; where one is all the same, playing goes another way.
As long as nothing that such a condition reads has changed, it need not be tested; nor again where it has just been.
A name stands for one thing in a routine, so what a condition says of names does not change beside the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of, negated, parts
from interpreter.compiled.ground.kinds import Unsupported
from interpreter.compiled.ground.regions import Regions, Span, overlap
from interpreter.compiled.lower.changes import Changes
from interpreter.compiled.lower.lowering import ME, Names
from interpreter.model import expressions as x

False_ = frozenset[low.Expr]
"""Conditions that do not hold."""

PLAIN = (low.Lit, low.Slot, low.Item, low.Table, low.Bin, low.Not, low.And, low.Or, low.Population, low.Complement)
"""What conditions consist of that follow from the state alone."""

HARMLESS = ("recorded", "spend", "start_count")
"""What the machine can be asked for without a change of the state."""


def lasting(lowering: Changes) -> list[int]:
    """The clauses for the end of the game that speak of the state alone, and of nothing that passing the turn changes.

    They are tested after every change of what their conditions read. So where none holds when a turn is begun, and the
    game goes on, none does when the next one is.
    """
    settler = Settler(lowering.regions)
    layout = lowering.layout
    passed = [(slot, slot + 1) for slot in (layout.mover, layout.turns_taken)]
    found: list[int] = []
    for number, finish in enumerate(lowering.model.finishes):
        if finish.condition is None:
            continue
        try:
            spans = settler.reads(condition_of(lowering, finish.condition))
        except Unsupported:
            continue
        if spans is not None and not overlap(spans, passed):
            found.append(number)
    return found


def conditions(lowering: Changes) -> list[low.Expr]:
    """The conditions of the clauses that hold in no turn that is begun."""
    of_all = (lowering.model.finishes[number].condition for number in lowering.lasting)
    return [condition_of(lowering, condition) for condition in of_all if condition is not None]


def condition_of(lowering: Changes, condition: x.Expr) -> low.Expr:
    """The condition of a clause, as it is tested."""
    with lowering.routine(Names(me=low.Lit(-1), seated=False, mover=ME)):
        return lowering.value(condition)


class Settler:
    """Leaves tests out of statements that work on the state `v`."""

    def __init__(self, regions: Regions) -> None:
        self.regions = regions
        self.named: Mapping[str, list[Span] | None] = {}

    def lines(self, lines: Iterable[low.Stmt], known: Iterable[low.Expr]) -> tuple[low.Stmt, ...]:
        """Statements before which some conditions do not hold."""
        lines = tuple(lines)
        self.named = self.regions.named(low.Loop(lines))
        return self.block(lines, frozenset(one for condition in known for one in self.parts_of(condition)))[0]

    def block(self, lines: Iterable[low.Stmt], false: False_) -> tuple[tuple[low.Stmt, ...], False_ | None]:
        """Statements without tests that are not needed, and what does not hold after them; None where they leave."""
        done: list[low.Stmt] = []
        left: False_ | None = false
        for line in lines:
            if left is None:
                done.append(line)
                continue
            lines_now, left = self.line(line, left)
            done += lines_now
        return tuple(done), left

    def line(self, line: low.Stmt, false: False_) -> tuple[Sequence[low.Stmt], False_ | None]:
        """One statement; see block."""
        match line:
            case low.If():
                return self.branches(line, false)
            case low.For(body=body) | low.Times(body=body) | low.Loop(body=body):
                before = self.without(false, [line])
                return [replace(line, body=self.block(body, before)[0])], before
            case low.Guard(body=body) | low.Acting(body=body):
                return [replace(line, body=self.block(body, false)[0])], self.without(false, [line])
            case low.Return() | low.Jump() | low.Raise() | low.Give():
                return [line], None
            case low.Do(low.Call(name)) if name.startswith("finish_"):
                return [line], None
        return [line], self.without(false, [line])

    def branches(self, line: low.If, false: False_) -> tuple[Sequence[low.Stmt], False_ | None]:
        """A choice of which the condition may be known."""
        test = self.tested(line.condition, false)
        before = self.without(false, [line.condition])
        failed = before | self.parts_of(test)
        if test == low.Lit(False):
            return self.block(line.other, before)
        if test == low.Lit(True):
            return self.block(line.then, before)
        then, after_then = self.block(line.then, before)
        other, after_other = self.block(line.other, failed)
        if after_then is None or after_other is None:
            after = after_other if after_then is None else after_then
        else:
            after = after_then & after_other
        return [low.If(test, then, other)], after

    def tested(self, condition: low.Expr, false: False_) -> low.Expr:
        """A condition without what is known not to hold."""
        if condition in false:
            return low.Lit(False)
        match condition:
            case low.Or(of):
                return any_of(self.tested(one, false) for one in of)
            case low.And(of):
                return all_of(self.tested(one, false) for one in of)
            case low.Not(of):
                inner = self.tested(of, false)
                return negated(inner) if isinstance(inner, low.Lit) else condition
        return condition

    def parts_of(self, condition: low.Expr) -> False_:
        """What does not hold where a condition does not."""
        if isinstance(condition, low.Or):
            return frozenset(part for one in condition.parts for part in self.parts_of(one))
        return frozenset([condition]) if self.reads(condition) else frozenset()

    def reads(self, condition: low.Expr) -> list[Span] | None:
        """The slots that a condition reads; None where it does not follow from some slots alone."""
        found: list[Span] = []
        for part in parts(condition):
            if not isinstance(part, PLAIN):
                return None
            if isinstance(part, low.Slot):
                spans = self.regions.spans(part.index)
                if spans is None:
                    return None
                found += spans
        return found

    def without(self, false: False_, nodes: Iterable[low.Stmt | low.Expr]) -> False_:
        """What does not hold either when some nodes have done their work."""
        changed: list[Span] = []
        for node in nodes:
            for part in parts(node):
                spans = self.changed_by(part)
                if spans is None:
                    return frozenset()
                changed += spans
        return frozenset(one for one in false if not overlap(self.reads(one) or [], changed)) if changed else false

    def changed_by(self, part: low.Stmt | low.Expr) -> list[Span] | None:
        """The slots that a single node changes; None where that is not known."""
        match part:
            case low.Store(index):
                return self.regions.spans(index, self.named)
            case low.Fill(low.Lit(value=int(first)), count):
                return [(first, first + count)]
            case low.Call():
                return self.regions.changed_by(part)
            case low.Machine(name):
                return [] if name in HARMLESS else None
            case low.Fill():
                return None
        return []
