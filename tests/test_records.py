"""Records compare, print and travel as dataclasses do, and are frozen for whoever checks types."""

import pickle
from dataclasses import field, fields, replace

import pytest

from interpreter.diagnostics import Span
from interpreter.model.types import CollectionType, MemberType, NothingType
from interpreter.records import record
from interpreter.syntax import nodes as n


@record
class Coin:
    worth: int
    sides: tuple[str, ...] = ()
    found: str = field(default="", compare=False, repr=False)


@record
class Token:
    worth: int
    sides: tuple[str, ...] = ()


def test_records_are_equal_when_their_kinds_and_compared_fields_are():
    assert Coin(1, ("a",), "here") == Coin(1, ("a",), "there")
    assert Coin(1) != Coin(2)
    assert Coin(1) != Token(1)
    assert Coin(1) != 1
    assert NothingType() == NothingType()
    assert MemberType("card") != MemberType("card", "board")
    assert CollectionType("set", MemberType("card")) == CollectionType("set", MemberType("card"))


def test_equal_records_are_one_key():
    known = {Coin(1, found="here"): "first", MemberType("card"): "second", NothingType(): "third"}
    assert [known[Coin(1)], known[MemberType("card")], known[NothingType()]] == ["first", "second", "third"]


def test_a_record_shows_its_fields():
    assert repr(Coin(1, found="here")) == "Coin(worth=1, sides=())"
    assert repr(n.Number(Span("f", 1, 1, 1, 2), 3)) == "Number(value=3)"


def test_records_are_dataclasses_with_slots():
    assert [each.name for each in fields(Coin)] == ["worth", "sides", "found"]
    assert replace(Coin(1), worth=2) == Coin(2)
    assert Coin.__slots__ == ("worth", "sides", "found")
    with pytest.raises(AttributeError):
        Coin(1).value = 2


def test_records_can_be_kept():
    kept = pickle.loads(pickle.dumps(Coin(1, ("a", "b"), "here")))
    assert (kept, kept.found) == (Coin(1, ("a", "b")), "here")
