"""How big a rules text may be; what is bigger is refused before it is parsed."""

from __future__ import annotations

import re

from lark import Token, Tree

from interpreter.syntax.problems import Problem, Stretch, on_line
from interpreter.syntax.repair import reserved_name, stretch_of
from interpreter.syntax.scan import LONGEST_NUMBER, big_number
from interpreter.syntax.words import reserved_words

LARGEST_TEXT = 500_000
LONGEST_LINE = 2_000
DEEPEST_BRACKET = 60
DEEPEST_TREE = 120
TOO_DEEP = "RW136"

_MARKS = re.compile(r'"[^"\n]*"|#[^\n]*|[()\[\]]|^[a-z]', re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
FREE_NAMES = frozenset(["get", "part"])
"""Rules of the grammar that hold a name which may be any word: a field after a point, a part."""


def too_big(text: str) -> Problem | None:
    """Why a text is not parsed at all, or None."""
    if len(text) > LARGEST_TEXT:
        where = on_line(1, 1, 2)
        hint = "lists of things belong into data files (YAML); a game may be split into several files with `include`"
        return Problem("RW133", f"this file has more than {LARGEST_TEXT} characters", where, hint)
    control = _CONTROL.search(text)
    if control is not None:
        line, column = _place(text, control.start())
        sign = f"U+{ord(control.group()):04X}"
        return Problem("RW134", f"this is no text file: it holds the control character {sign}",
                       on_line(line, column, column + 1), "save the rules as plain text in UTF-8")  # fmt: skip
    for number, line_text in enumerate(text.split("\n"), 1):
        if len(line_text) > LONGEST_LINE:
            where = on_line(number, LONGEST_LINE + 1, LONGEST_LINE + 2)
            hint = "break the line inside brackets, or name a part of it with `value` or `let`"
            return Problem("RW135", f"this line has more than {LONGEST_LINE} characters", where, hint)
    return _deep_brackets(text)


def _deep_brackets(text: str) -> Problem | None:
    depth = 0
    for mark in _MARKS.finditer(text):
        sign = mark.group()
        if sign in "([":
            depth += 1
            if depth > DEEPEST_BRACKET:
                line, column = _place(text, mark.start())
                return _too_deep(line, column, f"brackets stand more than {DEEPEST_BRACKET} deep in each other")
        elif sign in ")]":
            depth = max(depth - 1, 0)
        elif sign.isalpha():
            depth = 0
    return None


def _too_deep(line: int, column: int, message: str) -> Problem:
    hint = "name parts of it with `value` or `let`, or move inner blocks into a `procedure`"
    return Problem(TOO_DEEP, message, on_line(line, column, column + 1), hint)


def _place(text: str, position: int) -> tuple[int, int]:
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def tree_problems(tree: Tree[Token]) -> list[Problem]:
    """What is wrong with a text that could be parsed: reserved words as names, numbers too big, too deep a nesting.

    Each reserved word is told once, where it stands first.
    """
    joining, leading = reserved_words()
    problems: list[Problem] = []
    misused: dict[str, list[Stretch]] = {}
    stack: list[tuple[Tree[Token], int]] = [(tree, 0)]
    while stack:
        node, depth = stack.pop()
        if depth > DEEPEST_TREE:
            return [_too_deep(node.meta.line, node.meta.column, f"this is nested more than {DEEPEST_TREE} levels deep")]
        refused = joining | leading if node.data == "procedure" else joining
        for child in node.children:
            if isinstance(child, Tree):
                stack.append((child, depth + 1))
            elif isinstance(child, Token) and child.type == "NUMBER" and len(child) > LONGEST_NUMBER:
                problems.append(big_number(str(child), stretch_of(child)))
            elif isinstance(child, Token) and child.type == "NAME" and child in refused and node.data not in FREE_NAMES:
                misused.setdefault(str(child), []).append(stretch_of(child))
    return problems + [reserved_name(word, min(places)) for word, places in misused.items()]
