"""Options that are made once: tuples that end in the members of a set, looked up by the set's mask.

A menu holds a tuple for every option. Where the last number of these comes from a mask and only one other can differ,
the tuples for all bits of a mask are kept with it, and the menu takes them over in one step. Where the other one is a
piece of a few, this is written out for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import bits_of, factors, names_in, put
from interpreter.compiled.ground.tables import Tables, numbers_in
from interpreter.compiled.improve.fold import Folder
from interpreter.compiled.improve.promote import promoted
from interpreter.compiled.improve.short import MANY
from interpreter.compiled.support.options import BYTE, subsets

WIDEST = 32
"""Masks of more bits are gone through: looking them up part by part costs as much."""

PARTS, PARTS_OF = "parts", "parts of"
"""Stand for functions of a mask: what its parts come to in variables for each, or in what is kept for one member."""

MOST_PIECES = 12
"""For at most so many pieces that may stand somewhere, each has its own line."""


class Ready:
    """The kept options of a program.

    `on_board`: by the slot of a set of all pieces of a domain that stand on a space, the slot of the first one's space.
    """

    def __init__(self, tables: Tables, on_board: Mapping[int, int]) -> None:
        self.tables = tables
        self.on_board = on_board
        self.names: dict[str, str] = {}

    def lines(self) -> list[str]:
        """Source lines that make what the program's functions look options up in; they stand before these."""
        return [f"{name} = {made}\n" for made, name in self.names.items()]

    # ---- one set

    def found(self, clauses: Sequence[low.Clause], value: low.Expr) -> low.Expr | None:
        """What is kept of the values that the last of some clauses comes to each time (see taken_over); None for none.

        That is an entry looked up by a mask; or the mask, and what its parts are looked up in.
        """
        if not clauses or not isinstance(value, low.Sequence):
            return None
        prefix, rest = _numbers_first(value.items[:-1])
        match clauses[-1]:
            case low.Clause("for", name, low.Bits(mask, few), ()) if value.items[-1] == low.Var(name):
                masks = next((of for part in factors(mask) if (of := self.bounded(part)) is not None), None)
                parts = -(-self.width(mask) // BYTE)
            case _:
                return None
        match rest:
            case () if masks is not None:
                return low.Item(self.named("options_of", prefix, self.table(masks)), mask)
            case () if parts:
                return low.Call(PARTS, (mask, *(self.named("options_of_part", prefix, part) for part in range(parts))))
            case (low.Var(other) as member,) if other != name and masks is not None:
                return low.Item(low.Item(self.named("OptionsOf", prefix), member), mask)
            case (low.Var(other) as member,) if other != name and parts and not few:
                return low.Call(
                    PARTS_OF, (mask, low.Item(self.named("PartsOf", prefix, parts), member), low.Lit(parts))
                )
        return None

    def taken_over(self, name: str, kept: low.Expr, fresh: Callable[[], str]) -> list[low.Stmt]:
        """Lines that put what is kept of some values at the end of a sequence; `fresh` gives names."""
        match kept:
            case low.Call(name=kind, args=(mask, *of_parts)) if kind == PARTS:
                whole_mask = low.Var(fresh())
                return [low.Let(whole_mask.name, mask), *_by_parts(name, whole_mask, of_parts)]
            case low.Call(name=kind, args=(mask, of_member, low.Lit(value=int(parts)))) if kind == PARTS_OF:
                whole_mask, names = low.Var(fresh()), tuple(fresh() for _ in range(parts))
                lines = _by_parts(name, whole_mask, list(map(low.Var, names)))
                return [low.Let(whole_mask.name, mask), low.Unpack(names, of_member), *lines]
        return [whole(name, kept)]

    def named(self, kind: str, prefix: tuple[int, ...], *others: object) -> low.Var:
        """The variable of all functions that options with a prefix are kept in; see options.py for the kinds."""
        made = f"{kind}({', '.join(map(str, (prefix, *others)))})"
        return low.Var(self.names.setdefault(made, f"O{len(self.names)}"))

    def table(self, masks: set[int]) -> str:
        """The name of the table of some masks."""
        return f"T{self.tables.add(tuple(sorted(masks))).number}"

    # ---- a set for each piece

    def for_each_piece(
        self, clauses: Sequence[low.Clause], value: low.Expr, lists: Mapping[str, low.Bits]
    ) -> list[low.Expr] | None:
        """The sequences of the values that clauses come to, one for each of a few pieces; None for other clauses.

        The clauses go through the pieces that stand on the board, and for each through a set that follows from its
        space and is empty where it has none: so those off the board need not be left out. `lists` are variables that
        hold the members of a mask.
        """
        match clauses, value:
            case (
                [low.Clause("for", piece, source, ()), low.Clause("for", last, low.Bits(mask), ())],
                low.Sequence((*first, low.Var(same_piece), low.Var(same_last))),
            ) if piece == same_piece and last == same_last and piece != last:
                prefix, rest = _numbers_first(first)
                pieces = self.standing(lists.get(source.name) if isinstance(source, low.Var) else source)
            case _:
                return None
        if rest or pieces is None:
            return None
        members, base = pieces
        place = low.Bin("+", low.Var(piece), low.Lit(base))
        own = [part for part in factors(mask) if piece in names_in(part)]
        match own:
            case [low.Item(low.Table(number), low.Slot(at))] if at == place and self.tables.values[number][-1] == 0:
                masks = self.bounded(own[0])
                if masks is None or len(subsets(masks)) * len(members) > MANY:
                    return None
            case _:
                return None
        folder = Folder(self.tables)
        found: list[low.Expr] = []
        for member in members:
            whole = folder.expression(put(mask, low.Var(piece), low.Lit(member)), {})
            found.append(low.Item(self.named("options_of", (*prefix, member), self.table(masks)), whole))
        return found

    def standing(self, source: low.Expr | None) -> tuple[list[int], int] | None:
        """For the pieces of a few that stand on a space: all of them, and the slot of the first one's space."""
        match source:
            case low.Bits(low.Bin("&", low.Lit(value=int(members)), pieces)) if 0 < members.bit_count() <= MOST_PIECES:
                for slot, base in self.on_board.items():
                    if pieces in (low.Slot(low.Lit(slot)), promoted(slot)):
                        return bits_of(members), base
        return None

    # ---- masks

    def bounded(self, part: low.Expr) -> set[int] | None:
        """All masks that a mask can be, where it is an entry of a table whose entries have few subsets in all."""
        masks = self.entries(part)
        return None if masks is None or sum(1 << mask.bit_count() for mask in masks) > MANY else masks

    def width(self, mask: low.Expr) -> int:
        """The number of bits that a mask has at most; 0 where it may have too many."""
        widths: list[int] = []
        for part in factors(mask):
            number = _number(part)
            masks = self.entries(part) if number is None else {number} if number >= 0 else None
            if masks is not None:
                widths.append(max(one.bit_length() for one in masks))
        width = min(widths, default=WIDEST + 1)
        return width if width <= WIDEST else 0

    def entries(self, part: low.Expr) -> set[int] | None:
        """The masks in a table, for an entry of it."""
        values = self.tables.behind(part) if isinstance(part, low.Item) else None
        found = set(numbers_in(values))
        return found if all(type(one) is int and one >= 0 for one in found) else None


def _by_parts(name: str, mask: low.Expr, of_parts: Sequence[low.Expr]) -> list[low.Stmt]:
    """Lines that put the options of each part of a mask at the end of a sequence."""
    last = len(of_parts) - 1
    lines: list[low.Stmt] = []
    for place, options in enumerate(of_parts):
        part = low.Bin(">>", mask, low.Lit(place * BYTE)) if place else mask
        if place < last:
            part = low.Bin("&", part, low.Lit((1 << BYTE) - 1))
        lines.append(whole(name, low.Item(options, part)))
    return lines


def whole(name: str, sequence: low.Expr) -> low.Collect:
    """Puts all of a sequence at the end of another."""
    return low.Collect(name, (low.Clause("for", "each", sequence),), low.Var("each"))


def _numbers_first(items: Sequence[low.Expr]) -> tuple[tuple[int, ...], tuple[low.Expr, ...]]:
    """The numbers that some items begin with, and the rest."""
    numbers = [number for number in takewhile(lambda one: one is not None, map(_number, items)) if number is not None]
    return tuple(numbers), tuple(items[len(numbers) :])


def _number(node: low.Expr) -> int | None:
    """The number that is written there."""
    return node.value if isinstance(node, low.Lit) and type(node.value) is int else None
