"""Choosing in mid-effect: by a player, one or several; by the rules; by chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from interpreter.layout import Value
from interpreter.model import statements as s
from interpreter.run.decisions import SKIPPED, Choice, Option
from interpreter.run.loops import candidates, loop, members, sort_keys
from interpreter.run.machine import Execute, Frame, Machine
from interpreter.run.notation import Words, words
from interpreter.run.offers import Alike, Search, choice_of, search
from interpreter.run.piles import looking
from interpreter.run.signals import Abandon, Happened

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope

Items: TypeAlias = "Callable[[Machine, Frame], tuple[Value, ...]]"


def decide(c: Compiler, scope: Scope, node: s.Decide) -> Execute:
    """`choose …`: one decision over all its binds."""
    find, alike = search(c, scope, node.binds, free=False), Alike(c, node.binds)
    say = words(c, scope, node.notation)
    slots = alike.slots
    purpose = ", ".join(bind.name for bind in node.binds)
    listed = c.ready.bindings(c, scope, node)

    def choose(r: Machine, f: Frame) -> None:
        if r.trying or r.scratch:
            if find(r, f, _enough):
                raise Happened
            choice: Choice = SKIPPED
        else:
            known = r.recorded()
            choice = ask(r, f) if known is None else known
        if choice in (SKIPPED, ()):
            for slot in slots:
                f[slot] = None
            if not node.may:
                raise Abandon
        else:
            for slot, value in zip(slots, choice, strict=True):
                f[slot] = value

    def ask(r: Machine, f: Frame) -> Choice:
        options = _bindings(r, f, find, alike, say) if listed is None else listed(r, f)
        if not options:
            r.skip()
            return SKIPPED
        if node.may:
            options.append(Option((), "no", None))
        r.note(node, f)
        return r.decide("choose", node.span, options, purpose)

    return choose


def _enough(r: Machine, f: Frame) -> bool:
    return True


def _bindings(r: Machine, f: Frame, find: Search, alike: Alike, say: Words) -> list[Option]:
    """An option for each binding, those that are one candidate together."""
    options: list[Option] = []
    seen: set[tuple[Value, ...]] = set()

    def found(r: Machine, f: Frame) -> bool:
        if alike.looks:
            key = alike.key(r, f)
            if key in seen:
                return False
            seen.add(key)
        options.append(Option(choice_of(f, alike.slots), say(r, f), None))
        return False

    find(r, f, found)
    return options


def decide_several(c: Compiler, scope: Scope, node: s.DecideSeveral) -> Execute:
    """`choose 2 …`, `choose up to n …`, `choose any …`: picks one by one, each after the one before in the order."""
    bind = node.bind
    items = candidates(c, scope, bind.slot, bind.source, bind.condition)
    number = None if node.number is None else c.expr(node.number, scope)
    say, alike = words(c, scope, node.notation), Alike(c, [bind])
    exactly = node.mode == "exactly"

    def most(r: Machine, f: Frame) -> int | None:
        return None if number is None else max(0, number(r, f) or 0)

    def choose(r: Machine, f: Frame) -> None:
        wanted = most(r, f)
        picked: list[Value] = []
        f[node.slot] = ()
        while wanted is None or len(picked) < wanted:
            r.spend(1, node.span)
            choice = next_pick(r, f, wanted, picked)
            if choice == SKIPPED and exactly:
                raise Abandon
            if choice in (SKIPPED, ()):
                break
            picked.append(choice[0])
        f[node.slot] = tuple(picked)

    def next_pick(r: Machine, f: Frame, wanted: int | None, picked: list[Value]) -> Choice:
        trial = r.trying or r.scratch
        known = None if trial else r.recorded()
        if known is not None:
            return known
        left = _after(items(r, f), picked)
        if exactly and wanted is not None:
            left = left[: max(0, len(left) - (wanted - len(picked)) + 1)]
        if trial and left:
            raise Happened
        if not left:
            if not trial:
                r.skip()
            return SKIPPED
        r.note(node, f)
        return r.decide("several", node.span, options(r, f, left), bind.name)

    def options(r: Machine, f: Frame, left: tuple[Value, ...]) -> list[Option]:
        found: list[Option] = []
        seen: set[tuple[Value, ...]] = set()
        for member in left:
            f[bind.slot] = member
            key = alike.key(r, f)
            if key not in seen:
                seen.add(key)
                found.append(Option(choice_of(f, (bind.slot,)), say(r, f), None))
        return found if exactly else [*found, Option((), "done", None)]

    return choose


def _after(items: tuple[Value, ...], picked: list[Value]) -> tuple[Value, ...]:
    """The members that come after the last one picked."""
    return items[items.index(picked[-1]) + 1 :] if picked else items


def pick(c: Compiler, scope: Scope, node: s.Pick) -> Execute:
    """`pick … preferring …`: the best candidate by the keys, the first of equal ones."""
    bind = node.bind
    over, keys = loop(c, scope, bind.slot, bind.source, bind.condition, *(key for key, _ in node.keys))
    order = sort_keys([(key, highest) for key, (_, highest) in zip(keys, node.keys, strict=True)])
    items, test, slot, look = over.items, over.test, bind.slot, looking(c, scope, bind.source)

    def pick_it(r: Machine, f: Frame) -> None:
        look(r, f)
        best: Value = None
        best_key: tuple[int, ...] | None = None
        for member in items(r, f):
            f[slot] = member
            if test is None or test(r, f):
                key = order(r, f)
                if best_key is None or key < best_key:
                    best, best_key = member, key
        f[slot] = best
        if best_key is None:
            raise Abandon

    return pick_it


def reveal(c: Compiler, scope: Scope, node: s.Reveal) -> Execute:
    """`reveal … from …`: chance, each candidate alike; a member that stands twice in a list is likelier."""
    bind = node.bind
    items, slot = members(c, scope, bind.slot, bind.source, bind.condition), bind.slot
    chance, look = c.layout.chance, looking(c, scope, bind.source)

    def reveal_it(r: Machine, f: Frame) -> None:
        look(r, f)
        found = items(r, f)
        if not found:
            f[slot] = None
            raise Abandon
        if r.trying:
            raise Happened
        f[slot] = found[chance.below(r.v, len(found))]
        r.revealed = True

    return reveal_it


STATEMENTS: Mapping[type, Callable[..., Execute]] = {
    s.Decide: decide,
    s.DecideSeveral: decide_several,
    s.Pick: pick,
    s.Reveal: reveal,
}
