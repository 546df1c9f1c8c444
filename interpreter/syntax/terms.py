"""What authors call the parser's terminals, and what may stand at a place in their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from interpreter.syntax.words import keywords, quantifiers

NAMES = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in `"…"`',
    "QUANT": " or ".join(f"`{word}`" for word in quantifiers()),
    "CMP": "`<`, `<=`, `>` or `>=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "DOT": "`.`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
}
SIGNS = {"PLUS": "+", "MINUS": "-", "STAR": "*", "COMMA": ",", "COLON": ":", "DOT": ".", "LPAR": "(", "RPAR": ")",
         "LSQB": "[", "RSQB": "]"}  # fmt: skip
FILLERS = {"NAME": "x", "NUMBER": "1", "STRING": '""'}
"""Stands in for what is missing when a repair is tried out."""


class Family(NamedTuple):
    """Terminals that are told as one when all the `typical` ones may stand at a place."""

    typical: frozenset[str]
    members: frozenset[str]
    name: str


_OPERAND = frozenset(["NAME", "NUMBER", "STRING", "LPAR", "LSQB", "MINUS"])
_CONDITION = frozenset(
    ["NOT", "QUANT", "BEST", "RANK", "SUM", "HIGHEST", "LOWEST", "UNION", "TIMES", "DISTINCT", *_OPERAND]
)
OPERATORS = frozenset(
    ["PLUS", "MINUS", "STAR", "PER", "MOD", "CMP", "IS", "IN", "NOT", "WITHIN", "AND", "OR", "DOT", "LSQB", "LPAR"]
)
_STATEMENTS = frozenset(
    ["CHOOSE", "PICK", "REVEAL", "REQUIRE", "ENSURE", "COST", "LIMIT", "LET", "SET", "GAIN", "LOSE", "PAY", "SCORE",
     "MOVE", "SWAP", "DRAW", "ADD", "REMOVE", "CLEAR", "SHUFFLE", "SHOW", "EMIT", "RUN", "PERFORM", "GIVE", "PAUSE",
     "END", "AS", "SKIP", "WINNER", "IF", "FOR", "REPEAT", "MAY", "IN", "FIRST", "ASK", "WITH", "THIS"]
)  # fmt: skip
_ITEMS = frozenset(
    ["GAME", "INCLUDE", "OPTION", "KIND", "DATA", "STANDING", "COUNTER", "KEEP", "PLACES", "PIECE", "GRID", "RING",
     "GRAPH", "FIGURES", "TABLE", "VALUE", "EVENT", "GROUP", "SEAT", "MAIN", "FREE", "ACTION", "PROCEDURE", "RULE",
     "PHASE", "FINISH", "SETUP", "VARIANT", "SCENARIO"]
)  # fmt: skip
FAMILIES = (
    Family(frozenset(["CHOOSE", "GAIN", "LET"]), _STATEMENTS | {"NAME"},
           "a statement (`choose`, `let`, `move`, `gain`, …)"),
    Family(frozenset(["ACTION", "COUNTER", "VALUE", "GAME"]), _ITEMS,
           "a declaration (`action`, `rule`, `value`, `counter`, …)"),
    Family(frozenset(["ACTION", "COUNTER", "VALUE"]), _ITEMS - {"GAME", "INCLUDE", "OPTION", "VARIANT", "SCENARIO"},
           "a declaration (`action`, `rule`, `value`, `counter`, …)"),
    Family(frozenset(["NAME", "NUMBER", "NOT", "QUANT"]), _CONDITION, "an expression"),
    Family(frozenset(["NAME", "NUMBER", "NOT"]), _CONDITION, "an expression"),
    Family(frozenset(["NAME", "NUMBER", "LPAR"]), _OPERAND, "a name or an amount"),
    Family(frozenset(["PLUS", "STAR", "IS", "AND"]), OPERATORS | {"IF"}, "an operator (`is`, `and`, `+`, …)"),
    Family(frozenset(["PLUS", "STAR", "IS"]), OPERATORS, "an operator (`is`, `in`, `+`, …)"),
    Family(frozenset(["PLUS", "STAR"]), OPERATORS, "an operator (`+`, `*`, …)"),
    Family(frozenset(["DOT", "LSQB", "LPAR"]), frozenset(["DOT", "LSQB", "LPAR"]), "`.` and a field"),
    Family(frozenset(["DOT", "LSQB"]), frozenset(["DOT", "LSQB"]), "`.` and a field"),
)  # fmt: skip
LAST = ("an operator", "`.` and", "the end")
AFTER_WORD = {
    "a condition": frozenset(
        ["where", "if", "require", "ensure", "while", "expect", "until", "when", "and", "or", "not", "otherwise"]
    ),
    "an amount": frozenset(
        ["gain", "lose", "score", "draw", "cost", "pay", "sum", "highest", "lowest", "repeat", "size"]
    ),
    "a set or a list": frozenset(["from", "in", "union"]),
    "a player": frozenset(["ask", "winner"]),
}
"""What an expression is called after certain words."""

MENTIONED = 9


def item_words() -> frozenset[str]:
    """The words that begin a top-level item."""
    return frozenset(keywords()[name] for name in _ITEMS)


def statement_words() -> frozenset[str]:
    """The words that begin a statement."""
    return frozenset(keywords()[name] for name in _STATEMENTS)


def spelling(kind: str) -> tuple[str, ...]:
    """How a terminal is written, where there are but a few ways."""
    if kind == "QUANT":
        return quantifiers()
    word = keywords().get(kind) or SIGNS.get(kind)
    return (word,) if word else ()


def list_of(parts: Sequence[str]) -> str:
    """The parts as one would say them: `a`, `b` or `c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"


def expectation(accepted: Iterable[str], word_before: str) -> str:
    """What may stand at a place where the parser takes terminals of the types `accepted`."""
    return list_of(alternatives(accepted, word_before))


def alternatives(accepted: Iterable[str], word_before: str) -> list[str]:
    """The same, each alternative by itself, with the ones that only lengthen an expression last."""
    left, found = set(accepted), list[str]()
    if len(left) > 1:
        left -= {"_DEDENT"}
    if "_NL" in left:
        left -= {"$END"}
    for family in FAMILIES:
        if family.typical <= left:
            left -= family.members
            found.append(_after(word_before, family.name))
    found += sorted(NAMES[kind] for kind in left if kind in NAMES)
    words = sorted(f"`{word}`" for kind in left if kind not in NAMES for word in spelling(kind))
    if len(words) > MENTIONED:
        words = [*words[:MENTIONED], "another word of the language"]
    return [*words, *sorted(found, key=lambda name: (name.startswith(LAST), name.startswith(LAST[:2])))]


def _after(word: str, name: str) -> str:
    if name.startswith(("an expression", "a name or an")):
        for better, words in AFTER_WORD.items():
            if word in words:
                return better
    return name
