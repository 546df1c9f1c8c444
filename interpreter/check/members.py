"""Expressions over the members of sets and lists, and over the events of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from interpreter.check.fields import Fields
from interpreter.check.findings import did_you_mean
from interpreter.check.kinds_of import fits, in_words
from interpreter.check.names import NOTHINGS
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model.types import (
    NUMBER,
    PLAYER,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NumberType,
    Type,
    maybe,
    without_nothing,
)
from interpreter.syntax import nodes as n


class Members(Fields):
    """The checker of `count x in …`, `best x in …`, `sum … for x in …`, `times … this turn` and their like."""

    @contextmanager
    def member_bound(
        self, name: n.Word, source: n.Expr, condition: n.Expr | None
    ) -> Iterator[tuple[int, x.Expr, Type, x.Expr | None]]:
        """A name bound to each member of a source in turn, with its condition."""
        checked, of = self.collection(source)
        with self.frame.scope():
            slot = self.take(name, of)
            where = None if condition is None else self.condition(condition)
            if condition is not None:
                self.note_tested(condition)
            yield slot, checked, of, where

    def quantifier(self, node: n.Quantifier) -> x.Expr:
        kind = str(node.kind)
        with self.member_bound(node.name, node.source, node.condition) as (slot, source, of, where):
            given = without_nothing(source.type)
            shape = given.shape if isinstance(given, CollectionType) else "list"
            size = given.size if isinstance(given, CollectionType) else None
            type_: Type
            match kind:
                case "count":
                    type_ = NumberType(0, size)
                case "any" | "all" | "none":
                    type_ = YES_NO
                case "those":
                    type_ = CollectionType("set" if shape == "set" else "list", of, size)
                case "leading":
                    type_ = CollectionType("list", of, size)
                case _:
                    type_ = maybe(of)
            if kind in ("any", "all", "none", "leading") and where is None:
                self.findings.error(
                    "RW230", f"`{kind}` needs a condition: `{kind} {node.name} in … where …`", node.span
                )
                return self.unknown(node.span)
        return x.Quantifier(type_, node.span, kind, slot, source, where)

    def sort_keys(self, sorts: Sequence[n.Sort]) -> tuple[x.SortKey, ...]:
        """The keys of an order; latest and earliest go by number like highest and lowest."""
        keys = []
        for sort in sorts:
            key = self.expr(sort.key)
            if not fits(key.type, NUMBER) and not fits(key.type, YES_NO):
                self.findings.error(
                    "RW218", f"a key to sort by must be a number, but this is {in_words(key.type)}", sort.key.span
                )
            keys.append(x.SortKey(key, sort.order in ("highest", "latest")))
        return tuple(keys)

    def ranked(self, node: n.Ranked) -> x.Expr:
        with self.member_bound(node.name, node.source, node.condition) as (slot, source, of, where):
            keys = self.sort_keys(node.sorts)
        type_: Type = maybe(of) if node.kind == "best" else CollectionType("list", of)
        return x.Ranked(type_, node.span, node.kind, slot, source, where, keys)

    def aggregate(self, node: n.Aggregate) -> x.Expr:
        with self.member_bound(node.name, node.source, node.condition) as (slot, source, _, where):
            if node.kind == "union":
                value, of = self.collection(node.value)
                type_: Type = CollectionType("set", of)
            else:
                value = self.number(node.value, f"what `{node.kind}` takes")
                type_ = NUMBER if node.kind == "sum" else MaybeType(without_nothing(value.type))
        return x.Aggregate(type_, node.span, node.kind, value, slot, source, where)

    def event_count(self, node: n.Times | n.Distinct) -> x.Expr:
        event = self.w.events.get(str(node.event.name))
        if event is None:
            self.unknown_event(node.event.name)
            return self.unknown(node.span)
        scope = str(node.scope)
        if scope not in ("effect", "turn"):
            self.findings.error(
                "RW255", f"events are counted `this effect` or `this turn`, not `this {scope}`", node.scope.span
            )
            return self.unknown(node.span)
        self.w.heard.add(event.name)
        with self.frame.scope():
            args = self.match_args(
                node.event.args, event.params, event.names, f"the event `{event.name}`", node.event.span
            )
            where = None if node.condition is None else self.condition(node.condition)
            wanted, type_ = 0, NUMBER
            counted: Type = type_
            if isinstance(node, n.Distinct):
                bound = self.frame.scopes[-1].get(str(node.name))
                slots = [arg.slot for arg in args]
                if bound is None or bound.slot not in slots:
                    self.findings.error(
                        "RW214", f"`{node.name}` is none of the names in `{event.name}(…)`", node.name.span
                    )
                    return self.unknown(node.span)
                wanted = slots.index(bound.slot)
                counted = CollectionType("set", bound.type)
        return x.EventCount(
            counted,
            node.span,
            "distinct" if isinstance(node, n.Distinct) else "times",
            event.name,
            args,
            "effect" if scope == "effect" else "turn",
            where,
            wanted,
        )

    def unknown_event(self, name: n.Word) -> None:
        """The finding for an event that nothing declares."""
        hint = did_you_mean(name, self.w.events) or "declare it: `event name(arguments)`"
        self.findings.unknown("RW239", str(name), f"there is no event `{name}`", name.span, hint)

    def match_args(
        self, nodes: Sequence[n.Expr], types: Sequence[Type], names: Sequence[str], what: str, span: Span
    ) -> tuple[x.MatchArg, ...]:
        """The arguments of a pattern: a new name binds, everything else is compared; the last ones may be left out."""
        if len(nodes) > len(types):
            self.wrong_count(what, len(types), len(nodes), span, list(names))
            for node in nodes:
                if isinstance(node, n.Name) and self.binds(node, UNKNOWN):
                    self.frame.bind(node.id, UNKNOWN)
            return tuple(x.MatchArg(None, None) for _ in types)
        args = []
        for node, type_, name in zip(nodes, types, names, strict=False):
            if isinstance(node, n.Name) and self.binds(node, type_):
                args.append(x.MatchArg(self.take(node.id, type_), None))
            else:
                args.append(x.MatchArg(None, self.typed(node, maybe(type_), f"`{name}` of {what}")))
        args += [x.MatchArg(None, None)] * (len(types) - len(args))
        return tuple(args)

    def binds(self, node: n.Name, type_: Type) -> bool:
        """Whether a name in a pattern is new there: neither a constant of the type, nor bound, nor a word like `me`."""
        name = str(node.id)
        if name in ("me", "mover", "opponent", "yes", "no", *NOTHINGS) or name in self.frame.constants:
            return False
        if any(name in scope for scope in self.frame.scopes):
            return False
        wanted = without_nothing(type_)
        if isinstance(wanted, MemberType) and name in self.w.domain_members(wanted.domain):
            return False
        if wanted == PLAYER and name in self.w.absent:
            return False
        if self.is_declared(name):
            return name in self.w.domains
        return True
