"""The generator of chance, SplitMix64, with its state in the state of the game as two halves of 32 bits.

The generator is that of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014). Numbers below n
are drawn by rejection, so that every executor on every machine gets the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = 1 << 64
MASK = WORD - 1
HALF = 32
GOLDEN = 0x9E3779B97F4A7C15


def mix(state: int) -> int:
    """The 64 bits that the generator gives out in a state."""
    x = state
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


class Chance:
    """The generator whose state stands in two slots from `at`, the high half first."""

    def __init__(self, at: int) -> None:
        self.at = at

    def state(self, v: Sequence[int]) -> int:
        """The state as one number of 64 bits."""
        return v[self.at] << HALF | v[self.at + 1]

    def set_state(self, v: list[int], state: int) -> None:
        """Puts the generator into a state; a seed is its first state. Only the lowest 64 bits count."""
        state &= MASK
        v[self.at] = state >> HALF
        v[self.at + 1] = state & ((1 << HALF) - 1)

    def word(self, v: list[int]) -> int:
        """The next 64 bits."""
        state = (self.state(v) + GOLDEN) & MASK
        self.set_state(v, state)
        return mix(state)

    def below(self, v: list[int], n: int) -> int:
        """A number from 0 to n - 1, each alike (n at least 1)."""
        limit = WORD - WORD % n
        while True:
            word = self.word(v)
            if word < limit:
                return word % n

    def shuffled(self, v: list[int], items: Sequence[T]) -> list[T]:
        """The items in an order drawn by lot (Fisher and Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(v, last + 1)
            order[last], order[other] = order[other], order[last]
        return order
