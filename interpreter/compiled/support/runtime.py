"""What generated programs call: small functions over masks, sequences and the state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from interpreter.compiled.support import options
from interpreter.run.signals import GameOver

_LARGEST = 1 << 16


class Members(dict[int, tuple[int, ...]]):
    """From a mask to the numbers of its bits in order; found out when it is first asked for."""

    def __init__(self, first: int = 0) -> None:
        self.first = first

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= _LARGEST:
            self.clear()
        left, found = mask, []
        while left:
            low = left & -left
            found.append(self.first + low.bit_length() - 1)
            left ^= low
        self[mask] = members = tuple(found)
        return members


class LowestBit(dict[int, int]):
    """From a mask to the number of its lowest bit, -1 for an empty one."""

    def __missing__(self, mask: int) -> int:
        if len(self) >= _LARGEST:
            self.clear()
        self[mask] = found = (mask & -mask).bit_length() - 1
        return found


FEW = Members()
LOWEST = LowestBit()
_PARTS = [Members(16 * k) for k in range(64)]
_LOW = {1 << k: (1 << (1 << k)) - 1 for k in range(4, 10)}


def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits of a mask of any size."""
    if mask < 65536:
        return _PARTS[0][mask]
    found = _PARTS[0][mask & 65535]
    part = 1
    mask >>= 16
    while mask:
        if mask & 65535:
            found += _PARTS[part][mask & 65535]
        part += 1
        mask >>= 16
    return found


def mask_of(members: Iterable[int]) -> int:
    """The mask of some numbers; -1 among them is left out."""
    mask = 0
    for member in members:
        if member >= 0:
            mask |= 1 << member
    return mask


def share_a_space(state: Sequence[int], first: int, end: int) -> bool:
    """Whether one of the sets of pieces in some slots, those of the spaces, has more than one member."""
    return any(mask & (mask - 1) for mask in state[first:end])


def seat_mask(seat: int) -> int:
    """The mask of one seat, empty for nobody."""
    return 1 << seat if seat >= 0 else 0


