"""Checks rules, ends of the game, and what declarations say about where a number starts and how far it goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from interpreter.check.behaviour import Behaviour
from interpreter.check.findings import did_you_mean, listed
from interpreter.check.scope import Frame
from interpreter.diagnostics import Related, Span
from interpreter.model import expressions as x
from interpreter.model import program as m
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


class Rules(Behaviour):
    """The checker of rules and of single blocks and bounds."""

    def rule_model(self, node: n.Rule) -> m.RuleModel | None:
        """A checked rule."""
        cause = CAUSES[node.cause.kind]
        me = cause in ("after", "instead", "instead_gain")
        begins = "at" if cause in ("start", "end") else "instead of" if cause.startswith("instead") else cause[:5]
        frame = Frame(me, f"in a rule `{begins.rstrip('_')} …`")
        frame.event = cause in ("when", "when_any")
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
        args = self.fitted(pattern.call, cause == "when")
        if args is None:
            return None
        name = str(pattern.call.name)
        if cause != "when":
            gives = self.w.procedures[name].gives
            frame.as_usual = True
            frame.gives, frame.may_give = gives, gives is not None
        condition = None if pattern.condition is None else self.condition(pattern.condition)
        return (name,), args, condition

    def moved_special(self, frame: Frame) -> None:
        """`moved` in rules after an action: pieces of the one piece domain there is."""
        pieces = [info.name for info in self.w.domains.values() if info.form == "piece"]
        if len(pieces) == 1:
            frame.specials["moved"] = CollectionType("set", MemberType(pieces[0]))

    def group(self, node: n.Group) -> None:
        """Checks a group of actions."""
        first: dict[str, Span] = {}
        for name in node.actions:
            before = first.setdefault(str(name), name.span)
            if before is not name.span:
                message = f"`{name}` stands twice in `{node.name}`"
                self.findings.error("RW213", message, name.span, related=(Related(before, "here first"),))
        self.action_list(node.actions, (str(node.name),))

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
