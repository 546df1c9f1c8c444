"""One mistake, one finding, at the right place and in the author's words: the golden files."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check import check_folder
from tests.check.golden_cases import BASE, FOLDER, HERE, Case, cases_of, expected, told

RULES = [(path.stem, case) for path in sorted((HERE / "golden").glob("*.rules")) for case in cases_of(path)]
FILES = [(path.stem, case) for path in sorted((HERE / "golden").glob("*.files")) for case in cases_of(path)]


def titles(cases: list[tuple[str, Case]]) -> list[str]:
    return [f"{stem}: {case.title}" for stem, case in cases]


@pytest.mark.parametrize(("_", "case"), RULES, ids=titles(RULES))
def test_a_mistake_is_told_once_on_its_line(_: str, case: Case, tmp_path: Path) -> None:
    folder = case.lay_out(tmp_path, several=False)
    assert told(case.findings(folder), folder) == expected(folder)


@pytest.mark.parametrize(("_", "case"), FILES, ids=titles(FILES))
def test_a_mistake_in_one_of_several_files_is_told_once_on_its_line(_: str, case: Case, tmp_path: Path) -> None:
    folder = case.lay_out(tmp_path, several=True)
    assert told(case.findings(folder), folder) == expected(folder)


def test_the_games_of_the_cases_are_clean(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(BASE, encoding="utf-8")
    assert check_folder(tmp_path) == []
    assert check_folder(FOLDER) == []
    assert check_folder(FOLDER, "large") == []


def test_every_case_expects_something(tmp_path: Path) -> None:
    assert len(RULES) + len(FILES) >= 40
    for number, (_, case) in enumerate(RULES + FILES):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert expected(case.lay_out(folder, several=number >= len(RULES))), case.title
