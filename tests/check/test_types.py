"""Types: what fits where, what two have in common, which numbers an expression can give, and how types are called."""

from __future__ import annotations

import pytest

from interpreter.check.kinds_of import common, comparable, fits, in_words
from interpreter.check.numbers import arithmetic_range
from interpreter.model.types import (
    NOTHING,
    NUMBER,
    PLAYER,
    SPACE,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NumberType,
    RulesTextType,
    StringType,
    Type,
    maybe,
)

CARD = MemberType("card")
CARDS = CollectionType("set", CARD)


@pytest.mark.parametrize(
    ("given", "wanted", "answer"),
    [
        (NumberType(1, 3), NUMBER, True),
        (NUMBER, YES_NO, False),
        (CARD, CARD, True),
        (CARD, PLAYER, False),
        (MemberType("space", "board"), SPACE, True),
        (CARD, maybe(CARD), True),
        (maybe(CARD), CARD, True),
        (maybe(CARD), maybe(PLAYER), False),
        (NOTHING, maybe(CARD), True),
        (NOTHING, NUMBER, True),
        (CARDS, CollectionType("list", CARD), True),
        (CARDS, CollectionType("set", PLAYER), False),
        (CollectionType("list", None), CARDS, True),
        (CARD, CARDS, False),
        (RulesTextType("effect"), RulesTextType("effect"), True),
        (RulesTextType("effect"), RulesTextType("amount"), False),
        (StringType(), NUMBER, False),
        (UNKNOWN, CARD, True),
        (CARD, UNKNOWN, True),
    ],
)
def test_what_fits_where(given: Type, wanted: Type, answer: bool) -> None:
    assert fits(given, wanted) is answer


def test_nothing_can_be_compared_with_everything() -> None:
    assert comparable(CARD, NOTHING)
    assert comparable(NOTHING, NUMBER)
    assert not comparable(CARD, PLAYER)
    assert not comparable(CARDS, NUMBER)


@pytest.mark.parametrize(
    ("left", "right", "joined"),
    [
        (NumberType(1, 3), NumberType(2, 9), NumberType(1, 9)),
        (NumberType(1, 3), NUMBER, NumberType(None, None)),
        (CARD, NOTHING, MaybeType(CARD)),
        (NOTHING, CARD, MaybeType(CARD)),
        (maybe(CARD), CARD, MaybeType(CARD)),
        (CARD, PLAYER, None),
        (maybe(CARD), PLAYER, None),
        (MemberType("space", "board"), MemberType("space", "ring"), SPACE),
        (CARDS, CollectionType("list", None), CARDS),
        (CARDS, CollectionType("list", CARD), CollectionType("list", CARD)),
        (UNKNOWN, CARD, CARD),
        (YES_NO, YES_NO, YES_NO),
        (YES_NO, NUMBER, None),
    ],
)
def test_the_type_of_either_of_two_values(left: Type, right: Type, joined: Type | None) -> None:
    assert common(left, right) == joined


@pytest.mark.parametrize(
    ("op", "left", "right", "found"),
    [
        ("+", NumberType(1, 3), NumberType(2, 5), NumberType(3, 8)),
        ("-", NumberType(1, 3), NumberType(2, 5), NumberType(-4, 1)),
        ("*", NumberType(-2, 3), NumberType(-5, 4), NumberType(-15, 12)),
        ("*", NumberType(-2, 3), NUMBER, NUMBER),
        ("mod", NUMBER, NumberType(4, 4), NumberType(0, 3)),
        ("mod", NUMBER, NumberType(0, 4), NUMBER),
        ("per", NumberType(0, 9), NumberType(2, 2), NumberType(0, 9)),
        ("per", NumberType(-9, 9), NumberType(2, 2), NUMBER),
        ("+", NUMBER, NumberType(1, 1), NUMBER),
        ("+", MaybeType(NumberType(1, 3)), NumberType(1, 1), NumberType(2, 4)),
    ],
)
def test_which_numbers_can_come_of_it(op: str, left: Type, right: Type, found: NumberType) -> None:
    assert arithmetic_range(op, left, right) == found


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (NumberType(1, 3), "a number"),
        (MemberType("action"), "an action"),
        (MemberType("space", "board"), "a space of board"),
        (maybe(CARD), "a card or nothing"),
        (CARDS, "a set of card"),
        (CollectionType("pile", CARD), "a pile of card"),
        (CollectionType("list", None), "an empty list"),
        (NOTHING, "nothing"),
        (RulesTextType("effect"), "rules text (effect)"),
    ],
)
def test_a_type_in_the_words_of_an_author(type_: Type, words: str) -> None:
    assert in_words(type_) == words
