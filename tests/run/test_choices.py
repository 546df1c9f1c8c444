"""Choosing in mid-effect: by players, by the rules, by chance; what is abandoned when nothing can be chosen."""

from __future__ import annotations

from tests.run.playing import telling, told


def test_neighbouring_choices_are_one_decision_in_the_order_of_the_first(tmp_path):
    player = telling(
        tmp_path,
        """
keep picks as list of step up to 20
action go as "go":
  skip
  choose x from [a, b, c]
  choose y from steps where y in [a, b, c] and y is not x as "{x} with {y}"
  add x to told
  add y to told
""",
    )
    player.play("go")
    assert player.words == ["a with b", "a with c", "b with a", "b with c", "c with a", "c with b"]
    assert told(player.play("b with a")) == "ba"


def test_a_player_may_decline_and_is_not_asked_without_a_candidate(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go":
  add a to told
  may choose x from steps where x in [b, c] and x not in told as "take {x}"
  add d to told
  if x is nothing: add e to told
  otherwise: add x to told
""",
    )
    player.play("go")
    assert player.words == ["take b", "take c", "no"]
    player.play("no", "go", "take b", "go", "take c")
    assert told(player) == "ade" + "adb" + "adc"
    assert told(player.play("go")) == "adeadbadc" + "ade"


def test_what_is_asked_of_another_player_acts_for_them_while_the_mover_stays(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 9
action go as "go":
  ask opponent:
    choose n from [1, 2] as "take {n}"
    gain n coins
    if mover is white: add a to told
  gain 5 coins
""",
    )
    player.play("go")
    assert player.seat == "red"
    player.play("take 2")
    assert [player.value("coins", 0), player.value("coins", 1), told(player)] == [5, 2, "a"]


def test_several_are_picked_one_by_one_in_the_order_of_the_list(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go":
  skip
  choose 2 two from [a, b, c]
  for each x in two: add x to told
  choose up to 2 more from [d, e]
  for each x in more: add x to told
  choose any rest from [f, g]
  for each x in rest: add x to told
""",
    )
    player.play("go")
    assert player.words == ["two a", "two b"]
    player.play("two b")
    assert player.words == ["two c"]
    player.play("two c")
    assert player.words == ["more d", "more e", "done"]
    player.play("more e")
    assert player.words == ["rest f", "rest g", "done"]
    assert told(player.play("rest f", "done")) == "bcef"


def test_too_few_to_choose_from_abandon_what_follows_in_the_action(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go":
  add a to told
  choose 3 of_them from [b, c]
  add d to told
rule afterwards:
  after go
  add e to told
""",
    )
    assert told(player.play("go")) == "ae"


def test_the_rules_pick_the_best_and_the_first_of_equal_ones(tmp_path):
    player = telling(
        tmp_path,
        """
value worth(x: step) is 2 if x in [c, d] otherwise 1
action go as "go":
  skip
  pick x from [b, d, c] where x is not a preferring worth(x) highest
  add x to told
  pick y from [e, a] preferring y is e
  add y to told
  pick z from [e, a] preferring worth(z) lowest then z is a
  add z to told
""",
    )
    assert told(player.play("go")) == "dea"


def test_chance_is_the_same_for_one_seed(tmp_path):
    rules = """
action go as "go":
  skip
  reveal x from steps where x is not a
  add x to told
"""
    player = telling(tmp_path, rules)
    other = telling(tmp_path, rules)
    assert not player.decision.revealed
    assert told(player.play(*["go"] * 60)) == told(other.play(*["go"] * 60))
    assert player.decision.revealed
    assert set(told(player)) == set("bcdefghij")
    different = type(player)(player.engine, seed=2)
    assert told(different.play(*["go"] * 60)) != told(player)


UNITS = {
    "part": ("choose one:\n    part p:\n      add a to told\n      require no\n      add b to told", "p", "a"),
    "may": ('may "Really?":\n    add a to told\n    require no\n    add b to told', "yes", "a"),
    "ask": ("ask opponent:\n    add a to told\n    require no\n    add b to told", None, "a"),
    "round of repeat": ("repeat 2 times:\n    add a to told\n    require no\n    add b to told", None, "aa"),
    "round of for each": ("for each x in [a, b, c]:\n    require x is not b\n    add x to told", None, "ac"),
    "procedure": ("broken()", None, "a"),
    "rule": ("emit rang(me)", None, "a"),
}


def test_each_unit_that_is_abandoned_lets_the_text_after_it_go_on(tmp_path):
    for name, (text, answer, expected) in UNITS.items():
        player = telling(
            tmp_path / name.replace(" ", "_"),
            f"""
event rang(who: player)
action go as "go":
  skip
  {text}
  add j to told
procedure broken():
  add a to told
  require no
  add b to told
rule broken_rule:
  when rang(who)
  add a to told
  require no
  add b to told
action other as "other":
  broken()
  emit rang(me)
""",
            flow="""
phase play:
  turns alternate from white
  must one of go, other
  stuck error
finish when ended:
  winner nobody
""",
        )
        player.play("go")
        if answer is not None:
            player.play(answer)
        assert told(player) == expected + "j", name


def test_an_abandoned_procedure_gives_nothing(tmp_path):
    player = telling(
        tmp_path,
        """
procedure pick_one() gives step:
  choose x from steps where x is a and x in told as "take {x}"
  give x
action go as "go":
  skip
  let x be pick_one()
  add x to told
  if x is nothing: add b to told
""",
    )
    assert told(player.play("go")) == "b"


def test_a_name_that_a_failed_choice_should_have_bound_is_nothing(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go":
  skip
  for each n in [1, 2]:
    pick x from [a, b, c] where n is 1 preferring x is b
    add x to told
  give_up()
procedure give_up():
  let y be failing()
  if y is nothing: add d to told
procedure failing() gives step:
  pick y from [a, b, c] where y is d preferring yes
  give y
""",
    )
    assert told(player.play("go")) == "bd"


def test_an_order_is_decided_one_by_one(tmp_path):
    player = telling(
        tmp_path,
        """
action go as "go":
  skip
  for each x in [a, b, c] ordered by opponent: add x to told
""",
    )
    player.play("go")
    assert (player.seat, player.words) == ("red", ["a", "b", "c"])
    player.play("c")
    assert player.words == ["a", "b"]
    assert told(player.play("b")) == "cba"


def test_members_come_in_the_order_of_their_owners(tmp_path):
    player = telling(
        tmp_path,
        """
piece stones of stone for each player up to 1 has taken: yes_no, space: maybe space
grid board 2 by 2
action go as "go":
  skip
  for each s in stones ordered by players_from(red):
    if s.owner is red: add a to told
    otherwise: add b to told
  for each p in players ordered by players_from(red):
    if p is red: add c to told
    otherwise: add d to told
  let one_stone be first s in stones
  move one_stone to first s in board
  set one_stone.taken to yes
""",
    )
    assert told(player.play("go")) == "abcd"


def test_rounds_may_be_repeated_while_they_are_possible(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 2 up to 9
action go as "go":
  skip
  repeat up to 3 times:
    pay 1 coins
    add a to told
""",
    )
    player.play("go")
    assert player.words == ["again", "done"]
    player.play("again", "again")
    assert (told(player), player.seat) == ("aa", "red")
    assert told(player.play("go", "done")) == "aa"
