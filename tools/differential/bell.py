"""A bell that ends a game after so many actions, so that playing in place can be stopped and looked at anywhere.

It is added to the rules of a game, and set in its states.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree

from interpreter.layout import Layout

CLOCK, LIMIT = "bell_clock", "bell_limit"
MOST = 9999
ACTION = re.compile(r"^(?:main |free )?action ([a-z0-9_]+)", re.MULTILINE)

RULES = f"""
counter {CLOCK} for the game from 0 up to {MOST}
keep {LIMIT} as number 0 to {MOST} from {MOST}
rule bell_ticks:
  after ACTIONS
  gain 1 {CLOCK}
finish when {CLOCK} >= {LIMIT}:
  winner nobody
"""


def with_bell(rules: str, more: str = "") -> str:
    """Rules with a bell that hears all actions of theirs, and of the texts that they include."""
    return rules + RULES.replace("ACTIONS", ", ".join(ACTION.findall(rules + "\n" + more)))


def add_bell(folder: Path, target: Path) -> None:
    """Copies a game to another folder and adds a bell there."""
    copytree(folder, target, dirs_exist_ok=True)
    others = [file for file in sorted(target.rglob("*.rules")) if "variants" not in file.parts]
    entry = target / "game.rules"
    more = "\n".join(file.read_text(encoding="utf-8") for file in others if file != entry)
    entry.write_text(with_bell(entry.read_text(encoding="utf-8"), more), encoding="utf-8")


def has_bell(layout: Layout) -> bool:
    """Whether a game has a bell."""
    return LIMIT in layout.variables


def with_bell_set(layout: Layout, vector: Sequence[int], actions: int) -> tuple[int, ...]:
    """A state in which the game ends after so many actions."""
    v = list(vector[: layout.size])
    clock = layout.variables[CLOCK].get(v)
    layout.variables[LIMIT].put(v, (), clock + actions)
    return tuple(v)
