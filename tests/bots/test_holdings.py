"""What players have besides what counts at the end, and how a greedy bot spends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load
from interpreter.bots import make
from interpreter.bots.holdings import MEANS, OUT, TICKED, Holdings
from interpreter.bots.judging import Judge
from tests.bots.games import small

WORKSHOP = """
game workshop "Workshop" version 1 players white, red
kind tools of tool is saw, file, drill
counter score for each player from 0 up to 99
counter wood for each player from 4 up to 20
counter nails for each player from 2 up to 20
keep built for each tool as maybe player
keep marks for each tool as list of player up to 9
keep ticked for each tool, player as yes_no from no
keep owned for each player as set of tool
keep told for each player as yes_no from no

main action rest "Do nothing" as "rest":
  set me.told to yes
main action work "Turn wood into a chair and sell it" as "work":
  cost 2 wood
  choose one:
    part give "Give it away":
      score 1
    part sell "Sell it":
      pay 1 nails
      score 5
free action split "Split a nail" as "split":
  cost 1 nails
phase play:
  turns alternate from white
  must one of rest, work
  may any of split
  stuck error
finish when all p in players where p.told:
  winner best p in players by p.score highest
"""


@pytest.fixture
def workshop(tmp_path: Path) -> Game:
    return small(tmp_path, WORKSHOP)


@pytest.mark.parametrize(
    ("name", "keys", "value", "expected"),
    [
        ("wood", (0,), 7, 3 * MEANS),
        ("wood", (1,), 7, 0.0),
        ("score", (0,), 7, 0.0),
        ("built", (1,), 0, OUT),
        ("built", (1,), 1, 0.0),
        ("marks", (2,), (0, 1, 0), 2 * OUT),
        ("ticked", (1, 0), True, TICKED),
        ("owned", (0,), (0, 2), 2 * OUT),
        ("told", (0,), True, 0.0),
    ],
)
def test_means_count_little_and_what_is_brought_out_more(
    workshop: Game, name: str, keys: tuple[int, ...], value: object, expected: float
) -> None:
    v = list(workshop.new().vector)
    holdings = Holdings(workshop.layout, "score")
    before = holdings.worth(v, 0)
    workshop.layout.variables[name].put(v, keys, value)
    assert holdings.worth(v, 0) - before == pytest.approx(expected)


def test_cards_count_for_whom_they_belong_to() -> None:
    jam = load("jam", players=2)
    v = list(jam.new(3).vector)
    assert Holdings(jam.layout, "score").worth(v, 0) == pytest.approx(5 * MEANS)


def test_a_standing_is_a_lead_with_what_everybody_has(workshop: Game) -> None:
    judge, v = Judge(workshop), list(workshop.new().vector)
    assert judge.standing(v, 0) == 0
    workshop.layout.variables["score"].put(v, (0,), 4)
    workshop.layout.variables["wood"].put(v, (1,), 9)
    assert judge.standing(v, 0) == pytest.approx(4 - 5 * MEANS)
    assert judge.standing(v, 1) == pytest.approx(5 * MEANS - 4)


def test_greed_looks_to_the_end_of_the_turn(workshop: Game) -> None:
    """The action alone brings nothing; selling comes behind it, and takes the nail that could be split."""
    for seed in range(6):
        state = workshop.new(seed)
        for expected in ("work", "sell", "done"):
            assert state.decision is not None
            option = state.decision.options[make("greedy", workshop, seed).choose(state)]
            assert option.words == expected
            state = state.apply(option)
        assert state.score("white") == 5
