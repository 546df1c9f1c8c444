"""Graph boards and tables of rows, told with their places in the file."""

import pytest

from interpreter.data import check_graph, fit, id_of, nested_rows, parse_yaml, repeated_ids, rows_of
from interpreter.diagnostics import Span
from interpreter.geometry import graph


def read(text, kind="data", file="f"):
    return fit(parse_yaml(text, file), kind)


# --- graphs


def test_a_graph():
    document = read('spaces: [a, b]\nlines: [[a, b]]\npicture: ["o-o"]\n', "graph")
    assert check_graph("board", document) == []
    assert graph("board", document.plain()).size == 2


@pytest.mark.parametrize(
    ("text", "code", "start", "message"),
    [
        ("spaces: [a1, b1]\nlines: [[a1, b1, a2]]", "RW344", (2, 18), '"a2"'),
        ("spaces: [a, b, a]\nlines: [[a, b]]", "RW345", (1, 16), "listed twice"),
        ("spaces: [a, b, c]\nlines: [[a, b]]", "RW345", (1, 16), "on no line"),
        ("spaces: [a, b]\nlines: [[a, b, a]]", "RW345", (2, 16), "twice"),
        ('spaces: [a, b]\nlines: [[a, b]]\npicture: ["o"]', "RW346", (3, 10), "1 points"),
    ],
)
def test_slips_of_a_graph(text, code, start, message):
    (finding,) = check_graph("board", read(text, "graph"))
    assert (finding.code, (finding.span.line, finding.span.column)) == (code, start), finding
    assert message in finding.message


def test_hints_of_a_graph():
    (finding,) = check_graph("board", read("spaces: [left, right]\nlines: [[left, right, rihgt]]", "graph"))
    assert finding.hint == "Did you mean `right`?"
    (finding,) = check_graph("board", read("spaces: [a, b, a]\nlines: [[a, b]]", "graph"))
    assert finding.related[0].span == Span("f", 1, 10, 1, 11)
    (finding,) = check_graph("board", read("spaces: [a, b]\nlines: [[a, b, a]]", "graph"))
    assert finding.related[0].span == Span("f", 2, 10, 2, 11)


def test_all_slips_of_a_graph_by_place():
    findings = check_graph("board", read("spaces: [a, b, b]\nlines: [[a, x], [y, b]]", "graph"))
    assert [finding.code for finding in findings] == ["RW345", "RW344", "RW344"]


# --- rows


def test_the_rows_of_a_table_in_several_files():
    first, second = read("cards: [{id: a}]\nrest: [{id: x}]"), read("cards: [{id: b}]", file="g")
    rows, findings = rows_of([first, second], "cards")
    assert ([id_of(row).value for row in rows], findings) == (["a", "b"], [])


def test_a_table_that_is_in_none_of_the_files():
    documents = [read("card: [{id: a}]\nsuits: []"), read("more: []", file="g")]
    rows, (finding,) = rows_of(documents, "cards")
    assert (rows, finding.code, finding.hint) == ((), "RW340", "Did you mean `card`?")
    _, (finding,) = rows_of(documents, "tiles")
    assert finding.hint == "The file has `card`, `suits` and `more`."
    assert finding.span == Span("f", 1, 1, 1, 5)
    assert rows_of([], "cards") == ((), [])


def test_rows_in_rows():
    rows, _ = rows_of([read("cards: [{id: a, parts: [{id: x}, {n: 1}]}, {id: b}, {id: c, parts: []}]")], "cards")
    nested, findings = nested_rows(rows, "parts")
    assert ([row.plain() for row in nested], findings) == ([{"id": "x"}, {"n": 1}], [])
    assert [id_of(row) is None for row in nested] == [False, True]


@pytest.mark.parametrize(
    ("value", "column", "what"),
    [("x", 25, "the text `x`"), ("[{id: x}, 3]", 35, "the number 3"), ("{id: x}", 25, "keys with values")],
)
def test_something_else_where_rows_belong(value, column, what):
    rows, _ = rows_of([read(f"cards: [{{id: a, parts: {value}}}]")], "cards")
    nested, (finding,) = nested_rows(rows, "parts")
    assert (nested, finding.code, finding.span.column) == ((), "RW322", column - 1)
    assert finding.message == f"`parts` must be a list of rows, but here stands {what}"


def test_two_rows_of_one_name():
    rows, _ = rows_of([read("cards: [{id: a}, {id: b}]"), read("cards: [{id: a}, {id: a}]", file="g")], "cards")
    first, second = repeated_ids(rows, "cards")
    assert (first.code, first.message, first.span.file) == ("RW337", "two rows of `cards` have the id `a`", "g")
    assert first.related[0].span.file == second.related[0].span.file == "f"


def test_rows_without_ids_have_no_names_to_repeat():
    rows, _ = rows_of([read("cards: [{id: a, parts: [{n: 1}, {n: 1}]}]")], "cards")
    assert repeated_ids(nested_rows(rows, "parts")[0], "part") == []
