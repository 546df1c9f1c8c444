"""Small games for tests of the checker."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from interpreter.check import CheckedGame, check_game
from interpreter.diagnostics import Rejected
from interpreter.model.program import Model

HEAD = """game tiny "Tiny" version 1 players white, black
grid board 3 by 3
counter coins for each player from 0 up to 9
"""
FLOW = """action take as "take":
  gain 1 coins
phase play:
  turns alternate from white
  must take
  stuck error
finish when any p in players where p.coins is 9:
  winner mover
"""


def write(folder: Path, rules: str, files: Mapping[str, str] | None = None) -> Path:
    """Writes a game: HEAD, the rules, FLOW, and other files by name."""
    (folder / "game.rules").write_text(HEAD + rules + FLOW, encoding="utf-8")
    for name, text in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def checked(folder: Path, rules: str = "", files: Mapping[str, str] | None = None, **choices: object) -> CheckedGame:
    """The checked game that the rules make; warnings are allowed."""
    variant, options, players = choices.get("variant"), choices.get("options"), choices.get("players")
    return check_game(write(folder, rules, files), variant, options, players)


def model(folder: Path, rules: str = "", files: Mapping[str, str] | None = None, **choices: object) -> Model:
    """The model of the game that the rules make."""
    return checked(folder, rules, files, **choices).model


def codes(folder: Path, rules: str = "", files: Mapping[str, str] | None = None, **choices: object) -> list[str]:
    """The codes of everything that is found about the game that the rules make."""
    try:
        return [finding.code for finding in checked(folder, rules, files, **choices).findings]
    except Rejected as rejected:
        return [finding.code for finding in rejected.diagnostics]
