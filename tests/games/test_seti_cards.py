"""The cards of SETI: every figure as printed, a scenario for each, and all scenarios pass."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from interpreter.check import check_game
from interpreter.commands.show_rows import cards_lines
from interpreter.data import load_yaml
from tests.games.shared import cited_by_passing

ROOT = Path(__file__).parents[2]
FACTS: list[dict[str, Any]] = json.loads((ROOT / "tests/data/seti/cards.json").read_text(encoding="utf-8"))
RULINGS = set(json.loads((ROOT / "tests/data/seti/rulings.json").read_text(encoding="utf-8")))
HIDDEN = {15, 17, 90, 113}
"""Cards whose gains stand in procedures of their own; their scenarios hold the figures."""

Pair = list[int | str]


def cards() -> list[Mapping[str, Any]]:
    document = load_yaml(ROOT / "rules/seti/data/cards.yaml", "cards.yaml").plain()
    assert isinstance(document, dict)
    rows = document["cards"]
    assert isinstance(rows, list)
    return [row for row in rows if isinstance(row, dict)]


CARDS = cards()


def texts(rules: object) -> Iterator[str]:
    """The lines of an effect, without the words that only frame one."""
    for line in str(rules or "").splitlines():
        yield re.sub(r"^(this turn when .* once( per \w+)?|if .*|part \w+|with .*): ?", "", line.strip())


def gains(rules: object) -> list[Pair]:
    """What an effect gives in plain figures: how much, and of what."""
    found: list[Pair] = []
    for line in texts(rules):
        if many := re.fullmatch(r"score (\d+) \* .*", line):
            found.append([int(many[1]), "score each"])
        elif re.fullmatch(r"score (?!\d).*", line):
            found.append([1, "score each"])
        elif points := re.fullmatch(r"score (\d+)", line):
            found.append([int(points[1]), "score"])
        elif gain := re.fullmatch(r"gain (\d+) (\w+)", line):
            found.append([int(gain[1]), gain[2]])
        elif each := re.fullmatch(r"gain tucked_of\(.*\) (\w+)", line):
            found.append([1, f"{each[1]} each"])
        elif drawn := re.fullmatch(r"draw_cards\((\d+)\)", line):
            found.append([int(drawn[1]), "drawn"])
        elif line in ("take_card()", "gain_with_corner()"):
            found.append([1, "taken"])
    return sorted(found, key=json.dumps)


def test_there_are_all_cards_in_the_order_of_their_numbers() -> None:
    assert [card["id"] for card in CARDS] == [f"c{number:03d}" for number in range(1, 139)]
    assert [fact["number"] for fact in FACTS] == list(range(1, 139))


@pytest.mark.parametrize(("card", "fact"), list(zip(CARDS, FACTS, strict=True)), ids=[card["id"] for card in CARDS])
def test_the_figures_of_a_card_are_those_printed(card: Mapping[str, Any], fact: Mapping[str, Any]) -> None:
    assert card["title"] == fact["title"]
    assert card["credits"] == fact["cost"]
    assert card["corner"] == f"{fact['corner']}_corner"
    assert card["sector"] == fact["sector"]
    assert card["income"] == f"{fact['income']}_income"
    kinds = {"effect": "effect", "mission": "conditional_mission", "circles": "triggered_mission", "final": "end_game"}
    assert [kind for key, kind in kinds.items() if key in card] == fact["kind"]


@pytest.mark.parametrize(("card", "fact"), list(zip(CARDS, FACTS, strict=True)), ids=[card["id"] for card in CARDS])
def test_what_a_card_gives_is_what_is_printed(card: Mapping[str, Any], fact: Mapping[str, Any]) -> None:
    def listed(pairs: Sequence[Pair]) -> list[Pair]:
        return sorted(pairs, key=json.dumps)

    if fact["number"] not in HIDDEN:
        assert gains(card.get("effect")) == listed(fact["effect"])
    if "mission" in fact:
        assert gains(card["mission"]["reward"]) == listed(fact["mission"])
    if "circles" in fact:
        assert [gains(circle["reward"]) for circle in card["circles"]] == [listed(one) for one in fact["circles"]]
        assert [circle["id"] for circle in card["circles"]] == [
            f"{card['id']}_{k + 1}" for k in range(len(fact["circles"]))
        ]
    if "final" in fact:
        assert [amount for amount, _ in gains(card["final"])] == [fact["final"]]


def test_the_totals_of_the_deck() -> None:
    assert Counter(card["sector"] for card in CARDS) == {"red": 41, "yellow": 41, "blue": 41, "black": 15}
    assert Counter(card["income"] for card in CARDS) == {"credit_income": 47, "energy_income": 47, "card_income": 44}
    corners = {"publicity_corner": 62, "move_corner": 43, "data_corner": 33}
    assert Counter(card["corner"] for card in CARDS) == corners
    assert Counter(card["credits"] for card in CARDS) == {0: 6, 1: 47, 2: 47, 3: 35, 4: 3}


def test_every_card_has_a_scenario_and_every_scenario_passes() -> None:
    cited = cited_by_passing("cards_")
    assert {f"card {number}" for number in range(1, 139)} <= cited
    assert {cite for cite in cited if not cite.startswith("card ")} <= RULINGS


def test_the_page_of_all_cards_tells_each_in_words() -> None:
    page = "\n".join(cards_lines(check_game("seti")))
    text = " ".join(page.split())
    for card in CARDS:
        assert f"{card['id']} title {card['title']} ·" in text
    assert "mission: if your publicity is at least 8: Score 3. Take a card from the row or the deck." in text
    assert "circles c001_2: when you visited saturn: Score 4." in text
    assert ".yaml:" not in page
