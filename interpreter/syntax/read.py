"""Text in, syntax tree and findings out: the one door to the parser."""

from __future__ import annotations

from typing import Any

from lark.exceptions import UnexpectedInput

from interpreter.diagnostics import Diagnostic, Span
from interpreter.syntax import nodes as n
from interpreter.syntax.build import Builder, Placer
from interpreter.syntax.parser import Start, shared_parser


def read_rules(text: str, file: str) -> tuple[tuple[n.Item, ...], list[Diagnostic]]:
    """The items of a `.rules` file and what is wrong with it; items that could not be read are left out."""

    def place(line: int, column: int, end_line: int, end_column: int) -> Span:
        return Span(file, line, column, end_line, end_column)

    items, found = _read(text, "start", place)
    return items or (), found


def read_text(text: str, start: Start, place: Placer) -> tuple[Any, list[Diagnostic]]:
    """The node for rules text from a data file (a block for an effect, else one expression or pattern), or None."""
    return _read(text, start, place)


def _read(text: str, start: Start, place: Placer) -> tuple[Any, list[Diagnostic]]:
    try:
        tree = shared_parser().parse(text.rstrip() + "\n", start=start)
    except UnexpectedInput as error:
        line, column = max(error.line, 1), max(error.column, 1)
        return None, [Diagnostic("RW101", "this line cannot be read", place(line, column, line, column + 1))]
    return Builder(place, text.split("\n")).build(tree), []
