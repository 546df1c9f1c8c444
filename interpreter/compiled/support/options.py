"""What generated menus look options up in: tuples that are some numbers and then one of the bits of a mask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

BYTE = 8
"""Masks of many bits are looked up in parts of so many."""

Choices: TypeAlias = tuple[tuple[int, ...], ...]


class Options(dict[int, Choices]):
    """From a mask to the tuples that are some numbers and then one of its bits; found out when first asked for."""

    def __init__(self, prefix: tuple[int, ...]) -> None:
        self.prefix = prefix
        self.known: dict[int, tuple[int, ...]] = {}

    def __missing__(self, mask: int) -> Choices:
        known, shown = self.known, [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
        self[mask] = found = tuple(known.setdefault(bit, (*self.prefix, bit)) for bit in shown)
        return found


class OptionsOf(dict[int, Options]):
    """From a number to the options whose last number but one it is."""

    def __init__(self, prefix: tuple[int, ...]) -> None:
        self.prefix = prefix

    def __missing__(self, member: int) -> Options:
        self[member] = found = Options((*self.prefix, member))
        return found


class PartsOf(dict[int, tuple[tuple[Choices, ...], ...]]):
    """From a number to the options whose last number but one it is, for each of some parts of a mask."""

    def __init__(self, prefix: tuple[int, ...], parts: int) -> None:
        self.prefix = prefix
        self.parts = parts

    def __missing__(self, member: int) -> tuple[tuple[Choices, ...], ...]:
        prefix = (*self.prefix, member)
        self[member] = found = tuple(options_of_part(prefix, part) for part in range(self.parts))
        return found


def options_of(prefix: tuple[int, ...], masks: Iterable[int]) -> dict[int, Choices]:
    """The options whose last number is in a mask, for all that lie in one of some masks; nothing is quicker to ask."""
    return _options(prefix, sorted(subsets(masks)), 0)


def options_of_part(prefix: tuple[int, ...], part: int) -> tuple[Choices, ...]:
    """The options for all that a part of a mask can be."""
    return tuple(_options(prefix, range(1 << BYTE), part * BYTE).values())


def _options(prefix: tuple[int, ...], masks: Iterable[int], first: int) -> dict[int, Choices]:
    """The options for masks whose bits count from `first` on; each comes after that without its lowest bit."""
    single: dict[int, Choices] = {}
    found: dict[int, Choices] = {0: ()}
    for mask in masks:
        if mask:
            lowest = mask & -mask
            if lowest not in single:
                single[lowest] = ((*prefix, first + lowest.bit_length() - 1),)
            found[mask] = single[lowest] + found[mask ^ lowest]
    return found


def subsets(masks: Iterable[int]) -> set[int]:
    """The masks of which each lies in one of some others."""
    found: set[int] = set()
    for mask in masks:
        part = mask
        found.add(part)
        while part:
            part = part - 1 & mask
            found.add(part)
    return found
