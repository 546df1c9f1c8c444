"""Writes a whole rule set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ..bell import with_bell
from .boards import Ground
from .flow import Flow
from .idioms import Idioms
from .routines import Routines
from .state import Kept
from .things import Things
from .world import RICHNESS, SIZES, NoWay, World

PLAIN = 0.5
"""The share of plain board games."""

WITH_BELL = 0.7
"""The share of rule sets that a bell can end anywhere."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The files of a game, by their paths in its folder."""

    files: Mapping[str, str]

    @property
    def rules(self) -> str:
        """The entry file."""
        return self.files["game.rules"]

    def write(self, folder: Path) -> None:
        """Writes the files into a folder."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def text(self) -> str:
        """All files, one after the other, for people."""
        return "\n".join(f"--- {name}\n{text.rstrip()}" for name, text in self.files.items())


def rule_set(seed: int) -> RuleSet:
    """The rule set of a seed. Most of them pass the checker."""
    dice = Random(seed)
    while True:
        try:
            return _rule_set(dice)
        except NoWay:
            continue


def _rule_set(dice: Random) -> RuleSet:
    world = World(dice, richness=dice.choice(RICHNESS), size=dice.choice(SIZES), plain=dice.random() < PLAIN)
    ground = Ground(world)
    ground.declare()
    Things(world, ground).declare()
    kept = Kept(world, ground)
    kept.declare()
    routines = Routines(world, ground, kept.cards)
    Idioms(routines).declare()
    routines.declare()
    Flow(routines).declare()
    rules = "\n".join(ground.rules) + "\n"
    if dice.random() < WITH_BELL:
        rules = with_bell(rules)
    return RuleSet({"game.rules": rules, **ground.files})
