"""The Exertians against the facts: board, secret cards, milestones, danger, and what stays secret."""

from __future__ import annotations

import re
from typing import Any

import pytest

from interpreter.check import check_game
from interpreter.commands.secrets import veiled
from interpreter.commands.show_rows import cards_lines
from interpreter.game import State
from tests.games.shared import cited_by_passing
from tests.games.species_facts import SPECIES, TYPES, check_board, facts, rows
from tests.games.species_play import cards_in, check_all_there, game_with, played

NAME = "exertians"
FACTS = facts(NAME)
SECRETS = rows(NAME, "secrets", "secret_cards")
RULES = (SPECIES / NAME / f"{NAME}.rules").read_text(encoding="utf-8")


def condition(fact: dict[str, Any]) -> str:
    """A condition of the facts as the rules write it."""
    match fact:
        case {"techs": {"type": colour, "n": n}}:
            return f"techs_of(me, {TYPES[colour]}) >= {n}"
        case {"sector_wins": {"color": colour, "n": n}}:
            return f"wins(me, {colour}) >= {n}"
        case {"orbiters": n}:
            return f"all_orbiters(me) >= {n}"
        case {"landers": {"n": n, "moons_count": True}}:
            return f"all_landers(me) >= {n}"
        case {"orbiters_or_landers_at_one_planet": {"n": n, "moons_count": True}}:
            return f"any b in bodies where figures_at(me, b) >= {n}"
        case {"tucked_income_cards": n}:
            return f"me.tucked.size >= {n}"
        case {"traces": {"color": "any", "n": n, "species": "this"}}:
            return f"marks_with(me, exertians) >= {n}"
        case {"traces": {"color": "any", "n": n, "species": "other"}}:
            return f"marks_elsewhere(me, exertians) >= {n}"
        case {"traces": {"color": "same", "n": n, "species": "both_together"}}:
            return f"any t in traces where traces_of(me, t) >= {n}"
        case {"completed_missions": n}:
            return f"missions_done(me) >= {n}"
    raise AssertionError(fact)


def test_the_board_is_as_printed() -> None:
    danger = {f"{NAME}_{fact['color']}_{fact['pos']}": [f"gain {fact['danger']} danger"] for fact in FACTS["board"]}
    check_board(NAME, **danger)


def test_the_secret_cards_are_as_printed() -> None:
    assert len(SECRETS) == len(FACTS["deck"]) == FACTS["checksum"]["cards"]
    for secret, fact in zip(SECRETS, FACTS["deck"], strict=True):
        assert secret["id"] == fact["id"].lower().replace(".", "")
        assert secret["title"] == fact["name"]
        assert (secret["danger"], secret["points"]) == (fact["danger"], fact["vp"])
        assert secret["condition"] == condition(fact["end_condition"])
    assert sum(secret["danger"] for secret in SECRETS) == FACTS["checksum"]["danger_sum"]
    assert sum(secret["points"] for secret in SECRETS) == FACTS["checksum"]["vp_sum"]


def test_what_is_dealt_and_where_the_milestones_lie() -> None:
    ((every,), (each, may)) = (FACTS["everybody"], FACTS["discoverers"]["per_discovery_marker"])
    assert each == {"secret_card": 1}
    assert may == {"may_play_secret": {"n": 1, "cost": {}}}
    assert f"deal_secrets({every['secret_card']} + times_in(p, finders({NAME})))" in RULES
    ahead = [int(milestone["at"].removeprefix("leading_score_at_discovery + ")) for milestone in FACTS["milestones"]]
    assert ahead == [20 * n for n in (1, 2)]
    assert "(highest p.score for p in players) + 20 * n" in RULES
    prices = [milestone["offer"]["may_play_secret"]["cost"].get("credit", 0) for milestone in FACTS["milestones"]]
    assert prices == [0, 1]
    assert "play_secret(0 if n is 1 otherwise 1)" in RULES


def test_every_card_has_a_scenario_and_every_scenario_passes() -> None:
    cited = cited_by_passing(f"species_{NAME}")
    assert {fact["id"] for fact in FACTS["deck"]} <= cited
    mechanics = ("board", "discovery", "order of plays", "secret cards", "milestones", "danger", "no danger")
    assert {f"exertians: {mechanic}" for mechanic in mechanics} <= cited


def test_the_page_of_all_cards_tells_each_in_words() -> None:
    page = " ".join(" ".join(cards_lines(check_game("seti"))).split())
    for secret in SECRETS:
        assert f"{secret['id']} title {secret['title']} ·" in page
    assert "condition: your marks on the species other than exertians is at least 6" in page


@pytest.mark.parametrize(("players", "seed", "other"), [(2, 1, "anomalies"), (3, 2, "centaurians")])
def test_nobody_sees_what_is_secret(players: int, seed: int, other: str) -> None:
    game = game_with((NAME, other), players)
    hidden = 0
    for turn, (state, choice) in enumerate(played(game, seed)):
        if state.decision is not None:
            own = set(cards_in(state.view(state.decision.player)["places"]))
            for option in state.decision.options:
                assert set(re.findall(r"\bet(?:4[1-9]|5\d)\b", option.words)) <= own
        if choice is not None and choice.words.startswith("hide"):
            hidden += 1
            others = [seat for seat in game.players if state.decision is not None and seat != state.decision.player]
            assert veiled(choice.words, state, others) == "hide ?"
        if turn % 10 == 0 or (choice is not None and choice.words.startswith("hide")) or state.over:
            check_views(state)
    assert hidden > 0
    assert state.over
    check_all_there(state.to_json())
    check_shares(state)


def check_views(state: State) -> None:
    """Secret cards show to their owner alone; what was played, in the end, to all."""
    # A document holds a turn from its start, a view what has become of it.
    settled = state.over or (state.decision is not None and state.decision.kind == "turn")
    places: Any = state.to_json()["places"]
    for seat in (*state.game.players, None):
        seen: Any = state.view(seat)["places"]
        assert not cards_in(seen["secret_deck"])
        for owner in state.game.players:
            for place in ("secrets", "played_secrets"):
                found = sorted(cards_in(seen[place][owner]))
                if seat != owner and not (state.over and place == "played_secrets" and seat is not None):
                    assert not found, (seat, owner, place)
                elif settled:
                    assert found == sorted(places[place][owner]), (seat, owner, place)


def check_shares(state: State) -> None:
    """Three cards for everybody and one for each marker on a discovery space."""
    document: Any = state.to_json()
    (shelf,) = [shelf for shelf, species in document["keeps"]["known"].items() if species == NAME]
    markers = list(document["keeps"]["discovery"][shelf].values())
    for seat in state.game.players:
        places = document["places"]
        assert len(places["secrets"][seat]) + len(places["played_secrets"][seat]) == 3 + markers.count(seat)
    assert len(places["secret_deck"]) == 15 - 3 * len(state.game.players) - 3
