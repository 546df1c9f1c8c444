"""Nodes made while a text is parsed, with no tree between: the way of every text in which nothing is wrong.

The terminals, the rules and the moves of the parser are those of Lark's tables. What does not go this way, for whatever
reason, is given to Lark itself, which knows how to tell what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import chain
from typing import Any, TypeAlias

from lark import Token
from lark.exceptions import LarkError
from lark.grammar import Rule, Terminal
from lark.lexer import BasicLexer
from lark.parsers.lalr_analysis import Shift

from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n
from interpreter.syntax.build import Builder, Placer
from interpreter.syntax.limits import DEEPEST_TREE, FREE_NAMES
from interpreter.syntax.parser import NEW_LINE, Blocks, Start, shared_parser, whole_text
from interpreter.syntax.scan import LONGEST_NUMBER
from interpreter.syntax.words import keywords, reserved_words

Reduction: TypeAlias = "tuple[int, str, Callable[[list[Any]], Any] | None]"
"""How many values a rule takes, what it makes of them, and how; None where a rule hands on its one value."""
Maker: TypeAlias = "Callable[[Piece, list[Any]], Any]"
Reducer: TypeAlias = "Callable[[list[Any]], Piece]"
Take: TypeAlias = "Callable[[Any], Any]"
TOKEN, PART, INLINE, NOTHING = range(4)
"""How a rule takes a value: what a token says, what another rule has made, its members, or nothing."""
Plan: TypeAlias = "list[tuple[int, int, Take]]"
"""Which values a rule takes, and how."""
Moves: TypeAlias = "dict[str, Any]"
"""What the parser does in a state when it meets a symbol: it goes to another state (an int), or it is a Reduction."""


_END = Token("$END", "")


class Aside(LarkError):
    """This text does not go the direct way."""


class Piece:
    """What a rule has made of a stretch of the text; `depth` is how many rules stand in each other in it."""

    __slots__ = ("column", "depth", "end_column", "end_line", "line", "value")
    empty = False

    def __init__(self, value: Any, first: Any, last: Any, depth: int) -> None:
        self.value = value
        self.line, self.column = first.line, first.column
        self.end_line, self.end_column = last.end_line, last.end_column
        self.depth = depth


def read_directly(lines: list[str], start: Start, place: Placer) -> Any:
    """The node, or tuple of nodes, for the lines of a text. Raises LarkError where it has to be parsed by Lark."""
    return _direct().read(lines, start, place)


@cache
def _direct() -> Direct:
    return Direct()


class Direct(Builder):
    """Parses and builds at once."""

    def __init__(self) -> None:
        super().__init__(_nowhere, [])
        lark = shared_parser()
        self._joining, self._leading = reserved_words()
        self._table = lark.parser.parser._parse_table
        reductions = {rule: self._reduction(rule) for rule in lark._callbacks}
        self._moves = [_moves(self._table.states[state], reductions) for state in range(len(self._table.states))]
        self._passed: dict[tuple[int, int, str], int] = {}
        self._words = {word: kind for kind, word in keywords().items()}
        self._match = _scanner(BasicLexer(lark.lexer_conf), self._words).match

    def read(self, lines: list[str], start: Start, place: Placer) -> Any:
        """See `read_directly`."""
        self._place, self._lines = place, lines
        whole = self._parsed(whole_text(lines), start)
        if whole.depth > DEEPEST_TREE + 1:
            raise Aside
        return whole.value

    # ---- parsing

    def _parsed(self, text: str, start: Start) -> Piece:
        """What a text becomes, as the moves say."""
        every, passed, last = self._moves, self._passed, self._table.end_states[start]
        states, values = [self._table.start_states[start]], list[Any]()
        for token in chain(Blocks().process(self._signs(text, states)), [_END]):
            kind = token.type
            while True:
                move = every[states[-1]].get(kind)
                if move is None:
                    raise Aside
                if move.__class__ is int:
                    states.append(move)
                    values.append(token)
                    break
                size, origin, make = move
                if make is None:
                    key = (states[-2], states[-1], kind)
                    states[-1] = passed[key] if key in passed else self._pass_on(*key)
                    continue
                values[-size:] = [make(values[-size:])]
                del states[-size:]
                states.append(every[states[-1]][origin])
                if states[-1] == last and token is _END:
                    whole: Piece = values[-1]
                    return whole
        raise AssertionError("the last token ends the text")

    def _pass_on(self, below: int, state: int, kind: str) -> int:
        """The state after all rules that only hand on what has been made; remembered."""
        key = (below, state, kind)
        move = self._moves[state].get(kind)
        while isinstance(move, tuple) and move[2] is None:
            state = self._moves[below][move[1]]
            move = self._moves[state].get(kind)
        self._passed[key] = state
        return state

    def _signs(self, text: str, states: list[int]) -> Iterator[Token]:
        """What stands in a text; which words are names depends on the state of the parser."""
        match, words, every = self._match, self._words, self._moves
        at, line, margin, end = 0, 1, -1, len(text)
        while at < end:
            found = match(text, at)
            if found is None:
                raise Aside
            kind, moves = found.lastgroup or "", every[states[-1]]
            start, at = found.span(found.lastindex or 0)
            value = text[start:at]
            if kind == "NAME" or (kind == "QUANT" and kind not in moves):
                word = words.get(value, "")
                kind = word if word in moves else "NAME"
            if kind not in moves and kind != NEW_LINE:
                raise Aside
            token = str.__new__(Token, value)
            token.type, token.value = kind, value
            token.start_pos, token.end_pos = start, at
            token.line, token.column = line, start - margin
            if kind == NEW_LINE:
                line += value.count("\n")
                margin = text.rindex("\n", start, at)
            token.end_line, token.end_column = line, at - margin
            yield token

    # ---- building

    def _reduction(self, rule: Rule) -> Reduction:
        """What becomes of a rule."""
        name, options, expansion = str(rule.alias or rule.origin.name), rule.options, rule.expansion
        inlined, single = name.startswith("_"), options.expand1 and rule.alias is None
        plan: Plan = []
        at = 0
        for empty in options.empty_indices or [False] * len(expansion):
            if empty:
                plan.append((0, NOTHING, _left_out))
                continue
            symbol = expansion[at]
            if not isinstance(symbol, Terminal):
                plan.append((at, INLINE if symbol.name.startswith("_") else PART, _left_out))
            elif options.keep_all_tokens or not symbol.filter_out:
                plan.append((at, TOKEN, self._take(symbol.name, name)))
            at += 1
        if single and plan == [(0, PART, _left_out)] and len(expansion) == 1:
            return 1, rule.origin.name, None
        make = None if inlined else self.maker(name)
        return len(expansion), rule.origin.name, _reducer(plan, single, make)

    def _take(self, kind: str, rule: str) -> Take:
        """How a token that a rule keeps becomes part of a node."""
        if kind == "NUMBER":
            return self._figures
        if kind == "STRING":
            return self._string
        if kind != "NAME" or rule in FREE_NAMES:
            return self._plain
        refused = self._joining | self._leading if rule == "procedure" else self._joining

        def name(token: Any) -> n.Word:
            if token in refused:
                raise Aside
            return self._plain(token)

        return name

    def _figures(self, token: Any) -> int:
        if len(token) > LONGEST_NUMBER:
            raise Aside
        return int(token)

    def _string(self, token: Any) -> n.Word:
        return n.Word(token[1:-1], self._place(token.line, token.column, token.end_line, token.end_column))

    def _plain(self, token: Any) -> n.Word:
        return n.Word(token, self._place(token.line, token.column, token.end_line, token.end_column))


def _moves(actions: Mapping[str, tuple[Any, Any]], reductions: Mapping[Rule, Reduction]) -> Moves:
    """What is done in a state. Rules of nothing are left out: they make nothing of an empty text only."""
    return {
        symbol: goal if action is Shift else reductions[goal]
        for symbol, (action, goal) in actions.items()
        if action is Shift or goal.expansion
    }


def _reducer(plan: Plan, single: bool, make: Maker | None) -> Reducer:
    """Makes a piece of the values of a rule; without `make` they stay a list, to become part of another rule's."""

    if make is not None and len(plan) == 1 and plan[0][:2] == (0, TOKEN) and not single:
        return partial(_leaf, plan[0][2], make)

    def reduce(values: list[Any]) -> Piece:
        children: list[Any] = []
        depth = 0
        for at, how, take in plan:
            value = values[at]
            if how == TOKEN:
                children.append(take(value))
            elif how == NOTHING:
                children.append(None)
            else:
                if how == PART:
                    children.append(value.value)
                elif children:
                    children += value.value
                else:
                    children = value.value
                if value.depth > depth:
                    depth = value.depth
        if make is None:
            return Piece(children, values[0], values[-1], depth)
        if single and len(children) == 1:
            return Piece(children[0], values[0], values[-1], depth)
        piece = Piece(None, values[0], values[-1], depth + 1)
        piece.value = make(piece, children)
        return piece

    return reduce


def _leaf(take: Take, make: Maker, values: list[Any]) -> Piece:
    """What a rule makes that keeps one token."""
    piece = Piece(None, values[0], values[-1], 1)
    piece.value = make(piece, [take(values[0])])
    return piece


def _left_out(value: Any) -> None:
    """What stands for a part of a rule that the text leaves out."""


def _scanner(lexer: BasicLexer, words: Mapping[str, str]) -> re.Pattern[str]:
    """Finds the next token, whatever is to be left out before it. A keyword counts as a name here."""
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in lexer.terminals}
    left_out = "|".join(patterns[name] for name in lexer.ignore_types)
    groups = [f"(?P<{name}>{pattern})" for name, pattern in patterns.items()
              if name not in lexer.ignore_types and name not in words.values()]  # fmt: skip
    return re.compile(f"(?>(?:{left_out})*)(?:{'|'.join(groups)})")


def _nowhere(line: int, column: int, end_line: int, end_column: int) -> Span:
    raise AssertionError("no text is being read")
