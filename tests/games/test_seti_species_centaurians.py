"""The Centaurians against the facts: board, message rewards and message cards, and what stays hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest

from interpreter.check import check_game
from interpreter.commands.show_rows import cards_lines
from tests.games.shared import cited_by_passing
from tests.games.species_facts import (
    ROOT,
    SPECIES,
    Row,
    check_board,
    check_card,
    facts,
    lines,
    rows,
    written,
)
from tests.games.species_play import cards_in, check_all_there, game_with, played

NAME = "centaurians"
FACTS = facts(NAME)
CARDS = rows(NAME, "cards", "cards")
RULES = (SPECIES / NAME / f"{NAME}.rules").read_text(encoding="utf-8")


def test_the_board_is_as_printed() -> None:
    check_board(NAME)


@pytest.mark.parametrize(
    ("card", "fact"), list(zip(CARDS, FACTS["deck"], strict=True)), ids=[card["id"] for card in CARDS]
)
def test_a_card_is_as_printed(card: Row, fact: Row) -> None:
    check_card(card, fact, NAME)
    assert fact["kind"] == "message"
    assert lines(card["effect"]) == ["send(self)", *written(fact["effect"], NAME)]
    assert lines(card["later"]) == written(fact["later"], NAME)
    for step in fact["later"]:
        assert step.get("tuck_self_as_income", fact["income"]) == fact["income"]


def test_the_message_rewards_and_markers_are_as_printed() -> None:
    rewards = rows(NAME, "message_rewards", "message_rewards")
    assert [lines(reward["reward"]) for reward in rewards] == [
        written(fact["reward"], NAME) for fact in FACTS["message_rewards"]
    ]
    assert FACTS["everybody"] == [{"milestone": {"id": "message_tile", "at": "own_score + 15"}}]
    assert "set tile_due[p] to p.score + 15" in RULES
    assert "set answer_due[card] to me.score + 15" in RULES


def test_the_incomes_are_not_among_those_that_gold_tiles_count() -> None:
    odd = {income["id"]: income["reward"] for income in rows(NAME, "printed", "incomes")}
    assert odd == {"data_income": "gain 1 data", "publicity_income": "gain 1 publicity"}
    assert not re.search("|".join(odd), (ROOT / "rules/seti/data/gold_tiles.yaml").read_text(encoding="utf-8"))


def test_every_card_has_a_scenario_and_every_scenario_passes() -> None:
    cited = cited_by_passing(f"species_{NAME}")
    assert {fact["id"] for fact in FACTS["deck"]} <= cited
    mechanics = ("board", "discovery", "message tile", "message cards", "order of tile and cards", "incomes")
    assert {f"centaurians: {mechanic}" for mechanic in mechanics} <= cited


def test_the_page_of_all_cards_tells_each_in_words() -> None:
    page = " ".join(" ".join(cards_lines(check_game("seti"))).split())
    for card in CARDS:
        assert f"{card['id']} title {card['title']} ·" in page
    assert "effect: Put a marker 15 points ahead. Draw 1 from the deck. later: Mark a purple trace." in page


@pytest.mark.parametrize(("players", "seed", "other"), [(2, 1, "anomalies"), (3, 2, "exertians")])
def test_messages_are_answered_and_the_deck_stays_hidden(players: int, seed: int, other: str) -> None:
    game = game_with((NAME, other), players)
    queues: dict[str, list[str]] = {seat: [] for seat in game.players}
    for turn, (state, _) in enumerate(played(game, seed)):
        if state.decision is not None and state.decision.kind == "turn":
            document: Any = state.to_json()
            queues = {seat: check_queue(document, seat, queues[seat]) for seat in game.players}
            check_tiles(document, game.players)
        if turn % 20 == 0:
            for seat in (*game.players, None):
                assert not cards_in(state.view(seat)["places"]["species_deck"][NAME])
    assert state.over
    check_all_there(state.to_json())


def check_queue(document: Any, seat: str, before: list[str]) -> list[str]:
    """Messages wait in the order in which they were sent, each 15 points or less ahead; none is left out."""
    queue: list[str] = document["places"]["messages"][seat]
    due = [document["keeps"]["answer_due"][card] for card in queue]
    assert due == sorted(due)
    assert all(marker <= document["counters"]["score"][seat] + 15 for marker in due)
    left = [card for card in before if card in queue]
    assert queue[: len(left)] == left
    assert before[len(before) - len(left) :] == left, "the oldest are answered first"
    return queue


def check_tiles(document: Any, seats: tuple[str, ...]) -> None:
    """Each reward is covered by one tile at most, and a player's tile is on the track or on a reward."""
    if NAME not in document["keeps"]["met"]:
        return
    covering = [seat for seat in document["keeps"]["covered_by"].values() if seat is not None]
    assert len(set(covering)) == len(covering)
    for seat in seats:
        assert (seat in covering) == (document["keeps"]["tile_due"][seat] == 0)
