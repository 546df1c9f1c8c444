"""`rulewright play`: the terminal board, through a pipe and at a terminal."""

import json
import os
import select
import signal
import subprocess
import sys
import time

import pytest

from tests.commands.running import ROOT, SMALL, process, run, write


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def test_the_board_the_options_and_what_was_typed_are_plain_lines():
    done = run("play", "tic-tac-toe", typed=typed("put b2", "1"))
    assert done.code == 0
    assert "Tic-tac-toe   decision 1   cross to move   seed 1" in done.out
    assert "> put b2" in done.out
    assert "  2  .  [c]  ." in done.out
    assert "1  put a1" in done.out
    assert "decision 3   cross to move" in done.out
    assert done.out.endswith("The input has ended, and the game is not over.\n")
    assert "\x1b" not in done.out
    assert max(map(len, done.out.splitlines())) <= 100


def test_a_game_that_ends_says_who_has_won():
    done = run("play", "tic-tac-toe", typed=typed("put a1", "put a2", "put b1", "put b2", "put c1", "put c2"))
    assert done.code == 0
    assert done.out.endswith("the game is over: cross has won\n")


def test_undo_goes_back_one_decision_of_a_person():
    done = run("play", "tic-tac-toe", typed=typed("u", "put b2", "put a1", "u", "log"))
    assert "there is nothing to take back" in done.out
    assert done.out.count("decision 2   nought to move") == 2
    assert "   1  cross put b2" in done.out
    assert "   2  " not in done.out.rpartition("> log")[2]


def test_undo_takes_the_answer_of_a_bot_back_too():
    done = run("play", "tic-tac-toe", "--seat", "nought=random", typed=typed("put b2", "undo", "q"))
    assert "nought (random): put" in done.out
    assert done.out.count("decision 1   cross to move") == 2


def test_undo_stops_at_hidden_news():
    done = run("play", "jam", "--seat", "jade=random", typed=typed("take", "deck", "undo"))
    assert "cannot be taken back" in done.out


def test_a_hand_is_seen_by_its_owner_only():
    done = run("play", "jam", "--seat", "jade=random", typed=typed("1", "1"))
    hands = [line for line in done.out.splitlines() if line.strip().startswith("hand:")]
    assert hands
    assert all("cards" in line.partition("jade")[2] for line in hands)
    assert any("_" in line.partition("jade")[0] for line in hands)


def test_why_an_action_is_not_there_is_told():
    lines = typed("why put b2", "? 1", "put b2", "put b2", "why put b2", "why", "nonsense")
    done = run("play", "tic-tac-toe", typed=lines)
    assert "Legal." in done.out
    assert "Not legal.  There is a mark already." in done.out
    assert "There is no action `nonsense`" in done.out
    assert "why what?" in done.out


def test_help_board_more_and_empty_lines_do_no_harm():
    done = run("play", "tic-tac-toe", typed=typed("help", "board", "more", "", "   ", "0", "99", "-1", "q"))
    assert done.code == 0
    assert "take back the last decision" in done.out
    assert "there is no option 99: a number from 1 to 9, or an action" in done.out
    assert "decision 2" not in done.out


def test_a_hint_is_one_of_the_options(tmp_path):
    rules = SMALL.replace("is 3 from", "is 2 from")
    done = run("play", write(tmp_path, {"game.rules": rules}), typed=typed("h"))
    assert "perhaps " in done.out


def test_bots_alone_play_to_the_end_and_one_seed_gives_one_game():
    arguments = ["play", "tic-tac-toe", "--seat", "cross=random", "--seat", "nought=greedy", "--seed", "5"]
    first, second = run(*arguments), run(*arguments)
    assert "the game is over" in first.out
    assert first == second
    assert run(*arguments[:-1], "6").out != first.out


def test_a_saved_game_goes_on_where_it_stood(tmp_path):
    target = tmp_path / "game.save"
    run("play", "tic-tac-toe", "--save", target, typed=typed("put b2", "put a1"))
    document = json.loads(target.read_text(encoding="utf-8"))
    assert document["keeps"]["mark"]["b2"] == "cross"
    done = run("play", "tic-tac-toe", "--load", target, typed=typed("why put b2", "put c3"))
    assert "There is a mark already." in done.out
    assert "nought to move" in done.out


def test_a_save_brings_its_variant_options_and_players(tmp_path):
    target = tmp_path / "game.save"
    run("play", "seto", "--variant", "five", "--option", "target_score=3", "--save", target, typed=typed("1"))
    done = run("play", "seto", "--load", target)
    assert done.code == 0
    assert "SETO (five)" in done.out
    run("play", "jam", "--players", "4", "--save", target, typed="")
    assert run("play", "jam", "--load", target).code == 0
    wrong = run("play", "seto", "--load", target)
    assert wrong.code == 1
    assert wrong.err.startswith(str(target))


@pytest.mark.parametrize(("file", "line"), [("game.save", 9), ("game.journal", 3)])
def test_an_option_that_cannot_be_is_told_where_the_save_or_journal_gives_it(tmp_path, file, line):
    target = tmp_path / file
    assert run("play", "othello", "--option", "size=6", "--save", target).code == 0
    text = target.read_text(encoding="utf-8")
    target.write_text(text.replace('"size": 6', '"size": 7777').replace("size is 6", "size is 7777"), encoding="utf-8")
    done = run("play", "othello", "--load", target)
    assert done.code == 1
    assert f"{file}:{line}:" in done.err
    assert "the option `size` cannot be `7777`" in done.err
    asked = run("play", "othello", "--load", target, "--option", "size=88")
    assert asked.code == 1
    assert asked.err.startswith("RW234  the option `size` cannot be `88`")


