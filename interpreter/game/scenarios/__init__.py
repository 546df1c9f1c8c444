"""Scenarios: the tests that authors write, checked and run."""

from interpreter.game.scenarios.run import Result, Scenarios, check_scenario

__all__ = ["Result", "Scenarios", "check_scenario"]
