"""Games on both executors against engines that were written from the printed rules: options, scores, positions."""

from __future__ import annotations

import pytest

from tools.differential.lockstep import Pair
from tools.differential.oracles import MATCHES, play_match
from tools.differential.passes import every_choice


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_random_and_greedy_games_are_those_of_the_oracle(match):
    pair = Pair(match.check(), match.game, every_choice()[0])
    for seed, greedy, decisions in ((1, False, 150), (2, True, 60), (3, False, 60)):
        played, difference = play_match(pair, match, seed, greedy, decisions)
        assert difference is None, difference.text()
        assert played > 10
