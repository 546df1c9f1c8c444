"""Explanations: what an action would do, or the first line that forbids it, with the values it looked at."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.game import State, load
from tests.game.playing import SHIPPED, game, wander


def told(state: State, action: str) -> list[str]:
    """The explanation as text, without line numbers of the rules."""
    lines = state.explain(action).lines()
    return [line.partition("   rules/")[0].partition("   tests/")[0] for line in lines]


def opened() -> State:
    return game("seto").new(1).play("key a1>a0", "key d1>d0")


def test_a_legal_action_tells_what_it_changes_and_what_follows() -> None:
    assert told(opened(), "step b2>a1") == [
        "Legal.  step: Move one square",
        "  white_round_delta.asleep: yes → no",
        "  white_round_omega: b2 → a1",
        "  after it: play_goes_on, waking (A normal move wakes the Key and ends the wait after an Orbit), "
        "scoring (Completed patterns score)",
        "  then: red decides: a turn in the phase first_turns (7 options)",
    ]


def test_the_failing_line_is_told_with_its_values_and_what_would_be_legal() -> None:
    assert told(opened(), "step b2>b3") == [
        "Not legal.  `b3` is not among `steps(t)`.",
        "  step: choose dest from steps(t)",
        "  t is white_round_omega on b2",
        "    s in inside   yes   s is b3",
        "    vacant(s)     no    red_square_tetra on b3: t.space is s",
        "  Legal now: step b2>a1, step c1>d1, step d2>d1.",
    ]


def test_the_place_of_the_line_is_given() -> None:
    why = opened().explain("step b2>b3")
    assert why.place is not None
    assert why.place.file.endswith("rules/seto/game.rules")
    assert why.clause == "step: choose dest from steps(t)"
    assert why.lines()[1].endswith(f"game.rules:{why.place.line}")


def test_the_reason_is_that_of_the_author() -> None:
    why = opened().explain("white enter a0>a1")
    assert (why.legal, why.reason) == (False, "The Key still sleeps: make a move inside first.")
    assert why.names == ("t is white_round_delta on a0", "dest is a1")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("key b2>b0", "The phase `first_turns` does not offer `key`."),
        ("pass", "`pass` is for when nothing else can be done; possible now: `step b2>a1`, `step c1>d1`, "),
        ("red step a2>a1", "It is white's decision, not red's: a turn in the phase first_turns."),
        ("step", "`step` is written `step {t}>{dest}`."),
        ("stpe b2>a1", "There is no action `stpe`. Did you mean `step`?"),
        ("dance", "There is no action `dance`. There are claim, enter, hop, key, leap, orbit, pass, step, switch, "),
        ("", "There is no action ``. There are claim, enter, "),
        ("step b2>q7", "`q7` is not among `steps(t)`."),
        ("switch b2~c1", "`b` cannot be white_round_tetra on c1."),
        ("hop b2>d2", "`d2` is not among `leaps(t)`."),
    ],
)
def test_the_reason_in_one_sentence(action: str, reason: str) -> None:
    assert opened().explain(action).reason.startswith(reason)


def test_the_condition_of_a_phase_is_told() -> None:
    strict = load("seto", options={"strict_first_turn": True}).new(1).play("key a1>a0", "key d1>d0")
    assert told(strict, "vault c1>a1")[:3] == [
        "Not legal.  The phase `first_turns` does not offer `vault` now.",
        "  must one of vault, switch if not strict_first_turn",
        "    not strict_first_turn   no",
    ]


def test_an_action_that_counts_only_otherwise_is_told_so() -> None:
    state = game("draughts").new(1).play("step c3>d4", "step f6>e5")
    why = state.explain("step a3>b4")
    assert why.reason == "`step` counts only when nothing else can be done; possible now: `jump d4>f6`."
    assert why.clause == "otherwise must step"


def test_a_failing_ensure_is_told() -> None:
    state = game("seto").new(1).play("key a1>a0", "key d1>d0", "step d2>d1", "step c2>d2")
    failing = [
        why
        for action in ("switch b2~b1", "switch c1~c3", "switch d1~d4")
        if (why := state.explain(action)).reason == "A Switch must complete a pattern at once."
    ]
    assert all("four_at" in why.clause for why in failing)


def test_a_choice_in_the_middle_of_an_effect_is_explained() -> None:
    state = game("morris").new(1).play("place a1", "place b2", "place a4", "place b4", "place a7")
    assert told(state, "take a1") == [
        "Not legal.  A man in a mill is safe while there is another one.",
        "  victim: choose victim from exposed(opponent) as \"take {victim}\" "
        "else \"A man in a mill is safe while there is another one.\"",
        "    m.owner is p             no    m.owner is white; p is black",
        "    m.space is not nowhere   yes   m.space is a1",
        "  Legal now: take b2, take b4.",
    ]  # fmt: skip
    assert state.explain("place d1").reason == "Now white decides: to choose victim."
    assert told(state, "take b2")[1:] == [
        "  black_man_1: b2 → off the board",
        "  then: black decides: a turn in the phase play (20 options)",
    ]


def workshop(*moves: str) -> State:
    return game("workshop").new(1).play(*moves)


def test_prices_and_limits_are_told() -> None:
    poor = workshop("paint a1 green", "done", "rest", "done")
    assert told(poor, "paint a2 blue")[:4] == [
        "Not legal.  It costs 1 coins, and there are 0.",
        "  paint: cost price(c) coins",
        "  s is a2",
        "  c is blue",
    ]
    assert workshop("hurry blue").explain("hurry grey").reason == "It has been done once already."
    assert workshop("fetch", "no").explain("rest").reason == "Now only a free action can be taken, or none."


def test_picks_come_in_order() -> None:
    state = workshop("think", "go on", "mark c1")
    assert state.explain("mark c1").reason.startswith("Several are picked in the order in which they are listed")
    assert state.explain("mark b9").reason == "`b9` is not among `carts`."


def test_a_question_is_told_as_it_is_asked() -> None:
    assert workshop("fetch").explain("maybe").reason == "Now anna decides: Show it to the next player?"


def test_what_chance_and_hidden_cards_bring_is_not_told() -> None:
    state = game("jam").new(5).apply("take")
    assert told(state, "deck") == [
        "Legal.  deck",
        "  deck: 25 → 24 cards",
        "  amber.hand: 5 → 6 cards",
        "  what chance or hidden cards bring is not told beforehand",
        "  then: what comes next may depend on that",
    ]
    top = state.to_json()["places"]["deck"][0]
    assert top not in "\n".join(told(state, "deck"))


def test_after_the_end_nothing_is_legal() -> None:
    over = game("tic_tac_toe").new().play("put a1", "put a2", "put b1", "put b2", "put c1")
    assert over.explain("put c3").lines() == ["Not legal.  The game is over."]


def test_the_last_action_tells_who_wins() -> None:
    nearly = game("tic_tac_toe").new().play("put a1", "put a2", "put b1", "put b2")
    assert told(nearly, "put c1")[1:] == [
        "  c1.mark: nothing → cross",
        "  the game ends: cross has won",
        "  then: the game is over; cross has won",
    ]


@pytest.mark.parametrize("name", [*SHIPPED, "workshop"])
def test_every_option_is_legal_and_every_other_text_is_not(name: str) -> None:
    met: set[str] = set()
    for state in list(wander(game(name).new(3), 3, 24))[::4]:
        if state.decision is None:
            break
        offered = {option.words for option in state.decision.options}
        for words in sorted(offered)[:4]:
            assert state.explain(words).legal
        for words in sorted(met - offered)[:8]:
            why = state.explain(words)
            assert not why.legal
            assert why.reason.strip(" .")
            assert "None" not in why.reason
        met |= offered


@settings(max_examples=60)
@given(text=st.text(max_size=40) | st.text("abcd1234> ", max_size=12).map(lambda rest: f"step {rest}"))
def test_any_text_is_explained(text: str) -> None:
    why = opened().explain(text)
    assert why.reason
    assert why.lines()


def test_a_long_text_is_explained_at_once() -> None:
    assert not opened().explain("step " + "a>" * 100_000).legal
