"""What stands between generated programs and expressions that the reference executor evaluates for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.compiled.code.made import Borrowed
from interpreter.compiled.ground.rewrite import rebuild
from interpreter.layout import Layout
from interpreter.model import expressions as x
from interpreter.run.machine import BUDGET, Machine
from interpreter.run.program import Program
from interpreter.run.scope import Scope

if TYPE_CHECKING:
    from interpreter.compiled.ground.tables import Evaluator

MORE = 40
"""How many names an expression may bind itself."""


def held(value: Any, kind: str) -> Any:
    """A value of the reference executor as the program holds it (see kinds.kind_of): no member is -1."""
    if kind == "member":
        return -1 if value is None else value
    if kind == "set":
        return () if value is None else tuple(-1 if one is None else one for one in value)
    return value


def borrowed(program: Program, lent: Borrowed) -> Callable[..., Any]:
    """An expression of the reference executor, as generated code calls it."""
    node, count, kinds = lent
    scope = Scope(count + MORE)
    # Not a ready function, which may be the one that borrows this.
    evaluate = program.compiler.put_together(compacted(node, count), scope)
    rest = [None] * (scope.size - count)

    def call(r: Machine, v: list[int], me: int, *args: Any) -> Any:
        # What it takes to find a value does not count as steps: where the program finds one, nobody counts either.
        before = r.v, r.me, r.budget
        r.v, r.me = v, None if me < 0 else me
        frame = [None if kind == "member" and arg == -1 else arg for kind, arg in zip(kinds, args, strict=False)]
        try:
            value = evaluate(r, [*frame, *rest])
        finally:
            r.v, r.me, r.budget = before
        return held(value, kinds[-1])

    return call


def evaluator(program: Program, layout: Layout) -> Evaluator:
    """Evaluates expressions over a few slots beforehand, for tables."""

    def evaluated(node: x.Expr, count: int) -> Callable[..., Any]:
        scope = Scope(count + MORE)
        evaluate = program.compiler.expr(compacted(node, count), scope)
        machine, blank = Machine(layout, layout.blank(), [], None), [None] * (scope.size - count)

        def call(me: int | None, mover: int | None, *values: Any) -> Any:
            machine.me, machine.budget = me, BUDGET
            machine.v[layout.mover] = -1 if mover is None else mover
            return evaluate(machine, [*values, *blank])

        return call

    return evaluated


def compacted(node: x.Expr, count: int) -> x.Expr:
    """An expression whose own names have slots from `count` on."""
    slots: dict[int, int] = {k: k for k in range(count)}

    def change(part: Any) -> Any:
        if isinstance(part, x.Local):
            return replace(part, slot=slots.get(part.slot, part.slot))
        if isinstance(part, (x.Quantifier, x.Ranked, x.Aggregate)):
            if part.slot not in slots or part.slot >= count:
                slots.setdefault(part.slot, len(slots))
            part = replace(part, slot=slots[part.slot])
        elif isinstance(part, x.MatchArg) and part.slot is not None:
            slots.setdefault(part.slot, len(slots))
            part = replace(part, slot=slots[part.slot])
        return rebuild(part, change)

    done: x.Expr = change(node)
    return done
