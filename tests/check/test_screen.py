"""`screen.yaml`: what may stand in it, and that it is no part of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check import check_folder, check_game
from interpreter.model.screen import ScreenBlock

RULES = """\
game shop "Shop" version 1 players white, red
option late is no "Does the shop close late?"
option most is 2 from 1 to 4 "How much may lie there?"
kind goods of ware is apple, pear, plum
data shelves of shelf from "shelves.yaml" with boards of board
counter coins for each player from 0 up to 20
counter stock for each shelf, player from 0 up to 9
keep lying for each board as maybe player
keep ranked for each 1 to 3 as maybe shelf
keep wares for each player as set of ware
action buy "Buy a ware" as "{w}":
  choose w from goods where w not in me.wares
  add w to me.wares
  gain 1 coins
phase play:
  turns alternate from white
  must buy
  stuck: winner nobody
"""
SHELVES = "shelves:\n- {id: near, price: 2, boards: [{id: upper}, {id: lower}]}\n- {id: far, price: 1, boards: []}\n"


def game(folder: Path, screen: str) -> Path:
    for name, text in {"game.rules": RULES, "shelves.yaml": SHELVES, "screen.yaml": screen}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_table_tells_fields_and_what_is_kept_for_its_rows(tmp_path: Path) -> None:
    text = """\
blocks:
- {title: Shelves, rows: shelf, show: [price, stock, lying, ranked], order_down: price}
- {title: Players, rows: player, show: [coins, wares], order: coins}
words: {wares: has}
hide: [ranked]
"""
    screen = check_game(game(tmp_path, text)).model.screen
    assert screen is not None
    assert screen.blocks == (
        ScreenBlock("Shelves", "shelf", ("price", "stock", "lying", "ranked"), "price", highest=True),
        ScreenBlock("Players", "player", ("coins", "wares"), "coins"),
    )
    assert (dict(screen.words), screen.hidden) == ({"wares": "has"}, {"ranked"})


@pytest.mark.parametrize(
    ("options", "hidden"),
    [({}, {"ranked"}), ({"late": "yes"}, {"ranked", "stock"}), ({"most": "3"}, {"ranked", "lying", "coins"})],
)
def test_an_option_hides_what_means_nothing_under_it(options: dict[str, str], hidden: set[str], tmp_path: Path) -> None:
    text = "hide: [ranked]\nhide_under: {late=yes: [stock], most=3: [lying, coins]}"
    screen = check_game(game(tmp_path, text), options=options).model.screen
    assert screen is not None
    assert screen.hidden == hidden


def test_a_screen_is_no_part_of_the_rules(tmp_path: Path) -> None:
    with_screen = check_game(game(tmp_path, "hide: [ranked]")).model
    (tmp_path / "screen.yaml").unlink()
    without = check_game(tmp_path).model
    assert without.screen is None
    assert with_screen.hash == without.hash


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("blocks:\n- {title: A, rows: player, show: [coin]}", "RW350", 2),
        ("blocks:\n- {title: A, rows: ware, show: [stock]}", "RW350", 2),
        ("blocks:\n- {title: A, rows: shelves, show: [stock]}", "RW350", 2),
        ("blocks:\n- {title: A, rows: shelf, show: [stock], order: price}", "RW350", 2),
        ("words:\n  coin: Money", "RW350", 2),
        ("hide: [stok]", "RW350", 1),
        ("sum_up: {stock: price}", "RW350", 1),
        ("hid: [stock]", "RW320", 1),
        ("hide: [ranked, stock, ranked]", "RW327", 1),
        ("hide_under: {late=yes: [stok]}", "RW350", 1),
        ("hide_under: {lat=yes: [stock]}", "RW350", 1),
        ("hide_under: {late=maybe: [stock]}", "RW350", 1),
        ("hide_under: {most=5: [stock]}", "RW350", 1),
        ("hide_under: {late: [stock]}", "RW326", 1),
        ("hide: {stock: yes}", "RW322", 1),
    ],
)
def test_what_the_game_does_not_have_is_told_at_its_place(text: str, code: str, line: int, tmp_path: Path) -> None:
    findings = [finding for finding in check_folder(game(tmp_path, text)) if finding.severity == "error"]
    assert [(finding.code, finding.span.line) for finding in findings if finding.span] == [(code, line)]


def test_near_names_are_proposed(tmp_path: Path) -> None:
    line = "- {title: A, rows: player, show: [coin]}"
    found = check_folder(game(tmp_path, f"blocks:\n{line}"))
    finding = next(finding for finding in found if finding.code == "RW350")
    assert finding.hint == "did you mean `coins`?"
    assert finding.span is not None
    assert finding.span.column == line.index("coin") + 1


def test_where_nothing_can_stand_the_hint_lists_nothing(tmp_path: Path) -> None:
    (found,) = [f for f in check_folder(game(tmp_path, "sum_up: {heap: price}")) if f.code == "RW350"]
    assert found.hint == "the game has nothing that could stand here"


def test_a_folder_in_its_place_is_told(tmp_path: Path) -> None:
    game(tmp_path, "hide: [ranked]")
    (tmp_path / "screen.yaml").unlink()
    (tmp_path / "screen.yaml").mkdir()
    assert [finding.code for finding in check_folder(tmp_path) if finding.severity == "error"] == ["RW302"]
