"""Checks actions, procedures, rules, phases, ends of the game and the rules text of data rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from interpreter.check.findings import did_you_mean, listed
from interpreter.check.kinds_of import common, in_words
from interpreter.check.scope import ActionInfo, Frame, ProcedureInfo
from interpreter.check.statements import Statements, plain
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.types import (
    NUMBER,
    PLAYER,
    CollectionType,
    MemberType,
    NumberType,
    Type,
    UnknownType,
    without_nothing,
)
from interpreter.syntax import nodes as n

RuleCause = Literal["when", "when_any", "when_gain", "after", "start", "end", "instead", "instead_gain"]
CAUSES: dict[str, RuleCause] = {
    "when": "when",
    "when_any": "when_any",
    "when_gain": "when_gain",
    "after": "after",
    "after_except": "after",
    "at_start": "start",
    "at_end": "end",
    "instead": "instead",
    "instead_gain": "instead_gain",
}


class Behaviour(Statements):
    """The checker of everything that runs."""

    # ---- actions

    def action_model(self, name: str) -> m.ActionModel | None:
        """The checked action, checked now if it has not been."""
        info = self.w.actions[name]
        if info.state == "checking":
            self.findings.error(
                "RW248",
                f"the action `{name}` performs itself",
                info.node.name.span,
                "an action cannot perform itself, nor by way of others",
            )
            info.state = "bad"
        if info.state == "new":
            info.state = "checking"
            self.check_action(info)
            if info.state == "checking":
                info.state = "done"
        return info.model

    def check_action(self, info: ActionInfo) -> None:
        node = info.node
        frame = Frame(True, "in an action")
        frame.may_give = frame.in_action = True
        with self.in_frame(frame), frame.scope():
            offer: list[s.OfferStep] = []
            place = 0
            while place < len(node.block):
                step = self.offer_step(node.block[place], str(node.name))
                if step is None:
                    break
                offer += step
                place += 1
            names = [step.name for step in offer if isinstance(step, s.Bind)]
            notation = self.notation(node.notation, names, verb=str(node.name))
            block, ensured = self.action_block(node.block[place:])
            self.unused_lets(node.block)
        gives: Type | None = None
        for given in frame.given:
            gives = given if gives is None else common(gives, given)
        bound = tuple(step.slot for step in offer if isinstance(step, s.Bind))
        kind: Literal["main", "free"] = "free" if node.kind == "free" else "main"
        text = None if node.text is None else str(node.text)
        info.model = m.ActionModel(
            str(node.name), kind, text, notation, tuple(offer), block, bound, gives, frame.slots, ensured,
            node.name.span,
        )  # fmt: skip

    def offer_step(self, node: n.Stmt, action: str) -> list[s.OfferStep] | None:
        """The steps of an offer that a leading line makes, or None when the offer ends before it."""
        match node:
            case n.Choose() if plain(node):
                return [self.bind(node)]
            case n.Let() if not self.is_call(node.value):
                found = self.let(node)
                return [found] if isinstance(found, s.Let) else []
            case n.Require():
                condition = self.condition(node.condition)
                self.note_tested(node.condition)
                return [s.Require(node.span, condition, None if node.reason is None else str(node.reason))]
            case n.Cost():
                return [s.Cost(node.span, self.prices(node.prices))]
            case n.Limit():
                limit = self.limit(node, action)
                return [] if limit is None else [limit]
        return None

    def is_call(self, value: n.Expr | n.Perform) -> bool:
        """Whether a `let` takes the result of a procedure or a performed action."""
        return isinstance(value, n.Perform) or (
            isinstance(value, n.Call) and str(value.name) in self.w.procedures and str(value.name) not in self.w.values
        )

    def limit(self, node: n.Limit, action: str) -> s.Limit | None:
        """`limit n per game|round|turn for keys`: a hidden counter for each combination of the keys."""
        per = str(node.per)
        if per not in ("game", "round", "turn"):
            self.findings.error(
                "RW255",
                f"a limit is per game, round or turn, not per {per}",
                node.per.span,
                did_you_mean(per, ["game", "round", "turn"]),
            )
            return None
        keys = [self.expr(key) for key in node.keys]
        ranges: list[m.KeyRange] = []
        for key, written in zip(keys, node.keys, strict=True):
            found = self.key_range(key.type)
            if found is None:
                if not isinstance(key.type, UnknownType):
                    self.findings.error(
                        "RW251",
                        f"a limit counts for each player, piece or other fixed thing, but this is {in_words(key.type)}",
                        written.span,
                    )
                return None
            ranges.append(found)
        name = f"limit:{action}"
        number = 2
        while name in self.w.variables:
            name = f"limit:{action}#{number}"
            number += 1
        zero = x.Const(NumberType(0, 0), node.span, 0)
        reset: m.Reset | None = "turn" if per == "turn" else "round" if per == "round" else None
        self.w.variables[name] = m.Variable(
            name, "limit", tuple(ranges), NumberType(0, node.number), 0, node.number, None, zero, None, reset, node.span
        )  # fmt: skip
        self.w.used_names.add(name)
        return s.Limit(node.span, node.number, name, tuple(keys))

    def key_range(self, type_: Type) -> m.KeyRange | None:
        """What a key of a type runs over, or None when that has no end."""
        given = without_nothing(type_)
        if isinstance(given, MemberType):
            return m.KeyRange(given.domain, 0, len(self.w.domains[given.domain].members))
        if (
            isinstance(given, NumberType)
            and given.low is not None
            and given.high is not None
            and given.high - given.low < 1000
        ):
            return m.KeyRange(None, given.low, given.high - given.low + 1)
        return None

    def action_block(self, nodes: Sequence[n.Stmt]) -> tuple[s.Block, int]:
        """The statements after the offer, `ensure` lines among them, and how many lead up to the last `ensure`."""
        done: list[s.Stmt] = []
        ensured = 0
        pending: list[n.Stmt] = []
        for node in nodes:
            if isinstance(node, n.Ensure):
                self.lines(pending, done)
                pending = []
                reason = None if node.reason is None else str(node.reason)
                done.append(s.Ensure(node.span, self.condition(node.condition), reason))
                ensured = len(done)
            else:
                pending.append(node)
        self.lines(pending, done)
        return tuple(done), ensured

    # ---- procedures and rules

    def procedure_model(self, info: ProcedureInfo) -> m.Routine | None:
        """The checked procedure, checked now if it has not been."""
        node = info.node
        if info.state == "checking":
            self.findings.error(
                "RW248",
                f"the procedure `{node.name}` calls itself",
                node.name.span,
                "a procedure cannot call itself, nor by way of others",
            )
            info.state = "bad"
        if info.state == "new":
            info.state = "checking"
            frame = Frame(True, "in a procedure without `gives`")
            frame.gives, frame.may_give = info.gives, info.gives is not None
            for param, type_ in zip(node.params, info.params, strict=True):
                self.take(param.name, type_, frame)
            with self.in_frame(frame):
                block = self.block(node.block)
            if info.gives is not None and not frame.given:
                self.findings.error(
                    "RW414", f"`{node.name}` gives {in_words(info.gives)}, but has no `give`", node.name.span
                )
            info.uses_me = frame.uses_me
            if info.state == "checking":
                info.state = "done"
                info.model = m.Routine(str(node.name), info.params, info.gives, frame.slots, block, node.name.span)
        return info.model

    def rule_model(self, node: n.Rule) -> m.RuleModel | None:
        """A checked rule."""
        cause = CAUSES[node.cause.kind]
        me = cause in ("after", "instead", "instead_gain")
        begins = "at" if cause in ("start", "end") else "instead of" if cause.startswith("instead") else cause[:5]
        frame = Frame(me, f"in a rule `{begins.rstrip('_')} …`")
        with self.in_frame(frame), frame.scope():
            found = self.cause(node, cause, frame)
            if found is None:
                return None
            names, args, condition = found
            if condition is not None and node.cause.pattern is None and node.cause.condition is not None:
                self.note_tested(node.cause.condition)
            if node.cause.pattern is not None and node.cause.pattern.condition is not None:
                self.note_tested(node.cause.pattern.condition)
            block = self.block(node.block)
        routine = m.Routine(str(node.name), (), frame.gives, frame.slots, block, node.name.span)
        return m.RuleModel(
            str(node.name), None if node.text is None else str(node.text), cause, names, args, condition, routine
        )

    def cause(
        self, node: n.Rule, cause: RuleCause, frame: Frame
    ) -> tuple[tuple[str, ...], tuple[x.MatchArg, ...], x.Expr | None] | None:
        pattern = node.cause.pattern
        if pattern is not None:
            return self.pattern_cause(pattern, cause, frame)
        if cause == "when_any":
            return (), (), None
        names = node.cause.names
        if cause in ("when_gain", "instead_gain"):
            frame.specials |= {"amount": NUMBER, "gainer": PLAYER}
            frame.as_usual = cause == "instead_gain"
            for name in names:
                if str(name) not in self.w.variables or self.w.variables[str(name)].role != "counter":
                    counters = [v.name for v in self.w.variables.values() if v.role == "counter"]
                    hint = did_you_mean(name, counters)
                    self.findings.unknown("RW226", str(name), f"there is no counter `{name}`", name.span, hint)
                    return None
        elif cause == "after":
            actions = self.action_list(names)
            if node.cause.kind == "after_except":
                actions = tuple(action for action in self.w.actions if action not in actions)
            self.moved_special(frame)
            names = tuple(n.Word(action, node.cause.span) for action in actions)
        else:
            for name in names:
                if str(name) not in (*self.w.phases, "turn", "round"):
                    self.findings.unknown(
                        "RW240",
                        str(name),
                        f"there is no phase `{name}`",
                        name.span,
                        did_you_mean(name, [*self.w.phases, "turn", "round"]),
                    )
                    return None
        condition = None if node.cause.condition is None else self.condition(node.cause.condition)
        return tuple(str(name) for name in names), (), condition

    def pattern_cause(
        self, pattern: n.Pattern, cause: RuleCause, frame: Frame
    ) -> tuple[tuple[str, ...], tuple[x.MatchArg, ...], x.Expr | None] | None:
        call = pattern.call
        name = str(call.name)
        if cause == "when":
            event = self.w.events.get(name)
            if event is None:
                self.unknown_event(call.name)
                return None
            self.w.heard.add(name)
            args = self.match_args(call.args, event.params, event.names, f"the event `{name}`", call.span)
        else:
            info = self.w.procedures.get(name)
            if info is None:
                self.unknown_procedure(call.name)
                return None
            args = self.match_args(
                call.args, info.params, [str(p.name) for p in info.node.params], f"`{name}`", call.span
            )
            frame.as_usual = True
            frame.gives, frame.may_give = info.gives, info.gives is not None
        condition = None if pattern.condition is None else self.condition(pattern.condition)
        return (name,), args, condition

    def moved_special(self, frame: Frame) -> None:
        """`moved` in rules after an action: pieces of the one piece domain there is."""
        pieces = [info.name for info in self.w.domains.values() if info.form == "piece"]
        if len(pieces) == 1:
            frame.specials["moved"] = CollectionType("set", MemberType(pieces[0]))

    def action_list(self, names: Sequence[n.Word], within: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The actions that a list names, groups opened up; `within` are the groups in which the list stands."""
        found: list[str] = []
        for name in names:
            if str(name) in within:
                if not self.findings.broken.intersection(within):
                    self.findings.error("RW248", f"the group `{name}` holds itself", name.span)
                self.findings.give_up(*within)
            elif str(name) in self.w.groups:
                self.w.used_names.add(f"group {name}")
                found += self.action_list(self.w.groups[str(name)].actions, (*within, str(name)))
            elif str(name) in self.w.actions:
                found.append(str(name))
            else:
                known = [*self.w.actions, *self.w.groups]
                self.findings.unknown(
                    "RW238",
                    str(name),
                    f"there is no action `{name}`",
                    name.span,
                    did_you_mean(name, known) or f"the actions are {listed(self.w.actions)}",
                )
        return tuple(dict.fromkeys(found))

    # ---- ends of the game, rules text, rows' adjustments

    def finish_model(self, node: n.Finish) -> m.FinishModel:
        """A checked end of the game."""
        frame = Frame(False, "at the end of a game")
        with self.in_frame(frame):
            condition = None if node.condition is None else self.condition(node.condition)
            phase = None
            if node.phase is not None:
                phase = str(node.phase)
                if phase not in self.w.phases:
                    self.findings.unknown(
                        "RW240",
                        phase,
                        f"there is no phase `{node.phase}`",
                        node.phase.span,
                        did_you_mean(phase, self.w.phases),
                    )
            block = self.block(node.block)
        routine = m.Routine("finish", (), None, frame.slots, block, node.span)
        return m.FinishModel(condition, phase, routine)

    def routine(self, name: str, me: bool, what: str, nodes: Sequence[n.Stmt], span: Span) -> m.Routine:
        """A block that stands by itself, like `stuck:`."""
        frame = Frame(me, what)
        with self.in_frame(frame):
            block = self.block(nodes)
        return m.Routine(name, (), None, frame.slots, block, span)

    def cap(
        self, node: n.Expr, keys: tuple[m.KeyRange, ...], name: str, span: Span
    ) -> tuple[x.Expr | None, int | None]:
        """The greatest value of a counter: an expression where it is not fixed (or None), and the most it can be.

        The second is None when that has been reported.
        """
        frame = Frame(False, f"in the range of `{name}`")
        if (
            isinstance(node, n.Name)
            and str(node.id) in self.w.values
            and len(self.w.values[str(node.id)].params) == len(keys)
        ):
            info = self.w.values[str(node.id)]
            info.used = True
            types = [self.key_type(key) for key in keys]
            slots = [frame.bind(f"key{k}", type_) for k, type_ in enumerate(types)]
            with self.in_frame(frame):
                model = self.value_model(info, node.span)
            if model is None:
                return None, None
            args = tuple(
                x.Local(type_, node.span, slot, f"key{slot}") for slot, type_ in zip(slots, types, strict=True)
            )
            found: x.Expr = x.CallValue(model.type, node.span, model.name, args)
        else:
            with self.in_frame(frame):
                found = self.number(node, f"the highest value of `{name}`")
        if isinstance(found, x.Const) and isinstance(found.value, int):
            return None, found.value
        given = without_nothing(found.type)
        high = given.high if isinstance(given, NumberType) else None
        if high is None:
            if not isinstance(given, UnknownType):
                self.findings.error(
                    "RW251",
                    f"it cannot be told how high `{name}` may go",
                    node.span,
                    "name a number, an option, or a value with a fixed maximum",
                )
            return None, None
        return found, high

    def key_type(self, key: m.KeyRange) -> Type:
        """The type of a key."""
        return NumberType(key.first, key.first + key.size - 1) if key.domain is None else MemberType(key.domain)

    def start(self, node: n.Expr, type_: Type, keys: tuple[m.KeyRange, ...], name: str) -> x.Expr:
        """The value that a variable starts with."""
        frame = Frame(False, f"in the start of `{name}`")
        for number, key in enumerate(keys):
            frame.bind(key.domain or f"key{number}", self.key_type(key))
        with self.in_frame(frame):
            return self.typed(node, type_, f"the start of `{name}`", warn=True)
