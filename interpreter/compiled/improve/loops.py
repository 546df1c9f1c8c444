"""Plain loops in the place of walks: what goes through few members costs less without a function of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import takewhile
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of, bit, children, names_in, negated, parts, put, rebuilt
from interpreter.compiled.ground.tables import Tables
from interpreter.compiled.improve.ready import Ready, whole
from interpreter.compiled.improve.share import finds

MOST_ROWS = 12
"""A list of what a single loop finds in a longer table, or in a mask that may have many bits, stays a walk."""

LISTED = ("list", "sum", "count")
"""Walks that go through all members."""

CHANGES = (low.Store, low.Fill, low.Put, low.Do)
"""What may change what a list is made of."""

LOOPED = (*LISTED, "any", "first")
"""What walks may come to that are written as loops."""


class Loops:
    """Changes the statements of a function; `fresh` gives names, `ready` options that are kept."""

    def __init__(self, tables: Tables, fresh: Callable[[], str], ready: Ready | None = None) -> None:
        self.tables = tables
        self.fresh = fresh
        self.ready = ready
        self.lists: dict[str, low.Bits] = {}
        """The variables that hold the members of a mask, as long as nothing has changed since."""
        self.taken: set[str] = set()
        """Names that no loop may use for its own: the function's, and those of the loops around."""

    def function(self, code: low.Function) -> low.Function:
        """The function with loops in the place of walks."""
        self.taken = {*code.params, *_outside(code)}
        self.lists.clear()
        return replace(code, body=self.block(code.body))

    def block(self, lines: Iterable[low.Stmt]) -> tuple[low.Stmt, ...]:
        """Some statements."""
        done: list[low.Stmt] = []
        spared: set[str] = set()
        for line in lines:
            if not finds(line) and not isinstance(line, low.If):
                self.lists.clear()
            done += self.line(line)
            if not finds(line):
                self.lists.clear()
            elif isinstance(line, low.Let) and isinstance(line.value, low.Bits):
                self.lists[line.name] = line.value
                spared.add(line.name)
        return tuple(_late(done, spared) if self.ready is not None else done)

    def line(self, line: low.Stmt) -> list[low.Stmt]:
        """One statement, with those that must come before it."""
        match line:
            case low.Collect(_, (low.Clause("for", each, sequence, ()),), low.Var(same)) if each == same:
                before, source = self.out(sequence)
                return [*before, whole(line.name, source)]
            case low.Collect(name, clauses, value) if self.short(clauses, value):
                return self.collected(name, clauses, value)
            case low.Collect():
                return [line]
            case low.Let(name, low.Walk("list", clauses, value)) if not _reads(clauses, name) and (
                not clauses or self.short(clauses, value)
            ):
                return [low.Let(name, low.NewSequence()), *self.collected(name, clauses, value)]
            case low.Let(name, low.Choose(test, then, other)) if _walks(then) or _walks(other):
                branches = (low.Let(name, then),), (low.Let(name, other),)
                return self.line(low.If(test, *branches))
            case low.If(low.And((first, *rest)), then, ()) if any(map(_walks, rest)):
                return self.line(low.If(first, (low.If(all_of(rest), then),)))
            case low.If(condition, then, other):
                before, test = self.out(condition)
                return [*before, low.If(test, self.block(then), self.block(other))]
            case low.For() | low.Times() | low.Loop() | low.Guard():
                return [replace(line, body=self.block(line.body))]
            case low.Let() | low.Unpack() | low.Store() | low.Return() | low.Do() if line.value is not None:
                before, value = self.out(line.value)
                return [*before, replace(line, value=value)]
        return [line]

    def collected(self, name: str, clauses: Sequence[low.Clause], value: low.Expr) -> list[low.Stmt]:
        """Loops that put a value at the end of a sequence for everything that clauses come to."""
        for place, clause in enumerate(clauses):
            match clause:
                case low.Clause("if", value=low.Or((low.Var(test) as steady, *others))) if any(
                    one.kind == "for" for one in clauses[:place]
                ) and not _bound(clauses, test):
                    # What is the same in all rounds is asked once.
                    before, after = clauses[:place], clauses[place + 1 :]
                    tested = replace(clause, value=any_of(others))
                    either = self.collected(name, (*before, *after), value)
                    or_else = self.collected(name, (*before, tested, *after), value)
                    return [low.If(steady, tuple(either), tuple(or_else))]
        if self.ready is not None:
            tests = list(takewhile(lambda clause: clause.kind == "if", clauses))
            each_piece = self.ready.for_each_piece(clauses[len(tests) :], value, self.lists)
            if each_piece is not None:
                lines: list[low.Stmt] = [whole(name, one) for one in each_piece]
                return self.tested([test.value for test in tests], lines) if tests else lines
        kept = None if self.ready is None else self.ready.found(clauses, value)
        if self.ready is not None and kept is not None:
            ready = self.ready
            return self.looped(clauses[:-1], kept, lambda each: ready.taken_over(name, each, self.fresh))
        return self.looped(clauses, value, lambda each: [low.Collect(name, (), each)])

    # ---- expressions

    def out(self, node: low.Expr) -> tuple[list[low.Stmt], low.Expr]:
        """An expression without the walks in it that are worked out in any case, and the loops that do so before it."""
        before: list[low.Stmt] = []
        bound = _binds(node)

        def change(part: low.Expr) -> low.Expr:
            match part:
                case low.Call("mask_of", (low.Walk("list", clauses) as walk,)) if not self.long(clauses):
                    if self.bound_before(part, bound):
                        return part
                    name = self.fresh()
                    before.extend(self.gathered(name, walk))
                    return low.Var(name)
                case low.Walk(what, clauses):
                    stays = what in LISTED and self.long(clauses)
                    if what not in LOOPED or stays or self.bound_before(part, bound):
                        return part
                    name = self.fresh()
                    before.extend(self.walked(name, part))
                    return low.Var(name)
                case low.And((first, *rest)) | low.Or((first, *rest)):
                    if not any(map(_walks, rest)) or self.bound_before(part, bound):
                        return type(part)((change(first), *rest))
                    name = self.fresh()
                    so_far: low.Expr = low.Var(name)
                    test = so_far if isinstance(part, low.And) else negated(so_far)
                    later = all_of(rest) if isinstance(part, low.And) else any_of(rest)
                    before.append(low.Let(name, change(first)))
                    before.extend(self.line(low.If(test, (low.Let(name, later),))))
                    return so_far
                case low.Choose(test, then, other):
                    return low.Choose(change(test), then, other)
            fresh: low.Expr = rebuilt(part, change)
            return fresh

        return before, change(node)

    def bound_before(self, part: low.Expr, bound: set[str]) -> bool:
        """Whether a part reads names that the expression around it binds outside of it."""
        return bool(names_in(part) & (bound - _binds(part)))

    def walked(self, name: str, walk: low.Walk) -> list[low.Stmt]:
        """Lines that put what a walk comes to in a variable."""
        if walk.what == "list":
            return [low.Let(name, low.NewSequence()), *self.collected(name, walk.clauses, walk.value)]
        found, leave = low.Var(name), low.Jump("leave")
        ends = [leave] if any(clause.kind == "for" for clause in walk.clauses) else []
        none = low.Lit(0)
        there: low.Expr | None = None
        if walk.what == "first":
            none, there = low.Lit(-1), low.Bin(">=", found, low.Lit(0))
        elif walk.what == "any":
            none, there = low.Lit(False), found

        def each(value: low.Expr) -> list[low.Stmt]:
            match walk.what:
                case "sum":
                    return [low.Let(name, low.Bin("+", found, value))]
                case "count":
                    return [low.Let(name, low.Bin("+", found, low.Lit(1)))]
                case "first":
                    return [low.Let(name, value), *ends]
            return [low.Let(name, low.Lit(True)), *ends]

        outwards = None if there is None else low.If(there, (leave,))
        return [low.Let(name, none), *self.looped(walk.clauses, walk.value, each, outwards)]

    def gathered(self, name: str, walk: low.Walk) -> list[low.Stmt]:
        """Lines that put the mask of what a walk comes to in a variable; nothing is left out."""
        member, mask = low.Var(self.fresh()), low.Var(name)

        def each(value: low.Expr) -> list[low.Stmt]:
            more = low.Let(name, low.Bin("|", mask, bit(member)))
            return [low.Let(member.name, value), low.If(low.Bin(">=", member, low.Lit(0)), (more,))]

        return [low.Let(name, low.Lit(0)), *self.looped(walk.clauses, walk.value, each)]

    def looped(
        self,
        clauses: Sequence[low.Clause],
        value: low.Expr,
        each: Callable[[low.Expr], list[low.Stmt]],
        outwards: low.Stmt | None = None,
    ) -> list[low.Stmt]:
        """Clauses as loops, in which is done what `each` makes of the value; `outwards` as in `nest`."""
        bound = [name for clause in clauses for name in (clause.name, *clause.beside) if name]
        others = {name: self.fresh() for name in bound if name in self.taken}
        own = {others.get(name, name) for name in bound} - self.taken
        fresh = low.Walk("list", tuple(clauses), value)
        if others:
            fresh = _renamed(fresh, others, own=True)
        self.taken |= own
        body = self.nest(fresh.clauses, each(fresh.value), outwards)
        self.taken -= own
        return body

    def nest(
        self, clauses: Sequence[low.Clause], inner: Sequence[low.Stmt], outwards: low.Stmt | None = None
    ) -> list[low.Stmt]:
        """Clauses as statements around others; `outwards` stands behind each loop that stands in another."""
        if not clauses:
            return self.inmost(inner)
        clause, rest = clauses[0], clauses[1:]
        match clause.kind:
            case "for":
                before, source = self.out(clause.value)
                body = self.nest(rest, inner, outwards)
                if outwards is not None and any(one.kind == "for" for one in rest):
                    body.append(outwards)
                return [*before, low.For(clause.name, source, tuple(body), clause.beside)]
            case "let":
                return [*self.line(low.Let(clause.name, clause.value)), *self.nest(rest, inner, outwards)]
        tests = [clause.value]
        while rest and rest[0].kind == "if":
            tests.append(rest[0].value)
            rest = rest[1:]
        return self.tested(tests, self.nest(rest, inner, outwards))

    def inmost(self, inner: Sequence[low.Stmt]) -> list[low.Stmt]:
        """What is done for each that the clauses come to."""
        *before, last = inner
        if isinstance(last, low.Jump):
            return [*self.block(before), last]
        return list(self.block(inner))

    def tested(self, tests: Sequence[low.Expr], body: Sequence[low.Stmt]) -> list[low.Stmt]:
        """Statements under conditions, each tested when those before it hold."""
        plain = next((place for place, test in enumerate(tests) if _walks(test)), len(tests))
        if plain == len(tests):
            return [low.If(all_of(tests), tuple(body))]
        if plain:
            return [low.If(all_of(tests[:plain]), tuple(self.tested(tests[plain:], body)))]
        before, test = self.opposed(tests[0])
        inside = self.tested(tests[1:], body) if tests[1:] else body
        return [*before, low.If(test, tuple(inside))]

    def opposed(self, test: low.Expr) -> tuple[list[low.Stmt], low.Expr]:
        """A condition without its walks, and the loops before it."""
        if isinstance(test, low.Not):
            before, inner = self.out(test.of)
            return before, negated(inner)
        return self.out(test)

    # ---- which walks

    def short(self, clauses: Sequence[low.Clause], value: low.Expr) -> bool:
        """Whether what some clauses come to is put in a list by loops."""
        kept = self.ready is not None and self.ready.found(clauses, value) is not None
        return kept or (bool(clauses) and not self.long(clauses))

    def long(self, clauses: Sequence[low.Clause]) -> bool:
        """Whether a walk goes through many members in a single loop, or has a loop that cannot be written out."""
        sources = [clause.value for clause in clauses if clause.kind == "for"]
        if len(sources) != 1:
            return False
        match sources[0]:
            case low.Table(number):
                return len(self.tables.values[number]) > MOST_ROWS
            case low.Bits(few=few):
                return not few
        return False


