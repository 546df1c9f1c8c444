"""One mistake, one finding, at the right place and in the author's words: the golden files, and games of several files."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check import check_folder
from tests.check.golden_cases import BASE, HERE, Case, cases_of, expected, told

CASES = [(path.stem, case) for path in sorted((HERE / "golden").glob("*.rules")) for case in cases_of(path)]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[f"{stem}: {case.title}" for stem, case in CASES])
def test_a_mistake_is_told_once_on_its_line(case: Case, tmp_path: Path) -> None:
    text = case.text()
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    assert told(check_folder(tmp_path), text) == expected(text)


def test_the_game_of_the_cases_is_clean(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(BASE, encoding="utf-8")
    assert check_folder(tmp_path) == []


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 200
    assert all(expected(case.text()) for _, case in CASES)
