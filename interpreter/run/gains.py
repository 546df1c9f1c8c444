"""`gain` and `lose`: counters within their bounds, what happens instead of a gain, and the rules that hear of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.layout import Value
from interpreter.model import statements as s
from interpreter.run.calls import Instead, as_seat, enter, take_place, two_instead
from interpreter.run.changes import highest
from interpreter.run.expressions import place
from interpreter.run.finish import Check
from interpreter.run.machine import Execute, Frame, Machine
from interpreter.run.signals import Happened

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.events import Rule
    from interpreter.run.scope import Scope


def change_counter(c: Compiler, scope: Scope, node: s.ChangeCounter) -> Execute:
    """`gain n counter` and `lose n counter`; less than 1 is nothing."""
    at, amount = place(c, scope, node.variable, node.keys), c.expr(node.amount, scope)
    check = c.program.finishing.after(node)
    if node.lose:
        return _lose(at, amount, c.model.variables[node.variable].low, check)
    gainer = None if node.gainer is None else c.expr(node.gainer, scope)
    if node.variable not in c.program.instead_of_gain and node.variable not in c.program.when_gain:
        return _gain(at, amount, highest(c, c.model.variables[node.variable]), check)
    heard = heard_gain(c, node)

    def gain(r: Machine, f: Frame) -> None:
        slot, number = at(r, f), amount(r, f) or 0
        if slot is not None and number > 0:
            heard(r, slot, number, None if gainer is None else gainer(r, f))

    return gain


def heard_gain(c: Compiler, node: s.ChangeCounter) -> Callable[[Machine, int, int, int | None], None]:
    """A gain that rules stand instead of or hear: of a counter at a slot, by a number, for somebody."""
    most, check = highest(c, c.model.variables[node.variable]), c.program.finishing.after(node)
    instead = c.program.instead_of_gain.get(node.variable, [])
    heard = c.program.when_gain.get(node.variable, [])

    def gain(r: Machine, slot: int, number: int, who: int | None) -> None:
        enter(r, node.span)
        before = (r.amount, r.gainer)
        r.amount, r.gainer = number, who
        try:
            live = _live(r, instead)
            if len(live) > 1:
                raise two_instead(f"gain {node.variable}", [one for one, _ in live])
            if live:
                take_place(r, *live[0], r.me, lambda: _add(r, slot, number, most, check, heard))
            else:
                _add(r, slot, number, most, check, heard)
        finally:
            r.amount, r.gainer = before
            r.depth += 1

    return gain


def _lose(
    at: Callable[[Machine, Frame], int | None], amount: Callable[[Machine, Frame], Value], low: int, check: Check
) -> Execute:
    def lose(r: Machine, f: Frame) -> None:
        slot, number = at(r, f), amount(r, f) or 0
        if slot is None or number < 1:
            return
        if r.trying:
            raise Happened
        r.v[slot] = max(low, r.v[slot] - number)
        check(r)

    return lose


def _gain(
    at: Callable[[Machine, Frame], int | None],
    amount: Callable[[Machine, Frame], Value],
    most: Callable[[Machine, int], int],
    check: Check,
) -> Execute:
    """A gain that no rule stands instead of and no rule hears."""

    def gain(r: Machine, f: Frame) -> None:
        slot, number = at(r, f), amount(r, f) or 0
        if slot is not None and number > 0:
            _add(r, slot, number, most, check, ())

    return gain


def _add(
    r: Machine,
    slot: int,
    number: int,
    most: Callable[[Machine, int], int],
    check: Check,
    heard: Sequence[Rule],
) -> None:
    """Adds to a counter, up to its cap, and tells the rules that hear of it how much was really gained."""
    if r.trying:
        raise Happened
    gained = min(number, max(0, most(r, slot) - r.v[slot]))
    r.v[slot] += gained
    check(r)
    if gained and heard:
        before, r.amount = r.amount, gained
        try:
            for rule in heard:
                rule.answer(r, (), None)
        finally:
            r.amount = before


def _live(r: Machine, instead: Sequence[Instead]) -> list[tuple[Instead, Frame]]:
    live: list[tuple[Instead, Frame]] = []
    for one in instead:
        frame: Frame = [None] * one.size
        if as_seat(r, r.me, one.fits, frame, ()):
            live.append((one, frame))
    return live


STATEMENTS: Mapping[type, Callable[..., Execute]] = {s.ChangeCounter: change_counter}
