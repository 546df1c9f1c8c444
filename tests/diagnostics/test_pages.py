"""Every code has a page, and what the page shows is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.diagnostics.catalogue import PAGES, all_codes, page
from tests.diagnostics.producers import PRODUCERS

PACKAGE = Path(__file__).parents[2] / "interpreter"


def used_codes() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    return {code for source in sources for code in re.findall(r'"(RW\d{3})"', source)}


def test_each_code_has_a_page_and_each_page_a_code() -> None:
    assert used_codes() == set(all_codes())


def test_only_pages_stand_in_the_folder_of_pages() -> None:
    assert {path.name for path in PAGES.iterdir()} == {f"{code}.md" for code in all_codes()}


@pytest.mark.parametrize("code", all_codes())
def test_the_bad_example_gives_this_finding_alone_and_the_good_one_none(code: str, tmp_path: Path) -> None:
    shown = page(code)
    produce = PRODUCERS[shown.how]
    assert set(produce(shown.bad, tmp_path / "bad")) == {code}
    assert produce(shown.good, tmp_path / "good") == []


@pytest.mark.parametrize("code", all_codes())
def test_a_page_is_short_enough_to_be_read(code: str) -> None:
    shown = page(code)
    assert max(len(line) for line in shown.text.splitlines()) <= 130
    assert len(shown.title) <= 90
    assert not shown.title.endswith(".")


def test_a_code_without_a_page_is_unknown() -> None:
    with pytest.raises(KeyError):
        page("RW000")
