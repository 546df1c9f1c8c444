"""Games as programs use them: loading, states and decisions, saves and journals, explanations, scenarios, boards."""

from interpreter.game.decisions import Decision, Option
from interpreter.game.explain import Explanation
from interpreter.game.game import Game, load
from interpreter.game.journals import Journal
from interpreter.game.state import State

__all__ = ["Decision", "Explanation", "Game", "Journal", "Option", "State", "load"]
