"""Rulewright: a declarative rules interpreter for board and card games.

    game = interpreter.load("folder/of/a/game")
    state = game.new(seed=7)
    while state.decision is not None:
        state = state.apply(state.decision.options[0])

States are values: `apply` gives another one. Whatever is wrong with something that was given (rules, options, an
action, a save, a journal) is raised as `Rejected`, which holds a `Diagnostic` for each fault.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.diagnostics import Diagnostic, Rejected
    from interpreter.game import Decision, Explanation, Game, Journal, Option, State, load

__all__ = ["Decision", "Diagnostic", "Explanation", "Game", "Journal", "Option", "Rejected", "State", "load"]


def __getattr__(name: str) -> object:
    """The public names, each brought in when it is first asked for: a command that plays nothing starts at once."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = "interpreter.diagnostics" if name in ("Diagnostic", "Rejected") else "interpreter.game"
    return getattr(import_module(home), name)
