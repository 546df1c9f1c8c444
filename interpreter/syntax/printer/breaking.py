"""Breaks a line that is too long: only inside brackets, where the language lets a line go on.

An expression without brackets gets some when its line must be broken there. What stands in a broken bracket starts on a
line of its own, two columns further in; it is divided at its loosest words, and each line takes as much as fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from interpreter.syntax.printer.pieces import INDENT, WIDTH, Line, Piece

TOKEN = re.compile(r'"[^"]*"|\.?\w+|\S')
# The words before which a line may be divided, from the loosest to the tightest; a comma is looser than all of them.
DIVIDERS = (("otherwise",), ("if",), ("where", "for", "by", "then"), ("or",), ("and",), ("+", "-"))
LEVELS = len(DIVIDERS) + 1


class Stretch(NamedTuple):
    """Part of a text from `start` up to `end`."""

    start: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.start

    def moved(self, columns: int) -> Stretch:
        """The same stretch in a text with so many columns before it."""
        return Stretch(self.start + columns, self.end + columns)


class Bracket(NamedTuple):
    """A bracket that may be broken: what stands in it, as part of the text of one piece of a line."""

    piece: int
    inside: Stretch


def laid_out(line: Line) -> list[str]:
    """The text lines of a line, with their indentation."""
    best = [line.flat]
    if line.fits:
        return best
    brackets = _brackets(line.pieces)
    for number in range(1, len(brackets) + 1):
        text, broken = _with_brackets(line.pieces, brackets[:number])
        tried = _broken(text, broken, INDENT * line.depth)
        if _too_long(tried) < _too_long(best):
            best = tried
        if _too_long(best) == 0:
            break
    return best


def _too_long(lines: Sequence[str]) -> int:
    return sum(len(line) > WIDTH for line in lines)


def _brackets(pieces: Sequence[Piece]) -> list[Bracket]:
    """The brackets that may be broken, the longest first: the outermost ones and those a loose piece may get."""
    found = [
        Bracket(number, inside)
        for number, piece in enumerate(pieces)
        for inside in ([Stretch(0, len(piece.text))] if piece.loose else _outer_brackets(piece.text))
    ]
    return sorted(found, key=lambda bracket: -bracket.inside.size)


def _with_brackets(pieces: Sequence[Piece], chosen: Sequence[Bracket]) -> tuple[str, list[Stretch]]:
    """The text with the chosen brackets, and what stands in each of them."""
    text, found = "", []
    for number, piece in enumerate(pieces):
        inside = sorted(bracket.inside for bracket in chosen if bracket.piece == number)
        text += " " if number else ""
        added = piece.loose and inside
        found += [stretch.moved(len(text) + (1 if added else 0)) for stretch in inside]
        text += (f"({piece.text})" if added else piece.text) + piece.tail
    return text, found


def _outer_brackets(text: str) -> list[Stretch]:
    """What stands in the outermost brackets of a text, empty ones left out."""
    found, depth, start = [], 0, 0
    for token in TOKEN.finditer(text):
        if token[0] in ("(", "["):
            depth += 1
            if depth == 1:
                start = token.end()
        elif token[0] in (")", "]"):
            depth -= 1
            if depth == 0 and token.start() > start:
                found.append(Stretch(start, token.start()))
    return found


def _broken(text: str, brackets: Sequence[Stretch], indent: str) -> list[str]:
    """The text with these brackets broken. What follows a bracket stays on the last line of what it holds."""
    lines = [indent + text[: brackets[0].start]]
    for at, bracket in enumerate(brackets):
        end = brackets[at + 1].start if at + 1 < len(brackets) else len(text)
        lines += _filled(text[bracket.start : bracket.end], indent + INDENT, text[bracket.end : end], 0)
    return lines


def _filled(text: str, indent: str, suffix: str, level: int) -> list[str]:
    """The text on as few lines as its words of `level` and tighter ones allow; `suffix` is glued to its end."""
    if len(indent + text + suffix) <= WIDTH:
        return [indent + text + suffix]
    if level == LEVELS:
        return _broken_inside(text, indent, suffix)
    parts = _divided(text, level)
    if len(parts) == 1:
        return _filled(text, indent, suffix, level + 1)
    lines: list[str] = []
    current = ""
    for at, part in enumerate(parts):
        end = suffix if at + 1 == len(parts) else ""
        together = f"{current} {part}" if current else part
        if current and len(indent + together + end) > WIDTH:
            lines += _filled(current, indent, "", level + 1)
            together = part
        current = together
    return lines + _filled(current, indent, suffix, level + 1)


def _broken_inside(text: str, indent: str, suffix: str) -> list[str]:
    """A part that cannot be divided, with its longest bracket broken."""
    brackets = _outer_brackets(text)
    if not brackets:
        return [indent + text + suffix]
    longest = max(brackets, key=lambda stretch: stretch.size)
    inside = _filled(text[longest.start : longest.end], indent + INDENT, text[longest.end :] + suffix, 0)
    return [indent + text[: longest.start], *inside]


def _divided(text: str, level: int) -> list[str]:
    """The parts between which a line may be broken at this level."""
    cuts, depth = [0], 0
    for token in TOKEN.finditer(text):
        word = token[0]
        if word in ("(", "["):
            depth += 1
        elif word in (")", "]"):
            depth -= 1
        elif depth == 0 and level == 0 and word == ",":
            cuts.append(token.end() + 1)
        elif depth == 0 and level > 0 and word in DIVIDERS[level - 1] and text[token.end() :].startswith(" "):
            cuts.append(token.start())
    return [text[start:end].strip() for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True) if end > start]
