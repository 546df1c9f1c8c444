"""What checking of any rules text rests on: the frame at hand, types that must fit, and what has been tested."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from functools import cache

from interpreter.check.findings import listed
from interpreter.check.kinds_of import fits, in_words
from interpreter.check.scope import Frame, World
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model.types import (
    NUMBER,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NothingType,
    NumberType,
    Type,
    UnknownType,
    without_nothing,
)
from interpreter.syntax import nodes as n

_PLAIN = re.compile(r"(Span|Word|str|int|bool|tuple\[(Word|str), \.\.\.\])( \| None)?")


class Core:
    """The ground of the checker. `frame` holds the names in reach of the text at hand."""

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

    def expr(self, node: n.Expr, expected: Type | None = None) -> x.Expr:
        """The typed form of an expression; `expected` helps to tell names apart and turns lists into sets."""
        raise AssertionError("overridden by Expressions")

    def prepare(self, kind: str, name: str) -> None:
        """Checks what a value, procedure or action calls, before it is checked itself."""
        raise AssertionError("overridden by Behaviour")

    def converted(self, found: x.Expr, expected: Type | None) -> x.Expr:
        """A list where a set is expected becomes one."""
        wanted = without_nothing(expected) if expected is not None else None
        given = found.type
        if not isinstance(wanted, CollectionType) or not isinstance(given, CollectionType):
            return found
        if wanted.shape == "set" and given.shape != "set" and given.of is not None:
            return x.CallBuiltin(CollectionType("set", given.of), found.span, "as_set", (found,))
        return found

    def typed(self, node: n.Expr, wanted: Type, what: str, warn: bool = False) -> x.Expr:
        """The expression, which must be of type `wanted`; `what` says in a finding what it stands for."""
        found = self.expr(node, wanted)
        if not fits(found.type, wanted):
            needed, given = in_words(without_nothing(wanted)), in_words(without_nothing(found.type))
            self.findings.error("RW218", f"{what} must be {needed}, but this is {given}", node.span)
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

    def wrong_count(
        self, what: str, wanted: int, given: int, span: Span, names: Sequence[str], hint: str | None = None
    ) -> None:
        """The finding for too many or too few arguments."""
        needs = "nothing" if wanted == 0 else listed(names, last="and")
        here = "here is nothing" if given == 0 else "here is 1" if given == 1 else f"here are {given}"
        self.findings.error("RW219", f"{what} takes {needs} in its brackets, but {here}", span, hint)

    # ---- what has been tested for nothing

    def note_tested(self, condition: n.Expr) -> None:
        """Everything that a condition speaks of counts as tested in what follows it."""
        self.frame.tested += list(parts_of(condition))

    def warn_untested(self, node: n.Expr, found: x.Expr, wanted: Type, what: str) -> None:
        """Warns where something that may be nothing goes untested to a place declared without it."""
        given = found.type
        if isinstance(given, NothingType) and not isinstance(wanted, (MaybeType, CollectionType, UnknownType)):
            self.findings.error(
                "RW218",
                f"{what} must be {in_words(wanted)}, but this is nothing",
                node.span,
                "only what is declared with `maybe` can be nothing",
            )
        if not isinstance(given, MaybeType) or isinstance(wanted, MaybeType) or not isinstance(given.of, MemberType):
            return
        if (isinstance(node, n.Get) and isinstance(found, x.ReadVariable)) or node in self.frame.tested:
            return
        if _seat_or_nobody(found):
            return
        if isinstance(node, n.Get) and isinstance(found, x.ReadField) and node.of in self.frame.tested:
            field = self.w.domains[found.domain].fields[found.field]
            if not isinstance(field.type, MaybeType):
                return
        self.findings.warning(
            "RW411",
            f"{what} is {in_words(wanted)}, but this may be nothing and has not been tested",
            node.span,
            "test it before: `… is not nothing`",
        )


def _seat_or_nobody(found: x.Expr) -> bool:
    """Whether an expression is nothing only where it names a seat that nobody has taken."""
    if isinstance(found, x.Conditional):
        return _seat_or_nobody(found.then) and _seat_or_nobody(found.other)
    return isinstance(found, x.Const) or not isinstance(found.type, MaybeType)


def parts_of(node: n.Node) -> Iterator[n.Node]:
    """A piece of the syntax tree and everything in it, each before its parts."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        kind: type = type(node)
        parts: list[n.Node] = []
        for name in _names_of_parts(kind):
            part = getattr(node, name)
            if isinstance(part, n.Node):
                parts.append(part)
            elif isinstance(part, tuple):
                parts += [child for child in part if isinstance(child, n.Node)]
        parts.reverse()
        left += parts


@cache
def _names_of_parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold nodes, by what they are declared to be."""
    return tuple(field.name for field in fields(kind) if not _PLAIN.fullmatch(str(field.type)))
