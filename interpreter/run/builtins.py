"""The built-in values of the language, besides those that run rules text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from interpreter.layout import Value
from interpreter.model import expressions as x
from interpreter.run.machine import Evaluate, Frame, Machine
from interpreter.run.scope import Scope
from interpreter.run.values import CompiledValue

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler

Build: TypeAlias = "Callable[[Compiler, x.CallBuiltin, tuple[Evaluate, ...]], Evaluate]"


def _min_max(choose: Callable[[list[int]], int]) -> Build:
    def build(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
        return lambda r, f: choose([arg(r, f) or 0 for arg in args])

    return build


def _of_two(apply: Callable[[Value, Sequence[Value]], Value]) -> Build:
    """A built-in of a member and a collection."""

    def build(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
        what, items = args
        return lambda r, f: apply(what(r, f), items(r, f) or ())

    return build


def _times_in(what: Value, items: Sequence[Value]) -> Value:
    return sum(1 for item in items if item == what)


def _place_in(what: Value, items: Sequence[Value]) -> Value:
    return items.index(what) + 1 if what in items else 0


def _last_in(what: Value, items: Sequence[Value]) -> Value:
    return max((number for number, item in enumerate(items, 1) if item == what), default=0)


def _top_of(number: Value, items: Sequence[Value]) -> Value:
    return tuple(items[: max(0, number or 0)])


def _item(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    items, number = args

    def item(r: Machine, f: Frame) -> Value:
        members, place = items(r, f) or (), number(r, f) or 0
        return members[place - 1] if 1 <= place <= len(members) else None

    return item


def _pick_index(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    (number,) = args
    size = len(c.model.domains[str(node.area)].members)

    def member(r: Machine, f: Frame) -> Value:
        place = number(r, f) or 0
        return place - 1 if 1 <= place <= size else None

    return member


def _as_set(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    (items,) = args
    return lambda r, f: tuple(sorted(set(items(r, f) or ())))


def _size(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    (items,) = args
    return lambda r, f: len(items(r, f) or ())


def _seats(apply: Callable[[int, int], Value]) -> Build:
    """A built-in of a player and the number of players."""

    def build(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
        (who,) = args
        count = len(c.model.players)

        def of_seat(r: Machine, f: Frame) -> Value:
            seat = who(r, f)
            return None if seat is None else apply(seat, count)

        return of_seat

    return build


def _players_from(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    (who,) = args
    count = len(c.model.players)
    orders = [tuple((first + step) % count for step in range(count)) for first in range(count)]

    def players(r: Machine, f: Frame) -> Value:
        seat = who(r, f)
        return () if seat is None else orders[seat]

    return players


def _seat_number(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    who, first = args
    count = len(c.model.players)

    def number(r: Machine, f: Frame) -> Value:
        seat, begins = who(r, f), first(r, f)
        return 0 if seat is None or begins is None else (seat - begins) % count + 1

    return number


def _neighbours(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    near = c.model.spaces.neighbours
    space = args[0]
    ways = args[1] if len(args) > 1 else None

    def neighbours(r: Machine, f: Frame) -> Value:
        here = space(r, f)
        return () if here is None else near(here, None if ways is None else ways(r, f) or ())

    return neighbours


def _jumps(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    jumps_from = c.model.spaces.jumps_from
    space = args[0]
    ways = args[1] if len(args) > 1 else None

    def jumps(r: Machine, f: Frame) -> Value:
        here = space(r, f)
        return () if here is None else jumps_from(here, None if ways is None else ways(r, f) or ())

    return jumps


def _ray(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    spaces = c.model.spaces
    start, way = args

    def ray(r: Machine, f: Frame) -> Value:
        here, direction = start(r, f), way(r, f)
        return () if here is None or direction is None else spaces.ray(here, direction)

    return ray


def _distance(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    spaces = c.model.spaces
    start, goal = args[:2]
    ways = args[2] if len(args) > 2 else None

    def distance(r: Machine, f: Frame) -> Value:
        here, there = start(r, f), goal(r, f)
        if here is None or there is None:
            return None
        return spaces.distance(here, there, None if ways is None else ways(r, f) or ())

    return distance


def _opposite(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    (way,) = args
    spaces = c.model.spaces

    def opposite(r: Machine, f: Frame) -> Value:
        direction = way(r, f)
        return None if direction is None else spaces.opposite(direction)

    return opposite


def _at(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    area, spaces = str(node.area), c.model.spaces
    return lambda r, f: spaces.at(area, *[arg(r, f) or 0 for arg in args])


def _connected(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    starts, through = args
    spaces = c.model.spaces

    def connected(r: Machine, f: Frame) -> Value:
        ground = through(r, f) or ()
        r.spend(len(ground), node.span)
        return spaces.connected(starts(r, f) or (), ground)

    return connected


def _spaces_of(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    (items,) = args
    domain = str(node.area)
    pieces = c.layout.pieces.get(domain)
    if pieces is None:
        values = c.model.domains[domain].fields["space"].values
        return lambda r, f: tuple(sorted({space for p in items(r, f) or () if (space := values[p]) is not None}))
    base = pieces.spaces.base

    def spaces(r: Machine, f: Frame) -> Value:
        v = r.v
        return tuple(sorted({space for piece in items(r, f) or () if (space := v[base + piece]) >= 0}))

    return spaces


def _walk_worth(c: Compiler, node: x.CallBuiltin, args: tuple[Evaluate, ...]) -> Evaluate:
    leave, enter = (c.value(name) for name in str(node.area).split())
    start, goal, budget = args[:3]
    ways = args[3] if len(args) > 3 else None
    spaces = c.model.spaces

    def worth(r: Machine, f: Frame) -> Value:
        here, there, most = start(r, f), goal(r, f), budget(r, f) or 0
        if here is None or there is None:
            return None
        near = None if ways is None else ways(r, f) or ()
        return _best_walk(r, node, here, there, most, leave, enter, lambda space: spaces.neighbours(space, near))

    return worth


def _best_walk(
    r: Machine,
    node: x.CallBuiltin,
    start: int,
    goal: int,
    budget: int,
    leave: CompiledValue,
    enter: CompiledValue,
    near: Callable[[int], tuple[int, ...]],
) -> int | None:
    """The most that entering spaces is worth on a way from start to goal that costs at most `budget` to leave spaces.

    A step costs at least 1, whatever leaving a space is said to cost, so that every way comes to an end.
    """
    best: list[dict[int, int]] = [{start: 0}]
    found: int | None = None
    for spent in range(budget + 1):
        here = best[spent] if spent < len(best) else {}
        if goal in here:
            found = here[goal] if found is None else max(found, here[goal])
        for space, worth in sorted(here.items()):
            after = spent + max(1, leave.call(r, [space]) or 0)
            if after > budget:
                continue
            best.extend({} for _ in range(after + 1 - len(best)))
            for other in near(space):
                r.spend(1, node.span)
                gained = worth + (enter.call(r, [other]) or 0)
                best[after][other] = max(gained, best[after].get(other, gained))
    return found


BUILTINS: Mapping[str, Build] = {
    "min": _min_max(min),
    "max": _min_max(max),
    "times_in": _of_two(_times_in),
    "last_in": _of_two(_last_in),
    "place_in": _of_two(_place_in),
    "top_of": _of_two(_top_of),
    "item": _item,
    "pick_index": _pick_index,
    "size": _size,
    "as_set": _as_set,
    "players_from": _players_from,
    "next_seat": _seats(lambda seat, count: (seat + 1) % count),
    "opponent_of": _seats(lambda seat, count: 1 - seat if count == 2 else None),
    "seat_number": _seat_number,
    "neighbours": _neighbours,
    "ray": _ray,
    "jumps": _jumps,
    "distance": _distance,
    "opposite": _opposite,
    "at": _at,
    "connected": _connected,
    "spaces_of": _spaces_of,
    "walk_worth": _walk_worth,
}


def call_builtin(c: Compiler, scope: Scope, node: x.CallBuiltin) -> Evaluate:
    """A call of one of these built-ins."""
    return BUILTINS[node.name](c, node, c.exprs(node.args, scope))
