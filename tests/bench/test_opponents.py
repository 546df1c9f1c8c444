"""The engines that ours is measured against play the right games."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.oracles.morris import POINTS, Morris
from tests.oracles.seto import Seto
from tools.bench import hand, hand_morris, hand_seto, hand_seto_lists

COLUMNS = "zabcde"


def name_of(point: hand_seto.Point) -> str:
    return f"{COLUMNS[point[0]]}{point[1]}"


def written(verb: str, here: str, there: str) -> str:
    match verb:
        case "pass":
            return verb
        case "claim":
            return f"claim {here}"
        case "put":
            return f"put {there}"
        case "switch":
            return f"switch {here}~{there}"
    return f"{verb} {here}>{there}"


def plain_text(game: hand_seto.Seto, move: hand_seto.Move) -> str:
    verb, piece, target = move
    there = target.point if isinstance(target, hand_seto.Piece) else target
    return written(verb, name_of(piece.point) if piece else "", name_of(there) if there else "")


def lists_text(game: hand_seto_lists.Seto, move: hand_seto_lists.Move) -> str:
    verb, piece, target = move
    there = game.where[target] if verb == "switch" else target
    here = game.where[piece]
    return written(verb, name_of((here % 6, here // 6)), name_of((there % 6, there // 6)))


def morris_text(game: hand_morris.Morris, move: hand_morris.Move) -> str:
    start, dest = move
    if start == hand_morris.TAKE:
        return f"take {POINTS[dest]}"
    if start == hand_morris.PLACE:
        return f"place {POINTS[dest]}"
    verb = "slide" if dest in hand_morris.NEAR[start] else "fly"
    return f"{verb} {POINTS[start]}>{POINTS[dest]}"


def points_after(game: Any, number: int) -> int:
    after = copy.deepcopy(game)
    after.play(after.legal()[number])
    return sum(after.score)


@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize(("engine", "text"), [(hand_seto.Seto, plain_text), (hand_seto_lists.Seto, lists_text)])
@pytest.mark.parametrize("seed", range(3))
def test_seto_offers_what_the_oracle_offers(
    engine: Callable[[], Any], text: Callable[[Any, Any], str], seed: int, eager: bool
) -> None:
    dice, game, oracle = random.Random(seed), engine(), Seto()
    while not game.over:
        moves = game.legal()
        texts = [text(game, move) for move in moves]
        assert sorted(texts) == sorted(oracle.options())
        number = dice.randrange(len(moves))
        if eager and dice.random() < 0.8:
            number = max(range(len(moves)), key=lambda number: points_after(game, number))
        game.play(moves[number])
        oracle.apply(texts[number])
        assert game.over == oracle.over
        assert game.score == list(oracle.score.values())
    assert oracle.winner == (None if game.winner is None else ("white", "red")[game.winner])


@pytest.mark.parametrize("seed", range(10))
def test_morris_offers_what_the_oracle_offers(seed: int) -> None:
    dice, game, oracle = random.Random(seed), hand_morris.Morris(), Morris()
    while not game.over:
        moves = game.legal()
        texts = [morris_text(game, move) for move in moves]
        assert sorted(texts) == sorted(oracle.options())
        number = dice.randrange(len(moves))
        game.play(moves[number])
        oracle.apply(texts[number])
        assert game.over == oracle.over
    assert oracle.winner == (None, "white", "black")[game.winner]


@pytest.mark.parametrize("name", hand.LIST)
def test_the_list_engines_end_their_games(name: str) -> None:
    dice = random.Random(1)
    game = hand.LIST[name]()
    for _ in range(200):
        if game.over:
            return
        game.play(dice.choice(game.legal()))
    raise AssertionError("the game has not ended")
