"""What is printed for a species, from the facts, and the same as the rules of the game write it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from interpreter.data import load_yaml

ROOT = Path(__file__).parents[2]
SPECIES = ROOT / "rules/seti/species"

Row = Mapping[str, Any]

TYPES = {"orange": "probe_tech", "purple": "telescope_tech", "blue": "computer_tech"}
SPECIAL: dict[str, str] = {
    "launched_in_sector_with": "move_if_launched_at_anomaly()",
    "no_publicity_from_moving_probes": "moves_give_no_publicity()",
    "sectors_with_an_anomaly": "score anomaly_signals(me)",
    "next_anomaly": "anomaly_gain(next_anomaly)",
}
"""Steps of single cards; the figures in them are what scenarios show."""


def facts(species: str) -> Any:
    """The facts about a species."""
    return json.loads((ROOT / f"tests/data/seti/{species}.json").read_text(encoding="utf-8"))


def rows(species: str, file: str, table: str) -> list[Row]:
    """The rows of a table in a file of a species."""
    document: Any = load_yaml(SPECIES / species / f"{file}.yaml", file).plain()
    found: list[Row] = document[table]
    return found


def lines(text: object) -> list[str]:
    """The lines of an effect."""
    return str(text or "").strip().splitlines()


def written(steps: Sequence[Row], species: str) -> list[str]:
    """Steps of the facts as the lines that the rules have for them."""
    found: list[str] = []
    for step in steps:
        if "tech" in step and found and found[-1] == "rotate()":
            kinds = "tech_types" if step["tech"] == "any" else f"[{TYPES[step['tech']]}]"
            found[-1] = f"rotate_and_research({kinds})"
        else:
            found += _written(step, species)
    # What a card changes for the turn holds before it does anything.
    return sorted(found, key=lambda line: line != SPECIAL["no_publicity_from_moving_probes"])


def _written(step: Row, species: str) -> list[str]:
    match step:
        case {"gain": much}:
            return [_gain(what, n) for what, n in much.items()]
        case {"draw": {"from": "row_or_deck", "n": n}}:
            return ["take_card()"] * int(n)
        case {"draw": {"from": "row", "n": 3, "all": True}}:
            return ["take_row()"]
        case {"draw": {"n": 3, "as": "drawn"}}:
            return ["draw_three_keep_one()"]
        case {"draw": {"from": "deck", "n": n}}:
            return [f"draw_cards({n})"]
        case {"discard_for_corner": {"from": "drawn"}} | {"discard_for_income_resource": {"from": "drawn"}}:
            return []
        case {"species_card": n}:
            return [f"species_card({species})"] * int(n)
        case {"trace": colour}:
            return [{"any": "any_trace()", "purple": "any_purple()"}.get(colour, f"trace([{colour}_trace], shelves)")]
        case {"tuck_self_as_income": _}:
            return ["tuck(self)"]
        case {"signal": {"in": "one_chosen_sector", "n": n}}:
            return [f"signals_in_one({n}, stars)"]
        case {"signal": {"in": "any_sector", "n": 1}}:
            return ["signal_in(stars)"]
        case {"signal": {"in": "sector_of_next_anomaly", "n": n}}:
            return [f"signals_at({n}, next_anomaly_sector)"]
        case {"scan": {"base_cost": "waived"}}:
            return ["perform scan free"]
        case {"launch": _}:
            return ["perform launch free"]
        case {"move": n}:
            return [f"gain {n} moves"]
        case {"rotate": 1}:
            return ["rotate()"]
        case {"if": condition, "then": [{"move": 1}]}:
            return [SPECIAL[next(iter(condition))]]
        case {"rule_this_turn": name} | {"gain_reward_of": name}:
            return [SPECIAL[name]]
        case {"gain_per": {"vp": 1, "per": {"own_signals_in": name}}}:
            return [SPECIAL[name]]
    raise AssertionError(step)


def _gain(what: str, n: int) -> str:
    return f"score {n}" if what == "vp" else f"gain {n} {'credits' if what == 'credit' else what}"


def check_board(species: str, **more: list[str]) -> None:
    """That the spaces of a species' board are those printed; `more` holds further lines of some of them."""
    (row,) = rows(species, "species", "all_species")
    board = facts(species)["board"]
    assert row["title"] == facts(species)["printed_name"]
    assert [space["id"] for space in row["board_spaces"]] == [
        f"{species}_{fact['color']}_{fact['pos']}" for fact in board
    ]
    for space, fact in zip(row["board_spaces"], board, strict=True):
        assert space["trace"] == f"{fact['color']}_trace"
        assert space["height"] == fact["pos"]
        assert space.get("repeatable") == ("yes" if fact["repeatable"] else None)
        assert lines(space.get("cost")) == [f"pay {n} data" for n in fact["cost"].values()]
        assert set(fact["cost"]) <= {"pool_data"}
        assert lines(space["reward"]) == written(fact["reward"], species) + more.get(space["id"], [])


def check_card(card: Row, fact: Row, species: str) -> None:
    """That a card of a species' deck has the figures printed."""
    assert card["id"] == fact["id"].lower().replace(".", "")
    assert card["title"] == fact["name"]
    assert card["species"] == species
    assert card["sector"] == fact["sector"]
    assert card["income"] == f"{fact['income']}_income"
    corners = {"publicity": "publicity_2_corner", "data": "points_and_data_corner", "move": "points_and_move_corner"}
    assert card["corner"] == corners[list(fact["corner"])[-1]]
    assert fact["corner"] in ({"publicity": 2}, {"vp": 1, "data": 1}, {"vp": 1, "move": 1})
    assert {"credit": card.get("credits"), "energy": card.get("energy")} == {"credit": None, "energy": None} | fact[
        "cost"
    ]
