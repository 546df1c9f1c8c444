"""What stands between generated programs and expressions that the reference executor evaluates for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.compiled.rewrite import rebuild
from interpreter.model import expressions as x


def held(value: Any) -> Any:
    """A value of the reference executor as the program holds it: nothing is -1."""
    if isinstance(value, tuple):
        return tuple(held(one) for one in value)
    return -1 if value is None else value


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