def _late(lines: Sequence[low.Stmt], names: Set[str]) -> list[low.Stmt]:
    """Statements without the lists of some names that nothing reads any more, or only one thing, where it does so."""
    done = list(lines)
    for line in lines:
        if not (isinstance(line, low.Let) and line.name in names):
            continue
        place = done.index(line)
        readers = [number for number in range(place + 1, len(done)) if line.name in names_in(done[number])]
        times = sum(part == low.Var(line.name) for number in readers for part in parts(done[number]))
        if times > 1 or any(
            isinstance(part, CHANGES)
            for other in done[place : max(readers, default=place) + 1]
            for part in parts(other)
        ):
            continue
        for number in readers:
            done[number] = put(done[number], low.Var(line.name), line.value)
        del done[place]
    return done


def _outside(node: low.Function) -> set[str]:
    """The names that a function uses outside of its walks."""
    found: set[str] = set()

    def look(part: Any) -> None:
        match part:
            case low.Walk(clauses=clauses) | low.Collect(clauses=clauses):
                inner = {name for clause in clauses for name in (clause.name, *clause.beside)}
                for child in children(part):
                    found.update(set(names_in(child)) - inner)
            case low.Var(name):
                found.add(name)
            case low.Let(name) | low.Bind(name):
                found.add(name)
            case low.Unpack(names):
                found.update(names)
            case low.For(name=name, beside=beside):
                found.update((name, *beside))
        if not isinstance(part, (low.Walk, low.Collect)):
            for child in children(part):
                look(child)

    for line in node.body:
        look(line)
    return found


