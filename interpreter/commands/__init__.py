"""The command `rulewright`: one module for each of its commands, and what they share."""

from interpreter.commands.application import main

__all__ = ["main"]
