"""The state as a vector: how values stand in it, what follows from others, and the generator of chance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from interpreter.layout import Chance, Layout, masks
from interpreter.layout.codecs import FlagCodec, ListCodec, MaybeCodec, NumberCodec, SetCodec
from interpreter.run import Position
from tests.run.playing import engine_of


@given(st.sets(st.integers(0, 149)))
def test_a_set_reads_as_it_was_written(members):
    v = [9] * 10
    codec = SetCodec(0, 150)
    codec.write(v, 2, sorted(members))
    assert codec.width == 3
    assert codec.read(v, 2) == tuple(sorted(members))
    assert (v[:2], v[5:]) == ([9, 9], [9] * 5)
    assert all(chunk < 1 << 60 for chunk in v[2:5])


@given(st.lists(st.integers(0, 99), max_size=5))
def test_a_list_reads_as_it_was_written_and_leaves_no_trace_of_longer_ones(members):
    v = [9] * 8
    codec = ListCodec(5)
    codec.write(v, 1, (8, 8, 8, 8, 8))
    codec.write(v, 1, tuple(members))
    assert codec.read(v, 1) == tuple(members)
    assert v == [9, len(members), *members, *[0] * (5 - len(members)), 9]


def test_nothing_is_told_from_every_number():
    v = [0]
    codec = MaybeCodec(nothing=-4)
    for value in (None, -3, 0, 5):
        codec.write(v, 0, value)
        assert codec.read(v, 0) == value
    flag = MaybeCodec(flag=True)
    for answer in (None, True, False):
        flag.write(v, 0, answer)
        assert flag.read(v, 0) is answer
    NumberCodec().write(v, 0, None)
    assert v == [0]
    FlagCodec().write(v, 0, None)
    assert FlagCodec().read(v, 0) is False


def test_a_number_set_counts_from_its_lowest():
    v = [0]
    codec = SetCodec(3, 5)
    codec.write(v, 0, (3, 7))
    assert (v, codec.read(v, 0)) == ([0b10001], (3, 7))


def test_masks_over_chunks():
    v = [0, 0]
    masks.add(v, 0, 59)
    masks.add(v, 0, 60)
    assert (v, masks.read(v, 0, 2)) == ([1 << 59, 1], (59, 60))
    masks.discard(v, 0, 59)
    assert masks.read(v, 0, 2) == (60,)


def test_the_generator_gives_the_published_numbers():
    v = [0, 0]
    chance = Chance(0)
    chance.set_state(v, 1234567)
    assert [chance.word(v) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert all(0 <= half < 1 << 32 for half in v)


def test_every_number_below_a_bound_comes_up_about_as_often():
    v = [0, 0]
    counts = [0] * 6
    for _ in range(6000):
        counts[Chance(0).below(v, 6)] += 1
    assert all(900 < count < 1100 for count in counts)


RULES = (
    """game example "Example" version 1 players white, red
kind colours of colour is crimson, amber, jade
grid board 3 by 2
keep mark for each colour, player as number 2 to 5 from 3
keep spot for each 2 to 3 as maybe space
piece stones of stone for each player up to 2 has space: maybe space
action go as "go {s} {where}":
  choose s from stones where s.owner is me
  choose where from board
  move s to where
  set spot[2] to where
phase play:
  turns alternate from white
  must go
  stuck error
finish when mark[amber, red] is 5:
  winner nobody
""".replace("{where}", "{dest}")
    .replace("where from", "dest from")
    .replace("to where", "to dest")
)


def test_variables_stand_one_after_the_other_by_their_keys(tmp_path):
    layout = Layout(engine_of(tmp_path, RULES).model)
    slots = layout.variables["mark"]
    assert [(keys, at - slots.base) for keys, at in slots.places()] == [
        ((0, 0), 0), ((0, 1), 1), ((1, 0), 2), ((1, 1), 3), ((2, 0), 4), ((2, 1), 5),
    ]  # fmt: skip
    assert all(slots.keys_at(at) == list(keys) for keys, at in slots.places())
    assert (slots.at((1, None)), slots.at((3, 0)), slots.at((2, 1))) == (None, None, slots.base + 5)
    assert layout.variables["spot"].at((1,)) is None
    v = layout.blank()
    slots.put(v, (2, 1), 4)
    slots.put(v, (7, 1), 4)
    assert (slots.get(v, 2, 1), slots.get(v, None, 1), sum(v[slots.base : slots.end])) == (4, 0, 4)


def test_who_stands_on_a_space_follows_every_move(tmp_path):
    engine = engine_of(tmp_path, RULES)
    position: Position = engine.start(1)
    pieces = engine.layout.pieces["stone"]
    for turn in range(20):
        assert position.decision is not None
        option = position.decision.options[turn * 5 % len(position.decision.options)]
        position = engine.advance(position.vector, (*position.choices, option.choice))
        v = list(position.vector)
        stands = {space: pieces.on(v, space) for space in range(engine.model.spaces.size)}
        assert {piece: space for space, own in stands.items() for piece in own} == {
            piece: pieces.space(v, piece) for piece in range(4) if pieces.space(v, piece) is not None
        }
        engine.layout.rebuild(v)
        assert tuple(v) == position.vector
