"""Variants: what they add, replace and remove, and in which order things stand then."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check import check_folder, check_game
from interpreter.check.game import variants_of
from tests.check.games import checked, codes, model

RULES = """option length is 3 from 1 to 5
value first_prize is 1
value last_prize is 2
rule one_rule:
  after take
  gain first_prize coins
rule two_rule:
  after take
  gain last_prize + length coins
"""
DATA = 'data cards of card from "cards.yaml"\nvalue worth(card) is card.worth\n'
CARDS = "cards:\n- {id: pie, worth: 1, rare: yes}\n- {id: jam, worth: 2}\n- {id: tart, worth: 3}\n"


def variant(changes: str) -> str:
    lines = "".join(f"  {line}\n" for line in changes.splitlines())
    return f"variant quick of tiny version 1:\n{lines}"


def varied(folder: Path, changes: str, rules: str = RULES, **files: str):
    """The model of the game under the variant with these changes."""
    named = {name.replace("__", "."): text for name, text in files.items()}
    return model(folder, rules, {"variants/quick.rules": variant(changes), **named}, variant="quick")


def test_an_option_is_set(tmp_path: Path) -> None:
    found = varied(tmp_path, "set length to 5")
    assert (found.options["length"].value, found.options["length"].default) == (5, 3)
    assert found.variant == "quick"


def test_a_caller_has_the_last_word_about_an_option(tmp_path: Path) -> None:
    files = {"variants/quick.rules": variant("set length to 5")}
    assert model(tmp_path, RULES, files, variant="quick", options={"length": 2}).options["length"].value == 2


def test_what_is_replaced_keeps_its_place(tmp_path: Path) -> None:
    found = varied(tmp_path, "replace rule one_rule:\n  after take\n  lose first_prize coins")
    assert [rule.name for rule in found.rules] == ["one_rule", "two_rule"]
    assert found.rules[0].routine.block[0].lose


def test_what_is_added_comes_last(tmp_path: Path) -> None:
    found = varied(tmp_path, "add rule zero_rule:\n  after take\n  gain 1 coins")
    assert [rule.name for rule in found.rules] == ["one_rule", "two_rule", "zero_rule"]


def test_what_an_include_brings_is_added(tmp_path: Path) -> None:
    files = {
        "variants/quick/variant.rules": variant('include "more.rules"\nset length to 4'),
        "variants/quick/more.rules": "rule more:\n  after take\n  gain 1 coins\n",
    }
    found = model(tmp_path, RULES, files, variant="quick")
    assert [rule.name for rule in found.rules] == ["one_rule", "two_rule", "more"]


def test_several_things_are_removed(tmp_path: Path) -> None:
    found = varied(tmp_path, "remove rule one_rule, two_rule\nremove value first_prize, last_prize")
    assert found.rules == ()
    assert not found.values


def test_clauses_are_added_to_a_phase_and_actions_to_a_group(tmp_path: Path) -> None:
    rules = "group main_moves is take\n"
    changes = """add action rest as "rest":
  lose 1 coins
add rest to group main_moves
add action leave as "leave":
  skip
add to phase play:
  must leave if main_moves_left
add value main_moves_left is coins[white] > 0"""
    found = varied(tmp_path, changes, rules)
    assert [guarded.actions for guarded in found.phases[0].must] == [("take",), ("leave",)]


def test_all_ends_are_removed_and_new_ones_added(tmp_path: Path) -> None:
    found = varied(tmp_path, "remove finish\nadd finish when white.coins is 3:\n  winner white")
    assert len(found.finishes) == 1


def test_rows_are_replaced_removed_and_added(tmp_path: Path) -> None:
    changes = """replace rows of cards from "jam.yaml"
remove rows pie of cards
add rows to cards from "new.yaml\""""
    files = {
        "cards__yaml": CARDS,
        "variants/jam__yaml": "cards:\n- {id: jam, worth: 7}\n",
        "variants/new__yaml": "cards:\n- {id: cake, worth: 9}\n",
    }
    cards = varied(tmp_path, changes, DATA, **files).domains["card"]
    assert cards.members == ("jam", "tart", "cake")
    assert cards.fields["worth"].values == (7, 3, 9)


def test_a_field_stays_when_the_row_that_had_it_is_gone(tmp_path: Path) -> None:
    rules = DATA + "value is_rare(card) is card.rare\n"
    cards = varied(tmp_path, "remove rows pie of cards", rules, cards__yaml=CARDS).domains["card"]
    assert cards.fields["rare"].values == (False, False)


def test_a_setup_keeps_what_the_new_one_leaves_out(tmp_path: Path) -> None:
    rules = 'piece men of man has owner: player, space\nsetup from "setup.yaml"\n'
    setup = """piece: man
area: board
legend: {w: {owner: white}, b: {owner: black}}
order: [owner]
art:
- "b . ."
- ". . ."
- "w . ."
"""
    other = 'art:\n- "b b ."\n- ". . ."\n- ". w w"\n'
    files = {"setup__yaml": setup, "variants/new__yaml": other}
    men = varied(tmp_path, 'replace setup from "new.yaml"', rules, **files).domains["man"]
    assert men.members == ("white_1", "white_2", "black_1", "black_2")


@pytest.mark.parametrize("name", ["quick", "open-board", "open_board"])
def test_a_variant_is_found_by_its_name(tmp_path: Path, name: str) -> None:
    files = {
        "variants/quick.rules": variant("set length to 5"),
        "variants/open_board/variant.rules": variant("set length to 4").replace("quick", "open_board"),
    }
    assert model(tmp_path, RULES, files, variant=name).variant == name.replace("-", "_")
    assert sorted(variants_of(checked(tmp_path, RULES, files).files)) == ["open_board", "quick"]


def test_the_file_of_a_variant_can_be_checked(tmp_path: Path) -> None:
    files = {
        "variants/quick.rules": variant("set length to 5"),
        "variants/slow/variant.rules": variant("set length to 1").replace("quick", "slow"),
    }
    checked(tmp_path, RULES, files)
    assert check_game(tmp_path / "variants" / "quick.rules").model.options["length"].value == 5
    assert check_game(tmp_path / "variants" / "slow" / "variant.rules").model.options["length"].value == 1


def test_a_variant_that_there_is_not(tmp_path: Path) -> None:
    checked(tmp_path, RULES, {"variants/quick.rules": variant("set length to 5")})
    (finding,) = check_folder(tmp_path, "quik")
    assert (finding.code, finding.hint) == ("RW509", "did you mean `quick`?")


def test_a_table_may_have_more_columns_than_the_one_it_replaces(tmp_path: Path) -> None:
    rules = "table pay by player:\n  columns low\n  white: 1\n  black: 2\nvalue paid is pay[white].low\n"
    changes = "replace table pay by player:\n  columns low, high\n  white: 1 5\n  black: 2 6"
    assert varied(tmp_path, changes, rules).tables["pay"].columns["high"].values == (5, 6)
    fewer = changes.replace("low, high", "high").replace(" 1 5", " 5").replace(" 2 6", " 6")
    files = {"variants/quick.rules": variant(fewer)}
    assert codes(tmp_path, rules, files, variant="quick") == ["RW508"]
