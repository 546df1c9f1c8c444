"""Walking over the checked model, whatever its parts are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from interpreter.model.program import Model

_LEAVES = (
    *(str, int, Span, Spaces),
    *(NumberType, YesNoType, MemberType, MaybeType, CollectionType, NothingType, StringType, RulesTextType),
)


def every_node(model: Model) -> tuple[Any, ...]:
    """All nodes of a model as `walk` gives them; they are looked for once, for many ask for them in a row."""
    return _every_node(_Same(model))


@lru_cache(maxsize=8)
def _every_node(same: _Same) -> tuple[Any, ...]:
    return tuple(walk(same.model))


class _Same:
    """A model that is equal to itself alone, whatever another one says."""

    __slots__ = ("model",)

    def __init__(self, model: Model) -> None:
        self.model = model

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.model is self.model

    def __hash__(self) -> int:
        return id(self.model)


@cache
def field_names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a class of nodes, in order."""
    return tuple(field.name for field in fields(kind))


def walk(node: Any) -> Iterator[Any]:
    """A node and all nodes below it, each before its parts, in order."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        left += reversed(children(node))


def children(node: Any) -> list[Any]:
    """The parts of a node that are nodes themselves, in order; types, spans and plain values are none."""
    found: list[Any] = []
    kind: type = type(node)
    for name in field_names(kind):
        _gather(getattr(node, name), found)
    return found


def _gather(value: Any, found: list[Any]) -> None:
    kind: type = type(value)
    form = _form(kind)
    if form == "node":
        found.append(value)
    elif form == "items":
        for item in value:
            _gather(item, found)
    elif form == "values":
        for item in value.values():
            _gather(item, found)


@cache
def _form(kind: type) -> str:
    """How to look for nodes in a value: it is one, it holds some, or neither."""
    if kind is type(None) or issubclass(kind, _LEAVES):
        return ""
    if is_dataclass(kind):
        return "node"
    if issubclass(kind, tuple):
        return "items"
    return "values" if issubclass(kind, Mapping) else ""
