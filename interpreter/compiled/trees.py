"""Looking through the intermediate program, and writing parts of it as simply as they can be said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any

from interpreter.compiled import low


def parts(node: Any) -> Iterator[Any]:
    """An expression and everything in it."""
    yield node
    for item in fields(node):
        part = getattr(node, item.name)
        for one in part if isinstance(part, tuple) else (part,):
            if is_dataclass(one):
                yield from parts(one)


@lru_cache(maxsize=4096)
def names_in(node: Any) -> frozenset[str]:
    """The local variables that an expression reads."""
    return frozenset(part.name for part in parts(node) if isinstance(part, low.Var))


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """A node of which every part inside has been changed."""
    changed: dict[str, Any] = {}
    for item in fields(node):
        part = getattr(node, item.name)
        if isinstance(part, tuple):
            fresh = tuple(change(one) if is_dataclass(one) else one for one in part)
        else:
            fresh = change(part) if is_dataclass(part) else part
        if fresh != part:
            changed[item.name] = fresh
    return replace(node, **changed) if changed else node


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
