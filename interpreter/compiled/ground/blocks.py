"""Looking through blocks of checked statements, and rewriting them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass, replace
from typing import Any

from interpreter.compiled.ground.rewrite import Rewriter, rebuild
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.walk import walk


def may_abandon(nodes: Sequence[s.Stmt]) -> bool:
    """Whether something in a block can abandon it (inner units catch their own)."""
    for node in nodes:
        match node:
            case s.Require() | s.Ensure() | s.Decide() | s.Pick() | s.Reveal() | s.Pay():
                return True
            case s.If(block=then, other=other) if may_abandon(then) or may_abandon(other):
                return True
    return False


def speaks(node: s.Stmt | x.Expr, slot: int) -> bool:
    """Whether a node speaks of a name."""
    return any(isinstance(part, x.Local) and part.slot == slot for part in walk(node))


def sunk(block: s.Block) -> s.Block:
    """A block in which names that only one of the following branches needs are worked out there."""
    done = list(block)
    for place in range(len(done) - 1, -1, -1):
        node = done[place]
        if not isinstance(node, s.Let):
            continue
        after = place + 1
        while after < len(done) and isinstance(done[after], s.Let) and not speaks(done[after], node.slot):
            after += 1
        if after >= len(done):
            continue
        target = done[after]
        alone = not any(speaks(other, node.slot) for other in done[after + 1 :])
        if isinstance(target, s.If) and not target.other and alone and not speaks(target.condition, node.slot):
            done[after] = replace(target, block=sunk((node, *target.block)))
            del done[place]
    return tuple(done)


def shifted(block: s.Block, offset: int) -> s.Block:
    """A block with the slots of its own routine moved out of the way."""

    def change(part: Any) -> Any:
        if isinstance(part, (x.Local, x.Quantifier, x.Ranked, x.Aggregate, s.Let, s.Bind, s.ForEach)):
            part = replace(part, slot=part.slot + offset)
        return rebuild(part, change) if is_dataclass(part) else part

    return tuple(change(node) for node in block)


class Moved:
    """Finds the pieces that an effect moves, where these are always the same names."""

    def __init__(self, model: Model, rewriter: Rewriter) -> None:
        self.model = model
        self.rewriter = rewriter

    def by(self, block: s.Block) -> list[x.Local] | None:
        """The names of the pieces that a block moves; None where only running can tell."""
        found: list[x.Local] = []
        always = self._gather(block, {}, found, True) and self._gather(block, {}, found, False)
        return found if always else None

    def _gather(self, block: s.Block, given: Mapping[int, x.Expr], found: list[x.Local], first: bool) -> bool:
        """Whether only names are moved that are known; `first`: those moved in any case become known."""
        for node in block:
            pieces: tuple[x.Expr, ...] = ()
            match node:
                case s.MovePiece(what=what):
                    pieces = (what,)
                case s.SwapPieces(left=left, right=right):
                    pieces = (left, right)
                case s.LetCall(procedure=name, args=args):
                    inner = {k: self.rewriter.put(arg, given) for k, arg in enumerate(args)}
                    if not self._gather(self.model.procedures[name].block, inner, found, first):
                        return False
                case s.If(block=then, other=other) if not first:
                    if not (self._gather(then, given, found, first) and self._gather(other, given, found, first)):
                        return False
                case s.ForEach(block=inside) | s.Repeat(block=inside) | s.Ask(block=inside) if not first:
                    if not self._gather(inside, given, found, first):
                        return False
                case s.LetPerform() | s.Run() | s.Alternatives() | s.May() | s.With():
                    return False
            for piece in pieces:
                named = self.rewriter.put(piece, given) if given else piece
                if not isinstance(named, x.Local):
                    return False
                if not any(named.slot == one.slot for one in found):
                    if not first:
                        return False
                    found.append(named)
        return True
