"""A rule set tried: written, checked, played on both executors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from interpreter.check import CheckedGame, check_game
from interpreter.diagnostics import Rejected
from interpreter.run import Engine

from .lockstep import Course, Difference, Pair
from .rulesets.write import RuleSet
from .telling import CRASHES, Parted, codes, crash


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried of a rule set: seeds of games, decisions a game, the share of states looked at thoroughly."""

    games: int = 2
    decisions: int = 60
    thorough: float = 0.15


@dataclass(slots=True)
class Outcome:
    """What came of it: refused with these codes, or played with these courses, or a difference."""

    refused: str = ""
    checked: CheckedGame | None = None
    courses: list[Course] = field(default_factory=list)
    difference: Difference | None = None


def try_rules(rules: RuleSet, passes: Iterable[frozenset[str]], effort: Effort, seed: int = 1) -> Outcome:
    """Checks a rule set and plays it under each choice of passes. Crashes of the checker count as differences."""
    with TemporaryDirectory() as folder:
        rules.write(Path(folder))
        outcome = Outcome()
        try:
            outcome.checked = check_game(folder)
            Engine(outcome.checked.model)
        except Rejected as rejected:
            outcome.refused = codes(rejected)
        except CRASHES as error:
            outcome.difference = _unplayed(crash("checking", error), frozenset())
        if outcome.checked is not None and not outcome.refused and outcome.difference is None:
            _play(outcome, outcome.checked, folder, passes, effort, seed)
        return outcome


def _play(
    outcome: Outcome, checked: CheckedGame, folder: str, passes: Iterable[frozenset[str]], effort: Effort, seed: int
) -> None:
    for number, chosen in enumerate(passes):
        try:
            pair = Pair(checked, folder, chosen)
        except Parted as parted:
            outcome.difference = _unplayed(parted, chosen)
            return
        for game in range(effort.games):
            dice = Random(f"{seed} {game} {number if game else 0}")
            course, outcome.difference = pair.play(seed + game, dice, effort.decisions, effort.thorough)
            outcome.courses.append(course)
            if outcome.difference is not None:
                return


def _unplayed(parted: Parted, passes: frozenset[str]) -> Difference:
    return Difference(parted.what, parted.reference, parted.compiled, passes, 0, ())
