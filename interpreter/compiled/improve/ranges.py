"""What names can be: tables that say the same of all of that, and tests whether they are something.

A name that goes through a set is a member of every set that this one lies in. So the pieces of a seat are some of a few
known ones, and what is so of all of these need not be looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import bits_of, parts
from interpreter.compiled.improve.fold import Folder

AMONG = "among"
"""Stands for a function in a statement that only says which set the value of a name is in."""


def among(clauses: Iterable[low.Clause], names: Iterable[str]) -> list[low.Stmt]:
    """Statements that say of names what they can be, where clauses bind them."""
    sources = {clause.name: clause.value for clause in clauses if clause.kind == "for" and not clause.beside}
    bound = [(name, sources[name]) for name in names if name in sources]
    return [low.Do(low.Call(AMONG, (low.Var(name), source))) for name, source in bound]


class Ranger(Folder):
    """Folds programs like a Folder, by what names can be as well."""

    def __init__(self, tables: Any) -> None:
        super().__init__(tables)
        self.members: dict[str, frozenset[int]] = {}

    def line(self, node: low.Stmt, known: dict[str, low.Expr], once: Set[str]) -> tuple[low.Stmt, ...]:
        """See Folder.line."""
        match node:
            case low.Do(low.Call(name, (low.Var(who), source))) if name == AMONG:
                self.note(who, self.expression(source, known))
                return ()
            case low.If(condition, then, other):
                self.forget(condition)
                return self.branches(self.expression(condition, known), (then, other), known, once)
        self.forget(node)
        if isinstance(node, low.Let):
            lines = super().line(node, known, once)
            for line in lines:
                if isinstance(line, low.Let):
                    self.note(line.name, line.value)
            return lines
        before = dict(self.members)
        if isinstance(node, low.For) and not node.beside:
            self.note(node.name, self.expression(node.source, known))
        lines = super().line(node, known, once)
        self.members = before
        return lines

    def branches(
        self, test: low.Expr, blocks: tuple[tuple[low.Stmt, ...], ...], known: dict[str, low.Expr], once: Set[str]
    ) -> tuple[low.Stmt, ...]:
        """A choice of two blocks, by a folded condition."""
        then, other = blocks
        if isinstance(test, low.Lit):
            return self.lines(then if test.value else other, known, once)
        before = dict(self.members)
        for part in test.parts if isinstance(test, low.And) else (test,):
            match part:
                case low.Bin(">=", low.Var(name), low.Lit(value=0)) if name in self.members:
                    self.members[name] = frozenset(one for one in self.members[name] if one >= 0)
        first = self.lines(then, known, once)
        self.members = dict(before)
        second = self.lines(other, known, once)
        self.members = before
        for line in (*then, *other):
            self.forget(line)
        return (low.If(test, first, second),)

    def walk(self, node: low.Walk, known: dict[str, low.Expr]) -> low.Expr:
        """See Folder.walk."""
        before = dict(self.members)
        folded = super().walk(node, known)
        self.members = before
        return folded

    def clauses(self, clauses: Iterable[low.Clause], known: dict[str, low.Expr]) -> tuple[low.Clause, ...] | None:
        """See Folder.clauses."""
        done: list[low.Clause] = []
        for clause in clauses:
            self.forget(clause.value)
            for name in (clause.name, *clause.beside):
                self.members.pop(name, None)
            folded = super().clauses((clause,), known)
            if folded is None:
                return None
            done += folded
            if clause.kind == "for" and not clause.beside:
                self.note(clause.name, folded[0].value)
        return tuple(done)

    def simple(self, node: Any) -> Any:
        """See Folder.simple."""
        match node:
            case low.Item(low.Table(number), low.Var(name)) if name in self.members:
                values = self.tables.values[number]
                if isinstance(values, tuple) and all(-1 <= one < len(values) for one in self.members[name]):
                    first, *rest = (values[one] for one in self.members[name])
                    if isinstance(first, int) and all(type(one) is type(first) and one == first for one in rest):
                        return low.Lit(first)
            case low.Bin(">=" | "<" as op, low.Var(name), low.Lit(value=0)) if self.members.get(name):
                if min(self.members[name]) >= 0:
                    return low.Lit(op == ">=")
                if max(self.members[name]) < 0:
                    return low.Lit(op == "<")
        return super().simple(node)

    # ---- what is known

    def note(self, name: str, source: low.Expr) -> None:
        """A name goes through a source, or is a value."""
        found: frozenset[int] | None = None
        match source:
            case low.Bits(mask):
                found = self.in_mask(mask)
            case low.Lowest(mask):
                found = self.in_mask(mask)
                found = None if found is None else found | {-1}
            case low.Table(number):
                values = self.tables.values[number]
                if isinstance(values, tuple) and all(type(one) is int for one in values):
                    found = frozenset(values)
            case low.Var(other):
                found = self.members.get(other)
        if found:
            self.members[name] = found

    def forget(self, node: Any) -> None:
        """The names that a node gives values to may be anything; those in its walks are others."""
        if not self.members:
            return
        for part in parts(node):
            match part:
                case low.Let(name) | low.Bind(name):
                    self.members.pop(name, None)
                case low.For(name=name, beside=beside):
                    for one in (name, *beside):
                        self.members.pop(one, None)
                case low.Unpack(names):
                    for one in names:
                        self.members.pop(one, None)

    def in_mask(self, mask: low.Expr) -> frozenset[int] | None:
        """The members of a set that a set lies in, whatever the state is; None where that is not known."""
        most = self.most(mask)
        return None if most is None else frozenset(bits_of(most))

    def most(self, mask: low.Expr) -> int | None:
        """See in_mask: that set as a mask."""
        match mask:
            case low.Lit(value=int(value)) if value >= 0:
                return value
            case low.Bin("&", left, right):
                known = [one for one in (self.most(left), self.most(right)) if one is not None]
                return known[0] & known[-1] if known else None
            case low.Bin("|", left, right):
                one, other = self.most(left), self.most(right)
                return None if one is None or other is None else one | other
        return None
