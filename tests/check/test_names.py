"""What names mean: the expected type decides, options are constants, what is kept is a field of what it is kept for."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.model import expressions as x
from interpreter.model.types import YES_NO, CollectionType, MaybeType, MemberType, NumberType
from tests.check.games import codes, model

TWO_KINDS = """kind moods of mood is calm, wild
kind seas of sea is calm, rough
keep mood_of for each player as mood
keep sea_now as sea
"""


def value(folder: Path, body: str, rules: str = "", **choices: object) -> x.Expr:
    """The checked body of a value."""
    text = f"{rules}value tried is {body}\n"
    return model(folder, text, **choices).values["tried"].body


def test_the_expected_type_tells_two_words_apart(tmp_path: Path) -> None:
    body = value(tmp_path, "sea_now is calm", TWO_KINDS)
    assert isinstance(body, x.Compare)
    assert isinstance(body.right, x.Const)
    assert body.right.type == MemberType("sea")
    assert body.right.value == 0


def test_a_word_of_two_kinds_can_be_said_in_full(tmp_path: Path) -> None:
    assert value(tmp_path, "mood.calm", TWO_KINDS).type == MemberType("mood")


def test_a_word_of_two_kinds_alone_is_not_clear(tmp_path: Path) -> None:
    assert codes(tmp_path, f"{TWO_KINDS}value tried is calm\n") == ["RW217"]


def test_of_two_members_of_one_name_the_one_with_the_field_is_meant(tmp_path: Path) -> None:
    body = value(tmp_path, "white.coins", "kind colours of colour is white, grey\n")
    assert isinstance(body, x.ReadVariable)
    assert body.variable == "coins"


def test_an_option_is_a_number_that_is_known(tmp_path: Path) -> None:
    body = value(tmp_path, "length + 1", "option length is 3 from 1 to 5\n", options={"length": "4"})
    assert body.type == NumberType(5, 5)


@pytest.mark.parametrize(("given", "found"), [("no", False), (True, True), ("yes", True)])
def test_an_option_of_yes_or_no(tmp_path: Path, given: object, found: bool) -> None:
    body = value(tmp_path, "open_game", "option open_game is yes\n", options={"open-game": given})
    assert isinstance(body, x.Const)
    assert (body.type, body.value) == (YES_NO, found)


def test_an_option_of_a_kind(tmp_path: Path) -> None:
    rules = "kind moods of mood is calm, wild\noption mood_now is wild\n"
    assert value(tmp_path, "mood_now is calm", rules, options={"mood_now": "calm"}).type == YES_NO
    assert codes(tmp_path, rules + "value tried is mood_now\n", options={"mood_now": "glad"}) == ["RW234"]


@pytest.mark.parametrize("given", ["9", "-1", 9, True, "many", None, 2.5, ["3"]])
def test_an_option_out_of_its_range(tmp_path: Path, given: object) -> None:
    rules = "option length is 3 from 1 to 5\nvalue tried is length\n"
    assert codes(tmp_path, rules, options={"length": given}) == ["RW234"]


def test_an_option_that_there_is_not(tmp_path: Path) -> None:
    assert codes(tmp_path, options={"lenght": 3}) == ["RW233"]


def test_an_area_is_a_set_of_its_spaces(tmp_path: Path) -> None:
    body = value(tmp_path, "board")
    assert isinstance(body, x.Const)
    assert body.type == CollectionType("set", MemberType("space", "board"), 9)
    assert body.value == tuple(range(9))


def test_names_bound_in_a_block_end_with_it(tmp_path: Path) -> None:
    rules = """rule test:
  after take
  for each p in players:
    let half be p.coins per 2
    lose half coins for p
  for each p in players:
    let half be 1
    gain half coins for p
"""
    assert codes(tmp_path, rules) == []


def test_a_list_becomes_a_set_where_one_is_expected(tmp_path: Path) -> None:
    rules = "keep liked as set of player\nrule test:\n  after take\n  set liked to [black, white, black]\n"
    statement = model(tmp_path, rules).rules[0].routine.block[0]
    assert isinstance(statement.value, x.Const)
    assert statement.value.value == (0, 1)


def test_the_best_may_be_nothing_and_so_may_a_field_of_it(tmp_path: Path) -> None:
    rules = "keep home for each player as space of board\n"
    assert isinstance(value(tmp_path, "(best p in players by p.coins highest).home", rules).type, MaybeType)


def test_the_range_of_a_count_is_known(tmp_path: Path) -> None:
    assert value(tmp_path, "count s in board").type == NumberType(0, 9)


def test_lines_are_a_domain_of_their_own(tmp_path: Path) -> None:
    found = model(tmp_path, "value tried is lines(board, 3)\n")
    assert len(found.domains["line:board:3"].members) == 8
    assert {"a1-b1-c1", "a1-b2-c3"} < set(found.domains["line:board:3"].members)


def test_what_a_value_speaks_of_is_whose_turn_it_is_used_in(tmp_path: Path) -> None:
    rules = "value mine is me.coins\nrule test:\n  at start of turn\n  if mine > 3: lose 1 coins for mover\n"
    assert codes(tmp_path, rules) == ["RW231"]
