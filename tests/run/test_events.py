"""When rules answer, in which order, for whom, and what takes the place of what."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Rejected
from tests.run.playing import telling, told


def test_events_resolve_at_once_and_depth_first(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player), echoed(who: player)
action go as "go":
  add a to told
  emit rang(me)
  add f to told
rule first_rule:
  when rang(who)
  add b to told
  emit echoed(who)
  add d to told
rule second_rule:
  when echoed(who)
  add c to told
rule third_rule:
  when rang(who) where who is white
  add e to told
""",
    )
    assert told(player.play("go")) == "abcdef"
    assert told(player.play("go")) == "abcdef" + "abcdf"


def test_rules_for_any_event_come_after_those_for_the_event_and_lines_of_the_turn_last(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player)
action go as "go":
  this turn when rang(me): add d to told
  this turn when rang(who) once: add e to told
  emit rang(me)
  emit rang(opponent)
rule any_of_them:
  when any event
  add c to told
rule first_rule:
  when rang(who)
  add b to told
""",
    )
    assert told(player.play("go")) == "bcde" + "bc"
    assert told(player.play("go")) == "bcdebc" * 2


def test_after_rules_run_when_the_effect_is_complete_with_the_pieces_it_has_moved(tmp_path):
    player = telling(
        tmp_path,
        """
grid board 3 by 1
piece stones of stone for each player up to 1 has space: maybe space
action go as "go":
  let mine be first s in stones where s.owner is me
  move mine to (first s in board where (none t in stones where t.space is s))
  add a to told
rule moves_too:
  after go
  for each t in stones where t.owner is not me and t.space is not nowhere: move t to t.space
  if moved.size is 1: add b to told
rule later:
  after go
  if all t in moved where t.owner is me: add c to told
""",
    )
    assert told(player.play("go", "go")) == "abcabc"


def test_a_performed_action_has_its_own_pieces_moved_and_adds_them_to_the_outer_ones(tmp_path):
    player = telling(
        tmp_path,
        """
grid board 4 by 1
piece stones of stone for each player up to 2 has space: maybe space
action go as "go":
  move (first s in stones where s.owner is me) to (first s in board where s.column is 1)
  perform push free
action push as "push":
  move (last s in stones where s.owner is me) to (first s in board where s.column is 2)
rule inner:
  after push
  if moved.size is 1: add a to told
rule outer:
  after go
  if moved.size is 2: add b to told
""",
        flow="""
phase play:
  turns alternate from white
  must one of go, push
  stuck error
finish when ended:
  winner nobody
""",
    )
    assert told(player.play("go")) == "ab"


def test_a_procedure_can_be_replaced_and_run_as_usual(tmp_path):
    player = telling(
        tmp_path,
        """
procedure call(n: number) gives number:
  add a to told
  give n
rule louder:
  instead of call(n) where n > 1
  add b to told
  as usual
  add c to told
rule silent:
  instead of call(n) where n is 0
  give 7
keep last_one as number 0 to 9 from 0
action go as "go":
  choose n from [0 to 2]
  let x be call(n)
  set last_one to x
""".replace('"go"', '"go {n}"'),
    )
    player.play("go 0")
    assert (told(player), player.value("last_one")) == ("", 7)
    player.play("go 1")
    assert (told(player), player.value("last_one")) == ("a", 1)
    player.play("go 2")
    assert (told(player), player.value("last_one")) == ("abac", 2)


def test_a_line_of_the_turn_takes_the_place_of_a_call_for_the_player_who_armed_it(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player)
procedure call(who: player):
  add a to told
rule rings:
  when rang(who)
  call(who)
action go as "go":
  this turn instead of call(me):
    choose one:
      part usual: as usual
      part other: add b to told
  emit rang(me)
  emit rang(opponent)
""",
    )
    player.play("go")
    assert player.words == ["usual", "other"]
    assert player.seat == "white"
    assert told(player.play("other")) == "ba"


def test_what_stands_instead_of_a_gain_knows_how_much_and_for_whom(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins, debts for each player from 0 up to 9
rule pays_debts:
  instead of gain coins where gainer is red
  gain (amount + 1) debts for gainer
rule happy:
  when gain coins, debts where amount > 2
  add a to told
action go as "go":
  gain 3 coins
  gain 1 coins for opponent
""",
    )
    player.play("go")
    assert [player.value("coins", 0), player.value("debts", 1), told(player)] == [3, 2, "a"]
    player.play("go")
    assert [player.value("coins", 0), player.value("debts", 1), told(player)] == [4, 6, "aa"]


def test_rules_at_the_start_and_end_of_turns_rounds_and_phases(tmp_path):
    player = telling(
        tmp_path,
        """
rule new_round:
  at start of round
  add a to told
rule new_phase:
  at start of play
  add b to told
rule new_turn:
  at start of turn
  add c to told
rule turn_done:
  at end of turn
  add d to told
rule phase_done:
  at end of play
  add e to told
rule round_done:
  at end of round
  add f to told
action go as "go":
  skip
""",
        flow="""
phase play:
  turns once from white
  must go
  stuck error
  next play
finish when ended:
  winner nobody
""",
    )
    assert told(player) == "abc"
    assert told(player.play("go")) == "abcdc"
    assert told(player.play("go")) == "abcdcdefabc"


def test_events_are_counted_in_the_effect_and_in_the_turn(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player, tone: number)

event done(who: player)
action go as "go":
  emit rang(me, 1)
  emit rang(me, 2)
  emit rang(opponent, 2)
  inner()
  if (times rang(me, x) this effect) is 3: add a to told
  if (distinct x in rang(me, x) this effect).size is 2: add b to told
  if (times rang(who, 2) this effect) is 2: add c to told
  if (times rang(me, 1) this turn) is 2: add d to told
  emit done(me)
procedure inner():
  emit rang(me, 1)
rule apart:
  when done(who)
  ask who:
    if (times rang(me, x) this effect) is 0: add e to told
    if (times rang(me, x) this turn) is 3: add f to told
""",
    )
    assert told(player.play("go")) == "abcdef"
    assert told(player.play("go")) == "abcdef" * 2


def test_two_live_replacements_are_told_with_both_places(tmp_path):
    player = telling(
        tmp_path,
        """
procedure call():
  add a to told
rule first_rule:
  instead of call()
  skip
rule other:
  instead of call() where me is red
  skip
action go as "go":
  call()
""",
    )
    with pytest.raises(Rejected) as caught:
        player.play("go")
    (finding,) = caught.value.diagnostics
    assert finding.code == "RW706"
    assert "first_rule and other" in finding.message
    assert len(finding.related) == 2


def test_a_turn_counts_for_each_value_of_a_name_in_hand(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player, step)
value rung(s: step) is times rang(me, s) this turn
action go as "go":
  for each s in [a, b, a]: emit rang(me, s)
  emit rang(opponent, b)
  for each s in [a, b, c]:
    repeat rung(s) times: add s to told
rule answers:
  when rang(who)
  skip
""",
    )
    assert told(player.play("go")) == "aab"
    assert told(player.play("go")) == "aabaab"


def test_a_trial_knows_the_events_of_its_own_effect(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player)
action go as "go":
  emit rang(me)
  if (times rang(me) this effect) is 1: add a to told
rule answers:
  when rang(who) where who is red and a not in told
  skip
""",
    )
    assert told(player.play("go", "go")) == "aa"
