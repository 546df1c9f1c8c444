"""Walking over the checked model, whatever its parts are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from operator import attrgetter
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
_WORD = "(Type|str|int|bool|Constant)"
_PLAIN = re.compile(rf"(Span|Spaces|{_WORD}|int \| bool|tuple\[{_WORD}, \.\.\.\])( \| None)?")
"""What the fields of a class say that they hold, where this is never a node: they need not be looked at."""


def every_node(model: Model) -> tuple[Any, ...]:
    """All nodes of a model as `walk` gives them; they are looked for once, for many ask for them in a row."""
    return _every_node(_Same(model))


@lru_cache(maxsize=32)
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
        values = _VALUES[type(node)]
        if values is not None:
            found: list[Any] = []
            _gather(values(node), found)
            found.reverse()
            left += found


def children(node: Any) -> list[Any]:
    """The parts of a node that are nodes themselves, in order; types, spans and plain values are none."""
    found: list[Any] = []
    values = _VALUES[type(node)]
    if values is not None:
        _gather(values(node), found)
    return found


def _gather(values: Iterable[Any], found: list[Any]) -> None:
    for value in values:
        form = _FORMS[type(value)]
        if form == "node":
            found.append(value)
        elif form and value:
            _gather(value if form == "items" else value.values(), found)


class _Values(dict[type, "Callable[[Any], tuple[Any, ...]] | None"]):
    """Gives the values of those fields of a class of nodes that may hold nodes, in order; None where none may."""

    def __missing__(self, kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
        names = [field.name for field in fields(kind) if not _PLAIN.fullmatch(str(field.type))]
        self[kind] = found = self._of(names)
        return found

    def _of(self, names: list[str]) -> Callable[[Any], tuple[Any, ...]] | None:
        if not names:
            return None
        get = attrgetter(*names)
        return get if len(names) > 1 else lambda node: (get(node),)


class _Forms(dict[type, str]):
    """How to look for nodes in values of a type: they are some, they hold some (`items` or `values`), or neither."""

    def __missing__(self, kind: type) -> str:
        self[kind] = found = self._form(kind)
        return found

    def _form(self, kind: type) -> str:
        if kind is type(None) or issubclass(kind, _LEAVES):
            return ""
        if is_dataclass(kind):
            return "node"
        if issubclass(kind, tuple):
            return "items"
        return "values" if issubclass(kind, Mapping) else ""


_VALUES = _Values()
_FORMS = _Forms()
