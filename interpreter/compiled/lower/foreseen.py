"""What an option ensures, said of the state before it: where a piece would stand when it has changed places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, bit, plus, rebuilt
from interpreter.compiled.ground.tables import numbers_in
from interpreter.compiled.lower.steps import Steps
from interpreter.model import statements as s
from interpreter.model.program import ActionModel


class Unforeseen(Exception):
    """A condition speaks of something that is not known before."""


def foreseen(lowering: Steps, action: ActionModel, clauses: list[low.Clause], tried: low.Expr) -> bool:
    """Adds clauses that hold where what an action ensures will hold; whether that can be told from the state before.

    It can where an action exchanges two pieces, each alone on its space, and ensures something of where they stand.
    `clauses` bind what the action binds; `tried` finds the answer by trying, where pieces share a space.
    """
    block = action.block[: action.ensured]
    if "foresee" not in lowering.passes or not block or not isinstance(block[0], s.SwapPieces):
        return False
    swap, ensures = block[0], block[1:]
    written = {word for step in action.offer if isinstance(step, s.Limit) for word in _writes(lowering, step)}
    conditions: list[low.Expr] = []
    for node in ensures:
        if not isinstance(node, s.Ensure) or lowering.tabulator.analysis.reads(node.condition) & written:
            return False
        with lowering.routine(replace(lowering.names, facts={})):
            conditions.append(lowering.value(node.condition))
    left, right = lowering.rewriter.inline(swap.left), lowering.rewriter.inline(swap.right)
    pieces = lowering.layout.pieces[swap.domain]
    if pieces.width != 1 or not (lowering.is_placed(swap.domain, left) and lowering.is_placed(swap.domain, right)):
        return False
    a, b = lowering.scalar(left), lowering.scalar(right)
    if not (isinstance(a, low.Var) and isinstance(b, low.Var)):
        return False
    here, there = low.Var(lowering.temporary()), low.Var(lowering.temporary())
    exchange = _Exchange(lowering, swap.domain, (a, b), (here, there), clauses)
    try:
        holds = all_of(map(exchange.after, conditions))
    except Unforeseen:
        return False
    clauses.append(low.Clause("let", here.name, low.Slot(plus(a, pieces.spaces.base))))
    clauses.append(low.Clause("let", there.name, low.Slot(plus(b, pieces.spaces.base))))
    if not lowering.stand_alone(swap.domain):
        alone = [
            low.Bin("==", low.Slot(plus(space, pieces.base)), bit(piece)) for piece, space in ((a, here), (b, there))
        ]
        holds = low.Choose(all_of(alone), holds, tried)
    clauses.append(low.Clause("if", "", holds))
    return True


def _writes(lowering: Steps, step: s.Limit) -> frozenset[str]:
    return lowering.tabulator.analysis.writes(step)


@dataclass(frozen=True, slots=True)
class _Exchange:
    """Two pieces that change places: `pieces` stand on `spaces` before, each alone."""

    lowering: Steps
    domain: str
    pieces: tuple[low.Var, low.Var]
    spaces: tuple[low.Var, low.Var]
    clauses: Sequence[low.Clause]

    def after(self, node: Any) -> Any:
        """What a part of a condition is afterwards. Raises Unforeseen."""
        if isinstance(node, low.Slot):
            return self.slot_after(node)
        if isinstance(node, low.Call) and low.Var("v") in node.args:
            raise Unforeseen
        return rebuilt(node, self.after)

    def slot_after(self, node: low.Slot) -> low.Expr:
        """What a slot holds afterwards."""
        lowering, kept = self.lowering, self.lowering.layout.pieces[self.domain]
        for piece, space in zip(self.pieces, reversed(self.spaces), strict=True):
            if node.index == plus(piece, kept.spaces.base):
                return space
        groups = lowering.inverses.groups.get(self.domain)
        regions = lowering.regions
        spans = regions.spans(node.index)
        if groups is not None and spans is not None and {first for first, _ in spans} <= {*groups.slots.values()}:
            changed = self.group_changed(node.index)
            both = low.Bin("|", *map(bit, self.spaces))
            if changed is None:
                raise Unforeseen
            return low.Bin("^", low.Slot(node.index), both) if changed else low.Slot(node.index)
        if regions.reads(node, regions.of_pieces(self.domain)):
            raise Unforeseen
        return node

    def group_changed(self, index: low.Expr) -> bool | None:
        """Whether the set of spaces of a group changes, as exactly one of the pieces belongs to it; None: it may."""
        one, other = (self.possible(piece) for piece in self.pieces)
        match index:
            case low.Lit(value=int(slot)):
                by_piece = dict.fromkeys(one, (slot,))
            case low.Item(low.Table(number), low.Var() as piece) if piece in self.pieces:
                if piece == self.pieces[1]:
                    one, other = other, one
                by_piece = {member: (self.lowering.tables.values[number][member],) for member in one}
            case _:
                return None
        slots = self.lowering.inverses.groups[self.domain].slots
        members = {slot: mask for mask, slot in slots.items()}
        answers = {
            (members[slot] >> member & 1) != (members[slot] >> second & 1)
            for member in one
            for slot in by_piece[member]
            for second in other
        }
        return answers.pop() if len(answers) == 1 else None

    def possible(self, piece: low.Var) -> list[int]:
        """The pieces that one of the two can be, by what the clauses say of it that is fixed."""
        whole = self.lowering.layout.pieces[self.domain].pieces
        found = (1 << whole) - 1
        for clause in self.clauses:
            if clause.kind == "for" and clause.name == piece.name:
                match clause.value:
                    case low.Bits(mask):
                        found &= self.most(mask)
                    case low.Table() | low.Item() as source:
                        listed = set(numbers_in(self.lowering.tables.behind(source)))
                        found &= sum(1 << one for one in listed if one >= 0) if None not in listed else -1
        return [one for one in range(whole) if found >> one & 1]

    def most(self, mask: low.Expr) -> int:
        """A set that a set lies in, whatever the state is; all bits where that is not known."""
        match mask:
            case low.Lit(value=int(value)):
                return value
            case low.Bin("&", left, right):
                return self.most(left) & self.most(right)
            case low.Item():
                masks = set(numbers_in(self.lowering.tables.behind(mask)))
                return reduce(or_, masks, 0) if None not in masks else -1
        return -1
