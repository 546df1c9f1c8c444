"""Our side of the comparisons: games played at random in the ways in which programs use them."""

from __future__ import annotations

from random import Random

from interpreter.game import Game, load
from interpreter.game.executors import Executor

from .clock import Play

SEED = 1


def direct(executor: Executor) -> Play:
    """In place: whole playouts, each decision answered by a callback."""
    vector = executor.start(SEED).vector
    random = Random(SEED).random
    made = 0

    def pick(options: int) -> int:
        nonlocal made
        made += 1
        return int(random() * options)

    def play() -> tuple[int, int]:
        nonlocal made
        made = 0
        executor.run_out(vector, pick)
        return 1, made

    return play


def host(executor: Executor) -> Play:
    """From position to position, none of which changes, as a search goes."""
    start = executor.start(SEED)
    random = Random(SEED).random

    def play() -> tuple[int, int]:
        position, made = start, 0
        while not position.over:
            position = executor.after(position, int(random() * position.count))
            made += 1
        return 1, made

    return play


def api(game: Game) -> Play:
    """Through the public states, whose decisions are written out in words."""
    start = game.new(SEED)
    random = Random(SEED).random

    def play() -> tuple[int, int]:
        state, made = start, 0
        while (decision := state.decision) is not None:
            state = state.after(decision.options[int(random() * len(decision.options))])
            made += 1
        return 1, made

    return play


def ways(game: Game) -> dict[str, Play]:
    """All of them, by name."""
    return {"direct": direct(game.executor), "host": host(game.executor), "api": api(game)}


__all__ = ["SEED", "Game", "api", "direct", "host", "load", "ways"]
