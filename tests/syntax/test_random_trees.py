"""Whatever a tree says, its printed text says the same."""

from hypothesis import given, settings

from interpreter.diagnostics import Span
from interpreter.syntax import read_rules, read_text
from interpreter.syntax.printer import (
    format_rules,
    print_block,
    print_expression,
    print_items,
    print_pattern,
    print_statement,
)
from tests.strategies import trees


def place(line: int, column: int, end_line: int, end_column: int) -> Span:
    return Span("printed", line, column, end_line, end_column)


@given(trees.expressions)
@settings(max_examples=250)
def test_expressions(tree):
    assert read_text(print_expression(tree), "condition", place) == (tree, [])


@given(trees.patterns)
def test_patterns(tree):
    assert read_text(print_pattern(tree), "trigger", place) == (tree, [])


@given(trees.statements)
@settings(max_examples=200)
def test_statements(tree):
    assert read_text(print_statement(tree), "effect", place) == ((tree,), [])


@given(trees.blocks)
def test_blocks(tree):
    assert read_text(print_block(tree), "effect", place) == (tree, [])


@given(trees.files)
@settings(max_examples=200)
def test_files(tree):
    assert read_rules(print_items(tree), "printed") == (tree, [])


@given(trees.files)
def test_the_formatter_gives_its_own_output_back(tree):
    formatted = format_rules(print_items(tree), "printed")
    assert format_rules(formatted, "printed") == formatted
