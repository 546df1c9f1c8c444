"""What states are worth to the seats."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.bots.judging import Judge


@pytest.mark.parametrize(
    ("name", "gathers"), [("jam", True), ("seto", True), ("othello", False), ("hex", False), ("morris", False)]
)
def test_only_what_is_counted_is_gathered(name: str, gathers: bool) -> None:
    assert Judge(load(name)).gathers == gathers


def test_winners_share_and_a_draw_is_everybodys() -> None:
    game = load("jam", players=4)
    judge = Judge(game)
    v = list(game.new().vector)
    rewards = {}
    for mask in (0b0000, 0b0100, 0b1001):
        v[game.layout.winner] = mask
        rewards[mask] = judge.rewards(v)
    assert rewards == {0b0000: (0.25,) * 4, 0b0100: (0, 0, 1, 0), 0b1001: (0.5, 0, 0, 0.5)}


def test_who_is_ahead_has_better_prospects() -> None:
    game = load("jam", players=3)
    judge, score = Judge(game), game.layout.variables["score"]
    v = list(game.new().vector)
    assert judge.prospects(v) == pytest.approx((1 / 3,) * 3)
    found = []
    for points in (4, 12):
        score.put(v, (1,), points)
        found.append(judge.prospects(v))
    assert all(max(prospects) == prospects[1] and sum(prospects) <= 1 for prospects in found)
    assert found[1][1] > found[0][1] > 1 / 3
