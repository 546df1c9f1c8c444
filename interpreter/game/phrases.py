"""Expressions and event patterns in plain words, made from their syntax trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.syntax import nodes as n

COMPARISONS = {
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
    "is": "is",
    "is not": "is not",
    "in": "is one of",
    "not in": "is none of",
    "within": "lies within",
}
BRACES = re.compile(r"\{(\w+)\}")
OPERATORS = {"*": "×"}
QUANTIFIERS = {"any": "for one of", "all": "for all of", "none": "for none of"}
SELECTIONS = {
    "count": "the number of",
    "first": "the first of",
    "last": "the last of",
    "leading": "the first stretch of",
    "those": "",
}
AGGREGATES = {"sum": "the total", "highest": "the highest", "lowest": "the lowest", "union": "all together"}
WORDS = {
    "me": "you",
    "mover": "the player whose turn it is",
    "nobody": "nobody",
    "nothing": "nothing",
    "nowhere": "nowhere",
}


@dataclass(frozen=True, slots=True)
class Told:
    """What a value or procedure says of itself: a text with its parameters in braces."""

    params: tuple[str, ...]
    text: str


def plain(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")


def where(text: str) -> str:
    """A condition after what it is about; empty when there is none."""
    return f" where {text}" if text else ""


def is_me(expr: n.Expr) -> bool:
    """Whether an expression is just `me`."""
    return isinstance(expr, n.Name) and expr.id == "me"


@dataclass
class Phrases:
    """Puts expressions into words.

    `own` is the type of the row that speaks, `members` are all names of things, `told` what values say of themselves.
    """

    members: Container[str]
    own: str
    told: Mapping[str, Told] = field(default_factory=dict)
    pronouns: list[str] = field(default_factory=list)

    # ---- expressions

    def words(self, expr: n.Expr) -> str:
        """An expression as a noun or a clause."""
        match expr:
            case n.Name(id=id_):
                return self.name(str(id_))
            case n.Number(value=value):
                return str(value)
            case n.Text(value=value):
                return f'"{value}"'
            case n.Call(name=name, args=args):
                return self.value(str(name), args)
            case n.Index(of=of, keys=keys):
                return self.phrase(self.words(of), keys)
            case n.Get(of=of, field=name):
                return self.owned(of, plain(name))
            case n.ListOf(items=items):
                return self.listed(items, "and")
            case n.Range(low=low, high=high):
                return f"{self.words(low)} to {self.words(high)}"
            case n.Minus(of=of):
                return f"minus {self.inner(of)}"
            case n.Arithmetic(left=left, op=op, right=right):
                return f"{self.inner(left)} {OPERATORS.get(op, op)} {self.inner(right)}"
            case n.Compare():
                return self.compared(expr)
            case n.Negation(of=of):
                return f"not {self.inner(of)}"
            case n.Both(left=left, right=right):
                return f"{self.inner(left, n.Either)} and {self.inner(right, n.Either)}"
            case n.Either(left=left, right=right):
                return f"{self.words(left)} or {self.words(right)}"
            case n.Conditional(then=then, condition=condition, other=other):
                return f"{self.inner(then)} if {self.words(condition)}, otherwise {self.words(other)}"
            case _:
                return self.chosen(expr)

    def chosen(self, expr: n.Quantifier | n.Ranked | n.Aggregate | n.Times | n.Distinct) -> str:
        """An expression that goes through a collection or counts events."""
        match expr:
            case n.Quantifier(kind=kind, name=name, source=source, condition=condition):
                told = self.under(name, condition)
                if str(kind) in QUANTIFIERS:
                    return f"{QUANTIFIERS[str(kind)]} {self.words(source)}" + (f", {told}" if told else "")
                return f"{SELECTIONS[str(kind)]} {self.words(source)}{where(told)}".lstrip()
            case n.Ranked(kind=kind, name=name, source=source, condition=condition, sorts=sorts):
                head = "the best of" if kind == "best" else "in order"
                by = ", then ".join(f"{self.under(name, sort.key)} {sort.order}" for sort in sorts)
                return f"{head} {self.words(source)}{where(self.under(name, condition))} by {by}"
            case n.Aggregate(kind=kind, value=value, name=name, source=source, condition=condition):
                told = where(self.under(name, condition))
                return f"{AGGREGATES[kind]} of {self.under(name, value)} for {self.words(source)}{told}"
            case n.Times(event=event, scope=scope, condition=condition):
                return f"the times {self.pattern(n.Pattern(event.span, event, condition))} in this {scope}"
            case n.Distinct(name=name, event=event, scope=scope, condition=condition):
                pattern = self.pattern(n.Pattern(event.span, event, condition))
                return f"the different {plain(name)} where {pattern} in this {scope}"

    def inner(self, expr: n.Expr, *only: type[n.Expr]) -> str:
        """An operand, in brackets where its words would run into those around it."""
        loose = only or (n.Arithmetic, n.Compare, n.Both, n.Either, n.Conditional, n.Quantifier, n.Aggregate)
        return f"({self.words(expr)})" if isinstance(expr, loose) else self.words(expr)

    def name(self, name: str) -> str:
        """A bare name."""
        if name == "self":
            return f"this {plain(self.own)}"
        if self.pronouns and self.pronouns[0] == name:
            return "it"
        if name in self.told and not self.told[name].params:
            return self.told[name].text
        return WORDS.get(name, plain(name))

    def value(self, name: str, args: Sequence[n.Expr]) -> str:
        """A value asked about something, in the words that it gives itself if it does."""
        told = self.told.get(name)
        if told is None:
            return self.phrase(plain(name), args)
        unsaid = [arg for param, arg in zip(told.params, args, strict=False) if f"{{{param}}}" not in told.text]
        return f"{'your ' if any(map(is_me, unsaid)) else ''}{self.filled(told, args, self.operand)}"

    def filled(self, told: Told, args: Sequence[n.Expr], say: Callable[[n.Expr], str]) -> str:
        """The text of a value or procedure with what its parameters are here."""
        given = dict(zip(told.params, map(say, args), strict=False))
        return BRACES.sub(lambda brace: given.get(brace[1], ""), told.text)

    def operand(self, expr: n.Expr) -> str:
        """An expression inside a phrase."""
        return self.inner(expr, n.Conditional)

    def owned(self, of: n.Expr, what: str) -> str:
        """A field of something."""
        if what == "size":
            return f"the number of {self.words(of)}"
        owner = self.words(of)
        return f"{ {'you': 'your', 'it': 'its'}.get(owner, f'{owner}’s') } {what}".strip()

    def phrase(self, name: str, args: Sequence[n.Expr]) -> str:
        """A value, procedure or keyed thing with what it is asked about; what is `me`'s is "your"."""
        others = [arg for arg in args if not is_me(arg)]
        head = f"your {name}" if len(others) < len(args) else name
        return f"{head} {', '.join(map(self.operand, others))}".rstrip()

    def listed(self, items: Sequence[n.Expr], joining: str) -> str:
        """Things one after the other: `a, b and c`."""
        texts = [self.words(item) for item in items]
        return f" {joining} ".join(filter(None, (", ".join(texts[:-1]), texts[-1]))) if texts else "nothing"

    def compared(self, expr: n.Compare) -> str:
        """A comparison; whole numbers beyond a bound are said with the nearest one within."""
        left, op, right = self.inner(expr.left), str(expr.op), expr.right
        if isinstance(right, n.Number) and op in ("<", ">"):
            return f"{left} is at least {right.value + 1}" if op == ">" else f"{left} is at most {right.value - 1}"
        if isinstance(right, n.ListOf) and op in ("in", "not in"):
            return f"{left} is {'' if op == 'in' else 'not '}{self.listed(right.items, 'or')}"
        return f"{left} {COMPARISONS[op]} {self.inner(right)}"

    def under(self, name: n.Word, expr: n.Expr | None) -> str:
        """What is said of each member of a collection, "it" for the outermost one; empty when nothing is."""
        if expr is None:
            return ""
        self.pronouns.append(str(name))
        try:
            return self.words(expr)
        finally:
            self.pronouns.pop()

    def pattern(self, pattern: n.Pattern) -> str:
        """What happens: who first when it is you, things not yet known with `a`."""
        args = [self.matched(arg) for arg in pattern.call.args if not is_me(arg)]
        head = "you " if len(args) < len(pattern.call.args) else ""
        told = "" if pattern.condition is None else where(self.words(pattern.condition))
        return f"{head}{plain(pattern.call.name)} {', '.join(args)}".rstrip() + told

    def matched(self, arg: n.Expr) -> str:
        """An argument of a pattern."""
        new = isinstance(arg, n.Name) and self.is_new(str(arg.id))
        return f"a {self.words(arg)}" if new else self.words(arg)

    def is_new(self, name: str) -> bool:
        """Whether a name in a pattern stands for whatever is there."""
        return name not in self.members and name not in WORDS and name != "self"
