"""Finds the mistake in a line by trying out small changes: the one with which the line can be read names the cause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from lark import Token

from interpreter.syntax.course import LAYOUT, Failure, fits
from interpreter.syntax.foreign import WORDS
from interpreter.syntax.problems import Problem, Stretch, on_line
from interpreter.syntax.terms import FILLERS, OPERATORS, expectation, item_words, list_of, spelling
from interpreter.syntax.words import all_words, quantifiers, reserved_words

SIMILAR = 0.7
"""How much of two words must agree for one to be taken for a slip of the other (1 is all)."""


MOST_CHOICES = 4
"""How many words may be offered as the missing one; more would be a guess."""

JOINTS = frozenset([",", "and", "then"])
"""What authors put between two statements on one line."""

_PART = re.compile(r"[a-z0-9_]+")
_PARTS = re.compile(r"[a-z0-9_]+([ -]+[a-z0-9_]+){1,3}")


class Slot(NamedTuple):
    """A token of the line, and the types of tokens that the parser could have taken in its place."""

    token: Token
    accepted: frozenset[str]

    @property
    def start(self) -> int:
        return self.token.start_pos or 0

    @property
    def end(self) -> int:
        return self.token.end_pos or 0

    @property
    def words(self) -> list[str]:
        """The words of the language that could have stood here, in order."""
        return sorted(word for kind in self.accepted for word in spelling(kind) if word.isalpha())

    @property
    def is_word(self) -> bool:
        return self.token[:1].isalpha()

    @property
    def where(self) -> Stretch:
        return stretch_of(self.token)


def stretch_of(token: Token) -> Stretch:
    """Where a token stands."""
    return on_line(token.line or 1, token.column or 1, token.end_column or 1)


class BadLine:
    """The line in which a parse failed.

    `base` is where it begins in the text that was parsed; `uses` says how often each word stands in the whole file.
    """

    def __init__(self, failure: Failure, text: str, base: int, uses: Mapping[str, int]) -> None:
        self.failure = failure
        self.uses = uses
        self.text = text
        self.base = base
        pairs = zip(failure.before, failure.choices, strict=True)
        self.slots = [Slot(token, accepted) for token, accepted in pairs if token.type not in LAYOUT]
        self.ends = failure.token.type in LAYOUT
        """Whether the line could be read as far as it goes, and more should have come."""
        if not self.ends:
            self.slots.append(Slot(failure.token, failure.accepted))

    @property
    def before(self) -> str:
        """The word or sign before the place of failure, or ""."""
        slots = self.slots if self.ends else self.slots[:-1]
        return str(slots[-1].token) if slots else ""

    @property
    def end(self) -> Stretch:
        """The place after the last thing that could be read."""
        if not self.slots:
            return on_line(self.failure.token.line or 1, 1, 1)
        line, column = self.slots[-1].token.end_line or 1, self.slots[-1].token.end_column or 1
        return on_line(line, column, column + 1)

    def changed(self, start: int, end: int, new: str) -> bool:
        """Whether the line could be read with `new` in place of a part of it (positions in the whole text)."""
        return fits(self.failure, self.text[: start - self.base] + new + self.text[end - self.base :])

    def rest(self, start: int) -> str:
        """The line from a position on."""
        return self.text[start - self.base :]


def repaired(line: BadLine) -> Problem | None:
    """The cause of a failure, when one small change to the line puts it right."""
    tries: tuple[Callable[[BadLine], Problem | None], ...] = (
        _one_too_many, _no_blank, _other_word, _no_colon, _block_on_line, _two_statements, _no_word, _no_operand,
        _no_quantifier, _no_operator, _second_call, _name_in_parts, _unusual_word, _reserved, _no_first_word,
        _not_needed,
    )  # fmt: skip
    if not line.slots:
        return None
    return next((problem for attempt in tries if (problem := attempt(line)) is not None), None)


def similar(word: str, known: Iterable[str]) -> list[str]:
    """The known words that `word` may be a slip of, the likeliest first."""
    words = sorted(set(known))
    turned = [other for other in words if len(word) <= 3 and other != word and sorted(other) == sorted(word)]
    return [*turned, *get_close_matches(word, words, n=3, cutoff=SIMILAR)]


def _one_too_many(line: BadLine) -> Problem | None:
    if len(line.slots) < 2:
        return None
    first, second = line.slots[-2:]
    is_name = second.token[:1] == '"' or (second.is_word and str(second.token) not in all_words())
    if not line.ends and not is_name and first.token == second.token and line.changed(first.end, second.end, ""):
        return Problem("RW105", f"`{second.token}` stands here twice", second.where, "leave one of them out")
    for comma in (second, first):
        if comma.token == "," and line.changed(comma.start, comma.end, ""):
            return Problem("RW105", "this comma is not needed", comma.where, "leave it out, or add what should follow")
    return None


def _no_blank(line: BadLine) -> Problem | None:
    for slot in reversed(line.slots):
        for word in slot.words if line.uses.get(slot.token, 0) <= 1 else ():
            rest = slot.token.removeprefix(word)
            if rest not in ("", slot.token) and line.changed(slot.start, slot.end, f"{word} {rest}"):
                return Problem("RW128", f"a blank is missing in `{slot.token}`", slot.where, f"write `{word} {rest}`")
    return None


def _other_word(line: BadLine) -> Problem | None:
    """A misspelt word of the language, or a word that another language says in such a place."""
    for slot in reversed(line.slots):
        if slot.is_word:
            word = str(slot.token)
            meant = [other for other in WORDS.get(word, ()) if other.split()[0] in slot.words]
            for other in [*meant, *similar(word, slot.words)]:
                if other != word and line.changed(slot.start, slot.end, other):
                    return wrong_word(slot, other)
    return None


def wrong_word(slot: Slot, right: str) -> Problem:
    """The problem of a word in whose place another should stand."""
    if str(slot.token) in all_words():
        return _misplaced(slot, right)
    return Problem("RW103", f"unknown word `{slot.token}`", slot.where, f"did you mean `{right}`?")


def _misplaced(slot: Slot, right: str) -> Problem:
    return Problem("RW101", f"`{slot.token}` cannot stand here", slot.where, f"say `{right}`")


def _no_colon(line: BadLine) -> Problem | None:
    if "COLON" not in line.failure.accepted:
        return None
    if line.ends:
        if line.changed(line.slots[-1].end, line.slots[-1].end, ":"):
            hint = "write `:` there; it opens the block of what belongs to this line"
            return Problem("RW102", "a colon is missing at the end of this line", line.end, hint)
        return None
    slot = line.slots[-1]
    if line.changed(slot.start, slot.start, ": "):
        return Problem("RW102", f"a colon is missing before `{slot.token}`", slot.where, f"write `: {slot.token}`")
    if line.before and line.changed(slot.start, slot.start, ":\n  "):
        hint = f"write `{line.before}:` and begin a new line with `{slot.token}`, indented by two blanks"
        return Problem("RW115", f"`{slot.token}` cannot follow `{line.before}` on the same line", slot.where, hint)
    return None


def _block_on_line(line: BadLine) -> Problem | None:
    """A statement with a block of its own behind a colon."""
    for colon, behind in zip(line.slots, line.slots[1:], strict=False):
        if colon.token == ":" and line.changed(colon.end, behind.start, "\n  "):
            return Problem(
                "RW115",
                f"`{behind.token}` cannot follow a colon on the same line",
                behind.where,
                f"begin a new line with `{behind.token}`, indented by two blanks",
            )
    return None


def _two_statements(line: BadLine) -> Problem | None:
    """A second statement that begins with a word of the language."""
    return _two_lines(line, all_words())


def _second_call(line: BadLine) -> Problem | None:
    """A second statement that calls a procedure."""
    return _two_lines(line, None)


def _two_lines(line: BadLine, beginnings: frozenset[str] | None) -> Problem | None:
    """A second statement on the line, with or without something to join it to the first."""
    for before, slot in zip(line.slots, line.slots[1:], strict=False):
        if "_NL" in slot.accepted and (slot is line.slots[-1] or slot.token in JOINTS):
            for end in (slot.start, slot.end):
                statement = line.rest(end).lstrip()
                start = end + len(line.rest(end)) - len(statement)
                word = re.split(r"\W", statement)[0]
                fine = word[:1].isalpha() and (beginnings is None or word in beginnings)
                if fine and line.changed(before.end, start, "\n"):
                    column = slot.where.column + start - slot.start
                    where = on_line(slot.where.line, column, column + len(word))
                    return Problem("RW116", f"`{word}` begins a second statement on this line", where,
                                   f"begin a new line with `{word}`")  # fmt: skip
    return None


def _name_in_parts(line: BadLine) -> Problem | None:
    """A name that is written as two words, or with a hyphen."""
    if line.ends or not 2 <= len(line.slots) <= 4:
        return None
    first = line.slots[-2]
    declares = first is not line.slots[0] and str(line.slots[0].token) in item_words() | {"let", "part"}
    if not declares or not first.is_word or "NAME" not in first.accepted:
        return None
    parts = _PARTS.match(line.rest(first.start))
    for part in _PART.finditer(parts.group()) if parts else ():
        length = part.end()
        name = re.sub("[ -]+", "_", line.rest(first.start)[:length])
        plain = "-" in part.string[:length] or not all_words().intersection(name.split("_"))
        if "_" in name and plain and line.changed(first.start, first.start + length, name):
            where = on_line(first.where.line, first.where.column, first.where.column + length)
            return Problem("RW119", "a name is one word", where, f"join its parts: `{name}`")
    return None


def _no_word(line: BadLine) -> Problem | None:
    """One word or sign of the language is missing at the place of failure, or one that was wanted there before it."""
    wanted = _wanted(line.failure.accepted, line.before)
    if line.ends:
        good = [word for word in wanted if line.changed(line.slots[-1].end, line.slots[-1].end, f" {word}")]
        if 0 < len(good) <= MOST_CHOICES:
            return Problem("RW104", f"{_quoted(good)} is missing at the end of this line", line.end)
    for place in range(len(line.slots) - 1, -1, -1):
        slot, before = line.slots[place], str(line.slots[place - 1].token) if place else ""
        possible = wanted & _wanted(slot.accepted, before)
        good = [word for word in possible if line.changed(slot.start, slot.start, f" {word} ")]
        if 0 < len(good) <= MOST_CHOICES:
            return Problem("RW104", f"{_quoted(good)} is missing before `{slot.token}`", slot.where)
    return None


def _quoted(words: list[str]) -> str:
    return list_of([f"`{word}`" for word in sorted(words)])


def _wanted(accepted: frozenset[str], before: str) -> set[str]:
    """The words and signs that a place asks for: not those that only lengthen an expression, nor a word once more."""
    kinds = accepted - LAYOUT - {"COLON"} - (OPERATORS if accepted & {"PLUS", "DOT"} else set())
    return {word for kind in kinds for word in spelling(kind) if word != before}


def _no_operand(line: BadLine) -> Problem | None:
    """A name, a number, a text or a whole expression is missing before some word or sign."""
    for place in range(len(line.slots) - 1, -1, -1):
        slot = line.slots[place]
        if slot.is_word and str(slot.token) not in all_words():
            continue
        for kind in FILLERS:
            if kind in slot.accepted and line.changed(slot.start, slot.start, f" {FILLERS[kind]} "):
                before = str(line.slots[place - 1].token) if place else ""
                what = expectation(slot.accepted & _OPERANDS, before)
                after = f" after `{before}`" if before else ""
                return Problem("RW104", f"{what} is missing{after}", slot.where, f"write it before `{slot.token}`")
    return None


_OPERANDS = frozenset(["NAME", "NUMBER", "STRING", "LPAR", "LSQB", "MINUS", "NOT", "QUANT"])


def _no_quantifier(line: BadLine) -> Problem | None:
    """A part is missing in `any s in …`: the first word, the variable or `in`."""
    for slot, behind in zip(line.slots, line.slots[1:], strict=False):
        if str(slot.token) in quantifiers():
            if behind.token == "in" and line.changed(slot.end, slot.end, " x"):
                return Problem("RW104", f"a name is missing after `{slot.token}`", behind.where, "write it before `in`")
            if behind.is_word and line.changed(behind.end, behind.end, " in"):
                where = behind.where._replace(column=behind.where.end_column, end_column=behind.where.end_column + 1)
                return Problem("RW104", f"`in` is missing after `{slot.token} {behind.token}`", where)
        elif "QUANT" in slot.accepted and behind.token == "in" and line.changed(slot.start, slot.start, "those "):
            words = list_of([f"`{word}`" for word in quantifiers()])
            return Problem("RW104", f"a word is missing before `{slot.token} in`", slot.where, expected=words)
    return None


def _no_operator(line: BadLine) -> Problem | None:
    """Something to join or to compare is missing between two expressions."""
    slot = line.slots[-1]
    if line.ends or not slot.accepted & OPERATORS or str(slot.token) in all_words():
        return None
    for sign, what in (
        ("is", "an operator, such as `is`,"),
        ("and", "`and` or `or`"),
        ("+", "an operator, such as `+`,"),
    ):
        if line.changed(slot.start, slot.start, f" {sign} "):
            return Problem("RW104", f"{what} is missing before `{slot.token}`", slot.where)
    return None


def _unusual_word(line: BadLine) -> Problem | None:
    """Another word would put the line right, and there is only one such."""
    slot = line.slots[-1]
    if line.ends or not slot.is_word:
        return None
    possible = [*slot.words, ":"] if "COLON" in slot.accepted else slot.words
    good = [word for word in possible if line.changed(slot.start, slot.end, word)]
    return _misplaced(slot, good[0]) if len(good) == 1 else None


def _reserved(line: BadLine) -> Problem | None:
    for slot in reversed(line.slots[-2:]):
        word = str(slot.token)
        if word in reserved_words().joining and line.changed(slot.start, slot.end, FILLERS["NAME"]):
            return reserved_name(word, slot.where)
    return None


def _no_first_word(line: BadLine) -> Problem | None:
    """The word that says what kind of line this is."""
    slot = line.slots[0]
    good = [word for word in slot.words if line.changed(slot.start, slot.start, f"{word} ")]
    if not 0 < len(good) <= MOST_CHOICES:
        return None
    return Problem("RW104", f"{_quoted(good)} is missing before `{slot.token}`", slot.where)


def _not_needed(line: BadLine) -> Problem | None:
    """A word of the language that can be left out."""
    for slot in reversed(line.slots[-2:] if not line.ends else []):
        if str(slot.token) in all_words() and line.changed(slot.start, slot.end, ""):
            return Problem("RW105", f"`{slot.token}` is not needed here", slot.where, "leave it out")
    return None


def reserved_name(word: str, where: Stretch) -> Problem:
    """The problem of a name that is a word of the language."""
    return Problem(
        "RW130",
        f"`{word}` is a word of the language and cannot be a name",
        where,
        f"choose another name, such as `the_{word}`; or is something missing before `{word}`?",
    )
