"""Phases and turns: who is next, what must and may be done, and what happens when nothing can be."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Rejected
from tests.run.playing import telling, told

GO = """
action go as "go":
  skip
"""


def test_everybody_has_one_turn_from_the_seat_that_begins(tmp_path):
    player = telling(
        tmp_path,
        GO,
        head="players 3 to 3 of white, red, blue",
        flow="""
keep starter as player from blue
phase opening:
  turns once from starter
  must go
  stuck error
  next play
phase play:
  turns alternate from red
  must go
  stuck error
finish when ended:
  winner nobody
""",
    )
    seats = []
    for _ in range(7):
        seats.append(player.seat)
        player.play("go")
    assert seats == ["blue", "white", "red", "red", "blue", "white", "red"]


def test_seats_that_are_passed_over_have_no_turn(tmp_path):
    player = telling(
        tmp_path,
        """
keep out for each player as yes_no from no
action go as "go":
  skip
action leave as "leave":
  set out[me] to yes
value those_out is those p in players where out[p]
""",
        head="players 3 to 3 of white, red, blue",
        flow="""
phase play:
  turns alternate from white skipping those_out
  must one of go, leave
  stuck error
  until all p in players where out[p]
  next last_round
phase last_round:
  turns alternate from blue skipping [blue, white]
  must go
  stuck error
finish when ended:
  winner nobody
""",
    )
    seats = []
    for word in ["go", "leave", "go", "go", "leave", "leave", "go", "go", "go"]:
        seats.append(player.seat)
        player.play(word)
    assert seats == ["white", "red", "blue", "white", "blue", "white", "red", "red", "red"]


def test_other_actions_count_only_when_the_first_have_no_option(tmp_path):
    player = telling(
        tmp_path,
        """
action capture as "capture":
  require a not in told
  add a to told
action step_on as "step":
  add b to told
""",
        flow="""
phase play:
  turns alternate from white
  must capture
  otherwise must step_on
  stuck: winner opponent
finish when ended:
  winner nobody
""",
    )
    assert player.words == ["capture"]
    player.play("capture")
    assert player.words == ["step"]


def test_conditions_say_what_must_be_done(tmp_path):
    player = telling(
        tmp_path,
        GO
        + """
action other as "other":
  skip
""",
        flow="""
phase play:
  turns alternate from white
  must go
  must other if me is red
  stuck error
finish when ended:
  winner nobody
""",
    )
    assert player.words == ["go"]
    assert player.play("go").words == ["go", "other"]


STUCK = {
    "stuck pass_turn": ["pass"],
    "stuck:\n    add b to told\n    set ended to yes": [],
    "stuck: winner opponent": [],
}


def test_what_happens_when_nothing_can_be_done(tmp_path):
    results = []
    for number, stuck in enumerate(STUCK):
        player = telling(
            tmp_path / str(number),
            """
action go as "go":
  require me is white
  add a to told
action pass_turn as "pass":
  skip
""",
            flow=f"""
phase play:
  turns alternate from white
  must go
  {stuck}
finish when ended:
  winner red
""",
        )
        player.play("go")
        results.append((player.over, told(player), player.winners if player.over else player.words))
    assert results == [(False, "a", ["pass"]), (True, "ab", ["red"]), (True, "a", ["white"])]


def test_nothing_to_do_is_a_finding_where_the_rules_say_that_it_cannot_be(tmp_path):
    with pytest.raises(Rejected) as caught:
        telling(tmp_path, 'action go as "go":\n  require ended\n  add a to told\n')
    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.message) == ("RW709", "white can do nothing in the phase play")


def test_free_actions_before_and_after_the_main_one(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 2 up to 9 reset each turn
main action go as "go":
  add a to told
main action last_go as "last go":
  add b to told
  end turn
free action buy as "buy":
  cost 1 coins
  add c to told
free action stop as "stop":
  require f in told
  end turn
procedure afterwards():
  add d to told
procedure then_this():
  add e to told
rule bought:
  after buy
  add f to told
""",
        flow="""
phase play:
  turns alternate from white
  must one of go, last_go
  may any of buy, stop
  after main action afterwards
  then then_this
  stuck error
finish when ended:
  winner nobody
""",
    )
    assert player.words == ["go", "last go", "buy"]
    player.play("buy")
    assert (player.words, told(player)) == (["go", "last go", "buy", "stop"], "cf")
    player.play("go")
    assert (player.words, told(player)) == (["buy", "stop", "done"], "cfad")
    player.play("buy")
    assert player.words == ["stop", "done"]
    player.play("done")
    assert (player.seat, told(player), player.value("coins", 0)) == ("red", "cfadcfe", 2)
    player.play("last go")
    assert (player.seat, told(player)) == ("white", "cfadcfe" + "bde")
    player.play("stop")
    assert (player.seat, told(player)) == ("red", "cfadcfebde" + "e")


