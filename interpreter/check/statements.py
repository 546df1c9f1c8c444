"""Checks statements and gives the typed form that executors start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from interpreter.check.effects import Effects
from interpreter.check.findings import did_you_mean
from interpreter.check.kinds_of import in_words
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.types import (
    PLAYER,
    UNKNOWN,
    CollectionType,
    MemberType,
    NumberType,
    RulesTextType,
    Type,
    maybe,
    without_nothing,
)
from interpreter.syntax import nodes as n


class Statements(Effects):
    """The checker of statements: decisions, blocks and control. What changes the state is in `Effects`."""

    def block(self, nodes: Sequence[n.Stmt], notation: n.Word | None = None) -> s.Block:
        """The statements of a block; `notation` is that of its first decision (`ask … as`)."""
        done: list[s.Stmt] = []
        with self.frame.scope():
            self.lines(nodes, done, notation)
            self.unused_lets(nodes)
        return tuple(done)

    def unused_lets(self, nodes: Sequence[n.Stmt]) -> None:
        """Warns about names that a block gives to something and never uses."""
        for node in nodes:
            bound = self.frame.scopes[-1].get(str(node.name)) if isinstance(node, n.Let) else None
            if isinstance(node, n.Let) and bound is not None and not bound.used:
                self.findings.warning("RW408", f"`{node.name}` is never used", node.name.span)

    def lines(self, nodes: Sequence[n.Stmt], done: list[s.Stmt], notation: n.Word | None = None) -> None:
        """Checks statements one after the other; neighbouring plain `choose` lines become one decision."""
        place = 0
        while place < len(nodes):
            node = nodes[place]
            place += 1
            if isinstance(node, n.Choose):
                node = self.rightly_counted(node)
                group = [node]
                while plain(group[-1]) and place < len(nodes):
                    following = nodes[place]
                    if not isinstance(following, n.Choose) or following.may or following.count is not None:
                        break
                    group.append(following)
                    place += 1
                done.append(self.decision(group, notation))
                notation = None
            else:
                found = self.statement(node)
                if found is not None:
                    done.append(found)
                if isinstance(node, (n.Give, n.Winner)) and place < len(nodes):
                    what = "give" if isinstance(node, n.Give) else "winner"
                    self.findings.warning("RW424", f"nothing after `{what}` is carried out", nodes[place].span)

    def rightly_counted(self, node: n.Choose) -> n.Choose:
        """The line, without its number when that is a word that stands for none: then a word too many was written."""
        number = node.count.number if node.count is not None else None
        if not isinstance(number, n.Name) or self.self_typed(number):
            return node
        message = f"how many are chosen must be a number, and `{number.id}` is none"
        hint = "one thing is chosen by `choose x from …`, several by `choose 2 x from …`"
        self.findings.error("RW218", message, number.span, hint)
        if self.meaning_of(str(node.name), self.frame) is None:
            return replace(node, count=None)
        return replace(node, count=None, name=number.id, source=n.ListOf(node.span, ()))

    def statement(self, node: n.Stmt) -> s.Stmt | None:
        """One statement; None when it has been reported."""
        match node:
            case n.Let():
                return self.let(node)
            case n.If():
                condition = self.condition(node.condition)
                tested = len(self.frame.tested)
                self.note_tested(node.condition)
                block = self.block(node.block)
                del self.frame.tested[tested:]
                return s.If(node.span, condition, block, self.block(node.other or ()))
            case n.ForEach():
                return self.for_each(node)
            case n.Repeat():
                number = self.number(node.number, "the number of rounds")
                again = None if node.condition is None else self.condition(node.condition)
                if node.up_to:
                    self.use_me("`repeat up to` asks a player", node.span)
                return s.Repeat(node.span, node.up_to, number, again, self.block(node.block))
            case n.May():
                self.use_me("`may` asks a player", node.span)
                return s.May(node.span, None if node.text is None else str(node.text), self.block(node.block))
            case n.Alternatives():
                return self.alternatives(node)
            case n.Ask():
                who = self.typed(node.who, maybe(PLAYER), "who is asked")
                self.frame.asked += 1
                block = self.block(node.block, node.notation)
                self.frame.asked -= 1
                if node.notation is not None and not any(isinstance(line, n.Choose) for line in node.block):
                    self.findings.error(
                        "RW404", "this notation is for a `choose` in the block, but there is none", node.notation.span
                    )
                return s.Ask(node.span, who, block)
            case n.With():
                changes = [self.adjustment(change) for change in node.changes]
                return s.With(node.span, tuple(c for c in changes if c is not None), self.block(node.block))
            case n.ThisValue() | n.ThisListener():
                return self.this_turn(node)
            case _:
                return self.effect(node)

    # ---- decisions

    def decision(self, group: Sequence[n.Choose], notation: n.Word | None) -> s.Stmt:
        """One decision over neighbouring `choose` lines."""
        first, last = group[0], group[-1]
        self.use_me("`choose` asks a player", first.span)
        if first.count is not None:
            return self.several(first, notation)
        binds = tuple(self.bind(node) for node in group)
        written = last.notation or notation
        parts = self.notation(written, [str(node.name) for node in group])
        if first.may:
            bound = self.frame.scopes[-1][str(first.name)]
            bound.type = maybe(bound.type)
        return s.Decide(
            first.span.to(last.span) if first.span.line == last.span.line else first.span, binds, parts, first.may
        )

    def bind(self, node: n.Choose | n.Pick | n.Reveal) -> s.Bind:
        """A name with its candidates; it is bound from here on."""
        source, of = self.collection(node.source)
        if isinstance(of, NumberType) and (of.low is None or of.high is None):
            self.findings.error(
                "RW420",
                "there is no fixed end to the numbers to choose from",
                node.source.span,
                "give what bounds them a range: `number 0 to 9`, or a counter's highest value",
            )
        slot = self.take(node.name, of)
        condition = None if node.condition is None else self.condition(node.condition)
        if node.condition is not None:
            self.note_tested(node.condition)
        reason = str(node.reason) if isinstance(node, n.Choose) and node.reason is not None else None
        return s.Bind(node.span, slot, str(node.name), source, condition, reason)

    def several(self, node: n.Choose, notation: n.Word | None) -> s.Stmt:
        """`choose 2`, `choose up to 3`, `choose any`: the name is one member inside, the whole set afterwards."""
        assert node.count is not None
        number = None if node.count.number is None else self.number(node.count.number, "how many are chosen")
        with self.frame.scope():
            bind = self.bind(replace(node, count=None))
            of = self.frame.scopes[-1][str(node.name)].type
            parts = self.notation(node.notation or notation, [str(node.name)])
        slot = self.take(node.name, CollectionType("set", of))
        mode = {"exactly": "exactly", "up_to": "up_to", "any_number": "any"}[node.count.kind]
        return s.DecideSeveral(
            node.span,
            slot,
            "exactly" if mode == "exactly" else "up_to" if mode == "up_to" else "any",
            number,
            bind,
            parts,
        )

    def notation(self, written: n.Word | None, names: Sequence[str], verb: str | None = None) -> s.Notation:
        """How options of a decision print. Every chosen name must be told, so that no two options print alike."""
        if written is None:
            parts: list[str | x.Expr] = [] if verb is None else [verb]
            for name in names:
                bound = self.frame.look_up(name)
                assert bound is not None
                label = f"{name} " if verb is None else ""
                parts += [
                    (" " if parts else "") + label,
                    x.Local(bound.type, bound.span or self.here(), bound.slot, name),
                ]
            return tuple(part for part in parts if part != "")
        return self.written_notation(written, names)

    # ---- names, rounds, parts

    def let(self, node: n.Let) -> s.Stmt | None:
        if isinstance(node.value, n.Perform):
            action = self.action_named(node.value.action)
            if action is None:
                self.take(node.name, UNKNOWN)
                return None
            self.use_me("an action is performed by a player", node.span)
            gives = action.gives
            if gives is None:
                self.findings.error(
                    "RW244",
                    f"the action `{node.value.action}` gives no result",
                    node.value.span,
                    "end it with `give …`",
                )
            slot = self.take(node.name, maybe(gives) if gives is not None else UNKNOWN)
            return s.LetPerform(node.span, slot, action.name)
        if (
            isinstance(node.value, n.Call)
            and str(node.value.name) in self.w.procedures
            and str(node.value.name) not in self.w.values
        ):
            call = self.procedure_call(node.value)
            info = self.w.procedures[str(node.value.name)]
            if call is not None and info.gives is None:
                self.findings.error(
                    "RW244",
                    f"the procedure `{node.value.name}` gives no result",
                    node.value.span,
                    "declare it: `procedure … gives TYPE:`",
                )
            slot = self.take(node.name, maybe(info.gives) if info.gives is not None else UNKNOWN)
            return None if call is None else replace(call, slot=slot)
        value = self.expr(node.value)
        return s.Let(node.span, self.take(node.name, value.type), str(node.name), value)

    def for_each(self, node: n.ForEach) -> s.Stmt:
        with self.member_bound(node.name, node.source, node.condition) as (slot, source, _, where):
            ordered = None
            if node.order is not None:
                ordered = self.expr(node.order)
                given = without_nothing(ordered.type)
                of = given.of if isinstance(given, CollectionType) else given
                if of not in (PLAYER, UNKNOWN):
                    self.findings.error(
                        "RW218",
                        f"`ordered by` takes a player, who decides, or players, but this is {in_words(ordered.type)}",
                        node.order.span,
                    )
            block = self.block(node.block)
        return s.ForEach(node.span, slot, source, where, ordered, block)

    def alternatives(self, node: n.Alternatives) -> s.Stmt:
        kind = node.kind
        if kind != "first_possible":
            self.use_me("choosing among parts asks a player", node.span)
        parts: list[s.Part] = []
        seen: set[str] = set()
        for branch in node.branches:
            if isinstance(branch, n.Part):
                if str(branch.name) in seen:
                    self.findings.error("RW211", f"there are two parts `{branch.name}`", branch.name.span)
                seen.add(str(branch.name))
            parts.append(self.part(branch))
        shown: Literal["one_of", "any_order", "first_possible"] = (
            "one_of" if kind == "one_of" else "any_order" if kind == "any_order" else "first_possible"
        )
        return s.Alternatives(node.span, shown, tuple(parts))

    def part(self, branch: n.Branch) -> s.Part:
        if isinstance(branch, n.Part):
            condition = None if branch.condition is None else self.condition(branch.condition)
            text = None if branch.text is None else str(branch.text)
            return s.Part(
                branch.span, branch.may, str(branch.name), text, None, None, condition, self.block(branch.block)
            )
        with self.member_bound(branch.name, branch.source, branch.condition) as (slot, source, _, where):
            return s.Part(
                branch.span, branch.may, str(branch.name), None, slot, source, where, self.block(branch.block)
            )

    # ---- values and events of this turn

    def adjustment(self, change: n.Changed) -> s.Adjustment | None:
        """`head is value`: a value changed for a while."""
        head = change.head
        name = head.id if isinstance(head, n.Name) else head.name if isinstance(head, n.Call) else None
        info = None if name is None else self.w.values.get(str(name))
        if name is None or info is None:
            message = "only a declared value can be changed"
            if name is None:
                self.findings.error("RW220", message, head.span, "write `value(arguments) is …`")
            else:
                hint = did_you_mean(name, self.w.values) or f"declare it first: `value {name}(…) is …`"
                self.findings.unknown("RW220", str(name), message, name.span, hint)
            return None
        info.used = True
        model = self.value_model(info, head.span)
        args = head.args if isinstance(head, n.Call) else ()
        with self.frame.scope():
            names = [str(word) for word in info.names]
            matched = self.head_args(args, info.params, names, str(name), head)
            wanted = UNKNOWN if model is None else without_nothing(model.type)
            value = self.typed(change.value, maybe(wanted), f"the changed `{name}`")
        return s.Adjustment(change.span, str(name), matched, value)

    def head_args(
        self, args: Sequence[n.Expr], params: Sequence[Type], names: Sequence[str], name: str, head: n.Expr
    ) -> tuple[x.MatchArg, ...]:
        if len(args) != len(params):
            self.wrong_count(f"`{name}`", len(params), len(args), head.span, list(names))
            return tuple(x.MatchArg(None, None) for _ in params)
        return self.match_args(args, params, names, f"`{name}`", head.span)

    def this_turn(self, node: n.ThisValue | n.ThisListener) -> s.Stmt | None:
        """Arms something until the turn ends; what it needs of the names bound here is kept with it."""
        if str(node.scope) != "turn":
            self.findings.error(
                "RW255", f"this holds until the turn ends: `this turn …`, not `this {node.scope}`", node.scope.span
            )
            return None
        self.use_me("what holds this turn holds for a player", node.span)
        outer, outer_below = self.frame.captured, self.frame.captured_below
        self.frame.captured, self.frame.captured_below = {}, self.frame.slots
        with self.frame.scope():
            site = self.value_site(node) if isinstance(node, n.ThisValue) else self.listener_site(node)
        captured = tuple(sorted(self.frame.captured.items()))
        self.frame.captured, self.frame.captured_below = outer, outer_below
        if site is None:
            return None
        self.w.sites.append(replace(site, captured=captured, slots=self.frame.slots))
        return s.ThisTurn(node.span, len(self.w.sites) - 1)

    def value_site(self, node: n.ThisValue) -> m.SiteModel | None:
        change = self.adjustment(node.change)
        if change is None:
            return None
        return m.SiteModel("value", (), 0, change, change.name, change.args, None, False, None, None, (), node.span)

    def listener_site(self, node: n.ThisListener) -> m.SiteModel | None:
        args = self.fitted(node.pattern.call, node.kind == "when")
        if args is None:
            return None
        name = str(node.pattern.call.name)
        condition = None if node.pattern.condition is None else self.condition(node.pattern.condition)
        slot, type_ = self.once_per(node.once)
        before, self.frame.as_usual = self.frame.as_usual, node.kind == "instead"
        at_hand, self.frame.event = self.frame.event, node.kind == "when"
        given, self.frame.may_give = self.frame.may_give, node.kind == "instead"
        block = self.block(node.block)
        self.frame.as_usual, self.frame.may_give, self.frame.event = before, given, at_hand
        return m.SiteModel(
            "when" if node.kind == "when" else "instead", (), 0, None, name, args, condition,
            node.once is not None, slot, type_, block, node.span,
        )  # fmt: skip

    def fitted(self, call: n.Call, of_event: bool) -> tuple[x.MatchArg, ...] | None:
        """The arguments of a pattern that answers an event or takes a procedure's place; None when there is no such."""
        name = str(call.name)
        if of_event:
            event = self.w.events.get(name)
            if event is None:
                self.unknown_event(call.name)
                return None
            self.w.heard.add(name)
            return self.match_args(call.args, event.params, event.names, f"the event `{name}`", call.span)
        info = self.w.procedures.get(name)
        if info is None:
            self.unknown_procedure(call.name)
            return None
        names = [str(p.name) for p in info.node.params]
        return self.match_args(call.args, info.params, names, f"`{name}`", call.span)

    def once_per(self, once: n.Once | None) -> tuple[int | None, Type | None]:
        if once is None or once.per is None:
            return None, None
        bound = self.frame.scopes[-1].get(str(once.per))
        if bound is None or not isinstance(without_nothing(bound.type), MemberType):
            self.findings.error("RW214", f"`once per {once.per}` needs a name bound by the event", once.per.span)
            return None, None
        bound.used = True
        return bound.slot, bound.type

    # ---- rules text

    def run(self, node: n.Run) -> s.Stmt:
        what = self.expr(node.what)
        given = without_nothing(what.type)
        if given != RulesTextType("effect") and given != UNKNOWN:
            self.findings.error(
                "RW252", f"`run` needs a field with an effect, but this is {in_words(what.type)}", node.what.span
            )
        self.use_me("an effect runs for a player", node.span)
        return s.Run(node.span, what)


def plain(node: n.Choose) -> bool:
    """Whether a `choose` line can share its decision with the next one."""
    return not node.may and node.count is None and node.notation is None
