"""Conditions and their values in words: which parts hold, and what the others look at instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from interpreter.game.look import Look
from interpreter.game.sources import Quotes
from interpreter.layout import Value
from interpreter.model import expressions as x
from interpreter.model.types import CollectionType, MemberType, NumberType, Type, YesNoType, without_nothing

MOST = 12
"""How many members of a set are listed."""

DEEPEST = 4
"""How many values inside one another are opened up."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition: as it is written, whether it holds, and what it looked at."""

    text: str
    holds: bool
    detail: str = ""

    def line(self) -> str:
        """The part on one line."""
        return f"{self.text}   {'yes' if self.holds else 'no'}" + (f"   {self.detail}" if self.detail else "")


class Wording:
    """Tells what conditions come to in one look at a state."""

    def __init__(self, look: Look, quotes: Quotes) -> None:
        self.look = look
        self.quotes = quotes
        self.model = look.engine.model

    def parts(self, condition: x.Expr, frame: Sequence[Value]) -> list[Part]:
        """The parts of a condition that `and` joins, in order, each by itself."""
        if isinstance(condition, x.Logic) and condition.op == "and" and condition.right is not None:
            return [*self.parts(condition.left, frame), *self.parts(condition.right, frame)]
        holds = bool(self.look.value(condition, frame))
        return [Part(self.text(condition), holds, self.detail(condition, frame))]

    def text(self, expr: x.Expr) -> str:
        """An expression as it is written."""
        return self.quotes.text(expr.span) or "the condition"

    def named(self, type_: Type, value: Value) -> str:
        """A value for people: members by name, with the space of a piece that stands on one."""
        if value is None:
            return "nothing"
        kept = without_nothing(type_)
        match kept:
            case CollectionType():
                if not value:
                    return "none"
                of = kept.of or NumberType()
                names = [self.named(of, member) for member in value[:MOST]]
                return ", ".join(names) + (f" and {len(value) - MOST} more" if len(value) > MOST else "")
            case MemberType(domain):
                name = self.model.domains[domain].members[value]
                pieces = self.look.engine.layout.pieces.get(domain)
                space = None if pieces is None else pieces.space(self.look.vector, value)
                return name if space is None else f"{name} on {self.model.spaces.names[space]}"
            case YesNoType():
                return "yes" if value else "no"
        return str(value)

    def valued(self, expr: x.Expr, frame: Sequence[Value]) -> str:
        """`text is value`; an empty text for what is written as its value anyway."""
        if isinstance(expr, x.Const):
            return ""
        value = self.look.value(expr, frame)
        return f"{self.text(expr)} is {self.named(expr.type, value)}"

    # ---- what a condition has looked at

    def detail(self, expr: x.Expr, frame: Sequence[Value], depth: int = 0) -> str:
        """What a condition has looked at, as far as it says more than yes or no."""
        match expr:
            case x.Logic(op="not"):
                return self.detail(expr.left, frame, depth)
            case x.Logic():
                sides = [side for side in (expr.left, expr.right) if side is not None]
                return _joined(self.detail(side, frame, depth) for side in sides)
            case x.Compare():
                return self.compared(expr, frame)
            case x.Quantifier():
                return self.quantified(expr, frame, depth)
            case x.CallValue():
                return self.called(expr, frame, depth)
        if isinstance(without_nothing(expr.type), YesNoType):
            return ""
        return self.valued(expr, frame)

    def compared(self, expr: x.Compare, frame: Sequence[Value]) -> str:
        """Both sides of a comparison; of two sets what the second lacks."""
        if expr.op == "within":
            left, right = self.look.value(expr.left, frame) or (), self.look.value(expr.right, frame) or ()
            lacking = tuple(member for member in left if member not in right)
            if not lacking:
                return ""
            return f"not among {self.text(expr.right)}: {self.named(expr.left.type, lacking)}"
        return _joined(self.valued(side, frame) for side in (expr.left, expr.right))

    def quantified(self, expr: x.Quantifier, frame: Sequence[Value], depth: int) -> str:
        """The members that decide about `any`, `all` and `none`; the value of the others."""
        if expr.kind not in ("any", "all", "none") or expr.condition is None:
            return self.valued(expr, frame)
        members = self.look.value(expr.source, frame) or ()
        of = expr.source.type.of if isinstance(expr.source.type, CollectionType) else None
        condition = self.text(expr.condition)
        wanted = expr.kind != "all"
        for member in members:
            inner = extended(frame, expr.slot, member)
            if bool(self.look.value(expr.condition, inner)) == wanted:
                name = self.named(of or NumberType(), member)
                return f"{name}: {condition}" if wanted else f"not for {name}: {condition}"
        if not members:
            return f"{self.text(expr.source)} is empty"
        return f"none of {len(members)}: {condition}" if wanted else ""

    def called(self, expr: x.CallValue, frame: Sequence[Value], depth: int) -> str:
        """What a declared value has looked at; only its result where something changes the value."""
        value = self.model.values[expr.value]
        args = [self.look.value(arg, frame) for arg in expr.args]
        inner = [*args, *[None] * (value.slots - len(args))]
        result = self.look.value(expr, frame)
        told = _joined(self.valued(arg, frame) for arg in expr.args if not isinstance(arg, x.Local))
        own = "" if isinstance(without_nothing(expr.type), YesNoType) else self.valued(expr, frame)
        if depth >= DEEPEST or self.look.value(value.body, inner) != result:
            return _joined([told, own])
        return _joined([told, own or self.detail(value.body, inner, depth + 1)])

    # ---- why something is not in a collection

    def absent(
        self, expr: x.Expr, frame: Sequence[Value], fits: Callable[[Value], bool], word: str, depth: int = 0
    ) -> list[Part]:
        """Why no member that `fits` is in a collection: the condition that keeps it out, or what there is instead."""
        match expr:
            case x.CallValue() if depth < DEEPEST:
                value = self.model.values[expr.value]
                args = [self.look.value(arg, frame) for arg in expr.args]
                inner = [*args, *[None] * (value.slots - len(args))]
                if self.look.value(value.body, inner) == self.look.value(expr, frame):
                    return self.absent(value.body, inner, fits, word, depth + 1)
            case x.Conditional():
                chosen = expr.then if self.look.value(expr.condition, frame) else expr.other
                if not self.look.value(chosen, frame) and isinstance(chosen, x.Const):
                    return self.parts(expr.condition, frame)
                return self.absent(chosen, frame, fits, word, depth)
            case x.Quantifier(condition=x_condition) if x_condition is not None:
                near = [member for member in self.look.value(expr.source, frame) or () if fits(member)]
                if near:
                    return self.parts(x_condition, extended(frame, expr.slot, near[0]))
                return self.absent(expr.source, frame, fits, word, depth)
        shown = self.named(expr.type, self.look.value(expr, frame))
        return [Part(f"{word} in {self.text(expr)}", False, f"{self.text(expr)}: {shown}")]


def extended(frame: Sequence[Value], slot: int, value: Value) -> list[Value]:
    """A frame with one more name."""
    longer = [*frame, *[None] * (slot + 1 - len(frame))]
    longer[slot] = value
    return longer


def _joined(texts: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(text for text in texts if text))
