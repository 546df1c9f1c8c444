"""Works out what is kept beside the state, for a state that comes from elsewhere."""

from __future__ import annotations

from typing import Any

from interpreter.compiled.code.made import Kept, Link
from interpreter.compiled.support.runtime import rebuild_link
from interpreter.geometry import Spaces
from interpreter.layout import Layout


class Upkeep:
    """Fills the slots behind those of the layout."""

    def __init__(self, layout: Layout, kept: Kept) -> None:
        self.layout = layout
        self.inverses = kept

    def extend(self, v: list[int]) -> None:
        """Adds the slots to a vector of the layout's size."""
        v += [0] * (self.inverses.size - self.layout.size)
        self.rebuild(v)

    def rebuild(self, v: list[int]) -> None:
        """Makes the slots agree with the rest of the state."""
        v[self.layout.size :] = [0] * (self.inverses.size - self.layout.size)
        for kept in self.inverses.values.values():
            for key in range(kept.keys):
                value = v[kept.at + key]
                if kept.low <= value < kept.low + kept.values:
                    v[kept.base + value] |= 1 << (kept.first_key + key)
        for domain, groups in self.inverses.groups.items():
            pieces = self.layout.pieces[domain]
            for members, slot in groups.slots.items():
                v[slot] = sum(1 << space for space in self._spaces(v, domain, members, pieces.pieces))
        for domain, areas in self.inverses.areas.items():
            pieces = self.layout.pieces[domain]
            for spaces, slot in areas.slots.items():
                for piece in range(pieces.pieces):
                    space = v[pieces.spaces.base + piece]
                    if space >= 0 and spaces >> space & 1:
                        v[slot] |= 1 << piece
        for link in self.inverses.links.values():
            sets = self.inverses.values[link.variable].base
            rebuild_link(v, link_constant(link, sets, self.layout.model.spaces))

    def _spaces(self, v: list[int], domain: str, members: int, count: int) -> set[int]:
        base = self.layout.pieces[domain].spaces.base
        return {v[base + piece] for piece in range(count) if members >> piece & 1 and v[base + piece] >= 0}


def link_constant(link: Link, sets: int, spaces: Spaces) -> tuple[Any, ...]:
    """What the runtime needs to find a connection anew (see rebuild_link); `sets`: the slot of the keys of value 0."""
    board = range(spaces.size)
    edges = tuple(
        tuple((start >> space & 1) | (goal >> space & 1) << 1 for space in board)
        for start, goal in zip(link.starts, link.goals, strict=True)
    )
    near = tuple(sum(1 << other for other in spaces.neighbours(space)) for space in board)
    return link.base, link.done, sets, edges, near
