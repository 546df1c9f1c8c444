"""All ways to make a syntax tree a little smaller, for reducing rule sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, cast, get_args

from interpreter.syntax import nodes as n

EXPRESSIONS: tuple[type[n.Node], ...] = get_args(n.Expr)
STATEMENTS: tuple[type[n.Node], ...] = get_args(n.Stmt)


def fewer(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """A tuple with some of its members left out: halves first, then single ones from the end."""
    count = len(items)
    size = count // 2
    while size > 1:
        for start in range(0, count, size):
            yield items[:start] + items[start + size :]
        size //= 2
    for k in reversed(range(count)):
        yield items[:k] + items[k + 1 :]


def without_statements(node: n.Node) -> Iterator[n.Node]:
    """The node with statements left out, blocks put in place of what holds them, or clauses left out."""
    for name, value in _parts(node):
        if isinstance(value, tuple):
            if value and isinstance(value[0], (*STATEMENTS, n.PhaseClause, n.Part, n.Parts)):
                for shorter in fewer(value):
                    block = shorter or (n.Simple(node.span, "skip"),)
                    if block != value:
                        yield _changed(node, name, block)
                for k, statement in enumerate(value):
                    for block in _blocks(statement):
                        yield _changed(node, name, value[:k] + block + value[k + 1 :])
            for k, item in enumerate(value):
                if isinstance(item, n.Node):
                    for smaller in without_statements(item):
                        yield _changed(node, name, (*value[:k], smaller, *value[k + 1 :]))
        elif isinstance(value, n.Node) and not isinstance(value, EXPRESSIONS):
            for smaller in without_statements(value):
                yield _changed(node, name, smaller)


def inlined(items: Sequence[n.Item], value: n.Value) -> tuple[n.Item, ...]:
    """The items without a value: its body stands wherever it was named or called, whatever it was called with."""

    def change(node: n.Node) -> n.Node:
        named = isinstance(node, n.Name) and node.id == value.name
        called = isinstance(node, n.Call) and node.name == value.name
        return value.body if named or called else _mapped(node, change)

    return tuple(cast(n.Item, _mapped(item, change)) for item in items if item is not value)


def _mapped(node: n.Node, change: Callable[[n.Node], n.Node]) -> n.Node:
    """The node with each of its parts changed."""
    changes: dict[str, Any] = {}
    for name, part in _parts(node):
        if isinstance(part, n.Node):
            changes[name] = change(part)
        elif isinstance(part, tuple):
            changes[name] = tuple(change(each) if isinstance(each, n.Node) else each for each in part)
    return replace(node, **changes) if changes else node


def simpler(node: n.Node) -> Iterator[n.Node]:
    """The node with what can be left out left out, and with simpler expressions in it."""
    for name, value in _parts(node):
        if value is None or isinstance(value, (bool, int)):
            continue
        if name in ("condition", "notation", "text", "reason", "title", "other", "once", "order", "reset", "start"):
            yield _changed(node, name, () if isinstance(value, tuple) else None)
        if isinstance(value, tuple):
            if value and not isinstance(value[0], STATEMENTS):
                for shorter in fewer(value):
                    yield _changed(node, name, shorter)
            for k, item in enumerate(value):
                if isinstance(item, n.Node):
                    for smaller in _smaller(item):
                        yield _changed(node, name, (*value[:k], smaller, *value[k + 1 :]))
        elif isinstance(value, n.Node):
            for smaller in _smaller(value):
                yield _changed(node, name, smaller)


def _smaller(node: n.Node) -> Iterator[n.Node]:
    if isinstance(node, EXPRESSIONS):
        yield from _instead(node)
    yield from simpler(node)


def _instead(node: n.Node) -> Iterator[n.Node]:
    """What may stand for an expression: a plain word or number, or one of its own parts."""
    if isinstance(node, n.Number):
        if node.value > 1:
            yield n.Number(node.span, 1)
        return
    if isinstance(node, n.Name):
        return
    for word in ("yes", "no", "me", "white", "nothing"):
        yield n.Name(node.span, n.Word(word, node.span))
    yield n.Number(node.span, 1)
    for _, value in _parts(node):
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, EXPRESSIONS):
                yield part


def _blocks(statement: n.Node) -> Iterator[tuple[Any, ...]]:
    """The blocks inside a statement, which may stand in its place."""
    for _, value in _parts(statement):
        if isinstance(value, tuple) and value:
            if isinstance(value[0], STATEMENTS):
                yield value
            elif isinstance(value[0], (n.Part, n.Parts)):
                for branch in value:
                    yield from _blocks(branch)


def _parts(node: n.Node) -> Iterator[tuple[str, Any]]:
    for item in fields(node):
        if item.name != "span":
            yield item.name, getattr(node, item.name)


def _changed(node: n.Node, name: str, value: object) -> n.Node:
    changes: dict[str, Any] = {name: value}
    return replace(node, **changes)
