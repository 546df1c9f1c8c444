"""Actions: what they offer, how they are carried out, the rules after them, and free actions in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.diagnostics import Span
from interpreter.layout import Value
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel, Guarded
from interpreter.run.calls import enter
from interpreter.run.decisions import SKIPPED, Choice, Option
from interpreter.run.events import Rule
from interpreter.run.expressions import place
from interpreter.run.finish import Check
from interpreter.run.late import Late
from interpreter.run.machine import Evaluate, Execute, Frame, Machine
from interpreter.run.notation import words
from interpreter.run.offers import Alike, Found, Search, choice_of, search
from interpreter.run.prices import bill, pay_bill
from interpreter.run.scope import Scope, in_order
from interpreter.run.signals import Abandon, Given, Happened
from interpreter.run.trials import certain, idle, passes_on_a_copy, possible

if TYPE_CHECKING:
    from interpreter.run.compiler import Alone, Compiler


class Action(Late):
    """An action.

    `take` pays the costs of an offer, unless free, and counts its limits; `tested` are the statements up to the last
    `ensure`.
    """

    def __init__(self, number: int, model: ActionModel, c: Compiler) -> None:
        super().__init__(c)
        self.number = number
        self.model = model
        self.name = model.name
        self.rules: list[Rule] = []

    def fill(self, c: Compiler) -> None:
        """Compiles the offer and the effect."""
        model, scope = self.model, Scope(self.model.slots)
        offer = model.offer
        paid = search(c, scope, offer, free=False)
        self._costs = any(isinstance(step, s.Cost) for step in offer)
        gratis = search(c, scope, offer, free=True) if self._costs else paid
        self._search: dict[bool, Search] = {False: paid, True: gratis}
        binds = [step for step in offer if isinstance(step, s.Bind)]
        self._alike = Alike(c, binds)
        self.slots = self._alike.slots
        self.words = words(c, scope, model.notation)
        self._set_out = _set_out(c, scope, offer)
        self.take = _take(c, scope, offer)
        self.block = c.block(model.block, scope)
        self.tested = tuple(c.stmt(node, scope) for node in model.block[: model.ensured])
        self._ensured = in_order(self.tested) if model.ensured else None
        self._certain = certain(model.block, self.slots)
        self._idle = idle(model.block)
        tested = not self._certain or self._ensured is not None
        self._listed = {kind: c.ready.options(c, scope, model, kind and self._costs, tested) for kind in (False, True)}
        self.size = scope.size

    def offers(self, r: Machine, free: bool, found: Found) -> bool:
        """Tells `found` each binding that can be taken, in order; says whether it was told that it is enough."""
        frame: Frame = [None] * self.size
        if not self._alike.looks and self._certain and self._ensured is None:
            return self._search[free](r, frame, found)
        seen: set[tuple[Value, ...]] = set()

        def test(r: Machine, f: Frame) -> bool:
            if self._alike.looks:
                key = self._alike.key(r, f)
                if key in seen:
                    return False
                seen.add(key)
            return self._can_be_done(r, f, free) and found(r, f)

        return self._search[free](r, frame, test)

    def _can_be_done(self, r: Machine, f: Frame, free: bool) -> bool:
        if not self._certain and not self._comes_to_something(r, f, free):
            return False
        ensured = self._ensured
        if ensured is None:
            return True

        def take_and_try(r: Machine, f: Frame) -> None:
            self.take(r, f, free)
            ensured(r, f)

        return passes_on_a_copy(r, f, take_and_try)

    def _comes_to_something(self, r: Machine, f: Frame, free: bool) -> bool:
        """Whether the effect is possible, what the offer costs being paid before."""
        before = (r.v, r.scratch, r.events)
        r.events = (*r.events, [])
        try:
            if self._costs and not free:
                r.v, r.scratch = r.v.copy(), True
                self.take(r, f, free)
            return possible(r, f, self.block, self._idle)
        finally:
            r.v, r.scratch, r.events = before

    def options(self, r: Machine, free: bool, numbered: bool) -> list[Option]:
        """What the action offers to `me` now; `numbered`: the choice begins with the action's number."""
        head: Choice = (self.number,) if numbered else ()
        listed = self._listed[free]
        if listed is not None:
            return listed(r, [None] * self.size, head, lambda r, f: self._can_be_done(r, f, free))
        options: list[Option] = []

        def found(r: Machine, f: Frame) -> bool:
            options.append(Option(head + choice_of(f, self.slots), self.words(r, f), self.name))
            return False

        self.offers(r, free, found)
        return options

    def written(self, r: Machine, values: Sequence[int]) -> str:
        """How the option that binds these values is written."""
        frame: Frame = [None] * self.size
        self._set_out(r, frame, values)
        return self.words(r, frame)

    def run(self, r: Machine, values: Sequence[int], free: bool) -> Value:
        """Takes an option: pays and counts, carries the effect out, then the rules after it; gives its result."""
        if r.observer is not None and not r.scratch:
            r.observer("action", self.name)
        enter(r, self.model.span)
        frame: Frame = [None] * self.size
        self._set_out(r, frame, values)
        before = (r.moved, r.collected, r.events)
        own: set[tuple[str, int]] = set()
        r.moved = r.collected = own
        r.events = (*r.events, [])
        result: Value = None
        try:
            self.take(r, frame, free)
            self.block(r, frame)
        except Abandon:
            result = None
        except Given as given:
            result = given.value
        finally:
            r.moved, r.collected, r.events = before
            r.depth += 1
        r.collected |= own
        self._rules_after(r, own)
        return result

    def _rules_after(self, r: Machine, moved: set[tuple[str, int]]) -> None:
        before, r.moved = r.moved, moved
        try:
            for rule in self.rules:
                rule.answer(r, (), r.me)
        finally:
            r.moved = before