def union(sets: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """The members of all sets, in order, each once."""
    found: set[int] = set()
    for one in sets:
        found.update(one)
    return tuple(sorted(found))


def as_set(members: Iterable[int]) -> tuple[int, ...]:
    """A list as a set."""
    return tuple(sorted({member for member in members if member is not None and member != -1}))


def without_nothing(members: Sequence[int]) -> tuple[int, ...]:
    """A list without members that are nothing."""
    return tuple(member for member in members if member is not None and member != -1)


def join_sets(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Two sets together."""
    return tuple(sorted({*left, *right}))


def join_lists(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """A list with the members of another that it lacks."""
    return (*left, *(member for member in right if member not in left))


def take_away(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """A collection without the members of another."""
    return tuple(member for member in left if member not in right)


def within(left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether all members of the one are in the other."""
    return all(member in right for member in left)


def same(left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether two collections have the same members in the same order."""
    return tuple(left) == tuple(right)


def leading(pairs: Iterable[tuple[int, bool]]) -> tuple[int, ...]:
    """The members before the first whose condition fails."""
    found = []
    for member, holds in pairs:
        if not holds:
            break
        found.append(member)
    return tuple(found)


def last(members: Sequence[int]) -> int:
    """The last member, -1 when there is none."""
    return members[-1] if members else -1


def last_number(numbers: Sequence[int]) -> int | None:
    """The last number, absent when there is none."""
    return numbers[-1] if numbers else None


def item(members: Sequence[int], place: int) -> int:
    """The member at a place from 1, -1 where there is none."""
    return members[place - 1] if 1 <= place <= len(members) else -1


def item_number(numbers: Sequence[int], place: int) -> int | None:
    """The number at a place from 1, absent where there is none."""
    return numbers[place - 1] if 1 <= place <= len(numbers) else None


def times_in(member: int, members: Sequence[int]) -> int:
    """How often a member stands in a list."""
    return sum(1 for one in members if one == member)


def place_in(member: int, members: Sequence[int]) -> int:
    """The first place of a member, from 1; 0 when it is not there."""
    for place, one in enumerate(members, 1):
        if one == member:
            return place
    return 0


def last_in(member: int, members: Sequence[int]) -> int:
    """The last place of a member, from 1; 0 when it is not there."""
    found = 0
    for place, one in enumerate(members, 1):
        if one == member:
            found = place
    return found


def numbers(low: int, high: int) -> tuple[int, ...]:
    """The numbers from low to high."""
    return tuple(range(low, high + 1))


def per(left: int, right: int) -> int:
    """Division rounded down; by 0 it is 0."""
    return left // right if right else 0


def mod(left: int, right: int) -> int:
    """The rest of a division; by 0 it is 0."""
    return left % right if right else 0


def kept_list(v: Sequence[int], at: int) -> tuple[int, ...]:
    """A list kept in the state: its length, then its members."""
    return tuple(v[at + 1 : at + 1 + v[at]])


def words_of_piece(v: Sequence[int], base: int, piece: int, names: Sequence[str], spaces: Sequence[str]) -> str:
    """How a piece is written: as its space on the board, else as its name."""
    space = v[base + piece] if piece >= 0 else -1
    return names[piece] if space < 0 else spaces[space]


def cards_of_pile(v: Sequence[int], mask: int, ranks: int) -> tuple[int, ...]:
    """The cards of a mask from the top, by their ranks, which stand from a slot on."""
    return tuple(sorted(bits(mask), key=lambda card: -v[ranks + card]))


def cards_of_row(v: Sequence[int], mask: int, ranks: int) -> tuple[int, ...]:
    """The cards of a mask from the left, by their ranks, which stand from a slot on."""
    return tuple(sorted(bits(mask), key=lambda card: v[ranks + card]))


def union_of_masks(masks: Sequence[int], members: Iterable[int]) -> int:
    """The masks of some members together."""
    whole = 0
    for member in members:
        whole |= masks[member]
    return whole


def once(members: Sequence[int]) -> tuple[int, ...]:
    """The members of a list, each where it stands first."""
    return tuple(dict.fromkeys(members))


def keep(known: dict[Any, Any], key: Any, value: Any) -> Any:
    """Remembers what was worked out for a key, and gives it."""
    if len(known) >= _LARGEST:
        known.clear()
    known[key] = value
    return value


def flood(start: int, inside: int, around: Sequence[int]) -> int:
    """What of `inside` can be reached from `start` within it; `around` are the masks of neighbours."""
    reached = fresh = start & inside
    while fresh:
        near = 0
        for space in bits(fresh):
            near |= around[space]
        fresh = near & inside & ~reached
        reached |= fresh
    return reached


def ends_between(inside: int, end: int, plan: Sequence[tuple[int, int]]) -> int:
    """The spaces from which, in some way, at least one space of `inside` and then one of `end` follow."""
    found = 0
    for step, valid in plan:
        if step > 0:
            run = fresh = inside & valid & end >> step
            while fresh:
                fresh = inside & valid & fresh >> step & ~run
                run |= fresh
            found |= run >> step & valid
        else:
            run = fresh = inside & valid & end << -step
            while fresh:
                fresh = inside & valid & fresh << -step & ~run
                run |= fresh
            found |= run << -step & valid
    return found


def between(v: Sequence[int], base: int, rays: Sequence[Sequence[int]], inside: int, end: int) -> tuple[int, ...]:
    """The spaces along rays before the first whose value is not `inside`, where that value is `end`."""
    found: list[int] = []
    for ray in rays:
        if v[base + ray[0]] == inside:
            for length, space in enumerate(ray):
                value = v[base + space]
                if value != inside:
                    if value == end:
                        found += ray[:length]
                    break
    found.sort()
    return tuple(found)


def leave_groups(v: list[int], groups: Sequence[tuple[int, int]], left: int, clear: int) -> None:
    """Takes a space out of the sets of a piece's groups (slot, members), unless another member is `left` there."""
    for slot, members in groups:
        if not left & members:
            v[slot] &= clear


def rebuild_link(v: list[int], link: tuple[Any, ...]) -> None:
    """Finds a kept connection anew (see made.Link).

    `link`: the slots where it, its answers and the sets of keys by value begin; the edges that a key is on, by value
    and key, as bits 1 and 2; the masks of the keys beside a key.
    """
    base, done, sets, edges, near = link
    v[base : base + len(near)] = [0] * len(near)
    for value, own in enumerate(edges):
        v[done + value] = 0
        left = v[sets + value]
        while left:
            root = LOWEST[left]
            group = flood(1 << root, left, near)
            left &= ~group
            touched = 0
            for key in bits(group):
                touched |= own[key]
                v[base + key] = base + root
            v[base + root] = ~touched
            if touched == 3:
                v[done + value] = 1


def nth_bit(mask: int, place: int, width: int) -> int:
    """The number of the bit that is set and has `place` others below it, in a mask of at most `width` bits.

    `width` is a power of 2, at least 16.
    """
    first = 0
    while width > 16:
        width >>= 1
        low = mask & _LOW[width]
        count = low.bit_count()
        if place < count:
            mask = low
        else:
            place -= count
            mask >>= width
            first += width
    return first + _PARTS[0][mask][place]


NAMES = {
    name: value
    for name, value in globals().items()
    if callable(value) or name in ("FEW", "LOWEST")
    if not name.startswith("_") and name not in ("Any", "Iterable", "Sequence")
}
NAMES |= {
    one.__name__: one for one in (options.OptionsOf, options.PartsOf, options.options_of, options.options_of_part)
}
NAMES["GameOver"] = GameOver
NAMES["tuple_of"] = tuple
NAMES["text_of"] = "".join
