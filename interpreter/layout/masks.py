"""Sets of small numbers as bit masks in the state, cut into chunks so that each fits a signed slot of 64 bits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

CHUNK = 60
"""How many members one slot holds."""


def chunks(size: int) -> int:
    """How many slots a set takes whose members are 0 … size - 1; at least one."""
    return max(1, -(-size // CHUNK))


@lru_cache(maxsize=1 << 16)
def members(mask: int, first: int = 0) -> tuple[int, ...]:
    """The numbers of the bits that are set, in order, counted from `first`."""
    found: list[int] = []
    while mask:
        bit = mask & -mask
        found.append(first + bit.bit_length() - 1)
        mask ^= bit
    return tuple(found)


def read(v: list[int], at: int, count: int) -> tuple[int, ...]:
    """The members of the set in `count` slots from `at`."""
    if count == 1:
        return members(v[at])
    found: tuple[int, ...] = ()
    for chunk in range(count):
        if v[at + chunk]:
            found += members(v[at + chunk], chunk * CHUNK)
    return found


def size(v: list[int], at: int, count: int) -> int:
    """How many members the set in `count` slots from `at` has."""
    return sum(chunk.bit_count() for chunk in v[at : at + count])


def write(v: list[int], at: int, count: int, values: Iterable[int]) -> None:
    """Makes `values` the members of the set in `count` slots from `at`."""
    v[at : at + count] = [0] * count
    for value in values:
        add(v, at, value)


def add(v: list[int], at: int, member: int) -> None:
    """Puts a member into the set that begins at `at`."""
    v[at + member // CHUNK] |= 1 << member % CHUNK


def discard(v: list[int], at: int, member: int) -> None:
    """Takes a member out of the set that begins at `at`, if it is there."""
    v[at + member // CHUNK] &= ~(1 << member % CHUNK)
