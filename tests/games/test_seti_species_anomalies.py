"""The Anomalies against the facts: board, tokens and cards, what they do in whole games, and what stays hidden."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.check import check_game
from interpreter.commands.show_rows import cards_lines
from tests.games.shared import cited_by_passing
from tests.games.species_facts import (
    SPECIES,
    Row,
    check_board,
    check_card,
    facts,
    lines,
    rows,
    written,
)
from tests.games.species_play import cards_in, check_all_there, discovered_soon, game_with, played

NAME = "anomalies"
FACTS = facts(NAME)
CARDS = rows(NAME, "cards", "cards")
RULES = (SPECIES / NAME / f"{NAME}.rules").read_text(encoding="utf-8")
PLACES = (0, 3, 5)
"""How far the tokens lie from Earth, clockwise; the last of them is three sectors counter-clockwise."""


def test_the_board_is_as_printed() -> None:
    check_board(NAME)
    stacks = [fact["id"] for fact in FACTS["board"] if fact.get("stack") == "later_is_higher"]
    assert stacks == [fact["id"] for fact in FACTS["board"] if fact["repeatable"]]


@pytest.mark.parametrize(
    ("card", "fact"), list(zip(CARDS, FACTS["deck"], strict=True)), ids=[card["id"] for card in CARDS]
)
def test_a_card_is_as_printed(card: Row, fact: Row) -> None:
    check_card(card, fact, NAME)
    assert lines(card["effect"]) == written(fact["effect"], NAME)
    mission = fact.get("mission", {})
    assert ("circles" in card) == ("circles" in mission)
    assert ("mission" in card) == ("if" in mission)
    for circle, printed in zip(card.get("circles", []), mission.get("circles", []), strict=True):
        assert printed["on"] == {"tech": "any"}
        assert circle["when"] == "researched(me)"
        assert lines(circle["reward"]) == written(printed["reward"], NAME)
    if "if" in mission:
        assert mission["if"] == {"traces_all_three_colors": {"species": "this"}}
        assert card["mission"]["if"] == "every_trace_with(me, anomalies)"
        assert lines(card["mission"]["reward"]) == written(mission["reward"], NAME)


def test_the_tokens_are_as_printed() -> None:
    tokens = rows(NAME, "tokens", "anomaly_tokens")
    assert len(tokens) == FACTS["components"]["anomaly_tokens"]
    for token, fact in zip(tokens, FACTS["tokens"], strict=True):
        assert token["trace"] == f"{fact['color']}_trace"
        assert [lines(side["reward"]) for side in token["sides"]] == [written(side, NAME) for side in fact["sides"]]


def test_where_the_tokens_lie_and_which_side_shows_is_chance() -> None:
    assert f"for each step in [{', '.join(map(str, PLACES))}]" in RULES
    game = game_with((NAME, "exertians"), 2)
    orders, sides = set(), set()
    for seed in range(12):
        state = discovered_soon(game, seed)
        earth = (5 - state.to_json()["keeps"]["angle"]["disc1"]) % 8
        for _ in range(60):
            if NAME in state.to_json()["keeps"]["met"] or state.decision is None:
                break
            words = [option.words for option in state.decision.options]
            state = state.apply(next(word for word in ("launch", "done", "no", words[0]) if word in words))
        keeps: Any = state.to_json()["keeps"]
        lying = {int(x): token for x, token in keeps["anomaly_at"].items() if token is not None}
        assert set(lying) == {(earth + step) % 8 for step in PLACES}
        orders.add(tuple(lying[(earth + step) % 8] for step in PLACES))
        sides |= set(keeps["face_up"].values())
    assert len(orders) > 3
    assert len(sides) == 6


def test_every_card_has_a_scenario_and_every_scenario_passes() -> None:
    cited = cited_by_passing(f"species_{NAME}")
    assert {fact["id"] for fact in FACTS["deck"]} <= cited
    assert {
        f"anomalies: {mechanic}" for mechanic in ("board", "discovery", "tokens", "trigger", "next anomaly")
    } <= cited


def test_the_page_of_all_cards_tells_each_in_words() -> None:
    page = " ".join(" ".join(cards_lines(check_game("seti"))).split())
    for card in CARDS:
        assert f"{card['id']} title {card['title']} ·" in page
    assert "effect: For the rest of this turn probes gain no publicity where they come. Gain 5 moves." in page
    assert "mission: if your marks of every trace on anomalies: Score 3. Gain 2 publicity." in page


@pytest.mark.parametrize(("players", "seed", "other"), [(2, 1, "centaurians"), (3, 2, "exertians")])
def test_tokens_stay_and_the_deck_stays_hidden(players: int, seed: int, other: str) -> None:
    game = game_with((NAME, other), players)
    lying: Any = None
    for turn, (state, _) in enumerate(played(game, seed)):
        if turn % 10 == 0 or state.over:
            keeps: Any = state.to_json()["keeps"]
            if NAME in keeps["met"]:
                lying = lying or (keeps["anomaly_at"], keeps["face_up"])
                assert (keeps["anomaly_at"], keeps["face_up"]) == lying
            for seat in (*game.players, None):
                assert not cards_in(state.view(seat)["places"]["species_deck"][NAME])
    assert state.over
    assert lying is not None
    check_all_there(state.to_json())
