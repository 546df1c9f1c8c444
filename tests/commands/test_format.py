"""`rulewright format`."""

import os
import stat

import pytest

from tests.commands.running import SMALL, run, write

LOOSE = SMALL.replace("  must place", "  must   place").replace("\nphase", "\n\n\n\n# the flow\nphase")
NEAT = SMALL.replace("\nphase", "\n\n# the flow\nphase")


def test_a_file_is_laid_out_in_place_and_then_stays(tmp_path):
    path = write(tmp_path, {"game.rules": LOOSE}) / "game.rules"
    done = run("format", path)
    assert done.code == 0
    assert "laid out" in done.out
    assert path.read_text(encoding="utf-8") == NEAT
    again = run("format", path)
    assert (again.code, again.out) == (0, "nothing changed\n")
    assert os.listdir(tmp_path) == ["game.rules"]


def test_a_check_changes_nothing(tmp_path):
    path = write(tmp_path, {"game.rules": LOOSE}) / "game.rules"
    done = run("format", "--check", tmp_path)
    assert done.code == 1
    assert "would change" in done.out
    assert path.read_text(encoding="utf-8") == LOOSE
    assert run("format", "--check", write(tmp_path, {"game.rules": NEAT})).code == 0


def test_shipped_games_are_laid_out():
    assert run("format", "--check", "rules/classic", "seto").code == 0


def test_files_with_errors_stay_as_they_are_and_others_do_not(tmp_path):
    write(tmp_path, {"good.rules": LOOSE, "wrong.rules": "phase play\n  must   place\n"})
    done = run("format", tmp_path)
    assert done.code == 1
    assert "wrong.rules:1" in done.err
    assert (tmp_path / "wrong.rules").read_text(encoding="utf-8") == "phase play\n  must   place\n"
    assert (tmp_path / "good.rules").read_text(encoding="utf-8") == NEAT


def test_line_ends_stay_what_they_are(tmp_path):
    path = tmp_path / "game.rules"
    path.write_bytes(LOOSE.replace("\n", "\r\n").encode())
    assert run("format", path).code == 0
    assert path.read_bytes() == NEAT.replace("\n", "\r\n").encode()


def test_standard_input_is_laid_out_to_standard_output():
    assert run("format", "-", typed=LOOSE).out == NEAT
    assert run("format", "--check", "-", typed=LOOSE).code == 1
    assert run("format", "-", typed="phase play\n").code == 1


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is write-protected for this user")
def test_a_protected_file_is_a_finding(tmp_path):
    path = write(tmp_path, {"game.rules": LOOSE}) / "game.rules"
    path.chmod(0o444)
    done = run("format", path)
    assert done.code == 1
    assert "RW908" in done.err


@pytest.mark.skipif(os.name == "nt", reason="rights of a POSIX file")
def test_a_file_keeps_its_rights_and_a_link_stays_a_link(tmp_path):
    path = write(tmp_path, {"game.rules": LOOSE}) / "game.rules"
    path.chmod(0o640)
    link = tmp_path / "link.rules"
    link.symlink_to(path)
    assert run("format", link).code == 0
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_text(encoding="utf-8") == NEAT


def test_only_rules_are_laid_out(tmp_path):
    write(tmp_path, {"some.yaml": "a: 1\n"})
    assert run("format", tmp_path / "some.yaml").err.startswith("RW911")
    assert run("format", tmp_path).err.startswith("RW911")
    assert run("format", tmp_path / "missing.rules").err.startswith("RW204")
