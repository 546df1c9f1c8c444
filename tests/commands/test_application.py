"""The command as a whole: help, versions, wrong arguments, interrupted and broken output."""

import os
import signal
import subprocess
import sys
import time

import pytest

from interpreter.commands.application import COMMANDS
from tests.commands.running import ROOT, process, run

INTERRUPTED = (130, -signal.SIGINT)
"""How an interrupted command ends. By the signal itself: Python does so when it was at work on its own imports."""


def test_without_a_word_it_lists_its_commands():
    done = run()
    assert done.code == 0
    assert all(command in done.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    done = run(command, "--help")
    assert done.code == 0
    assert "Usage: rulewright" in done.out
    assert run("help", command).out.strip() == done.out.strip()


def test_it_knows_its_version():
    assert run("--version").out.startswith("rulewright")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["chek"], "RW901", "did you mean `check`?"),
        (["check", "--fromat", "json", "seto"], "RW902", "did you mean `--format`?"),
        (["check", "-x", "seto"], "RW902", "`-x`"),
        (["check"], "RW903", "PATH"),
        (["check", "seto", "--players"], "RW903", "needs a value"),
        (["check", "seto", "--players", "many"], "RW904", "not a whole number"),
        (["check", "seto", "--players", "99"], "RW904", "between 1 and 12"),
        (["check", "seto", "--players", "1" * 26], "RW904", "more than 25 figures"),
        (["check", "seto", "--format", "xml"], "RW904", "--format"),
        (["new", "a", "b"], "RW905", "`b`"),
        (["new"], "RW903", "NAME"),
        (["show", "seto", "--option", "corners"], "RW906", "NAME=VALUE"),
        (["show", "seto", "--option", "corners=no", "--option", "corners=yes"], "RW906", "twice"),
    ],
)
def test_wrong_arguments_are_findings(arguments, code, said):
    done = run(*arguments)
    assert done.code == 2
    assert done.err.startswith(code)
    assert said in done.err
    assert done.out == ""


def test_an_interrupted_command_says_so_and_no_more():
    command = [sys.executable, "-m", "interpreter", "format", "-"]
    started = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    time.sleep(1.5)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=20)
    assert (out, err.strip()) == ("", "stopped")
    assert started.returncode in INTERRUPTED


@pytest.mark.skipif(os.name == "nt", reason="pipes of a POSIX shell")
def test_a_reader_who_goes_away_is_no_fault():
    command = f"{sys.executable} -m interpreter show seto --figures | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in (0, 1)
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_a_finding():
    command = f"{sys.executable} -m interpreter help > /dev/full"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith("RW908")
    assert "Traceback" not in done.stderr


def test_a_terminal_without_unicode_is_written_to_all_the_same():
    done = process("show", "seto", more={"PYTHONIOENCODING": "ascii"})
    assert done.code == 0
    assert "seto" in done.out


def test_a_pipe_gets_no_colour():
    done = process("show", "seto", "--pieces")
    assert done.code == 0
    assert "\x1b" not in done.out


def test_arguments_in_no_encoding_are_told_as_such():
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"interpreter", b"check", b"\xff\xfe"],
        cwd=ROOT, capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith(b"RW204") or done.stdout.startswith(b"RW204")


@pytest.mark.skipif(os.name == "nt", reason="streams of a POSIX shell")
@pytest.mark.parametrize(("closed", "code"), [("<&-", 0), (">&-", 1), ("2>&-", 0)])
def test_a_stream_that_is_closed_is_no_fault(closed, code):
    command = f"{sys.executable} -m interpreter play tic-tac-toe {closed}"
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60, input=""
    )
    assert done.returncode == code
    assert done.stderr.startswith("RW908  the output cannot be written" if code else "")
    assert "fault" not in done.stderr
