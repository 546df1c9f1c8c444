"""Parsing and building at once gives what Lark's trees give, and leaves alone what they find fault with."""

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from lark.exceptions import LarkError

from interpreter.diagnostics import Span
from interpreter.paths import shipped
from interpreter.syntax import nodes as n
from interpreter.syntax.build import Builder
from interpreter.syntax.direct import read_directly
from interpreter.syntax.limits import DEEPEST_TREE
from interpreter.syntax.parser import shared_parser, whole_text

FILES = [*shipped("rules").rglob("*.rules"), Path(__file__).with_name("every_construct.rules")]


def place(line, column, end_line, end_column):
    return Span("here", line, column, end_line, end_column)


def told(value):
    """A tree with all that is in it, the places too, which nodes leave out when they are compared."""
    if isinstance(value, tuple) and not isinstance(value, Span):
        return [told(each) for each in value]
    if is_dataclass(value):
        return type(value), [told(getattr(value, each.name)) for each in fields(value)]
    return (type(value), str(value), value.span) if isinstance(value, n.Word) else (type(value), value)


def by_lark(text, start="start"):
    tree = shared_parser().parse(whole_text(text.split("\n")), start=start)
    return Builder(place, text.split("\n")).build(tree)


def directly(text, start="start"):
    return read_directly(text.split("\n"), start, place)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_file_is_read_as_by_lark_with_every_place(file):
    text = file.read_text(encoding="utf-8")
    assert told(directly(text)) == told(by_lark(text))


@pytest.mark.parametrize(
    ("start", "text"),
    [
        ("effect", "gain 2 gold\nif gold > 3:\n  score 1  # so be it\notherwise: lose 1 gold"),
        ("effect", '\n\nchoose x from [1 to 3] as "x: {x}"\n'),
        ("condition", "any c in cards where (c.worth + 1) * 2 is not [1, 2, -3][1]"),
        ("condition", "(\n  gold > 2\n  and # for now\n  not done)"),
        ("amount", "((3))"),
        ("amount", "a.first - b.any_more[of_it]"),
        ("trigger", "sold(what, any_count) where what in wanted"),
    ],
)
def test_a_text_in_a_data_file_is_read_as_by_lark(start, text):
    assert told(directly(text, start)) == told(by_lark(text, start))


@pytest.mark.parametrize(
    "text",
    [
        "value x is",
        "value x is 1 +\nvalue y is 2",
        "value x is 1 2",
        "value x is 5x",
        "value x is §",
        "action a:\n    pause\n  pause",
        "value x is 1234567890",
        "value where is 1",
        "procedure gain():\n  pause",
        f"value x is {' + '.join('1' * DEEPEST_TREE)}",
    ],
)
def test_what_is_wrong_in_any_way_does_not_go_the_direct_way(text):
    with pytest.raises(LarkError):
        directly(text)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but this", "\n# nothing\n\n  # but this\n"])
def test_a_file_may_say_nothing(text):
    assert directly(text) == by_lark(text) == ()


def test_as_deep_as_may_be_goes_the_direct_way():
    text = f"value x is {' + '.join('1' * (DEEPEST_TREE - 1))}"
    assert told(directly(text)) == told(by_lark(text))
