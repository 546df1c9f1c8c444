"""Looks for differences: shipped games, random rule sets and games with oracles, one after the other."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from interpreter.diagnostics import Rejected

from .bell import add_bell
from .coverage import constructs
from .games import Case, cases_of
from .lockstep import Course, Difference, Pair
from .oracles import MATCHES, play_match
from .reduce import Reducer
from .rulesets.write import RuleSet, rule_set
from .telling import Parted
from .trial import Effort, try_rules

LONGEST = 100_000
"""More decisions than any game has."""

SELDOM = 0.01
"""The share of states of a whole game that are looked at thoroughly."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of passes to compare, the first seed, decisions a game, and seconds to shrink a rule set."""

    passes: Sequence[frozenset[str]]
    seed: int
    decisions: int
    shrink: float


class Hunt:
    """Compares one thing at a time, and keeps what was found, as text for people."""

    def __init__(self, settings: Settings, folders: Sequence[Path]) -> None:
        self.settings = settings
        self.folders = folders
        self.differences: list[str] = []
        self.counts: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.met: Counter[str] = Counter()
        self._cases: dict[Path, list[Case]] = {}
        self._matches = 0
        self._games = 0
        self._next_rules = settings.seed

    # ---- shipped games

    def shipped_game(self) -> None:
        """One game of the next case, under one choice of passes."""
        folder = self.folders[self._games % len(self.folders)]
        seed = self.settings.seed + self._games
        passes = self.settings.passes[self._games // len(self.folders) % len(self.settings.passes)]
        self._games += 1
        if not self._cases.get(folder):
            self._cases[folder] = list(cases_of(folder))
            Random(seed).shuffle(self._cases[folder])
        case = self._cases[folder].pop()
        if self._games % 2:
            self._play_case(case, seed, passes)
            return
        with TemporaryDirectory() as copied:
            add_bell(folder, Path(copied))
            self._play_case(replace(case, folder=Path(copied), called=f"{folder.name} with a bell"), seed, passes)

    def _play_case(self, case: Case, seed: int, passes: frozenset[str]) -> None:
        try:
            pair = Pair(case.check(), str(case.folder), passes)
        except Rejected:
            self.counts["options of shipped rules that do not go together"] += 1
            return
        except Parted as parted:
            self._found(case.name, _of(parted, passes))
            return
        course, difference = pair.play(seed, Random(seed), self.settings.decisions, 0.1)
        self.counts["games of shipped rules"] += 1
        self._count(course)
        if difference is not None:
            self._found(case.name, difference)

    def whole_games(self, folder: Path, count: int) -> None:
        """So many games under each number of people, each to its end, until one differs."""
        passes = self.settings.passes[0]
        cases = [case for case in cases_of(folder) if case.variant is None and not case.options]
        for case in [case for case in cases if case.players is not None] or cases[:1]:
            pair = Pair(case.check(), str(case.folder), passes)
            for seed in range(self.settings.seed, self.settings.seed + count):
                course, difference = pair.play(seed, Random(seed), LONGEST, SELDOM)
                self.counts[f"games of {case.name}"] += 1
                self._count(course)
                if difference is not None:
                    self._found(case.name, difference)
                    return

    # ---- random rule sets

    def random_rules(self) -> None:
        """The next rule set, under all choices of passes."""
        seed = self._next_rules
        self._next_rules += 1
        rules = rule_set(seed)
        effort = Effort(2, self.settings.decisions, 0.1)
        outcome = try_rules(rules, self.settings.passes, effort, seed)
        self.counts["rule sets"] += 1
        if outcome.refused:
            self.counts["rule sets refused by the checker"] += 1
            self.refused[outcome.refused] += 1
        if outcome.checked is not None:
            self.met.update(set(constructs(outcome.checked.model)))
        for course in outcome.courses:
            self.counts["games of random rules"] += 1
            self._count(course)
        if outcome.difference is not None:
            smaller, difference = self.shrunk(rules, outcome.difference, effort, seed)
            self._found(f"rule set {seed}, made smaller:\n{smaller.text()}", difference)

    def shrunk(self, rules: RuleSet, difference: Difference, effort: Effort, seed: int) -> tuple[RuleSet, Difference]:
        """A small rule set that shows the same kind of difference, with as few passes as it takes."""
        wanted = alike(difference)
        effort = replace(effort, decisions=len(difference.played) + 3)

        def shown(rules: RuleSet, passes: frozenset[str]) -> Difference | None:
            found = try_rules(rules, [passes], effort, seed).difference
            return found if found is not None and alike(found) == wanted else None

        def fails(smaller: RuleSet) -> bool:
            return shown(smaller, difference.passes) is not None

        smaller = Reducer(fails, time.monotonic() + self.settings.shrink).reduced(rules)
        passes = difference.passes
        for name in sorted(passes):
            if shown(smaller, passes - {name}) is not None:
                passes -= {name}
        return smaller, shown(smaller, passes) or replace(difference, passes=passes)

    # ---- oracles

    def oracle_game(self) -> None:
        """One game of the next match, now at random, now greedy."""
        match = MATCHES[self._matches % len(MATCHES)]
        turn, seed = self._matches // len(MATCHES), self.settings.seed + self._matches
        passes = self.settings.passes[turn % len(self.settings.passes)]
        self._matches += 1
        try:
            pair = Pair(match.check(), match.game, passes)
        except Parted as parted:
            self._found(match.name, _of(parted, passes))
            return
        decisions, difference = play_match(pair, match, seed, turn % 2 == 1, self.settings.decisions)
        self.counts["games with an oracle"] += 1
        self.counts["decisions"] += decisions
        if difference is not None:
            self._found(f"{match.name} with its oracle", difference)

    # ---- what was found

    def _count(self, course: Course) -> None:
        self.counts["decisions"] += len(course.picks)
        for code in course.refused:
            self.counts[f"rejected while playing, alike: {code}"] += 1

    def _found(self, where: str, difference: Difference) -> None:
        self.differences.append(f"DIFFERENCE in {where}\n{difference.text()}\n")

    def summary(self) -> str:
        """What was done, for people."""
        lines = [f"{count:8} {what}" for what, count in sorted(self.counts.items())]
        lines += [f"{count:8} refused with {codes}" for codes, count in self.refused.most_common(10)]
        lines += [f"{len(self.met):8} kinds of constructs met in random rules"] if self.met else []
        lines.append(f"{len(self.differences):8} differences")
        return "\n".join(lines)


def alike(difference: Difference) -> str:
    """What differences have in common that are of one kind; names made for one rule set do not count."""
    kind = re.sub(r" in \w+", "", difference.what)
    if "a crash" in kind:
        kind += re.sub(r"[0-9']+", "", difference.compiled.partition(", at ")[0])[:40]
    return kind


def _of(parted: Parted, passes: frozenset[str]) -> Difference:
    return Difference(parted.what, parted.reference, parted.compiled, passes, 0, ())
