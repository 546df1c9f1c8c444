"""Trials: whether text would come to anything, without doing it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import CollectionType, MaybeType, NothingType
from interpreter.run.machine import Execute, Frame, Machine
from interpreter.run.signals import Abandon, GameOver, Given, Happened

HEAD = (s.Require, s.Let)
"""Statements that only lead up to what a part or block does."""


def possible(r: Machine, f: Frame, execute: Execute, idle: bool) -> bool:
    """Whether a block comes to a change of state, or to a decision that has a candidate.

    `idle` is the answer for one that is done without either (see `idle`).
    """
    before = (r.trying, r.events)
    r.trying, r.events = True, tuple([list(happened) for happened in r.events])
    try:
        execute(r, f)
    except Happened:
        return True
    except (Abandon, Given):
        return False
    finally:
        r.trying, r.events = before
    return idle


def idle(block: Sequence[s.Stmt]) -> bool:
    """Whether a block says to do nothing: it can be chosen all the same."""
    return all(isinstance(node, HEAD) for node in block)


def passes_on_a_copy(r: Machine, f: Frame, execute: Execute) -> bool:
    """Whether text can be carried out on a scratch copy without being abandoned.

    The end of the game, and a decision that comes up on the way, are as far as it goes.
    """
    before = (r.v, r.scratch, r.trying, r.moved, r.collected, r.revealed, r.turn_ended, r.events)
    r.v, r.scratch, r.trying, r.moved = r.v.copy(), True, False, set()
    r.collected, r.events = r.moved, (*r.events, [])
    try:
        execute(r, f)
    except Abandon:
        return False
    except (Happened, GameOver, Given):
        return True
    finally:
        r.v, r.scratch, r.trying, r.moved, r.collected, r.revealed, r.turn_ended, r.events = before
    return True


def certain(block: Sequence[s.Stmt], bound: Collection[int]) -> bool:
    """Whether it is plain that a block of an action changes something as soon as it starts.

    `bound` slots never hold nothing.
    """
    if not block:
        return True
    match block[0]:
        case s.Let():
            return len(block) > 1 and certain(block[1:], bound)
        case s.Simple(kind="skip" | "end_turn"):
            return True
        case s.MovePiece(what=what, where=where):
            return _there(what, bound) and _there(where, bound)
        case s.RemovePiece(what=what):
            return _there(what, bound)
        case s.MoveCard(what=what, keys=keys):
            return _there(what, bound) and all(isinstance(key, x.Special) and _there(key, bound) for key in keys)
        case s.SwapPieces(left=left, right=right):
            return _there(left, bound) and _there(right, bound)
        case s.SetVariable(keys=keys):
            return all(_there(key, bound) for key in keys)
        case s.ChangeCounter(keys=keys, amount=x.Const(value=int(amount))):
            return amount > 0 and all(_there(key, bound) for key in keys)
    return False


def _there(node: x.Expr, bound: Collection[int]) -> bool:
    """Whether an expression cannot be nothing."""
    if isinstance(node, x.Local):
        return node.slot in bound
    if isinstance(node, x.Special):
        return node.name == "me"
    if isinstance(node, x.ReadField):
        return not isinstance(node.type, (MaybeType, NothingType, CollectionType)) and _there(node.of, bound)
    return isinstance(node, x.Const) and node.value is not None
