"""'Oumuamua against the facts: board, object, slot and cards, and what its exofossils come to in whole turns."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from interpreter.check import check_game
from interpreter.commands.show_rows import cards_lines
from interpreter.game import load
from tests.games.shared import cited_by_passing
from tests.games.species_facts import Row, check_card, facts, lines, rows, written

NAME = "oumuamua"
FACTS = facts(NAME)
OBJECT = FACTS["object_tile"]
CARDS = rows(NAME, "cards", "cards")
LIKED = ("scan", "tile", "earth", "signal", "board", NAME)
"""How choices begin that have to do with the slot and the board."""
ON_OBJECT = "(times signal(me, oumuamua_tile) this effect)"
CONDITIONS: Mapping[str, Callable[[Any], tuple[str, bool]]] = {
    "own_trace_on_space_with_cost": lambda value: ("paid_marks(me) > 0", value == "exofossil"),
    "lander_at": lambda value: (f"landers_at(me, {value}) > 0", True),
    "have": lambda value: (f"me.exofossils >= {value['exofossil']}", True),
    "own_signals_on_tile": lambda value: ("signals_of(me, oumuamua_tile) > 0", value == 1),
    "traces_all_three_colors": lambda value: ("every_trace_with(me, oumuamua)", value == {"species": "this"}),
}
"""Conditions of missions as the rules write them, and whether that says the same."""
MECHANICS = """setup_on_discovery; discoverers; cost_rule; object_tile before_discovery; object_tile rotates_with;
object_tile counts_as_planet; object_tile visit; object_tile orbit; object_tile land; object_tile costs;
object_tile land first_lander_spaces; signal_slot choice; signal_slot placement; signal_slot bonus;
signal_slot on_complete; signal_slot complete_when; exofossil exchange; exofossil end_value; end_game_step; ET.27 open;
missing 1; missing 2; missing 3; differs 1; differs 2; differs 3; differs 4; ET.21 differs"""
"""What the facts say beside the figures; `missing` and `differs` are numbered as there."""


def told(steps: Sequence[Row]) -> list[str]:
    """Steps of the facts as the lines that the rules have for them."""
    found: list[str] = []
    plain: list[Row] = []
    for step in steps:
        match step:
            case {"gain": {"exofossil": n} as much}:
                found += written([{"gain": {what: k for what, k in much.items() if what != "exofossil"}}], NAME)
                found.append(f"gain {n} exofossils")
            case {"pay": {"exofossil": n}}:
                found.append(f"pay {n} exofossils")
            case {"signal": {"in": "oumuamua_sector_or_tile", "n": 1}}:
                found.append("tile_or_sector_signal()")
            case {"signal": {"color": colour, "n": 1}}:
                found.append(f"signal_in(stars_of({colour}))")
            case {"gain_per": {"vp": n, "per": "signals_on_tile_by_this_card"}}:
                found.append(f"score {n} * {ON_OBJECT}")
            case {"if": {"signals_on_tile_by_this_card": 1}, "then": then}:
                found.append(f"if {ON_OBJECT} > 0: {told(then)[0]}")
            case {"if": {"landed_now_at": body}, "then": then}:
                found[-1] = f"let spot be {found[-1]}"
                found.append(f"if spot.body is {body}: {told(then)[0]}")
            case {"if": {"visited_this_turn": body}, "then": then}:
                # Visits count before the card and after it, so the line stands before the moves.
                found = [
                    f"if (times visited(me, {body}) this turn) > 0: {told(then)[0]}",
                    "otherwise:",
                    f"  this turn when visited(me, {body}) once: {told(then)[0]}",
                    *found,
                ]
            case {"may": {"pay": price, "then": then}}:
                found += ["may:", *(f"  {line}" for line in told([{"pay": price}, *then]))]
            case {"may_repeat": {"pay": price, "then": then}}:
                found.append("repeat up to me.exofossils times:")
                found += [f"  {line}" for line in told([{"pay": price}, *then])]
            case {"land": {"at": "planet"}}:
                found.append("perform land free")
            case {"rotate": _}:
                plain = [step]
            case _:
                found += written([*plain, step], NAME)
                plain = []
    return found


def without_questions(text: object) -> list[str]:
    """The lines of an effect; a choice without the words that ask for it."""
    return ["may:" if line.startswith("may ") else line for line in lines(text)]


def test_the_board_is_as_printed() -> None:
    (row,) = rows(NAME, "species", "all_species")
    assert row["title"] == FACTS["printed_name"]
    for space, fact in zip(row["board_spaces"], FACTS["board"], strict=True):
        assert space["id"] == f"{NAME}_{fact['color']}_{fact['pos']}"
        assert (space["trace"], space["height"]) == (f"{fact['color']}_trace", fact["pos"])
        assert space.get("repeatable") == ("yes" if fact["repeatable"] else None)
        assert lines(space.get("cost")) == (told([{"pay": fact["cost"]}]) if fact["cost"] else [])
        assert lines(space["reward"]) == told(fact["reward"])
        assert "open_if" not in space


def test_the_object_is_as_printed() -> None:
    (body,) = rows(NAME, "bodies", "bodies")
    assert (body["planet"], body["lands"]) == ("yes", "yes")
    assert body["publicity"] == OBJECT["visit"]["gain"]["publicity"]
    assert lines(body["first_orbit"]) == told(OBJECT["orbit"]["first_orbiter_bonus"])
    assert lines(body["orbit"]) == told(OBJECT["orbit"]["reward"])
    spaces = [{"gain": {"data": first["data"]}} for first in body["firsts"]]
    assert spaces == OBJECT["land"]["first_lander_spaces"]
    (spot,) = body["spots"]
    assert spot["moon"] == "no"
    assert lines(spot["reward"]) == told(OBJECT["land"]["reward"])
    assert OBJECT["place"] == {"layer": "disc3", "ring": 3, "x": 5}


def test_the_slot_is_as_printed() -> None:
    (slot,) = rows(NAME, "sectors", "sectors")
    printed = OBJECT["signal_slot"]
    assert slot["slots"] == printed["data"] == printed["on_complete"]["refill"]
    markers = ("first_marker", "second_marker", "third_marker")
    assert slot["points"] == [printed["bonus"][marker].get("gain", {"vp": 0})["vp"] for marker in markers]
    assert slot["apart"] == "yes"
    assert "win_first" not in slot


@pytest.mark.parametrize(
    ("card", "fact"), list(zip(CARDS, FACTS["deck"], strict=True)), ids=[card["id"] for card in CARDS]
)
def test_a_card_is_as_printed(card: Row, fact: Row) -> None:
    check_card(card, fact, NAME)
    assert without_questions(card["effect"]) == told(fact["effect"])
    mission = fact.get("mission", {})
    kinds = ("mission" in card, "circles" in card, "final" in card)
    assert kinds == ("if" in mission, "circles" in mission, "end_game" in fact)
    for condition, value in mission.get("if", {}).items():
        line, same = CONDITIONS[condition](value)
        assert card["mission"]["if"] == line
        assert same
        assert lines(card["mission"]["reward"]) == told(mission["reward"])
    for circle, printed in zip(card.get("circles", []), mission.get("circles", []), strict=True):
        assert printed["on"] == {"trace": "any"}
        assert circle["when"] == "traced(me)"
        assert lines(circle["reward"]) == told(printed["reward"])
    if "end_game" in fact:
        assert fact["end_game"] == {"vp": 1, "per": {"trace": "any", "species": "this"}}
        assert card["final"] == "score marks_with(me, oumuamua)"


def test_every_card_kind_of_space_and_ruling_has_a_scenario() -> None:
    cited = cited_by_passing(f"species_{NAME}")
    assert {fact["id"] for fact in FACTS["deck"]} <= cited
    assert {f"{NAME}: {' '.join(mechanic.split())}" for mechanic in MECHANICS.split(";")} <= cited
    assert {fact["pos"] for fact in FACTS["board"] if fact["id"] in cited} == {1, 2, 3, 4, 5}
    assert {fact["color"] for fact in FACTS["board"] if fact["id"] in cited} == {"purple", "orange", "blue"}


def test_the_page_of_all_cards_tells_each_in_words() -> None:
    page = " ".join(" ".join(cards_lines(check_game("seti"))).split())
    for card in CARDS:
        assert f"{card['id']} title {card['title']} ·" in page
    assert "effect: Mark a signal on the object or in its sector. mission: if your exofossils is at least 3:" in page
    assert "mission: if your marks on spaces of 'Oumuamua with a price is at least 1: Gain 1 data." in page


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 3)])
def test_markers_and_exofossils_add_up(players: int, seed: int) -> None:
    game = load("seti", players=players)
    document: Any = game.new(seed).to_json()
    document["keeps"]["known"]["left_shelf"] = document["keeps"]["species_at"]["left_shelf"] = NAME
    document["keeps"]["filling"] = NAME
    # With no disc turned the object is in line with the Earth.
    document["keeps"]["angle"] = dict.fromkeys(document["keeps"]["angle"], 0)
    for seat in game.players:
        document["counters"]["credits"][seat] = document["counters"]["energy"][seat] = 20
        document["counters"]["exofossils"][seat] = 3
    document["flow"].update(phase="play", mover="blue")
    state, chance, settled = game.from_json(document), random.Random(seed), 0
    for _ in range(120):
        if state.decision is None:
            break
        offered, seat = state.decision.options, state.decision.player
        liked = [one for one in offered if one.words.startswith(LIKED)]
        ending = offered[-1:] if offered[-1].words in ("go on", "done") else offered
        choice = chance.choice(liked or ending)
        before: Any = state.view(None)
        state = state.apply(choice)
        after: Any = state.view(None)
        assert all(number >= 0 for number in after["counters"]["exofossils"].values())
        assert not any(after["counters"]["wins_at"]["oumuamua_tile"].values())
        markers = before["keeps"]["signals"]["oumuamua_tile"] + ([seat] if choice.words == "tile" else [])
        if len(after["keeps"]["signals"]["oumuamua_tile"]) < len(markers):
            settled += 1
            assert len(markers) >= OBJECT["signal_slot"]["data"]
            for player, number in before["counters"]["exofossils"].items():
                assert after["counters"]["exofossils"][player] == number + (player in markers)
    assert settled > 1
