"""The words of the language, taken from the parser's own tables."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from lark.parsers.lalr_analysis import Shift

from interpreter.syntax.parser import shared_parser


class ReservedWords(NamedTuple):
    """The words that a game may not use for names of its own.

    `joining` words may stand where a name may stand inside a line, so no declared name may be one of them; `leading`
    words start lines, so that only the name of a procedure, which starts the line of its call, may not be one.
    """

    joining: frozenset[str]
    leading: frozenset[str]


@cache
def keywords() -> dict[str, str]:
    """The word that each terminal stands for which is spelt in one way, by the terminal's name."""
    return {
        terminal.name: terminal.pattern.value
        for terminal in shared_parser().terminals
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    }


@cache
def quantifiers() -> tuple[str, ...]:
    """The words before a variable and `in`: `any s in …`."""
    pattern = next(terminal.pattern.value for terminal in shared_parser().terminals if terminal.name == "QUANT")
    found = re.search(r"\(([a-z|]+)\)", pattern)
    return tuple(found.group(1).split("|")) if found else ()


@cache
def all_words() -> frozenset[str]:
    """Every word that means something somewhere in the language."""
    return frozenset({*keywords().values(), *quantifiers()})


@cache
def reserved_words() -> ReservedWords:
    """The words that are refused as names.

    A word is reserved where the parser can take both it and a name. The place after `add` is left out: there a
    variant names what it adds, and a statement what it puts somewhere, but never in the same block.
    """
    states = shared_parser().parser.parser._parse_table.states
    spelt = keywords()
    after_add = {
        goal for moves in states.values() for name, (move, goal) in moves.items() if (name, move) == ("ADD", Shift)
    }
    joining, leading = set(quantifiers()), set[str]()
    for state, moves in states.items():
        if "NAME" in moves and state not in after_add:
            words = leading if "EMIT" in moves else joining
            words.update(spelt[name] for name in moves if name in spelt)
    return ReservedWords(frozenset(joining), frozenset(leading - joining))
