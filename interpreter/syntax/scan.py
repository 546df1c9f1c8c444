"""A look at a text line by line, before or without parsing: signs and words that no rules text holds, brackets, items.

The parser stops at the first thing it cannot take; this looks at every line on its own, so it goes on after mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.syntax.build import code_end
from interpreter.syntax.foreign import QUOTES, SIGNS
from interpreter.syntax.problems import Problem, Stretch, on_line

LONGEST_NUMBER = 9
PAIRS = {"(": ")", "[": "]"}

_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+)|(?P<comment>\#.*)|(?P<string>"[^"]*")|(?P<open_string>")
      |(?P<decimal>[0-9]+\.[0-9]+)|(?P<word>\w+)|(?P<bracket>[()\[\]])
      |(?P<sign>===|==|!=|<>|=<|=>|&&|\|\||\+=|-=|:=|\+\+|->|//|/\*|\*/|\*\*|(?<=[0-9])\.\.+|\.\.+(?=[0-9])|<=|>=|.)""",
    re.VERBOSE | re.DOTALL,
)
_FINE_SIGNS = frozenset(["+", "-", "*", ",", ":", ".", "<=", ">=", "<", ">"])
_PLAIN_WORD = re.compile(r"[a-z][a-z0-9_]*|[0-9]{1,9}")


class Bracket(NamedTuple):
    """A bracket that has been opened."""

    sign: str
    line: int
    column: int


@dataclass
class Row:
    """One line of code: `first` to `last` are line numbers, more than one when a bracket holds line breaks."""

    first: int
    last: int
    indent: int
    word: str
    """The word the line begins with, or "" when it begins with something else."""


