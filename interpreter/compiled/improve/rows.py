"""Columns of tables: what a walk looks up for each member of a fixed sequence is put in the sequence beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import children, names_in, parts, put, rebuilt, walks_in
from interpreter.compiled.ground.tables import numbers_in
from interpreter.compiled.improve.fold import Folder

MOST_ROWS = 20_000
"""Longer tables are left as they are."""

MOST_COLUMNS = 3
"""So many things are put beside a member."""


class Rows:
    """Changes the walks of a program. The same walk in several functions is changed once: its names are its own."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.tables = folder.tables
        self._names = 0
        self._changed: dict[Any, Any] = {}

    def change(self, node: Any) -> Any:
        """A part of a program in which every walk has been changed, those inside first."""
        return self.changed(node) if walks_in(node) else node

    def changed(self, node: Any) -> Any:
        """The same for a part with walks in it."""
        if not isinstance(node, (low.Walk, low.Collect)):
            return rebuilt(node, self.changed)
        if node not in self._changed:
            done = rebuilt(node, self.changed)
            for place in range(len(done.clauses)):
                done = self.walk(done, place)
            self._changed[node] = done
        return self._changed[node]

    def walk(self, node: Any, place: int) -> Any:
        """A walk with columns beside the member of one of its clauses."""
        clause, rest = node.clauses[place], node.clauses[place + 1 :]
        depth, table = _source(clause.value)
        if clause.kind != "for" or clause.beside or table is None:
            return node
        rows = self.tables.values[table.number]
        length = sum(1 for _ in numbers_in(rows))
        if any(clause.name in (other.name, *other.beside) for other in rest) or not 0 < length <= MOST_ROWS:
            return node
        columns = self.columns(clause.name, [*(other.value for other in rest), node.value])
        if not columns:
            return node
        names: list[str] = []
        for column in columns:
            names.append(self.name())
            rest = tuple(replace(other, value=put(other.value, column, low.Var(names[-1]))) for other in rest)
            node = replace(node, value=put(node.value, column, low.Var(names[-1])))
        spoken = any(clause.name in names_in(part) for part in (*(other.value for other in rest), node.value))
        members = [low.Var(clause.name), *columns] if spoken else columns
        known: dict[int, Any] = {}
        for member in set(numbers_in(rows)):
            known[member] = self.row(members, clause.name, member)
        fresh = self.tables.add(_leafwise(rows, depth, known.__getitem__))
        heads = [clause.name, *names] if spoken else names
        own = low.Clause("for", heads[0], put(clause.value, table, fresh), tuple(heads[1:]))
        return replace(node, clauses=(*node.clauses[:place], own, *rest))

    def columns(self, name: str, nodes: Iterable[low.Expr]) -> list[low.Expr]:
        """The largest parts that are looked up for the member of a name alone."""
        found: dict[low.Expr, None] = {}

        def look(node: Any) -> None:
            if isinstance(node, (low.Item, low.Bin)) and names_in(node) == {name} and _looks_up(node):
                found[node] = None
            else:
                for child in children(node):
                    look(child)

        for node in nodes:
            look(node)
        return list(found)[:MOST_COLUMNS]

    def row(self, members: Sequence[low.Expr], name: str, member: int) -> Any:
        """What stands in the place of a member: one value, or several."""
        values = tuple(self.value(part, name, member) for part in members)
        return values if len(values) > 1 else values[0]

    def value(self, node: low.Expr, name: str, member: int) -> Any:
        """The value of an expression for a member."""
        found = self.folder.expression(node, {name: low.Lit(member)})
        return self.tables.values[found.number] if isinstance(found, low.Table) else found.value

    def name(self) -> str:
        """A name of its own."""
        self._names += 1
        return f"c{self._names}"


def _source(node: low.Expr) -> tuple[int, low.Table | None]:
    """The table of an expression that is a sequence from it, and how deep in it the sequences are."""
    depth = 0
    while isinstance(node, low.Item):
        node, depth = node.table, depth + 1
    return depth, node if isinstance(node, low.Table) else None


def _looks_up(node: low.Expr) -> bool:
    """Whether an expression reads tables and nothing else."""
    kinds = {type(part) for part in parts(node)}
    return low.Item in kinds and kinds <= {low.Item, low.Table, low.Bin, low.Lit, low.Var}


def _leafwise(rows: Any, depth: int, change: Callable[[int], Any]) -> Any:
    """A nested table with every member of its sequences changed."""
    return tuple(change(row) if depth == 0 else _leafwise(row, depth - 1, change) for row in rows)
