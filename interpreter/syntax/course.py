"""The course of a parse: how far the parser came in a text, and what it could have taken there.

No tree is built; this is for texts that are known to be wrong, and for trying out how they could be put right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.indenter import DedentError
from lark.lexer import LexerThread

from interpreter.syntax.parser import Blocks, GluedWords, Start, shared_parser
from interpreter.syntax.words import reserved_words

BLOCK_ENDS = frozenset([Blocks().DEDENT_type, "$END"])
NEW_LINE = Blocks().NL_type
LAYOUT = frozenset([NEW_LINE, Blocks().INDENT_type, *BLOCK_ENDS])
BEFORE_ANY_WORD = frozenset(["DOT", "PART"])
"""After these a reserved word is a name."""


class Stop(Enum):
    """Why the parser stopped."""

    TOKEN = auto()
    INDENTATION = auto()
    """A line goes back to a depth that no open block has."""


@dataclass(frozen=True)
class Failure:
    """Where a parse stopped.

    `before` are the tokens that were taken from the line that failed, `token` is the one that was not (of type
    `$END` where the text ends); `accepted` are the types of tokens that could have stood in its place, and
    `choices` the same for each token in `before`.
    """

    stop: Stop
    before: tuple[Token, ...]
    token: Token
    accepted: frozenset[str]
    choices: tuple[frozenset[str], ...]
    state: Any
    lexer: Any


def follow(text: str, start: Start, first_lines: list[int]) -> Failure | None:
    """Parse a text up to the first thing that is wrong; None when nothing is.

    `first_lines` are the numbers of the lines in which a line of code begins, so that one which is broken inside
    brackets counts as one.
    """
    steps = shared_parser().parse_interactive(text, start=start)
    state = steps.parser_state
    state.parse_conf = copy(state.parse_conf)
    state.parse_conf.callbacks = {}
    starts = set(first_lines)
    kept, taken = state.copy(deepcopy_values=False), list[Token]()
    last = Token("$END", "", 0, 1, 1, 1, 1, 0)
    try:
        for token in _tokens(steps.lexer_thread, state):
            if token.type not in LAYOUT and token.line in starts:
                starts.remove(token.line)
                kept, taken = state.copy(deepcopy_values=False), []
            last = token
            state.feed_token(token)
            taken.append(token)
        last = Token.new_borrow_pos("$END", "", last)
        state.feed_token(last, True)
    except UnexpectedToken as problem:
        token = problem.token
        if token is not last and token.type not in LAYOUT and token.line in starts:
            kept, taken = state.copy(deepcopy_values=False), []
        return _failure(kept, taken, token, steps.lexer_thread.lexer)
    except GluedWords as problem:
        return _failure(kept, taken[:-1], _whole_word(text, problem.first), steps.lexer_thread.lexer)
    except UnexpectedCharacters as problem:
        place = problem.pos_in_stream or 0
        token = Token(
            "?", text[place], place, problem.line, problem.column, problem.line, problem.column + 1, place + 1
        )
        return _failure(kept, taken, token, steps.lexer_thread.lexer)
    except DedentError:
        return Failure(Stop.INDENTATION, (), last, frozenset(), (), kept, steps.lexer_thread.lexer)
    return None


def fits(failure: Failure, line: str) -> bool:
    """Whether the parser would take `line`, to its end and without reserved names, in place of the line that failed."""
    state, ended, before = failure.state.copy(deepcopy_values=False), False, ""
    try:
        for token in _tokens(LexerThread.from_text(failure.lexer, line + "\n"), state):
            if token.type in BLOCK_ENDS:
                break
            if token.type == "NAME" and before not in BEFORE_ANY_WORD and token in reserved_words().joining:
                return False
            state.feed_token(token)
            ended, before = token.type == NEW_LINE, token.type
    except (UnexpectedToken, UnexpectedCharacters, GluedWords, DedentError):
        return False
    return ended


def _tokens(thread: LexerThread, state: Any) -> Iterator[Token]:
    lex: Callable[[Any], Iterator[Token]] = thread.lex
    return lex(state)


def _failure(kept: Any, taken: list[Token], token: Token, lexer: Any) -> Failure:
    state, choices = kept.copy(deepcopy_values=False), []
    for before in taken:
        choices.append(_accepted(state))
        state.feed_token(before)
    return Failure(Stop.TOKEN, tuple(taken), token, _accepted(state), tuple(choices), kept, lexer)


def _whole_word(text: str, first: Token) -> Token:
    """The word that a token is only the beginning of."""
    start = first.start_pos or 0
    end = start + len(first)
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    word = Token.new_borrow_pos("NAME", text[start:end], first)
    word.end_pos, word.end_column = end, (first.column or 1) + end - start
    return word


def _accepted(state: Any) -> frozenset[str]:
    return frozenset(_taken(state))


def _taken(state: Any) -> Iterator[str]:
    """The types of tokens that the parser can take next."""
    for name in state.parse_conf.states[state.position]:
        if name.isupper():
            trial = state.copy(deepcopy_values=False)
            try:
                trial.feed_token(Token(name, ""), name == "$END")
            except UnexpectedToken:
                continue
            yield name
