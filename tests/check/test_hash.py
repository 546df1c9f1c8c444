"""The content hash: the same for games that mean the same, another one for every change of what a game is."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check import check_game
from tests.check.games import HEAD, model, write

RULES = """option length is 3 from 1 to 5
kind fruits of fruit is apple, berry
data cards of card from "cards.yaml"
value worth(card) is card.worth + length
rule test:
  after take
  gain worth(pie) coins
"""
CARDS = "cards:\n- {id: pie, fruit: apple, worth: 1}\n- {id: jam, fruit: berry, worth: 2}\n"


def hash_of(folder: Path, rules: str = RULES, cards: str = CARDS, **choices: object) -> str:
    folder.mkdir(exist_ok=True)
    return model(folder, rules, {"cards.yaml": cards}, **choices).hash


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        (f"# A remark.\n{RULES}", CARDS),
        (RULES.replace("worth(card) is card.worth + length", "worth(card)  is  (card.worth+length)"), CARDS),
        (RULES.replace("  gain", "      gain").replace("  after", "      after"), CARDS),
        (f"\n\n{RULES}\n\n", CARDS),
        (RULES.replace("\n", "\r\n"), CARDS),
        (RULES, f"# A remark.\n{CARDS}\n"),
        (RULES, CARDS.replace("{id: pie, fruit: apple, worth: 1}", "id: pie\n  fruit: 'apple'\n  worth: 1  # little")),
        (RULES, CARDS.replace("id: jam, fruit: berry", 'fruit: "berry", id: jam')),
        (f'{RULES}scenario "Nothing":\n  expect white.coins is 0\n', CARDS),
    ],
)
def test_layout_remarks_and_scenarios_change_nothing(tmp_path: Path, rules: str, cards: str) -> None:
    assert hash_of(tmp_path / "a", rules, cards) == hash_of(tmp_path / "b")


@pytest.mark.parametrize(
    ("rules", "cards", "choices"),
    [
        (RULES.replace("+ length", "- length"), CARDS, {}),
        (RULES.replace("from 1 to 5", "from 1 to 6"), CARDS, {}),
        (RULES.replace("rule test", "rule other"), CARDS, {}),
        (RULES, CARDS.replace("worth: 2", "worth: 3"), {}),
        (RULES, CARDS.replace("id: jam", "id: tart"), {}),
        (RULES, "cards:\n- {id: jam, fruit: berry, worth: 2}\n- {id: pie, fruit: apple, worth: 1}\n", {}),
        (RULES, CARDS, {"options": {"length": 4}}),
    ],
)
def test_rules_data_and_options_change_it(tmp_path: Path, rules: str, cards: str, choices: dict[str, object]) -> None:
    assert hash_of(tmp_path / "a", rules, cards, **choices) != hash_of(tmp_path / "b")


def test_the_number_of_players_changes_it(tmp_path: Path) -> None:
    folder = write(tmp_path, "")
    text = (folder / "game.rules").read_text(encoding="utf-8")
    (folder / "game.rules").write_text(text.replace("white, black", "2 to 3 of white, black, grey"), encoding="utf-8")
    assert check_game(folder, players=2).model.hash != check_game(folder, players=3).model.hash


def test_where_a_game_stands_changes_nothing(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert hash_of(deep) == hash_of(tmp_path / "c")


def test_dividing_the_rules_into_files_changes_nothing(tmp_path: Path) -> None:
    whole, parts = tmp_path / "a", tmp_path / "b"
    hash_of(parts)
    text = (parts / "game.rules").read_text(encoding="utf-8")
    (parts / "rest.rules").write_text(text.removeprefix(HEAD), encoding="utf-8")
    (parts / "game.rules").write_text(f'{HEAD}include "rest.rules"\n', encoding="utf-8")
    assert check_game(parts).model.hash == hash_of(whole)


def test_a_figure_and_a_setup_count(tmp_path: Path) -> None:
    rules = """piece men of man has owner: player, space
setup from "setup.yaml"
figures rows from "figures.yaml" on board
rule test:
  after take where any r in rows where r.cells within spaces_of(men)
  gain 1 coins
"""
    setup = 'piece: man\narea: board\nlegend: {w: {owner: white}}\nart:\n- "w . ."\n- ". . ."\n- ". . ."\n'
    figures = 'rows:\n- {id: row, cells: ["x x x"], place: anywhere}\n'
    hashes = set()
    for number, files in enumerate(
        [(setup, figures), (setup.replace("w . .", ". w ."), figures), (setup, figures.replace("x x x", "x x ."))]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        hashes.add(model(folder, rules, {"setup.yaml": files[0], "figures.yaml": files[1]}).hash)
    assert len(hashes) == 3


def test_a_drawn_board_counts(tmp_path: Path) -> None:
    rules = 'graph paths from "paths.yaml"\nvalue ways is neighbours(well).size\n'
    hashes = set()
    for number, line in enumerate(("well, gate, shed", "gate, well, shed")):
        folder = tmp_path / str(number)
        folder.mkdir()
        drawn = f"spaces: [well, gate, shed]\nlines:\n- [{line}]\n"
        hashes.add(model(folder, rules, {"paths.yaml": drawn}).hash)
    assert len(hashes) == 2
