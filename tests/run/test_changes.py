"""Statements that change the state: counters within their bounds, collections, prices, what is shown."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Rejected
from tests.run.playing import telling, told


def test_a_gain_stops_at_the_cap_and_a_loss_at_the_lowest_value(tmp_path):
    player = telling(
        tmp_path,
        """
value room(p: player) is 6 if p is white otherwise 3
counter coins for each player from 1 down to -2 up to room
action go as "go":
  gain 4 coins
  gain 4 coins
  lose 5 coins for opponent
  gain 0 - 3 coins
  if coins[me] is room(me): add a to told
rule gains:
  when gain coins
  if amount is 1: add b to told
  if amount is 4: add c to told
""",
    )
    player.play("go")
    assert (player.value("coins", 0), player.value("coins", 1), told(player)) == (6, -2, "cba")
    player.play("go")
    assert (player.value("coins", 0), player.value("coins", 1), told(player)) == (1, 3, "cba" + "cba")


def test_a_price_is_paid_as_a_whole_or_not_at_all(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins, gems for each player from 3 up to 9
action go as "go":
  skip
  buy(2, 1)
  buy(1, 4)
  buy(2, 0)
  buy(0, 0)
procedure buy(money: number, stones: number):
  pay money coins, stones gems
  add a to told
""",
    )
    player.play("go")
    assert (player.value("coins", 0), player.value("gems", 0), told(player)) == (1, 2, "aa")


def test_sets_lists_and_piles(tmp_path):
    player = telling(
        tmp_path,
        """
keep some as set of step
keep row_of as list of step up to 5
keep heap as pile of step
action go as "go":
  for each x in [c, a, c]:
    add x to some
    add x to row_of
    add x to heap
  remove a from heap
  remove j from heap
  remove c from row_of
  for each x in some: add x to told
  for each x in row_of: add x to told
  for each x in heap: add x to told
  add (last x in heap) to heap
  set row_of to heap
  clear some
  clear some
  if some.size is 0: add d to told
""",
    )
    assert told(player.play("go")) == "ac" + "ac" + "cc" + "d"
    assert player.value("row_of") == (2, 2, 2)


def test_a_pile_kept_in_a_variable_is_shuffled(tmp_path):
    player = telling(
        tmp_path,
        """
keep heap as pile of step
action go as "go":
  for each x in steps: add x to heap
  shuffle heap
""",
    )
    player.play("go")
    assert sorted(player.value("heap")) == list(range(10))
    assert player.decision.revealed


def test_nothing_is_done_with_nothing(tmp_path):
    player = telling(
        tmp_path,
        """
grid board 2 by 1
keep mark for each space of board as maybe player
keep group as set of step
counter coins for each player from 0 up to 9
piece stones of stone for each player up to 1 has space: maybe space
action go as "go":
  let nobody_at_all be first p in players where p is not white and p is not red
  let no_space be first s in board where s.column > 5
  let no_stone be first s in stones where s.space is not nowhere
  let no_step be first s in steps where s is a and s is b
  set mark[no_space] to me
  gain 3 coins for nobody_at_all
  move no_stone to first s in board
  move (first s in stones) to no_space
  remove no_stone
  swap no_stone with first s in stones
  add no_step to group
  ask nobody_at_all: add a to told
  add b to told
""",
    )
    assert told(player.play("go")) == "b"
    assert player.value("group") == ()


def test_swapped_and_removed_pieces(tmp_path):
    player = telling(
        tmp_path,
        """
grid board 3 by 1
piece stones of stone for each player up to 1 has space: maybe space
action go as "go":
  let mine be first s in stones where s.owner is me
  let other be first s in stones where s.owner is not me
  move mine to (first s in board where s.column is 2)
  swap mine with other
  if mine.space is nowhere and other.space.column is 2: add a to told
  remove other
  remove other
  if none s in stones where s.space is not nowhere: add b to told
rule swapped:
  after go
  if moved.size is 2: add c to told
""",
    )
    assert told(player.play("go")) == "abc"


def test_a_number_out_of_range_and_a_full_list_name_their_place(tmp_path):
    for number, (line, code, message) in enumerate(
        [
            ("set coins[me] to coins[me] - 1", "RW703", "coins cannot be -1: it goes from 0 to 9"),
            ("for each x in steps: add x to few", "RW704", "few is full: it has room for 2"),
            ("set few to [a, b, c]", "RW704", "few is full: it has room for 2"),
        ]
    ):
        player = telling(
            tmp_path / str(number),
            f"""
counter coins for each player from 0 up to 9
keep few as list of step up to 2
action go as "go":
  skip
  {line}
""",
        )
        with pytest.raises(Rejected) as caught:
            player.play("go")
        (finding,) = caught.value.diagnostics
        assert (finding.code, finding.message) == (code, message)
        assert finding.span is not None
        assert finding.span.file.endswith("game.rules")


def test_hidden_fields_are_known_to_whom_they_are_shown(tmp_path):
    player = telling(
        tmp_path,
        """
grid board 2 by 1
piece stones of stone for each player up to 1 has space: maybe space
keep secret for each stone as step from a hidden
action go as "go":
  show stones to opponent
  if stones.size is 2: add a to told
""",
    )
    player.play("go")
    assert (told(player), player.decision.revealed) == ("a", True)


def test_a_line_of_the_turn_takes_names_along_and_answers_once_for_each_value(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player, step)
action go as "go":
  let x be first s in steps where s is not a
  let more be [c, d]
  this turn when rang(me, s) where s is x or s in more once per s: add s to told
  for each s in [d, b, a, b, c, d]: emit rang(me, s)
""",
    )
    assert told(player.play("go")) == "dbc"
    assert told(player.play("go")) == "dbc" * 2