@dataclass
class Chunk:
    """A top-level item: the lines from one that begins at the margin to the next that does so."""

    first: int
    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    brackets: list[Problem] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The last line with code."""
        return self.rows[-1].last


class Scanner:
    """Splits a text into chunks; `starters` are the words that begin an item, even inside a bracket left open."""

    def __init__(self, lines: list[str], starters: frozenset[str], one_chunk: bool = False) -> None:
        self._lines = lines
        self._starters = starters
        self._one_chunk = one_chunk
        self._open: list[Bracket] = []
        self.chunks: list[Chunk] = []

    def scan(self) -> list[Chunk]:
        """The chunks of the text in order; lines without code belong to none."""
        for number, line in enumerate(self._lines, 1):
            word = _first_word(line)
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if self._begins_chunk(line, word):
                self._close_chunk(number)
                self.chunks.append(Chunk(number))
            self._take(number, line, word)
        self._close_chunk()
        return self.chunks

    def _begins_chunk(self, line: str, word: str) -> bool:
        if not self.chunks:
            return True
        at_margin = not line[0].isspace() and not self._one_chunk
        return at_margin and (not self._open or word in self._starters)

    def _close_chunk(self, number: int | None = None) -> None:
        """Tell of the bracket that is still open where a chunk ends, the innermost one: it hides the others."""
        if self._open:
            left = self._open[-1]
            until = "to the end" if number is None else f"at line {number}"
            self.chunks[-1].brackets.append(
                Problem(
                    "RW121",
                    f"the bracket `{left.sign}` is not closed",
                    on_line(left.line, left.column, left.column + 1),
                    f"`{PAIRS[left.sign]}` is missing; it is still open {until}",
                )
            )
            self._open.clear()

    def _take(self, number: int, line: str, word: str) -> None:
        chunk = self.chunks[-1]
        if self._open:
            chunk.rows[-1].last = number
        else:
            chunk.rows.append(Row(number, number, _width(line), word))
        found = self._problem(chunk, number, line)
        if found is not None:
            chunk.problems.append(found)

    def _problem(self, chunk: Chunk, number: int, line: str) -> Problem | None:
        first = None
        for token in _TOKEN.finditer(line):
            if token.lastgroup == "bracket":
                self._bracket(chunk, token.group(), number, token.start() + 1)
            elif first is None:
                first = _wrong_token(token, number, line)
                if first is not None and first.code in ("RW120", "RW124"):
                    break
        return first

    def _bracket(self, chunk: Chunk, sign: str, line: int, column: int) -> None:
        if sign in PAIRS:
            self._open.append(Bracket(sign, line, column))
            return
        where = on_line(line, column, column + 1)
        if not self._open:
            chunk.brackets.append(Problem("RW122", f"the bracket `{sign}` closes nothing", where, "leave it out"))
            return
        opened = self._open.pop()
        if PAIRS[opened.sign] != sign:
            place = on_line(opened.line, opened.column, opened.column + 1)
            chunk.brackets.append(
                Problem(
                    "RW122",
                    f"`{sign}` cannot close the bracket `{opened.sign}`",
                    where,
                    f"`{PAIRS[opened.sign]}` would close it",
                    related=((place, "the bracket is opened here"),),
                )
            )


def starts_indented(lines: list[str]) -> bool:
    """Whether the first line of code is indented."""
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    return first[:1].isspace()


def tabbed(lines: list[str]) -> Iterator[int]:
    """The numbers of the lines of code that are indented with a tab."""
    for number, line in enumerate(lines, 1):
        blank = line[: len(line) - len(line.lstrip(" \t"))]
        if "\t" in blank and line.strip() and line[len(blank)] != "#":
            yield number


def tab_problem(lines: list[str]) -> Problem | None:
    """One problem for all the tabs that indent lines of a text, at the first of them."""
    numbers = list(tabbed(lines))
    if not numbers:
        return None
    column = lines[numbers[0] - 1].index("\t") + 1
    more = f" (and {len(numbers) - 1} more)" if len(numbers) > 1 else ""
    return Problem(
        "RW110",
        f"this line{more} is indented with a tab",
        on_line(numbers[0], column, column + 1),
        "indent with blanks, two for each level: how wide a tab is differs from one editor to the next",
    )


def _wrong_token(token: re.Match[str], line: int, text: str) -> Problem | None:
    """What is wrong with a piece of a line, whatever stands around it."""
    word, where = token.group(), on_line(line, token.start() + 1, token.end() + 1)
    match token.lastgroup:
        case "open_string":
            return _open_string(where._replace(end_column=code_end(text) + 1), text)
        case "decimal":
            return Problem("RW129", f"`{word}` is not a whole number", where, "all numbers of the language are whole")
        case "word" if not _PLAIN_WORD.fullmatch(word):
            return _wrong_word(word, where)
        case "sign" if word not in _FINE_SIGNS:
            return _wrong_sign(word, where, text)
    return None


def _open_string(where: Stretch, text: str) -> Problem:
    hint = 'a text begins and ends with `"` on one line'
    count = text.count('"')
    if count > 1:
        hint += f"; this line has {count} of these signs"
    return Problem("RW120", "a text that begins here does not end on this line", where, hint)


def _wrong_word(word: str, where: Stretch) -> Problem:
    if not word.isascii():
        strange = next(letter for letter in word if not letter.isascii())
        return Problem(
            "RW126",
            f"the letter `{strange}` cannot stand in `{word}`",
            where,
            "names are made of the letters a to z, figures and `_`; other letters may stand in texts and comments",
        )
    if word.isdigit():
        return big_number(word, where)
    if word.lower() != word:
        small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
        return Problem("RW125", f"`{word}` has capital letters", where, f"write `{small}`: words and names are small")
    hint = "a name begins with a letter; a number and a word need a blank between them"
    return Problem("RW128", f"`{word}` is neither a number nor a name", where, hint)


def big_number(digits: str, where: Stretch) -> Problem:
    """The problem of a number with too many figures."""
    shown = digits if len(digits) <= 12 else f"{digits[:12]}…"
    return Problem("RW127", f"the number {shown} is too big", where, f"a number has {LONGEST_NUMBER} figures at most")


def _wrong_sign(sign: str, where: Stretch, text: str) -> Problem:
    if sign in QUOTES:
        end = text.find(QUOTES[sign], where.column)
        stretch = where._replace(end_column=end + 2 if end >= 0 else where.end_column)
        return Problem("RW124", f"a text cannot stand between {sign} and {QUOTES[sign]}", stretch,
                       'write it between straight double quotes: `"…"`')  # fmt: skip
    sign = ".." if sign.startswith("..") else sign
    if sign in SIGNS and sign.isprintable():
        code = "RW123" if sign.isascii() or sign in "≠≤≥→÷×·−–—…" else "RW126"
        return Problem(code, f"`{sign}` is not a sign of the language", where, SIGNS[sign])
    shown = f"`{sign}`" if sign.isprintable() else f"the invisible character U+{ord(sign):04X}"
    return Problem("RW126", f"{shown} is not part of the language", where, SIGNS.get(sign, "leave it out"))


def _first_word(line: str) -> str:
    found = re.match(r"\s*(\w+)", line)
    return found.group(1) if found else ""


def _width(line: str) -> int:
    blank = line[: len(line) - len(line.lstrip(" \t"))]
    return blank.count(" ") + 8 * blank.count("\t")
