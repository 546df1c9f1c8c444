"""Counting sequences of decisions with an oracle."""

from __future__ import annotations

from typing import Protocol, Self


class Oracle(Protocol):
    """What every oracle of this folder can do."""

    def options(self) -> list[str]: ...

    def apply(self, text: str) -> None: ...

    def copy(self) -> Self: ...


def perft(game: Oracle, depth: int) -> int:
    """The number of sequences of decisions of this length."""
    if depth == 0:
        return 1
    options = game.options()
    if depth == 1:
        return len(options)
    total = 0
    for option in options:
        after = game.copy()
        after.apply(option)
        total += perft(after, depth - 1)
    return total
