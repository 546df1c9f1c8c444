"""What generated programs call, against the plain meaning of each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from interpreter.compiled.support import runtime

MASKS = st.integers(0, 2**90 - 1)


def members(mask: int) -> list[int]:
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


@given(MASKS)
def test_the_members_of_a_mask(mask):
    assert list(runtime.bits(mask)) == list(runtime.FEW[mask]) == members(mask)
    assert runtime.mask_of([-1, *members(mask)]) == mask
    assert runtime.LOWEST[mask] == (members(mask)[0] if mask else -1)


@given(MASKS.filter(bool), st.data())
def test_the_nth_member_of_a_mask(mask, data):
    place = data.draw(st.integers(0, mask.bit_count() - 1))
    assert runtime.nth_bit(mask, place, 128) == members(mask)[place]


def test_the_memory_for_members_is_bounded():
    known = runtime.Members()
    for mask in range((1 << 16) + 10):
        assert known[mask] == tuple(members(mask))
    assert len(known) == 10


@given(st.lists(st.integers(0, 5)), st.lists(st.integers(0, 5)))
def test_collections(left, right):
    assert runtime.join_sets(left, right) == tuple(sorted({*left, *right}))
    assert runtime.union([left, right]) == runtime.join_sets(left, right)
    assert runtime.as_set([*left, -1]) == tuple(sorted(set(left)))
    assert runtime.take_away(left, right) == tuple(one for one in left if one not in right)
    assert runtime.within(left, right) == set(left).issubset(right)
    assert runtime.join_lists(left, right)[: len(left)] == tuple(left)
    assert runtime.without_nothing([*left, -1]) == tuple(left)


@given(st.lists(st.integers(0, 3)), st.integers(0, 3))
def test_places_in_lists(found, member):
    places = [place for place, one in enumerate(found, 1) if one == member]
    assert runtime.times_in(member, found) == len(places)
    assert runtime.place_in(member, found) == (places[0] if places else 0)
    assert runtime.last_in(member, found) == (places[-1] if places else 0)
    assert runtime.item(found, member) == (found[member - 1] if 1 <= member <= len(found) else -1)
    assert runtime.item_number(found, 0) is None
    assert runtime.last(found) == (found[-1] if found else -1)
    assert runtime.last_number([]) is None


def test_numbers():
    assert (runtime.per(7, 2), runtime.per(7, 0), runtime.mod(7, 4), runtime.mod(7, 0)) == (3, 0, 3, 0)
    assert runtime.numbers(2, 4) == (2, 3, 4)
    assert runtime.leading([(1, True), (2, False), (3, True)]) == (1,)
    assert (runtime.seat_mask(-1), runtime.seat_mask(2)) == (0, 4)
    assert runtime.kept_list([9, 2, 5, 6, 0], 1) == (5, 6)
    assert runtime.same([1, 2], (1, 2))


def test_filling_stops_at_the_border():
    around = (0b010, 0b101, 0b010)
    assert runtime.flood(0b001, 0b011, around) == 0b011
    assert runtime.flood(0b001, 0b101, around) == 0b001
    assert runtime.flood(0b100, 0b011, around) == 0
