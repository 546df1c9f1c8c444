"""A data file as a tree in which every value and every key knows its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.data.text import YamlText
from interpreter.diagnostics import Span

Plain: TypeAlias = "str | int | bool | list[Plain] | dict[str, Plain] | None"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value.

    Whole numbers are `int`, an absent value is None, everything else is text; `yes` and `no` become booleans where a
    schema says so (`apply_schema`). `text` is the value as it is written, None only for an absent value. `format` and
    `names` are what the schema says about a text: rules text of that kind, or the name of a member of that type.
    """

    value: str | int | bool | None
    span: Span
    text: YamlText | None
    format: str | None = None
    names: str | None = None

    def plain(self) -> Plain:
        """The value without its place."""
        return self.value


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list. `format` is set where the schema says that all its items are rules text of one kind."""

    items: tuple[Node, ...]
    span: Span
    format: str | None = None

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def plain(self) -> list[Plain]:
        """The list without places."""
        return [item.plain() for item in self.items]


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and its value. `key_text` is the key as it is written, for keys that are rules text."""

    key: str
    key_span: Span
    value: Node
    key_text: YamlText


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with values, in the order of the file. `flow` says that it is written in braces."""

    entries: tuple[Entry, ...]
    span: Span
    flow: bool = False
    format: str | None = None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def entry(self, key: str) -> Entry | None:
        """The entry with that key, or None."""
        return next((entry for entry in self.entries if entry.key == key), None)

    def get(self, key: str) -> Node | None:
        """The value with that key, or None."""
        found = self.entry(key)
        return None if found is None else found.value

    def plain(self) -> dict[str, Plain]:
        """A dictionary without places; numbers that are keys become text."""
        return {entry.key: entry.value.plain() for entry in self.entries}


Node: TypeAlias = Scalar | Sequence | Mapping


def mapping(node: Node | None) -> Mapping:
    """The node as a mapping. Raises TypeError: a schema must have made sure of it before."""
    if not isinstance(node, Mapping):
        raise TypeError(f"not a mapping: {node!r}")
    return node


def sequence(node: Node | None) -> Sequence:
    """The node as a list. Raises TypeError: a schema must have made sure of it before."""
    if not isinstance(node, Sequence):
        raise TypeError(f"not a list: {node!r}")
    return node


def scalar(node: Node | None) -> Scalar:
    """The node as a single value. Raises TypeError: a schema must have made sure of it before."""
    if not isinstance(node, Scalar):
        raise TypeError(f"not a single value: {node!r}")
    return node


def word(node: Node | None) -> str:
    """The text of a single value as it is written. Raises TypeError: a schema must have made sure of it before."""
    text = scalar(node).text
    if text is None:
        raise TypeError(f"no value: {node!r}")
    return text.text


def number(node: Node | None) -> int:
    """The whole number that a single value is. Raises TypeError: a schema must have made sure of it before."""
    value = scalar(node).value
    if not isinstance(value, int):
        raise TypeError(f"not a number: {node!r}")
    return value