def _set_out(
    c: Compiler, scope: Scope, offer: Sequence[s.OfferStep]
) -> Callable[[Machine, Frame, Sequence[int]], None]:
    """Puts the values that were chosen, and the names that follow from them, into a frame."""
    steps: list[tuple[int, Evaluate | None]] = []
    for step in offer:
        if isinstance(step, s.Bind):
            steps.append((step.slot, None))
        elif isinstance(step, s.Let):
            steps.append((step.slot, c.expr(step.value, scope)))

    def set_out(r: Machine, f: Frame, values: Sequence[int]) -> None:
        chosen = iter(values)
        for slot, value in steps:
            f[slot] = next(chosen) if value is None else value(r, f)

    return set_out


def _take(c: Compiler, scope: Scope, offer: Sequence[s.OfferStep]) -> Callable[[Machine, Frame, bool], None]:
    """Pays the costs of an offer, unless free, and counts its limits."""
    prices = [price for step in offer if isinstance(step, s.Cost) for price in step.prices]
    due = bill(c, scope, prices)
    limits = [place(c, scope, step.variable, step.keys) for step in offer if isinstance(step, s.Limit)]
    checks: list[Check] = [c.program.finishing.after(step) for step in offer if isinstance(step, (s.Cost, s.Limit))]

    def take(r: Machine, f: Frame, free: bool) -> None:
        price = {} if free else due(r, f)
        counted = [limit(r, f) for limit in limits]
        pay_bill(r, price)
        for slot in counted:
            if slot is not None:
                r.v[slot] += 1
        for check in checks:
            check(r)

    return take if prices or limits else _take_nothing


def _take_nothing(r: Machine, f: Frame, free: bool) -> None:
    """What taking an offer without costs and limits does."""


def perform(c: Compiler, scope: Scope, node: s.LetPerform) -> Execute:
    """`perform action free`: without costs; what it offers is one decision, unless it binds nothing."""
    action, slot = c.program.actions[node.action], node.slot

    def choose(r: Machine) -> Choice:
        if r.trying or r.scratch or not action.slots:
            if not action.offers(r, True, _enough):
                raise Abandon
            if r.trying or r.scratch:
                raise Happened
            return ()
        choice = r.recorded()
        if choice is None:
            options = action.options(r, True, numbered=False)
            if not options:
                r.skip()
                raise Abandon
            choice = r.decide("perform", node.span, options, action.name)
        if choice == SKIPPED:
            raise Abandon
        return choice

    def perform_it(r: Machine, f: Frame) -> None:
        if slot is not None:
            f[slot] = None
        result = action.run(r, choose(r), free=True)
        if slot is not None:
            f[slot] = result

    return perform_it


def _enough(r: Machine, f: Frame) -> bool:
    return True


class Menu:
    """Actions that a phase offers, each list while its condition holds."""

    def __init__(self, c: Compiler, guards: Sequence[Guarded]) -> None:
        self._guards: list[tuple[Alone | None, list[Action]]] = [
            (
                None if guard.condition is None else c.alone(guard.condition),
                [c.program.actions[name] for name in guard.actions],
            )
            for guard in guards
        ]
        self.empty = not any(actions for _, actions in self._guards)

    def options(self, r: Machine, without: Sequence[str] = ()) -> list[Option]:
        """What the actions offer to `me`, in order; an action that is listed twice counts once."""
        options: list[Option] = []
        for action in self.actions(r):
            if action.name not in without:
                options.extend(action.options(r, False, numbered=True))
        return options

    def actions(self, r: Machine) -> list[Action]:
        """The actions on offer now, whether they have an option or not."""
        listed: dict[str, Action] = {}
        for condition, actions in self._guards:
            if condition is None or condition(r):
                listed.update((action.name, action) for action in actions if action.name not in listed)
        return list(listed.values())


class Pauses:
    """Free actions inside a main action."""

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.menus: list[Menu] = []

    def pause(self, r: Machine, span: Span) -> None:
        """Offers the free actions of the phase, as long as one is taken; nothing where they may not come between."""
        if not r.pausing or r.trying or r.scratch or r.turn_ended or r.me != r.v[r.layout.mover]:
            return
        menu = self.menus[r.v[r.layout.phase]]
        while not menu.empty:
            choice = r.recorded()
            if choice is None:
                options = menu.options(r)
                if not options:
                    r.skip()
                    return
                choice = r.decide("pause", span, [*options, Option((), "go on", None)], "free actions")
            if choice in (SKIPPED, ()):
                return
            self.run_free(r, choice)

    def run_free(self, r: Machine, choice: Choice) -> None:
        """Carries a free action out, apart from the effect that it comes between."""
        before = (r.bent, r.events, r.collected, r.moved, r.pausing)
        r.bent, r.events, r.collected, r.pausing = (), (), set(), False
        try:
            self.actions[choice[0]].run(r, choice[1:], free=False)
        finally:
            r.bent, r.events, r.collected, r.moved, r.pausing = before


def possible_action(c: Compiler, node: x.CallBuiltin) -> Evaluate:
    """`possible(action)`: whether it has an option for `me`, costs included."""
    action = c.program.actions[str(node.area)]
    return lambda r, f: action.offers(r, False, _enough)


STATEMENTS: Mapping[type, Callable[..., Execute]] = {s.LetPerform: perform}
