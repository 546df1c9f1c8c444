"""Looking through the intermediate program, and writing parts of it as simply as they can be said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from interpreter.compiled.code import low
from interpreter.model.walk import field_names

_HOLDS_NODES = re.compile(r"\b(Expr|Stmt|Clause)\b")
"""What the fields of a class say that they hold, where this may be nodes."""


class _Inner(dict[type, tuple[str, ...]]):
    """The fields of a kind of node that may hold nodes, the last first."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        names = [item.name for item in fields(kind) if _HOLDS_NODES.search(str(item.type))]
        self[kind] = found = tuple(reversed(names))
        return found


_INNER = _Inner()


def children(node: Any) -> list[Any]:
    """The parts of a node, one level down."""
    found: list[Any] = []
    for name in reversed(_INNER[type(node)]):
        part = getattr(node, name)
        if type(part) is tuple:
            found += part
        elif part is not None:
            found.append(part)
    return found


def parts(node: Any) -> Iterator[Any]:
    """A node and everything in it, each before its parts."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        for name in _INNER[type(node)]:
            part = getattr(node, name)
            if type(part) is tuple:
                waiting += part[::-1]
            elif part is not None:
                waiting.append(part)


def walks_in(node: Any) -> bool:
    """Whether a node has a walk in it, or is one."""
    return any(isinstance(part, (low.Walk, low.Collect)) for part in parts(node))


@lru_cache(maxsize=4096)
def names_in(node: Any) -> frozenset[str]:
    """The local variables that an expression reads."""
    return frozenset(part.name for part in parts(node) if isinstance(part, low.Var))


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node of which every part inside has been changed."""
    fresh: dict[str, Any] = {}
    kind: type = type(node)
    for name in reversed(_INNER[kind]):
        part: Any = getattr(node, name)
        if type(part) is tuple:
            several = tuple([change(one) for one in part])
            if any(one is not other for one, other in zip(several, part, strict=True)):
                fresh[name] = several
        elif part is not None:
            changed = change(part)
            if changed is not part:
                fresh[name] = changed
    if not fresh:
        return node
    return kind(*[fresh[name] if name in fresh else getattr(node, name) for name in field_names(kind)])


def replaced(lines: Iterable[low.Stmt], change: Callable[[low.Stmt], tuple[low.Stmt, ...]]) -> list[low.Stmt]:
    """Statements with each changed into some others, those inside first."""
    done: list[low.Stmt] = []
    for line in lines:
        whole = line
        match line:
            case low.If(condition, then, other):
                whole = low.If(condition, tuple(replaced(then, change)), tuple(replaced(other, change)))
            case low.For() | low.Times() | low.Loop() | low.Guard():
                whole = replace(line, body=tuple(replaced(line.body, change)))
        done += change(whole)
    return done


def put(node: Any, old: low.Expr, new: low.Expr) -> Any:
    """A node with another expression wherever a part is `old`."""
    return new if node == old else rebuilt(node, lambda part: put(part, old, new))


def negated(node: low.Expr) -> low.Expr:
    """The opposite of a condition, as simple as it can be said."""
    match node:
        case low.Lit(value=bool(value)):
            return low.Lit(not value)
        case low.Not(of):
            return of
        case low.Bin(op, left, right) if op in ("==", "!=", "<", ">="):
            opposite = {"==": "!=", "!=": "==", "<": ">=", ">=": "<"}[op]
            return low.Bin(opposite, left, right)
    return low.Not(node)


def all_of(parts: Iterable[low.Expr]) -> low.Expr:
    """Whether all conditions hold."""
    kept = tuple(part for part in parts if part != low.Lit(True))
    if low.Lit(False) in kept:
        return low.Lit(False)
    return low.Lit(True) if not kept else kept[0] if len(kept) == 1 else low.And(kept)


def any_of(parts: Iterable[low.Expr]) -> low.Expr:
    """Whether one of the conditions holds."""
    kept = tuple(part for part in parts if part != low.Lit(False))
    if low.Lit(True) in kept:
        return low.Lit(True)
    return low.Lit(False) if not kept else kept[0] if len(kept) == 1 else low.Or(kept)


def plus(index: low.Expr, number: int) -> low.Expr:
    """An index so much further on."""
    if isinstance(index, low.Lit) and isinstance(index.value, int):
        return low.Lit(index.value + number)
    return low.Bin("+", index, low.Lit(number)) if number else index


def bit(member: low.Expr) -> low.Expr:
    """The mask of one member."""
    return low.Bin("<<", low.Lit(1), member)


def factors(mask: low.Expr) -> list[low.Expr]:
    """The masks of which a mask is what they have in common."""
    if isinstance(mask, low.Bin) and mask.op == "&":
        return [*factors(mask.left), *factors(mask.right)]
    return [mask]


def bits_of(mask: int) -> list[int]:
    """The numbers of the bits that are set in a mask."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
