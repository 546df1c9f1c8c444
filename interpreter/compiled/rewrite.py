"""Rewrites checked expressions: puts expressions in the place of names, and declared values in the place of calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any

from interpreter.model import expressions as x
from interpreter.model.program import Model

_CHEAP = (x.Const, x.Local, x.Special)


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind) if item.name not in ("type", "span"))


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node of which every part inside has been changed."""
    changed: dict[str, Any] = {}
    for name in _names(type(node)):
        part = getattr(node, name)
        fresh = tuple(_part(one, change) for one in part) if isinstance(part, tuple) else _part(part, change)
        if fresh is not part and fresh != part:
            changed[name] = fresh
    return replace(node, **changed) if changed else node


def _part(part: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(part, (x.SortKey, x.MatchArg)):
        return rebuild(part, change)
    return change(part) if hasattr(part, "__dataclass_fields__") and hasattr(part, "span") else part


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
        """The expression with other expressions in the place of slots; names bound inside get fresh slots."""
        match node:
            case x.Local():
                return given.get(node.slot, node)
            case x.Quantifier() | x.Ranked() | x.Aggregate():
                slot = self.fresh()
                inner = {**given, node.slot: x.Local(_member_type(node), node.span, slot, f"x{slot}")}
                source = self.put(node.source, given)
                rest = rebuild(
                    replace(node, source=x.Const(node.type, node.span, None)), lambda part: self.put(part, inner)
                )
                return replace(rest, source=source, slot=slot)
            case x.EventCount():
                slots = {arg.slot: self.fresh() for arg in node.args if arg.slot is not None}
                renamed = {s: x.Local(node.type, node.span, fresh, f"x{fresh}") for s, fresh in slots.items()}
                inner = {**given, **renamed}
                done: x.EventCount = rebuild(node, lambda part: self.put(part, inner))
                args = tuple(
                    replace(arg, slot=slots.get(arg.slot)) if arg.slot is not None else arg for arg in done.args
                )
                return replace(done, args=args)
        done_node: x.Expr = rebuild(node, lambda part: self.put(part, given))
        return done_node

    def inline(self, node: x.Expr) -> x.Expr:
        """The expression with declared values written out where that repeats no work."""
        if isinstance(node, x.CallValue) and node.value not in self.adjusted:
            args = tuple(self.inline(arg) for arg in node.args)
            value = self.model.values[node.value]
            uses = _uses(value.body)
            if all(is_cheap(arg) or uses.get(slot, 0) <= 1 for slot, arg in enumerate(args)):
                return self.inline(self.put(value.body, dict(enumerate(args))))
            return replace(node, args=args)
        if isinstance(node, x.Special) and node.name == "moved" and self.moved is not None:
            return self.moved
        done: x.Expr = rebuild(node, self.inline)
        return done


def _member_type(node: x.Quantifier | x.Ranked | x.Aggregate) -> x.Type:
    from interpreter.model.types import UNKNOWN, CollectionType, without_nothing

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
        for name in _names(type(node)):
            part = getattr(node, name)
            for one in part if isinstance(part, tuple) else (part,):
                if hasattr(one, "__dataclass_fields__"):
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
