"""Works out beforehand what is known in an intermediate program: entries of tables, sums, branches not taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Set
from dataclasses import replace
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of, bits_of, negated, parts, rebuilt
from interpreter.compiled.ground.tables import Tables

OPERATORS: dict[str, Callable[[int, int], int | bool]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "&": lambda one, other: one & other,
    "|": lambda one, other: one | other,
    "^": lambda one, other: one ^ other,
    "<<": lambda one, other: one << other,
    ">>": lambda one, other: one >> other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
    "==": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
}


class Folder:
    """Folds programs over one set of tables; new tables come from parts of old ones."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def block(self, lines: Iterable[low.Stmt], known: dict[str, low.Expr] | None = None) -> tuple[low.Stmt, ...]:
        """Statements with what is known folded; `known`: what local variables stand for throughout.

        Variables that turn out to be constant are gone afterwards: nothing outside the lines may speak of them.
        """
        whole = tuple(lines)
        once = Counter(name for line in whole for part in parts(line) for name in _named(part))
        return self.lines(whole, dict(known or {}), {name for name, count in once.items() if count == 1})

    def lines(self, lines: Iterable[low.Stmt], known: dict[str, low.Expr], once: Set[str]) -> tuple[low.Stmt, ...]:
        """Statements in a row; `known` grows by what variables set `once` are copies of."""
        done: list[low.Stmt] = []
        for line in lines:
            folded = self.line(line, known, once)
            done += folded
            if isinstance(line, low.Let) and line.name in once and len(folded) == 1:
                (let,) = folded
                copied = isinstance(let, low.Let) and isinstance(let.value, low.Var) and let.value.name in once
                if isinstance(let, low.Let) and (copied or isinstance(let.value, low.Lit)):
                    known[line.name] = let.value
                    done.pop()
        return tuple(done)

    def line(self, node: low.Stmt, known: dict[str, low.Expr], once: Set[str]) -> tuple[low.Stmt, ...]:
        """A statement, as none, one or several."""
        match node:
            case low.If(condition, then, other):
                test = self.expression(condition, known)
                if isinstance(test, low.Lit):
                    return self.lines(then if test.value else other, known, once)
                return (low.If(test, self.lines(then, known, once), self.lines(other, known, once)),)
            case low.For(name, source, body, beside):
                rounds = low.For(name, self.expression(source, known), self.lines(body, known, once), beside)
                return self.filled(rounds) or (rounds,)
            case low.Times(number, body):
                return (low.Times(self.expression(number, known), self.lines(body, known, once)),)
            case low.Loop(body):
                return (low.Loop(self.lines(body, known, once)),)
            case low.Guard(body):
                return (low.Guard(self.lines(body, known, once)),)
            case low.Acting(seat, before, body):
                return (low.Acting(self.expression(seat, known), before, self.lines(body, known, once)),)
            case low.Let(name, low.Var(same)) if name == same:
                return ()
            case low.Let(name, value):
                fresh = self.expression(value, known)
                return () if fresh == low.Var(name) else (low.Let(name, fresh),)
            case low.Collect(name, clauses, value):
                kept = self.clauses(clauses, known)
                return () if kept is None else (low.Collect(name, kept, self.expression(value, known)),)
        return (rebuilt(node, lambda part: self.expression(part, known)),)

    def filled(self, rounds: low.For) -> tuple[low.Stmt, ...] | None:
        """Rounds through successive numbers that only put numbers in slots so far apart, as what they come to."""
        if not isinstance(rounds.source, low.Table):
            return None
        members = self.tables.values[rounds.source.number]
        if not members or members != tuple(range(members[0], members[0] + len(members))):
            return None
        fills: list[low.Stmt] = []
        for line in rounds.body:
            match line:
                case low.Store(low.Bin("+", low.Var(name), low.Lit(value=int(at))), low.Lit(value=int(value))) if (
                    name == rounds.name
                ):
                    fills.append(low.Fill(low.Lit(members[0] + at), len(members), value))
                case _:
                    return None
        return tuple(fills)

    def clauses(self, clauses: Iterable[low.Clause], known: dict[str, low.Expr]) -> tuple[low.Clause, ...] | None:
        """Clauses without conditions that always hold; None where one never does."""
        kept: list[low.Clause] = []
        for clause in clauses:
            value = self.expression(clause.value, known)
            if clause.kind == "if" and isinstance(value, low.Lit):
                if not value.value:
                    return None
                continue
            if clause.kind == "for" and isinstance(value, low.Table) and not self.tables.values[value.number]:
                return None
            kept.append(replace(clause, value=value))
        return tuple(kept)

    def expression(self, node: Any, known: dict[str, low.Expr]) -> Any:
        """An expression, folded from its innermost parts outwards."""
        if isinstance(node, low.Var):
            return known.get(node.name, node)
        if isinstance(node, low.Walk):
            return self.walk(node, known)
        return self.simple(rebuilt(node, lambda part: self.expression(part, known)))

    def walk(self, node: low.Walk, known: dict[str, low.Expr]) -> low.Expr:
        """A walk; one that comes to nothing is what there is for none."""
        clauses = self.clauses(node.clauses, known)
        if clauses is None and node.what == "list":
            return self.tables.add(())
        if clauses is None and node.what in NONE:
            return low.Lit(NONE[node.what])
        kept = node.clauses if clauses is None else clauses
        if node.what == "any" and not kept:
            return low.Lit(True)
        if node.what == "any" and len(kept) == 1 and kept[0].kind == "for":
            return _some(kept[0].value)
        return low.Walk(node.what, kept, self.expression(node.value, known))

    def simple(self, node: Any) -> Any:
        """A node whose parts are folded."""
        match node:
            case low.Item(table, low.Lit(value=int(index))):
                return self.entry(table, index) or node
            case low.Item(low.Table(number), index):
                return self.uniform(number, index) or node
            case low.Bin("<<" | ">>", _, low.Lit(value=int(right))) if right < 0:
                return node  # It stands behind a test that does not hold, so it is never worked out.
            case low.Bin(op, low.Lit(value=int(left)), low.Lit(value=int(right))) if op in OPERATORS:
                return low.Lit(OPERATORS[op](left, right))
            case low.Bin():
                return self.binary(node)
            case low.Complement(low.Lit(value=int(value))):
                return low.Lit(~value)
            case low.And(conditions):
                return all_of(conditions)
            case low.Or(conditions):
                return any_of(conditions)
            case low.Not(of):
                return negated(of)
            case low.Choose(low.Lit(value), then, other):
                return then if value else other
            case low.Absent(low.Lit(value)):
                return low.Lit(value is None)
            case low.Population(low.Lit(value=int(value))) if value >= 0:
                return low.Lit(value.bit_count())
            case low.Bits(low.Lit(value=int(value))) if value >= 0:
                return self.tables.add(tuple(bits_of(value)))
            case low.Call("seat_mask", (low.Lit(value=int(seat)),)):
                return low.Lit(1 << seat if seat >= 0 else 0)
            case low.Length(low.Table(number)):
                return low.Lit(len(self.tables.values[number]))
            case low.Contains(low.Table(number), low.Lit(value)):
                return low.Lit(value in self.tables.values[number])
            case low.HasBit(low.Lit(value=int(mask)), low.Lit(value=int(place))):
                return low.Lit(bool(mask >> place & 1))
        return node

    def binary(self, node: low.Bin) -> low.Expr:
        """Sums with two constants, masks with no or all bits."""
        match node:
            case low.Bin("+", low.Bin("+", inner, low.Lit(value=int(first))), low.Lit(value=int(second))):
                return low.Bin("+", inner, low.Lit(first + second))
            case low.Bin("<<" | ">>" | "*", low.Lit(value=0), right) if _plain(right):
                return low.Lit(0)
            case low.Bin("+", low.Lit() as number, index):
                return self.binary(low.Bin("+", index, number))
            case low.Bin("+" | "-" | "|" | "^" | "<<" | ">>", left, low.Lit(value=0)):
                return left
            case low.Bin("&", left, low.Lit(value=0)) if _plain(left):
                return low.Lit(0)
            case low.Bin("&", low.Lit(value=0), right) if _plain(right):
                return low.Lit(0)
        return node

    def entry(self, table: low.Expr, index: int) -> low.Expr | None:
        """The entry of a table at a known index; of a table of tables, the table of these entries."""
        match table:
            case low.Table(number):
                values = self.tables.values[number]
                return self.constant(values[index]) if _has(values, index) else None
            case low.Item(low.Table(number), outer):
                rows = self.tables.values[number]
                if all(_has(row, index) for row in rows):
                    column = self.tables.add(tuple(row[index] for row in rows))
                    return self.uniform(column.number, outer) or low.Item(column, outer)
        return None

    def uniform(self, number: int, index: low.Expr) -> low.Expr | None:
        """The entry of a table whose entries are all alike."""
        values = self.tables.values[number]
        if not isinstance(values, tuple) or not values or not _plain(index):
            return None
        first = values[0]
        alike = all(type(value) is type(first) and value == first for value in values)
        return self.constant(first) if alike else None

    def constant(self, value: Any) -> low.Expr:
        """A constant: a number as it is, else its table."""
        return low.Lit(value) if value is None or isinstance(value, (int, bool)) else self.tables.add(value)


NONE: dict[str, Any] = {"any": False, "count": 0, "sum": 0, "first": -1, "last": -1}
"""What walks give when they come to nothing."""


def _named(part: Any) -> tuple[str, ...]:
    """The variables that a part sets."""
    match part:
        case low.Let(name) | low.Bind(name):
            return (name,)
        case low.For(name=name, beside=beside) | low.Clause(name=name, beside=beside):
            return (name, *beside)
        case low.Unpack(names):
            return names
    return ()


def _some(source: low.Expr) -> low.Expr:
    """Whether a sequence has an element."""
    return low.Bin("!=", source.mask, low.Lit(0)) if isinstance(source, low.Bits) else low.Not(low.IsEmpty(source))


def _has(values: Any, index: int) -> bool:
    """Whether a table has an entry at an index; -1 is its last."""
    return isinstance(values, tuple) and -1 <= index < len(values)


def _plain(node: Any) -> bool:
    """Whether leaving an expression out changes nothing else."""
    return not any(isinstance(part, low.Bind) for part in parts(node))
