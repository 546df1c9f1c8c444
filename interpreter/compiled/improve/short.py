"""Walks through sets in tables, written out where rows are short, or looked up where sets have few subsets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of, names_in, parts, put, rebuilt, walks_in
from interpreter.compiled.ground.tables import Tables

MOST = 3
"""Longer rows are walked through."""

MANY = 4_096
"""So many subsets are looked up at most."""

NEVER = -1
"""A mask of all bits lies in no set: it stands where a row has fewer entries than others."""


class Short:
    """Changes the expressions of a program."""

    def __init__(self, tables: Tables, fresh: Callable[[], str]) -> None:
        self.tables = tables
        self.fresh = fresh

    def change(self, node: Any) -> Any:
        """A node in which short walks are written out."""
        return self.changed(node) if walks_in(node) else node

    def changed(self, node: Any) -> Any:
        """The same for a node with walks in it."""
        fresh = rebuilt(node, self.changed)
        if not isinstance(fresh, low.Walk):
            return fresh
        return self.written_out(fresh) or self.of_one(fresh) or self.looked_up(fresh) or fresh

    def looked_up(self, walk: low.Walk) -> low.Expr | None:
        """Whether one of some fixed sets holds a set and meets another: by what all sets that hold the first come to.

        None for other walks.
        """
        loops = [place for place, clause in enumerate(walk.clauses) if clause.kind == "for"]
        if walk.what != "any" or not loops:
            return None
        last = loops[-1]
        each, tests = walk.clauses[last], [clause.value for clause in walk.clauses[last + 1 :]]
        if not isinstance(each.value, low.Table) or each.beside or len(tests) != 2:
            return None
        for one, other in (tests, reversed(tests)):
            held, met = _held(one), _met(other, low.Var(each.name))
            if held is None or met is None or held[1] != met[0] or _speaks(each.name, held[0], met[1]):
                continue
            unions = self.unions(self.tables.values[each.value.number], met[0], each.name)
            if unions is None:
                return None
            found = low.Bin("&", low.Find(self.tables.add(unions), held[0], low.Lit(0)), met[1])
            test = low.Bin("!=", found, low.Lit(0))
            return low.Walk("any", (*walk.clauses[:last], low.Clause("if", "", test)), walk.value) if last else test
        return None

    def unions(self, members: Any, mask: low.Expr, name: str) -> dict[int, int] | None:
        """By each set that lies in one of some masks all of these together; None where there are too many."""
        masks = members
        match mask:
            case low.Item(low.Table(of), low.Var(same)) if same == name:
                masks = tuple(self.tables.values[of][member] for member in members)
        if not all(type(one) is int and one >= 0 for one in masks) or sum(1 << one.bit_count() for one in masks) > MANY:
            return None
        found: dict[int, int] = {}
        for one in masks:
            part = one
            while True:
                found[part] = found.get(part, 0) | one
                if part == 0:
                    break
                part = part - 1 & one
        return found

    def of_one(self, walk: low.Walk) -> low.Expr | None:
        """Whether the one member of a row, which is the row's own number, meets conditions; None for other walks."""
        match walk:
            case low.Walk("any", (low.Clause("for", name, low.Item(low.Table(number), low.Var() as index), ()), *rest)):
                values = self.tables.values[number]
                if not isinstance(values, tuple) or not values:
                    return None
                *rows, nothing = values
                if rows != [(place,) for place in range(len(rows))] or any(clause.kind != "if" for clause in rest):
                    return None
                there = [low.Bin(">=", index, low.Lit(0))] if nothing == () else []
                if nothing not in ((), (-1,)):
                    return None
                return all_of([*there, *(put(clause.value, low.Var(name), index) for clause in rest)])
        return None

    def written_out(self, walk: low.Walk) -> low.Expr | None:
        """Whether a mask of a row has no bit outside a set, asked of each mask in its turn; None for other walks."""
        match walk:
            case low.Walk(
                "any",
                (
                    low.Clause("for", name, low.Item(low.Table(number), index), ()),
                    low.Clause(
                        "if",
                        _,
                        low.Not(low.Bin("&", mask, outside))
                        | low.Bin("==", low.Bin("&", mask, outside), low.Lit(value=0)),
                    ),
                ),
            ) if isinstance(outside, low.Complement):
                columns = self.columns(number, mask, name)
                if columns is None or low.Var(name) in parts(outside):
                    return None
                row, others = low.Var(self.fresh()), low.Var(self.fresh())
                first = low.Bin("&", low.Item(columns[0], low.Bind(row.name, index)), low.Bind(others.name, outside))
                tests = [first, *(low.Bin("&", low.Item(column, row), others) for column in columns[1:])]
                return any_of([low.Bin("==", test, low.Lit(0)) for test in tests])
        return None

    def columns(self, number: int, mask: low.Expr, name: str) -> list[low.Table] | None:
        """The columns of masks in the rows of a table: its entries, or what another table has for them."""
        rows = self.tables.values[number]
        if not isinstance(rows, tuple) or any(not isinstance(row, tuple) for row in rows):
            return None
        width = max(map(len, rows))
        if width > MOST:
            return None
        match mask:
            case low.Var(same) if same == name:
                masks = rows
            case low.Item(low.Table(of), low.Var(same)) if same == name:
                values = self.tables.values[of]
                masks = tuple(tuple(values[entry] for entry in row) for row in rows)
            case _:
                return None
        if not all(type(one) is int and one >= 0 for row in masks for one in row):
            return None
        filled = [(*row, *[NEVER] * (width - len(row))) for row in masks]
        return [self.tables.add(column) for column in zip(*filled, strict=True)]


def _held(test: low.Expr) -> tuple[low.Expr, low.Expr] | None:
    """Of the test whether a set lies in another, both."""
    match test:
        case low.Not(low.Bin("&", inner, low.Complement(outer))):
            return inner, outer
        case low.Bin("==", low.Bin("&", inner, low.Complement(outer)), low.Lit(value=0)):
            return inner, outer
    return None


def _met(test: low.Expr, member: low.Var) -> tuple[low.Expr, low.Expr] | None:
    """Of the test whether a member's set meets another, both."""
    match test:
        case low.Bin("!=", low.Bin("&") as both, low.Lit(value=0)):
            return _met(both, member)
        case low.Bin("&", left, right):
            own = [one == member or (isinstance(one, low.Item) and one.index == member) for one in (left, right)]
            if own == [True, False]:
                return left, right
            if own == [False, True]:
                return right, left
    return None


def _speaks(name: str, *nodes: low.Expr) -> bool:
    return any(name in names_in(node) for node in nodes)
