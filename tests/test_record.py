"""Recording shipped games anew: what a journal says about how, and a game that is played by it."""

from pathlib import Path

import pytest

from tools.record import REMARK, command_of, main

PLAYED = "play tic-tac-toe --seat cross=random --seat nought=random --seed 3"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "game.journal"


def test_a_game_is_played_anew_as_its_journal_says(journal, capsys):
    journal.write_text(f"{REMARK}{PLAYED}\nwhat stood here before", encoding="utf-8")
    assert main([str(journal)]) == 0
    head, game, *lines = journal.read_text(encoding="utf-8").splitlines()
    assert (head, game) == (f"{REMARK}{PLAYED}", "game tic_tac_toe")
    assert len(lines) > 10
    assert capsys.readouterr().out == f"{journal}: recorded\n"


@pytest.mark.parametrize("text", ["game tic_tac_toe\n", f"{REMARK}play no-such-game\n"])
def test_a_journal_that_cannot_be_recorded_stays_as_it_is(journal, text):
    journal.write_text(text, encoding="utf-8")
    assert main([str(journal)]) == 1
    assert journal.read_text(encoding="utf-8") == text


def test_a_journal_that_does_not_say_how_has_no_command(journal):
    journal.write_text("; a remark\n", encoding="utf-8")
    assert command_of(journal) is None
