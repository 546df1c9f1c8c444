"""Keeps single slots of the state in local variables while a loop runs, and puts them back where it is left.

So they are, too, before a function is called of which is not known what it reads; where it may change the state, they
are read again after it; none of those functions is abandoned, for what they do is a unit of its own. Loops that call
one in every round stay as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import children, names_in, parts, rebuilt, replaced
from interpreter.compiled.ground.regions import Regions, Span, overlap

PURE = ("borrowed", "ensure")
"""What functions are called that change nothing."""

LEAST = 2
"""Slots that are spoken of at least so often in a loop are worth a variable."""


def promoted(slot: int) -> low.Var:
    """The variable in which a slot is kept."""
    return low.Var(f"s{slot}")


class Promoter:
    """Promotes slots in the loops of a function whose state is `v`: those that are `known` for each loop, if given."""

    def __init__(self, regions: Regions, known: Sequence[list[int]] | None = None) -> None:
        self.regions = regions
        self.known = None if known is None else iter(known)
        self.chosen: list[list[int]] = []
        """The slots that were promoted, by loop."""

    def function(self, code: low.Function) -> low.Function:
        """A function with the slots of its outermost loops promoted."""
        return replace(code, body=tuple(self.lines(code.body)))

    def lines(self, lines: Iterable[low.Stmt]) -> list[low.Stmt]:
        """Statements with each outermost loop among them changed."""
        done: list[low.Stmt] = []
        for line in lines:
            match line:
                case low.If(condition, then, other):
                    done.append(low.If(condition, tuple(self.lines(then)), tuple(self.lines(other))))
                case low.Loop():
                    done += self.loop(line)
                case _:
                    done.append(line)
        return done

    def loop(self, loop: low.Loop) -> list[low.Stmt]:
        """A loop with promoted slots, and what fills their variables before it."""
        slots = self.promoted(loop) if self.known is None else next(self.known)
        self.chosen.append(slots)
        if not slots:
            return [loop]
        names = {slot: promoted(slot) for slot in slots}
        stored = {
            line.index.value
            for line in parts(loop)
            if isinstance(line, low.Store) and isinstance(line.index, low.Lit) and line.index.value in names
        }
        back = tuple(low.Store(low.Lit(slot), names[slot]) for slot in slots if slot in stored)
        again = tuple(low.Let(name.name, low.Slot(low.Lit(slot))) for slot, name in names.items())

        def read(node: Any) -> Any:
            match node:
                case low.Slot(low.Lit(value=int(slot))) if slot in names:
                    return names[slot]
            return rebuilt(node, read)

        def change(line: low.Stmt) -> tuple[low.Stmt, ...]:
            calls = self.unknown(head(line))
            if calls:
                changes = any(not call.name.startswith(PURE) for call in calls)
                return (*back, *changed(line), *(again if changes else ()))
            return changed(line)

        def changed(line: low.Stmt) -> tuple[low.Stmt, ...]:
            match line:
                case low.Store(low.Lit(value=int(slot)), value) if slot in names:
                    return (low.Let(names[slot].name, read(value)),)
                case low.If(condition, then, other):
                    return (low.If(read(condition), then, other),)
                case low.For(source=source):
                    return (replace(line, source=read(source)),)
                case low.Times(number, body):
                    return (low.Times(read(number), body),)
                case low.Loop() | low.Guard():
                    return (line,)
                case low.Return(value):
                    return (*back, low.Return(None if value is None else read(value)))
            return (rebuilt(line, read),)

        body = tuple(replaced(self.left(loop.body), change))
        return [*again, low.Loop(body), *back, low.Return(None)]

    def left(self, lines: Iterable[low.Stmt]) -> list[low.Stmt]:
        """Statements of a loop that leave it where they end the function, but for those in loops of their own."""
        done: list[low.Stmt] = []
        for line in lines:
            match line:
                case low.If(condition, then, other):
                    done.append(low.If(condition, tuple(self.left(then)), tuple(self.left(other))))
                case low.Guard(body):
                    done.append(low.Guard(tuple(self.left(body))))
                case low.Return(None):
                    done.append(low.Jump("leave"))
                case _:
                    done.append(line)
        return done

    def promoted(self, loop: low.Loop) -> list[int]:
        """The slots that are written out as numbers in a loop, and that nothing else in it may mean.

        Who has won is only written where the loop ends.
        """
        if any(self.unknown([line]) for line in self.every_round(loop.body)):
            return []
        spoken: Counter[int] = Counter()
        touched: set[Span] = set()
        named = self.regions.named(loop)
        for part in parts(loop):
            if isinstance(part, (low.Slot, low.Store)):
                spans = self.regions.spans(part.index, named)
                if spans is None:
                    return []
                if isinstance(part.index, low.Lit):
                    spoken[spans[0][0]] += 1
                else:
                    touched.update(spans)
            elif isinstance(part, low.Fill):
                if not isinstance(part.index, low.Lit) or not isinstance(part.index.value, int):
                    return []
                touched.add((part.index.value, part.index.value + part.count))
            elif isinstance(part, (low.CopyOf, low.Machine)) or (isinstance(part, low.Raise) and part.signal == "over"):
                return []
            elif isinstance(part, low.Call):
                touched.update(self.regions.changed_by(part) or ())
        layout = self.regions.layout
        for last in (layout.over, layout.winner):
            del spoken[last]
        return [slot for slot, count in spoken.items() if count >= LEAST and not overlap([(slot, slot + 1)], touched)]

    def every_round(self, lines: Iterable[low.Stmt]) -> Iterator[Any]:
        """What is done in every round in which the seat is what it is."""
        for line in lines:
            match line:
                case low.If(condition, then, other):
                    yield condition
                    if names_in(condition) == {"me"}:
                        yield from self.every_round((*then, *other))
                case _:
                    yield line

    def unknown(self, nodes: Iterable[Any]) -> list[low.Call]:
        """The calls in some nodes of functions that may read any slot."""
        calls = (part for node in nodes for part in parts(node) if isinstance(part, low.Call))
        return [call for call in calls if self.regions.changed_by(call) is None]


def head(line: low.Stmt) -> list[Any]:
    """What a statement evaluates itself, without the statements in it."""
    inner = {id(one) for block in (getattr(line, "then", ()), getattr(line, "other", ())) for one in block}
    if isinstance(line, (low.For, low.Times, low.Loop, low.Guard)):
        inner = {id(one) for one in line.body}
    return [child for child in children(line) if id(child) not in inner]
