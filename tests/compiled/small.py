"""Small games whose generated programs are looked at."""

from __future__ import annotations

from pathlib import Path

from interpreter.check import check_game
from interpreter.compiled.code.made import PASSES
from interpreter.compiled.engine import CompiledEngine

HEAD = """game tiny "Tiny" version 1 players white, black
grid board 4 by 4
keep mark for each space of board as maybe player
"""
FLOW = """
phase play:
  turns alternate from white
  must put
  stuck error
finish when all s in board where s.mark is not nobody:
  winner nobody
"""
PUT = """
action put as "{s}":
  choose s from board where s.mark is nobody
  set s.mark to me
"""


def compiled(folder: Path, rules: str, passes: frozenset[str] = PASSES, head: str = HEAD) -> CompiledEngine:
    """The compiled executor of a game whose rules are given."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.rules").write_text(head + rules, encoding="utf-8")
    return CompiledEngine(check_game(folder).model, passes)


def function(engine: CompiledEngine, name: str) -> str:
    """The generated text of one function."""
    whole = engine.generated.source.split("\n\n")
    return next(text for text in whole if text.startswith(f"def {name}("))
