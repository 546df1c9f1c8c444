"""Rules that add to what other files declare: a part of a game in a file of its own, which no other file names."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check import check_folder
from interpreter.check.game import check_game
from tests.check.games import codes, model, write

BASE = """kind incomes of income is coin_income, card_income
group main_moves is take
data cards of card, crops of crop from "base.yaml" with costs of cost
data folk of one_folk
value worth(card) is card.worth
value growing(crop) is crop.months
value own_income(one_folk) is one_folk.income
value price(card) is sum c.amount for c in card.costs
include "parts/*.rules"
"""
BASE_ROWS = """cards:
- {id: pie, worth: 1, costs: [{amount: 2}]}
- {id: jam, worth: 2}
crops:
- {id: wheat, months: 4}
"""
NORTH = """add north_income to kind incomes
action fish as "fish":
  gain 1 coins
add fish to group main_moves
add rows to cards, crops, folk from "parts/north.yaml"
"""
NORTH_ROWS = """folk:
- {id: north, income: north_income}
cards:
- {id: tart, worth: 3, costs: [{amount: 5}, {amount: 1}]}
crops:
- {id: oats, months: 2}
"""
SOUTH = """add rows to cards from "parts/south.yaml"
add to phase play:
  then tidy
procedure tidy():
  if mover.coins > 8:
    lose 1 coins for mover
"""
SOUTH_ROWS = "cards:\n- {id: cake, worth: 9}\n"
FILES = {
    "base.yaml": BASE_ROWS,
    "parts/north.rules": NORTH,
    "parts/north.yaml": NORTH_ROWS,
    "parts/south.rules": SOUTH,
    "parts/south.yaml": SOUTH_ROWS,
}


def test_files_add_rows_and_words_to_what_the_base_declares(tmp_path: Path) -> None:
    found = model(tmp_path, BASE, FILES)
    assert found.domains["card"].members == ("pie", "jam", "tart", "cake")
    assert found.domains["crop"].members == ("wheat", "oats")
    assert found.domains["income"].members == ("coin_income", "card_income", "north_income")
    assert found.domains["one_folk"].fields["income"].values == (2,)


def test_rows_inside_the_added_rows_come_after_those_inside_the_others(tmp_path: Path) -> None:
    costs = model(tmp_path, BASE, FILES).domains["cost"]
    assert costs.fields["card"].values == (0, 2, 2)
    assert costs.fields["amount"].values == (2, 5, 1)


def test_files_add_actions_to_groups_and_clauses_to_phases(tmp_path: Path) -> None:
    rules = BASE + "phase second:\n  turns alternate from white\n  must one of main_moves\n"
    rules = rules.replace("must one of main_moves", "must main_moves") + "  stuck error\n  until 1 is 1\n"
    found = model(tmp_path, rules, FILES)
    phases = {phase.name: phase for phase in found.phases}
    assert [guarded.actions for guarded in phases["second"].must] == [("take", "fish")]
    assert len(phases["play"].then) == 1


def test_it_does_not_matter_which_file_is_read_first(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    include = 'include "parts/*.rules"\n'
    late = model(first, BASE, FILES)
    early = model(second, include + BASE.replace(include, ""), FILES)
    assert early.domains["income"].members == late.domains["income"].members
    assert early.domains["card"].members == late.domains["card"].members


def test_a_new_file_is_all_that_a_new_part_needs(tmp_path: Path) -> None:
    before = model(tmp_path, BASE, FILES)
    (tmp_path / "parts" / "west.rules").write_text('add rows to cards from "parts/west.yaml"\n', encoding="utf-8")
    (tmp_path / "parts" / "west.yaml").write_text("cards:\n- {id: cocoa, worth: 4}\n", encoding="utf-8")
    after = check_game(tmp_path).model
    assert after.domains["card"].members == (*before.domains["card"].members, "cocoa")
    assert after.hash != before.hash


def test_files_of_one_stem_share_their_schema(tmp_path: Path) -> None:
    schema = """{"type": "object", "required": ["cards"], "additionalProperties": false, "properties": {"cards": {
"type": "array", "items": {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {
"id": {"type": "string"}, "gift": {"type": "string", "format": "effect"}}}}}}"""
    rules = """data cards of card from "data/cards.yaml"
include "parts/*.rules"
rule given:
  after take
  for each c in cards:
    run c.gift
