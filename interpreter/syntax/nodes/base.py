"""What every node of the syntax tree shares."""

from __future__ import annotations

from dataclasses import field

from interpreter.diagnostics import Span
from interpreter.records import record


class Word(str):
    """A name, number or string as written, with its place. Compares and hashes as plain text."""

    __slots__ = ("span",)
    span: Span

    def __new__(cls, text: str, span: Span) -> Word:
        word = super().__new__(cls, text)
        word.span = span
        return word

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Kept or sent elsewhere, a word is plain text: its place means nothing there."""
        return str, (str(self),)


@record
class Node:
    """A node of the tree. Two nodes are equal when they say the same, wherever they stand.

    The span of an expression is the whole of its text; that of a statement or declaration is its first line.
    """

    span: Span = field(compare=False, repr=False)
