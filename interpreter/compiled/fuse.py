"""One loop in the place of several through the same members, where the order of what they find does not matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from interpreter.compiled import low
from interpreter.compiled.share import shared
from interpreter.compiled.trees import put


class Fuser:
    """Changes the statements of a function that puts options in lists, in any order; `fresh` gives names."""

    def __init__(self, fresh: Callable[[], str]) -> None:
        self.fresh = fresh

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
            body.append(put(own, low.Var(line.clauses[0].name), member))
        source = group[0].clauses[0].value
        return low.For(member.name, source, tuple(shared(body, frozenset({member.name}), self.fresh)))


def _begins_alone(line: low.Collect) -> bool:
    """Whether an addition begins with a loop whose name stands for nothing else in it."""
    if not line.clauses or line.clauses[0].kind != "for" or line.clauses[0].beside:
        return False
    others = {name for clause in line.clauses[1:] for name in (clause.name, *clause.beside)}
    return line.clauses[0].name not in others
