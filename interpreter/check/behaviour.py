"""Checks actions, procedures, rules, phases, ends of the game and the rules text of data rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from interpreter.check.findings import did_you_mean
from interpreter.check.kinds_of import common, in_words
from interpreter.check.order import DEEPEST, Body, calls_first, depth, node_of
from interpreter.check.scope import ActionInfo, Frame, ProcedureInfo, World
from interpreter.check.statements import Statements, plain
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.types import (
    MemberType,
    NumberType,
    Type,
    UnknownType,
    without_nothing,
)
from interpreter.syntax import nodes as n


class Behaviour(Statements):
    """The checker of everything that runs. `preparing`: what something calls is being checked before it."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.preparing = False

    def prepare(self, kind: str, name: str) -> None:
        """Checks what a value, procedure or action calls, before it is checked itself."""
        if self.preparing:
            return
        self.preparing = True
        for item in calls_first((kind, name), self.w):
            if item not in self.w.depths:
                self.w.depths[item] = self.not_too_deep(item)
            if item != (kind, name):
                self.check_body(item)
        self.preparing = False

    def not_too_deep(self, item: Body) -> int:
        """How many calls stand inside each other in an item; a finding for too many."""
        found = depth(item, self.w)
        if found == DEEPEST + 1:
            what, name = item
            self.findings.error(
                "RW256",
                f"the {what} `{name}` leads through more than {DEEPEST} others, each calling the next",
                node_of(item, self.w).name.span,
                "say more in one of them, or use `repeat` and `for each`",
            )
        return found

    def check_body(self, item: Body) -> None:
        """Checks a value, procedure or action."""
        kind, name = item
        if kind == "value":
            self.value_model(self.w.values[name], self.w.values[name].node.span)
        elif kind == "procedure":
            self.procedure_model(self.w.procedures[name])
        else:
            self.action_model(name)

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
            self.prepare("action", name)
        if info.state == "new":
            info.state = "checking"
            self.check_action(info)
            if info.state == "checking":
                info.state = "done"
        return info.model

    def check_action(self, info: ActionInfo) -> None:
        node = info.node
        frame = Frame(True, "in an action")
        frame.may_give = True
        frame.event = False
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
        if not block:
            self.findings.warning(
                "RW429",
                f"the action `{node.name}` does nothing",
                node.name.span,
                "an action that shall do nothing says `skip`",
            )
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
        if isinstance(node, n.Choose):
            node = self.rightly_counted(node)
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

    # ---- procedures

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
            self.prepare("procedure", str(node.name))
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
