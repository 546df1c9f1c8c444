"""Views: what a seat sees, and what it does not."""

from __future__ import annotations

import json

import pytest

from tests.game.playing import SHIPPED, game, wander


def test_hidden_places_are_counts_and_the_own_hand_is_seen() -> None:
    state = game("jam").new(5)
    places = state.to_json()["places"]
    seen = state.view("amber")
    assert seen["seen_by"] == "amber"
    assert seen["places"]["deck"] == len(places["deck"])
    assert seen["places"]["heap"] == places["heap"]
    assert seen["places"]["hand"] == {"amber": places["hand"]["amber"], "jade": 5}
    assert state.view("jade")["places"]["hand"] == {"amber": 5, "jade": places["hand"]["jade"]}


def test_a_watcher_sees_what_everybody_sees() -> None:
    seen = game("jam").new(5).view(None)
    assert seen["seen_by"] is None
    assert seen["places"]["hand"] == {"amber": 5, "jade": 5}


def test_the_future_is_in_no_view() -> None:
    state = game("jam").new(5).apply("take")
    for player in ("amber", "jade", None):
        seen = state.view(player)
        assert {"random", "known", "choices"} & set(seen) == set()


def test_a_view_shows_the_state_as_it_is_in_the_middle_of_an_effect() -> None:
    before = game("jam").new(5).apply("take")
    after = before.apply("deck")
    assert after.to_json()["places"] == before.to_json()["places"]
    assert after.view("amber")["places"]["deck"] == before.view("amber")["places"]["deck"] - 1
    assert len(after.view("amber")["places"]["hand"]["amber"]) == 6
    assert after.view("jade")["places"]["hand"]["amber"] == 6


def test_a_card_that_everybody_has_seen_stays_known_in_a_hand() -> None:
    state = game("jam").new(5).play("take", "heap")
    hand = state.view("jade")["places"]["hand"]["amber"]
    assert len(hand) == 6
    assert [card for card in hand if card is not None] == state.to_json()["places"]["heap"][:1]
    assert hand[-1] is None


def test_what_was_shown_to_one_seat_is_seen_by_it_alone() -> None:
    state = game("workshop").new(1).play("fetch", "yes")
    own = state.view("anna")["places"]["box"]["anna"]
    assert state.view("bert")["places"]["box"]["anna"] == own
    assert state.view(None)["places"]["box"]["anna"] == 2
    assert game("workshop").from_json(state.to_json()).view("bert") == state.view("bert")


def test_a_kept_secret_is_left_out() -> None:
    state = game("workshop").new(1)
    secret = state.to_json()["keeps"]["secret"]
    assert state.view("anna")["keeps"]["secret"] == {"anna": secret["anna"]}
    assert state.view("bert")["keeps"]["secret"] == {"bert": secret["bert"]}
    assert "secret" not in state.view(None)["keeps"]


def test_a_view_of_nobody_is_an_error() -> None:
    with pytest.raises(KeyError, match="the seats are amber, jade"):
        game("jam").new().view("ruby")


@pytest.mark.parametrize("name", [*SHIPPED, "workshop"])
def test_a_view_holds_no_more_than_the_state(name: str) -> None:
    """Where nothing is hidden the view is the document; where something is, no other seat's card is in it."""
    for state in list(wander(game(name).new(4), 4, 20))[::5]:
        whole = state.to_json()
        for player in game(name).players:
            seen = json.loads(json.dumps(state.view(player)))
            if not game(name).model.places and not state.trail and name != "workshop":
                assert {key: seen[key] for key in ("flow", "counters", "pieces", "keeps", "limits")} == {
                    key: whole[key] for key in ("flow", "counters", "pieces", "keeps", "limits")
                }
            assert set(seen) - {"seen_by"} <= set(whole)
