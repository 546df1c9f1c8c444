"""Types, bounds and keys as declarations write them."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.findings import did_you_mean
from interpreter.check.header import Header
from interpreter.check.scope import World
from interpreter.diagnostics import Span, close_match
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.expressions import Constant
from interpreter.model.types import (
    NUMBER,
    SPACE,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MemberType,
    NumberType,
    StringType,
    Type,
    YesNoType,
    maybe,
)
from interpreter.syntax import nodes as n


class WrittenTypes:
    """Reads what declarations write after `as`, `:` and `for each`."""

    def __init__(self, world: World, header: Header) -> None:
        self.w = world
        self.header = header
        self.findings = world.findings

    def type_of(self, node: n.TypeName) -> Type:
        """The type that a declaration writes."""
        match node.form:
            case "number":
                low = None if node.low is None else self.bound(node.low)
                high = None if node.high is None else self.bound(node.high)
                if (low is None) != (node.low is None) or (high is None) != (node.high is None):
                    return UNKNOWN
                if low is not None and high is not None and high < low and node.low is not None:
                    self.findings.error(
                        "RW234", f"a range goes up, and {low} to {high} does not", node.low.span, "the lower one first"
                    )
                    return UNKNOWN
                return NumberType(low, high)
            case "space":
                if str(node.name) not in self.w.areas:
                    self.findings.unknown(
                        "RW242",
                        str(node.name),
                        f"there is no board `{node.name}`",
                        node.span,
                        did_you_mean(str(node.name), self.w.areas),
                    )
                    return UNKNOWN
                return MemberType("space", str(node.name))
            case "maybe":
                return maybe(self.named(node))
            case "set":
                return CollectionType("set", self.named(node))
            case "list":
                size = None if node.high is None else self.bound(node.high)
                return CollectionType("list", self.named(node), size)
            case "pile":
                of = self.named(node)
                size = len(self.w.domain_members(of.domain)) if isinstance(of, MemberType) else None
                return CollectionType("pile", of, size)
            case "name":
                return self.named(node)
        self.no_space(str(node.form), node.span)
        return UNKNOWN

    def named(self, node: n.TypeName) -> Type:
        """The type of a name."""
        name = str(node.name)
        if name == "number":
            return NUMBER
        if name == "yes_no":
            return YES_NO
        if name == "text":
            return StringType()
        self.w.used_names.add(f"type {name}")
        if name in self.w.domains and not name.startswith("line:"):
            return SPACE if name == "space" else MemberType(name)
        many = next((info.name for info in self.w.domains.values() if info.many == name), None)
        hint = (
            f"`{name}` is the set of all; one of them is a `{many}`"
            if many
            else did_you_mean(name, [*self.w.domains, "number", "yes_no"])
        )
        span = node.name.span if node.name is not None else node.span
        self.findings.unknown("RW215", name, f"there is no type `{name}`", span, hint)
        return UNKNOWN

    def param_type(self, param: n.Param, what: str) -> Type:
        """The type of a parameter or field: the one written, or the one it is named like."""
        if param.type is not None:
            return self.type_of(param.type)
        self.w.used_names.add(f"type {param.name}")
        if str(param.name) in self.w.domains:
            return SPACE if str(param.name) == "space" else MemberType(str(param.name))
        near = close_match(param.name, self.w.domains)
        if near is not None:
            self.findings.give_up(near)
        self.findings.unknown(
            "RW229",
            str(param.name),
            f"{what} `{param.name}` has no type",
            param.name.span,
            f"did you mean `{near}`?" if near else f"write `{param.name}: TYPE`, unless it is named like a type",
        )
        return UNKNOWN

    def bound(self, node: n.Expr) -> int | None:
        """A number that must be fixed."""
        found = self.header.fixed(node, self.header.option_words())
        if isinstance(found, bool) or not isinstance(found, int):
            if found is not None:
                self.findings.error("RW236", "a number is needed here", node.span)
            return None
        return found

    def key(self, node: n.Key) -> m.KeyRange | None:
        """What a key runs over."""
        if node.form == "range":
            if node.high < node.low:
                self.findings.error("RW236", f"{node.low} to {node.high} holds no number", node.span)
                return None
            return m.KeyRange(None, node.low, node.high - node.low + 1)
        if node.form == "space":
            if str(node.name) != "space":
                self.no_space(str(node.name), node.span)
                return None
            if str(node.area) not in self.w.spaces.first:
                if str(node.area) not in self.w.areas:
                    self.findings.unknown(
                        "RW242",
                        str(node.area),
                        f"there is no board `{node.area}`",
                        node.span,
                        did_you_mean(str(node.area), self.w.areas),
                    )
                return None
            spaces = self.w.spaces.spaces_of(str(node.area))
            self.w.used_names.add(str(node.area))
            return m.KeyRange("space", spaces.start, len(spaces))
        if str(node.name) not in self.w.domains:
            many = next((info.name for info in self.w.domains.values() if info.many == str(node.name)), None)
            self.findings.unknown(
                "RW215",
                str(node.name),
                f"there is no type `{node.name}`",
                node.span,
                f"say `each {many}`" if many else did_you_mean(str(node.name), self.w.domains),
            )
            return None
        self.w.used_names.add(f"type {node.name}")
        return m.KeyRange(str(node.name), 0, len(self.w.domain_members(str(node.name))))

    def no_space(self, word: str, span: Span) -> None:
        """The finding for a word before `of` that makes no type."""
        hint = did_you_mean(word, ["space", "set", "list", "pile"]) or "for the spaces of a board: `space of BOARD`"
        self.findings.error("RW255", f"`{word} of …` is no type", span, hint)

    def keys(self, nodes: Iterable[n.Key]) -> tuple[m.KeyRange, ...] | None:
        """All keys, or None when one has been reported."""
        found = [self.key(node) for node in nodes]
        return None if any(key is None for key in found) else tuple(key for key in found if key is not None)

    def reset(self, word: n.Word | None) -> m.Reset | None:
        """`reset each turn` or `reset each round`."""
        if word is None:
            return None
        if str(word) not in ("turn", "round"):
            self.findings.error(
                "RW255",
                f"a reset is each turn or each round, not each {word}",
                word.span,
                did_you_mean(word, ["turn", "round"]),
            )
            return None
        return "turn" if str(word) == "turn" else "round"

    def default(self, type_: Type, low: int, span: Span) -> x.Expr:
        """What a variable starts with when nothing is said: 0, no, empty, nothing, or the first member."""
        value: Constant = None
        match type_:
            case NumberType():
                value = low
            case YesNoType():
                value = False
            case CollectionType():
                value = ()
            case MemberType():
                value = 0
        return x.Const(type_, span, value)
