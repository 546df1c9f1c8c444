"""Rewrites checked expressions: puts expressions in the place of names, and declared values in the place of calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar, cast

from interpreter.compiled.ground.kinds import Unsupported, bounds
from interpreter.model import expressions as x
from interpreter.model.program import Model
from interpreter.model.types import UNKNOWN, YES_NO, CollectionType, Type, without_nothing
from interpreter.model.walk import field_names

Node = TypeVar("Node")

_CHEAP = (x.Const, x.Local, x.Special)
_PLAIN = re.compile(r"(Span|Type|Constant|str|int|bool|Literal\[.*\])( \| None)?")
"""What the fields of a class say that they hold, where this is never a part."""


@cache
def _names(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node, but for its type and its place."""
    return tuple(item.name for item in fields(kind) if item.name not in ("type", "span"))


@cache
def _holding(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node that may hold parts."""
    return tuple(item.name for item in fields(kind) if not _PLAIN.fullmatch(str(item.type)))


@cache
def _is_kind_of_part(kind: type) -> bool:
    return is_dataclass(kind) and any(item.name == "span" for item in fields(kind))


def _is_part(node: Any) -> bool:
    """Whether something is a node: it has a place in the rules."""
    kind: type = type(node)
    return _is_kind_of_part(kind)


def rebuild(node: Node, change: Callable[[Any], Any]) -> Node:
    """A node of which every part inside has been changed; a part is an expression, statement or step of an offer."""
    changed: dict[str, Any] = {}
    kind: type = type(node)
    for name in _holding(kind):
        part = getattr(node, name)
        if type(part) is tuple:
            several = tuple([_part(one, change) for one in part])
            if any(fresh is not one for fresh, one in zip(several, part, strict=True)):
                changed[name] = several
            continue
        fresh = _part(part, change)
        if fresh is not part:
            changed[name] = fresh
    if not changed:
        return node
    whole = kind(*[changed[name] if name in changed else getattr(node, name) for name in field_names(kind)])
    return cast(Node, whole)


def _part(part: Any, change: Callable[[Any], Any]) -> Any:
    if _is_part(part):
        return change(part)
    return rebuild(part, change) if isinstance(part, (x.SortKey, x.MatchArg)) else part


def children(node: Any) -> list[Any]:
    """The expressions directly inside an expression, those in sort keys and patterns included."""
    found: list[Any] = []
    kind: type = type(node)
    for name in _holding(kind):
        part = getattr(node, name)
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, (x.SortKey, x.MatchArg)):
                found += children(one)
            elif _is_part(one):
                found.append(one)
    return found


def identity(node: Any, bound: tuple[int, ...] = ()) -> Any:
    """Equal for expressions that say the same, wherever they stand and whatever they call their own names."""
    if isinstance(node, tuple):
        return tuple([identity(one, bound) for one in node])
    kind: type = type(node)
    if isinstance(node, (int, str)) or node is None:
        return (kind, node)
    if isinstance(node, x.Local):
        return (kind, f"own {len(bound) - bound.index(node.slot)}" if node.slot in bound else node.slot)
    if isinstance(node, (x.Quantifier, x.Ranked, x.Aggregate)):
        inner = (*(slot for slot in bound if slot != node.slot), node.slot)
        rest = [identity(getattr(node, name), inner) for name in _names(kind) if name not in ("slot", "source")]
        return (kind, identity(node.source, bound), *rest)
    type_ = node.type if hasattr(node, "type") else None
    return (kind, type_, *[identity(getattr(node, name), bound) for name in _names(kind)])


class Rewriter:
    """Rewriting for one program: fresh slots are numbers that no routine uses."""

    def __init__(self, model: Model, adjusted: frozenset[str]) -> None:
        self.model = model
        self.adjusted = adjusted
        self._next = 1_000
        self.moved: x.Expr | None = None

    def fresh(self) -> int:
        """A slot of its own for a bound name."""
        self._next += 1
        return self._next

    def put(self, node: x.Expr, given: Mapping[int, x.Expr]) -> x.Expr:
        """The expression with other expressions in the place of slots; names bound inside get fresh slots.

        Raises Unsupported where text must stay as it is written.
        """
        match node:
            case x.Local():
                return given.get(node.slot, node)
            case x.Quantifier() | x.Ranked() | x.Aggregate():
                slot = self.fresh()
                inner = {**given, node.slot: x.Local(_member_type(node), node.span, slot, f"x{slot}")}
                source = self.put(node.source, given)
                opened = replace(node, source=x.Const(node.type, node.span, None))
                return replace(rebuild(opened, lambda part: self.put(part, inner)), source=source, slot=slot)
            case x.EventCount():
                raise Unsupported("a count of events, which is kept for its text as it stands")
        return rebuild(node, lambda part: self.put(part, given))

    def inline(self, node: x.Expr) -> x.Expr:
        """The expression with declared values written out where that repeats no work."""
        if isinstance(node, x.CallValue) and node.value not in self.adjusted:
            args = tuple(self.inline(arg) for arg in node.args)
            value = self.model.values[node.value]
            uses = _uses(value.body)
            cheap = all(is_cheap(arg) or uses.get(slot, 0) <= 1 for slot, arg in enumerate(args))
            if cheap and all(_fits(arg.type, param) for arg, param in zip(args, value.params, strict=True)):
                return self.inline(self.put(value.body, dict(enumerate(args))))
            return replace(node, args=args)
        if isinstance(node, x.Special) and node.name == "moved" and self.moved is not None:
            return self.moved
        return rebuild(node, self.inline)


def _fits(given: Type, wanted: Type) -> bool:
    """Whether a number of one type is within the bounds of another, so that what was found out from these holds."""
    known = bounds(wanted)
    if known is None:
        return True
    own = bounds(given)
    return own is not None and known[0] <= own[0] and own[1] <= known[1]


def _member_type(node: x.Quantifier | x.Ranked | x.Aggregate) -> Type:
    given = without_nothing(node.source.type)
    return (given.of or UNKNOWN) if isinstance(given, CollectionType) else UNKNOWN


def is_cheap(node: x.Expr) -> bool:
    """Whether evaluating an expression twice costs next to nothing."""
    match node:
        case x.ReadField(of=of):
            return is_cheap(of)
        case x.ReadTable(key=key):
            return is_cheap(key)
        case x.ReadVariable(keys=keys):
            return all(isinstance(key, _CHEAP) for key in keys)
        case x.CallBuiltin(name="opponent_of", args=(of,)):
            return is_cheap(of)
    return isinstance(node, _CHEAP)


@cache
def _uses(body: x.Expr) -> Mapping[int, int]:
    """How often each slot is read; inside a loop counts as often."""
    counted: dict[int, int] = {}

    def look(node: Any, loops: int) -> None:
        if isinstance(node, x.Local):
            counted[node.slot] = counted.get(node.slot, 0) + 1 + loops
        inner = loops + isinstance(node, (x.Quantifier, x.Ranked, x.Aggregate))
        kind: type = type(node)
        for name in _holding(kind):
            part = getattr(node, name)
            for one in part if isinstance(part, tuple) else (part,):
                if is_dataclass(one):
                    look(one, loops if name == "source" else inner)

    look(body, 0)
    return counted


def conjuncts(node: x.Expr | None) -> tuple[x.Expr, ...]:
    """The conditions that must all hold."""
    if node is None:
        return ()
    if isinstance(node, x.Logic) and node.op == "and" and node.right is not None:
        return conjuncts(node.left) + conjuncts(node.right)
    return (node,)


def conjunction(tests: Sequence[x.Expr]) -> x.Expr | None:
    """The condition that all tests hold, None for no tests."""
    whole: x.Expr | None = None
    for test in tests:
        whole = test if whole is None else x.Logic(YES_NO, test.span, "and", whole, test)
    return whole


def with_known(node: x.Expr, known: Mapping[str, x.Expr]) -> x.Expr:
    """An expression with what is known of variables without keys in their place."""
    if not known:
        return node
    if isinstance(node, x.ReadVariable) and node.variable in known and not node.keys:
        return known[node.variable]
    return rebuild(node, lambda part: with_known(part, known))
