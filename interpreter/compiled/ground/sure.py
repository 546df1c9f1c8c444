"""Variables that never hold nothing.

A variable that is not declared `maybe` may be set to an expression that gives nothing, and reads as nothing then. Only
where all that it is ever set to is something, reading it needs no test.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import Model, Variable
from interpreter.model.types import MemberType, RulesTextType
from interpreter.model.walk import walk

Routine = tuple[tuple[Any, ...], bool, frozenset[int]]
"""The statements of a routine, whether somebody is sure to act in it, and the slots that hold something from before."""


def sure_variables(model: Model) -> frozenset[str]:
    """The variables of members, or of rules text, that never hold nothing."""
    sure = {
        variable.name
        for variable in model.variables.values()
        if isinstance(variable.type, (MemberType, RulesTextType)) and _starts(model, variable)
    }
    routines = [(list(walk_all(nodes)), acting, bound) for nodes, acting, bound in _routines(model)]
    while True:
        lost: set[str] = set()
        for parts, acting, offered in routines:
            bound = offered | {slot for part in parts for slot in _bound(part)}
            for part in parts:
                match part:
                    case s.SetVariable(variable=name, value=value):
                        if name in sure and not _something(model, value, bound, sure, acting):
                            lost.add(name)
                    case s.RemovePiece(domain=domain):
                        lost.add(model.domains[domain].owned["space"])
        if not lost & sure:
            return frozenset(sure)
        sure -= lost


def walk_all(nodes: tuple[Any, ...]) -> Iterator[Any]:
    """Some nodes and all below them."""
    for node in nodes:
        yield from walk(node)


def _routines(model: Model) -> Iterator[Routine]:
    for action in model.actions.values():
        yield action.block, True, frozenset(action.bound)
    others = [*model.procedures.values(), *(rule.routine for rule in model.rules)]
    others += [finish.routine for finish in model.finishes]
    others += [phase.stuck_block for phase in model.phases if phase.stuck_block is not None]
    for routine in others:
        yield routine.block, False, frozenset()
    for text in model.texts:
        yield text.block, False, frozenset()
    for site in model.sites:
        yield site.block, False, frozenset()


def _starts(model: Model, variable: Variable) -> bool:
    """Whether a variable holds something from the start."""
    start = variable.start
    if isinstance(start, x.Const):
        return start.value is not None
    if isinstance(start, x.ReadField):
        return None not in model.domains[start.domain].fields[start.field].values
    return False


def _bound(part: Any) -> tuple[int, ...]:
    """The slots that a part of a routine puts a member in."""
    match part:
        case s.ForEach(slot=slot):
            return (slot,)
        case s.Part(slot=slot) if slot is not None:
            return (slot,)
        case s.Pick(bind=bind) | s.Reveal(bind=bind):
            return (bind.slot,)
        case s.Decide(may=False, binds=binds):
            return tuple(bind.slot for bind in binds)
    return ()


def _something(model: Model, node: x.Expr, bound: frozenset[int], sure: set[str], acting: bool) -> bool:
    """Whether an expression is sure to give something."""
    match node:
        case x.Const():
            return node.value is not None
        case x.Local():
            return node.slot in bound
        case x.Special(name="me" | "mover"):
            return acting
        case x.ReadField(domain=domain, field=field, of=of):
            fixed = None not in model.domains[domain].fields[field].values
            return fixed and _something(model, of, bound, sure, acting)
        case x.ReadVariable(variable=name, keys=()):
            return name in sure
        case x.Conditional(then=then, other=other):
            return all(_something(model, one, bound, sure, acting) for one in (then, other))
        case x.CallBuiltin(name="next_seat", args=(of,)):
            return _something(model, of, bound, sure, acting)
        case x.CallBuiltin(name="opponent_of", args=(of,)):
            return len(model.players) == 2 and _something(model, of, bound, sure, acting)
    return False
