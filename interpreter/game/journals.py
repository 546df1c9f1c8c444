"""Journals: a game as text, a header and one line a decision. Chance is not written, the seed repeats it.

; a remark
game example
version 1
variant wide
option size is 5
players white, red
hash sha256:…
seed 7

white step a2>b2
red pass            ; a remark after a line
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from interpreter.diagnostics import Diagnostic, Rejected, Span, close_match
from interpreter.game.items import shortened, shown
from interpreter.game.jsontext import read_bytes
from interpreter.game.names import Json

HEADER = ("game", "version", "variant", "option", "players", "hash", "seed")
_NEEDED = ("game", "version", "players", "hash", "seed")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HASH = re.compile(r"sha256:[0-9a-f]{64}")
MOST_LINES = 200_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision as it is written, and where."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Journal:
    """A game as it was written down. `places` says where each word of the header stands."""

    game: str
    version: int
    variant: str | None
    options: Mapping[str, Json]
    players: tuple[str, ...]
    hash: str
    seed: int
    entries: tuple[Entry, ...]
    places: Mapping[str, Span]

    @staticmethod
    def parse(text: str, file: str) -> Journal:
        """The journal of a text. Raises Rejected (RW820) for a header that is not one, or too many lines."""
        return _Reading(text, file).journal()

    @staticmethod
    def read(path: Path | str) -> Journal:
        """The journal of a file. Raises Rejected: RW801 where it cannot be read, else like `parse`."""
        return Journal.parse(read_bytes(Path(path), "journal"), str(path))


def journal_text(rules: Mapping[str, Json], seed: int, lines: Sequence[str], remarks: Sequence[str] = ()) -> str:
    """A journal: the rules as a save writes them, the seed, the decisions, and remarks to stand at the top."""
    header = [f"; {remark}" for remark in remarks]
    header += [f"game {rules['game']}", f"version {rules['version']}"]
    if rules["variant"] is not None:
        header.append(f"variant {rules['variant']}")
    header += [f"option {name} is {option_word(value)}" for name, value in rules["options"].items()]
    header += [f"players {', '.join(rules['players'])}", f"hash {rules['hash']}", f"seed {seed}"]
    return "\n".join([*header, "", *lines, ""])


def option_word(value: Json) -> str:
    """An option's value as rules write it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


class _Reading:
    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.words: dict[str, tuple[str, Span]] = {}
        self.options: dict[str, Json] = {}
        self.entries: list[Entry] = []

    def journal(self) -> Journal:
        lines = self.lines()
        for text, span in lines:
            word, _, rest = text.partition(" ")
            if word not in HEADER:
                near = close_match(word, HEADER)
                hint = f"did you mean `{near}`?" if near else f"a header has {shortened(HEADER)}, and ends with `seed`"
                self.fail(f"`{shown(word)}` is no word of a journal's header", span, hint)
            self.header_line(word, rest.strip(), span)
            if word == "seed":
                break
        missing = [word for word in _NEEDED if word not in self.words]
        if missing:
            end = Span(self.file, 1, 1, 1, 1)
            self.fail(
                f"the header lacks `{missing[0]}`", end, f"a header has {shortened(HEADER)}, and ends with `seed`"
            )
        self.entries = [Entry(text, span) for text, span in lines]
        players = tuple(word.strip() for word in self.words["players"][0].split(","))
        variant = self.words["variant"][0] if "variant" in self.words else None
        return Journal(
            self.words["game"][0], int(self.words["version"][0]), variant, self.options, players,
            self.words["hash"][0], int(self.words["seed"][0]), tuple(self.entries),
            {word: span for word, (_, span) in self.words.items()},
        )  # fmt: skip

    def lines(self) -> Iterator[tuple[str, Span]]:
        """The lines that say something, without remarks, each with its place."""
        for number, line in enumerate(self.text.replace("\r\n", "\n").split("\n"), 1):
            said = line.partition(";")[0]
            text = said.strip()
            if number > MOST_LINES:
                self.fail("this journal is too long", Span(self.file, number, 1, number, 1))
            if text:
                column = len(said) - len(said.lstrip()) + 1
                yield text, Span(self.file, number, column, number, column + len(text))

    def header_line(self, word: str, rest: str, span: Span) -> None:
        if word == "option":
            name, _, value = rest.partition(" is ")
            if not _NAME.fullmatch(name) or not value.strip():
                self.fail("an option is written `option NAME is VALUE`", span)
            if name in self.options:
                self.fail(f"the option `{shown(name)}` stands twice", span)
            self.options[name] = _value(value.strip())
            self.words[f"option {name}"] = (rest, span)
            return
        if word in self.words:
            self.fail(f"`{word}` stands twice in the header", span)
        fits, wanted = _FORMS[word]
        if not fits(rest):
            self.fail(f"`{word}` needs {wanted}, not `{shown(rest)}`", span)
        self.words[word] = (rest, span)

    def fail(self, message: str, span: Span, hint: str | None = None) -> NoReturn:
        raise Rejected([Diagnostic("RW820", message, span, hint)])


def _value(word: str) -> Json:
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if re.fullmatch(r"-?[0-9]{1,15}", word) else word


def _is_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text))


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,20}", text)) and int(text) < 1 << 64


def _is_hash(text: str) -> bool:
    return bool(_HASH.fullmatch(text))


def _are_names(text: str) -> bool:
    return all(_NAME.fullmatch(word.strip()) for word in text.split(","))


_FORMS = {
    "game": (_is_name, "the name of a game"),
    "version": (_is_number, "a number"),
    "variant": (_is_name, "the name of a variant"),
    "players": (_are_names, "the seats, with commas between them"),
    "hash": (_is_hash, "`sha256:` and 64 figures"),
    "seed": (_is_number, "a number of at most 64 bits"),
}
