"""How findings gather: one mistake is told once, and what follows from it is kept back."""

from __future__ import annotations

import pytest

from interpreter.check.findings import Findings, did_you_mean, listed, one
from interpreter.diagnostics import Diagnostic, Rejected, Span


def at(line: int, column: int = 1) -> Span:
    return Span("game.rules", line, column, line, column + 3)


def test_one_unknown_word_is_told_once_at_its_first_place() -> None:
    findings = Findings()
    for line in (9, 4, 6, 8, 2, 7):
        findings.unknown("RW214", "coinz", "unknown name `coinz`", at(line))
    (found,) = findings.sorted()
    assert found.span == at(2)
    assert [span.line for span, _ in found.related] == [4, 6, 7]
    assert found.related[-1].note == "here too, and in 2 more places"
    assert findings.errors


def test_words_that_are_broken_are_not_unknown() -> None:
    findings = Findings()
    findings.give_up("coins")
    findings.unknown("RW214", "coins", "unknown name `coins`", at(1))
    assert not findings.errors
    assert findings.sorted() == []


def test_the_same_finding_at_one_place_is_told_once() -> None:
    findings = Findings()
    findings.error("RW218", "a number is needed", at(1))
    findings.error("RW218", "a number is needed here", at(1))
    findings.error("RW218", "a number is needed", at(2))
    assert [found.span for found in findings.sorted()] == [at(1), at(2)]


def test_what_is_unused_is_not_told_beside_errors() -> None:
    findings = Findings()
    findings.warning("RW408", "`x` is never used", at(1))
    assert len(findings.sorted()) == 1
    findings.error("RW218", "a number is needed", at(2))
    assert [found.code for found in findings.sorted()] == ["RW218"]


def test_what_follows_from_a_key_that_is_none_is_not_told() -> None:
    findings = Findings()
    data = [Diagnostic(code, "about a row", at(3)) for code in ("RW321", "RW326", "RW328")]
    findings.add([*data, Diagnostic("RW328", "about another row", at(4))])
    assert [(found.code, found.span) for found in findings.sorted()] == [("RW326", at(3)), ("RW328", at(4))]


def test_findings_stand_by_file_and_place() -> None:
    findings = Findings()
    findings.error("RW218", "later", at(9))
    findings.unknown("RW214", "x", "sooner", at(2))
    findings.error("RW218", "no place", None)
    with pytest.raises(Rejected) as caught:
        findings.stop_on_errors()
    assert [found.message for found in caught.value.diagnostics] == ["no place", "sooner", "later"]


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"), (list("abcd"), "a, b, c, …")],
)
def test_lists_for_people(words: list[str], text: str) -> None:
    assert listed(words, most=3) == text


def test_words_for_people() -> None:
    assert (one("card"), one("action"), one("unit")) == ("a card", "an action", "a unit")
    assert did_you_mean("coinz", ["coins", "players"]) == "did you mean `coins`?"
    assert did_you_mean("xyz", ["coins", "players"]) is None
