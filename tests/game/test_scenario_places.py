"""Cards that a scenario puts in places: what lay in a full place gives way."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.game import load
from interpreter.game.scenarios import Result, Scenarios

CARDS = """
game small "Small" version 1 players white, red
data cards of card from "cards.yaml"
places of card:
  pile stock
  row shown size 2
  set hand for each player
procedure deal():
  for each c in cards: move c to stock
  draw 2 from stock to shown
  for each p in players:
    draw 1 from stock to p.hand
action buy as "buy {c}":
  choose c from shown
  move c to me.hand
phase setting_up:
  do deal
  next play
phase play:
  turns alternate from white
  must buy
  stuck error
finish when shown.size is 0:
  winner nobody
"""
ROWS = "cards:\n" + "".join(f"- {{id: {name}}}\n" for name in ("ace", "two", "six", "ten", "king"))


def run(folder: Path, lines: str) -> Result:
    (folder / "game.rules").write_text(CARDS, encoding="utf-8")
    (folder / "cards.yaml").write_text(ROWS, encoding="utf-8")
    text = 'scenario "Test":\n' + "".join(f"  {line}\n" for line in lines.splitlines())
    (folder / "scenarios.rules").write_text(text, encoding="utf-8")
    return next(iter(Scenarios(load(folder)).run_all()))


@pytest.mark.parametrize(
    "lines",
    [
        'expect king in shown and ten in shown and six in white.hand\noffers only "buy king", "buy ten"',
        'put ace in shown\noffers only "buy ace", "buy ten"\nexpect king in stock and stock.size is 1',
        "put ace, six in shown\nexpect ten in white.hand and king in stock and stock.size is 1",
        "put ten in shown\nexpect ten in shown and king in shown",
        'put six in shown\nplay "buy ten"\nexpect six in shown and king in white.hand and shown.size is 1',
        "put six in red.hand\nput six in shown\nexpect king in red.hand and two in red.hand and white.hand.size is 0",
    ],
)
def test_cards_change_places_with_those_in_a_full_row(tmp_path: Path, lines: str) -> None:
    result = run(tmp_path, lines)
    assert result.passed, [finding.message for finding in result.findings]


def test_more_cards_than_a_row_holds(tmp_path: Path) -> None:
    result = run(tmp_path, "put ace, two, six in shown\nexpect shown.size is 2")
    assert [finding.code for finding in result.findings] == ["RW608"]
    assert "`shown` is full: it has room for 2" in result.findings[0].message
