"""Constant tables of a program, and tabulation: an expression over few inputs, worked out for all beforehand."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.ground.rewrite import children, identity, rebuild
from interpreter.layout import Layout
from interpreter.model import expressions as x
from interpreter.model.program import Model
from interpreter.model.types import MaybeType, MemberType, NumberType, YesNoType, without_nothing
from interpreter.run.analysis import Analysis

FAR = 1_000_000
"""Added to the slots of an expression's own names, so that they do not meet those of its inputs."""

LARGEST = 4_096
"""How many combinations of inputs are tabulated at the most."""

Evaluator = Callable[[x.Expr, int], Callable[..., Any]]
"""Gives, for an expression over slots 0 … n - 1, a function of the seat that acts, the mover and the slots' values."""


class Tables:
    """Constants that are too large to stand in the text of the program; equal ones are kept once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[bytes, int] = {}

    def add(self, value: Any) -> low.Table:
        """The table of a value, made of tuples, numbers, and mappings."""
        # Not the value itself: 1 and True are equal. Nor a later form, which depends on what else refers to a part.
        key = marshal.dumps(value, 2)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return low.Table(self._numbers[key])

    def behind(self, source: low.Expr) -> Any:
        """The value of a table, or of that in which an entry is looked up, perhaps of an entry; None for others."""
        while isinstance(source, low.Item):
            source = source.table
        return self.values[source.number] if isinstance(source, low.Table) else None


@dataclass(frozen=True, slots=True)
class Input:
    """An input of a tabulated expression: its values run from `first`, `count` of them.

    `nothing`: it may be nothing too.
    """

    node: x.Expr
    first: int
    count: int
    nothing: bool

    def values(self) -> list[Any]:
        """All values in order, nothing last."""
        numbers: list[Any] = list(range(self.first, self.first + self.count))
        if isinstance(without_nothing(self.node.type), YesNoType):
            numbers = [False, True]
        return [*numbers, None] if self.nothing else numbers


class Tabulator:
    """Finds inputs, and evaluates expressions for all of them."""

    def __init__(self, model: Model, layout: Layout, analysis: Analysis, evaluator: Evaluator, tables: Tables) -> None:
        self.model = model
        self.layout = layout
        self.analysis = analysis
        self.evaluator = evaluator
        self.tables = tables
        self.enabled = True
        self._known: dict[Any, Any] = {}

    def inputs(self, node: x.Expr, bound: frozenset[int] = frozenset()) -> list[Input] | None:
        """What an expression depends on, each once; None when that is more than a few finite things."""
        found: dict[Any, Input] = {}
        return list(found.values()) if self._collect(node, bound, found) else None

    def _collect(self, node: Any, bound: frozenset[int], found: dict[Any, Input]) -> bool:
        match node:
            case x.Const():
                return True
            case x.Local(slot=slot):
                return slot in bound or self._take(node, found)
            case x.Special(name="me" | "mover"):
                return self._take(node, found)
            case x.Special() | x.ReadPlace() | x.EventCount():
                return False
            case x.ReadVariable():
                return self.analysis.free(node).isdisjoint(bound) and self._take(node, found)
            case x.CallValue():
                if self.analysis.value_reads(node.value) - {"me", "flow mover"} or self.analysis.adjustments.get(
                    node.value
                ):
                    return False
                if self.analysis.value_reads(node.value) and not self._collect_special(node, found):
                    return False
            case x.CallBuiltin(
                name="possible" | "possible_action" | "holds" | "amount_of" | "fits" | "walk_worth" | "spaces_of"
            ):
                return False
            case x.Quantifier() | x.Ranked() | x.Aggregate():
                inner = bound | {node.slot}
                before = dict(found)
                if self._collect(node.source, bound, found) and all(
                    self._collect(child, inner, found) for child in children(node) if child is not node.source
                ):
                    return True
                found.clear()
                found.update(before)
                return self._is_input(node) and self.analysis.free(node).isdisjoint(bound) and self._take(node, found)
        return all(self._collect(child, bound, found) for child in children(node))

    def _is_input(self, node: Any) -> bool:
        """Whether a walk gives one member that can be an input: the first piece on a space and its like."""
        return (
            isinstance(node, x.Quantifier)
            and node.kind == "first"
            and isinstance(without_nothing(node.type), MemberType)
        )

    def _collect_special(self, node: x.CallValue, found: dict[Any, Input]) -> bool:
        reads = self.analysis.value_reads(node.value)
        player = MemberType("player")
        if "me" in reads and not self._take(x.Special(player, node.span, "me"), found):
            return False
        return "flow mover" not in reads or self._take(x.Special(player, node.span, "mover"), found)

    def _take(self, node: x.Expr, found: dict[Any, Input]) -> bool:
        bare = without_nothing(node.type)
        key = identity(node)
        if key in found:
            return True
        nothing = not isinstance(node, x.Special) or node.name == "mover"
        if isinstance(bare, MemberType):
            found[key] = Input(node, 0, len(self.model.domains[bare.domain].members), nothing)
        elif isinstance(bare, YesNoType) and not isinstance(node.type, MaybeType):
            found[key] = Input(node, 0, 2, False)
        elif isinstance(bare, NumberType) and not isinstance(node.type, MaybeType):
            first, last = bare.low, bare.high
            if isinstance(node, x.ReadVariable):
                variable = self.model.variables[node.variable]
                first, last = variable.low, variable.high
                if any(not isinstance(key, x.Const) for key in node.keys):
                    first = min(first, 0)
            if first is None or last is None or (isinstance(node, x.Local) and last - first > 64):
                return False
            found[key] = Input(node, first, last - first + 1, False)
        else:
            return False
        return True

    def table(
        self, node: x.Expr, inputs: Sequence[Input], convert: Callable[[Any], Any]
    ) -> tuple[low.Expr, Sequence[Input]] | None:
        """The table of an expression over its inputs, and the inputs it really depends on, in index order."""
        if not self.enabled:
            return None
        size = 1
        for one in inputs:
            size *= one.count + one.nothing
        if size > LARGEST:
            return None
        places = {identity(one.node): k for k, one in enumerate(inputs)}
        open_node = self._opened(node, places)
        key = (identity(open_node), tuple((i.first, i.count, i.nothing) for i in inputs), convert.__name__)
        if key not in self._known:
            self._known[key] = self._values(open_node, inputs, convert)
        values = self._known[key]
        kept, reduced = _reduce(values, [len(one.values()) for one in inputs])
        return (self.tables.add(reduced) if kept else _constant(self.tables, reduced)), [inputs[k] for k in kept]

    def _opened(self, node: Any, places: dict[Any, int], bound: frozenset[int] = frozenset()) -> Any:
        """The expression with its inputs as slots 0, 1, …, and its own names far from these."""

        if isinstance(node, x.Local) and node.slot in bound:
            return replace(node, slot=node.slot + FAR)
        number = places.get(identity(node)) if isinstance(node, (x.Local, x.ReadVariable, x.Quantifier)) else None
        if number is not None:
            return x.Local(node.type, node.span, number, f"a{number}")
        if isinstance(node, (x.Quantifier, x.Ranked, x.Aggregate)):
            source = self._opened(node.source, places, bound)
            inner = bound | {node.slot}
            empty = x.Const(node.type, node.span, None)
            rest = rebuild(replace(node, source=empty), lambda part: self._opened(part, places, inner))
            return replace(rest, source=source, slot=node.slot + FAR)
        return rebuild(node, lambda part: self._opened(part, places, bound))

    def _values(self, node: x.Expr, inputs: Sequence[Input], convert: Callable[[Any], Any]) -> Any:
        evaluate = self.evaluator(node, len(inputs))
        specials = {one.node.name: k for k, one in enumerate(inputs) if isinstance(one.node, x.Special)}
        choices = [one.values() for one in inputs]
        flat = []
        for values in product(*choices):
            me = values[specials["me"]] if "me" in specials else None
            mover = values[specials["mover"]] if "mover" in specials else None
            flat.append(convert(evaluate(me, mover, *values)))
        return _nested(flat, [len(choice) for choice in choices])


def numbers_in(values: Any) -> Iterator[Any]:
    """Everything in a nested table, in order; what is no table is all there is."""
    if isinstance(values, tuple):
        for value in values:
            yield from numbers_in(value)
    else:
        yield values


def _constant(tables: Tables, value: Any) -> low.Expr:
    if isinstance(value, (int, bool, str)) or value is None:
        return low.Lit(value)
    return tables.add(value)


def _nested(flat: list[Any], sizes: list[int]) -> Any:
    for size in reversed(sizes):
        flat = [tuple(flat[k : k + size]) for k in range(0, len(flat), size)]
    return flat[0]


def _reduce(values: Any, sizes: list[int]) -> tuple[list[int], Any]:
    """Drops the inputs on which a nested table does not depend; the kept ones and what is left."""
    kept = list(range(len(sizes)))
    depth = 0
    for number in range(len(sizes)):
        smaller = _without(values, depth)
        if smaller is not None:
            values = smaller[0]
            kept.remove(number)
        else:
            depth += 1
    return kept, values


def _without(values: Any, depth: int) -> tuple[Any] | None:
    """A nested table without its dimension number `depth`, when all its entries there are alike; wrapped, or None."""
    if depth == 0:
        return (values[0],) if all(_same(value, values[0]) for value in values) else None
    inner = [_without(value, depth - 1) for value in values]
    if any(one is None for one in inner):
        return None
    return (tuple(one[0] for one in inner if one is not None),)


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and bool(left == right)
