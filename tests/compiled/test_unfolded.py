"""Two loops as one through pairs: only where all members that the outer one can meet are known."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.check import check_game
from tools.differential.lockstep import Pair
from tools.differential.passes import every_choice

RULES = """game twins "Twins" version 1 players white, black
grid board 4 by 4
kind shapes of shape is disc, cube, cone, ring
piece stones of stone has owner: player, shape, space: maybe space
setup from "setup.yaml"
counter turns for the game from 0 up to 20
keep wanted as shape from disc
value mine is those t in stones where t.owner is me and t.space is not nowhere
value aside is those t in mine where t.space.column > 1
action exchange as "{t}~{u}":
  choose t from aside where t.shape is wanted
  choose u from aside where u is not t and u.shape is t.shape and u.owner is t.owner
  swap t with u
action lift as "lift {t}":
  choose t from mine
  remove t
rule counting:
  after exchange, lift
  gain 1 turns
  set wanted to [disc, cube, cone, ring][turns mod 4 + 1]
phase play:
  turns alternate from white
  must exchange
  otherwise must lift
  stuck error
finish when turns is 20:
  winner nobody
"""
LEGEND = """piece: stone
area: board
legend:
  a: {owner: white, shape: disc}
  b: {owner: white, shape: cube}
  c: {owner: white, shape: cone}
  d: {owner: white, shape: ring}
  A: {owner: black, shape: disc}
  B: {owner: black, shape: cube}
  C: {owner: black, shape: cone}
  D: {owner: black, shape: ring}
"""
SETUPS = {
    "more pieces than pairs": 'art: ["A a A a", "B b B b", "C c C c", "d D d D"]\n',
    "fewer pieces than pairs": 'art: ["A a . a", ". . . A", ". . C .", ". d . d"]\n',
}


@pytest.mark.parametrize("case", SETUPS)
def test_an_outer_loop_through_what_the_state_tells_stays(case: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "setup.yaml").write_text(LEGEND + SETUPS[case], encoding="utf-8")
    pair = Pair(check_game(tmp_path), str(tmp_path), every_choice()[0])
    for seed in range(4):
        _, difference = pair.play(seed, Random(seed), 20, 0.3)
        assert difference is None, difference.text()
