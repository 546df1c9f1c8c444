"""Lowers what moves pieces."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, plus
from interpreter.compiled.ground.kinds import Unsupported, member_type
from interpreter.compiled.lower.changes import Block, Changes, V
from interpreter.compiled.lower.keepers import MOST_EXCHANGED, Keepers
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import MaybeType, MemberType, without_nothing


class Moves(Changes):
    """The lowering of moves of pieces."""

    def move(self, node: s.MovePiece | s.RemovePiece | s.SwapPieces) -> Block:
        """Pieces go to a space, off the board, or to each other's spaces."""
        pieces = self.layout.pieces[node.domain]
        if pieces.width != 1:
            raise Unsupported("more pieces than one mask holds")
        written = self.tabulator.analysis.writes(node)
        if isinstance(node, s.SwapPieces):
            left, right = self.rewriter.inline(node.left), self.rewriter.inline(node.right)
            if not (self.definite(left) and self.definite(right)):
                raise Unsupported("exchanging pieces that may be nothing")
            placed = self.is_placed(node.domain, left) and self.is_placed(node.domain, right)
            if not placed:
                self.lose(node.domain)
            self.forget(pieces.spaces.variable.name)
            return [*self.swapped(node.domain, self.scalar(left), self.scalar(right), placed), *self.after(written)]
        what = self.rewriter.inline(node.what)
        placed = self.is_placed(node.domain, what)
        body: Block = []
        piece = self.settled(body, self.scalar(what))
        tests: list[low.Expr] = [] if self.definite(what) else [low.Bin(">=", piece, low.Lit(0))]
        space: low.Var | low.Lit = low.Lit(-1)
        if isinstance(node, s.RemovePiece):
            if not placed:
                tests.append(low.Bin(">=", low.Slot(plus(piece, pieces.spaces.base)), low.Lit(0)))
            placed = True
            self.lose(node.domain)
        else:
            where = self.rewriter.inline(node.where)
            space = self.settled(body, self.scalar(where))
            if not self.definite(where):
                tests.append(low.Bin(">=", space, low.Lit(0)))
        moved = self.moved(node.domain, piece, space, placed, self.is_off(node.domain, what))
        self.forget(pieces.spaces.variable.name)
        moved += self.after(written)
        return [*body, low.If(all_of(tests), tuple(moved))] if tests else [*body, *moved]

    def moved(self, domain: str, piece: low.Var | low.Lit, space: low.Var | low.Lit, placed: bool, off: bool) -> Block:
        """A piece goes to a space, or off the board where that is -1; `placed`: it stands on one, `off`: on none."""
        if "moves" not in self.passes:
            return [low.Do(low.Call(f"move_{domain}", (V, piece, space)))]
        keepers, stays = Keepers(domain, self.layout, self.inverses, self.tables), space != low.Lit(-1)
        if off and stays:
            return keepers.arrived(piece, space, self.temporary())
        alone, sure = "alone" in self.passes and stays, self.stand_alone(domain)
        quick = keepers.moved_alone(piece, space, self.temporary(), placed, sure) if alone else None
        return quick or keepers.moved(piece, space, self.temporary(), placed, stays, sure)

    def swapped(self, domain: str, left: low.Expr, right: low.Expr, placed: bool) -> Block:
        """Two pieces exchange their spaces; `placed`: both stand on one."""
        if placed and self.stand_alone(domain) and self.layout.pieces[domain].pieces <= MOST_EXCHANGED:
            body: Block = []
            pieces = self.settled(body, left), self.settled(body, right)
            keepers = Keepers(domain, self.layout, self.inverses, self.tables)
            return [*body, *keepers.swapped_alone(*pieces, self.temporary())]
        return [low.Do(low.Call(f"swap_{domain}", (V, left, right)))]

    # ---- which pieces are on the board for sure

    def is_placed(self, domain: str, piece: x.Expr) -> bool:
        """Whether a piece stands on a space, if it is one at all."""
        if not isinstance(self.layout.pieces[domain].spaces.variable.type, MaybeType):
            return True
        match piece:
            case x.Local(slot=slot):
                return (domain, slot) in self.names.placed
            case x.Quantifier(kind="first" | "last", slot=slot, source=source, condition=condition):
                return self.chosen_on_board(domain, slot, source, condition)
        return False

    def is_off(self, domain: str, piece: x.Expr) -> bool:
        """Whether a piece stands on no space for sure, if it is one at all."""
        variable = self.layout.pieces[domain].spaces.variable.name
        return isinstance(piece, x.Local) and self.names.facts.get((variable, piece.slot)) == -1

    def chosen_on_board(self, domain: str, slot: int, source: x.Expr, condition: x.Expr | None) -> bool:
        """Whether members that meet a condition are pieces of a domain that stand on a space."""
        slot, source, tests = self.opened(x.Quantifier(source.type, source.span, "those", slot, source, condition))
        bare = without_nothing(member_type(source))
        if not isinstance(bare, MemberType) or bare.domain != domain:
            return False
        joined, _ = self.joined_space(slot, tests)
        return self.on_board(slot, tests) or (joined is not None and self.definite(joined[1]))

    def on_board(self, slot: int, tests: Sequence[x.Expr]) -> bool:
        """Whether a piece is on the board for sure: one of its conditions fails without a space."""
        found = [self.by_space(slot, test) for test in tests]
        return any(one is not None and not one[2] for one in found)

    def lose(self, domain: str) -> None:
        """A piece of a domain may have left the board: it is no longer known which stand there."""
        self.names.placed -= {one for one in self.names.placed if one[0] == domain}