def _renamed(node: Any, others: Mapping[str, str], own: bool = False) -> Any:
    """A node in which variables have other names; `own`: those that the node itself, a walk, binds."""
    match node:
        case low.Var(name):
            return low.Var(others.get(name, name))
        case low.Walk(what, clauses, value):
            known = {} if own else dict(others)
            done: list[low.Clause] = []
            for clause in clauses:
                source = _renamed(clause.value, known)
                names = (clause.name, *clause.beside)
                if own:
                    known |= {name: others[name] for name in names if name in others}
                    names = tuple(others.get(name, name) for name in names)
                else:
                    known = {name: other for name, other in known.items() if name not in names}
                done.append(replace(clause, name=names[0], value=source, beside=names[1:]))
            return low.Walk(what, tuple(done), _renamed(value, known))
    return rebuilt(node, lambda part: _renamed(part, others))


def _walks(node: low.Expr) -> bool:
    """Whether there is a walk in an expression."""
    return any(isinstance(part, low.Walk) for part in parts(node))


def _binds(node: low.Expr) -> set[str]:
    """The names that an expression binds."""
    return {part.name for part in parts(node) if isinstance(part, low.Bind)}


def _bound(clauses: Sequence[low.Clause], name: str) -> bool:
    """Whether clauses bind a variable."""
    return any(name in (clause.name, *clause.beside) for clause in clauses)


def _reads(clauses: Sequence[low.Clause], name: str) -> bool:
    """Whether clauses read a variable."""
    return any(name in names_in(clause.value) for clause in clauses)
