"""States are values: what can be done with them, and how an entered line is matched."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

import interpreter
from interpreter import Diagnostic, Rejected
from interpreter.game import Option
from tests.game.playing import SHIPPED, WORKSHOP, game, wander


def finding(action: Callable[[], object]) -> Diagnostic:
    """The one finding that an action is rejected with."""
    with pytest.raises(Rejected) as caught:
        action()
    (found,) = caught.value.diagnostics
    return found


def test_the_public_names_are_few_and_all_there() -> None:
    assert len(interpreter.__all__) < 10
    assert all(getattr(interpreter, name) is not None for name in interpreter.__all__)
    assert not hasattr(interpreter, "nothing_like_this")


def test_a_game_tells_what_it_is() -> None:
    found = interpreter.load(WORKSHOP, options={"length": 6, "shade": "blue"}, players=3)
    assert (found.name, found.title, found.version, found.variant) == ("workshop", "Workshop", 3, None)
    assert found.options == {"length": 6, "hard": False, "shade": "blue"}
    assert found.players == ("anna", "bert", "cora")
    assert found.hash.startswith("sha256:")
    assert found.hash != game("workshop").hash


def test_a_game_that_is_not_there_is_rejected() -> None:
    assert finding(lambda: interpreter.load("tik-tak-toe")).code == "RW204"
    with pytest.raises(KeyError):
        interpreter.load(WORKSHOP, executor="quantum")


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        game("workshop").new(seed)


def test_apply_gives_another_state_and_leaves_this_one() -> None:
    start = game("breakthrough").new()
    before = start.to_json()
    after = start.apply("advance a2>a3")
    assert start.to_json() == before
    assert after != start
    assert start.decision is not None
    assert after.decision is not None
    assert (start.decision.player, after.decision.player) == ("white", "black")


def test_an_option_and_its_text_and_its_words_do_the_same() -> None:
    start = game("breakthrough").new()
    assert start.decision is not None
    option = start.decision.options[3]
    assert start.apply(option) == start.apply(option.text) == start.apply(option.words)
    assert start.apply(f"  {option.words.upper().replace('>', '  > ')} ") == start.apply(option)


def test_equal_states_are_one_key() -> None:
    start = game("breakthrough").new()
    one = start.play("advance a2>a3", "advance a7>a6", "advance b2>b3")
    other = start.play("advance b2>b3", "advance a7>a6", "advance a2>a3")
    assert one == other
    assert len({one, other, start}) == 2
    assert start != game("othello").new()
    assert start != "start"


def test_a_copy_is_the_state() -> None:
    start = game("jam").new()
    assert start.copy() == start
    assert copy.deepcopy(start) is copy.copy(start) is start


def test_the_end_of_a_game_has_winners_and_no_decision() -> None:
    over = game("tic_tac_toe").new().play("put a1", "put a2", "put b1", "put b2", "put c1")
    assert over.decision is None
    assert over.over
    assert over.winners == ("cross",)
    assert finding(lambda: over.apply("put c3")).code == "RW831"
    assert repr(over) == "<State of tic_tac_toe: over>"


def test_a_drawn_game_has_no_winner() -> None:
    marks = "a1 b1 c1 b2 a2 c2 b3 a3 c3".split()
    drawn = game("tic_tac_toe").new().play(*(f"put {mark}" for mark in marks))
    assert drawn.over
    assert drawn.winners == ()


def test_the_score_is_the_counter_of_that_name() -> None:
    assert game("jam").new().score("amber") == 0
    assert game("workshop").new().score("anna") is None
    with pytest.raises(KeyError):
        game("jam").new().score("nobody")


@pytest.mark.parametrize(
    ("entered", "message", "hint"),
    [
        ("advance a2>a4", "`advance a2>a4` is none of white's options now", "did you mean `advance a2>a3`?"),
        ("adwance a2>a3", "`adwance a2>a3` is none of white's options now", "did you mean `advance a2>a3`?"),
        ("white", "`white` is none of white's options now", None),
        ("black advance a7>a6", "it is white's decision, not black's", None),
        ("", "an action is missing here", None),
        ("x" * 10_000, "`" + "x" * 60 + "…` is none of white's options now", None),
    ],
)
def test_what_is_no_option_gets_one_finding(entered: str, message: str, hint: str | None) -> None:
    found = finding(lambda: game("breakthrough").new().apply(entered))
    assert (found.code, found.message, found.hint) == ("RW830", message, hint)
    assert found.expected is not None
    assert found.expected.startswith("`advance a2>a3`, ")


def test_an_option_of_another_decision_is_refused() -> None:
    start = game("breakthrough").new()
    stale = Option("white advance a3>a4", "advance a3>a4", "advance", 0)
    assert finding(lambda: start.apply(stale)).code == "RW830"


@pytest.mark.parametrize("name", [*SHIPPED, "workshop"])
def test_every_printed_option_gives_itself_back(name: str) -> None:
    for state in wander(game(name).new(2), 2, 40):
        if state.decision is not None:
            for option in state.decision.options[:12]:
                after = state.after(option)
                assert state.apply(option.text) == state.apply(option.words) == after


def test_chance_and_hidden_news_are_marked() -> None:
    state = game("jam").new(3).apply("take")
    assert state.decision is not None
    assert not state.decision.revealed
    drawn = state.apply("deck")
    assert drawn.decision is not None
    assert drawn.decision.revealed
    taken = state.apply("heap")
    assert taken.decision is not None
    assert not taken.decision.revealed
