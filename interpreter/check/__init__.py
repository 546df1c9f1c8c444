"""Checks the files of a game: from a folder to a model, with everything that is wrong told at once."""

from interpreter.check.game import CheckedGame, check_folder, check_game

__all__ = ["CheckedGame", "check_folder", "check_game"]
