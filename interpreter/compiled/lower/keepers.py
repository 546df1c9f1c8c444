"""The functions that move a piece, or exchange two, and keep up to date what follows from where pieces stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, bit, plus
from interpreter.compiled.ground.inverses import Inverses
from interpreter.compiled.ground.tables import Tables
from interpreter.compiled.lower.changes import Block, V
from interpreter.layout import Layout

MOST_EXCHANGED = 40
"""Of more pieces no table says in which sets two differ."""

Settled: TypeAlias = low.Var | low.Lit


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

    def moved_alone(self, piece: Settled, goal: Settled, tag: str, placed: bool, sure: bool) -> Block | None:
        """What moving a piece to a space does where it stands alone on its own and nobody on the other, which is usual.

        Else `move_DOMAIN` is called. `placed`: the piece stands on a space, `sure`: if so, it is alone there, with
        nobody on the other. None where the pieces do not all belong to as many groups.
        """
        names, slots = self.slots_of(piece, tag) if self.groups else ([], [])
        if not isinstance(slots, list):
            return None
        start, own, both = low.Var(f"{tag}f"), low.Var(f"{tag}b"), low.Var(f"{tag}both")
        place = plus(piece, self.pieces.spaces.base)
        on_start, on_goal = plus(start, self.pieces.base), plus(goal, self.pieces.base)
        alone: list[low.Expr] = [] if placed else [low.Bin(">=", start, low.Lit(0))]
        if not sure:
            alone += [low.Bin("==", low.Slot(on_start), own), low.Bin("==", low.Slot(on_goal), low.Lit(0))]
        turned = self.each(slots, lambda slot: low.Store(slot, low.Bin("^", low.Slot(slot), both)))
        quick = (
            low.Store(place, goal),
            low.Store(on_start, low.Lit(0)),
            low.Store(on_goal, own),
            *names,
            *([low.Let(both.name, low.Bin("|", bit(start), bit(goal))), *turned] if self.groups else []),
            *self.area_changes(start, goal, own, True),
        )
        found = low.Let(start.name, low.Slot(place)), low.Let(own.name, bit(piece))
        if not alone:
            return [*found, *quick]
        return [*found, low.If(all_of(alone), quick, (low.Do(low.Call(f"move_{self.domain}", (V, piece, goal))),))]

    def moved(
        self,
        piece: Settled,
        goal: Settled,
        tag: str = "",
        placed: bool = False,
        stays: bool = False,
        sure: bool = False,
    ) -> Block:
        """What moving a piece to a space (-1: off the board) does: its space, the pieces on both, and the kept sets.

        `tag` makes the names of this text its own. `placed`: the piece stands on a space, `stays`: it goes to one.
        `sure`: it stands alone, and will.
        """
        start, own, left = low.Var(f"{tag}f"), low.Var(f"{tag}b"), low.Var(f"{tag}left")
        place = plus(piece, self.pieces.spaces.base)
        on_start, on_goal = plus(start, self.pieces.base), plus(goal, self.pieces.base)
        leave: Block = [low.Let(left.name, low.Bin("^", low.Slot(on_start), own)), low.Store(on_start, left)]
        arrive: Block = [low.Store(on_goal, low.Bin("|", low.Slot(on_goal), own))]
        names, slots = self.slots_of(piece, tag) if self.groups else ([], [])
        clear, there = low.Var(f"{tag}clear"), low.Var(f"{tag}there")
        bits = low.Let(clear.name, low.Complement(bit(start))), low.Let(there.name, bit(goal))
        rest: Block = []
        if self.groups and placed and stays and isinstance(slots, list):
            both = [low.Store(g, low.Bin("|", low.Bin("&", low.Slot(g), clear), there)) for g in slots]
            parted = (self.others_stay(piece, left, clear), *self.joined(slots, there))
            rest = [*bits, low.If(low.Bin("!=", left, low.Lit(0)), parted, tuple(both))]
        elif self.groups:
            gone = tuple(self.each(slots, lambda g: low.Store(g, low.Bin("&", low.Slot(g), clear))))
            if sure:
                leave = [low.Store(on_start, low.Lit(0)), bits[0], *gone]
            else:
                others = low.Bin("!=", left, low.Lit(0)), (self.others_stay(piece, left, clear),)
                leave += [bits[0], low.If(*others, gone)]
            arrive += [bits[1], *self.joined(slots, there)]
        return [
            low.Let(start.name, low.Slot(place)),
            low.Store(place, goal),
            low.Let(own.name, bit(piece)),
            *names,
            *(leave if placed else [low.If(low.Bin(">=", start, low.Lit(0)), tuple(leave))]),
            *(arrive if stays else [low.If(low.Bin(">=", goal, low.Lit(0)), tuple(arrive))]),
            *rest,
            *self.area_changes(start, goal, own, placed and stays),
        ]

    def arrived(self, piece: Settled, goal: Settled, tag: str) -> Block:
        """What putting a piece that is off the board on a space does; `tag` as in `moved`."""
        own, there = low.Var(f"{tag}b"), low.Var(f"{tag}there")
        on_goal = plus(goal, self.pieces.base)
        names, slots = self.slots_of(piece, tag) if self.groups else ([], [])
        return [
            low.Let(own.name, bit(piece)),
            low.Store(plus(piece, self.pieces.spaces.base), goal),
            low.Store(on_goal, low.Bin("|", low.Slot(on_goal), own)),
            *names,
            *([low.Let(there.name, bit(goal)), *self.joined(slots, there)] if self.groups else []),
            *self.area_changes(low.Lit(-1), goal, own, False, True),
        ]

    def slots_of(self, piece: Settled, tag: str) -> tuple[Block, list[low.Expr] | low.Expr]:
        """The slots of the sets of spaces of a piece's groups, with the lines that name them.

        A list where each piece belongs to as many groups, else a sequence.
        """
        pieces = range(self.pieces.pieces)
        of_piece = [[slot for mask, slot in self.groups.items() if mask >> one & 1] for one in pieces]
        if len({len(own) for own in of_piece}) > 1:
            return [], low.Item(self.tables.add(tuple(map(tuple, of_piece))), piece)
        names: Block = []
        slots: list[low.Expr] = []
        for number, column in enumerate(zip(*of_piece, strict=True)):
            if len(set(column)) == 1:
                slots.append(low.Lit(column[0]))
            else:
                slots.append(low.Var(f"{tag}g{number}"))
                names.append(low.Let(f"{tag}g{number}", low.Item(self.tables.add(column), piece)))
        return names, slots

    def each(self, slots: list[low.Expr] | low.Expr, change: Callable[[low.Expr], low.Stmt]) -> Block:
        """A change of each of some slots."""
        if isinstance(slots, list):
            return [change(slot) for slot in slots]
        return [low.For("g", slots, (change(low.Var("g")),))]

    def joined(self, slots: list[low.Expr] | low.Expr, there: low.Expr) -> Block:
        """A space comes to the sets of spaces of a piece's groups."""
        return self.each(slots, lambda slot: low.Store(slot, low.Bin("|", low.Slot(slot), there)))

    def others_stay(self, piece: Settled, left: low.Expr, clear: low.Expr) -> low.Stmt:
        """A space leaves the sets of those groups of a piece of which no other piece is left on it."""
        pieces = range(self.pieces.pieces)
        exact = tuple(tuple((slot, mask) for mask, slot in self.groups.items() if mask >> one & 1) for one in pieces)
        return low.Do(low.Call("leave_groups", (V, low.Item(self.tables.add(exact), piece), left, clear)))

    def area_changes(self, start: low.Expr, goal: low.Expr, who: low.Expr, stays: bool, arrives: bool = False) -> Block:
        """How the sets of pieces per area change when `who` go from a space of it to one outside it, or back.

        `stays`: they were and are on some space; `arrives`: they were on none, and are on one.
        """
        body: Block = []
        insides: list[tuple[int, ...]] = []
        for spaces, slot in self.areas.items():
            inside = (*(spaces >> space & 1 for space in range(self.board)), 0)
            insides.append(inside)
            before: low.Expr = low.Item(self.tables.add(inside), start)
            after: low.Expr = low.Item(self.tables.add(inside), goal)
            flip = low.Store(low.Lit(slot), low.Bin("^", low.Slot(low.Lit(slot)), who))
            if all(inside[:-1]):
                if stays:
                    continue
                if arrives:
                    body.append(flip)
                    continue
                before, after = low.Bin("<", start, low.Lit(0)), low.Bin("<", goal, low.Lit(0))
            body.append(low.If(low.Bin("!=", before, after), (flip,)))
        if len(body) < 2:
            return body
        # Most moves change none of the sets: one table tells whether a move does.
        sorts = self.tables.add(tuple(sum(bits << k for k, bits in enumerate(of)) for of in zip(*insides, strict=True)))
        return [low.If(low.Bin("!=", low.Item(sorts, start), low.Item(sorts, goal)), tuple(body))]

    # ---- two pieces

    def swapped(self) -> Block:
        """What exchanging pieces `a` and `b` does; where each stands alone, only what tells them apart changes."""
        a, b, here, there = (low.Var(name) for name in ("a", "b", "here", "there"))
        of_a, of_b = plus(a, self.pieces.spaces.base), plus(b, self.pieces.spaces.base)
        body: Block = [low.Let("here", low.Slot(of_a)), low.Let("there", low.Slot(of_b))]
        moves = (
            low.Do(low.Call(f"move_{self.domain}", (V, a, there))),
            low.Do(low.Call(f"move_{self.domain}", (V, b, here))),
        )
        if self.pieces.pieces > MOST_EXCHANGED:
            return [*body, *moves]
        alone = low.And(
            (
                low.Bin(">=", here, low.Lit(0)),
                low.Bin(">=", there, low.Lit(0)),
                low.Bin("==", low.Slot(plus(here, self.pieces.base)), bit(a)),
                low.Bin("==", low.Slot(plus(there, self.pieces.base)), bit(b)),
            )
        )
        return [*body, low.If(alone, tuple(self.exchanged(a, b, here, there, "")), moves)]

    def swapped_alone(self, a: Settled, b: Settled, tag: str) -> Block:
        """What exchanging two pieces does that stand alone, each on a space; `tag` as in `moved`."""
        here, there = low.Var(f"{tag}here"), low.Var(f"{tag}there")
        of_a, of_b = plus(a, self.pieces.spaces.base), plus(b, self.pieces.spaces.base)
        found = low.Let(here.name, low.Slot(of_a)), low.Let(there.name, low.Slot(of_b))
        return [*found, *self.exchanged(a, b, here, there, tag)]

    def exchanged(self, a: Settled, b: Settled, here: low.Var, there: low.Var, tag: str) -> Block:
        """What changes when piece `a`, alone on the space `here`, and piece `b`, alone on `there`, change places."""
        slot, both = low.Var(f"{tag}g"), low.Var(f"{tag}both")
        turned = low.Store(slot, low.Bin("^", low.Slot(slot), both))
        return [
            low.Store(plus(a, self.pieces.spaces.base), there),
            low.Store(plus(b, self.pieces.spaces.base), here),
            low.Store(plus(here, self.pieces.base), bit(b)),
            low.Store(plus(there, self.pieces.base), bit(a)),
            low.Let(both.name, low.Bin("|", bit(here), bit(there))),
            low.For(slot.name, low.Item(low.Item(self.tables.add(self.differing()), a), b), (turned,)),
            *self.area_changes(here, there, low.Bin("|", bit(a), bit(b)), True),
        ]

    def differing(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Per two pieces the slots of the groups to which one of them belongs."""
        pieces = range(self.pieces.pieces)
        own = [{slot for mask, slot in self.groups.items() if mask >> piece & 1} for piece in pieces]
        return tuple(tuple(tuple(sorted(one ^ other)) for other in own) for one in own)
