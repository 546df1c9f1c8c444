"""Untrusted plain data, taken apart step by step: every step either fits or is a finding that names its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from interpreter.diagnostics import close_match
from interpreter.game.names import Json

T = TypeVar("T")


class Misfit(Exception):
    """What is wrong with a document, and the keys and numbers that lead to it."""

    def __init__(self, code: str, message: str, path: tuple[str | int, ...], hint: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.path, self.hint = code, message, path, hint


@dataclass(frozen=True, slots=True)
class Item:
    """A value in a document and the path to it."""

    value: Json
    path: tuple[str | int, ...] = ()

    def fail(self, code: str, message: str, hint: str | None = None) -> NoReturn:
        """Raises Misfit for this value."""
        raise Misfit(code, message, self.path, hint)

    def below(self, step: str | int, value: Json) -> Item:
        """A part of this value."""
        return Item(value, (*self.path, step))

    def object(self, needed: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Item]:
        """The parts of an object that has all the `needed` keys and no others but `optional` ones."""
        parts = self.open_object()
        known = [*needed, *optional]
        for key in parts:
            if key not in known:
                near = close_match(key, known)
                hint = f"did you mean `{near}`?" if near else f"known here: {shortened(known)}" if known else None
                self.below(key, None).fail("RW806", f"there is no `{shown(key)}` here", hint)
        for key in needed:
            if key not in parts:
                self.fail("RW805", f"`{key}` is missing")
        return parts

    def open_object(self) -> dict[str, Item]:
        """The parts of an object with any keys."""
        if not isinstance(self.value, dict):
            self.wrong("an object with keys")
        return {str(key): self.below(str(key), value) for key, value in self.value.items()}

    def list(self, most: int | None = None) -> list[Item]:
        """The parts of a list of at most so many."""
        if not isinstance(self.value, list):
            self.wrong("a list")
        if most is not None and len(self.value) > most:
            self.fail("RW809", f"{len(self.value)} are too many here: there is room for {most}")
        return [self.below(number, value) for number, value in enumerate(self.value)]

    def number(self, low: int, high: int) -> int:
        """A whole number in a range."""
        if type(self.value) is not int:
            self.wrong("a whole number")
        if not low <= self.value <= high:
            self.fail("RW809", f"{shown(self.value)} is out of range: it must be from {low} to {high}")
        found: int = self.value
        return found

    def flag(self) -> bool:
        """`true` or `false`."""
        if not isinstance(self.value, bool):
            self.wrong("true or false")
        return self.value

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            self.wrong("a text")
        return self.value

    def one_of(self, names: Mapping[str, int], what: str) -> int:
        """The number of a name."""
        if not isinstance(self.value, str):
            self.wrong(f"the name of a {what}")
        number = names.get(self.value)
        if number is None:
            near = close_match(self.value, names)
            hint = f"did you mean `{near}`?" if near else f"a {what} is {shortened(list(names))}"
            self.fail("RW808", f"there is no {what} `{shown(self.value)}`", hint)
        return number

    def wrong(self, wanted: str) -> NoReturn:
        """Raises Misfit: the value is of another kind."""
        self.fail("RW807", f"{wanted} is needed here, but this is {kind_of(self.value)}")


def each(items: Sequence[Item], read: Callable[[Item], T], twice: str) -> list[T]:
    """What `read` makes of each item; an item that is equal to one before is a misfit, told by `twice`."""
    found: list[T] = []
    for item in items:
        value = read(item)
        if value in found:
            item.fail("RW810", f"`{shown(item.value)}` {twice}")
        found.append(value)
    return found


def kind_of(value: Json) -> str:
    """What kind of JSON a value is, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {shown(value)}"
        case str():
            return f"the text {shown(value)!r}"
        case list():
            return "a list"
        case dict():
            return "an object"
    return "no JSON value"


def shown(value: object) -> str:
    """A name or number, cut to a length that fits a message."""
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a huge number"
    text = str(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def shortened(words: Sequence[str], most: int = 10) -> str:
    """Words in a row; a long list is cut."""
    return ", ".join(f"`{word}`" for word in words[:most]) + (", …" if len(words) > most else "")


def path_text(path: Sequence[str | int]) -> str:
    """A path as people write it: `places.deck[3]`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += ("." if text else "") + shown(step)
    return text
