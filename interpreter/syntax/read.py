"""Text in, syntax tree and findings out: the one door to the parser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lark.exceptions import LarkError

from interpreter.diagnostics import Diagnostic, Span
from interpreter.syntax import nodes as n
from interpreter.syntax.build import Builder, Placer
from interpreter.syntax.direct import read_directly
from interpreter.syntax.limits import TOO_DEEP, too_big, tree_problems
from interpreter.syntax.parser import Start
from interpreter.syntax.recover import Part, parse, parts
from interpreter.syntax.scan import starts_indented, tab_problem

MOST_FINDINGS = 100
"""How many findings about one text are told; a text with more is probably no rules text."""


def read_rules(text: str, file: str) -> tuple[tuple[n.Item, ...], list[Diagnostic]]:
    """The items of a `.rules` file and what is wrong with it, by place; items that could not be read are left out."""
    items, findings = _read_rules(text, file)
    return items, list(findings)


@lru_cache(maxsize=256)
def _read_rules(text: str, file: str) -> tuple[tuple[n.Item, ...], tuple[Diagnostic, ...]]:
    """Remembered, for a game is often checked again with another variant or number of players."""

    def place(line: int, column: int, end_line: int, end_column: int) -> Span:
        return tuple.__new__(Span, (file, line, column, end_line, end_column))

    items: list[n.Item] = []
    findings: list[Diagnostic] = []
    for nodes, found in _read(text.removeprefix("\ufeff"), "start", place):
        items += nodes or ()
        findings += found
        if len(findings) >= MOST_FINDINGS:
            findings[-1] = replace(findings[-1], hint="what comes after this has not been looked at")
            break
    return tuple(items), tuple(sorted(findings, key=lambda finding: finding.order))


def read_text(text: str, start: Start, place: Placer) -> tuple[Any, list[Diagnostic]]:
    """The node for rules text from a data file (a block for an effect, else one expression or pattern), or None.

    `place` maps a stretch of the text to its place in the data file.
    """
    node, findings = _read_text(text, start, place)
    return node, list(findings)


@lru_cache(maxsize=4096)
def _read_text(text: str, start: Start, place: Placer) -> tuple[Any, tuple[Diagnostic, ...]]:
    """Remembered like `_read_rules`: data files are read once, so a text that stands in one keeps its placer."""
    node, findings = None, list[Diagnostic]()
    for node_of_part, found in _read(text, start, place):
        node = node_of_part if node is None else node
        findings += found
    return node, tuple(findings)


def _read(text: str, start: Start, place: Placer) -> Iterator[tuple[Any, list[Diagnostic]]]:
    """The parts of a text in order: what each has been read as, if it could be read, and what is wrong with it."""
    text = text.replace("\r\n", "\n")
    refused = too_big(text)
    if refused is not None:
        yield None, [refused.finding(place)]
        return
    lines = text.split("\n")
    if (tabs := tab_problem(lines)) is not None:
        yield None, [tabs.finding(place)]
    tree = None
    if start != "start" or not starts_indented(lines):
        try:
            yield read_directly(lines, start, place), []
            return
        except LarkError:
            tree = parse(lines, start)
    told = set[str]()
    for part in [Part(0, lines, tree, [])] if tree is not None else parts(lines, start):
        findings, node = [problem.finding(place) for problem in part.problems], None
        if part.tree is not None:
            shifted = _below(place, part.offset)
            wrong = [problem for problem in tree_problems(part.tree) if problem.message not in told]
            told.update(problem.message for problem in wrong)
            findings += [problem.finding(shifted) for problem in wrong]
            if not any(problem.code == TOO_DEEP for problem in wrong):
                node = Builder(shifted, part.lines).build(part.tree)
        yield node, findings


def _below(place: Placer, offset: int) -> Placer:
    """The placer for a text that begins so many lines further down."""

    def lower(line: int, column: int, end_line: int, end_column: int) -> Span:
        return place(line + offset, column, end_line + offset, end_column)

    return lower
