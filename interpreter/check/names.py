"""What a bare name means: something bound here, a special word, a declared thing or a member of a domain."""

from __future__ import annotations

from collections.abc import Container, Sequence

from interpreter.check.core import Core
from interpreter.check.findings import did_you_mean, listed, one
from interpreter.check.scope import Frame, ValueInfo
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.types import (
    NOTHING,
    PLAYER,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MemberType,
    NothingType,
    NumberType,
    Type,
    UnknownType,
    maybe,
    without_nothing,
)
from interpreter.syntax import nodes as n

SPECIAL_WORDS = ("me", "mover", "opponent", "yes", "no", "nothing", "nobody", "nowhere")
NOTHINGS = {"nothing", "nobody", "nowhere"}
YES_NO_WORDS = {"yes": True, "no": False}
HOMES = ("kind", "player", "direction")
"""The forms of domains whose members no name may hide."""
WHERE_SPECIAL = {
    "moved": "`moved` is what an action has moved; it is known in rules `after` an action",
    "amount": "`amount` is known in rules about a gain",
    "gainer": "`gainer` is known in rules about a gain",
    "decider": "`decider` is for the `expect` lines of scenarios",
    "over": "`over` is for the `expect` lines of scenarios",
    "winner": "`winner` is for the `expect` lines of scenarios",
    "winners": "`winners` is for the `expect` lines of scenarios",
}


class Names(Core):
    """The checker of names."""

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

    def take(self, name: n.Word, type_: Type, frame: Frame | None = None) -> int:
        """Gives a new name a slot; a finding when it would hide what the name stands for already."""
        frame = frame or self.frame
        hidden = self.meaning_of(str(name), frame)
        if hidden is not None:
            message = f"`{name}` is {hidden} already, which this would hide"
            self.findings.once("RW423", f"hides {name}", message, name.span, "choose another name")
            type_ = UNKNOWN
        return frame.bind(name, type_)

    def meaning_of(self, name: str, frame: Frame) -> str | None:
        """What a name stands for without being bound, in words; None when it is free to be bound."""
        w = self.w
        if any(name in scope for scope in frame.scopes):
            return "a name bound here"
        if name in (*SPECIAL_WORDS, "self") or name in frame.specials:
            return "a word with a meaning of its own"
        kinds: dict[str, Container[str]] = {
            "an option": w.options, "a value": w.values, "a place": w.places, "a table": w.tables, "a set": w.sets
        }  # fmt: skip
        found = next((what for what, names in kinds.items() if name in names), None)
        if found is None and name in w.variables:
            found = f"a {w.variables[name].role}" if w.variables[name].role == "counter" else "kept by the game"
        if found is not None:
            return found
        homes = (info.name for info in w.homes(name) if info.form in HOMES)
        home = "player" if name in w.absent else next(homes, None)
        return None if home is None else one(home)

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
                self.no_special(name, span)
                return self.unknown(span)
        return None

    def no_special(self, name: str, span: Span) -> None:
        """The finding for a special word at a place where it means nothing."""
        pieces = [info.many for info in self.w.domains.values() if info.form == "piece"]
        hint = WHERE_SPECIAL[name]
        if name == "moved" and not pieces:
            hint = "this game has no pieces that could have moved"
        elif name == "moved" and len(pieces) > 1:
            hint = f"with {listed(pieces, last='and')} nobody knows which of them are meant"
        if name != "moved" or pieces or not self.findings.broken:
            self.findings.once("RW245", f"special {name}", f"`{name}` has no meaning here", span, hint)

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
            if wanted == PLAYER and name in self.w.absent:
                return self.absent(name, span)
            info = self.w.domains.get(wanted.domain)
            if info is not None and info.number(name) is not None:
                return self.member(wanted.domain, name, span)
        return None

    def member(self, domain: str, name: str, span: Span) -> x.Expr:
        """A member as a constant."""
        self.w.used_names.add(name)
        return x.Const(MemberType(domain), span, self.w.domains[domain].number(name))

    def absent(self, name: str, span: Span) -> x.Expr:
        """A seat that nobody has taken, as a constant: it is nobody."""
        self.w.used_names.add(name)
        return x.Const(maybe(PLAYER), span, None)

    def is_declared(self, name: str) -> bool:
        """Whether a name stands for a declared value, variable, option, place or set."""
        w = self.w
        return name in w.options or name in w.values or name in w.variables or name in w.places or name in w.sets

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

    def declared(self, name: str, span: Span) -> x.Expr | None:
        """What a declared name stands for by itself."""
        w = self.w
        if not self.is_declared(name):
            return None
        w.used_names.add(name)
        if name in self.findings.broken:
            return self.unknown(span)
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
        if len(keys) == 1 and keys[0].domain == "player":
            return f"say whose: `me.{name}`, or `{name}[p]` for a player p"
        if len(keys) == 1 and keys[0].domain is not None:
            return f"say of which: `{keys[0].domain}.{name}` or `{name}[{keys[0].domain}]`"
        words = ", ".join(key.domain or "number" for key in keys)
        return f"write `{name}[{words}]`"

    def keys_in_words(self, keys: tuple[m.KeyRange, ...]) -> str:
        """Keys for people: `player`, `space and player`."""
        return " and ".join(key.domain or f"number {key.first} to {key.first + key.size - 1}" for key in keys)

    def any_member(self, name: str, span: Span) -> x.Expr:
        """A member of whichever domain has one of that name."""
        homes = [info for info in self.w.homes(name) if not info.name.startswith("line:")]
        if name in self.w.absent:
            homes.insert(0, self.w.domains["player"])
        if len(homes) == 1:
            return self.absent(name, span) if name in self.w.absent else self.member(homes[0].name, name, span)
        if homes:
            self.findings.error(
                "RW217",
                f"`{name}` could be {listed(one(info.name) for info in homes)}",
                span,
                f"say which: {listed(f'`{info.name}.{name}`' for info in homes)}",
            )
            return self.unknown(span)
        self.unknown_name(name, span)
        return self.unknown(span)

    def unknown_name(self, name: str, span: Span) -> None:
        """The finding for a name that nothing declares."""
        w = self.w
        if self.findings.lacking:
            return
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
        self.findings.unknown("RW214", name, f"unknown name `{name}`", span, hint)

    # ---- declared values

    def call_value(self, info: ValueInfo, name: str, args: Sequence[n.Expr], span: Span) -> x.Expr:
        """A call of a declared value."""
        info.used = True
        if name in self.findings.broken:
            return self.unknown(span)
        if len(args) != len(info.params):
            self.wrong_count(f"`{name}`", len(info.params), len(args), span, [str(p) for p in info.names])
            return self.unknown(span)
        checked = tuple(
            self.typed(arg, wanted, f"`{parameter}` of `{name}`", warn=True)
            for arg, wanted, parameter in zip(args, info.params, info.names, strict=True)
        )
        model = self.value_model(info, span)
        if model is None or any(isinstance(arg.type, UnknownType) for arg in checked):
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
            self.prepare("value", name)
        if info.state == "new":
            info.state = "checking"
            frame = Frame(True, "in a value")
            for word, type_ in zip(info.names, info.params, strict=True):
                self.take(word, type_, frame)
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


def is_absent(found: x.Expr) -> bool:
    """Whether an expression names a seat that nobody has taken."""
    return isinstance(found, x.Const) and found.value is None and found.type == maybe(PLAYER)
