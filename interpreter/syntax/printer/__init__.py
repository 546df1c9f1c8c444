"""The printer: canonical text for every node of the syntax tree, and the formatter of whole files.

`print_expression`, `print_pattern`, `print_statement` and `print_block` give text without a final line break;
`print_items` gives the text of a file. All of it parses back to an equal tree.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.syntax import nodes as n
from interpreter.syntax.once import once
from interpreter.syntax.printer.breaking import laid_out
from interpreter.syntax.printer.expressions import print_expression, print_pattern
from interpreter.syntax.printer.format import format_rules
from interpreter.syntax.printer.items import item_lines
from interpreter.syntax.printer.pieces import Line
from interpreter.syntax.printer.statements import every_line, usual

__all__ = [
    "format_rules",
    "print_block",
    "print_expression",
    "print_items",
    "print_pattern",
    "print_statement",
]


def print_statement(statement: n.Stmt) -> str:
    """The text of a statement with the blocks in it."""
    return print_block((statement,))


def print_block(block: n.Block) -> str:
    """The text of statements one after the other, as rules text in a data file."""
    return _text(every_line(block, 0, usual))


def print_items(items: Iterable[n.Item]) -> str:
    """The text of items, with blank lines round those that take several lines and between different kinds."""
    texts: list[str] = []
    before: tuple[str, bool] | None = None
    for item in items:
        several, text = _item(item)
        here = type(item).__name__, several
        gap = "\n" if before is not None and (before != here or several) else ""
        texts.append(f"{gap}{text}\n")
        before = here
    return "".join(texts)


@once
def _item(item: n.Item) -> tuple[bool, str]:
    """Whether an item takes several lines, and its text."""
    lines = list(item_lines(item, usual))
    return len(lines) > 1, _text(lines)


def _text(lines: Iterable[Line]) -> str:
    return "\n".join(text for line in lines for text in laid_out(line))
