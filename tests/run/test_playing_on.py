"""The same game by every way of playing it: step by step, again from the last settled state, and in place."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from interpreter.check import check_game
from interpreter.run import SKIPPED, Decision, Engine, Position, perft
from tests.run.playing import ALTERNATE, telling, told

Seen = list[tuple[int, str, tuple[str, ...], bool]]


def recorder(seed: int, seen: Seen) -> Callable[[Decision], int]:
    """Chooses at random, and keeps what was on offer."""
    random = Random(seed)

    def choose(decision: Decision) -> int:
        words = tuple(option.words for option in decision.options)
        seen.append((decision.seat, decision.kind, words, decision.revealed))
        return random.randrange(len(words))

    return choose


def host(engine: Engine, seed: int, most: int, seen: Seen) -> Position:
    """Plays step by step; every fifth decision is found again from the position alone."""
    choose = recorder(seed, seen)
    position = engine.start(seed)
    for number in range(most):
        if position.decision is None:
            break
        if number % 5 == 4:
            again = engine.advance(position.vector, position.choices)
            assert (again.vector, again.choices) == (position.vector, position.choices)
            assert again.decision is not None
            assert again.decision.options == position.decision.options
        option = position.decision.options[choose(position.decision)]
        position = engine.advance(position.vector, (*position.choices, option.choice))
    return position


GAMES = ["seto", "tic-tac-toe", "connect-four", "breakthrough", "othello", "hex", "morris", "draughts", "jam"]


@pytest.mark.parametrize("name", GAMES)
def test_step_by_step_and_in_place_are_the_same_game(name):
    engine = Engine(check_game(name).model)
    for seed in range(2):
        one: Seen = []
        other: Seen = []
        stepped = host(engine, seed, 150, one)
        placed = engine.playout(engine.start_vector(seed), recorder(seed, other), most=150)
        assert one == other
        assert (stepped.vector, stepped.choices) == (placed.vector, placed.choices)


def test_a_game_is_determined_by_its_seed_and_choices_in_one_go(tmp_path):
    player = telling(tmp_path, ASKING)
    choices = []
    start = player.engine.start_vector(1)
    for word in ["go", "take b", "yes", "take c", "go"]:
        (option,) = [option for option in player.decision.options if option.words == word]
        choices.append(option.choice)
        player.play(word)
    together = player.engine.advance(start, choices)
    assert (together.vector, together.choices) == (player.position.vector, player.position.choices)
    assert together.decision == player.position.decision


ASKING = """
event rang(who: player)
action go as "go":
  skip
  choose x from [a, b] where x not in told as "take {x}"
  add x to told
  emit rang(me)
  add d to told
rule asks:
  when rang(who)
  ask opponent_of(who):
    may "Really?":
      choose y from [c] where y not in told as "take {y}"
      add y to told
"""


def test_a_decision_that_was_passed_over_is_kept_among_the_choices(tmp_path):
    player = telling(tmp_path, ASKING + ASKED_TWICE, flow=ALTERNATE.replace("must go", "must one of go, twice"))
    player.play("go", "take a", "yes", "take c")
    assert told(player) == "acd"
    player.play("go", "take b")
    assert SKIPPED not in player.position.choices
    player.play("twice")
    assert player.position.choices[1:] == (SKIPPED, SKIPPED)
    assert player.words == ["take e", "take f"]
    assert told(player.play("take f")) == "acdbd" + "f"


ASKED_TWICE = """
rule more:
  after twice
  choose x from [e, f] as "take {x}"
  add x to told
action twice as "twice":
  skip
  ask opponent:
    choose x from [a, b] where x not in told as "take {x}"
    add x to told
  choose x from [a, b] where x not in told as "take {x}"
  add x to told
"""


COUNTS = {
    "seto": [32, 960, 4712],
    "tic-tac-toe": [9, 72, 504, 3024],
    "connect-four": [7, 49, 343, 2401],
    "breakthrough": [22, 484],
    "othello": [4, 12, 56, 244],
    "hex": [121],
    "morris": [24, 552],
}


@pytest.mark.parametrize("name", COUNTS)
def test_sequences_of_decisions(name):
    engine = Engine(check_game(name).model)
    assert perft(engine, engine.start(1), len(COUNTS[name])) == COUNTS[name]


def test_sequences_of_whole_turns():
    engine = Engine(check_game("draughts").model)
    assert perft(engine, engine.start(1), 4, turns=True) == [7, 49, 302, 1469]
