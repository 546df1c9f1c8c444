"""Seats that nobody holds, where their option is off: their names mean nobody, and nothing of theirs is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check import check_folder
from tests.check.games import codes, model, write

RIVAL = "option level is 0 from 0 to 2\nseat rival when level > 0\nvalue named is rival\nvalue strength is level\n"
SETUP = """piece: man
area: board
legend: {w: {owner: white}, r: {owner: rival}}
art:
- "r . r"
- ". . ."
- "w . w"
"""
MEN = """piece men of man has owner: player, space
setup from "setup.yaml"
value own is those m in men where m.owner is rival
"""
ROWS = """cards:
- {id: pie, giver: white, guests: [white, rival]}
- {id: jam, giver: rival, guests: [rival]}
- {id: tea, giver: black, guests: []}
"""
CARDS = """data cards of card from "cards.yaml"
value from_whom(card) is card.giver
value invited(card) is card.guests
"""


@pytest.mark.parametrize(("level", "men"), [(0, ("white_man_1", "white_man_2")), (1, None)])
def test_pieces_of_a_seat_that_is_not_there_are_not_set_up(
    tmp_path: Path, level: int, men: tuple[str, ...] | None
) -> None:
    found = model(tmp_path, RIVAL + MEN, {"setup.yaml": SETUP}, options={"level": level})
    assert len(found.domains["man"].members) == (2 if level == 0 else 4)
    assert men is None or found.domains["man"].members == men


def test_rows_that_name_a_seat_that_is_not_there_name_nobody(tmp_path: Path) -> None:
    card = model(tmp_path, RIVAL + CARDS, {"cards.yaml": ROWS}).domains["card"]
    assert card.fields["giver"].values == (0, None, 1)
    assert card.fields["guests"].values == ((0,), (), ())
    card = model(tmp_path, RIVAL + CARDS, {"cards.yaml": ROWS}, options={"level": 2}).domains["card"]
    assert card.fields["giver"].values == (0, 2, 1)
    assert card.fields["guests"].values == ((0, 2), (2,), ())


def test_a_table_leaves_out_the_row_of_a_seat_that_is_not_there(tmp_path: Path) -> None:
    table = "table pay by player:\n  columns low\n  white: 1\n  black: 2\n  rival: 3\nvalue paid is pay[white].low\n"
    assert model(tmp_path, RIVAL + table).tables["pay"].columns["low"].values == (1, 2)
    found = model(tmp_path, RIVAL + table, options={"level": 1}).tables["pay"]
    assert found.columns["low"].values == (1, 2, 3)


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("rule test:\n  after take\n  let rival be 3\n  gain rival coins\n", "RW423"),
        ("rule test:\n  after take\n  if rivel is me: gain 1 coins\n", "RW214"),
        ("kind foes of foe is rival, other\nrule test:\n  after take\n  gain (count f in [rival]) coins\n", "RW217"),
    ],
)
def test_the_name_is_taken_all_the_same(tmp_path: Path, rules: str, code: str, level: int) -> None:
    found = codes(tmp_path, RIVAL + rules, options={"level": level})
    assert {one for one in found if one not in ("RW407", "RW408")} == {code}


def test_people_who_may_be_missing_are_not_to_be_named(tmp_path: Path) -> None:
    write(tmp_path, "rule test:\n  after take\n  gain 1 coins for black\n")
    path = tmp_path / "game.rules"
    text = path.read_text(encoding="utf-8").replace("white, black", "1 to 2 of white, black")
    path.write_text(text, encoding="utf-8")
    assert "RW214" in {finding.code for finding in check_folder(tmp_path)}


@pytest.mark.parametrize("condition", ["level", "2", "level + 1"])
def test_when_a_seat_is_there_must_be_a_condition(tmp_path: Path, condition: str) -> None:
    rules = f"option level is 0 from 0 to 2\nseat rival when {condition}\nvalue strength is level\n"
    found = check_folder(write(tmp_path, rules))
    assert [(finding.code, finding.message) for finding in found] == [("RW236", "a condition is needed here")]


@pytest.mark.parametrize(("seats", "found"), [(10, []), (11, ["RW235"])])
def test_seats_that_the_rules_play_count_among_the_most_there_may_be(
    tmp_path: Path, seats: int, found: list[str]
) -> None:
    rules = "option level is 0 from 0 to 2\n"
    rules += "".join(f"seat rival_{number} when level > 0\n" for number in range(seats))
    assert codes(tmp_path, rules, options={"level": 1}) == found
