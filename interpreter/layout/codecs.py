"""How the values of each type stand in the slots of a state: as numbers, masks and counted lists.

A codec reads a value from the slots that begin at a place and writes one there. Values are those of `model.types`:
numbers, booleans, None, tuples. What has a value of its own for "nothing" (0, no, the empty collection) never reads as
None unless its type is a `maybe`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from interpreter.layout import masks
from interpreter.model.program import Domain
from interpreter.model.types import (
    CollectionType,
    MaybeType,
    MemberType,
    NumberType,
    RulesTextType,
    Type,
    YesNoType,
    without_nothing,
)

Value = Any
"""A value of the rules language: int, bool, str, None or a tuple of values."""


class Codec(Protocol):
    """`width` slots hold one value; `empty` is what a value of the type is where there is none."""

    width: int
    empty: Value

    def read(self, v: list[int], at: int) -> Value:
        """The value in the slots from `at`."""

    def write(self, v: list[int], at: int, value: Value) -> None:
        """Puts a value in the slots from `at`."""


class NumberCodec:
    """A number as it is."""

    width = 1
    empty: Value = 0

    def read(self, v: list[int], at: int) -> Value:
        return v[at]

    def write(self, v: list[int], at: int, value: Value) -> None:
        v[at] = value or 0


class FlagCodec:
    """Yes as 1, no as 0."""

    width = 1
    empty: Value = False

    def read(self, v: list[int], at: int) -> Value:
        return v[at] == 1

    def write(self, v: list[int], at: int, value: Value) -> None:
        v[at] = 1 if value else 0


class MaybeCodec:
    """A member's number, or a value of which one number (`nothing`) says that there is none."""

    width = 1
    empty: Value = None

    def __init__(self, nothing: int = -1, flag: bool = False) -> None:
        self.nothing = nothing
        self.flag = flag

    def read(self, v: list[int], at: int) -> Value:
        found = v[at]
        if found == self.nothing:
            return None
        return found == 1 if self.flag else found

    def write(self, v: list[int], at: int, value: Value) -> None:
        v[at] = self.nothing if value is None else int(value)


class SetCodec:
    """A set as a mask: the numbers from `first` on, `size` of them."""

    empty: Value = ()

    def __init__(self, first: int, size: int) -> None:
        self.first = first
        self.size = size
        self.width = masks.chunks(size)

    def read(self, v: list[int], at: int) -> Value:
        found = masks.read(v, at, self.width)
        return tuple(member + self.first for member in found) if self.first else found

    def write(self, v: list[int], at: int, value: Value) -> None:
        masks.write(v, at, self.width, (member - self.first for member in value or ()))


class ListCodec:
    """A list or pile: how many, then that many numbers, then zeros up to its greatest size."""

    empty: Value = ()

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = size + 1

    def read(self, v: list[int], at: int) -> Value:
        return tuple(v[at + 1 : at + 1 + v[at]])

    def write(self, v: list[int], at: int, value: Value) -> None:
        """Raises ValueError for more members than the list can hold."""
        members = list(value or ())
        if len(members) > self.size:
            raise ValueError(f"{len(members)} members in a list of {self.size}")
        v[at : at + self.width] = [len(members), *members, *[0] * (self.size - len(members))]


def universe(type_: Type, domains: Mapping[str, Domain]) -> tuple[int, int]:
    """The first of the numbers that stand for the values of a type, and how many there are.

    Raises ValueError for a type that is not finite, which the checker has refused before.
    """
    bare = without_nothing(type_)
    if isinstance(bare, MemberType):
        return 0, len(domains[bare.domain].members)
    if isinstance(bare, NumberType) and bare.low is not None and bare.high is not None:
        return bare.low, bare.high - bare.low + 1
    if isinstance(bare, YesNoType):
        return 0, 2
    raise ValueError(f"a variable of a type without bounds: {type_}")


def codec_for(type_: Type, domains: Mapping[str, Domain], low: int | None = None) -> Codec:
    """The codec of a type; `low` is the lowest value of a variable that holds a number (None: the type says it).

    Raises ValueError for a type that has no place in a state.
    """
    bare = without_nothing(type_)
    if isinstance(bare, CollectionType):
        if bare.of is None:
            return ListCodec(0)
        if bare.shape == "set":
            return SetCodec(*universe(bare.of, domains))
        return ListCodec(universe(bare.of, domains)[1] if bare.size is None else bare.size)
    if isinstance(bare, NumberType):
        if not isinstance(type_, MaybeType):
            return NumberCodec()
        lowest = bare.low if low is None else low
        return MaybeCodec(nothing=(0 if lowest is None else lowest) - 1)
    if isinstance(bare, YesNoType):
        return MaybeCodec(flag=True) if isinstance(type_, MaybeType) else FlagCodec()
    if isinstance(bare, (MemberType, RulesTextType)):
        return MaybeCodec()
    raise ValueError(f"a variable of a type that no state can hold: {type_}")
