"""The ways of running an example do what a page counts on."""

from __future__ import annotations

from pathlib import Path

from tests.diagnostics.producers import PRODUCERS


def test_the_base_game_is_clean_with_and_without_fragments(tmp_path: Path) -> None:
    check = PRODUCERS["check"]
    assert check({"declarations": ""}, tmp_path / "bare") == []
    assert check({"statements": "gain 1 coins\nif me.coins > 3:\n  lose 1 coins"}, tmp_path / "statements") == []
    declared = {"declarations": "rule bonus:\n  after place\n  gain 1 coins\n", "statements": "gain 1 coins"}
    assert check(declared, tmp_path / "both") == []
    assert check({"statements": "gian 1 coins"}, tmp_path / "slip") == ["RW103"]


def test_a_command_is_carried_out_in_the_folder_of_the_example(tmp_path: Path) -> None:
    command = PRODUCERS["command"]
    assert command({"game.rules": "value a iss 1\n", "command": "check ."}, tmp_path / "bad") == ["RW103"]
    assert command({"declarations": "", "command": "check ."}, tmp_path / "good") == []
