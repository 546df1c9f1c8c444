"""One slip in a data file is one finding, whatever follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.echoes import without_echoes
from interpreter.diagnostics import Diagnostic, Span
from tests.check.games import codes

DATA = 'data cards of card from "cards.yaml"\nvalue worth(card) is card.worth\n'


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("- {id pie, worth: 1}\n- {id: jam, worth: 2}\n", "RW326"),
        ("- {{id: pie, worth: 1}\n- {id: jam, worth: 2}\n", "RW311"),
        ("- {id: pie worth: 1}\n- {id: jam, worth: 2}\n", "RW317"),
        ("- id: pie\n  worth: 1\n  worth: 2\n", "RW307"),
        ("- id: pie\n  worth: 1\n  rare: no\n  id: jam\n  worth: 2\n  rare: yes\n", "RW307"),
        ("- {id id: pie, worth: 1}\n", "RW326"),
        ("- {id: , pie worth: 1}\n", "RW328"),
    ],
)
def test_one_slip_is_one_finding(tmp_path: Path, rows: str, code: str) -> None:
    assert codes(tmp_path, DATA, {"cards.yaml": f"cards:\n{rows}"}) == [code]


def at(code: str, line: int, column: int = 1, message: str = "`row`: a slip", file: str = "a.yaml") -> Diagnostic:
    return Diagnostic(code, message, Span(file, line, column, line, column + 3))


def test_mistakes_of_their_own_are_all_told() -> None:
    several = [
        at("RW320", 3),
        at("RW320", 3, 20),
        at("RW322", 3, 30),
        at("RW328", 4),
        at("RW307", 5),
        at("RW307", 50),
        at("RW321", 60, message="`other`: a key is missing"),
        at("RW345", 7),
        at("RW344", 7, file="b.yaml"),
        Diagnostic("RW321", "no place"),
    ]
    assert sorted(without_echoes(several), key=lambda d: d.order) == sorted(several, key=lambda d: d.order)


def test_a_missing_key_follows_from_a_misspelt_one_of_its_row() -> None:
    assert [found.code for found in without_echoes([at("RW321", 3), at("RW320", 5)])] == ["RW320"]


def test_a_space_on_no_line_follows_from_a_line_that_names_another() -> None:
    assert [found.code for found in without_echoes([at("RW345", 1), at("RW344", 5)])] == ["RW344"]
