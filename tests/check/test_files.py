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


@pytest.mark.parametrize("line", ['include "round.rules"', 'setup from "round.rules"'])
def test_a_link_that_leads_to_itself_is_no_file(line: str, tmp_path: Path) -> None:
    write(tmp_path, f"{line}\n")
    os.symlink("round.rules", tmp_path / "round.rules")
    assert [finding.code for finding in check_folder(tmp_path)] == ["RW207"]


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


PARTS = {
    "parts/b.rules": "value second is 2\n",
    "parts/a.rules": "value first_one is 1\n",
    "parts/c.yaml": "cards: []\n",
    "parts/.hidden.rules": "value hidden_one is 3\n",
}


def values_of(folder: Path, rules: str, files: dict[str, str]) -> list[str]:
    """The values that a game declares, in the order in which its files are read."""
    return list(check_game(write(folder, rules, files)).model.values)


def test_a_star_stands_for_any_letters_in_the_name_of_a_file(tmp_path: Path) -> None:
    assert values_of(tmp_path, 'include "parts/*.rules"\n', PARTS) == ["first_one", "second"]


@pytest.mark.parametrize(
    ("named", "found"),
    [
        ("*.rules", ["first_one", "second"]),
        ("b*.rules", ["second"]),
        ("*b.rules", ["second"]),
        ("*a*.rules", ["first_one"]),
        ("?.rules", None),
        ("A*.rules", None),
        ("*", None),
    ],
)
def test_other_letters_stand_for_themselves(tmp_path: Path, named: str, found: list[str] | None) -> None:
    rules = f'include "parts/{named}"\n'
    if found is not None:
        assert values_of(tmp_path, rules, PARTS) == found
    else:
        assert [finding.code for finding in rejected(write(tmp_path, rules, PARTS))] != []


def test_what_is_included_by_name_comes_first_and_once(tmp_path: Path) -> None:
    rules = 'include "parts/b.rules", "parts/*.rules"\n'
    assert values_of(tmp_path, rules, PARTS) == ["second", "first_one"]


def test_a_file_does_not_include_itself_by_a_pattern(tmp_path: Path) -> None:
    files = {"parts/a.rules": 'include "parts/*.rules"\nvalue first_one is 1\n', "parts/b.rules": "value second is 2\n"}
    assert values_of(tmp_path, 'include "parts/a.rules"\n', files) == ["second", "first_one"]


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ("parts/*.rule", "RW258"),
        ("part/*.rules", "RW258"),
        ("p*/a.rules", "RW258"),
        ("*/*.rules", "RW258"),
        ("../*.rules", "RW206"),
        ("/etc/*", "RW206"),
    ],
)
def test_a_pattern_that_stands_for_nothing(tmp_path: Path, named: str, code: str) -> None:
    (tmp_path / "game").mkdir()
    folder = write(tmp_path / "game", f'include "{named}"\n', PARTS)
    assert [finding.code for finding in rejected(folder)] == [code]


def test_a_pattern_does_not_follow_a_link_that_leads_outside(tmp_path: Path) -> None:
    (tmp_path / "away.rules").write_text("value stolen is 3\n", encoding="utf-8")
    (tmp_path / "game").mkdir()
    folder = write(tmp_path / "game", 'include "parts/*.rules"\n', PARTS)
    os.symlink(tmp_path / "away.rules", folder / "parts" / "near.rules")
    assert [finding.code for finding in rejected(folder)] == ["RW206"]


def test_a_variant_includes_by_a_pattern(tmp_path: Path) -> None:
    variant = 'variant quick of tiny version 1:\n  include "parts/*.rules"\n'
    files = {f"variants/quick/{name}": text for name, text in PARTS.items()}
    write(tmp_path, "", {**files, "variants/quick/variant.rules": variant})
    assert list(check_game(tmp_path, "quick").model.values) == ["first_one", "second"]


def test_a_variant_includes_a_file_once(tmp_path: Path) -> None:
    variant = 'variant quick of tiny version 1:\n  include "parts/a.rules"\n  include "parts/a.rules"\n'
    files = {f"variants/quick/{name}": text for name, text in PARTS.items()}
    write(tmp_path, "", {**files, "variants/quick/variant.rules": variant})
    assert [finding.code for finding in rejected(tmp_path, variant="quick")] == ["RW209"]
