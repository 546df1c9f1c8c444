"""Lowers what moves pieces."""

from __future__ import annotations

from interpreter.compiled import low
from interpreter.compiled.changes import Block, Changes, V
from interpreter.compiled.kinds import Unsupported
from interpreter.compiled.trees import all_of, plus
from interpreter.model import statements as s


class Moves(Changes):
    """The lowering of moves of pieces."""

    def move(self, node: s.MovePiece | s.RemovePiece | s.SwapPieces) -> Block:
        """Pieces go to a space, off the board, or to each other's spaces."""
        pieces = self.layout.pieces[node.domain]
        if pieces.width != 1:
            raise Unsupported("more pieces than one mask holds")
        done = self.after(self.tabulator.analysis.writes(node))
        if isinstance(node, s.SwapPieces):
            left, right = self.rewriter.inline(node.left), self.rewriter.inline(node.right)
            if not (self.definite(left) and self.definite(right)):
                raise Unsupported("exchanging pieces that may be nothing")
            return [low.Do(low.Call(f"swap_{node.domain}", (V, self.scalar(left), self.scalar(right)))), *done]
        what = self.rewriter.inline(node.what)
        body: Block = []
        piece = self.settled(body, self.scalar(what))
        tests: list[low.Expr] = [] if self.definite(what) else [low.Bin(">=", piece, low.Lit(0))]
        space: low.Expr = low.Lit(-1)
        if isinstance(node, s.RemovePiece):
            tests.append(low.Bin(">=", low.Slot(plus(piece, pieces.spaces.base)), low.Lit(0)))
        else:
            where = self.rewriter.inline(node.where)
            space = self.scalar(where)
            if not self.definite(where):
                space = self.settled(body, space)
                tests.append(low.Bin(">=", space, low.Lit(0)))
        moved = [low.Do(low.Call(f"move_{node.domain}", (V, piece, space))), *done]
        return [*body, low.If(all_of(tests), tuple(moved))] if tests else [*body, *moved]
