"""The reserved words, found in the parser's own tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from lark.parsers.lalr_analysis import Shift

from interpreter.syntax.parser import shared_parser

QUANTIFIERS = frozenset({"count", "any", "none", "all", "those", "first", "last", "leading"})
"""The words of the terminal QUANT, which is a pattern and not a word."""


class ReservedWords(NamedTuple):
    """The words of the language that cannot be names, at least not everywhere.

    `joining` words may stand where a name may stand within a line: no declared thing can be called so. `leading` words
    begin lines: only a procedure, whose call may begin a line, cannot be called so. A field after a point and the name
    of a part may be any word.
    """

    joining: frozenset[str]
    leading: frozenset[str]


@cache
def reserved_words() -> ReservedWords:
    """Both lists. A state of the parser in which a name can come tells which words could come instead of it."""
    parser = shared_parser()
    spelt = {
        terminal.name: terminal.pattern.value
        for terminal in parser.terminals
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    }
    joining, leading = set(QUANTIFIERS), set[str]()
    states: Mapping[Any, Mapping[str, Any]] = parser.parser.parser._parse_table.states
    skipped = _after_add(states)
    for state, actions in states.items():
        if "NAME" in actions and state not in skipped:
            words = {spelt[name] for name in actions if name in spelt}
            (leading if _begins_statement(actions) else joining).update(words)
    return ReservedWords(frozenset(joining), frozenset(leading - joining))


def _begins_statement(actions: Mapping[str, Any]) -> bool:
    return "EMIT" in actions


def _after_add(states: Mapping[Any, Mapping[str, Any]]) -> set[Any]:
    """The states right after the `add` of a variant.

    There the words of every declaration stand beside the names of `add a, b to group g`; if they counted, no game could
    have a counter called `data`.
    """
    found = set()
    for actions in states.values():
        if "ADD" in actions and "REPLACE" in actions:
            kind, target = actions["ADD"]
            if kind is Shift:
                found.add(target)
    return found
