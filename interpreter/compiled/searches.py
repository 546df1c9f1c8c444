"""Lowers what can be chosen in offers and decisions: functions that go through the bindings of a frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.compiled import low
from interpreter.compiled.frames import F, Frames, R
from interpreter.compiled.kinds import Unsupported, is_set, member_type
from interpreter.compiled.lowering import Names
from interpreter.compiled.trees import all_of, any_of, names_in
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.walk import walk


class Searches(Frames):
    """The lowering of searches."""

    def searched(self, name: str, steps: Sequence[s.OfferStep], free: bool) -> low.Function:
        """The function that tells `found` of each binding that passes the steps, until that says that it is enough.

        `free`: costs do not count. Raises Unsupported.
        """
        bound = {step.slot for step in steps if isinstance(step, (s.Bind, s.Let))}
        types = {part.slot: part.type for step in steps for part in walk(step) if isinstance(part, x.Local)}
        framed = frozenset(types) - bound
        with self.routine(Names(types=types, framed=framed)):
            self._paid: set[str] = set()
            body = [*self.search_from(steps, free), low.Return(low.Lit(False))]
            return low.Function(name, ("r", "f", "found"), (*self.opening(body), *body))

    def search_from(self, steps: Sequence[s.OfferStep], free: bool) -> list[low.Stmt]:
        """The lines for some steps, those after the first inside it."""
        if not steps:
            return [low.If(low.Call("found", (R, F)), (low.Return(low.Lit(True)),))]
        step, rest = steps[0], steps[1:]
        match step:
            case s.Bind(slot=slot):
                items = self.items(slot, step.source, step.condition)
                if not is_set(step.source.type):
                    items = low.Call("once", (items,))
                self.names.types[slot] = member_type(step.source)
                self.names.definite.add(slot)
                name = low.Var(self.variable(slot))
                put = low.Put(F, low.Lit(slot), name)
                return self.outside(name.name, lambda inside: [low.For(name.name, items, (put, *inside))], rest, free)
            case s.Let(slot=slot):
                inlined = self.rewriter.inline(step.value)
                self.names.types[slot] = step.value.type
                held = self.scalar(inlined)
                if self.definite(inlined):
                    self.names.definite.add(slot)
                name = low.Var(self.variable(slot))
                local = x.Local(step.value.type, step.span, slot, step.name)
                kept = low.Put(F, low.Lit(slot), self.returned(name, local))
                return self.outside(name.name, lambda inside: [low.Let(name.name, held), kept, *inside], rest, free)
            case s.Require():
                test = self.value(step.condition)
            case s.Limit():
                place, guard = self.place(step.variable, tuple(map(self.rewriter.inline, step.keys)))
                open_ = low.Bin("<", low.Slot(place), low.Lit(step.number))
                test = open_ if guard is None else all_of((guard, open_))
            case s.Cost():
                test = low.Lit(True) if free else all_of([self.payable(price) for price in step.prices])
        inside = self.search_from(rest, free)
        return inside if test == low.Lit(True) else [low.If(test, tuple(inside))]

    def outside(
        self,
        name: str,
        around: Callable[[Sequence[low.Stmt]], list[low.Stmt]],
        rest: Sequence[s.OfferStep],
        free: bool,
    ) -> list[low.Stmt]:
        """The lines for some steps inside others, with a condition that has nothing to do with `name` before these."""
        match self.search_from(rest, free):
            case [low.If(test, then, ())] if not {name, F.name} & names_in(test):
                return [low.If(test, tuple(around(then)))]
            case inside:
                return around(inside)

    def payable(self, price: s.Price) -> low.Expr:
        """Whether a price can be paid. Raises Unsupported for two prices of one counter, which count together."""
        if price.variable in self._paid:
            raise Unsupported("two prices of one counter")
        self._paid.add(price.variable)
        lowest = self.model.variables[price.variable].low
        place, guard = self.place(price.variable, tuple(map(self.rewriter.inline, price.keys)))
        amount = self.number(self.rewriter.inline(price.amount))
        free: list[low.Expr] = [] if guard is None else [low.Not(guard)]
        if isinstance(amount, low.Lit) and isinstance(amount.value, int):
            if amount.value < 1:
                return low.Lit(True)
        else:
            named = low.Var(self.temporary())
            free.append(low.Bin("<", low.Bind(named.name, amount), low.Lit(1)))
            amount = named
        there = low.Bin(">=", low.Bin("-", low.Slot(place), amount), low.Lit(lowest))
        return any_of((*free, there))
