"""Whatever is done to a good text, it can still be read or has findings; never is there an exception."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import Diagnostic
from interpreter.syntax import read_rules
from interpreter.syntax.scan import Scanner
from interpreter.syntax.terms import item_words

ROOT = Path(__file__).parents[2]
TOKEN = re.compile(r'"[^"\n]*"|[a-z0-9_]+|<=|>=|[^\s\w]|\n *')
PARSER_WORDS = re.compile(r"_NL|DENT|\$END|\b(NAME|NUMBER|STRING|LPAR|RPAR|LSQB|CMP|QUANT|COLON)\b|Token|Tree|None")
DAMAGE = ["", " ", "\n", "\n    ", "\t", '"', "(", "]", ":", ",", ".", "..", "#", "is", "where", "form", "top", "X",
          "9" * 12, "é", "\u200b", "==", "x y", "3x", "not", "\r", "if x:"]  # fmt: skip


@cache
def items() -> list[str]:
    """The text of every item of every rules file of the project, the faulty ones of the golden files included."""
    found = []
    for path in sorted([*ROOT.glob("rules/**/*.rules"), *ROOT.glob("tests/**/*.rules")]):
        lines = path.read_text(encoding="utf-8").split("\n")
        for chunk in Scanner(lines, item_words()).scan():
            found.append("\n".join(lines[chunk.first - 1 : chunk.last]) + "\n")
    return found


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """An item with one to three of its tokens left out or replaced."""
    text = draw(st.sampled_from(items()))
    for _ in range(draw(st.integers(1, 3))):
        tokens = list(TOKEN.finditer(text))
        if tokens:
            token = draw(st.sampled_from(tokens))
            text = text[: token.start()] + draw(st.sampled_from(DAMAGE)) + text[token.end() :]
    return text


def well_told(finding: Diagnostic, lines: list[str]) -> bool:
    """Whether a finding stands in the text, on one line, and speaks the language of authors."""
    span, words = finding.span, f"{finding.message} {finding.hint or ''} {finding.expected or ''}"
    assert span is not None
    inside = 1 <= span.line <= len(lines) and 1 <= span.column <= len(lines[span.line - 1]) + 1
    return inside and span.line == span.end_line and span.column < span.end_column and not PARSER_WORDS.search(words)


def check_reading(text: str) -> None:
    found, findings = read_rules(text, "game.rules")
    code = re.sub(r"#.*|\ufeff", "", text)
    assert found or findings or not code.strip()
    lines = text.replace("\r\n", "\n").split("\n")
    assert all(well_told(finding, lines) for finding in findings), findings
    places = [(finding.span.line, finding.code) for finding in findings if finding.span]
    assert len(set(places)) == len(places), "one mistake is told twice"


@settings(max_examples=400)
@given(damaged())
def test_a_damaged_item_has_findings_or_can_be_read(text: str) -> None:
    check_reading(text)


@settings(max_examples=200)
@given(st.text(alphabet=st.sampled_from("ab 1_.,:()[]\"'#\n\t=<>+-*é“A"), max_size=60))
def test_any_signs_have_findings_or_can_be_read(text: str) -> None:
    check_reading(text)


@settings(max_examples=100)
@given(st.sampled_from(items()), st.data())
def test_a_text_cut_off_anywhere_has_findings_or_can_be_read(text: str, data: st.DataObject) -> None:
    check_reading(text[: data.draw(st.integers(0, len(text)))])
