"""Pieces that stand alone: what is vacant when something is chosen need not be so any more when a piece comes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.check import check_game
from tools.differential.lockstep import Pair
from tools.differential.passes import every_choice

CARTS = """game carts "Carts" version 1 players white, black
grid board 3 by 3
piece carts of cart has owner: player, space: space
piece loads of load for each player up to 3 has space: maybe space
setup from "setup.yaml"
counter turns for the game from 0 up to 40
value free(s: space) is none l in loads where l.space is s
value laid is those l in loads where l.space is not nowhere
action lay as "lay {s}":
  choose s from board where free(s)
  let fresh be first l in loads where l.owner is me and l.space is nowhere
  require fresh is not nothing
  move fresh to s
action clear as "clear {l}{l.owner}":
  choose l from laid where l.owner is me
  remove l
rule counting:
  after lay, clear, carry
  gain 1 turns
phase play:
  turns alternate from white
  must one of lay, clear, carry
  stuck error
finish when turns is 40:
  winner nobody
"""
SETUP = """piece: cart
area: board
legend: {w: {owner: white}, b: {owner: black}}
art: ["w . .", ". . .", ". . b"]
"""
CARRIES = {
    "another piece moves before": """action carry as "carry {c}{s}":
  choose c from carts where c.owner is me and free(c.space)
  choose s from neighbours(c.space)
  let load be first l in laid where l.owner is opponent
  require load is not nothing
  move c to s
  move load to c.space
""",
    "other pieces are exchanged before": """action carry as "carry {c}{d}":
  choose c from carts where c.owner is me and free(c.space)
  choose d from carts where d is not c
  let load be first l in laid where l.owner is opponent
  require load is not nothing
  swap c with d
  move load to c.space
""",
    "a piece is removed before": """value goal is b2 if free(a1) otherwise c3
action carry as "carry {l}{l.owner}":
  choose l from laid where l.space is not a1 and (none m in loads where m.space is goal)
  remove first m in loads where m.space is a1
  move l to goal
""",
}


@pytest.mark.parametrize("case", CARRIES)
def test_a_space_that_was_vacant_may_be_another_one_later(case: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(CARTS + CARRIES[case], encoding="utf-8")
    (tmp_path / "setup.yaml").write_text(SETUP, encoding="utf-8")
    pair = Pair(check_game(tmp_path), str(tmp_path), every_choice()[0])
    for seed in range(12):
        _, difference = pair.play(seed, Random(seed), 40, 0.1)
        assert difference is None, difference.text()
