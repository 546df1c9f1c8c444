"""The boards, tiles and numbers of SETI against the facts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from interpreter.check import check_game
from interpreter.data import load_yaml
from interpreter.game import load
from interpreter.model.program import Model
from tests.games.shared import cited_by_passing

ROOT = Path(__file__).parents[2]
ELSEWHERE = ("cards_", "solo_", "species_")
"""How files with scenarios begin that other tests run."""

Row = dict[str, Any]


def facts(name: str) -> Any:
    return json.loads((ROOT / f"tests/data/seti/{name}.json").read_text(encoding="utf-8"))


def rows(file: str, table: str) -> dict[str, Row]:
    document: Any = load_yaml(ROOT / f"rules/seti/data/{file}.yaml", file).plain()
    return {row["id"]: row for row in document[table]}


@pytest.fixture(scope="module")
def model() -> Model:
    return check_game("seti", players=4).model


def lines(text: object) -> list[str]:
    return str(text or "").strip().splitlines()


def in_rules(step: Mapping[str, Any]) -> list[str]:
    """A step of the facts as lines of the rules."""
    (what, much), *more = step.items()
    match what:
        case "points":
            found = [f"score {much}"]
        case "data" | "publicity" | "energy":
            found = [f"gain {much} {what}"]
        case "credit":
            found = [f"gain {much} credits"]
        case "draw":
            found = [f"draw_cards({much})"]
        case "take_card":
            found = ["take_card()"] * much
        case "income":
            found = ["income()"] * much
        case "free_launch":
            found = ["perform launch free"]
        case "trace":
            words = {"any": "any_trace()", "purple": "any_purple()"}
            found = [words.get(much, f"trace([{much}_trace], shelves)")]
        case "signal" if "with_planet" in much:
            found = [f"signals_at({much.get('n', 1)}, sector_with({much['with_planet']}))"]
        case "signal":
            found = [f"signal_in(stars_of({much['sector']}))"]
        case _:
            raise AssertionError(step)
    return found + (in_rules(dict(more)) if more else [])


def test_the_cells_of_the_discs() -> None:
    sky, discs = facts("solar_system"), rows("solar", "discs")
    assert list(discs) == list(sky["cells"])
    for disc, cells in sky["cells"].items():
        printed = {
            ring: ["hole" if cell == "gap" else cell for cell in row] for ring, row in discs[disc]["cells"].items()
        }
        assert printed == {str(ring): cells.get(str(ring), ["hole"] * 8) for ring in (1, 2, 3, 4)}
    found = [
        (disc, ring, row.index("gap")) for disc in discs for ring, row in discs[disc]["cells"].items() if "gap" in row
    ]
    assert found == [("disc3", "3", 5)], "the one cell that a species fills"
    for disc, carried in sky["carries"].items():
        assert [above for above in discs if discs[above]["number"] <= discs[disc]["number"]] == carried
    for body, publicity in sky["publicity"].items():
        assert rows("bodies", "bodies")[body]["publicity"] == publicity


def test_the_sectors() -> None:
    sky = facts("sectors")
    names = {star: "virginis_61" if star == "61_virginis" else star for star in sky["stars"]}
    sectors = rows("sectors", "sectors")
    assert set(sectors) == set(names.values())
    for star, fact in sky["stars"].items():
        sector = sectors[names[star]]
        assert sector["colour"] == fact["colour"]
        assert sector["slots"] == fact["data_slots"] == len(sector["points"])
        assert sector["points"] == [2 if position == 2 else 0 for position in range(1, fact["data_slots"] + 1)]
        assert lines(sector["win_first"]) == in_rules(fact["first_win"])
        assert lines(sector["win_later"]) == in_rules(fact["later_win"])
    boards = {(board["left"], board["right"]) for board in rows("sectors", "sector_boards").values()}
    assert boards == {(names[left], names[right]) for left, right in sky["boards"].values()}
    sides = {(2 * side + 7) % 8: 2 * side for side in range(4)}
    assert sides == dict(sky["positions"].values())


def test_the_planets_and_their_moons() -> None:
    bodies = rows("bodies", "bodies")
    for planet, fact in facts("planets")["planets"].items():
        body = bodies[planet]
        assert body["planet"] == "yes"
        if planet == "earth":
            assert body["lands"] == "no"
            continue
        assert body["lands"] == "yes"
        assert lines(body["orbit"]) == [line for step in fact["orbit"] for line in in_rules(step)]
        assert [first["data"] for first in body["firsts"]] == fact["first_land_data"]
        ground, *moons = body["spots"]
        assert ground["moon"] == "no"
        assert lines(ground["reward"]) == [line for step in fact["land"] for line in in_rules(step)]
        assert [moon["id"] for moon in moons] == list(fact["moons"])
        for moon in moons:
            assert moon["moon"] == "yes"
            assert lines(moon["reward"]) == [line for step in fact["moons"][moon["id"]] for line in in_rules(step)]


def test_the_technologies() -> None:
    tiles, techs = facts("techs"), rows("techs", "techs")
    assert list(techs) == [tech for ids in tiles["types"].values() for tech in ids]
    for kind, ids in tiles["types"].items():
        assert all(techs[tech]["type"] == f"{kind}_tech" for tech in ids)
    for tech, fact in tiles["techs"].items():
        assert lines(techs[tech].get("extra_bonus")) == (in_rules(fact["extra_bonus"]) if "extra_bonus" in fact else [])
        assert lines(techs[tech].get("lower")) == (in_rules(fact["lower_space"]) if "lower_space" in fact else [])
    bonuses = [lines(bonus["reward"]) for bonus in rows("techs", "tile_bonuses").values()]
    assert bonuses == [in_rules(bonus) for bonus in tiles["bonus_variants"]]


def test_the_computer() -> None:
    top = facts("player")["computer"]["top_row"]
    spaces = rows("computer", "computer_spaces")
    for number, fact in top.items():
        space = spaces[f"top_{number}"]
        assert lines(space.get("reward")) == ([] if fact["effect"] == "none" else in_rules(fact["effect"]))
        assert space.get("column") == (None if fact["tech_slot"] == "none" else f"col_{number}")
        assert (f"low_{number}" in spaces) == (fact["tech_slot"] != "none")


def test_the_gold_tiles_and_milestones(model: Model) -> None:
    scoring = facts("scoring")
    sides = rows("gold_tiles", "gold_sides")
    assert {(side["tile"], key[-1].upper(), tuple(side["values"])) for key, side in sides.items()} == {
        (f"gold_{tile}", letter, tuple(values))
        for tile, letters in scoring["tiles"].items()
        for letter, values in letters.items()
    }
    text = (ROOT / "rules/seti/milestones.rules").read_text(encoding="utf-8")
    for kind in ("gold", "neutral"):
        steps = re.search(rf"value {kind}_steps is \[(.*)\]", text)
        assert steps is not None
        assert [int(step) for step in steps[1].split(",")] == scoring[f"{kind}_milestones"]
    for seats, markers in scoring["neutral_markers"].items():
        left = load("seti", players=int(seats), executor="reference").new(1).to_json()["keeps"]["neutral_left"]
        assert set(left.values()) == {markers}


def test_what_players_begin_with(model: Model) -> None:
    fact = facts("player")
    state = load("seti", players=4).new(1).to_json()
    counters, first = state["counters"], state["keeps"]["first_player"]
    order = model.players[model.players.index(first) :] + model.players[: model.players.index(first)]
    assert [counters["score"][seat] for seat in order] == list(fact["setup"]["score"].values())
    for counter in ("publicity", "credits", "energy", "data"):
        assert set(counters[counter].values()) == {fact["setup"][counter]}
    assert all(len(hand) == fact["setup"]["cards_drawn"] for hand in state["places"]["hand"].values())
    assert model.variables["publicity"].high == fact["publicity_max"]
    rival = (ROOT / "rules/seti/solo.rules").read_text(encoding="utf-8")
    pool = re.search(r"value pool_size\(p: player\) is \d+ if p is rival otherwise (\d+)\n", rival)
    assert pool is not None
    assert int(pool[1]) == fact["data_pool_max"]


def test_every_scenario_passes_and_every_ruling_is_cited() -> None:
    files = list((ROOT / "rules/seti/scenarios").glob("*.rules"))
    cited = cited_by_passing(*(path.name for path in files if not path.name.startswith(ELSEWHERE)))
    for path in files:
        if path.name.startswith(ELSEWHERE):
            cited |= cites_in(path)
    assert set(facts("rulings")) <= cited


def test_each_difference_between_sheet_and_components_is_shown_in_both_settings() -> None:
    file = ROOT / "rules/seti/scenarios/printed_components.rules"
    _, *scenarios = file.read_text(encoding="utf-8").split('\nscenario "')
    shown = {
        (name, "option printed_components is no" in scenario)
        for scenario in scenarios
        for name in re.findall(r'"(\w+)"', scenario.split("cites", 1)[1].split("\n", 1)[0])
    }
    solo = {"rival_four_progress"}
    for name in set(facts("sheet_differences")) - solo:
        assert {(name, True), (name, False)} <= shown


def cites_in(path: Path) -> set[str]:
    found = re.findall(r"^  cites (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {name for line in found for name in re.findall(r'"([^"]+)"', line)}
