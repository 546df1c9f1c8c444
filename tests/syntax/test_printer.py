"""Printing trees: the canonical text of every construct, brackets, broken lines."""

from pathlib import Path

import pytest
from lark import Token, Tree

from interpreter.diagnostics import Span
from interpreter.syntax import read_rules, read_text
from interpreter.syntax.parser import shared_parser
from interpreter.syntax.printer import (
    format_rules,
    print_block,
    print_expression,
    print_items,
    print_pattern,
    print_statement,
)

EVERY_CONSTRUCT = Path(__file__).with_name("every_construct.rules")
WIDTH = 120


def place(line: int, column: int, end_line: int, end_column: int) -> Span:
    return Span("text", line, column, end_line, end_column)


def read(text, start):
    tree, findings = read_text(text, start, place)
    assert findings == []
    return tree


# ---- every construct


def test_the_text_of_every_construct_is_its_canonical_text():
    text = EVERY_CONSTRUCT.read_text(encoding="utf-8")
    items, findings = read_rules(text, "every")
    assert findings == []
    assert print_items(items) == text
    assert format_rules(text, "every") == text


def labels(tree: Tree[Token]) -> set[str]:
    return {str(node.data) for node in tree.iter_subtrees()}


def test_no_construct_is_missing():
    parser = shared_parser()
    known = {str(rule.alias or rule.origin.name) for rule in parser.rules if not rule.origin.name.startswith("_")}
    given_way = {str(rule.origin.name) for rule in parser.rules if rule.options.expand1}
    texts = {"effect", "condition", "amount", "trigger"}
    seen = labels(parser.parse(EVERY_CONSTRUCT.read_text(encoding="utf-8"), start="start"))
    assert known - given_way - texts - seen == set()


# ---- brackets


@pytest.mark.parametrize(
    "text",
    [
        "a - (b - c)",
        "a - b - c",
        "a * (b + c)",
        "(a + b) per c mod d",
        "a per (b * c)",
        "-(a + b) * -c",
        "-(-a)",
        "(-a).b",
        "(a + b)[c].d",
        "not (a and b)",
        "not not a",
        "not a in b",
        "(not a) in b",
        "a is (b is c)",
        "(a < b) is yes",
        "a is not (not b)",
        "a and (b or c)",
        "a or b and c",
        "(a or b) and c",
        "a or (b or c)",
        "a and (b and c)",
        "a if b otherwise c if d otherwise e",
        "(a if b otherwise c) if d otherwise e",
        "a if (b if c otherwise d) otherwise e",
        "(a if b otherwise c) + 1",
        "(any s in b where c) and d",
        "a and (none s in b)",
        "not (any s in b where c or d)",
        "any s in b where c or d",
        "any s in b where (any t in d where e)",
        "any s in b where (c if d otherwise e)",
        "a if b otherwise any s in c",
        "any s in (a + b)",
        "any s in (a if b otherwise c)",
        "any s in (those t in a where b) where c",
        "any s in a.b[c] where d",
        "best p in players by (a if b otherwise c) highest then p.d + 1 lowest",
        "(best p in players by p.a highest).b",
        "sum a + b for s in (c + d)",
        "sum (count t in s) for s in c",
        "(sum a for s in b) + (sum c for s in d)",
        "times f(a, b) this turn where c and d",
        "(times f() this turn) > 2",
        "distinct s in f(s) this turn where (any t in u)",
        "f(any s in a, b if c otherwise d)",
        "[any s in a, b]",
        "[1 if a otherwise 2 to count s in b]",
        "a[any s in b, c]",
        "[a, b][1]",
        "f(a).if.count",
        '"a" is b',
    ],
)
def test_brackets_that_are_needed_stay_and_no_other_are_put(text):
    assert print_expression(read(text, "condition")) == text


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("((a))", "a"),
        ("(a + b) + c", "a + b + c"),
        ("(a * b) + (c per d)", "a * b + c per d"),
        ("(a and b) or (c and d)", "a and b or c and d"),
        ("(not a) and (b < c)", "not a and b < c"),
        ("(a.b).c", "a.b.c"),
        ("any s in (board) where (s is a)", "any s in board where s is a"),
        ("a if (b) otherwise (c if d otherwise e)", "a if b otherwise c if d otherwise e"),
        ("f((any s in a), (b))", "f(any s in a, b)"),
        ("a   +007", "a + 7"),
        ("f( a,b )[ c ]", "f(a, b)[c]"),
        ("[ ]", "[]"),
    ],
)
def test_one_way_to_say_a_thing(text, printed):
    assert print_expression(read(text, "condition")) == printed


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("gain n + 1 gold", "gain (n + 1) gold"),
        ("gain (-n) gold", "gain -n gold"),
        ("lose n per 2 gold[a, b] for p", "lose (n per 2) gold[a, b] for p"),
        ("pay (n) gold, 2 * n wood", "pay n gold, (2 * n) wood"),
        ("score (n + 1)", "score n + 1"),
        ("choose s from board where any t in s.t", "choose s from board where (any t in s.t)"),
        ('require any t in s else "No."', 'require (any t in s) else "No."'),
        ("require (any t in s)", "require any t in s"),
        ("move first t in s to a", "move (first t in s) to a"),
        ("move t to (first t in s)", "move t to first t in s"),
        ("remove a if b otherwise c from d", "remove (a if b otherwise c) from d"),
        ("let x be (a if b otherwise c)", "let x be a if b otherwise c"),
        ("emit f((a))", "emit f(a)"),
    ],
)
def test_a_line_has_brackets_where_its_readers_need_them(text, printed):
    assert print_block(read(text, "effect")) == printed


