"""Whether playing on can ever bring two pieces of a domain to one space.

Where each piece stands alone when a playout begins, and everything that the playout can do keeps it so, nothing in it
need ask whether another piece stands where one goes or comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from interpreter.compiled.ground.kinds import Unsupported
from interpreter.compiled.ground.rewrite import conjuncts, identity
from interpreter.compiled.lower.decisions import Decisions
from interpreter.compiled.lower.lowering import Names
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel
from interpreter.run.analysis import ALL, Analysis

Vacant: TypeAlias = "dict[Any, frozenset[str]]"
"""What says which spaces have no piece of the domain on them for sure (see rewrite.identity), and what it reads."""

NONE: Vacant = {}

STILL = (s.Let, s.Require, s.Ensure, s.Winner)
"""Statements that change nothing while playing goes on."""


def stays_alone(lowering: Decisions, domain: str, actions: Iterable[ActionModel]) -> bool:
    """Whether the pieces of a domain keep standing alone while actions are taken and rules answer to them."""
    model, keeper = lowering.model, _Keeper(lowering, domain)
    blocks = [rule.routine.block for rule in model.rules]
    blocks += [routine.block for routine in model.procedures.values()]
    try:
        if model.sites or not all(keeper.keeps(block, NONE) for block in blocks):
            return False
        for action in actions:
            with lowering.routine(Names()):
                if not keeper.keeps(action.block, keeper.vacant_by(action.offer)):
                    return False
    except Unsupported:
        return False
    return True


class _Keeper:
    """Looks through blocks of statements for what brings a piece to a space that may not be vacant."""

    def __init__(self, lowering: Decisions, domain: str) -> None:
        self.lowering = lowering
        self.domain = domain
        self.analysis: Analysis = lowering.tabulator.analysis
        self.space = f"variable {lowering.layout.pieces[domain].spaces.variable.name}"

    def keeps(self, block: s.Block, vacant: Vacant) -> bool:
        """Whether a block keeps pieces alone, when some spaces are vacant before it."""
        for node in block:
            match node:
                case s.MovePiece(domain=domain, where=where) if domain == self.domain:
                    if identity(self.lowering.rewriter.inline(where)) not in vacant:
                        return False
                    vacant = NONE
                case s.RemovePiece(domain=domain, what=what):
                    vacant = self.lasting(vacant | self.left_by(what)) if domain == self.domain else NONE
                case s.Decide(binds=binds, may=False):
                    with self.lowering.routine(Names()):
                        vacant = vacant | self.vacant_by(binds)
                case s.Pick(bind=bind) | s.Reveal(bind=bind):
                    with self.lowering.routine(Names()):
                        vacant = vacant | self.vacant_by((bind,))
                case s.If(block=then, other=other):
                    if not (self.keeps(then, vacant) and self.keeps(other, vacant)):
                        return False
                    vacant = NONE
                case s.ForEach(block=inner) | s.Repeat(block=inner) | s.Ask(block=inner):
                    if not self.keeps(inner, NONE):
                        return False
                    vacant = NONE
                case s.SetVariable() | s.ChangeCounter():
                    if self.space in self.analysis.writes(node):
                        return False
                    vacant = NONE
                case s.MovePiece() | s.SwapPieces() | s.LetCall() | s.Emit():
                    vacant = NONE
                case _ if not isinstance(node, STILL):
                    return False
        return True

    def lasting(self, vacant: Vacant) -> Vacant:
        """The spaces that stay what they are when pieces of the domain are moved."""
        return {one: reads for one, reads in vacant.items() if not reads & {self.space, ALL}}

    def vacant_by(self, steps: Sequence[s.OfferStep]) -> Vacant:
        """The spaces that are vacant when something has been chosen."""
        found: Vacant = {}
        for step in steps:
            if isinstance(step, s.Bind):
                slot, source, tests = self.lowering.bound(step)
                self.lowering.names.definite.add(slot)
                self.lowering.loosen(slot, source)
                for test in tests:
                    found |= self.vacant_if(test)
        return found

    def vacant_if(self, test: x.Expr) -> Vacant:
        """The space that is vacant when a condition holds: no piece of the domain stands there."""
        match test:
            case x.Quantifier(kind="none", slot=slot, source=x.Const() as source, condition=condition):
                return self.spaces_of_all(slot, source, condition)
            case x.Compare(op="is", left=x.Quantifier(kind="first") as first, right=x.Const(value=None)) if isinstance(
                first.source, x.Const
            ):
                return self.spaces_of_all(first.slot, first.source, first.condition)
            case x.Logic(op="and", left=left, right=right) if right is not None:
                return self.vacant_if(left) | self.vacant_if(right)
        return NONE

    def left_by(self, what: x.Expr) -> Vacant:
        """The space that is vacant when the only piece on it is gone."""
        inlined = self.lowering.rewriter.inline(what)
        if isinstance(inlined, x.Quantifier) and inlined.kind == "first" and isinstance(inlined.source, x.Const):
            return self.spaces_of_all(inlined.slot, inlined.source, inlined.condition)
        return NONE

    def spaces_of_all(self, slot: int, source: x.Const, condition: x.Expr | None) -> Vacant:
        """The space E where pieces are all those of the domain whose space is E."""
        joined, rest = self.lowering.joined_space(slot, conjuncts(condition))
        if joined is None or rest or joined[0] != self.domain or not self.lowering.all_pieces(self.domain, source):
            return NONE
        return {identity(joined[1]): self.analysis.reads(joined[1])}
