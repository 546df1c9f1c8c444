"""Makes a rule set small that shows a difference, as long as it shows it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from interpreter.syntax import nodes as n
from interpreter.syntax import read_rules
from interpreter.syntax.printer import print_items

from .edits import fewer, inlined, simpler, without_statements
from .rulesets.write import RuleSet
from .telling import CRASHES

ENTRY = "game.rules"


@dataclass(slots=True)
class Reducer:
    """Tries smaller rule sets; `fails` says whether one still shows the difference. It stops at the deadline."""

    fails: Callable[[RuleSet], bool]
    deadline: float

    def reduced(self, rules: RuleSet) -> RuleSet:
        """The smallest rule set that was found."""
        size = -1
        while size != len(rules.text()) and self._time():
            size = len(rules.text())
            rules = self._climb(rules, _fewer_items)
            rules = self._climb(rules, _fewer_statements)
            rules = self._climb(rules, _fewer_rows)
            rules = self._climb(rules, _simpler)
        return rules

    def _climb(self, rules: RuleSet, smaller: Callable[[RuleSet], Iterator[RuleSet]]) -> RuleSet:
        """Takes over every smaller rule set that still fails, until none does; goes on where it took the last one."""
        passed = 0
        while self._time():
            for number, candidate in enumerate(smaller(rules)):
                if number < passed or candidate.files == rules.files:
                    continue
                if not self._time():
                    return rules
                if self.fails(candidate):
                    rules, passed = candidate, number
                    break
            else:
                if passed == 0:
                    return rules
                passed = 0
                continue
        return rules

    def _time(self) -> bool:
        return time.monotonic() < self.deadline


def _with(rules: RuleSet, items: tuple[n.Item, ...]) -> RuleSet | None:
    """The rule set with other items; None for a tree that cannot be printed."""
    try:
        text = print_items(items)
    except CRASHES:
        return None
    return RuleSet({**rules.files, ENTRY: text})


def _items(rules: RuleSet) -> tuple[n.Item, ...]:
    items, _ = read_rules(rules.rules, ENTRY)
    return items


def _fewer_items(rules: RuleSet) -> Iterator[RuleSet]:
    known = _items(rules)
    shorter = [inlined(known, item) for item in known if isinstance(item, n.Value)]
    for items in (*fewer(known), *shorter):
        found = _with(rules, items)
        if found is not None:
            yield found


def _fewer_statements(rules: RuleSet) -> Iterator[RuleSet]:
    yield from _each_item(rules, without_statements)


def _simpler(rules: RuleSet) -> Iterator[RuleSet]:
    yield from _each_item(rules, simpler)


def _each_item(rules: RuleSet, smaller: Callable[[n.Node], Iterator[n.Node]]) -> Iterator[RuleSet]:
    items = _items(rules)
    for k, item in enumerate(items):
        for other in smaller(item):
            found = _with(rules, (*items[:k], cast(n.Item, other), *items[k + 1 :]))
            if found is not None:
                yield found


def _fewer_rows(rules: RuleSet) -> Iterator[RuleSet]:
    """The data files with a line left out, and what belongs to it; or with a file left out."""
    for name, text in rules.files.items():
        if name == ENTRY:
            continue
        yield RuleSet({other: kept for other, kept in rules.files.items() if other != name})
        if not name.endswith(".yaml"):
            continue
        lines = text.splitlines()
        for k, line in enumerate(lines):
            depth = len(line) - len(line.lstrip(" -"))
            end = k + 1
            while end < len(lines) and len(lines[end]) - len(lines[end].lstrip(" ")) >= max(depth, 1):
                end += 1
            left = [*lines[:k], *lines[end:]]
            yield RuleSet({**rules.files, name: "\n".join(left) + "\n"})
