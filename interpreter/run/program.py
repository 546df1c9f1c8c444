"""A game's rules, compiled: where the parts find each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.layout import Layout
from interpreter.model.expressions import EventCount, MatchArg
from interpreter.model.program import Model, RuleModel, SiteModel, StandingModel
from interpreter.run import (
    board,
    calls,
    changes,
    choices,
    control,
    events,
    expressions,
    finish,
    gains,
    loops,
    parts,
    piles,
    prices,
    texts,
    values,
)
from interpreter.run.actions import STATEMENTS as ACTION_STATEMENTS
from interpreter.run.actions import Action, Pauses
from interpreter.run.calls import Instead, Procedure
from interpreter.run.compiler import Compiler, highest_slot
from interpreter.run.events import Counter, Event, Listener, Rule
from interpreter.run.finish import Finishing
from interpreter.run.patterns import pattern
from interpreter.run.ready import Ready
from interpreter.run.scope import Scope
from interpreter.run.texts import Texts
from interpreter.run.values import CompiledValue, Standing, change

if TYPE_CHECKING:
    from interpreter.run.offers import Looks

EXPRESSIONS = {**expressions.EXPRESSIONS, **loops.EXPRESSIONS, **values.EXPRESSIONS, **events.EXPRESSIONS}
EXPRESSIONS |= texts.EXPRESSIONS
STATEMENTS = {**calls.STATEMENTS, **events.STATEMENTS, **texts.STATEMENTS, **prices.STATEMENTS, **finish.STATEMENTS}
STATEMENTS |= {**changes.STATEMENTS, **gains.STATEMENTS, **board.STATEMENTS, **piles.STATEMENTS}
STATEMENTS |= {**control.STATEMENTS, **choices.STATEMENTS, **parts.STATEMENTS, **ACTION_STATEMENTS}


class Program:
    """All compiled parts of a game.

    Every part exists before the first is compiled, so that they may name each other in any order. Procedures and
    actions are compiled when they are first needed, unless somebody must meet all parts.
    """

    def __init__(self, model: Model, layout: Layout, ready: Ready | None = None) -> None:
        self.model = model
        self.values: dict[str, CompiledValue] = {}
        self.looks: dict[str, Looks | None] = {}
        self.pauses = Pauses()
        self.events = {name: Event(name) for name in model.events}
        self.any_event: list[Rule] = []
        self.instead_of_gain: dict[str, list[Instead]] = {}
        self.when_gain: dict[str, list[Rule]] = {}
        self.at: dict[tuple[str, str], list[Rule]] = {}
        self.compiler = c = Compiler(model, layout, self, EXPRESSIONS, STATEMENTS, ready or Ready())
        self.procedures = {name: Procedure(routine, c) for name, routine in model.procedures.items()}
        self.actions = {name: Action(number, action, c) for number, (name, action) in enumerate(model.actions.items())}
        self.finishing = Finishing(c)
        self.texts = Texts(c)
        self.pauses.actions = list(self.actions.values())
        for rule in model.rules:
            if rule.cause == "instead_gain":
                self.instead_of_gain.update((name, []) for name in rule.names)
            elif rule.cause == "when_gain":
                self.when_gain.update((name, []) for name in rule.names)
        for part in (*self.procedures.values(), *self.actions.values()) if c.ready.asks_for_all else ():
            part.compile()
        for rule in model.rules:
            self._add_rule(rule)
        for number, site in enumerate(model.sites):
            self._add_site(number, site)
        for standing in model.standings:
            self._add_standing(standing)
        for count in layout.counts:
            self._add_count(count)
        self.finishing.fill()

    def _add_rule(self, rule: RuleModel) -> None:
        """Compiles a rule and puts it where it is heard."""
        scope = Scope(rule.routine.slots)
        fits = pattern(self.compiler, scope, rule.args, rule.condition)
        execute = self.compiler.block(rule.routine.block, scope)
        if rule.cause in ("instead", "instead_gain"):
            instead = Instead(rule.name, rule.routine.span, scope.size, fits, execute, None)
            for name in rule.names:
                if rule.cause == "instead":
                    self.procedures[name].instead.append(instead)
                else:
                    self.instead_of_gain[name].append(instead)
            return
        compiled = Rule(rule, scope.size, fits, execute)
        match rule.cause:
            case "when":
                for name in rule.names:
                    self.events[name].rules.append(compiled)
            case "when_any":
                self.any_event.append(compiled)
            case "when_gain":
                for name in rule.names:
                    self.when_gain[name].append(compiled)
            case "after":
                for name in rule.names:
                    self.actions[name].rules.append(compiled)
            case "start" | "end":
                for name in rule.names:
                    self.at.setdefault((rule.cause, name), []).append(compiled)

    def _add_site(self, number: int, site: SiteModel) -> None:
        """Compiles a `this turn` line."""
        c, slots, scope = self.compiler, self.compiler.layout.sites[number], Scope(site.slots)
        if site.adjustment is not None:
            bent = change(c, scope, site.adjustment)
            c.value(bent.name).sites.append((slots, scope.size, bent))
            return
        fits = pattern(c, scope, site.args, site.condition)
        execute = c.block(site.block, scope)
        if site.kind == "when":
            self.events[site.target].listeners.append(Listener(slots, scope.size, fits, execute))
        else:
            instead = Instead("a `this turn` line", site.span, scope.size, fits, execute, slots)
            self.procedures[site.target].instead.append(instead)

    def _add_standing(self, standing: StandingModel) -> None:
        """Compiles an adjustment of a row."""
        c, scope = self.compiler, Scope(standing.slots)
        condition = c.expr(standing.condition, scope)
        bent = change(c, scope, standing.adjustment)
        c.value(bent.name).standings.append(Standing(standing, scope.size, condition, bent))

    def _add_count(self, count: EventCount) -> None:
        """Compiles what an event that is counted through a turn must fit."""
        slots = self.compiler.layout.counts[count]
        args = [MatchArg(arg.slot, None) if n in slots.keyed else arg for n, arg in enumerate(count.args)]
        scope = Scope(highest_slot(count) + 1)
        fits = pattern(self.compiler, scope, args, count.condition)
        counter = Counter(slots, scope.size, fits)
        self.events[count.event].counters.append(counter)
