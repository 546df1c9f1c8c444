"""The end of the game: `finish when`, tested after every change of what its condition reads, and `winner`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from interpreter.layout import Value
from interpreter.model import statements as s
from interpreter.model.types import CollectionType, without_nothing
from interpreter.run.analysis import ALL
from interpreter.run.calls import apart
from interpreter.run.machine import Execute, Frame, Machine
from interpreter.run.scope import Scope
from interpreter.run.signals import GameOver, Happened

if TYPE_CHECKING:
    from interpreter.run.compiler import Alone, Compiler

Check: TypeAlias = "Callable[[Machine], None]"


@dataclass(eq=False)
class Clause:
    """A `finish` clause. `reads` says what its condition depends on; `phase` is that after which it counts."""

    reads: frozenset[str]
    phase: str | None
    condition: Alone | None
    execute: Execute
    size: int


class Finishing:
    """All `finish` clauses, in file order; filled in when all of a program's parts can be named."""

    def __init__(self, c: Compiler) -> None:
        self._compiler = c
        self._reads = [
            frozenset() if finish.condition is None else c.analysis.reads(finish.condition)
            for finish in c.model.finishes
        ]
        self.clauses: list[Clause] = []

    def fill(self) -> None:
        """Compiles the clauses."""
        c = self._compiler
        for finish, reads in zip(c.model.finishes, self._reads, strict=True):
            condition = None if finish.condition is None else c.alone(finish.condition)
            scope = Scope(finish.routine.slots)
            execute = c.block(finish.routine.block, scope)
            self.clauses.append(Clause(reads, finish.phase, condition, execute, scope.size))

    def after(self, node: s.Stmt) -> Check:
        """What is to be tested after a statement has changed the state."""
        return self.after_changing(self._compiler.analysis.writes(node))

    def after_changing(self, written: frozenset[str]) -> Check:
        """What is to be tested after a change of something."""
        touched = [number for number, reads in enumerate(self._reads) if reads & written or ALL in reads]
        if not touched:
            return _nothing_to_test

        def check(r: Machine) -> None:
            if r.watching and not r.scratch:
                for number in touched:
                    clause = self.clauses[number]
                    if clause.condition is not None and clause.condition(r):
                        self.end(r, clause)

        return check

    def after_phase(self, r: Machine, phase: str) -> None:
        """Ends the game where a clause says so for the phase that has ended."""
        for clause in self.clauses:
            if clause.phase == phase:
                self.end(r, clause)

    def end(self, r: Machine, clause: Clause) -> None:
        """Ends the game as a clause says; nobody has won where it names no winner."""
        apart(r, None, clause.execute, [None] * clause.size)
        end_game(r, ())


def _nothing_to_test(r: Machine) -> None:
    """The check after a change that no clause reads."""


def end_game(r: Machine, winners: tuple[int, ...]) -> None:
    """Ends the game; raises GameOver."""
    r.v[r.layout.over] = 1
    r.v[r.layout.winner] = sum(1 << seat for seat in winners)
    raise GameOver


def winner(c: Compiler, scope: Scope, node: s.Winner) -> Execute:
    """`winner who`: ends the game at once."""
    who = c.expr(node.who, scope)
    several = isinstance(without_nothing(node.who.type), CollectionType)

    def end(r: Machine, f: Frame) -> None:
        if r.trying:
            raise Happened
        found: Value = who(r, f)
        if several:
            end_game(r, tuple(dict.fromkeys(found or ())))
        end_game(r, () if found is None else (found,))

    return end


STATEMENTS: Mapping[type, Callable[..., Execute]] = {s.Winner: winner}
