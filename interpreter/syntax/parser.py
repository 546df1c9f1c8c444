"""Reads rules text: the LALR parser over `grammar.lark`, its tables made beforehand, and the tree it builds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from lark import Lark, Token
from lark.exceptions import LarkError
from lark.indenter import DedentError, Indenter

from interpreter.paths import cache_folder
from interpreter.syntax.tables import read_tables

GRAMMAR = Path(__file__).with_name("grammar.lark")
Start = Literal["start", "effect", "condition", "amount", "trigger"]
STARTS: tuple[Start, ...] = ("start", "effect", "condition", "amount", "trigger")


NEW_LINE, BEGIN, END = "_NL", "_INDENT", "_DEDENT"
OPENING, CLOSING = ("LPAR", "LSQB"), ("RPAR", "RSQB")
BRACKETS = dict.fromkeys(OPENING, 1) | dict.fromkeys(CLOSING, -1)
"""By how much each deepens the brackets that are open."""
TAB = 8
OF_WORDS = frozenset("_0123456789abcdefghijklmnopqrstuvwxyz")
"""The letters of names, numbers and words of the language."""


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
        """The tokens with those of blocks. Raises GluedWords and, where no block ends at an indentation, DedentError.

        What Lark's own indenter gives, without asking for the names below once more at each token.
        """
        brackets, indents, before = 0, [0], None
        for token in stream:
            if (
                before is not None
                and before.end_pos == token.start_pos
                and token[0] in OF_WORDS
                and before[-1] in OF_WORDS
            ):
                raise GluedWords(before)
            before = token
            kind = token.type
            if kind == NEW_LINE:
                if brackets == 0:
                    yield token
                    yield from _blocks(token, indents)
                continue
            yield token
            if kind in BRACKETS:
                brackets += BRACKETS[kind]
        if before is not None:
            yield from (Token.new_borrow_pos(END, "", before) for _ in indents[1:])

    @property
    def NL_type(self) -> str:
        return NEW_LINE

    @property
    def OPEN_PAREN_types(self) -> list[str]:
        return list(OPENING)

    @property
    def CLOSE_PAREN_types(self) -> list[str]:
        return list(CLOSING)

    @property
    def INDENT_type(self) -> str:
        return BEGIN

    @property
    def DEDENT_type(self) -> str:
        return END

    @property
    def tab_len(self) -> int:
        return TAB


def _blocks(token: Token, indents: list[int]) -> Iterator[Token]:
    """The tokens of the blocks that begin or end behind a line break."""
    blanks = token.rsplit("\n", 1)[1]
    indent = blanks.count(" ") + TAB * blanks.count("\t")
    if indent > indents[-1]:
        indents.append(indent)
        yield Token.new_borrow_pos(BEGIN, blanks, token)
        return
    while indent < indents[-1]:
        indents.pop()
        yield Token.new_borrow_pos(END, blanks, token)
    if indent != indents[-1]:
        raise DedentError(f"no block ends at column {indent}, but one at {indents[-1]}")


def whole_text(lines: Iterable[str]) -> str:
    """The text that these lines make, with one line break at its end."""
    return "\n".join(lines).rstrip() + "\n"


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
    parser = read_tables(GRAMMAR.read_text(encoding="utf-8"))
    if parser is None:
        version = f"{sys.version_info.major}{sys.version_info.minor}"
        parser = make_parser(cache=str(cache_folder() / f"grammar-{version}.lark-cache"))
    _hand_on(parser)
    return parser


def _hand_on(parser: Lark) -> None:
    """Lets rules that give way to their one part hand it on at once; a condition goes through a dozen of them."""
    for rule in parser._callbacks:
        plain = rule.options.expand1 and rule.alias is None and not any(rule.options.empty_indices)
        match rule.expansion:
            case [part] if plain and not part.is_term and not part.name.startswith("_"):
                parser._callbacks[rule] = _only


def _only(parts: list[Any]) -> Any:
    return parts[0]
