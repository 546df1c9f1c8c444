"""Statements that steer: names, conditions, loops, other players, changed values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.layout import Value
from interpreter.model import statements as s
from interpreter.model.types import CollectionType, MemberType, without_nothing
from interpreter.run.decisions import SKIPPED, Option
from interpreter.run.loops import members
from interpreter.run.machine import Evaluate, Execute, Frame, Machine
from interpreter.run.notation import writer
from interpreter.run.piles import looking
from interpreter.run.signals import Abandon, Given, Happened
from interpreter.run.trials import idle, possible
from interpreter.run.values import Bent, change

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope


def let(c: Compiler, scope: Scope, node: s.Let) -> Execute:
    """`let name be value`."""
    slot, value, look = node.slot, c.expr(node.value, scope), looking(c, scope, node.value)

    def set_name(r: Machine, f: Frame) -> None:
        look(r, f)
        f[slot] = value(r, f)

    return set_name


def require(c: Compiler, scope: Scope, node: s.Require | s.Ensure) -> Execute:
    """`require` and `ensure`: the unit is abandoned where the condition fails."""
    condition = c.expr(node.condition, scope)

    def test(r: Machine, f: Frame) -> None:
        if not condition(r, f):
            raise Abandon

    return test


def if_(c: Compiler, scope: Scope, node: s.If) -> Execute:
    """`if … otherwise …`."""
    condition = c.expr(node.condition, scope)
    block, other = c.block(node.block, scope), c.block(node.other, scope)

    def either(r: Machine, f: Frame) -> None:
        if condition(r, f):
            block(r, f)
        else:
            other(r, f)

    return either


def unit(execute: Execute) -> Execute:
    """Text that ends, and nothing more, when something in it is abandoned."""

    def run(r: Machine, f: Frame) -> None:
        try:
            execute(r, f)
        except Abandon:
            return

    return run


def for_each(c: Compiler, scope: Scope, node: s.ForEach) -> Execute:
    """`for each x in S`: a round for each member (of a list each time it stands there); each round is a unit."""
    items = members(c, scope, node.slot, node.source, node.condition)
    block, slot, span = unit(c.block(node.block, scope)), node.slot, node.span
    order = _order(c, scope, node)

    def rounds(r: Machine, f: Frame) -> None:
        for member in order(r, f, items(r, f)):
            r.spend(1, span)
            f[slot] = member
            block(r, f)

    def one_by_one(r: Machine, f: Frame) -> None:
        left = list(items(r, f))
        while left:
            r.spend(1, span)
            f[slot] = _next_member(r, f, node, left, who, write)
            left.remove(f[slot])
            block(r, f)

    if node.ordered is None or isinstance(without_nothing(node.ordered.type), CollectionType):
        return rounds
    who, write = c.expr(node.ordered, scope), writer(c, _member_type(node))
    return one_by_one


def _member_type(node: s.ForEach) -> MemberType | None:
    of = node.source.type.of if isinstance(node.source.type, CollectionType) else None
    return of if isinstance(of, MemberType) else None


def _next_member(
    r: Machine,
    f: Frame,
    node: s.ForEach,
    left: Sequence[Value],
    who: Evaluate,
    write: Callable[[Machine, Value], str],
) -> Value:
    """The member that the player who decides the order takes next; a single one is not asked for.

    Where nobody decides, the members come in their own order.
    """
    seat = who(r, f)
    if len(left) == 1 or seat is None or r.trying:
        return left[0]
    if r.scratch:
        raise Happened
    choice = r.recorded()
    if choice is None:
        options = [Option((int(member),), write(r, member), None) for member in left]
        choice = r.decide("order", node.span, options, "which is next", seat)
    return choice[0]


def _order(
    c: Compiler, scope: Scope, node: s.ForEach
) -> Callable[[Machine, Frame, tuple[Value, ...]], Sequence[Value]]:
    """The members in the order of their owners, where a list of players gives one; players come in that order."""
    of = _member_type(node)
    if node.ordered is None or of is None:
        return lambda r, f, members: members
    owners = c.model.domains[of.domain].fields.get("owner")
    players = c.expr(node.ordered, scope)

    def by_owner(r: Machine, f: Frame, members: tuple[Value, ...]) -> Sequence[Value]:
        seats = list(players(r, f) or ())
        rank = {seat: number for number, seat in enumerate(seats)}
        return sorted(members, key=lambda m: rank.get(m if owners is None else owners.values[m], len(seats)))

    return by_owner


def repeat(c: Compiler, scope: Scope, node: s.Repeat) -> Execute:
    """`repeat n times while c`; with `up to` the player is asked before each round that is possible."""
    number, condition = c.expr(node.number, scope), c.condition(node.condition, scope)
    block, span = c.block(node.block, scope), node.span
    each, empty, up_to = unit(block), idle(node.block), node.up_to

    def rounds(r: Machine, f: Frame) -> None:
        for _ in range(number(r, f) or 0):
            r.spend(1, span)
            if condition is not None and not condition(r, f):
                return
            if up_to and not _again(r, f, node, block, empty):
                return
            each(r, f)

    return rounds


def _again(r: Machine, f: Frame, node: s.Repeat, block: Execute, empty: bool) -> bool:
    if r.trying or r.scratch:
        if possible(r, f, block, empty):
            raise Happened
        return False
    choice = r.recorded()
    if choice is None:
        if not possible(r, f, block, empty):
            r.skip()
            return False
        options = [Option((1,), "again", None), Option((), "done", None)]
        choice = r.decide("repeat", node.span, options, "again or done")
    return choice not in (SKIPPED, ())


def ask(c: Compiler, scope: Scope, node: s.Ask) -> Execute:
    """`ask p`: the block acts for p; for nobody it does not run."""
    who, block = c.expr(node.who, scope), c.block(node.block, scope)

    def ask_them(r: Machine, f: Frame) -> None:
        seat = who(r, f)
        if seat is None:
            return
        me, r.me = r.me, seat
        try:
            block(r, f)
        except Abandon:
            return
        finally:
            r.me = me

    return ask_them


def with_(c: Compiler, scope: Scope, node: s.With) -> Execute:
    """`with value is …`: the adjustments hold while the block runs."""
    changes = tuple(change(c, scope, adjustment) for adjustment in node.changes)
    block = c.block(node.block, scope)

    def bend(r: Machine, f: Frame) -> None:
        before = r.bent
        r.bent = (*before, *(Bent((one,), f, r.me) for one in changes))
        try:
            block(r, f)
        finally:
            r.bent = before

    return bend


def give(c: Compiler, scope: Scope, node: s.Give) -> Execute:
    """`give value`: ends the procedure or action."""
    value, look = c.expr(node.value, scope), looking(c, scope, node.value)

    def give_it(r: Machine, f: Frame) -> None:
        look(r, f)
        raise Given(value(r, f))

    return give_it


def simple(c: Compiler, scope: Scope, node: s.Simple) -> Execute:
    """`skip`, `end turn`, `as usual` and `pause`."""
    match node.kind:
        case "skip":
            return _skip
        case "end_turn":
            return _end_turn
        case "as_usual":
            return _as_usual
    pauses = c.program.pauses
    return lambda r, f: pauses.pause(r, node.span)


def _skip(r: Machine, f: Frame) -> None:
    if r.trying:
        raise Happened


def _end_turn(r: Machine, f: Frame) -> None:
    if r.trying:
        raise Happened
    r.turn_ended = True


def _as_usual(r: Machine, f: Frame) -> None:
    if r.usual is not None:
        r.usual()


STATEMENTS: Mapping[type, Callable[..., Execute]] = {
    s.Let: let,
    s.Require: require,
    s.Ensure: require,
    s.If: if_,
    s.ForEach: for_each,
    s.Repeat: repeat,
    s.Ask: ask,
    s.With: with_,
    s.Give: give,
    s.Simple: simple,
}
