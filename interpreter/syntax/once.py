"""Remembers what was found out about a tree, by its identity: trees do not change, and comparing them is slow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")
Found = TypeVar("Found")

MOST = 4096


def once(find: Callable[[Given], Found]) -> Callable[[Given], Found]:
    """The function, carried out once for each tree; a game is checked with many numbers of players and options."""
    known: dict[int, tuple[Given, Found]] = {}

    def remembered(given: Given) -> Found:
        met = known.get(id(given))
        if met is None or met[0] is not given:
            if len(known) >= MOST:
                known.clear()
            met = known[id(given)] = given, find(given)
        return met[1]

    return remembered
