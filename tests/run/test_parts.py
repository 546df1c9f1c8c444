"""`choose one`, `in any order`, `first possible`, `may`: what is on offer, and what happens."""

from __future__ import annotations

from tests.run.playing import telling, told


def test_only_parts_that_are_possible_are_offered(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 1 up to 9
action go as "go":
  skip
  choose one:
    part paying:
      pay 2 coins
      add a to told
    part empty: require yes
    part idle:
      if no: add b to told
    part skipping: skip
    part guarded if coins[me] > 5: skip
    part costly:
      pay 1 coins
      add c to told
    part stuck:
      choose x from steps where x in told as "take {x}"
      add d to told
    parts x in [d, e] where x is e: add x to told
""",
    )
    player.play("go")
    assert player.words == ["empty", "skipping", "costly", "e"]
    player.play("costly", "go", "e")
    assert (told(player), player.value("coins", 0)) == ("ce", 0)


def test_no_possible_part_abandons_the_unit_around(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go":
  skip
  inner()
  add b to told
procedure inner():
  choose one:
    part never: require no
    part nor_this: require 1 > 2
  add a to told
""",
    )
    assert told(player.play("go")) == "b"


def test_parts_in_any_order_until_none_is_left(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 1 up to 9
action go as "go":
  skip
  in any order:
    part first_part: add a to told
    part paying:
      pay 2 coins
      add b to told
    may part extra: add c to told
    part earning:
      gain 1 coins
      add d to told
""",
    )
    player.play("go")
    assert player.words == ["first_part", "extra", "earning"]
    player.play("earning")
    assert player.words == ["first_part", "paying", "extra"]
    player.play("paying", "first_part")
    assert player.words == ["extra", "done"]
    assert told(player.play("done")) == "dba"


def test_the_first_possible_part_is_taken_without_asking(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go":
  skip
  first possible:
    part never: require no
    part choosing:
      choose x from [b, c] where x not in told as "take {x}"
      add x to told
    part otherwise_this: add d to told
""",
    )
    player.play("go")
    assert player.words == ["take b", "take c"]
    assert told(player.play("take c", "go", "take b", "go")) == "cbd"


def test_a_block_may_be_declined_and_is_not_offered_when_it_is_impossible(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 1 up to 9
action go as "go":
  skip
  may "Pay?":
    pay 1 coins
    add a to told
  add b to told
""",
    )
    player.play("go")
    assert (player.words, player.decision.purpose) == (["yes", "no"], "Pay?")
    player.play("no", "go", "yes", "go", "yes")
    assert told(player) == "b" + "ab" + "ab"
    assert told(player.play("go")) == "babab" + "b"


def test_a_trial_follows_calls_and_looks_no_deeper_than_the_first_decision(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 9
event rang(who: player)
procedure indirect():
  let x be first y in steps where y is c
  if x is c: emit rang(me)
rule answers:
  when rang(who)
  add a to told
action go as "go":
  skip
  choose one:
    part through_rule: indirect()
    part dead_end:
      choose x from [b] as "take {x}"
      pay 5 coins
      add x to told
    part declined:
      may choose x from steps where x in told as "take {x}"
      if x is not nothing: add x to told
    part in_loop:
      for each x in [a, b]:
        require x is b
        add x to told
""",
    )
    player.play("go")
    assert player.words == ["through_rule", "dead_end", "in_loop"]
    assert told(player.play("dead_end", "take b")) == ""


def test_free_actions_come_between_parts_and_at_a_pause(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 2 up to 9
main action go as "go":
  skip
  in any order:
    part one_part: add a to told
    part other_part: add b to told
  pause
  ask opponent:
    add c to told
    pause
  add d to told
free action buy as "buy":
  cost 1 coins
  add e to told
  pause
""",
        flow="""
phase play:
  turns alternate from white
  must go
  may any of buy
  stuck error
finish when ended:
  winner nobody
""",
    )
    assert player.words == ["go", "buy"]
    player.play("go", "one_part")
    assert (player.words, player.decision.kind) == (["buy", "go on"], "pause")
    player.play("buy")
    assert player.words == ["buy", "go on"]
    player.play("go on", "other_part")
    assert player.words == ["buy", "go on"]
    player.play("go on")
    assert (player.words, player.seat, told(player)) == (["buy", "done"], "white", "aebcd")
    player.play("done")
    assert player.seat == "red"
