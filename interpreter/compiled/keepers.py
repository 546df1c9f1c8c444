"""The functions that move a piece, or exchange two, and keep up to date what follows from where pieces stand."""

from __future__ import annotations

from interpreter.compiled import low
from interpreter.compiled.changes import Block, V
from interpreter.compiled.inverses import Inverses
from interpreter.compiled.tables import Tables
from interpreter.compiled.trees import bit, plus
from interpreter.layout import Layout

MOST_EXCHANGED = 40
"""Of more pieces no table says in which sets two differ."""


class Keepers:
    """Makes the functions for one domain of pieces."""

    def __init__(self, domain: str, layout: Layout, inverses: Inverses, tables: Tables) -> None:
        self.domain = domain
        self.tables = tables
        self.pieces = layout.pieces[domain]
        self.board = layout.model.spaces.size
        self.groups = inverses.groups[domain].slots if domain in inverses.groups else {}
        self.areas = inverses.areas[domain].slots if domain in inverses.areas else {}

    def functions(self) -> list[low.Function]:
        """`move_DOMAIN` puts piece t on space `to` (-1: off the board), `swap_DOMAIN` exchanges pieces a and b."""
        moved = self.moved(low.Var("t"), low.Var("to"))
        move = low.Function(f"move_{self.domain}", ("v", "t", "to"), tuple(moved))
        swap = low.Function(f"swap_{self.domain}", ("v", "a", "b"), tuple(self.swapped()))
        return [move, swap]

    # ---- one piece

    def moved(
        self,
        piece: low.Var | low.Lit,
        goal: low.Var | low.Lit,
        tag: str = "",
        placed: bool = False,
        stays: bool = False,
    ) -> Block:
        """What moving a piece to a space (-1: off the board) does: its space, the pieces on both, and the kept sets.

        `tag` makes the names of this text its own. `placed`: the piece stands on a space, `stays`: it goes to one.
        """
        start, own, left = low.Var(f"{tag}f"), low.Var(f"{tag}b"), low.Var(f"{tag}left")
        place = plus(piece, self.pieces.spaces.base)
        on_start, on_goal = plus(start, self.pieces.base), plus(goal, self.pieces.base)
        leave: Block = [low.Let(left.name, low.Bin("^", low.Slot(on_start), own)), low.Store(on_start, left)]
        arrive: Block = [low.Store(on_goal, low.Bin("|", low.Slot(on_goal), own))]
        if self.groups:
            gone, come = self.group_changes(piece, start, goal, left, tag)
            leave += gone
            arrive += come
        return [
            low.Let(start.name, low.Slot(place)),
            low.Store(place, goal),
            low.Let(own.name, bit(piece)),
            *(leave if placed else [low.If(low.Bin(">=", start, low.Lit(0)), tuple(leave))]),
            *(arrive if stays else [low.If(low.Bin(">=", goal, low.Lit(0)), tuple(arrive))]),
            *self.area_changes(start, goal, own, placed and stays),
        ]

    def area_changes(self, start: low.Expr, goal: low.Expr, who: low.Expr, stays: bool) -> Block:
        """How the sets of pieces per area change when `who` go from a space of it to one outside it, or back.

        `stays`: they were and are on some space.
        """
        body: Block = []
        for spaces, slot in self.areas.items():
            inside = (*(spaces >> space & 1 for space in range(self.board)), 0)
            before: low.Expr = low.Item(self.tables.add(inside), start)
            after: low.Expr = low.Item(self.tables.add(inside), goal)
            if all(inside[:-1]):
                if stays:
                    continue
                before, after = low.Bin("<", start, low.Lit(0)), low.Bin("<", goal, low.Lit(0))
            flip = low.Store(low.Lit(slot), low.Bin("^", low.Slot(low.Lit(slot)), who))
            body.append(low.If(low.Bin("!=", before, after), (flip,)))
        return body

    def group_changes(
        self, piece: low.Expr, start: low.Expr, goal: low.Expr, left: low.Var, tag: str
    ) -> tuple[Block, Block]:
        """How the sets of spaces of a piece's groups change when it leaves a space, and when it comes to one."""
        pieces = range(self.pieces.pieces)
        of_piece = [[slot for mask, slot in self.groups.items() if mask >> piece & 1] for piece in pieces]
        exact = tuple(
            tuple((slot, mask) for mask, slot in self.groups.items() if mask >> piece & 1) for piece in pieces
        )
        clear, there = low.Var(f"{tag}clear"), low.Var(f"{tag}there")
        gone: Block = [low.Let(clear.name, low.Complement(bit(start)))]
        come: Block = [low.Let(there.name, bit(goal))]
        alone: Block = []
        if len({len(own) for own in of_piece}) == 1:
            for column in zip(*of_piece, strict=True):
                slot: low.Expr = low.Lit(column[0])
                if len(set(column)) > 1:
                    slot = low.Item(self.tables.add(column), piece)
                alone.append(low.Store(slot, low.Bin("&", low.Slot(slot), clear)))
                come.append(low.Store(slot, low.Bin("|", low.Slot(slot), there)))
        else:
            slots = low.Item(self.tables.add(tuple(map(tuple, of_piece))), piece)
            slot = low.Var("g")
            alone.append(low.For("g", slots, (low.Store(slot, low.Bin("&", low.Slot(slot), clear)),)))
            come.append(low.For("g", slots, (low.Store(slot, low.Bin("|", low.Slot(slot), there)),)))
        shared = low.Do(low.Call("leave_groups", (V, low.Item(self.tables.add(exact), piece), left, clear)))
        gone.append(low.If(low.Bin("!=", left, low.Lit(0)), (shared,), tuple(alone)))
        return gone, come

    # ---- two pieces

    def swapped(self) -> Block:
        """What exchanging pieces `a` and `b` does; where each stands alone, only what tells them apart changes."""
        a, b, here, there = (low.Var(name) for name in ("a", "b", "here", "there"))
        of_a, of_b = plus(a, self.pieces.spaces.base), plus(b, self.pieces.spaces.base)
        on_here, on_there = plus(here, self.pieces.base), plus(there, self.pieces.base)
        body: Block = [low.Let("here", low.Slot(of_a)), low.Let("there", low.Slot(of_b))]
        moves = (
            low.Do(low.Call(f"move_{self.domain}", (V, a, there))),
            low.Do(low.Call(f"move_{self.domain}", (V, b, here))),
        )
        if self.pieces.pieces > MOST_EXCHANGED:
            return [*body, *moves]
        pieces = range(self.pieces.pieces)
        own = [{slot for mask, slot in self.groups.items() if mask >> piece & 1} for piece in pieces]
        differ = tuple(tuple(tuple(sorted(one ^ other)) for other in own) for one in own)
        slot, both = low.Var("g"), low.Var("both")
        turned = low.Store(slot, low.Bin("^", low.Slot(slot), both))
        quick = (
            low.Store(of_a, there),
            low.Store(of_b, here),
            low.Store(on_here, bit(b)),
            low.Store(on_there, bit(a)),
            low.Let("both", low.Bin("|", bit(here), bit(there))),
            low.For("g", low.Item(low.Item(self.tables.add(differ), a), b), (turned,)),
            *self.area_changes(here, there, low.Bin("|", bit(a), bit(b)), True),
        )
        alone = low.And(
            (
                low.Bin(">=", here, low.Lit(0)),
                low.Bin(">=", there, low.Lit(0)),
                low.Bin("==", low.Slot(on_here), bit(a)),
                low.Bin("==", low.Slot(on_there), bit(b)),
            )
        )
        return [*body, low.If(alone, quick, moves)]
