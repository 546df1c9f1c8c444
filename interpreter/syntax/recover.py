"""Goes on after a mistake: each top-level item is read by itself, so that every faulty one is told at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lark import Token, Tree
from lark.exceptions import LarkError

from interpreter.syntax.messages import Sample, empty_text, explain
from interpreter.syntax.parser import Start, shared_parser, whole_text
from interpreter.syntax.problems import Problem
from interpreter.syntax.scan import Chunk, Row, Scanner, tabbed
from interpreter.syntax.terms import item_words

IN_BOTH = frozenset(["option", "phase", "variant"])
"""Words that begin a top-level item and also a line of a scenario."""


class Part(NamedTuple):
    """An item of a text: the number of lines before it, its own lines, and its tree or what is wrong with it."""

    offset: int
    lines: list[str]
    tree: Tree[Token] | None
    problems: list[Problem]


def parse(lines: list[str], start: Start) -> Tree[Token] | None:
    """The tree of a text, or None when it cannot be parsed."""
    try:
        return shared_parser().parse(whole_text(lines), start=start)
    except LarkError:
        return None


def parts(lines: list[str], start: Start) -> Iterator[Part]:
    """The items of a text that cannot be parsed as a whole; rules text from a data file is one item."""
    with_tabs = set(tabbed(lines))
    chunks = Scanner(lines, item_words(), one_chunk=start != "start").scan()
    if not chunks:
        yield Part(0, lines, None, [empty_text(start)])
    uses = Counter(re.findall(r"[a-z][a-z0-9_]*", "\n".join(lines)))
    spilled = False
    for chunk in chunks:
        part = _part(lines, chunk, start, uses)
        if with_tabs.intersection(range(chunk.first, chunk.last + 1)):
            part = part._replace(problems=[])
        inner = chunk.rows[0].word in IN_BOTH or chunk.rows[0].word not in item_words()
        follows = spilled and inner and (part.tree is None or chunk.rows[0].word in IN_BOTH)
        spilled = follows or _spills(part, chunk)
        yield part._replace(problems=[]) if follows else part


def _part(lines: list[str], chunk: Chunk, start: Start, uses: Mapping[str, int]) -> Part:
    offset = chunk.first - 1
    own = lines[offset : chunk.last]
    found = chunk.problems or chunk.brackets[:1]
    tree = None
    if not found:
        rows = [Row(row.first - offset, row.last - offset, row.indent, row.word) for row in chunk.rows]
        problem = explain(Sample(own, rows, start, uses))
        if problem is None:
            tree = parse(own, start)
        else:
            found = [problem.lower(offset)]
    return Part(offset, own, tree, found)


def _spills(part: Part, chunk: Chunk) -> bool:
    """Whether the lines of a block may stand at the margin behind this item, for want of indentation."""
    return len(chunk.rows) == 1 and bool({problem.code for problem in part.problems} & {"RW113", "RW114"})
