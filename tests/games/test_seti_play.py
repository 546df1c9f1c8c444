"""Whole games of SETI with random choices: nothing is lost, nothing doubles, nothing hidden shows."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.game import Option, State, load
from tests.games.species_play import CARDS, cards_in

CARD = r"\b(?:c\d{3}|et\d{2})\b"
SHOWING = ("show", "play c011")
"""How choices begin that let all players see a card of a hand."""


def played(players: int, seed: int, **options: bool) -> Iterator[tuple[State, Option | None]]:
    """All states of a game with random choices, each with the choice that is made in it."""
    chance = random.Random(seed)
    state = load("seti", players=players, options=options).new(seed)
    while state.decision is not None:
        offered = state.decision.options
        choice = offered[-1] if offered[-1].words in ("done", "go on") and chance.random() < 0.4 else None
        choice = choice or chance.choice(offered)
        yield state, choice
        state = state.apply(choice)
    yield state, None


def between_turns(state: State) -> bool:
    return state.decision is not None and state.decision.kind == "turn"


def check_stock(document: dict[str, Any], players: int) -> None:
    """What must hold at every start of a decision of a turn."""
    keeps, places, counters = document["keeps"], document["places"], document["counters"]
    assert Counter(card for card in cards_in(places) if re.fullmatch(CARD, card)) == dict.fromkeys(CARDS, 1)
    assert len(cards_in(places["card_row"])) == 3
    assert not places["in_play"]
    for tech, tiles in keeps["tiles"].items():
        owners = sum(tech in techs for techs in keeps["techs"].values())
        assert len(tiles) + (keeps["top_tile"][tech] is not None) + owners == 4
        assert keeps["two_points"][tech] == (owners == 0)
    for seat, techs in keeps["techs"].items():
        computers = [tech for tech in techs if tech.startswith("computer")]
        columns = [column[seat] for column in keeps["tech_at"].values()]
        assert sorted(tech for tech in columns if tech is not None) == sorted(computers)
    for marks in keeps["gold_marks"].values():
        assert len(set(marks)) == len(marks)
    marked = Counter(seat for marks in keeps["gold_marks"].values() for seat in marks)
    assert all(marked[seat] == reached for seat, reached in keeps["gold_reached"].items())
    for moon in ("phobos_deimos", "io", "europa", "ganymede", "callisto", "enceladus", "titan", "titania", "triton"):
        assert sum(counters["landers"][moon].values()) <= 2
    loads = {name: load == "plain_probe" for name, load in keeps["load"].items()}
    in_space = Counter(
        name.split("_")[0] for name, piece in document["pieces"].items() if piece["space"] is not None and loads[name]
    )
    assert all(in_space[seat] <= 4 for seat in keeps["passed"])
    dropped = 2 * (players < 3) + (players == 3)
    neutral = sum(on for shelf in keeps["neutral_at"].values() for on in shelf.values())
    assert neutral <= 2 * dropped - sum(keeps["neutral_left"].values())


@pytest.mark.parametrize(("players", "seed"), [(1, 1), (2, 2), (3, 3), (4, 4), (4, 5)])
def test_nothing_is_lost_and_the_game_ends_after_five_rounds(players: int, seed: int) -> None:
    before: dict[str, int] = {}
    document: dict[str, Any] = {}
    for state, _ in played(players, seed):
        if between_turns(state) or state.over:
            document = state.to_json()
            check_stock(document, players)
            score = document["counters"]["score"]
            assert all(score[seat] >= points for seat, points in before.items())
            before = score
    assert document["counters"]["round"] == 5
    assert document["flow"]["over"]
    assert all(document["keeps"]["passed"].values())
    most = max(before.values())
    winner = document["flow"]["winner"]
    best = [seat for seat, points in before.items() if points == most]
    assert sorted(winner if isinstance(winner, list) else [winner]) == sorted(best)


@pytest.mark.parametrize("printed", [False, True])
def test_games_end_in_both_settings(printed: bool) -> None:
    *_, (state, _) = played(2, 7, printed_components=printed, removed_figure_reopens_bonus=not printed)
    assert state.over


@pytest.mark.parametrize(("players", "seed"), [(2, 11), (3, 12)])
def test_no_option_and_no_view_shows_a_hidden_card(players: int, seed: int) -> None:
    open_so_far: set[str] = set()
    for state, choice in played(players, seed):
        if state.decision is None or choice is None:
            return
        seats = state.game.players
        open_so_far |= set(cards_in(state.view(None)["places"]))
        views = {seat: state.view(seat) for seat in seats}
        known = set(cards_in(views[state.decision.player]["places"]))
        for option in state.decision.options:
            assert set(re.findall(CARD, option.words)) <= known, option.words
        for seat, seen in views.items():
            for other in seats:
                if other != seat:
                    assert set(cards_in(seen["places"]["hand"][other])) <= open_so_far
            assert not cards_in(seen["places"]["deck"]) or set(cards_in(seen["places"]["deck"])) <= open_so_far
            assert "species_at" not in seen["keeps"]
            assert "tiles" not in seen["keeps"]
        if choice.words.startswith(SHOWING):
            open_so_far |= set(cards_in(state.view(state.decision.player)["places"]["hand"]))
