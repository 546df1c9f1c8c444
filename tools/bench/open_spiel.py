"""OpenSpiel's games, which are C++, stepped from Python: `pip install "rulewright[bench]"`."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from .clock import Play

ABSENT = "OpenSpiel is not installed: pip install open_spiel"


def available() -> bool:
    """Whether the package is there."""
    try:
        import_module("pyspiel")
    except ImportError:
        return False
    return True


def contender(name: str) -> Play:
    """Random playouts of a game by its name there: its options are listed and one applied, from Python."""
    game: Any = import_module("pyspiel").load_game(name)
    random = Random(1).random

    def play() -> tuple[int, int]:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            made += 1
        return 1, made

    return play