def test_a_journal_can_be_saved_loaded_and_taken_back(tmp_path):
    journal = tmp_path / "game.journal"
    run("play", "tic-tac-toe", typed=typed("put b2", "put a1", f"save {journal}"))
    assert journal.read_text(encoding="utf-8").endswith("cross put b2\nnought put a1\n")
    done = run("play", "tic-tac-toe", "--load", journal, "--save", journal, typed=typed("undo", "put a2"))
    assert done.code == 0
    assert journal.read_text(encoding="utf-8").endswith("cross put b2\nnought put a2\n")


def test_nothing_but_saved_games_is_written_over(tmp_path):
    write(tmp_path, {"notes.txt": "mine", "empty.save": ""})
    done = run("play", "tic-tac-toe", typed=typed("save notes.txt", "save empty.save", "save", "save"), folder=tmp_path)
    assert "RW914" in done.err
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert done.out.count("saved as") == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.save", "notes.txt", "tic_tac_toe.save"]
    failed = run("play", "tic-tac-toe", typed=typed("save no/such/folder/x.save"), folder=tmp_path)
    assert "RW908" in failed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "green=random"], "there is no seat `green`"),
        (["--seat", "random"], "SEAT=WHO"),
        (["--seat", "cross=rndom"], "rndom"),
        (["--seat", "cross=random", "--seat", "cross=human"], "twice"),
        (["--seed", "-1"], "RW904"),
        (["--seed", str(2**64)], "RW904"),
        (["--executor", "quick"], "RW904"),
    ],
)
def test_wrong_arguments_are_told(arguments, said):
    done = run("play", "tic-tac-toe", *arguments)
    assert done.code == 2
    assert said in done.err


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"rules": 3}', '{"rules": {"options": {"x": []}}}', "game tic_tac_toe", "\0"]
)
def test_a_save_that_is_none_is_told(content, tmp_path):
    path = write(tmp_path, {"game.save": content}) / "game.save"
    done = run("play", "tic-tac-toe", "--load", path)
    assert done.code == 1
    assert "RW80" in done.err
    done = run("play", "tic-tac-toe", "--load", path.rename(tmp_path / "game.journal"))
    assert done.code == 1
    assert "RW8" in done.err


def test_a_pipe_without_any_input_ends_cleanly():
    done = process("play", "tic-tac-toe")
    assert (done.code, done.err) == (0, "")


def test_input_in_no_encoding_does_no_harm():
    command = [sys.executable, "-m", "interpreter", "play", "tic-tac-toe"]
    typed = b"\xff\xfe\n\x00\n1\n"
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, cwd=ROOT, env=strict, input=typed, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"decision 2" in done.stdout


@pytest.fixture
def terminal():
    """Starts commands at a terminal of their own: gives the command's process and the terminal's other end."""
    started, ends = [], []

    def start(*arguments):
        master, slave = os.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "30"}
        environment.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "interpreter", *map(str, arguments)]
        process = subprocess.Popen(command, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        started.append(process)
        ends.append(master)
        return process, master

    yield start
    for one in started:
        one.kill()
        one.wait()
    for end in ends:
        os.close(end)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_at_a_terminal_there_is_colour_and_a_prompt(terminal, tmp_path):
    process, end = terminal("play", "tic-tac-toe", "--save", tmp_path / "x.save")
    shown = read_until(end, "> ")
    assert "number or action" in shown
    assert "\x1b[2m" in shown
    os.write(end, b"put b2\n")
    assert "\x1b[36;1;7m[c]" in read_until(end, "decision 2", "> ")
    time.sleep(0.5)  # a signal between the prompt and the reading would be noticed only with the next line
    process.send_signal(signal.SIGINT)
    assert "stopped" in read_until(end, "stopped")
    assert process.wait(timeout=20) == 130
    assert (tmp_path / "x.save").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_two_people_at_one_terminal_do_not_see_each_others_hands(terminal):
    _, end = terminal("play", "jam")
    shown = read_until(end, "when nobody else looks > ")
    assert "amber" in shown
    assert "pear_1" not in shown
    os.write(end, b"\n")
    assert "pear_1" in read_until(end, "help > ")


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_long_lists_of_options_come_in_pages(terminal, tmp_path):
    rules = SMALL.replace('as "{s}"', 'as "put a very long description of what is done on the space {s}"')
    write(tmp_path, {"game.rules": rules.replace("is 3 from", "is 6 from")})
    _, end = terminal("play", tmp_path)
    shown = read_until(end, "page 1 of 3: m shows more", "> ")
    assert "space a1" in shown
    os.write(end, b"m\n")
    assert "space c4" in read_until(end, "page 2 of 3", "> ")


def read_until(terminal, *marks, seconds=20):
    """What a terminal shows until all marks have come, in their order."""
    text, end = "", time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            text += os.read(terminal, 65536).decode("utf-8", errors="replace")
        place = 0
        for mark in marks:
            place = text.find(mark, place) + len(mark) if text.find(mark, place) >= 0 else -1
            if place < 0:
                break
        else:
            return text
    raise AssertionError(text)


def test_a_game_that_cannot_be_saved_is_no_success(tmp_path):
    done = run("play", "tic-tac-toe", "--save", tmp_path, typed="1\nquit\n")
    assert done.code == 1
    assert "RW914" in done.out + done.err


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a device without an end")
def test_what_is_no_ordinary_file_is_not_read():
    done = run("play", "tic-tac-toe", "--load", "/dev/zero")
    assert done.code == 1
    assert done.err.startswith("RW801")
