"""Patterns: which events, calls and values something answers to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from interpreter.layout import Value
from interpreter.model.expressions import Expr, MatchArg
from interpreter.run.machine import Evaluate, Frame, Machine
from interpreter.run.scope import Scope

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler

Pattern: TypeAlias = "Callable[[Machine, Frame, Sequence[Value]], bool]"
"""Whether arguments fit; binds names in the frame on the way."""


def pattern(c: Compiler, scope: Scope, args: Sequence[MatchArg], condition: Expr | None) -> Pattern:
    """Arguments that fit `args` one by one, trailing ones left out, and then meet the condition."""
    parts: list[tuple[int, int | None, Evaluate | None]] = []
    for number, arg in enumerate(args):
        if arg.slot is not None or arg.equal is not None:
            parts.append((number, arg.slot, None if arg.equal is None else c.expr(arg.equal, scope)))
    test = c.condition(condition, scope)

    def fits(r: Machine, f: Frame, values: Sequence[Value]) -> bool:
        for number, slot, equal in parts:
            if slot is not None:
                f[slot] = values[number]
            if equal is not None and equal(r, f) != values[number]:
                return False
        return test is None or bool(test(r, f))

    return fits
