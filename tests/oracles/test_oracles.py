"""The oracles themselves: their counts, and games played to the end."""

from __future__ import annotations

import random

import pytest

from tests.oracles.counting import Oracle, perft
from tests.oracles.morris import MILLS, Morris
from tests.oracles.published import DECISIONS
from tests.oracles.seto import Options, Seto


@pytest.mark.parametrize(("depth", "count"), list(enumerate(DECISIONS["seto"][:4], start=1)))
def test_seto_has_the_counts_of_its_rulings(depth: int, count: int) -> None:
    assert perft(Seto(), depth) == count


def test_a_strict_first_turn_gives_the_counts_of_the_rulings() -> None:
    assert [perft(Seto(Options(strict_first_turn=True)), depth) for depth in (1, 2, 3, 4)] == [32, 960, 3_864, 17_818]


def test_morris_places_men_freely_at_first() -> None:
    assert len(MILLS) == 16
    assert [perft(Morris(), depth) for depth in (1, 2, 3)] == [24, 24 * 23, 24 * 23 * 22]


SETO_RULES = [
    Options(),
    Options(corners=False, pattern_return="spanning"),
    Options(open_board=True, target_score=2),
    Options(five=True, target_score=9),
]


@pytest.mark.parametrize("rules", SETO_RULES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_of_seto_keep_all_pieces(rules: Options, seed: int) -> None:
    game = Seto(rules)
    play(game, random.Random(seed), 600)
    assert len(set(game.where.values())) == 16
    assert all(game.is_inside(point) or game.is_outside(point) for point in game.where.values())


def test_random_games_of_morris_end() -> None:
    for seed in range(5):
        game = Morris()
        play(game, random.Random(seed), 5_000)
        assert game.over


def play(game: Oracle, dice: random.Random, decisions: int) -> None:
    """Plays at random, at most so many decisions."""
    for _ in range(decisions):
        options = game.options()
        if not options:
            return
        game.apply(dice.choice(options))
