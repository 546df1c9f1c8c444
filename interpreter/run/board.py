"""Statements that change where pieces stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from interpreter.model import statements as s
from interpreter.run.machine import Execute, Frame, Machine
from interpreter.run.signals import Happened

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope


def move_piece(c: Compiler, scope: Scope, node: s.MovePiece) -> Execute:
    """`move piece to space`; nothing as either does nothing."""
    pieces, domain = c.layout.pieces[node.domain], node.domain
    what, where = c.expr(node.what, scope), c.expr(node.where, scope)
    check = c.program.finishing.after(node)

    def move(r: Machine, f: Frame) -> None:
        piece, space = what(r, f), where(r, f)
        if piece is None or space is None:
            return
        if r.trying:
            raise Happened
        pieces.move(r.v, piece, space)
        r.collected.add((domain, piece))
        check(r)

    return move


def remove_piece(c: Compiler, scope: Scope, node: s.RemovePiece) -> Execute:
    """`remove piece`; one that is off the board stays there."""
    pieces, what = c.layout.pieces[node.domain], c.expr(node.what, scope)
    check = c.program.finishing.after(node)

    def remove(r: Machine, f: Frame) -> None:
        piece = what(r, f)
        if piece is None or pieces.space(r.v, piece) is None:
            return
        if r.trying:
            raise Happened
        pieces.move(r.v, piece, None)
        check(r)

    return remove


def swap_pieces(c: Compiler, scope: Scope, node: s.SwapPieces) -> Execute:
    """`swap a with b`."""
    pieces, domain = c.layout.pieces[node.domain], node.domain
    left, right = c.expr(node.left, scope), c.expr(node.right, scope)
    check = c.program.finishing.after(node)

    def swap(r: Machine, f: Frame) -> None:
        one, other = left(r, f), right(r, f)
        if one is None or other is None:
            return
        if r.trying:
            raise Happened
        here, there = pieces.space(r.v, one), pieces.space(r.v, other)
        pieces.move(r.v, one, there)
        pieces.move(r.v, other, here)
        r.collected.update(((domain, one), (domain, other)))
        check(r)

    return swap


STATEMENTS: Mapping[type, Callable[..., Execute]] = {
    s.MovePiece: move_piece,
    s.RemovePiece: remove_piece,
    s.SwapPieces: swap_pieces,
}
