"""Reading, counting and comparing: the expressions without loops."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.layout import Value
from interpreter.layout.codecs import FlagCodec, MaybeCodec, NumberCodec
from interpreter.layout.masks import members
from interpreter.model import expressions as x
from interpreter.model.types import CollectionType, MemberType, Type, empty_value
from interpreter.run.analysis import conjuncts
from interpreter.run.machine import Evaluate, Frame, Machine
from interpreter.run.scope import Scope, constant

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler


def local(c: Compiler, scope: Scope, node: x.Local) -> Evaluate:
    slot = node.slot
    return lambda r, f: f[slot]


def special(c: Compiler, scope: Scope, node: x.Special) -> Evaluate:
    layout = c.layout
    mover, winner, over, turns = layout.mover, layout.winner, layout.over, layout.turns_taken
    match node.name:
        case "me":
            return lambda r, f: r.me
        case "mover":
            return lambda r, f: None if r.v[mover] < 0 else r.v[mover]
        case "decider":
            return lambda r, f: r.decider
        case "winners":
            return lambda r, f: members(r.v[winner])
        case "winner":
            return lambda r, f: _only(members(r.v[winner]))
        case "over":
            return lambda r, f: r.v[over] == 1
        case "turns_taken":
            return lambda r, f: r.v[turns]
        case "amount":
            return lambda r, f: r.amount
        case "gainer":
            return lambda r, f: r.gainer
        case "moved":
            return _moved(node.type)
    raise ValueError(f"no such name: {node.name}")


def _only(seats: tuple[int, ...]) -> Value:
    """The one seat there is; nothing for none and for several."""
    return seats[0] if len(seats) == 1 else None


def _moved(type_: Type) -> Evaluate:
    if not isinstance(type_, CollectionType) or not isinstance(type_.of, MemberType):
        raise ValueError(f"what has moved is a set of pieces, not {type_}")
    wanted = type_.of.domain
    return lambda r, f: tuple(sorted(piece for domain, piece in r.moved if domain == wanted))


def read_field(c: Compiler, scope: Scope, node: x.ReadField) -> Evaluate:
    values = c.model.domains[node.domain].fields[node.field].values
    return _look_up(c, scope, node.of, values, empty_value(node.type))


def read_table(c: Compiler, scope: Scope, node: x.ReadTable) -> Evaluate:
    values = c.model.tables[node.table].columns[node.column].values
    return _look_up(c, scope, node.key, values, empty_value(node.type))


def _look_up(c: Compiler, scope: Scope, key: x.Expr, values: Sequence[Value], missing: Value) -> Evaluate:
    if isinstance(key, x.Local):
        slot = key.slot

        def of_local(r: Machine, f: Frame) -> Value:
            member = f[slot]
            return missing if member is None else values[member]

        return of_local
    of = c.expr(key, scope)

    def look_up(r: Machine, f: Frame) -> Value:
        member = of(r, f)
        return missing if member is None else values[member]

    return look_up


def read_variable(c: Compiler, scope: Scope, node: x.ReadVariable) -> Evaluate:
    codec, missing = c.layout.variables[node.variable].codec, empty_value(node.type)
    at = place(c, scope, node.variable, node.keys)
    if isinstance(codec, NumberCodec):

        def number(r: Machine, f: Frame) -> Value:
            slot = at(r, f)
            return missing if slot is None else r.v[slot]

        return number
    if isinstance(codec, MaybeCodec) and not codec.flag:
        nothing = codec.nothing

        def member(r: Machine, f: Frame) -> Value:
            slot = at(r, f)
            if slot is None:
                return missing
            found = r.v[slot]
            return None if found == nothing else found

        return member
    if isinstance(codec, FlagCodec):

        def flag(r: Machine, f: Frame) -> Value:
            slot = at(r, f)
            return missing if slot is None else r.v[slot] == 1

        return flag

    def other(r: Machine, f: Frame) -> Value:
        slot = at(r, f)
        return missing if slot is None else codec.read(r.v, slot)

    return other


def place(c: Compiler, scope: Scope, variable: str, keys: Sequence[x.Expr]) -> Callable[[Machine, Frame], int | None]:
    """The first slot of a variable's value at the keys; None when a key is nothing or outside its range."""
    slots = c.layout.variables[variable]
    base = slots.base
    if not keys:
        return lambda r, f: base
    evaluate = c.exprs(keys, scope)
    if len(keys) == 1:
        ((first, size, stride),) = slots.steps
        (only,) = evaluate

        def with_one(r: Machine, f: Frame) -> int | None:
            key: int | None = only(r, f)
            if key is None or not 0 <= key - first < size:
                return None
            return base + (key - first) * stride

        return with_one
    return lambda r, f: slots.at([key(r, f) for key in evaluate])


def read_place(c: Compiler, scope: Scope, node: x.ReadPlace) -> Evaluate:
    cards = c.layout.cards[c.model.places[node.place].domain]
    keys = c.exprs(node.keys, scope)
    name = node.place

    def read(r: Machine, f: Frame) -> Value:
        spot = cards.spot(name, [key(r, f) for key in keys])
        return () if spot is None else cards.read(r.v, spot)

    return read


def _per(a: int, b: int) -> int:
    return a // b if b else 0


