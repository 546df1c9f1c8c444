"""Expressions that go through members: `count`, `any`, `those`, `first`, `best`, `sum` and their like; candidates.

All pieces of a domain are not gone through where a condition says on which space the piece stands: the state knows
that. Nor are members known from the start where a condition says what one of their fixed fields is: they are sorted
once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from interpreter.diagnostics import Span
from interpreter.layout import PieceSlots, Value
from interpreter.model import expressions as x
from interpreter.model.types import CollectionType, MemberType, Type
from interpreter.run.analysis import conjuncts
from interpreter.run.expressions import EXPRESSIONS as PLAIN
from interpreter.run.expressions import all_hold
from interpreter.run.machine import Evaluate, Frame, Machine
from interpreter.run.scope import UNSET, Layer, Scope, constant

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler

Items: TypeAlias = "Callable[[Machine, Frame], tuple[Value, ...]]"


@dataclass
class Loop:
    """A loop being compiled: `items` are the members to try, `test` what they must meet (None: nothing)."""

    items: Items
    test: Evaluate | None


def loop(
    c: Compiler, scope: Scope, slot: int, source: x.Expr, condition: x.Expr | None, *more: x.Expr
) -> tuple[Loop, tuple[Evaluate, ...]]:
    """The members of a source that meet a condition, and `more` expressions that are evaluated per member."""
    tests = conjuncts(condition)
    items, left = _narrowed(c, scope, slot, source, tests)
    layer = Layer(frozenset({slot}))
    inner = Scope(scope.size, (*scope.layers, layer))
    compiled = [c.expr(test, inner) for test in left]
    test = all_hold(compiled) if len(compiled) != 1 else compiled[0]
    extra = c.exprs(more, inner)
    scope.size = inner.size
    span = source.span
    return Loop(_started(items, layer.cells, span), test if compiled else None), extra


def _started(items: Items, cells: list[int], span: Span) -> Items:
    """The members; before that, what is evaluated once for the loop is unset, and the rounds are counted."""
    if not cells:

        def counted(r: Machine, f: Frame) -> tuple[Value, ...]:
            found = items(r, f)
            r.budget -= len(found)
            if r.budget < 0:
                r.spend(0, span)
            return found

        return counted
    each = tuple(cells)

    def fresh(r: Machine, f: Frame) -> tuple[Value, ...]:
        found = items(r, f)
        for cell in each:
            f[cell] = UNSET
        r.budget -= len(found)
        if r.budget < 0:
            r.spend(0, span)
        return found

    return fresh


def _narrowed(
    c: Compiler, scope: Scope, slot: int, source: x.Expr, tests: tuple[x.Expr, ...]
) -> tuple[Items, tuple[x.Expr, ...]]:
    """The members to try, and the conditions that are still to be tested."""
    whole = c.fold(source)
    if isinstance(whole, x.Const) and isinstance(whole.type, CollectionType) and isinstance(whole.type.of, MemberType):
        for joined in (_by_space, _by_field):
            for number, test in enumerate(tests):
                items = joined(c, scope, slot, whole, whole.type.of.domain, test)
                if items is not None:
                    return items, tests[:number] + tests[number + 1 :]
    evaluate = c.expr(whole, scope)
    return (lambda r, f: evaluate(r, f) or ()), tests


def _sides(test: x.Expr) -> tuple[tuple[x.Expr, x.Expr], ...]:
    """The two readings of `a is b`."""
    if isinstance(test, x.Compare) and test.op == "is":
        return (test.left, test.right), (test.right, test.left)
    return ()


def _by_space(c: Compiler, scope: Scope, slot: int, source: x.Const, domain: str, test: x.Expr) -> Items | None:
    """The pieces on a space, for `piece.space is E` over all pieces of a domain."""
    pieces = c.layout.pieces.get(domain)
    if pieces is None or source.value != tuple(range(pieces.pieces)):
        return None
    for read, other in _sides(test):
        if not isinstance(read, x.ReadVariable) or read.variable != pieces.spaces.variable.name:
            continue
        (key,) = read.keys
        if isinstance(key, x.Local) and key.slot == slot and slot not in c.analysis.free(other):
            return _standing(pieces, c.expr(other, scope))
    return None


def _standing(pieces: PieceSlots, space: Evaluate) -> Items:
    base, width, first, count = pieces.base, pieces.width, pieces.spaces.base, pieces.pieces
    on = pieces.on

    def standing(r: Machine, f: Frame) -> tuple[Value, ...]:
        place = space(r, f)
        v = r.v
        if place is None:
            return tuple(piece for piece in range(count) if v[first + piece] < 0)
        if width == 1 and not v[base + place]:
            return ()
        return on(v, place)

    return standing


def _by_field(c: Compiler, scope: Scope, slot: int, source: x.Const, domain: str, test: x.Expr) -> Items | None:
    """The members with one value of a fixed field, for `member.field is E` over members known from the start."""
    for read, other in _sides(test):
        if not isinstance(read, x.ReadField) or read.domain != domain:
            continue
        if isinstance(read.of, x.Local) and read.of.slot == slot and slot not in c.analysis.free(other):
            values = c.model.domains[domain].fields[read.field].values
            groups: dict[Value, tuple[Value, ...]] = {}
            for member in _members(source):
                groups[values[member]] = (*groups.get(values[member], ()), member)
            wanted = c.expr(other, scope)
            return lambda r, f: groups.get(wanted(r, f), ())
    return None


def _members(source: x.Const) -> tuple[Value, ...]:
    return source.value if isinstance(source.value, tuple) else ()


def quantifier(c: Compiler, scope: Scope, node: x.Quantifier) -> Evaluate:
    slot = node.slot
    over, _ = loop(c, scope, slot, node.source, node.condition)
    if over.test is None:
        return _untested(node.kind, over.items)
    return _TESTED[node.kind](slot, over.items, over.test)


def _untested(kind: str, items: Items) -> Evaluate:
    match kind:
        case "count":
            return lambda r, f: len(items(r, f))
        case "any":
            return lambda r, f: len(items(r, f)) > 0
        case "none":
            return lambda r, f: len(items(r, f)) == 0
        case "all":
            return constant(True)
        case "first":
            return lambda r, f: next(iter(items(r, f)), None)
        case "last":
            return lambda r, f: next(reversed(items(r, f)), None)
    return items


def _count(slot: int, items: Items, test: Evaluate) -> Evaluate:
    def count(r: Machine, f: Frame) -> Value:
        number = 0
        for member in items(r, f):
            f[slot] = member
            if test(r, f):
                number += 1
        return number

    return count


def _exists(slot: int, items: Items, test: Evaluate) -> Evaluate:
    def exists(r: Machine, f: Frame) -> Value:
        for member in items(r, f):
            f[slot] = member
            if test(r, f):
                return True
        return False

    return exists


def _none(slot: int, items: Items, test: Evaluate) -> Evaluate:
    def none(r: Machine, f: Frame) -> Value:
        for member in items(r, f):
            f[slot] = member
            if test(r, f):
                return False
        return True

    return none


def _every(slot: int, items: Items, test: Evaluate) -> Evaluate:
    def every(r: Machine, f: Frame) -> Value:
        for member in items(r, f):
            f[slot] = member
            if not test(r, f):
                return False
        return True

    return every


def _those(slot: int, items: Items, test: Evaluate) -> Evaluate:
    def those(r: Machine, f: Frame) -> Value:
        found: list[Value] = []
        for member in items(r, f):
            f[slot] = member
            if test(r, f):
                found.append(member)
        return tuple(found)

    return those


def _first(slot: int, items: Items, test: Evaluate) -> Evaluate:
    def first(r: Machine, f: Frame) -> Value:
        for member in items(r, f):
            f[slot] = member
            if test(r, f):
                return member
        return None

    return first


def _last(slot: int, items: Items, test: Evaluate) -> Evaluate:
    def last(r: Machine, f: Frame) -> Value:
        for member in reversed(items(r, f)):
            f[slot] = member
            if test(r, f):
                return member
        return None

    return last


def _leading(slot: int, items: Items, test: Evaluate) -> Evaluate:
    def leading(r: Machine, f: Frame) -> Value:
        members = items(r, f)
        for number, member in enumerate(members):
            f[slot] = member
            if not test(r, f):
                return members[:number]
        return members

    return leading


_TESTED: Mapping[str, Callable[[int, Items, Evaluate], Evaluate]] = {
    "count": _count,
    "any": _exists,
    "none": _none,
    "all": _every,
    "those": _those,
    "first": _first,
    "last": _last,
    "leading": _leading,
}


def members(c: Compiler, scope: Scope, slot: int, source: x.Expr, condition: x.Expr | None) -> Items:
    """The members of a source that meet a condition; `slot` holds the member while it is tested."""
    known = None if scope.layers else c.ready.members(c, scope, slot, source, condition)
    if known is not None:
        return known
    over, _ = loop(c, scope, slot, source, condition)
    return over.items if over.test is None else _those(slot, over.items, over.test)


def candidates(c: Compiler, scope: Scope, slot: int, source: x.Expr, condition: x.Expr | None) -> Items:
    """The same, each member once, also of a list that holds some more often."""
    items = members(c, scope, slot, source, condition)
    if isinstance(source.type, CollectionType) and source.type.shape == "set":
        return items
    return lambda r, f: tuple(dict.fromkeys(items(r, f)))


def sort_keys(keys: Sequence[tuple[Evaluate, bool]]) -> Callable[[Machine, Frame], tuple[int, ...]]:
    """What the member in hand is ordered by: less comes first. Nothing counts as 0, yes as 1."""
    each = tuple(keys)

    def key(r: Machine, f: Frame) -> tuple[int, ...]:
        return tuple(-(of(r, f) or 0) if highest else (of(r, f) or 0) for of, highest in each)

    return key


def ranked(c: Compiler, scope: Scope, node: x.Ranked) -> Evaluate:
    slot = node.slot
    over, keys = loop(c, scope, slot, node.source, node.condition, *(key.key for key in node.keys))
    order = sort_keys([(key, wanted.highest) for key, wanted in zip(keys, node.keys, strict=True)])
    items, test = over.items, over.test

    def rank(r: Machine, f: Frame) -> list[tuple[tuple[int, ...], Value]]:
        found: list[tuple[tuple[int, ...], Value]] = []
        for member in items(r, f):
            f[slot] = member
            if test is None or test(r, f):
                found.append((order(r, f), member))
        found.sort(key=lambda pair: pair[0])
        return found

    def best(r: Machine, f: Frame) -> Value:
        found = rank(r, f)
        if not found or (len(found) > 1 and found[0][0] == found[1][0]):
            return None
        return found[0][1]

    return best if node.kind == "best" else lambda r, f: tuple(member for _, member in rank(r, f))


def aggregate(c: Compiler, scope: Scope, node: x.Aggregate) -> Evaluate:
    slot = node.slot
    over, (value,) = loop(c, scope, slot, node.source, node.condition, node.value)
    items, test = over.items, over.test

    def values(r: Machine, f: Frame) -> list[Value]:
        found: list[Value] = []
        for member in items(r, f):
            f[slot] = member
            if test is None or test(r, f):
                found.append(value(r, f))
        return found

    match node.kind:
        case "sum":
            return lambda r, f: sum(number or 0 for number in values(r, f))
        case "highest":
            return lambda r, f: max((number or 0 for number in values(r, f)), default=None)
        case "lowest":
            return lambda r, f: min((number or 0 for number in values(r, f)), default=None)
    return _union(values, node.type)


def _union(values: Callable[[Machine, Frame], list[Value]], type_: Type) -> Evaluate:
    in_order = isinstance(type_, CollectionType) and type_.shape == "set"

    def union(r: Machine, f: Frame) -> Value:
        members = dict.fromkeys(member for part in values(r, f) for member in part or ())
        return tuple(sorted(members) if in_order else members)

    return union


EXPRESSIONS: Mapping[type, Callable[..., Evaluate]] = {
    **PLAIN,
    x.Quantifier: quantifier,
    x.Ranked: ranked,
    x.Aggregate: aggregate,
}
