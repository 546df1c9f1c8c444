"""Reads rules text: the LALR parser over `grammar.lark`, its tables made beforehand, and the tree it builds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from lark import Lark, Token
from lark.exceptions import LarkError
from lark.indenter import Indenter

from interpreter.paths import cache_folder
from interpreter.syntax.tables import read_tables

GRAMMAR = Path(__file__).with_name("grammar.lark")
Start = Literal["start", "effect", "condition", "amount", "trigger"]
STARTS: tuple[Start, ...] = ("start", "effect", "condition", "amount", "trigger")


class GluedWords(LarkError):
    """Two words without a blank between them; `first` is the one on the left.

    Where the grammar allows no name, the lexer would read `fromage` as the word `from` and a name.
    """

    def __init__(self, first: Token) -> None:
        self.first = first
        super().__init__(f"no blank after {first!r}")


class Blocks(Indenter):
    """Turns indentation into block tokens; inside brackets a line may be broken freely."""

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        process: Callable[[Iterator[Token]], Iterator[Token]] = super().process
        return process(_apart(stream))

    @property
    def NL_type(self) -> str:
        return "_NL"

    @property
    def OPEN_PAREN_types(self) -> list[str]:
        return ["LPAR", "LSQB"]

    @property
    def CLOSE_PAREN_types(self) -> list[str]:
        return ["RPAR", "RSQB"]

    @property
    def INDENT_type(self) -> str:
        return "_INDENT"

    @property
    def DEDENT_type(self) -> str:
        return "_DEDENT"

    @property
    def tab_len(self) -> int:
        return 8


def _apart(stream: Iterator[Token]) -> Iterator[Token]:
    before = None
    for token in stream:
        if before is not None and before.end_pos == token.start_pos and _wordlike(before[-1]) and _wordlike(token[0]):
            raise GluedWords(before)
        before = token
        yield token


def _wordlike(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


def make_parser(**options: Any) -> Lark:
    """A parser for every start symbol; `options` are Lark's (tests ask for `strict=True`)."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        postlex=Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
        start=list(STARTS),
        **options,
    )


@cache
def shared_parser() -> Lark:
    """The one parser of this process. Its tables came with the package, or else are kept in the user's cache."""
    ready = read_tables(GRAMMAR.read_text(encoding="utf-8"))
    if ready is not None:
        return ready
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    return make_parser(cache=str(cache_folder() / f"grammar-{version}.lark-cache"))
