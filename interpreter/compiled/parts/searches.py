"""Lowers what can be chosen in offers and decisions: functions that go through the bindings of a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of, names_in
from interpreter.compiled.ground.kinds import Unsupported, is_set, member_type
from interpreter.compiled.lower.lowering import Names
from interpreter.compiled.parts.frames import F, Frames, R, V, loose_among
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel
from interpreter.model.types import MemberType, without_nothing
from interpreter.model.walk import children, walk
from interpreter.run.notation import NOTHING

OUT, HEAD = "out", low.Var("head")
"""The variable of the options that have been found, and what every choice begins with."""


class Searches(Frames):
    """The lowering of searches.

    `_inside` gives the lines for one binding; `_framing` says whether it is put in the frame; `_paid` are the counters
    that have been tested for a price.
    """

    _inside: Callable[[], list[low.Stmt]]
    _framing: bool
    _paid: set[str]

    def searched(self, name: str, steps: Sequence[s.OfferStep], free: bool) -> low.Function:
        """The function that tells `found` of each binding that passes the steps, until that says that it is enough.

        `free`: costs do not count. Raises Unsupported.
        """
        with self.bindings(steps):
            self._inside = lambda: [low.If(low.Call("found", (R, F)), (low.Return(low.Lit(True)),))]
            body = [*self.search_from(steps, free), low.Return(low.Lit(False))]
            return low.Function(name, ("r", "f", "found"), (*self.opening(body), *body))

    def listed(self, name: str, action: ActionModel, free: bool, tested: bool) -> low.Function:
        """The function that gives the options of an action, their choices beginning with `head`.

        `tested`: `test` says of each whether it can be taken. Raises Unsupported.
        """
        with self.bindings(action.offer, action.notation):
            self._framing = tested

            def inside() -> list[low.Stmt]:
                values = low.Sequence(tuple(low.Var(self.variable(slot)) for slot in action.bound))
                option = self.option(low.Bin("+", HEAD, values), action.notation, action.name)
                add = low.Collect(OUT, (), option)
                return [low.If(low.Call("test", (R, F)), (add,))] if tested else [add]

            self._inside = inside
            body = self.found_options(action.offer, free)
            return low.Function(name, ("r", "f", HEAD.name, "test"), (*self.opening(body), *body))

    def asked_for(self, name: str, node: s.Decide) -> low.Function:
        """The function that gives the options of a decision in mid-effect. Raises Unsupported."""
        with self.bindings(node.binds, node.notation):
            self._framing = False
            values = tuple(low.Var(self.variable(bind.slot)) for bind in node.binds)
            self._inside = lambda: [low.Collect(OUT, (), self.option(low.Sequence(values), node.notation, None))]
            body = self.found_options(node.binds, False)
            return low.Function(name, ("r", "f"), (*self.opening(body), *body))

    def found_options(self, steps: Sequence[s.OfferStep], free: bool) -> list[low.Stmt]:
        """The lines that put options in `out` and give them."""
        if any(isinstance(step, s.Bind) and self.pooled(step) for step in steps):
            raise Unsupported("pieces that are one candidate")
        return [low.Let(OUT, low.NewSequence()), *self.search_from(steps, free), low.Return(low.Var(OUT))]

    def pooled(self, step: s.Bind) -> bool:
        """Whether different members of a bind may be one candidate."""
        bare = without_nothing(member_type(step.source))
        return isinstance(bare, MemberType) and self.model.domains[bare.domain].pooled

    @contextmanager
    def bindings(self, steps: Sequence[s.OfferStep], notation: s.Notation = ()) -> Iterator[None]:
        """Lowers what is to be done with the bindings of some steps, whose names are those of a frame."""
        bound = {step.slot for step in steps if isinstance(step, (s.Bind, s.Let))}
        nodes = [*steps, *(part for part in notation if not isinstance(part, str))]
        types = {part.slot: part.type for node in nodes for part in walk(node) if isinstance(part, x.Local)}
        framed = frozenset(slot for node in nodes for slot in self.free_of(node)) - bound
        with self.routine(Names(types=types, framed=framed, loose=loose_among(types, framed))):
            self._paid = set()
            self._framing = True
            yield

    def free_of(self, node: Any) -> Iterator[int]:
        """The slots that the expressions of a statement, or of a part of one, read."""
        if isinstance(node, x.Expr):
            yield from self.tabulator.analysis.free(node)
        else:
            for part in children(node):
                yield from self.free_of(part)

    # ---- how an option is written

    def option(self, choice: low.Expr, notation: s.Notation, action: str | None) -> low.Expr:
        """An option: the choice that it records, and its words."""
        words = [low.Lit(part) if isinstance(part, str) else self.words(part) for part in notation]
        whole = words[0] if len(words) == 1 else low.Call("text_of", (low.Sequence(tuple(words)),))
        return low.Call("Option", (choice, whole, low.Lit(action)))

    def words(self, node: x.Expr) -> low.Expr:
        """How a value is written (see run.notation). Raises Unsupported."""
        bare = without_nothing(node.type)
        if not isinstance(bare, MemberType):
            raise Unsupported("words for something else than a member")
        member = self.value(node)
        names = self.tables.add((*self.model.domains[bare.domain].members, NOTHING))
        pieces = self.layout.pieces.get(bare.domain)
        if pieces is None:
            return low.Item(names, member)
        spaces = self.tables.add(tuple(self.model.spaces.names))
        return low.Call("words_of_piece", (V, low.Lit(pieces.spaces.base), member, names, spaces))

    # ---- the steps

    def search_from(self, steps: Sequence[s.OfferStep], free: bool) -> list[low.Stmt]:
        """The lines for some steps, those after the first inside it."""
        if not steps:
            return self._inside()
        step, rest = steps[0], steps[1:]
        match step:
            case s.Bind(slot=slot):
                items = self.items(slot, step.source, step.condition)
                if not is_set(step.source.type):
                    items = low.Call("once", (items,))
                self.names.types[slot] = member_type(step.source)
                self.names.definite.add(slot)
                name = low.Var(self.variable(slot))
                puts = (low.Put(F, low.Lit(slot), name),) if self._framing else ()
                return self.outside(name.name, lambda inside: [low.For(name.name, items, (*puts, *inside))], rest, free)
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
