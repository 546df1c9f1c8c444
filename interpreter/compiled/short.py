"""Walks through short rows of tables, written out: whether one of two or three sets lies in another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.compiled import low
from interpreter.compiled.tables import Tables
from interpreter.compiled.trees import all_of, any_of, parts, put, rebuilt

MOST = 3
"""Longer rows are walked through."""

NEVER = -1
"""A mask of all bits lies in no set: it stands where a row has fewer entries than others."""


class Short:
    """Changes the expressions of a program."""

    def __init__(self, tables: Tables, fresh: Callable[[], str]) -> None:
        self.tables = tables
        self.fresh = fresh

    def change(self, node: Any) -> Any:
        """A node in which short walks are written out."""
        fresh = rebuilt(node, self.change)
        if not isinstance(fresh, low.Walk):
            return fresh
        return self.written_out(fresh) or self.of_one(fresh) or fresh

    def of_one(self, walk: low.Walk) -> low.Expr | None:
        """Whether the one member of a row, which is the row's own number, meets conditions; None for other walks."""
        match walk:
            case low.Walk("any", (low.Clause("for", name, low.Item(low.Table(number), low.Var() as index), ()), *rest)):
                *rows, nothing = self.tables.values[number]
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
