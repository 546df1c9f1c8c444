"""From text to tree: where nodes stand, and shapes that the grammar's optional parts could spoil."""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from interpreter.syntax import nodes as n
from interpreter.syntax import read_rules

EVERY_CONSTRUCT = Path(__file__).with_name("every_construct.rules").read_text(encoding="utf-8")


def read(text: str) -> tuple[n.Item, ...]:
    items, findings = read_rules(text, "test")
    assert findings == []
    return items


def every_node(part: object) -> Iterator[n.Node]:
    if isinstance(part, n.Node):
        yield part
        for field in fields(part):
            yield from every_node(getattr(part, field.name))
    elif type(part) is tuple:
        for inner in part:
            yield from every_node(inner)


def test_every_node_stands_on_one_line_of_rules_text():
    lines = EVERY_CONSTRUCT.split("\n")
    for node in every_node(read(EVERY_CONSTRUCT)):
        span = node.span
        assert span.line == span.end_line, node
        assert 1 <= span.column < span.end_column <= len(lines[span.line - 1]) + 1, node


def test_words_stand_where_they_are_written():
    (item,) = read('rule  twice "Two":\n  when f(a)\n  pause\n')
    assert isinstance(item, n.Rule)
    assert item.text is not None
    assert (item.name.span.column, item.name.span.end_column) == (7, 12)
    assert (item.text.span.column, item.text.span.end_column) == (13, 18)


def test_an_expression_broken_in_brackets_stands_on_all_its_lines():
    (item,) = read("value v is f(\n  a,\n  b)\n")
    assert isinstance(item, n.Value)
    span = item.body.span
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 12, 3, 5)


@pytest.mark.parametrize(
    ("text", "params"),
    [("value v is 1\n", None), ("value v() is 1\n", ()), ("value v(a) is 1\n", ("a",))],
)
def test_brackets_without_parameters_differ_from_no_brackets(text, params):
    (item,) = read(text)
    assert isinstance(item, n.Value)
    assert (None if item.params is None else tuple(param.name for param in item.params)) == params


def test_rows_without_nested_rows_have_an_empty_tuple():
    (item,) = read('data a of b from "c.yaml"\n')
    assert isinstance(item, n.Data)
    assert item.nested == ()


def test_a_minus_has_what_comes_after_it():
    (item,) = read("value v is -a\n")
    assert isinstance(item, n.Value)
    assert isinstance(item.body, n.Minus)
    assert isinstance(item.body.of, n.Name)