def _mod(a: int, b: int) -> int:
    return a % b if b else 0


_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "per": _per,
    "mod": _mod,
}


def arithmetic(c: Compiler, scope: Scope, node: x.Arithmetic) -> Evaluate:
    left, right = c.expr(node.left, scope), c.expr(node.right, scope)
    apply = _ARITHMETIC[node.op]
    return lambda r, f: apply(left(r, f) or 0, right(r, f) or 0)


def join_sets(c: Compiler, scope: Scope, node: x.JoinSets) -> Evaluate:
    left, right = c.expr(node.left, scope), c.expr(node.right, scope)
    ordered = not isinstance(node.type, CollectionType) or node.type.shape == "set"

    def join(r: Machine, f: Frame) -> Value:
        first, second = left(r, f) or (), right(r, f) or ()
        if ordered:
            return tuple(sorted({*first, *second}))
        return tuple(first) + tuple(member for member in second if member not in first)

    def take_away(r: Machine, f: Frame) -> Value:
        second = right(r, f) or ()
        return tuple(member for member in left(r, f) or () if member not in second)

    return join if node.op == "+" else take_away


_ORDER: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compare(c: Compiler, scope: Scope, node: x.Compare) -> Evaluate:
    left, right = c.expr(node.left, scope), c.expr(node.right, scope)
    if node.op in _ORDER:
        return _ordered(_ORDER[node.op], left, right)
    match node.op:
        case "is":
            return lambda r, f: left(r, f) == right(r, f)
        case "is_not":
            return lambda r, f: left(r, f) != right(r, f)
        case "in":
            fixed = c.fold(node.right)
            if isinstance(fixed, x.Const) and isinstance(fixed.value, tuple):
                members = frozenset(fixed.value)
                return lambda r, f: left(r, f) in members
            return lambda r, f: left(r, f) in (right(r, f) or ())
        case "not_in":
            return _not_in(left, right)
        case "within":
            return _within(left, right)
    raise ValueError(f"no such comparison: {node.op}")


def _ordered(holds: Callable[[int, int], bool], left: Evaluate, right: Evaluate) -> Evaluate:
    def ordered(r: Machine, f: Frame) -> Value:
        first, second = left(r, f), right(r, f)
        return first is not None and second is not None and holds(first, second)

    return ordered


def _not_in(left: Evaluate, right: Evaluate) -> Evaluate:
    def not_in(r: Machine, f: Frame) -> Value:
        member = left(r, f)
        return member is not None and member not in (right(r, f) or ())

    return not_in


def _within(left: Evaluate, right: Evaluate) -> Evaluate:
    return lambda r, f: set(right(r, f) or ()).issuperset(left(r, f) or ())


def logic(c: Compiler, scope: Scope, node: x.Logic) -> Evaluate:
    if node.op == "not":
        inner = c.expr(node.left, scope)
        return lambda r, f: not inner(r, f)
    if node.op == "and":
        return all_hold([c.expr(part, scope) for part in conjuncts(node)])
    if node.right is None:
        raise ValueError("`or` joins two conditions")
    left, right = c.expr(node.left, scope), c.expr(node.right, scope)
    return lambda r, f: bool(left(r, f) or right(r, f))


def all_hold(tests: Sequence[Evaluate]) -> Evaluate:
    """Whether every condition holds, tested from left to right."""
    if not tests:
        return constant(True)
    if len(tests) == 1:
        only = tests[0]
        return lambda r, f: bool(only(r, f))
    first, second = tests[0], tests[1] if len(tests) == 2 else all_hold(tests[1:])
    return lambda r, f: bool(first(r, f) and second(r, f))


def conditional(c: Compiler, scope: Scope, node: x.Conditional) -> Evaluate:
    condition = c.expr(node.condition, scope)
    then, other = c.expr(node.then, scope), c.expr(node.other, scope)
    return lambda r, f: then(r, f) if condition(r, f) else other(r, f)


def make_list(c: Compiler, scope: Scope, node: x.MakeList) -> Evaluate:
    items = c.exprs(node.items, scope)
    if isinstance(node.type, CollectionType) and node.type.shape == "set":
        return lambda r, f: tuple(sorted({value for item in items if (value := item(r, f)) is not None}))
    return lambda r, f: tuple(value for item in items if (value := item(r, f)) is not None)


def make_range(c: Compiler, scope: Scope, node: x.MakeRange) -> Evaluate:
    low, high = c.expr(node.low, scope), c.expr(node.high, scope)

    def numbers(r: Machine, f: Frame) -> Value:
        first, last = low(r, f) or 0, high(r, f) or 0
        r.spend(max(0, last - first), node.span)
        return tuple(range(first, last + 1))

    return numbers


EXPRESSIONS: Mapping[type, Callable[..., Evaluate]] = {
    x.Local: local,
    x.Special: special,
    x.ReadField: read_field,
    x.ReadTable: read_table,
    x.ReadVariable: read_variable,
    x.ReadPlace: read_place,
    x.Arithmetic: arithmetic,
    x.JoinSets: join_sets,
    x.Compare: compare,
    x.Logic: logic,
    x.Conditional: conditional,
    x.MakeList: make_list,
    x.MakeRange: make_range,
}
