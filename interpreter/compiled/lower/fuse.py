"""One loop in the place of several through the same members, where the order of what they find does not matter.

What the loops look up by the same two numbers is then looked up together, and loops within that find nothing where no
space is vacant to which they lead are not begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import parts, put
from interpreter.compiled.improve.share import shared
from interpreter.compiled.lower.lowering import Lowering

Keys: TypeAlias = tuple[low.Expr, low.Expr]
"""What an entry of a table of tables is looked up by."""


class Fuser:
    """Changes the statements of a function that puts options in lists, in any order."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.tables = lowering.tables
        self.fresh = lowering.temporary

    def function(self, code: low.Function) -> low.Function:
        """The function with its loops fused, in blocks within blocks too."""
        return replace(code, body=tuple(self.block(code.body)))

    def block(self, lines: Iterable[low.Stmt]) -> list[low.Stmt]:
        """Statements of which those that follow each other and add to one list are put together."""
        done: list[low.Stmt] = []
        run: list[low.Collect] = []
        for line in lines:
            if isinstance(line, low.Collect) and (not run or run[0].name == line.name):
                run.append(line)
                continue
            done += self.fused(run)
            run = []
            done.append(self.inside(line))
        return [*done, *self.fused(run)]

    def inside(self, line: low.Stmt) -> low.Stmt:
        """A statement with the blocks in it changed."""
        match line:
            case low.If(condition, then, other):
                return low.If(condition, tuple(self.block(then)), tuple(self.block(other)))
            case low.Loop(body):
                return low.Loop(tuple(self.block(body)))
        return line

    def fused(self, run: Sequence[low.Collect]) -> list[low.Stmt]:
        """Additions to one list, with one loop for those that begin by going through the same."""
        groups: dict[low.Expr, list[low.Collect]] = {}
        for line in run:
            if _begins_alone(line):
                groups.setdefault(line.clauses[0].value, []).append(line)
        done: list[low.Stmt] = []
        for line in run:
            group = groups.get(line.clauses[0].value, []) if line.clauses else []
            if len(group) < 2 or not any(line is one for one in group):
                done.append(line)
            elif line is group[0]:
                done.append(self.loop(group))
        return done

    def loop(self, group: Sequence[low.Collect]) -> low.For:
        """One loop for several; what they work out alike is worked out once for each member."""
        member = low.Var(self.fresh())
        body: list[low.Stmt] = []
        for line in group:
            own = replace(line, clauses=line.clauses[1:])
            body += self.guarded(put(own, low.Var(line.clauses[0].name), member))
        source = group[0].clauses[0].value
        return low.For(member.name, source, tuple(self.together(shared(body, frozenset({member.name}), self.fresh))))

    # ---- loops that find nothing

    def guarded(self, line: low.Collect) -> list[low.Stmt]:
        """An addition that is not begun where a set is empty through which it goes, or in which it needs a space."""
        if not line.clauses or line.clauses[0].kind != "for":
            return [line]
        first, rest = line.clauses[0], line.clauses[1:]
        name = low.Var(self.fresh())
        goals: low.Expr | None
        if isinstance(first.value, low.Bits):
            goals = first.value.mask
            line = replace(line, clauses=(replace(first, value=replace(first.value, mask=name)), *rest))
        else:
            goals = self.goals(first, rest)
        if goals is None:
            return [line]
        return [low.Let(name.name, goals), low.If(low.Bin("!=", name, low.Lit(0)), (line,))]

    def goals(self, rows: low.Clause, tests: Sequence[low.Clause]) -> low.Expr | None:
        """The vacant spaces among those that rows of a table lead to; None where no test asks for one."""
        names = (rows.name, *rows.beside)
        columns = [name for test in tests for name in _asked_for(test) if name in names]
        for domain, groups in self.lowering.inverses.groups.items():
            pieces = self.lowering.layout.pieces[domain]
            standing = groups.slots.get((1 << pieces.pieces) - 1)
            places = range(pieces.base, pieces.base + self.lowering.model.spaces.size)
            for name in columns if standing is not None else ():
                leads = self.looked_up(rows.value, partial(_spaces, column=names.index(name), places=places))
                if leads is not None:
                    return low.Bin("&", low.Complement(low.Slot(low.Lit(standing))), leads)
        return None

    def looked_up(self, source: low.Expr, change: Callable[[Any], int | None]) -> low.Expr | None:
        """What is looked up in a table, changed in the table; None where it cannot be."""
        match source:
            case low.Item(low.Item(low.Table(number), outer), inner):
                rows = self.tables.values[number]
                if isinstance(rows, tuple) and all(isinstance(row, tuple) for row in rows):
                    changed = tuple(tuple(map(change, row)) for row in rows)
                    if all(isinstance(entry, int) for row in changed for entry in row):
                        return low.Item(low.Item(self.tables.add(changed), outer), inner)
        return None

    # ---- what is looked up together

    def together(self, lines: Sequence[low.Stmt]) -> list[low.Stmt]:
        """Statements of a round in which entries with the same keys are looked up at once, in one table."""
        whole = list(lines)
        found: dict[Keys, list[low.Expr]] = {}
        for line in whole:
            for part in _first(line):
                if isinstance(part, low.Item) and isinstance(part.table, low.Item):
                    keys = part.table.index, part.index
                    if all(isinstance(key, low.Var) for key in keys) and isinstance(part.table.table, low.Table):
                        group = found.setdefault(keys, [])
                        if part not in group:
                            group.append(part)
        for keys, items in found.items():
            joined = self.joined(items) if len(items) > 1 else None
            if joined is None:
                continue
            names = tuple(self.fresh() for _ in items)
            first = next(place for place, line in enumerate(whole) if any(part in items for part in parts(line)))
            for item, name in zip(items, names, strict=True):
                whole = [put(line, item, low.Var(name)) for line in whole]
            whole.insert(first, low.Unpack(names, low.Item(low.Item(joined, keys[0]), keys[1])))
        return whole

    def joined(self, items: Sequence[low.Expr]) -> low.Table | None:
        """A table with the entries of several side by side; None where they are not alike."""
        tables: list[Any] = []
        for item in items:
            match item:
                case low.Item(low.Item(low.Table(number))):
                    tables.append(self.tables.values[number])
        shapes = {tuple(len(row) if isinstance(row, tuple) else -1 for row in table) for table in tables}
        if len(shapes) != 1 or -1 in shapes.pop():
            return None
        return self.tables.add(tuple(tuple(zip(*rows, strict=True)) for rows in zip(*tables, strict=True)))


