"""Games for tests, and random play through them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from interpreter.game import Game, State, load

WORKSHOP = Path(__file__).parent / "workshop"
SHIPPED = (*("tic_tac_toe", "connect_four", "breakthrough", "othello", "hex", "morris", "draughts", "jam", "seto"),)
"""The shipped games that these tests play at random."""


@cache
def game(target: str) -> Game:
    """A game, loaded once for all tests; `workshop` is the one that keeps something of every kind."""
    return load(WORKSHOP if target == "workshop" else target)


def wander(start: State, seed: int, most: int) -> Iterator[State]:
    """The states of a random game from a state on, the first among them."""
    chance, state = random.Random(seed), start
    yield state
    for _ in range(most):
        if state.decision is None:
            return
        state = state.after(chance.choice(state.decision.options))
        yield state


# An executor raises Python's limit of nested calls when it is made; a property test would tell that as a fault.
game("tic_tac_toe")
