"""YAML files as trees: what values are, where they stand, and one finding for each mistake."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.data import Mapping, Scalar, Sequence, decode, parse_yaml
from interpreter.data.nodes import mapping, number, scalar, sequence, word
from interpreter.data.yaml import DEEPEST
from interpreter.diagnostics import Rejected, Span


def findings(text):
    with pytest.raises(Rejected) as caught:
        parse_yaml(text, "f")
    return caught.value.diagnostics


def test_values_are_numbers_nothing_or_text():
    tree = parse_yaml(
        '[1, -20, 0, 007, 1.5, 1e3, 0x1f, yes, no, true, null, ~, "1", "", x y, 1234567890123456789]', "f"
    )
    assert tree.plain() == [
        *(1, -20, 0, "007", "1.5", "1e3", "0x1f", "yes", "no", "true"),
        *(None, None, "1", "", "x y", "1234567890123456789"),
    ]


def test_a_tree_without_places():
    tree = parse_yaml("a: {1: [x, {b: yes}], c: }\nd:\n- e\n", "f")
    assert tree.plain() == {"a": {"1": ["x", {"b": "yes"}], "c": None}, "d": ["e"]}


def test_places_of_keys_and_values():
    tree = parse_yaml("rows:\n- id: a\n  cells: [x,\n    y]\n\n- {id: b}\n# end\n", "f")
    assert isinstance(tree, Mapping)
    rows = sequence(tree.get("rows"))
    first, second = (mapping(row) for row in rows)
    assert tree.span == Span("f", 1, 1, 6, 10)
    assert rows.span == Span("f", 2, 1, 6, 10)
    assert first.span == Span("f", 2, 3, 4, 7)
    assert first.get("cells").span == Span("f", 3, 10, 4, 7)
    assert second.span == Span("f", 6, 3, 6, 10)
    assert (first.flow, second.flow) == (False, True)


def test_the_place_of_a_block_ends_with_its_text():
    tree = mapping(parse_yaml("a: |\n  one\n  two\n\n\nb: 1\n", "f"))
    assert tree.get("a").span == Span("f", 1, 4, 3, 6)


def test_a_value_that_is_absent_stands_at_its_key():
    tree = mapping(parse_yaml("a:\nb: 1\n", "f"))
    assert tree.get("a") == Scalar(None, Span("f", 1, 1, 1, 2), None)


def test_entries_are_found_by_their_keys():
    tree = mapping(parse_yaml("a: 1\nb: 2\n", "f"))
    assert tree.entry("b").key_span == Span("f", 2, 1, 2, 2)
    assert (tree.entry("c"), tree.get("c")) == (None, None)


def test_nodes_of_another_kind_than_promised():
    one, many, keys = parse_yaml("[1, [x], {a: b}]", "f").items
    assert (number(one), word(one), word(many.items[0])) == (1, "1", "x")
    for call, node in ((mapping, one), (sequence, keys), (scalar, many), (number, many.items[0]), (scalar, None)):
        with pytest.raises(TypeError):
            call(node)
    with pytest.raises(TypeError):
        word(Scalar(None, one.span, None))
    assert isinstance(many, Sequence)


# Each case: the file, the code, line and column, and words of the message.
SLIPS = {
    "key twice": ("a: 1\nb: 2\na: 3\n", "RW307", 3, 1, "`a` stands twice"),
    "key twice as number and text": ('1: a\n"1": b\n', "RW307", 2, 1, "`1` stands twice"),
    "anchor": ("a: &x 1\nb: 2", "RW308", 1, 4, "`&x` names a place"),
    "merged keys": ("<<: {a: 1}", "RW308", 1, 1, "`<<` takes keys over"),
    "star": ("a: * 2", "RW308", 1, 4, "`&` or `*`"),
    "tag": ("a: !!set x", "RW309", 1, 4, "`!!set` is a tag"),
    "tag on a list": ("a: !x [1]", "RW309", 1, 4, "`!x` is a tag"),
    "lone tag": ("a: !<x", "RW309", 1, 4, "starts with `!`"),
    "unknown tag handle": ("a: !y!x 1", "RW309", 1, 4, "starts with `!`"),
    "quote open to the end": ('a: "x\nb: 1\n', "RW310", 1, 4, 'starts here with "'),
    "quote open to the next quote": ('a: "x\nb: "y"\nc: 1\n', "RW310", 1, 4, 'starts here with "'),
    "single quote open": ("- 'x\n- y\n", "RW310", 1, 3, "starts here with '"),
    "quote open in brackets": ('a: ["x, y]\nb: ["z"]\n', "RW310", 1, 5, 'starts here with "'),
    "quote open before a colon": ('a: "x\n"b": c\n', "RW310", 1, 4, 'starts here with "'),
    "quote open before a document": ('a: "x\n---\n', "RW310", 1, 4, 'starts here with "'),
    "key with an open quote": ('a: 1\n"b\nc": 2\n', "RW310", 2, 1, 'starts here with "'),
    "bracket open to the end": ("a: [1, 2", "RW311", 1, 4, "before the end of the file"),
    "bracket open to the next key": ("a: [1, 2\nb: 3\n", "RW311", 1, 4, "not closed before line 2"),
    "brace open to the next row": ("- {id: a\n- {id: b}\n", "RW311", 1, 3, "not closed before line 2"),
    "wrong closing bracket": ("a: {b: [1}", "RW311", 1, 8, "`}` comes before `]`"),
    "bracket that closes nothing": ("a: 1\n]", "RW311", 2, 1, "`]` closes nothing"),
    "one brace too many": ("- {a: 1}}", "RW311", 1, 9, "`}` closes nothing"),
    "document mark": ("---\na: 1\n", "RW312", 1, 1, "`---`"),
    "second document": ("a: 1\n---\nb: 1\n", "RW312", 2, 1, "`---`"),
    "end of document": ("a: 1\n...\n", "RW312", 2, 1, "`...`"),
    "directive": ("%YAML 1.2\n---\na: 1\n", "RW312", 1, 1, "starts with `%`"),
    "unknown directive": ("%FOO\na: 1\n", "RW312", 1, 1, "starts with `%`"),
    "broken directive": ("%YAML x\n---\na: 1\n", "RW312", 1, 1, "starts with `%`"),
    "deep": ("[" * (DEEPEST + 1), "RW313", 1, DEEPEST + 1, f"more than {DEEPEST} deep"),
    "list as key": ("? [a]\n: b\n", "RW314", 1, 3, "a list or a mapping as a key"),
    "no key": (": b\n", "RW314", 1, 1, "a value without a key"),
    "no colon": ("a: 1\nb\nc: 2\n", "RW315", 2, 1, "a colon is missing: `b`"),
    "no colon in the first line": ("a\nb: 2\n", "RW315", 1, 1, "a colon is missing: `a`"),
    "too far in": ("a: 1\n  b: 2\n", "RW315", 2, 3, "further in than the one above"),
    "fits no line": ("a:\n    b: 1\n  c: 2\n", "RW315", 3, 3, "2 spaces in, which fits no line above"),
    "too far out at the start": ("  a: 1\nb: 2\n", "RW315", 2, 1, "0 spaces in, which fits no line above"),
    "key after items": ("- a\nb: 1\n", "RW315", 2, 1, "items of a list, this one is a key"),
    "item after keys": ("a: 1\n- b\n", "RW315", 2, 1, "keys, this one is an item"),
    "list on the line of its key": ("a: - b\n", "RW315", 1, 4, "on lines of its own"),
    "no comma": ('a: ["x" "y"]', "RW315", 1, 9, "a comma is missing before this"),
    "no comma at the end of a line": ("a: {b: 1\n    c: 2}", "RW315", 2, 5, "a comma is missing before this line"),
    "comma without item": ("a: [1,,2]", "RW315", 1, 7, "nothing stands before this comma"),
    "comma in the open": (", a", "RW315", 1, 1, "a comma stands where nothing is listed"),
    "text behind a bar": ("a: | x\n", "RW315", 1, 6, "after `|` or `>`"),
    "blank lines of a block": ("a: |\n  \n     x\n", "RW315", 3, 6, "blank lines before this text hold spaces"),
    "unknown escape": (r'a: "x\q"', "RW316", 1, 6, r"`\q` means nothing"),
    "short number": (r'a: "\x0"', "RW316", 1, 5, "means nothing"),
    "number too large": (r'a: "\U99999999"', "RW316", 1, 5, "there is no character"),
    "half a character": (r'a: "x\uD800"', "RW316", 1, 6, "U+D800"),
    "bell": (r'a: "x\a"', "RW316", 1, 6, "U+0007"),
    "colon in a text": ("a: choose one: x", "RW317", 1, 4, "a colon and a space needs quotes"),
    "colon in brackets": ("a: [x, b: c: d]", "RW317", 1, 11, "needs quotes"),
    "bracket starts a text": ("a: [x] + b", "RW317", 1, 4, "starts with `[` needs quotes"),
    "brace starts a text": ("- {x} is y", "RW317", 1, 3, "starts with `{` needs quotes"),
    "at starts a text": ("a: @x", "RW317", 1, 4, "starts with `@` needs quotes"),
    "backquote starts a text": ("a: `x`", "RW317", 1, 4, "starts with ``` needs quotes"),
    "text after a quote": ('a: "x" y', "RW317", 1, 8, "something follows the closing quote"),
    "colon after a quote": ('a: "x": y', "RW317", 1, 7, "something follows the closing quote"),
    "apostrophe": ("a: 'it's'", "RW317", 1, 8, "something follows the closing quote"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_each_slip_has_one_finding_at_its_cause(name):
    text, code, line, column, message = SLIPS[name]
    (finding,) = findings(text)
    assert (finding.code, finding.span.line, finding.span.column) == (code, line, column), finding
    assert message in finding.message


def test_several_mistakes_that_have_nothing_to_do_with_each_other_are_all_told():
    text = "a: 1\na: 2\nb: !t 3\n? {x: y}\n: 4\na: 5\n"
    assert [(each.code, each.span.line) for each in findings(text)] == [
        *(("RW307", 2), ("RW309", 3), ("RW314", 4), ("RW307", 6)),
    ]


def test_a_name_and_its_repetitions_are_one_mistake():
    (finding,) = findings("a: &x [1]\nb: *x\nc: {<<: *x}\n")
    assert (finding.code, finding.span) == ("RW308", Span("f", 1, 4, 1, 6))
    assert [(related.span.line, related.span.column) for related in finding.related] == [(2, 4), (3, 5), (3, 9)]


def test_a_key_that_stands_twice_names_the_first_place():
    (finding,) = findings("a: 1\nb: 2\na: 3\n")
    assert finding.related[0].span == Span("f", 1, 1, 1, 2)


def test_the_open_bracket_names_where_it_had_to_be_closed():
    (finding,) = findings("a: [1, 2\nb: 3\n")
    assert finding.related[0].span.line == 2


SIGNS = st.text(st.sampled_from("ab1 :,[]{}'\"\\|>-?#&*!%@\n\n  .~<"), max_size=60)


def told(text):
    """The findings about a text; none when it is YAML."""
    try:
        parse_yaml(text, "f").plain()
    except Rejected as rejected:
        return rejected.diagnostics
    return ()


@given(SIGNS)
def test_no_text_breaks_the_reader(text):
    for finding in told(text):
        assert finding.code.startswith("RW3")
        assert finding.message
        assert finding.span.line <= text.count("\n") + 1


@given(st.binary(max_size=80))
def test_no_bytes_break_the_reader(data):
    with contextlib.suppress(Rejected):
        told(decode(data, "f"))