def _asked_for(test: low.Clause) -> Iterator[str]:
    """The variable of a slot that a test wants to be empty."""
    match test:
        case low.Clause("if", _, low.Not(low.Slot(low.Var(name)))):
            yield name
        case low.Clause("if", _, low.Bin("==", low.Slot(low.Var(name)), low.Lit(value=0))):
            yield name


def _spaces(rows: Any, column: int, places: range) -> int | None:
    """The mask of spaces whose pieces stand in the slots of a column of rows."""
    mask = 0
    for row in rows:
        slot = row[column] if isinstance(row, tuple) else row
        if slot not in places:
            return None
        mask |= 1 << slot - places.start
    return mask


def _first(line: low.Stmt) -> Iterator[Any]:
    """The parts of what a statement of a round evaluates in any case, or first of all."""
    match line:
        case low.Let(value=value):
            yield from parts(value)
        case low.If(condition, (low.Collect(clauses=(low.Clause("for", _, source), *_)),)):
            yield from parts(condition)
            yield from parts(source)
        case low.Collect(clauses=(low.Clause("for", _, source), *_)):
            yield from parts(source)


def _begins_alone(line: low.Collect) -> bool:
    """Whether an addition begins with a loop whose name stands for nothing else in it."""
    if not line.clauses or line.clauses[0].kind != "for" or line.clauses[0].beside:
        return False
    others = {name for clause in line.clauses[1:] for name in (clause.name, *clause.beside)}
    return line.clauses[0].name not in others
