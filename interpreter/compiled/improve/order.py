"""Puts conditions where they save most: as early as what they speak of is known, and cheap ones before dear ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import names_in, parts, rebuilt

DEAR = 20
"""What a call or a walk through members is reckoned to cost, in reads of the state."""


@lru_cache(maxsize=4096)
def cost(node: Any) -> int:
    """How dear an expression is."""
    whole = 0
    for part in parts(node):
        if isinstance(part, low.Call) and part.name.startswith("ensure_"):
            whole += 10 * DEAR
        elif isinstance(part, (low.Call, low.Walk)):
            whole += DEAR
        elif isinstance(part, (low.Slot, low.Item, low.Bin, low.Find)):
            whole += 1
    return whole


def ordered(clauses: Sequence[low.Clause]) -> list[low.Clause]:
    """The clauses with each condition moved up to where its names are known; what they come to stays the same.

    Conditions change nothing and have a value whatever they meet, so that their order does not matter.
    """
    clauses = without_lowest(clauses)
    made = {clause.name for clause in clauses if clause.kind != "if"}
    waiting = [clause for clause in clauses if clause.kind == "if"]
    done: list[low.Clause] = []
    known: set[str] = set()

    def settle() -> None:
        ready = [clause for clause in waiting if not (names_in(clause.value) & made) - known]
        ready.sort(key=lambda clause: cost(clause.value))
        for clause in ready:
            waiting.remove(clause)
            done.append(clause)

    settle()
    for step in clauses:
        if step.kind != "if":
            done.append(step)
            known.add(step.name)
            settle()
    return done + waiting


def without_lowest(clauses: Sequence[low.Clause]) -> Sequence[low.Clause]:
    """Clauses without names for the first member of a set of which only is asked whether there is one, if anything."""
    for clause in clauses:
        if clause.kind != "let" or not isinstance(clause.value, low.Lowest):
            continue
        test = low.Bin(">=", low.Var(clause.name), low.Lit(0))
        others = [other for other in clauses if other is not clause]
        uses = [other for other in others if clause.name in names_in(other.value)]
        if all(other.kind == "if" and other.value == test for other in uses):
            some = low.Clause("if", "", low.Bin("!=", clause.value.mask, low.Lit(0)))
            left = [other for other in others if other not in uses]
            return without_lowest([*left, some] if uses else left)
    return clauses


def hoisted(
    name: str, conditions: Sequence[low.Expr], fresh: Callable[[], str]
) -> tuple[list[low.Clause], tuple[low.Expr, ...]]:
    """Dear parts of conditions that do not speak of the member `name` of a walk: named by `fresh`, before the walk."""
    lets: list[low.Clause] = []
    known: dict[low.Expr, str] = {}
    bound = {name} | {own for test in conditions for own in own_names(test)}

    def look(node: Any) -> Any:
        if _dear(node) and not names_in(node) & (bound - own_names(node)):
            if node not in known:
                known[node] = fresh()
                lets.append(low.Clause("let", known[node], node))
            return low.Var(known[node])
        return node if isinstance(node, (low.Walk, low.Bind)) else rebuilt(node, look)

    tests = tuple(look(test) for test in conditions)
    return lets, tests


def _dear(node: Any) -> bool:
    """Whether a part is worth a name: a call, a walk, or a choice with one of them in it."""
    if isinstance(node, low.Choose):
        return any(isinstance(part, (low.Call, low.Walk)) for part in parts(node))
    return isinstance(node, (low.Call, low.Walk))


def own_names(node: low.Expr) -> set[str]:
    """The names that an expression binds itself."""
    names = {part.name for part in parts(node) if isinstance(part, low.Bind)}
    return names | {
        clause.name
        for part in parts(node)
        if isinstance(part, low.Walk)
        for clause in part.clauses
        if clause.kind != "if"
    }
