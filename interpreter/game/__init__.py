"""Games as programs use them: loading, states and decisions, saves and journals, explanations, scenarios, boards."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game.decisions import Decision, Option
    from interpreter.game.explain import Explanation
    from interpreter.game.game import Game, load
    from interpreter.game.journals import Journal
    from interpreter.game.state import State

__all__ = ["HOMES", "Decision", "Explanation", "Game", "Journal", "Option", "State", "load"]

HOMES = {
    "Decision": "decisions",
    "Explanation": "explain",
    "Game": "game",
    "Journal": "journals",
    "Option": "decisions",
    "State": "state",
    "load": "game",
}
"""The module that each name comes from; it is brought in when the name is first asked for."""


def __getattr__(name: str) -> object:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
