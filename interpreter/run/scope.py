"""The routine that is being compiled, and the smallest functions that others are put together from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.layout import Value
from interpreter.run.machine import Evaluate, Execute, Frame, Machine

UNSET = object()
"""Stands in a cell that has not been evaluated in this round of its loop."""


@dataclass
class Layer:
    """A loop inside an expression: the slots that it sets in each round, and the cells to be unset when it starts."""

    slots: frozenset[int]
    cells: list[int] = field(default_factory=list)


@dataclass
class Scope:
    """The routine that is being compiled: the size of its frame so far, and the loops around the present place."""

    size: int
    layers: tuple[Layer, ...] = ()


def constant(value: Value) -> Evaluate:
    """A value that is always the same."""
    return lambda r, f: value


def do_nothing(r: Machine, f: Frame) -> None:
    """What an empty block does."""


def in_order(steps: Sequence[Execute]) -> Execute:
    """Statements one after the other."""
    if not steps:
        return do_nothing
    if len(steps) == 1:
        return steps[0]
    if len(steps) == 2:
        first, second = steps

        def both(r: Machine, f: Frame) -> None:
            first(r, f)
            second(r, f)

        return both
    each = tuple(steps)

    def all_of_them(r: Machine, f: Frame) -> None:
        for step in each:
            step(r, f)

    return all_of_them
