"""Offers of actions: bindings and their order, costs, limits, trials, and options that are one candidate."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Rejected
from tests.run.playing import telling, told


def test_options_come_in_the_order_of_must_then_of_the_bindings(tmp_path):
    player = telling(
        tmp_path,
        """
action later as "later":
  skip
action go as "go {x} {y}":
  choose x from [b, a]
  let other be first s in steps where s is not x
  choose y from [1, 2] where y is 1 or x is a
  require other is not c
  add x to told
""",
        flow="""
phase play:
  turns alternate from white
  must one of go, later
  stuck error
finish when ended:
  winner nobody
""",
    )
    assert player.words == ["go b 1", "go a 1", "go a 2", "later"]


def test_costs_must_be_payable_together_and_are_paid_when_the_offer_is_taken(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 3 up to 9
value price(x: step) is 2 if x is a otherwise 4
action go as "go {x}":
  choose x from [a, b]
  cost price(x) coins, 1 coins
  if coins[me] is 0: add a to told
""",
        flow="""
action rest as "rest":
  add b to told
phase play:
  turns alternate from white
  must one of go, rest
  stuck error
finish when ended:
  winner nobody
""",
    )
    assert player.words == ["go a", "rest"]
    player.play("go a")
    assert (told(player), player.value("coins", 0)) == ("a", 0)
    player.play("rest")
    assert player.words == ["rest"]


def test_limits_count_for_each_combination_of_keys_and_start_afresh(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go {x}":
  choose x from [a, b]
  limit 1 per game for me, x
  add x to told
action each_turn as "each turn":
  limit 1 per turn for me
  add c to told
main action rest as "rest":
  add d to told
""".replace("action each_turn", "free action each_turn"),
        flow="""
phase play:
  turns alternate from white
  must one of go, rest
  may any of each_turn
  stuck error
finish when ended:
  winner nobody
""",
    )
    assert player.words == ["go a", "go b", "rest", "each turn"]
    player.play("each turn")
    assert player.words == ["go a", "go b", "rest"]
    player.play("go a", "go a", "done")
    assert player.words == ["go b", "rest", "each turn"]
    player.play("rest", "done")
    assert player.words == ["go b", "rest", "each turn"]


def test_an_option_must_come_to_something(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go {x}":
  choose x from [a, b, c]
  if x is b: require no
  if x is c: add x to told
action stand as "stand":
  require yes
action nothing_comes as "nothing":
  if ended: add a to told
""",
        flow="""
phase play:
  turns alternate from white
  must one of go, stand, nothing_comes
  stuck error
finish when ended:
  winner nobody
""",
    )
    assert player.words == ["go c", "stand"]


def test_what_must_be_ensured_is_tried_on_a_copy(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 2 up to 9
event rang(who: player)
action go as "go {n}":
  choose n from [1 to 3]
  cost n coins
  emit rang(me)
  ensure coins[me] is 1 else "One coin must be left."
  add a to told
rule rings:
  when rang(who)
  gain 1 coins for who
""",
    )
    assert player.words == ["go 2"]
    player.play("go 2")
    assert (told(player), player.value("coins", 0)) == ("a", 1)


def test_pooled_pieces_equal_in_every_field_are_one_candidate(tmp_path):
    player = telling(
        tmp_path,
        """
grid board 2 by 1
piece men of man for each player up to 3 has space: maybe space, tired: yes_no
action go as "go {m} {other}":
  choose m from men where m.owner is me
  choose other from men where other.owner is me and other is not m
  move m to first s in board
  set other.tired to yes
""",
    )
    assert player.words == ["go white_man_1 white_man_2"]
    player.play("go white_man_1 white_man_2", "go red_man_1 red_man_2")
    assert player.words == [
        "go a1 white_man_2",
        "go a1 white_man_3",
        "go white_man_2 a1",
        "go white_man_2 white_man_3",
        "go white_man_3 a1",
        "go white_man_3 white_man_2",
    ]


def test_two_options_written_alike_are_a_finding(tmp_path):
    with pytest.raises(Rejected) as caught:
        telling(
            tmp_path,
            """
grid board 2 by 1
piece men of man for each player up to 2 has space: maybe space, tired: yes_no
action go as "go {m.tired}":
  choose m from men
  set m.tired to yes
""",
        )
    assert [finding.code for finding in caught.value.diagnostics] == ["RW705"]


def test_a_performed_action_costs_nothing_and_is_one_decision(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 9
action buy as "buy {x}":
  choose x from [a, b]
  cost 3 coins
  limit 1 per game for x
  add x to told
  give x
rule bought:
  after buy
  add j to told
action go as "go":
  skip
  let x be perform buy free
  if x is nothing: add i to told
  otherwise: add x to told
""",
        flow="""
phase play:
  turns alternate from white
  must one of go, buy
  stuck error
finish when ended:
  winner nobody
""",
    )
    player.play("go")
    assert player.words == ["buy a", "buy b"]
    player.play("buy b", "go", "buy a")
    assert told(player) == "bjb" + "aja"
    assert told(player.play("go")) == "bjbaja"