"""
    files = {
        "schemas/cards.schema.json": schema,
        "data/cards.yaml": "cards:\n- {id: pie, gift: gain 1 coins}\n",
        "parts/north.rules": 'add rows to cards from "parts/north/cards.yaml"\n',
        "parts/north/cards.yaml": "cards:\n- {id: jam, gift: gain 2 coins}\n",
    }
    found = model(tmp_path, rules, files)
    assert found.domains["card"].members == ("pie", "jam")
    assert len(found.texts) == 2
    (tmp_path / "parts" / "north" / "cards.yaml").write_text("cards:\n- {id: jam, gft: x}\n", encoding="utf-8")
    assert [finding.code for finding in check_folder(tmp_path)] == ["RW320"]


def test_a_table_without_rows_of_its_own(tmp_path: Path) -> None:
    rules = 'data folk of one_folk\nadd rows to folk from "a.yaml", "b.yaml"\nvalue size(one_folk) is one_folk.size\n'
    files = {"a.yaml": "folk:\n- {id: north, size: 3}\n", "b.yaml": "folk:\n- {id: south, size: 2}\n"}
    assert model(tmp_path, rules, files).domains["one_folk"].members == ("north", "south")


def test_rows_that_go_into_no_table_are_told(tmp_path: Path) -> None:
    files = {**FILES, "parts/north.rules": NORTH.replace("cards, crops, folk", "cards, folk")}
    write(tmp_path, BASE, files)
    told = [finding for finding in check_folder(tmp_path) if "crops" in finding.message]
    assert [(finding.code, finding.span.file[-10:]) for finding in told if finding.span] == [("RW408", "north.yaml")]


def varied(folder: Path, changes: str) -> list[str] | tuple[str, ...]:
    """The cards of the game under a variant."""
    lines = "".join(f"  {line}\n" for line in changes.splitlines())
    files = {
        **FILES,
        "variants/quick.rules": f"variant quick of tiny version 1:\n{lines}",
        "variants/tart.yaml": "cards:\n- {id: tart, worth: 7}\ncrops:\n- {id: oats, months: 1}\n",
        "variants/rye.yaml": "cards:\n- {id: bread, worth: 5}\ncrops:\n- {id: rye, months: 3}\n",
    }
    return model(folder, BASE, files, variant="quick").domains["card"].members


def test_a_variant_changes_added_rows_as_any_others(tmp_path: Path) -> None:
    assert varied(tmp_path, "remove rows tart, jam of cards") == ("pie", "cake")
    assert varied(tmp_path, 'replace rows of cards, crops from "tart.yaml"') == ("pie", "jam", "tart", "cake")


def test_a_variant_adds_to_several_tables_at_once(tmp_path: Path) -> None:
    assert varied(tmp_path, 'add rows to cards, crops from "rye.yaml"')[-1] == "bread"


def test_a_variant_adds_words_to_a_kind(tmp_path: Path) -> None:
    variant = """variant quick of tiny version 1:
  add rye_income to kind incomes
  add value rye_first is count i in incomes where i is rye_income
"""
    found = model(tmp_path, BASE, {**FILES, "variants/quick.rules": variant}, variant="quick")
    assert found.domains["income"].members[-1] == "rye_income"


def test_what_a_variant_includes_may_add_as_well(tmp_path: Path) -> None:
    variant = 'variant quick of tiny version 1:\n  include "more/*.rules"\n'
    files = {
        "variants/quick/variant.rules": variant,
        "variants/quick/more/a.rules": 'add rows to cards from "more/a.yaml"\nadd rest to group main_moves\n',
        "variants/quick/more/a.yaml": "cards:\n- {id: bread, worth: 5}\n",
        "variants/quick/more/b.rules": 'action rest as "rest":\n  lose 1 coins\n',
    }
    found = model(tmp_path, BASE, {**FILES, **files}, variant="quick")
    assert found.domains["card"].members[-1] == "bread"
    assert "rest" in found.actions


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("add take to group main_move\n", "RW505"),
        ("add steel to kind incomes_kind\n", "RW505"),
        ("add to phase plays:\n  then tidy\n", "RW505"),
        ('add rows to cardz from "base.yaml"\n', "RW505"),
        ('add rows to costs from "base.yaml"\n', "RW505"),
        ("add take to group incomes\n", "RW505"),
        ("add coin_income to kind incomes\n", "RW213"),
        ("add me to kind incomes\n", "RW212"),
        ('add rows to crops from "base.yaml"\n', "RW209"),
        ('add rows to crops from "parts/wheat.yaml"\n', "RW337"),
        ('add rows to cards from "nowhere.yaml"\n', "RW207"),
        ('add rows to cards from "parts/rye.yaml"\n', "RW340"),
        ("add to phase play:\n  turns alternate from white\n", "RW416"),
        ("add take to group main_moves\n", "RW213"),
    ],
)
def test_what_cannot_be_added(tmp_path: Path, rules: str, code: str) -> None:
    files = {**FILES, "parts/rye.rules": rules, "parts/rye.yaml": "crops:\n- {id: rye, months: 3}\n"}
    files["parts/wheat.yaml"] = "crops:\n- {id: wheat, months: 3}\n"
    assert codes(tmp_path, BASE, files) == [code]


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ('add rows to incomes from "parts/rye.yaml"\n', "`incomes` is a kind: `add … to kind incomes`"),
        ("add steel to kind cards\n", "`cards` are rows of data: `add rows to cards from …`"),
        ("add take to group incomes\n", "`incomes` is a kind"),
        ('add rows to cardz from "parts/rye.yaml"\n', "did you mean `cards`?"),
    ],
)
def test_who_adds_to_something_of_another_sort_is_told_how(tmp_path: Path, rules: str, hint: str) -> None:
    files = {**FILES, "parts/rye.rules": rules, "parts/rye.yaml": "cards:\n- {id: rye, worth: 3}\n"}
    found = check_folder(write(tmp_path, BASE, files))
    assert [(finding.code, finding.hint) for finding in found] == [("RW505", hint)]


def test_what_is_missing_may_stand_where_nothing_could_be_read(tmp_path: Path) -> None:
    broken = BASE + "phase more:\n  must one of main_moves\n"
    assert codes(tmp_path, broken, {**FILES, "parts/rye.rules": "add to phase more:\n  then tidy\n"}) == ["RW107"]
