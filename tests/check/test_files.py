"""Which files make a game, and every kind of file that cannot be one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter.check import check_folder, check_game
from interpreter.check.files import find_game, shipped_games
from interpreter.diagnostics import Diagnostic, Rejected
from tests.check.games import FLOW, HEAD, write


def rejected(target: object, **choices: object) -> tuple[Diagnostic, ...]:
    """The findings with which a game is refused."""
    with pytest.raises(Rejected) as caught:
        check_game(target, **choices)
    return caught.value.diagnostics


@pytest.mark.parametrize("name", ["tic-tac-toe", "tic_tac_toe", "draughts"])
def test_shipped_games_are_found_by_name(name: str) -> None:
    assert find_game(name).parent.name == name.replace("-", "_")


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_shipped_game_is_clean(name: str) -> None:
    assert check_folder(name) == []


def test_a_slip_in_the_name_of_a_game() -> None:
    (finding,) = rejected("drauhgts")
    assert (finding.code, finding.hint) == ("RW204", "did you mean `draughts`?")


@pytest.mark.parametrize("target", ["no/such/folder", "nothing.rules", "", ".", "\0"])
def test_what_is_no_game(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [finding.code for finding in rejected(target)] == ["RW204"]


def test_a_single_file_may_be_a_game(tmp_path: Path) -> None:
    path = tmp_path / "other.rules"
    path.write_text(HEAD + FLOW, encoding="utf-8")
    assert check_game(path).model.name == "tiny"


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (b"", ["RW210"]),
        (b"\n\n# nothing\n", ["RW210"]),
        (b"\xff\xfe\x00g", ["RW137"]),
        (b"\x00" * 100, None),
        (bytes(range(256)), None),
        (b"counter coins for each player from 0 up to 9\n", ["RW210"]),
        (b"x" * 3_000_000, ["RW133"]),
        (HEAD.encode() * 2, None),
    ],
)
def test_bytes_that_are_no_rules(tmp_path: Path, content: bytes, codes: list[str] | None) -> None:
    (tmp_path / "game.rules").write_bytes(content)
    found = [finding.code for finding in check_folder(tmp_path)]
    assert found == codes if codes is not None else found


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    write(tmp_path, 'include "more.rules"\n')
    (tmp_path / "more.rules").mkdir()
    assert [finding.code for finding in check_folder(tmp_path)] == ["RW207"]


@pytest.mark.parametrize("name", ["../away.rules", "/etc/passwd", "a/../../away.rules", "..\\away.rules"])
def test_files_outside_of_the_folder_are_not_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "away.rules").write_text("value stolen is 3\n", encoding="utf-8")
    folder = tmp_path / "game"
    folder.mkdir()
    write(folder, f'include "{name}"\n')
    assert next(finding.code for finding in check_folder(folder)) in ("RW206", "RW207")


def test_a_link_that_leads_outside_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "away.rules").write_text("value stolen is 3\n", encoding="utf-8")
    folder = tmp_path / "game"
    folder.mkdir()
    os.symlink(tmp_path / "away.rules", folder / "near.rules")
    write(folder, 'include "near.rules"\n')
    assert [finding.code for finding in check_folder(folder)] == ["RW206"]


def test_a_long_chain_of_includes_is_read(tmp_path: Path) -> None:
    write(tmp_path, 'include "part1.rules"\n')
    for number in range(1, 60):
        following = f'include "part{number + 1}.rules"\n' if number < 59 else "value deep is 3\n"
        (tmp_path / f"part{number}.rules").write_text(following, encoding="utf-8")
    assert [finding.code for finding in check_folder(tmp_path)] == ["RW408"]


@pytest.mark.parametrize(("players", "fits"), [(1, False), (2, True), (3, True), (4, False), (0, False), (-1, False)])
def test_the_number_of_players(tmp_path: Path, players: int, fits: bool) -> None:
    write(tmp_path, "")
    path = tmp_path / "game.rules"
    text = path.read_text(encoding="utf-8").replace("white, black", "2 to 3 of white, black, grey")
    path.write_text(text, encoding="utf-8")
    if fits:
        assert len(check_game(tmp_path, players=players).model.players) == players
    else:
        assert [finding.code for finding in rejected(tmp_path, players=players)] == ["RW235"]


def test_faults_of_all_files_are_told_together(tmp_path: Path) -> None:
    write(tmp_path, 'include "more.rules"\nrule test:\n  after take\n  gain 1 coinz\n')
    (tmp_path / "more.rules").write_text("value worth is coinss + 1\nvalue other is worth\n", encoding="utf-8")
    assert [finding.code for finding in check_folder(tmp_path)] == ["RW226", "RW214"]


def test_faults_of_form_and_of_meaning_are_not_mixed(tmp_path: Path) -> None:
    write(tmp_path, "rule test:\n  after take\n  gain 1 coinz\nvalue broken is\n")
    assert [finding.code for finding in check_folder(tmp_path)] == ["RW107"]
