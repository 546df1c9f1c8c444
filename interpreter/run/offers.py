"""What can be chosen: the bindings of an offer or of a decision in mid-effect, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from interpreter.layout import Value
from interpreter.model import statements as s
from interpreter.model.types import CollectionType, MemberType
from interpreter.run.decisions import Choice
from interpreter.run.expressions import place
from interpreter.run.loops import candidates
from interpreter.run.machine import Frame, Machine
from interpreter.run.prices import bill, payable

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope

Found: TypeAlias = "Callable[[Machine, Frame], bool]"
"""Is told each binding; says whether that is enough."""

Search: TypeAlias = "Callable[[Machine, Frame, Found], bool]"
"""Goes through bindings; says whether it was told that it is enough."""


def search(c: Compiler, scope: Scope, steps: Sequence[s.OfferStep], free: bool) -> Search:
    """Goes through all bindings that pass the steps, each step seeing the names of those before it.

    `free`: costs do not count.
    """
    known = c.ready.search(c, scope, steps, free)
    if known is not None:
        return known
    compiled = [_step(c, scope, steps, number) for number, step in enumerate(steps) if not (free and _is_cost(step))]
    chain: Search = _tell
    for step in reversed(compiled):
        chain = step(chain)
    return chain


def _is_cost(step: s.OfferStep) -> bool:
    return isinstance(step, s.Cost)


def _tell(r: Machine, f: Frame, found: Found) -> bool:
    return found(r, f)


def _step(c: Compiler, scope: Scope, steps: Sequence[s.OfferStep], number: int) -> Callable[[Search], Search]:
    match steps[number]:
        case s.Bind() as step:
            return _bind(c, scope, step)
        case s.Let() as step:
            return _let(c, scope, step)
        case s.Require() as step:
            return _require(c, scope, step)
        case s.Limit() as step:
            return _limit(c, scope, step)
    return _cost(c, scope, [step for step in steps[: number + 1] if isinstance(step, s.Cost)])


def _bind(c: Compiler, scope: Scope, step: s.Bind) -> Callable[[Search], Search]:
    items, slot = candidates(c, scope, step.slot, step.source, step.condition), step.slot

    def with_rest(rest: Search) -> Search:
        def bind(r: Machine, f: Frame, found: Found) -> bool:
            for member in items(r, f):
                f[slot] = member
                if rest(r, f, found):
                    return True
            return False

        return bind

    return with_rest


def _let(c: Compiler, scope: Scope, step: s.Let) -> Callable[[Search], Search]:
    value, slot = c.expr(step.value, scope), step.slot

    def with_rest(rest: Search) -> Search:
        def let(r: Machine, f: Frame, found: Found) -> bool:
            f[slot] = value(r, f)
            return rest(r, f, found)

        return let

    return with_rest


def _require(c: Compiler, scope: Scope, step: s.Require) -> Callable[[Search], Search]:
    condition = c.expr(step.condition, scope)
    return lambda rest: lambda r, f, found: bool(condition(r, f)) and rest(r, f, found)


def _limit(c: Compiler, scope: Scope, step: s.Limit) -> Callable[[Search], Search]:
    at, number = place(c, scope, step.variable, step.keys), step.number

    def with_rest(rest: Search) -> Search:
        def limit(r: Machine, f: Frame, found: Found) -> bool:
            slot = at(r, f)
            return slot is not None and r.v[slot] < number and rest(r, f, found)

        return limit

    return with_rest


def _cost(c: Compiler, scope: Scope, costs: Sequence[s.Cost]) -> Callable[[Search], Search]:
    """All costs so far together must be payable."""
    what = bill(c, scope, [price for cost in costs for price in cost.prices])
    return lambda rest: lambda r, f, found: payable(r, what(r, f)) and rest(r, f, found)


class Alike:
    """Which bindings are one candidate: those that differ only in pooled pieces that are equal in every field."""

    def __init__(self, c: Compiler, binds: Sequence[s.Bind]) -> None:
        self.slots = tuple(bind.slot for bind in binds)
        pooled = [(bind.slot, _looks(c, bind)) for bind in binds]
        self.looks: Mapping[int, Looks] = {slot: looks for slot, looks in pooled if looks is not None}

    def key(self, r: Machine, f: Frame) -> tuple[Value, ...]:
        """Equal for bindings that are one candidate: pooled pieces count by their looks and by being met before."""
        parts: list[Value] = []
        met: dict[tuple[int, Value], int] = {}
        for number, slot in enumerate(self.slots):
            value = f[slot]
            looks = self.looks.get(slot)
            if looks is not None and value is not None:
                first = met.setdefault((id(looks), value), number)
                parts.append((looks(r, value), first))
            else:
                parts.append(value)
        return tuple(parts)


Looks: TypeAlias = "Callable[[Machine, int], tuple[Value, ...]]"
"""The values of all fields of a pooled piece but its number."""


def _looks(c: Compiler, bind: s.Bind) -> Looks | None:
    of = bind.source.type.of if isinstance(bind.source.type, CollectionType) else None
    return looks_of(c, of.domain) if isinstance(of, MemberType) else None


def looks_of(c: Compiler, domain: str) -> Looks | None:
    """What pooled pieces of a domain are compared by; None when the domain is no pool."""
    known = c.program.looks
    if domain not in known:
        known[domain] = _new_looks(c, domain) if c.model.domains[domain].pooled else None
    return known[domain]


def _new_looks(c: Compiler, name: str) -> Looks:
    domain = c.model.domains[name]
    fixed = [field.values for field in domain.fields.values() if field.name != "number"]
    kept = [c.layout.variables[variable] for variable in domain.owned.values()]

    def looks(r: Machine, piece: int) -> tuple[Value, ...]:
        return (*(values[piece] for values in fixed), *(slots.get(r.v, piece) for slots in kept))

    return looks


def choice_of(f: Frame, slots: Sequence[int]) -> Choice:
    """What is recorded for a binding; a name that is bound by a choice is never nothing."""
    return tuple([int(f[slot]) for slot in slots])
