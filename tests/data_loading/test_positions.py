"""Every character of a text is found again where it stands in the data file, however YAML writes the text."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from interpreter.data import Mapping, YamlText, parse_yaml
from interpreter.data.nodes import scalar
from interpreter.data.scalars import ESCAPES
from interpreter.diagnostics import Span

WORDS = st.text("abcxyz019_äß→(),.;?!=+*<>[]{}", min_size=1, max_size=6)
INDENT = "    "


def read(source: str) -> YamlText:
    """The text of the key `k` of the mapping in the list that the source is."""
    rows = parse_yaml(source, "f.yaml")
    row = rows.items[0]
    assert isinstance(row, Mapping)
    text = scalar(row.get("k")).text
    assert text is not None
    return text


def check(source: str) -> YamlText:
    """The text is what the YAML library reads, and each character stands where its place says."""
    text = read(source)
    values = [event.value for event in YAML(typ="safe", pure=True).parse(source) if hasattr(event, "value")]
    assert text.text == values[values.index("k") + 1]
    lines = source.split("\n")
    for index, character in enumerate(text.text):
        span = text.stretch(index, index + 1)
        assert span.line == span.end_line
        written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
        assert shows(written, character), (index, character, span, written)
    starts = [text.stretch(index, index) for index in range(len(text.text) + 1)]
    assert starts == sorted(starts)
    return text


def shows(written: str, character: str) -> bool:
    if written in (character, "") or (written, character) == ("''", "'"):
        return written != "" or character in (" ", "\n")
    code = re.fullmatch(r"\\[xuU]([0-9A-Fa-f]+)", written)
    return character == (chr(int(code.group(1), 16)) if code else ESCAPES[written[1:]])


@st.composite
def blocks(draw, sign):
    lines = draw(
        st.lists(st.one_of(st.just(""), WORDS, st.builds("{}{} {}".format, st.sampled_from(["", "  "]), WORDS, WORDS)))
    )
    header = sign + draw(st.sampled_from(["", "-", "+", "2", "2-", "+2"])) + draw(st.sampled_from(["", "  # a remark"]))
    indent = INDENT if "2" in header else draw(st.sampled_from(["   ", INDENT, "       "]))
    first = next((line for line in lines if line), "")
    if "2" not in header and first.startswith(" "):
        lines = ["first", *lines]
    body = "".join(f"{indent}{line}\n" if line else "\n" for line in lines)
    return f"- a: 1\n  k: {header}\n{body}" + draw(st.sampled_from(["", "  b: 2\n", "- c: 3\n"]))


@given(blocks("|"))
@example("- k: |\n    score 3\n")
@example("- k: |2-\n      score 3\n\n     x")
def test_literal_blocks(source):
    check(source)


@given(blocks(">"))
@example("- k: >\n    one\n    two\n\n    three\n\n      deep\n\n    four\n")
def test_folded_blocks(source):
    check(source)


FOLDS = st.builds(lambda blank, far: "\n" * (blank + 1) + " " * far, st.integers(0, 2), st.integers(4, 9))
GAPS = st.one_of(st.just(" "), st.just("   "), FOLDS, st.builds("  {}".format, FOLDS))


@st.composite
def flowing(draw, word, gap=GAPS):
    words = draw(st.lists(word, min_size=1, max_size=6))
    return words[0] + "".join(draw(gap) + each for each in words[1:])


@given(flowing(st.text("abcxyz019_äß→().;+<>=", min_size=1, max_size=6)))
@example("choose one   thing\n      or\n\n    two")
def test_plain_texts(text):
    check(f"- a: 1\n  k: to {text}  # a remark\n  b: 2\n")


@given(flowing(st.one_of(WORDS, st.just("''"), st.just("#:"))), st.sampled_from(["", " ", "\n     "]))
@example("''''", " ")
def test_single_quotes(text, end):
    check(f"- {{a: 1, k: '{text}{end}', b: 2}}\n")


ESCAPED = st.one_of(
    st.sampled_from([f"\\{sign}" for sign in 'n"\\/ _']),
    st.sampled_from(["\\x41", "\\u00e9", "\\U0001F600", "'", "\\\n     ", "\\\n\n   ", "\\ \n    "]),
    WORDS,
)


@given(flowing(st.lists(ESCAPED, min_size=1, max_size=4).map("".join)), st.sampled_from(["", " ", "\n     "]))
@example(r"score 5\ntrace(\"x\")", "")
@example("a\\ \n  \\  b", "")
def test_double_quotes(text, end):
    check(f'- a: 1\n  k: "{text}{end}"\n  b: 2\n')


def test_a_stretch_of_the_text_becomes_a_stretch_of_the_file():
    text = read('- {id: a, k: "gain 1\\nscore x"}\n')
    assert text.text == "gain 1\nscore x"
    assert text.span(2, 7, 2, 8) == Span("f.yaml", 1, 29, 1, 30)
    assert text.span(1, 1, 1, 5) == Span("f.yaml", 1, 15, 1, 19)


def test_the_end_of_a_stretch_stays_on_its_line():
    text = read("- k: |\n    gain 1\n    score x\n  b: 2")
    assert text.span(1, 6, 2, 1) == Span("f.yaml", 2, 10, 2, 11)
    assert text.span(2, 7, 2, 8) == Span("f.yaml", 3, 11, 3, 12)


def test_a_place_behind_the_text_is_behind_its_last_character():
    text = read("- k: |\n    gain 1\n")
    assert text.span(2, 1, 2, 1) == text.span(9, 9, 9, 9) == Span("f.yaml", 2, 11, 2, 11)
    assert text.span(0, 0, 1, 1) == Span("f.yaml", 2, 5, 2, 5)
    assert text.span(1, 99, 1, 100) == Span("f.yaml", 2, 11, 2, 11)


@pytest.mark.parametrize("source", ["- k: ''\n", '- k: ""\n'])
def test_an_empty_text_stands_between_its_quotes(source):
    assert read(source).whole == Span("f.yaml", 1, 7, 1, 7)


def test_a_block_without_text_stands_at_its_sign():
    text = read("- k: |+\n\n\n  b: 1\n")
    assert text.text == "\n\n"
    assert text.whole == Span("f.yaml", 1, 8, 1, 8)


def test_a_character_beyond_the_basic_plane_written_as_two_escapes():
    text = read('- k: "a\\uD83D\\uDE00b"\n')
    assert text.text == "a😀b"
    assert text.stretch(1, 2) == Span("f.yaml", 1, 8, 1, 20)


def test_keys_have_places_too():
    row = parse_yaml('- {"price(me, card)": 1, 2: x}\n', "f.yaml").items[0]
    price, two = row.entries
    assert price.key_text.span(1, 7, 1, 9) == Span("f.yaml", 1, 11, 1, 13)
    assert (two.key, two.key_span) == ("2", Span("f.yaml", 1, 26, 1, 27))


@pytest.mark.parametrize("quotes", [0, 1])
def test_a_text_that_stands_on_a_line_of_another_file(quotes):
    text = YamlText.on_line("a b", Span("g.rules", 3, 5, 3, 8 + 2 * quotes))
    assert text.stretch(2, 3) == Span("g.rules", 3, 7 + quotes, 3, 8 + quotes)
    assert text.line_of(2) == 1
