"""Kept games: one that has changed in any file, or has a file more, is read anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.game import load, warm
from tests.check.games import write

PARTS = {"parts/a.rules": "value first_one is 1\n"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game whose parts are included by a pattern, with a cache of its own."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "game").mkdir()
    return write(tmp_path / "game", 'include "parts/*.rules"\n', PARTS)


def test_a_game_that_has_not_changed_is_found(folder: Path) -> None:
    before = load(folder)
    key = warm.key_of(folder, None, None, None)
    assert key is not None
    found = warm.find(key)
    assert found is not None
    assert found.model.hash == before.model.hash
    assert load(folder).model.hash == before.model.hash


def test_a_new_file_that_a_pattern_stands_for_is_noticed(folder: Path) -> None:
    before = load(folder).model
    (folder / "parts" / "b.rules").write_text("value second is 2\n", encoding="utf-8")
    after = load(folder).model
    assert (list(before.values), list(after.values)) == (["first_one"], ["first_one", "second"])
    assert after.hash != before.hash


def test_a_file_that_is_gone_is_noticed(folder: Path) -> None:
    (folder / "parts" / "b.rules").write_text("value second is 2\n", encoding="utf-8")
    assert len(load(folder).model.values) == 2
    (folder / "parts" / "b.rules").unlink()
    assert len(load(folder).model.values) == 1
