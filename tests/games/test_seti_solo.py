"""SETI's solo game: cards, levels and objectives as printed, and whole games against the rival."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.data import load_yaml
from interpreter.game import Game, State, load
from interpreter.game.look import Look
from interpreter.model import expressions as x
from interpreter.model.types import NUMBER, MaybeType, MemberType
from tests.games.shared import cited_by_passing

ROOT = Path(__file__).parents[2]
FACTS: dict[str, Any] = json.loads((ROOT / "tests/data/seti/solo.json").read_text(encoding="utf-8"))
TYPES = {"blue": "computer", "purple": "telescope", "orange": "probe"}
SPECIES = ("mascamites", "anomalies", "oumuamua", "centaurians", "exertians")
PRINTED = [card for group in ("basic", "advanced", "species") for card in FACTS["cards"][group]]


def rows(path: str, many: str) -> list[Mapping[str, Any]]:
    document = load_yaml(ROOT / "rules/seti" / path, path).plain()
    assert isinstance(document, dict)
    found = document[many]
    assert isinstance(found, list)
    return [row for row in found if isinstance(row, dict)]


CARDS = rows("data/rival_cards.yaml", "rival_cards") + [
    card for species in SPECIES for card in rows(f"species/{species}/rival_cards.yaml", "rival_cards")
]
BY_ID = {card["id"]: card for card in CARDS}


# ---- the tables


def first_orbit(action: Mapping[str, Any]) -> str:
    return "yes" if action["order"][0] == "orbit" else "no"


def call_for(action: Mapping[str, Any]) -> str:
    """The rules text of a printed action."""
    (kind, printed), *_ = action.items()
    match kind:
        case "analyze":
            return f"rival_analyze({printed['vp']})"
        case "launch":
            return f"rival_launch({printed['publicity']}, {printed['progress']})"
        case "tech":
            return f"rival_tech({printed['publicity_cost']}, {printed['progress']})"
        case "species_discovery":
            return f"rival_species({printed['nth']})"
        case "orbit_or_land" if "planets" in printed:
            return f"rival_probe({printed['moves']}, [{', '.join(printed['planets'])}], {first_orbit(printed)})"
        case "orbit_or_land":
            return "rival_sample()"
        case "telescope":
            counts = Counter(printed)
            name = "rival_object_telescope" if counts["oumuamua_tile"] else "rival_telescope"
            return f"{name}({counts['earth']}, {counts['row']})"
        case "if_not_leading_next_anomaly":
            return "rival_anomaly()"
        case _:
            return "rival_message()" if "rival_tiles_on_track" in printed else "rival_secret()"


def yes(value: object) -> bool:
    return value in (True, "yes")


def test_there_are_all_cards() -> None:
    counts = FACTS["cards"]["counts"]
    groups = Counter(card["group"] for card in CARDS)
    assert groups == {"basic": counts["basic"], "advanced": counts["advanced"], "special": counts["species"]}
    assert sorted(BY_ID) == sorted(card["id"].lower().replace(".", "") for card in PRINTED)


@pytest.mark.parametrize("printed", PRINTED, ids=lambda printed: printed["id"])
def test_a_card_is_as_printed(printed: Mapping[str, Any]) -> None:
    card = BY_ID[printed["id"].lower().replace(".", "")]
    assert card["arrow"] == f"{printed['arrow']}most"
    assert card["actions"] == [call_for(action) for action in printed["actions"]]
    assert card.get("species") == printed.get("species")


@pytest.mark.parametrize("printed", FACTS["difficulty"], ids=lambda printed: f"level {printed['level']}")
def test_a_level_is_as_printed(printed: Mapping[str, Any]) -> None:
    level = next(row for row in rows("data/rival.yaml", "levels") if row["number"] == printed["level"])
    assert level["start_space"] == printed["start_space"]
    assert level["advanced"] == printed["advanced_at_start"]
    assert yes(level["uses_objectives"]) == printed["objectives_used"]
    assert level["objectives"] == list(printed["objectives"].values())
    assert sum(level["objectives"]) == printed["total"]
    track = [f"{TYPES[colour]}{number}" for colour in printed["tech_order"] for number in range(1, 5)]
    assert level["track"] == track
    assert len(track) == FACTS["progress_track"]["spaces"]


def triggers_for(task: Mapping[str, Any]) -> list[str]:
    """The rules texts of a printed task, each of which marks it."""
    (kind, printed), *_ = task.items()
    match kind:
        case "any_of":
            parts = [text for part in printed for text in triggers_for(part)]
            colours = [text.removeprefix("won(me, sector) where sector.colour is ") for text in parts]
            together = f"won(me, sector) where sector.colour in [{', '.join(colours)}]"
            return [together] if all(" where " in text for text in parts) else parts
        case "publicity_at_least" | "vp_at_least" | "pool_data_at_least":
            name = {"publicity_at_least": "publicity", "vp_at_least": "score", "pool_data_at_least": "data"}[kind]
            return [f"me.{name} >= {printed}"]
        case "win_sector":
            return ["won(me)" if printed == "any" else f"won(me, sector) where sector.colour is {printed}"]
        case "orbit" | "land":
            return ["orbited(me)" if kind == "orbit" else "landed(me)"]
        case "orbit_or_land_at":
            there = f"where body in [{', '.join(printed)}]"
            return [f"orbited(me, body) {there}", f"landed(me, body) {there}"]
        case "visit":
            return [f"visited(me, {printed})"]
        case "trace":
            return [f"traced(me, {printed}_trace)"]
        case "tech":
            return [
                "researched(me)"
                if printed == "any"
                else f"researched(me, tech) where tech.type is {TYPES[printed]}_tech"
            ]
        case "play_card_costing":
            return [f"card_played(me, card, {printed['credit']})"]
        case "complete_mission":
            return ["mission_done(me)"]
        case _:
            return [{"scan": "scanned(me)", "launch": "launched(me)"}[kind]]


def test_there_are_all_objectives() -> None:
    counts = dict(FACTS["objectives"]["counts"])
    found = Counter(row["level"] for row in rows("data/objectives.yaml", "objectives"))
    assert [found[1], found[2], found[3], found.total()] == [counts[key] for key in ("I", "II", "III", "total")]


@pytest.mark.parametrize("printed", FACTS["objectives"]["tiles"], ids=lambda printed: printed["id"])
def test_an_objective_is_as_printed(printed: Mapping[str, Any]) -> None:
    name = printed["id"].lower().replace(".", "_")
    row = next(row for row in rows("data/objectives.yaml", "objectives") if row["id"] == name)
    assert row["level"] == printed["level"]
    texts = [task.get("when", task.get("if")) for task in row["tasks"]]
    assert [text if isinstance(text, list) else [text] for text in texts] == [
        triggers_for(task) for task in printed["tasks"]
    ]


def test_every_card_and_objective_has_scenarios() -> None:
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in (ROOT / "rules/seti/scenarios").glob("solo_*.rules")
    }
    cited = Counter(re.findall(r'"((?:S|I|II|III)\.\d+)"', "\n".join(texts.values())))
    for printed in PRINTED:
        assert cited[printed["id"]] >= len(printed["actions"]), printed["id"]
    for printed in FACTS["objectives"]["tiles"]:
        assert cited[printed["id"]] >= len(set(map(str, printed["tasks"]))), printed["id"]


def test_every_scenario_of_solo_games_passes() -> None:
    assert cited_by_passing("solo_", fewest=201)


# ---- games


@pytest.fixture(scope="module")
def game() -> Game:
    return load("seti", players=1, options={"solo_level": 3})


def test_saturn_or_jupiter_can_be_reached_by_the_card_of_the_mascamites_for_all_angles(game: Game) -> None:
    state, model = game.new(1), game.model
    angle = state.look.engine.layout.variables["angle"]
    discs, bodies = model.domains["disc"].members, model.domains["body"].members
    span = model.values["fame_on_way"].span

    def reached(look: Look, body: str, moves: int) -> bool:
        args = (x.Const(MemberType("body", None), span, bodies.index(body)), x.Const(NUMBER, span, moves))
        return look.value(x.CallValue(MaybeType(NUMBER), span, "fame_on_way", args)) is not None

    for first, second in product(range(8), repeat=2):
        look = state.look
        for third in range(8):
            for disc, steps in zip(("disc1", "disc2", "disc3"), (first, second, third), strict=True):
                slot = angle.at([discs.index(disc)])
                assert slot is not None
                angle.codec.write(look.vector, slot, steps)
            assert reached(look, "saturn", 4) or reached(look, "jupiter", 5), (first, second, third)
            assert reached(look, "venus", 3), (first, second, third)


def played(level: int, seed: int, **options: bool) -> State:
    """The end of a game whose person chooses at random and seldom passes, with the stock checked now and then."""
    chance = random.Random(seed)
    state = load("seti", players=1, options={"solo_level": level, **options}).new(seed)
    while state.decision is not None:
        assert state.decision.player == "blue"
        options_now = state.decision.options
        weights = [0.2 if option.action in ("pass_round", "exchange", "use_corner") else 1.0 for option in options_now]
        if state.decision.kind == "turn" and chance.random() < 0.1:
            check_stock(state.to_json())
        state = state.apply(chance.choices(options_now, weights)[0])
    check_stock(state.to_json())
    return state


def members(place: Any) -> list[str]:
    """All cards and tiles that a document names in a place, whatever its keys are."""
    if isinstance(place, dict):
        return [name for part in place.values() for name in members(part)]
    return [name for name in place if name is not None] if isinstance(place, list) else []


def check_stock(document: Mapping[str, Any]) -> None:
    """What must hold at every decision: nothing is lost or doubled, and the rival keeps nothing that it cannot keep."""
    keeps, places, counters = document["keeps"], document["places"], document["counters"]
    found = Counter(members(places))
    assert max(found.values()) == 1
    assert {card["id"] for card in CARDS} <= set(found)
    assert sum(name.startswith("i") for name in found) == FACTS["objectives"]["counts"]["total"]
    for place in ("hand", "missions", "completed", "scoring_cards", "tucked"):
        assert not places[place]["rival"]
    for counter in ("credits", "energy", "moves"):
        assert counters[counter]["rival"] == 0
    filled = [keeps["filled"][f"top_{number}"]["rival"] for number in range(1, 7)]
    assert filled == sorted(filled, reverse=True)
    assert all(filled) or counters["data"]["rival"] == 0
    assert not keeps["techs"]["rival"]
    in_space = [name for name, piece in document["pieces"].items() if name.startswith("rival") and piece["space"]]
    assert len(in_space) <= 1


@pytest.mark.parametrize("level", [1, 3])
def test_a_game_ends_after_five_rounds_and_only_who_is_above_the_rival_wins(level: int) -> None:
    state = played(level, level)
    document = state.to_json()
    assert document["counters"]["round"] == 5
    assert all(document["keeps"]["passed"].values())
    score = document["counters"]["score"]
    assert state.winners == (("blue",) if score["blue"] > score["rival"] else ("rival",))
    assert sum(len(document["places"][place]) for place in ("rival_deck", "rival_reserve", "retired")) >= 14


def test_a_game_ends_with_the_values_of_the_rule_sheet_too() -> None:
    assert played(2, 7, printed_components=False).over


def test_the_person_does_not_see_the_decks_of_the_rival(game: Game) -> None:
    seen = game.new(3).view("blue")["places"]
    assert isinstance(seen, dict)
    for place in ("rival_deck", "rival_reserve", "objective_stack", "objective_supply"):
        assert not members(seen.get(place, []))
    assert len(members(seen["objective_row"])) == FACTS["objectives"]["row"]
