"""Works out once what several options need: the same parts of what is found before anything is chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import children, factors, names_in, parts, put, rebuilt

STEADY = (low.Lit, low.Var, low.Table, low.Item, low.Slot, low.Bin, low.Complement, low.Bits, low.Population)
"""What shared parts consist of: it has a value whatever the state, and changes nothing."""

PLAIN = (low.Lit, low.Var, low.Table)
"""Parts that are no work."""

INNER = 2
"""How often something is reckoned to be worked out that stands inside a walk."""


def shared(lines: Iterable[low.Stmt], known: frozenset[str], fresh: Callable[[], str]) -> list[low.Stmt]:
    """Statements that only find things out, with the parts that recur in variables before them.

    `known` are the variables that have their value before; `fresh` gives names.
    """
    whole = [_regrouped(line, known) for line in lines]
    lets: list[low.Stmt] = []
    counted = [_counted(line, known) for line in whole]
    while True:
        spoken: Counter[low.Expr] = Counter()
        for one in counted:
            spoken.update(one)
        worth = [part for part, count in spoken.items() if count > 1 and _size(part) > 1]
        if not worth:
            return [*lets, *map(_unless_empty, whole)]
        best = max(worth, key=lambda part: (_size(part), -len(lets)))
        name = low.Var(fresh())
        lets.append(low.Let(name.name, best))
        known |= {name.name}
        for place, line in enumerate(whole):
            if best in counted[place]:
                whole[place] = put(line, best, name)
                counted[place] = _counted(whole[place], known)


def _unless_empty(line: low.Stmt) -> low.Stmt:
    """A statement that walks through a shared sequence, which does not start to when that is empty."""
    match line:
        case low.Let(name, low.Walk("list", (low.Clause("for", value=low.Var() as source), *_)) as walk):
            return low.Let(name, low.Choose(low.IsEmpty(source), low.Sequence(()), walk))
    return line


def finds(line: low.Stmt) -> bool:
    """Whether a statement only finds something out, or leaves."""
    match line:
        case low.Let() | low.Collect() | low.Return():
            return True
        case low.If(_, then, other):
            return all(map(finds, (*then, *other)))
    return False


def _counted(line: low.Stmt, known: frozenset[str]) -> Counter[low.Expr]:
    """How often the steady parts of a statement occur in it."""
    spoken: Counter[low.Expr] = Counter()
    _count(line, known, spoken, 1)
    return spoken


def _count(node: Any, known: frozenset[str], spoken: Counter[low.Expr], times: int) -> bool:
    """Counts the steady parts of a node that speak of known variables only; those inside walks count for more.

    Whether the node is such a part itself.
    """
    if isinstance(node, (low.Walk, low.Collect)):
        inside = times
        for clause in node.clauses:
            _count(clause.value, known, spoken, inside)
            if clause.kind == "for":
                inside = times * INNER
        _count(node.value, known, spoken, inside)
        return False
    if isinstance(node, low.Var):
        return node.name in known
    steady = isinstance(node, STEADY)
    for child in children(node):
        steady = _count(child, known, spoken, times) and steady
    if steady and not isinstance(node, PLAIN):
        spoken[node] += times
    return steady


def _steady(node: Any, known: frozenset[str]) -> bool:
    """Whether a part has the same value wherever it stands."""
    return names_in(node) <= known and all(isinstance(part, STEADY) for part in parts(node))


def _size(node: Any) -> int:
    """How much work a part is, in operations."""
    return sum(not isinstance(part, PLAIN) for part in parts(node))


def _regrouped(node: Any, known: frozenset[str]) -> Any:
    """A node in which what is common to masks is put together: first what is known, then the rest."""
    done = rebuilt(node, lambda part: _regrouped(part, known))
    if not (isinstance(done, low.Bin) and done.op == "&"):
        return done
    masks = factors(done)
    first = [mask for mask in masks if _steady(mask, known)]
    rest = [mask for mask in masks if mask not in first]
    if len(first) < 2 or not rest:
        return done
    whole = first[0]
    for mask in (*first[1:], *rest):
        whole = low.Bin("&", whole, mask)
    return whole
