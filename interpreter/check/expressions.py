"""Checks expressions: resolves names, finds types, and gives the typed form that executors start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields

from interpreter.check.findings import did_you_mean, listed
from interpreter.check.kinds_of import common, comparable, fits, in_words, plain_words
from interpreter.check.numbers import arithmetic_range
from interpreter.check.scope import Frame, ValueInfo, World
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.types import (
    NOTHING,
    NUMBER,
    PLAYER,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NothingType,
    NumberType,
    StringType,
    Type,
    UnknownType,
    maybe,
    without_nothing,
)
from interpreter.syntax import nodes as n

NOTHINGS = {"nothing", "nobody", "nowhere"}
YES_NO_WORDS = {"yes": True, "no": False}


class Expressions:
    """The checker of expressions. `frame` holds the names in reach of the text at hand."""

    def __init__(self, world: World) -> None:
        self.w = world
        self.findings = world.findings
        self.frame = Frame(False, "nothing")

    @contextmanager
    def in_frame(self, frame: Frame) -> Iterator[Frame]:
        """Checks what is inside with `frame`'s names."""
        before, self.frame = self.frame, frame
        try:
            yield frame
        finally:
            self.frame = before

    # ---- the way in

    def expr(self, node: n.Expr, expected: Type | None = None) -> x.Expr:
        """The typed form of an expression; `expected` helps to tell names apart and turns lists into sets."""
        match node:
            case n.Name():
                found = self.name(node, expected)
            case n.Number():
                found = x.Const(NumberType(node.value, node.value), node.span, node.value)
            case n.Text():
                found = x.Const(StringType(), node.span, str(node.value))
            case n.Call():
                found = self.call(node)
            case n.ListOf():
                found = self.list_of(node, expected)
            case n.Range():
                found = self.range(node)
            case n.Get():
                found = self.get(node)
            case n.Index():
                found = self.index(node)
            case n.Minus():
                found = self.minus(node)
            case n.Arithmetic():
                found = self.arithmetic(node, expected)
            case n.Compare():
                found = self.compare(node)
            case n.Negation():
                found = x.Logic(YES_NO, node.span, "not", self.condition(node.of), None)
            case n.Both():
                found = self.both(node)
            case n.Either():
                found = x.Logic(YES_NO, node.span, "or", self.condition(node.left), self.condition(node.right))
            case n.Conditional():
                found = self.conditional(node, expected)
            case n.Quantifier():
                found = self.quantifier(node)
            case n.Ranked():
                found = self.ranked(node)
            case n.Aggregate():
                found = self.aggregate(node)
            case n.Times() | n.Distinct():
                found = self.event_count(node)
        return self.converted(found, expected)

    def converted(self, found: x.Expr, expected: Type | None) -> x.Expr:
        """A list where a set is expected becomes one."""
        wanted = without_nothing(expected) if expected is not None else None
        given = found.type
        if isinstance(wanted, CollectionType) and wanted.shape == "set" and isinstance(given, CollectionType):
            if given.shape != "set" and given.of is not None:
                return x.CallBuiltin(CollectionType("set", given.of), found.span, "as_set", (found,))
        return found

    def typed(self, node: n.Expr, wanted: Type, what: str, warn: bool = False) -> x.Expr:
        """The expression, which must be of type `wanted`; `what` says in a finding what it stands for."""
        found = self.expr(node, wanted)
        if not fits(found.type, wanted):
            self.findings.error(
                "RW218", f"{what} must be {in_words(wanted)}, but this is {in_words(found.type)}", node.span
            )
            return self.unknown(node.span)
        if warn:
            self.warn_untested(node, found, wanted, what)
        return found

    def number(self, node: n.Expr, what: str) -> x.Expr:
        """The expression, which must be a number."""
        return self.typed(node, NUMBER, what)

    def condition(self, node: n.Expr) -> x.Expr:
        """The expression, which must be yes or no."""
        found = self.expr(node, YES_NO)
        if not fits(found.type, YES_NO) or isinstance(found.type, NothingType):
            hint = "compare it: `… > 0`" if isinstance(without_nothing(found.type), NumberType) else None
            if isinstance(without_nothing(found.type), CollectionType):
                hint = "ask for its size: `….size > 0`"
            elif isinstance(found.type, MaybeType):
                hint = "compare it: `… is not nothing`"
            self.findings.error(
                "RW230", f"a condition is needed here, but this is {in_words(found.type)}", node.span, hint
            )
            return self.unknown(node.span)
        return found

    def collection(self, node: n.Expr, expected: Type | None = None) -> tuple[x.Expr, Type]:
        """The expression, which must be a set, list or pile, and the type of its members."""
        found = self.expr(node, expected)
        given = without_nothing(found.type)
        if isinstance(given, CollectionType) and given.of is not None:
            return found, given.of
        if isinstance(given, UnknownType) or (isinstance(given, CollectionType) and given.of is None):
            return found, UNKNOWN
        hint = None
        if isinstance(given, NumberType):
            hint = "a range of numbers is written `[1 to 6]`"
        elif isinstance(given, MemberType):
            info = self.w.domains.get(given.domain)
            hint = f"all of them are `{info.many}`; this one alone is `[…]`" if info else None
        self.findings.error(
            "RW223",
            f"a set or list is needed here, something with members, but this is {in_words(found.type)}",
            node.span,
            hint,
        )
        return self.unknown(node.span), UNKNOWN

    def unknown(self, span: Span) -> x.Expr:
        """Stands for what has been reported."""
        return x.Const(UNKNOWN, span, None)

    # ---- names

    def name(self, node: n.Name, expected: Type | None) -> x.Expr:
        name, span = str(node.id), node.span
        bound = self.frame.look_up(name)
        if bound is not None:
            return x.Local(bound.type, span, bound.slot, name)
        if name in self.frame.constants:
            return self.frame.constants[name]
        special = self.special(name, span)
        if special is not None:
            return special
        member = self.expected_member(name, span, expected)
        if member is not None:
            return member
        declared = self.declared(name, span)
        if declared is not None:
            return declared
        return self.any_member(name, span)

    def special(self, name: str, span: Span) -> x.Expr | None:
        """The words that mean something by themselves."""
        if name in YES_NO_WORDS:
            return x.Const(YES_NO, span, YES_NO_WORDS[name])
        if name in NOTHINGS:
            return x.Const(NOTHING, span, None)
        if name in self.frame.specials:
            return x.Special(self.frame.specials[name], span, name)
        match name:
            case "me":
                return self.me(span)
            case "mover":
                return x.Special(PLAYER, span, "mover")
            case "opponent":
                if len(self.w.players) != 2:
                    self.findings.error(
                        "RW232",
                        f"`opponent` means the other of two players, but this game has {len(self.w.players)}",
                        span,
                        "name the player: `next_seat(me)`, or one of `players`",
                    )
                    return self.unknown(span)
                return x.CallBuiltin(PLAYER, span, "opponent_of", (self.me(span),))
            case "moved" | "amount" | "gainer" | "decider" | "over" | "winner" | "winners" if not self.is_declared(
                name
            ):
                self.findings.error("RW245", f"`{name}` has no meaning here", span, WHERE_SPECIAL[name])
                return self.unknown(span)
        return None

    def me(self, span: Span) -> x.Expr:
        """The acting player; a finding where nobody acts."""
        if not self.frame.me and not self.frame.asked:
            self.findings.error(
                "RW231",
                f"nobody acts here, so there is no `me` {self.frame.what}",
                span,
                "say who: `ask p: …`, `… for p`, or `mover`, whose turn it is",
            )
            return self.unknown(span)
        if not self.frame.asked:
            self.frame.uses_me = True
        return x.Special(PLAYER, span, "me")

    def expected_member(self, name: str, span: Span, expected: Type | None) -> x.Expr | None:
        """The member of that name of the expected type."""
        wanted = without_nothing(expected) if expected is not None else None
        if isinstance(wanted, MemberType):
            members = self.w.domain_members(wanted.domain)
            if name in members:
                return self.member(wanted.domain, name, span)
        return None

    def member(self, domain: str, name: str, span: Span) -> x.Expr:
        """A member as a constant."""
        self.w.used_names.add(name)
        return x.Const(MemberType(domain), span, self.w.domains[domain].members.index(name))

    def is_declared(self, name: str) -> bool:
        """Whether a name stands for a declared value, variable, option, place or set."""
        w = self.w
        return name in w.options or name in w.values or name in w.variables or name in w.places or name in w.sets

    def declared(self, name: str, span: Span) -> x.Expr | None:
        """What a declared name stands for by itself."""
        w = self.w
        if not self.is_declared(name):
            return None
        w.used_names.add(name)
        if name in w.options:
            option = w.options[name]
            return x.Const(option_type(option), span, option.value)
        if name in w.values:
            return self.call_value(w.values[name], name, (), span)
        if name in w.sets:
            found = w.sets[name]
            return x.Const(found.type, span, found.members)
        if name in w.variables:
            variable = w.variables[name]
            if variable.keys:
                self.findings.error(
                    "RW227",
                    f"`{name}` is kept for each {self.keys_in_words(variable.keys)}",
                    span,
                    self.key_hint(name, variable.keys),
                )
                return self.unknown(span)
            return x.ReadVariable(variable.type, span, name, ())
        if name in w.places:
            place = w.places[name]
            if place.keys:
                self.findings.error(
                    "RW227",
                    f"there is a `{name}` for each {self.keys_in_words(place.keys)}",
                    span,
                    self.key_hint(name, place.keys),
                )
                return self.unknown(span)
            return x.ReadPlace(place_type(place), span, name, ())
        return None

    def key_hint(self, name: str, keys: tuple[m.KeyRange, ...]) -> str:
        """How a keyed variable is written."""
        if len(keys) == 1 and keys[0].domain is not None:
            return f"say whose: `{keys[0].domain}.{name}` or `{name}[{keys[0].domain}]`"
        words = ", ".join(key.domain or "number" for key in keys)
        return f"write `{name}[{words}]`"

    def keys_in_words(self, keys: tuple[m.KeyRange, ...]) -> str:
        """Keys for people: `player`, `space and player`."""
        return " and ".join(key.domain or f"number {key.first} to {key.first + key.size - 1}" for key in keys)

    def any_member(self, name: str, span: Span) -> x.Expr:
        """A member of whichever domain has one of that name."""
        homes = [info for info in self.w.domains.values() if name in info.members and not info.name.startswith("line:")]
        if len(homes) == 1:
            return self.member(homes[0].name, name, span)
        if homes:
            self.findings.error(
                "RW217",
                f"`{name}` could be {listed(f'a {info.name}' for info in homes)}",
                span,
                f"say which: {listed(f'`{info.name}.{name}`' for info in homes)}",
            )
            return self.unknown(span)
        self.unknown_name(name, span)
        return self.unknown(span)

    def unknown_name(self, name: str, span: Span) -> None:
        """The finding for a name that nothing declares."""
        w = self.w
        known = [*self.frame.names(), *self.frame.constants, *w.options, *w.values, *w.variables, *w.places, *w.sets]
        known += ["me", "mover", "opponent", "nothing", "nobody", "nowhere", "players", *self.frame.specials]
        for info in w.domains.values():
            if not info.name.startswith(("line:", "jump")):
                known += info.members
        hint = did_you_mean(name, known)
        if name in w.procedures:
            hint = f"`{name}` is a procedure: call it on a line of its own, `{name}(…)`"
        elif name in w.tables:
            hint = f"`{name}` is a table: write `{name}[key].column`"
        elif name in w.actions:
            hint = f"`{name}` is an action; `perform {name} free` does it"
        elif name in w.domains:
            hint = f"`{name}` is a type; all of them are `{w.domains[name].many}`"
        self.findings.error("RW214", f"unknown name `{name}`", span, hint)

    # ---- calls

    def call(self, node: n.Call) -> x.Expr:
        from interpreter.check.builtins import BUILTINS

        name = str(node.name)
        if name in self.w.values:
            return self.call_value(self.w.values[name], name, node.args, node.span)
        if name in BUILTINS:
            return BUILTINS[name].check(self, node)
        if name in self.w.procedures:
            self.findings.error(
                "RW221",
                f"`{name}` is a procedure, and an expression cannot call one: it may change the game",
                node.name.span,
                f"call it before: `let result be {name}(…)`",
            )
        elif name in self.w.events:
            self.findings.error(
                "RW221", f"`{name}` is an event, not a value", node.name.span, "count it: `times … this turn`"
            )
        else:
            known = [*self.w.values, *BUILTINS, *self.w.procedures]
            self.findings.error("RW220", f"there is no value `{name}`", node.name.span, did_you_mean(name, known))
        for arg in node.args:
            self.expr(arg)
        return self.unknown(node.span)

    def call_value(self, info: ValueInfo, name: str, args: Sequence[n.Expr], span: Span) -> x.Expr:
        """A call of a declared value."""
        info.used = True
        if len(args) != len(info.params):
            self.wrong_count(f"`{name}`", len(info.params), len(args), span, [str(p) for p in info.names])
            return self.unknown(span)
        checked = tuple(
            self.typed(arg, wanted, f"the {parameter} of `{name}`", warn=True)
            for arg, wanted, parameter in zip(args, info.params, info.names, strict=True)
        )
        model = self.value_model(info, span)
        if model is None:
            return self.unknown(span)
        if info.uses_me:
            self.use_me(f"`{name}` speaks of `me`", span)
        return x.CallValue(model.type, span, name, checked)

    def use_me(self, why: str, span: Span) -> None:
        """Notes that the text needs an acting player because something it calls does."""
        if self.frame.me or self.frame.asked:
            if not self.frame.asked:
                self.frame.uses_me = True
            return
        self.findings.error(
            "RW231",
            f"{why}, but nobody acts {self.frame.what}",
            span,
            "say who: `ask p: …`, or give the value the player as a parameter",
        )

    def value_model(self, info: ValueInfo, span: Span) -> m.ValueModel | None:
        """The checked value, checked now if it has not been."""
        name = str(info.node.name)
        if info.state == "checking":
            self.findings.error(
                "RW248",
                f"`{name}` is defined by itself",
                info.node.name.span,
                "a value cannot call itself, nor by way of others",
            )
            info.state = "bad"
        if info.state == "new":
            info.state = "checking"
            frame = Frame(True, "in a value")
            for word, type_ in zip(info.names, info.params, strict=True):
                frame.bind(word, type_, param=True)
            with self.in_frame(frame):
                body = self.expr(info.node.body)
            info.uses_me = frame.uses_me
            if info.state == "checking":
                if isinstance(body.type, NothingType):
                    self.findings.error("RW218", f"`{name}` is always nothing", info.node.body.span)
                info.state = "done"
                info.model = m.ValueModel(name, info.params, body.type, frame.slots, body, info.node.name.span)
                if isinstance(body.type, UnknownType):
                    info.state = "bad"
        return info.model if info.state == "done" else None

    def wrong_count(self, what: str, wanted: int, given: int, span: Span, names: Sequence[str]) -> None:
        """The finding for too many or too few arguments."""
        needs = f"{what} takes {'nothing' if wanted == 0 else listed(names) if wanted == 1 else ', '.join(names)}"
        self.findings.error("RW219", f"{needs}, so {wanted} in brackets; here are {given}", span)

    # ---- fields and keys

    def get(self, node: n.Get) -> x.Expr:
        field = str(node.field)
        if isinstance(node.of, n.Name) and self.frame.look_up(node.of.id) is None:
            domain = self.w.domains.get(node.of.id)
            if domain is not None and field in domain.members and not self.is_declared(node.of.id):
                return self.member(domain.name, field, node.span)
        if isinstance(node.of, n.Index) and isinstance(node.of.of, n.Name) and str(node.of.of.id) in self.w.tables:
            return self.table_cell(node, node.of)
        of = self.owner_of(node) or self.expr(node.of)
        given = without_nothing(of.type)
        if isinstance(given, UnknownType):
            return self.unknown(node.span)
        if isinstance(given, CollectionType) and field == "size":
            return x.CallBuiltin(NumberType(0, given.size), node.span, "size", (of,))
        if isinstance(given, MemberType):
            return self.field(node, of, given)
        hint = (
            "a set has the field `size`; a field of its members needs one member"
            if isinstance(given, CollectionType)
            else None
        )
        self.findings.error("RW216", f"{in_words(given)} has no field `{field}`", node.field.span, hint)
        return self.unknown(node.span)

    def owner_of(self, node: n.Get) -> x.Expr | None:
        """The member before a point when several domains have one of that name and one of them has the field."""
        if not isinstance(node.of, n.Name) or self.self_typed(node.of):
            return None
        name, field = str(node.of.id), str(node.field)
        homes = [info for info in self.w.domains.values() if name in info.members]
        fitting = [info for info in homes if field in info.fields or field in info.owned]
        return self.member(fitting[0].name, name, node.of.span) if len(homes) > 1 and len(fitting) == 1 else None

    def field(self, node: n.Get, of: x.Expr, given: MemberType) -> x.Expr:
        """A field of a member."""
        field, info = str(node.field), self.w.domains[given.domain]
        self.w.read_fields.add((info.name, field))
        if field in info.fields:
            return x.ReadField(self.through(of, info.fields[field].type), node.span, info.name, field, of)
        if field in info.owned:
            self.w.used_names.add(info.owned[field])
            variable = self.w.variables[info.owned[field]]
            return x.ReadVariable(self.through(of, variable.type), node.span, variable.name, (of,))
        place = self.w.places.get(field)
        if place is not None and [key.domain for key in place.keys] == [info.name]:
            self.w.used_names.add(field)
            return x.ReadPlace(place_type(place), node.span, field, (of,))
        known = [
            *info.fields,
            *info.owned,
            *(p.name for p in self.w.places.values() if [k.domain for k in p.keys] == [info.name]),
        ]
        known = [name for name in known if "@" not in name]
        hint = did_you_mean(field, known) or (f"a {info.name} has {listed(known)}" if known else None)
        self.findings.error("RW216", f"a {info.name} has no field `{field}`", node.field.span, hint)
        return self.unknown(node.span)

    def through(self, of: x.Expr, type_: Type) -> Type:
        """The type of a field of something that may be nothing."""
        if isinstance(of.type, MaybeType) and isinstance(type_, (MemberType, StringType)):
            return MaybeType(type_)
        return type_

    def table_cell(self, node: n.Get, index: n.Index) -> x.Expr:
        """`table[key].column`."""
        assert isinstance(index.of, n.Name)
        table = self.w.tables[str(index.of.id)]
        self.w.used_names.add(table.name)
        if len(index.keys) != 1:
            self.wrong_count(f"the table `{table.name}`", 1, len(index.keys), index.span, [table.by])
            return self.unknown(node.span)
        key = self.typed(index.keys[0], MemberType(table.by), f"the key of `{table.name}`")
        column = table.columns.get(str(node.field))
        if column is None:
            self.findings.error(
                "RW216",
                f"the table `{table.name}` has no column `{node.field}`",
                node.field.span,
                did_you_mean(node.field, table.columns) or f"its columns are {listed(table.columns)}",
            )
            return self.unknown(node.span)
        return x.ReadTable(self.through(key, column.type), node.span, table.name, column.name, key)

    def index(self, node: n.Index) -> x.Expr:
        if isinstance(node.of, n.Name) and self.frame.look_up(node.of.id) is None:
            name = str(node.of.id)
            if name in self.w.variables and self.w.variables[name].keys:
                self.w.used_names.add(name)
                variable = self.w.variables[name]
                return x.ReadVariable(
                    variable.type, node.span, name, self.keys(node.keys, variable.keys, name, node.span)
                )
            if name in self.w.places and self.w.places[name].keys:
                self.w.used_names.add(name)
                place = self.w.places[name]
                return x.ReadPlace(
                    place_type(place), node.span, name, self.keys(node.keys, place.keys, name, node.span)
                )
            if name in self.w.tables:
                self.findings.error(
                    "RW243",
                    f"`{name}` is a table: name one of its columns too",
                    node.span,
                    f"`{name}[…].{next(iter(self.w.tables[name].columns), 'column')}`",
                )
                return self.unknown(node.span)
            domain = next((d for d in self.w.domains.values() if d.many == name and d.form == "row"), None)
            if domain is not None and len(node.keys) == 1:
                number = self.number(node.keys[0], f"the number of a {domain.name}")
                return x.CallBuiltin(MemberType(domain.name), node.span, "pick_index", (number,), domain.name)
        of = self.expr(node.of)
        for key in node.keys:
            given = without_nothing(of.type)
            if isinstance(given, UnknownType):
                return self.unknown(node.span)
            if not isinstance(given, CollectionType) or given.shape == "set" or given.of is None:
                hint = (
                    "a set has no order; take `first x in …`, or `rank` it"
                    if isinstance(given, CollectionType)
                    else None
                )
                self.findings.error("RW243", f"{in_words(of.type)} cannot be indexed", node.span, hint)
                return self.unknown(node.span)
            of = x.CallBuiltin(given.of, node.span, "item", (of, self.number(key, "the place in a list")))
        return of

    def keys(
        self, nodes: Sequence[n.Expr], ranges: tuple[m.KeyRange, ...], name: str, span: Span
    ) -> tuple[x.Expr, ...]:
        """The keys of a variable or place."""
        if len(nodes) != len(ranges):
            self.wrong_count(f"`{name}`", len(ranges), len(nodes), span, [r.domain or "number" for r in ranges])
            return tuple(self.unknown(span) for _ in ranges)
        return tuple(
            self.number(node, f"the key of `{name}`")
            if wanted.domain is None
            else self.typed(node, MemberType(wanted.domain), f"the key of `{name}`")
            for node, wanted in zip(nodes, ranges, strict=True)
        )

    # ---- lists, numbers, conditions

    def list_of(self, node: n.ListOf, expected: Type | None) -> x.Expr:
        wanted = without_nothing(expected) if expected is not None else None
        shape = wanted.shape if isinstance(wanted, CollectionType) else "list"
        of: Type | None = wanted.of if isinstance(wanted, CollectionType) else None
        items: list[x.Expr] = []
        met: Type | None = None
        for item in sorted(node.items, key=lambda i: not self.self_typed(i)) if of is None else node.items:
            found = self.expr(item, of)
            of = of or without_nothing(found.type)
            joined = found.type if met is None else common(met, found.type)
            if joined is None:
                self.findings.error(
                    "RW249", f"a list of {plain_words(met or NOTHING)} holds {in_words(found.type)}", item.span
                )
                return self.unknown(node.span)
            met = joined
            items.append(found)
        if of is not None and len(items) == len(node.items) and not isinstance(wanted, CollectionType):
            items = [self.expr(item, of) for item in node.items]
        type_ = CollectionType(
            "set" if shape == "set" else "list", without_nothing(met) if met is not None else None, len(items)
        )
        if all(isinstance(item, x.Const) for item in items) and not isinstance(met, (UnknownType, MaybeType)):
            values = tuple(item.value for item in items if isinstance(item, x.Const))
            if shape == "set":
                values = tuple(sorted(set(values), key=lambda v: v if isinstance(v, int) else 0))
            return x.Const(type_, node.span, values)
        return x.MakeList(type_, node.span, tuple(items))

    def range(self, node: n.Range) -> x.Expr:
        low, high = self.number(node.low, "the start of a range"), self.number(node.high, "the end of a range")
        first = without_nothing(low.type)
        last = without_nothing(high.type)
        of = NumberType(
            first.low if isinstance(first, NumberType) else None, last.high if isinstance(last, NumberType) else None
        )
        if (
            isinstance(low, x.Const)
            and isinstance(high, x.Const)
            and isinstance(low.value, int)
            and isinstance(high.value, int)
        ):
            if high.value - low.value > 10_000:
                self.findings.error(
                    "RW420", "this range is too long to choose or count from", node.span, "at most 10,000 numbers"
                )
                return self.unknown(node.span)
            numbers = tuple(range(low.value, high.value + 1))
            return x.Const(CollectionType("list", of, len(numbers)), node.span, numbers)
        return x.MakeRange(CollectionType("list", of), node.span, low, high)

    def minus(self, node: n.Minus) -> x.Expr:
        of = self.number(node.of, "what follows `-`")
        if isinstance(of, x.Const) and isinstance(of.value, int):
            return x.Const(NumberType(-of.value, -of.value), node.span, -of.value)
        zero = x.Const(NumberType(0, 0), node.span, 0)
        return x.Arithmetic(NUMBER, node.span, "-", zero, of)

    def arithmetic(self, node: n.Arithmetic, expected: Type | None) -> x.Expr:
        wanted = expected if isinstance(without_nothing(expected) if expected else None, CollectionType) else None
        left = self.expr(node.left, wanted)
        given = without_nothing(left.type)
        if isinstance(given, CollectionType) and node.op in ("+", "-"):
            right, of = self.collection(node.right, given)
            if not fits(right.type, given):
                self.findings.error(
                    "RW218",
                    f"these hold different things: {plain_words(given)} and {plain_words(right.type)}",
                    node.span,
                )
                return self.unknown(node.span)
            joined = CollectionType(given.shape if given.shape == "set" else "list", given.of or of)
            return x.JoinSets(joined, node.span, str(node.op), left, right)
        if not fits(left.type, NUMBER):
            self.findings.error(
                "RW218", f"`{node.op}` needs numbers, but this is {in_words(left.type)}", node.left.span
            )
            return self.unknown(node.span)
        right = self.number(node.right, f"the right side of `{node.op}`")
        return x.Arithmetic(arithmetic_range(str(node.op), left.type, right.type), node.span, str(node.op), left, right)

    def both(self, node: n.Both) -> x.Expr:
        left = self.condition(node.left)
        self.note_tested(node.left)
        return x.Logic(YES_NO, node.span, "and", left, self.condition(node.right))

    def compare(self, node: n.Compare) -> x.Expr:
        if node.op in ("<", "<=", ">", ">="):
            left = self.number(node.left, f"the left side of `{node.op}`")
            right = self.number(node.right, f"the right side of `{node.op}`")
            return x.Compare(YES_NO, node.span, node.op, left, right)
        if node.op in ("is", "is not"):
            left, right = self.pair(node.left, node.right)
            if not comparable(left.type, right.type):
                self.findings.error(
                    "RW225",
                    f"{in_words(left.type)} is never {in_words(right.type)}",
                    node.span,
                    self.number_hint(left.type, right.type),
                )
                return self.unknown(node.span)
            return x.Compare(YES_NO, node.span, node.op.replace(" ", "_"), left, right)
        if node.op == "within":
            left, of = self.collection(node.left)
            right, other = self.collection(node.right, left.type)
        else:
            left, right, of, other = self.member_of(node)
        if not comparable(of, other):
            self.findings.error("RW225", f"{in_words(of)} is never among {plain_words(right.type)}", node.span)
            return self.unknown(node.span)
        return x.Compare(YES_NO, node.span, node.op.replace(" ", "_"), left, right)

    def number_hint(self, left: Type, right: Type) -> str | None:
        """A hint where somebody compared a set with a number."""
        if isinstance(left, CollectionType) and isinstance(right, NumberType):
            return "compare its size: `….size is …`"
        return None

    def member_of(self, node: n.Compare) -> tuple[x.Expr, x.Expr, Type, Type]:
        """Both sides of `in`, their member types."""
        if self.self_typed(node.left) or isinstance(node.right, n.ListOf):
            left = self.expr(node.left)
            right, other = self.collection(node.right, CollectionType("set", without_nothing(left.type)))
        else:
            right, other = self.collection(node.right)
            left = self.expr(node.left, other)
        return left, right, without_nothing(left.type), other

    def pair(self, left: n.Expr, right: n.Expr) -> tuple[x.Expr, x.Expr]:
        """Two expressions of one type, where either may tell what a bare name on the other side means."""
        if self.self_typed(left) or not self.self_typed(right):
            first = self.expr(left)
            return first, self.expr(right, first.type)
        second = self.expr(right)
        return self.expr(left, second.type), second

    def self_typed(self, node: n.Expr) -> bool:
        """Whether an expression has a type whatever is expected."""
        if isinstance(node, n.Name):
            name = str(node.id)
            if name in NOTHINGS:
                return False
            return (
                any(name in scope for scope in self.frame.scopes)
                or name in self.frame.constants
                or name in self.frame.specials
                or name in ("me", "mover", "opponent", "yes", "no")
                or self.is_declared(name)
            )
        if isinstance(node, n.ListOf):
            return bool(node.items) and any(self.self_typed(item) for item in node.items)
        if isinstance(node, n.Conditional):
            return self.self_typed(node.then) or self.self_typed(node.other)
        return True

    def conditional(self, node: n.Conditional, expected: Type | None) -> x.Expr:
        condition = self.condition(node.condition)
        tested = len(self.frame.tested)
        self.note_tested(node.condition)
        if expected is not None:
            then, other = self.expr(node.then, expected), self.expr(node.other, expected)
        else:
            then, other = self.pair(node.then, node.other)
        del self.frame.tested[tested:]
        type_ = common(then.type, other.type)
        if type_ is None:
            self.findings.error(
                "RW218",
                f"both results must be of one kind, but one is {in_words(then.type)}, the other {in_words(other.type)}",
                node.span,
            )
            return self.unknown(node.span)
        return x.Conditional(type_, node.span, then, condition, other)

    # ---- over members

    @contextmanager
    def member_bound(
        self, name: n.Word, source: n.Expr, condition: n.Expr | None
    ) -> Iterator[tuple[int, x.Expr, Type, x.Expr | None]]:
        """A name bound to each member of a source in turn, with its condition."""
        checked, of = self.collection(source)
        with self.frame.scope():
            slot = self.frame.bind(name, of)
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
            self.findings.error(
                "RW239",
                f"there is no event `{node.event.name}`",
                node.event.name.span,
                did_you_mean(node.event.name, self.w.events),
            )
            return self.unknown(node.span)
        scope = str(node.scope)
        if scope not in ("effect", "turn"):
            self.findings.error(
                "RW233", f"events are counted `this effect` or `this turn`, not `this {scope}`", node.scope.span
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
        kind = "distinct" if isinstance(node, n.Distinct) else "times"
        return x.EventCount(
            counted, node.span, kind, event.name, args, "effect" if scope == "effect" else "turn", where, wanted
        )

    def match_args(
        self, nodes: Sequence[n.Expr], types: Sequence[Type], names: Sequence[str], what: str, span: Span
    ) -> tuple[x.MatchArg, ...]:
        """The arguments of a pattern: a new name binds, everything else is compared; the last ones may be left out."""
        if len(nodes) > len(types):
            self.wrong_count(what, len(types), len(nodes), span, list(names))
            return tuple(x.MatchArg(None, None) for _ in types)
        args = []
        for node, type_, name in zip(nodes, types, names, strict=False):
            if isinstance(node, n.Name) and self.binds(node, type_):
                args.append(x.MatchArg(self.frame.bind(node.id, type_, param=True), None))
            else:
                args.append(x.MatchArg(None, self.typed(node, maybe(type_), f"the {name} of {what}")))
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
        if self.is_declared(name):
            return name in self.w.domains
        return True

    # ---- what has been tested for nothing

    def note_tested(self, condition: n.Expr) -> None:
        """Everything that a condition speaks of counts as tested in what follows it."""
        self.frame.tested += list(parts_of(condition))

    def warn_untested(self, node: n.Expr, found: x.Expr, wanted: Type, what: str) -> None:
        """Warns where something that may be nothing goes untested to a place declared without it."""
        given = found.type
        if not isinstance(given, MaybeType) or isinstance(wanted, MaybeType) or not isinstance(given.of, MemberType):
            return
        if isinstance(node, n.Get) and isinstance(found, x.ReadVariable) or node in self.frame.tested:
            return
        self.findings.warning(
            "RW411",
            f"{what} is {in_words(wanted)}, but this may be nothing and has not been tested",
            node.span,
            "test it before: `… is not nothing`",
        )


WHERE_SPECIAL = {
    "moved": "`moved` is what an action has moved; it is known in rules `after` an action",
    "amount": "`amount` is known in rules about a gain",
    "gainer": "`gainer` is known in rules about a gain",
    "decider": "`decider` is for the `expect` lines of scenarios",
    "over": "`over` is for the `expect` lines of scenarios",
    "winner": "`winner` is for the `expect` lines of scenarios",
    "winners": "`winners` is for the `expect` lines of scenarios",
}


def option_type(option: m.OptionModel) -> Type:
    """The type of an option's value: a number known by now."""
    if isinstance(option.type, NumberType):
        return NumberType(int(option.value), int(option.value))
    return option.type


def place_type(place: m.Place) -> CollectionType:
    """What reading a place gives."""
    shape = {"pile": "pile", "row": "list", "set": "set"}[place.shape]
    of = MemberType(place.domain)
    return CollectionType("pile" if shape == "pile" else "list" if shape == "list" else "set", of, place.size)


def parts_of(node: n.Node) -> Iterator[n.Node]:
    """A piece of the syntax tree and everything in it."""
    yield node
    for item in fields(node):
        part = getattr(node, item.name)
        for child in part if isinstance(part, tuple) else (part,):
            if isinstance(child, n.Node):
                yield from parts_of(child)