def test_a_pattern():
    assert print_pattern(read("f(a, 1) where (any s in b)", "trigger")) == "f(a, 1) where (any s in b)"


# ---- blocks


def test_a_block_of_one_statement_stands_on_the_line_of_its_head():
    (statement,) = read("if a:\n    pause\notherwise:\n    if b:\n        skip\n        pause\n", "effect")
    assert print_statement(statement) == "if a: pause\notherwise:\n  if b:\n    skip\n    pause"


def test_a_block_that_would_be_too_wide_stands_on_its_own_line():
    long = "a_rather_long_procedure_name(with_its_first_argument, with_its_second_argument)"
    (statement,) = read(f"for each space in the_spaces_round_it(stone): {long}", "effect")
    assert print_statement(statement) == f"for each space in the_spaces_round_it(stone):\n  {long}"


# ---- broken lines

LONG_LINES = [
    (
        "let found be those s in board where s.owner is me and not (any t in stones where t.space is s and t.marked) "
        "and free(s) and is_inside(s)",
        "let found be (\n"
        "  those s in board\n"
        "  where s.owner is me and not (any t in stones where t.space is s and t.marked) and free(s) and is_inside(s))",
    ),
    (
        "let found be the_first_part_of_the_sum(with_arguments) + the_second_part_of_the_sum(other) - "
        "the_third_part_of_the_sum(some_arguments)",
        "let found be (\n"
        "  the_first_part_of_the_sum(with_arguments) + the_second_part_of_the_sum(other)\n"
        "  - the_third_part_of_the_sum(some_arguments))",
    ),
    (
        "a_procedure_with_a_long_name(the_first_of_its_arguments, the_second_of_its_arguments, "
        "the_third_of_its_arguments, the_fourth)",
        "a_procedure_with_a_long_name(\n"
        "  the_first_of_its_arguments, the_second_of_its_arguments, the_third_of_its_arguments, the_fourth)",
    ),
    (
        'choose s from the_board where s.is_free and neighbours(s) within the_spaces_that_are_near(me) as "place {s}" '
        'else "There is none."',
        "choose s from the_board where (\n"
        '  s.is_free and neighbours(s) within the_spaces_that_are_near(me)) as "place {s}" else "There is none."',
    ),
    (
        "give the_first_value_of_the_turn if this_is_the_first_turn_of_the_game otherwise "
        "the_second_value if this_is_the_second_turn otherwise 0",
        "give (\n"
        "  the_first_value_of_the_turn if this_is_the_first_turn_of_the_game\n"
        "  otherwise the_second_value if this_is_the_second_turn otherwise 0)",
    ),
    (
        "let x be outer_function_name(inner_function_name(first_argument_of_the_inner_one, "
        "second_argument_of_the_inner_one, third_argument_of_it), 2)",
        "let x be outer_function_name(\n"
        "  inner_function_name(first_argument_of_the_inner_one, second_argument_of_the_inner_one, "
        "third_argument_of_it), 2)",
    ),
]


@pytest.mark.parametrize(("flat", "broken"), LONG_LINES)
def test_a_long_line_is_broken_inside_brackets(flat, broken):
    assert len(flat) > WIDTH
    block = read(flat, "effect")
    printed = print_block(block)
    assert printed == broken
    assert read(printed, "effect") == block


def test_a_long_bracket_is_broken_inside_as_well():
    names = ", ".join(f"argument_number_{number}" for number in range(1, 9))
    flat = f"let x be f(g({names}), h({names}))"
    lines = print_block(read(flat, "effect")).split("\n")
    assert [len(line) <= WIDTH for line in lines] == [True] * len(lines)
    assert lines[:2] == ["let x be f(", "  g("]


def test_a_line_of_exactly_the_width_is_not_broken():
    fits = f"give {'a' * 55} + {'b' * 57}"
    assert len(fits) == WIDTH
    assert print_block(read(fits, "effect")) == fits
    assert "\n" in print_block(read(fits + "b", "effect"))


def test_what_cannot_be_broken_stays_long():
    text = "group g is " + ", ".join(f"an_action_with_a_long_name_{number}" for number in range(9)) + "\n"
    assert format_rules(text, "long") == text


def test_a_string_is_never_broken():
    string = f'"{"(a, b) and " * 10}"'
    text = f"let found be look_for({string})"
    assert len(text) > WIDTH
    assert print_block(read(text, "effect")) == f"let found be look_for(\n  {string})"


def test_a_word_that_should_have_been_space_is_kept():
    text = "keep spot as spcae of board\n"
    assert format_rules(text, "slip") == text
