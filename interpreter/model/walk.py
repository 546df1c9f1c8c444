"""Walking over the checked model, whatever its parts are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from interpreter.diagnostics import Span
from interpreter.geometry import Spaces
from interpreter.model.types import (
    CollectionType,
    MaybeType,
    MemberType,
    NothingType,
    NumberType,
    RulesTextType,
    StringType,
    YesNoType,
)

_LEAVES = (
    *(str, int, Span, Spaces),
    *(NumberType, YesNoType, MemberType, MaybeType, CollectionType, NothingType, StringType, RulesTextType),
)


def children(node: Any) -> Iterator[Any]:
    """The parts of a node that are nodes themselves, in order; types, spans and plain values are none."""
    kind: type = type(node)
    for name in field_names(kind):
        yield from _nodes(getattr(node, name))


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a class of nodes, in order."""
    return tuple(field.name for field in fields(kind))


def walk(node: Any) -> Iterator[Any]:
    """A node and all nodes below it, each before its parts, in order."""
    yield node
    for child in children(node):
        yield from walk(child)


def _nodes(value: Any) -> Iterator[Any]:
    if value is None or isinstance(value, _LEAVES):
        return
    if is_dataclass(value):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _nodes(item)
