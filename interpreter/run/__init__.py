"""The reference executor: it says what rules mean by carrying them out."""

from interpreter.run.decisions import ONLY, SKIPPED, Choice, Chooser, Decision, Option, Position
from interpreter.run.engine import Engine
from interpreter.run.perft import perft

__all__ = ["ONLY", "SKIPPED", "Choice", "Chooser", "Decision", "Engine", "Option", "Position", "perft"]
