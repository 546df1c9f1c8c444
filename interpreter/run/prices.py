"""Prices: whether they can be paid, and paying them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from interpreter.model import statements as s
from interpreter.run.expressions import place
from interpreter.run.machine import Execute, Frame, Machine
from interpreter.run.signals import Abandon, Happened

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope

Bill: TypeAlias = "Callable[[Machine, Frame], dict[int, tuple[int, int]]]"
"""What is to be paid: slot of a counter -> (amount, lowest value of the counter)."""


def bill(c: Compiler, scope: Scope, prices: Sequence[s.Price]) -> Bill:
    """The prices together; nothing is to be paid where a key is nothing, or for an amount below 1."""
    parts = [
        (c.expr(p.amount, scope), place(c, scope, p.variable, p.keys), c.model.variables[p.variable].low)
        for p in prices
    ]

    def what(r: Machine, f: Frame) -> dict[int, tuple[int, int]]:
        due: dict[int, tuple[int, int]] = {}
        for amount, at, low in parts:
            wanted, slot = amount(r, f) or 0, at(r, f)
            if slot is not None and wanted > 0:
                due[slot] = (due[slot][0] + wanted if slot in due else wanted, low)
        return due

    return what


def payable(r: Machine, due: Mapping[int, tuple[int, int]]) -> bool:
    """Whether the whole price is there."""
    return all(r.v[slot] - amount >= low for slot, (amount, low) in due.items())


def pay_bill(r: Machine, due: Mapping[int, tuple[int, int]]) -> None:
    """Takes the price away."""
    for slot, (amount, _) in due.items():
        r.v[slot] -= amount


def pay(c: Compiler, scope: Scope, node: s.Pay) -> Execute:
    """`pay` in mid-effect: the whole price, or the unit is abandoned."""
    what, check = bill(c, scope, node.prices), c.program.finishing.after(node)

    def pay_it(r: Machine, f: Frame) -> None:
        due = what(r, f)
        if not payable(r, due):
            raise Abandon
        if due:
            if r.trying:
                raise Happened
            pay_bill(r, due)
            check(r)

    return pay_it


STATEMENTS: Mapping[type, Callable[..., Execute]] = {s.Pay: pay}
