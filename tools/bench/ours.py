"""Our side of the comparisons: games played at random in the ways in which programs use them."""

from __future__ import annotations

from random import Random

from interpreter.game import Game, load
from interpreter.game.executors import Executor

from .clock import Play

SEED = 1

SAMPLE = 3_000
"""Decisions in the playouts that are counted beforehand."""


def callback(executor: Executor) -> Play:
    """In place: whole playouts, each decision answered by a function that is called for it."""
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


def direct(executor: Executor) -> Play:
    """In place: whole playouts that draw each decision themselves, as the loops around engines written by hand do.

    Nobody counts the decisions meanwhile: they are reckoned from the turns, by a sample of playouts that were counted.
    """
    vector = executor.start(SEED).vector
    random = Random(SEED).random
    turns = executor.layout.turns_taken
    rate = _decisions_a_turn(executor)

    def play() -> tuple[int, float]:
        return 1, executor.run_random(vector, random)[turns] * rate

    return play


def _decisions_a_turn(executor: Executor) -> float:
    vector = executor.start(SEED).vector
    random = Random(SEED).random
    made = turns = 0

    def pick(options: int) -> int:
        nonlocal made
        made += 1
        return int(random() * options)

    while made < SAMPLE:
        turns += executor.run_out(vector, pick)[executor.layout.turns_taken]
    return made / turns


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
    executor = game.executor
    return {"direct": direct(executor), "callback": callback(executor), "host": host(executor), "api": api(game)}


__all__ = ["SEED", "Game", "api", "callback", "direct", "host", "load", "ways"]
