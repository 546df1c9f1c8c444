"""The grammar as a whole: no conflicts, no lost words, and which words of it are reserved."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from lark import Lark
from lark.grammar import Rule, Terminal

from interpreter.syntax.parser import GRAMMAR, make_parser
from interpreter.syntax.words import keywords, reserved_words


@pytest.fixture(scope="module")
def parser() -> Lark:
    """Refuses to load when two rules, or two terminals that can meet, are in conflict."""
    return make_parser(strict=True)


def hidden_words(rule: Rule, spelt: dict[str, str]) -> tuple[str, ...]:
    """The words of an alternative that leave no token in the tree."""
    return tuple(
        spelt[symbol.name]
        for symbol in rule.expansion
        if isinstance(symbol, Terminal) and symbol.filter_out and symbol.name in spelt
    )


def lost_words(parser: Lark) -> Iterator[str]:
    """Alternatives whose words cannot be told from the tree.

    Either a rule with one child gives way to the child although it says more, or two alternatives with different words
    give the same label and children.
    """
    spelt = {
        t.name: str(t.pattern.value) for t in parser.terminals if t.pattern.type == "str" and t.pattern.value.isalpha()
    }
    said: dict[Any, set[tuple[str, ...]]] = defaultdict(set)
    for rule in parser.rules:
        kept = tuple(s.name for s in rule.expansion if not (isinstance(s, Terminal) and s.filter_out))
        words = hidden_words(rule, spelt)
        if rule.options.expand1 and rule.alias is None and len(kept) == 1 and words:
            yield f"{rule.origin.name} gives way to its child and loses {words}"
        said[rule.alias or rule.origin.name, kept, tuple(rule.options.empty_indices or ())].add(words)
    for (label, kept, _), words_of_alternatives in said.items():
        if len(words_of_alternatives) > 1:
            yield f"{label}: {sorted(words_of_alternatives)} give the same tree of {kept}"


def test_no_word_is_lost_from_the_tree(parser):
    assert list(lost_words(parser)) == []


@pytest.mark.parametrize(
    ("grammar", "lost"),
    [
        ('start: no\n?no: "not" no | NAME', 1),
        ('start: no\n?no: "not" no -> negation | NAME', 0),
        ('start: "up" NAME | "down" NAME', 1),
        ('start: "up" NAME -> up | "down" NAME -> down', 0),
        ('start: NAME ["wrapped"]', 1),
        ('start: NAME [wrapped]\n!wrapped: "wrapped"', 0),
    ],
)
def test_the_test_for_lost_words_finds_them(grammar, lost):
    small = Lark(f'{grammar}\nNAME: /[a-z]+/\n%ignore " "', parser="lalr", maybe_placeholders=True)
    assert len(list(lost_words(small))) == lost


def test_the_grammar_is_short():
    assert len(GRAMMAR.read_text(encoding="utf-8").splitlines()) < 250


def test_every_rule_can_be_reached(parser):
    used = {symbol.name for rule in parser.rules for symbol in rule.expansion}
    starts = set(parser.options.start)
    assert {str(rule.origin.name) for rule in parser.rules} <= used | starts


JOINING = """
    all and any as best bottom by count distinct down earliest else first for from gain has hexagonal hidden highest
    if in instead is last latest leading list lowest maybe mod none not number once one or ordered otherwise per
    perform pile preferring rank reset seen set skipping sum then this those times to top union up when where with
    within wrapped
""".split()
LEADING = """
    action add after ask choose clear cost counter data do draw emit end ensure event figures finish free game give
    graph grid group include keep kind let limit lose main may move must next option part parts pause pay phase pick
    piece places procedure remove repeat replace require reveal ring rule run scenario score seat setup show shuffle
    skip standing stuck swap table turns until value variant winner
""".split()


def test_the_joining_words():
    assert sorted(reserved_words().joining) == JOINING


def test_the_leading_words():
    assert sorted(reserved_words().leading) == LEADING


@pytest.mark.parametrize("word", ["data", "score", "ring", "players", "owner"])
def test_a_game_may_use_these_words_as_names(word):
    assert word not in reserved_words().joining


@pytest.mark.parametrize("word", ["where", "from", "if", "times", "seen"])
def test_no_name_may_be_one_of_these(word):
    assert word in reserved_words().joining


def test_the_words_are_found_once():
    assert reserved_words() is reserved_words()


USES = """
counter {0} for each player from 0 up to 9
keep kept_{0} as maybe {0} from {0}
value v({0}: {0}) is any {0} in {0} where {0}.{0} is not {0}({0})[{0}]
action {0}:
  choose {0} from {0} where {0} > {0}
  let {0} be {0}
  gain {0} {0} for {0}
  set {0} to {0} if {0} otherwise {0}
  for each {0} in {0} ordered by {0}: add {0} to {0}
phase p_{0}:
  must {0}
  next {0}
"""


def test_every_word_that_does_not_join_can_be_a_name(parser):
    for word in set(keywords().values()) - reserved_words().joining:
        assert parser.parse(USES.format(word), start="start"), word


def test_every_word_that_is_not_reserved_can_be_a_procedure(parser):
    joining, leading = reserved_words()
    for word in set(keywords().values()) - joining - leading:
        assert parser.parse(f"procedure {word}():\n  {word}()\n", start="start"), word


@pytest.mark.parametrize("word", sorted(JOINING + LEADING))
def test_a_field_and_a_part_may_have_any_name(parser, word):
    text = f"procedure p():\n  choose one:\n    part {word}: give a.{word} + [a.{word}]\n"
    assert parser.parse(text, start="start")
