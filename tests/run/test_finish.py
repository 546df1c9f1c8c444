"""When a game ends, and who has won."""

from __future__ import annotations

from tests.run.playing import telling, told


def test_the_end_is_tested_after_every_change_of_what_it_reads_and_nothing_more_runs(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 9
event paid(who: player)
value rich(p: player) is coins[p] >= 3
action go as "go":
  gain 3 coins
  add a to told
  emit paid(me)
rule afterwards:
  after go
  add b to told
""",
        flow="""
phase play:
  turns alternate from white
  must go
  stuck error
rule hears:
  when paid(who)
  add c to told
finish when any p in players where rich(p):
  winner first p in players where rich(p)
""",
    )
    player.play("go")
    assert (player.over, player.winners, told(player), player.value("coins", 0)) == (True, ["white"], "", 3)


def test_clauses_are_tested_in_file_order(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 9
action go as "go":
  gain 3 coins
""",
        flow="""
phase play:
  turns alternate from white
  must go
  stuck error
finish when coins[white] > 2:
  winner players
finish when coins[white] > 0:
  winner white
""",
    )
    assert player.play("go").winners == ["white", "red"]


def test_phases_that_only_do_end_no_game(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 9
procedure prepare():
  for each p in players: gain 5 coins for p
action go as "go":
  gain 1 coins
""",
        flow="""
phase preparing:
  do prepare
  next play
phase play:
  turns alternate from white
  must go
  stuck error
finish when any p in players where coins[p] > 3:
  winner best p in players by coins[p] highest
""",
    )
    assert not player.over
    assert player.play("go").winners == ["white"]


def test_the_best_of_equal_ones_is_nobody(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 9
action go as "go":
  gain 1 coins
""",
        flow="""
phase play:
  turns once from white
  must go
  stuck error
finish after play:
  winner best p in players by coins[p] highest
""",
    )
    player.play("go", "go")
    assert (player.over, player.winners) == (True, [])


def test_a_rule_may_end_the_game(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go":
  add a to told
rule ends:
  after go
  if me is red: winner opponent
  add b to told
""",
    )
    player.play("go", "go")
    assert (player.winners, told(player)) == (["white"], "aba")
