"""Texts of values and procedures: what their braces may hold."""

from __future__ import annotations

import pytest

from interpreter.check.findings import Findings
from interpreter.check.told import check_told
from interpreter.diagnostics import Span
from interpreter.syntax.nodes import Word

PLACE = Span("game.rules", 3, 20, 3, 50)


def findings(text: str | None, *params: str) -> list[tuple[str, int, int]]:
    found = Findings()
    check_told(found, None if text is None else Word(text, PLACE), params)
    return [(one.message, one.span.column, one.span.end_column) for one in found.sorted() if one.span is not None]


@pytest.mark.parametrize("text", [None, "", "take a card", "pay {n} coins to {to}", "{n}"])
def test_parameters_may_stand_in_braces(text: str | None) -> None:
    assert findings(text, "n", "to") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pay {m}", [("`m` is no parameter", 25, 28)]),
        ("pay {}", [("`` is no parameter", 25, 27)]),
        ("{to.x} gets {n}", [("`to.x` is no parameter", 21, 27)]),
        ("pay {n", [("a brace in this text is not closed or not opened", 25, 26)]),
        ("pay n}", [("a brace in this text is not closed or not opened", 26, 27)]),
    ],
)
def test_anything_else_in_braces_is_found(text: str, found: list[tuple[str, int, int]]) -> None:
    assert findings(text, "n", "to") == found


def test_the_parameters_are_named() -> None:
    found = Findings()
    check_told(found, Word("take {x}", PLACE), ())
    assert [one.hint for one in found.sorted()] == ["there are no parameters"]
