"""Which slots of a state an index may mean, and what changes may touch them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import parts
from interpreter.compiled.ground.inverses import Inverses
from interpreter.compiled.ground.tables import Tables, numbers_in
from interpreter.layout import Layout

Span: TypeAlias = tuple[int, int]
"""Slots from the first number on, before the second."""

PLACED = (low.Slot, low.Store)
"""What looks in the state at an index."""


class Regions:
    """The regions of a state: the slots of each variable, and those of what is kept beside it."""

    def __init__(self, layout: Layout, inverses: Inverses, tables: Tables) -> None:
        self.layout = layout
        self.inverses = inverses
        self.tables = tables

    def regions(self) -> Iterator[tuple[int, Span]]:
        """Each region with the least number that may be written beside an index into it: its keys may start above 0."""
        for slots in self.layout.variables.values():
            shift = sum(max(0, first) * stride for first, _, stride in slots.steps)
            yield slots.base - shift, (slots.base, slots.end)
        for pieces in self.layout.pieces.values():
            yield pieces.base, (pieces.base, pieces.end)
        for kept in self.inverses.values.values():
            first = kept.base + kept.low
            yield first - max(0, kept.low), (first, first + kept.values)
        for link in self.inverses.links.values():
            yield link.base, (link.base, link.done)
            yield link.done, (link.done, link.done + len(link.starts))

    def spans(self, index: Any, named: Mapping[str, list[Span] | None] | None = None) -> list[Span] | None:
        """The slots that an index may mean; None where that cannot be told. `named`: those that variables mean."""
        match index:
            case low.Var(name) if named is not None:
                return named.get(name)
            case low.Lit(value=int(slot)):
                return [(slot, slot + 1)]
            case low.Item():
                return self.listed(index)
            case low.Bin("+", _, low.Lit(value=int(number))):
                return [span for least, span in self.regions() if least <= number < span[1]]
        return None

    def listed(self, source: low.Expr) -> list[Span] | None:
        """The slots of which a table has the numbers."""
        values = self.tables.behind(source)
        return None if values is None else _spans(numbers_in(values))

    def named(self, node: Any) -> dict[str, list[Span] | None]:
        """The slots that variables mean in which a node looks: numbers in tables; None where they may be others."""
        found: dict[str, list[Span] | None] = {}
        whole = list(parts(node))
        wanted = {part.index.name for part in whole if isinstance(part, PLACED) and isinstance(part.index, low.Var)}
        tables = self.unpacked(part for part in whole if isinstance(part, low.Unpack))

        def note(name: str, spans: list[Span] | None) -> None:
            before = found.get(name, [])
            found[name] = None if spans is None or before is None else before + spans

        for part in whole:
            match part:
                case low.Let(name, value) | low.Bind(name, value) | low.Clause("let", name, value) if name in wanted:
                    note(name, self.listed(value) if isinstance(value, low.Item) else None)
                case low.For(name, source, _, beside) | low.Clause("for", name, source, beside):
                    own = [(place, one) for place, one in enumerate((name, *beside)) if one in wanted]
                    values = tables.get(source.name) if isinstance(source, low.Var) else self.tables.behind(source)
                    for place, one in own:
                        column = numbers_in(values) if not beside else _column(values, place)
                        note(one, None if values is None else _spans(column))
                case low.Unpack(names):
                    for name in wanted & set(names):
                        note(name, None)
        return found

    def unpacked(self, lines: Iterable[low.Unpack]) -> dict[str, Any]:
        """What variables may be that are set to parts of entries of tables; None where they may be more."""
        found: dict[str, Any] = {}
        for line in lines:
            values, depth = self.tables.behind(line.value), _depth(line.value)
            for place, name in enumerate(line.names):
                before = found.get(name, ())
                known = values is not None and before is not None
                found[name] = (*before, *_parts(values, depth, place)) if known else None
        return found

    def of_pieces(self, domain: str, without: frozenset[int] = frozenset()) -> list[Span]:
        """What a move of a piece changes, but for some slots."""
        pieces = self.layout.pieces[domain]
        kept = [group.slots for group in (self.inverses.groups.get(domain), self.inverses.areas.get(domain)) if group]
        slots = {slot for one in kept for slot in one.values()} - without
        return [(pieces.spaces.base, pieces.spaces.end), (pieces.base, pieces.end), *((s, s + 1) for s in slots)]

    def changed_by(self, call: low.Call) -> list[Span] | None:
        """The slots that a called function reads or changes; None where that is not known."""
        if not any(isinstance(arg, low.Var) and arg.name in ("r", "v") for arg in call.args):
            return []
        kind, _, name = call.name.partition("_")
        if kind in ("move", "swap") and name in self.layout.pieces:
            return self.of_pieces(name)
        if kind == "join" and name in self.inverses.links:
            link, kept = self.inverses.links[name], self.inverses.values[name]
            first = kept.base + kept.low
            return [(link.base, link.done + len(link.starts)), (first, first + kept.values)]
        return None

    def reads(self, node: low.Expr, touched: Iterable[Span]) -> bool:
        """Whether an expression may read one of some slots."""
        wanted = list(touched)
        for part in parts(node):
            if isinstance(part, low.Slot):
                found = self.spans(part.index)
                if found is None or overlap(found, wanted):
                    return True
            elif isinstance(part, low.Call) and any(isinstance(arg, low.Var) and arg.name == "v" for arg in part.args):
                return True
        return False


def overlap(one: Iterable[Span], other: Iterable[Span]) -> bool:
    """Whether some slots are in both."""
    others = list(other)
    return any(first < last_end and last < end for first, end in one for last, last_end in others)


def _spans(numbers: Iterable[Any]) -> list[Span] | None:
    """Spans of one slot each; None where something is no slot."""
    slots = set(numbers)
    return [(slot, slot + 1) for slot in sorted(slots)] if all(isinstance(slot, int) for slot in slots) else None


def _depth(node: low.Expr) -> int:
    """In how many tables, one inside the other, something is looked up."""
    return 1 + _depth(node.table) if isinstance(node, low.Item) else 0


def _parts(values: Any, depth: int, place: int) -> Iterator[Any]:
    """What stands at a place in all entries of a table, so deep in it."""
    if depth:
        for value in values if isinstance(values, tuple) else ():
            yield from _parts(value, depth - 1, place)
    elif isinstance(values, tuple) and place < len(values):
        yield values[place]


def _column(values: Any, place: int) -> Iterator[Any]:
    """What stands at a place in all rows of a nested table, None where something is no row."""
    if isinstance(values, tuple) and values and not any(isinstance(value, tuple) for value in values):
        yield values[place] if place < len(values) else None
    elif isinstance(values, tuple):
        for value in values:
            yield from _column(value, place)