def test_done_is_not_asked_when_nothing_is_left(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 1 up to 9
main action go as "go":
  skip
free action buy as "buy":
  cost 1 coins
  add c to told
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
    player.play("buy", "go")
    assert player.seat == "red"


def test_phases_that_only_do_run_on_and_may_ask(tmp_path):
    player = telling(
        tmp_path,
        GO
        + """
counter rounds for the game from 0 up to 3
procedure prepare():
  add a to told
  for each p in players:
    ask p:
      choose x from [b, c] as "take {x}"
      add x to told
procedure count_rounds():
  gain 1 rounds
""",
        flow="""
phase preparing:
  do prepare, count_rounds
  next play
phase play:
  turns once from white
  must go
  stuck error
  next preparing if rounds < 2
  next counting
phase counting:
  do count_rounds
finish after counting:
  winner white
""",
    )
    assert (player.seat, player.words) == ("white", ["take b", "take c"])
    assert told(player) == ""
    player.play("take c", "take b")
    assert (told(player), player.words) == ("acb", ["go"])
    player.play("go", "go", "take b", "take b", "go", "go")
    assert (player.over, player.winners, player.value("rounds")) == (True, ["white"], 3)


def test_what_a_turn_has_armed_ends_with_it(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player)
value price(p: player) is 3
action go as "go":
  emit rang(me)
  if me is white:
    this turn when rang(who): add a to told
    this turn price(me) is 1
  emit rang(me)
  if price(me) is 1: add b to told
  if price(opponent) is 3: add c to told
""",
    )
    assert told(player.play("go")) == "abc"
    assert told(player.play("go")) == "abcc"
    assert told(player.play("go")) == "abcc" + "abc"


HOUSE = """
option rival is yes "Does the house play?"
seat house when rival
main action go as "go {x}":
  choose x from [a, b]
  add x to told
main action build as "build":
  require me is house
  add c to told
main action rest as "rest":
  require me is house
  require (count s in told where s is c) > 0
  add d to told
"""
HOUSE_FLOW = """
phase play:
  turns alternate from white
  must go if me is not house
  must one of build, rest if me is house
  stuck: skip
finish when ended:
  winner nobody
"""


def test_a_seat_that_the_rules_play_takes_the_one_thing_it_can_do(tmp_path):
    player = telling(tmp_path, HOUSE, flow=HOUSE_FLOW)
    player.play("go a")
    assert player.seat == "red"
    player.play("go b")
    assert (player.seat, told(player)) == ("white", "abc")


def test_a_seat_that_the_rules_play_must_not_have_to_choose(tmp_path):
    player = telling(tmp_path, HOUSE, flow=HOUSE_FLOW)
    player.play("go a", "go b", "go a")
    with pytest.raises(Rejected) as caught:
        player.play("go a")
    assert [finding.code for finding in caught.value.diagnostics] == ["RW708"]


def test_seats_that_the_rules_play_do_not_go_on_without_end(tmp_path):
    """Finite: turns of such seats alone are stopped like every other loop."""
    rules = HOUSE.replace("  require (count s in told where s is c) > 0\n  add d to told\n", "  skip\n").replace(
        "  add c to told", "  skip"
    )
    flow = HOUSE_FLOW.replace("from white", "from house skipping [white, red]").replace("one of build, rest", "rest")
    with pytest.raises(Rejected) as caught:
        telling(tmp_path, rules, flow=flow)
    assert [finding.code for finding in caught.value.diagnostics] == ["RW701"]


def test_an_observer_hears_of_rules_that_take_the_place_of_a_call_or_a_gain(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 9
action go as "go":
  speak()
  gain 1 coins
procedure speak():
  add a to told
rule whisper:
  instead of speak() where me is white
  add b to told
rule poor:
  instead of gain coins where gainer is red
  skip
""",
    )
    heard: list[tuple[str, str]] = []
    player.engine.observer = lambda kind, name: heard.append((kind, name))
    player.play("go")
    assert ("rule", "whisper") in heard
    assert ("rule", "poor") not in heard
    player.play("go")
    assert ("rule", "poor") in heard
