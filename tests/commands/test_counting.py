"""`rulewright perft`, `simulate`, `replay` and `explain`."""

import json
import math
import os
import signal
import subprocess
import sys
import time

import pytest

from interpreter.commands.statistics import quantile, share
from tests.commands.running import ROOT, SMALL, run, write


def test_sequences_are_counted_depth_by_depth():
    assert run("perft", "seto", "--depth", "2").out == "1 32\n2 960\n"
    assert run("perft", "tic-tac-toe", "--depth", "3", "--executor", "reference").out == "1 9\n2 72\n3 504\n"
    assert run("perft", "draughts", "--depth", "2", "--turns").out == "1 7\n2 49\n"


def test_counting_stops_when_no_sequence_is_that_long(tmp_path):
    write(tmp_path, {"game.rules": SMALL.replace("is 3 from", "is 2 from")})
    assert run("perft", tmp_path, "--depth", "9").out == "1 4\n2 12\n3 24\n4 24\n5 0\n"


def test_sequences_can_be_counted_from_a_save(tmp_path):
    save = tmp_path / "x.save"
    run("play", "tic-tac-toe", "--save", save, typed="put b2\n")
    assert run("perft", "tic-tac-toe", "--depth", "2", "--from", save).out == "1 8\n2 56\n"
    assert run("perft", "othello", "--depth", "2", "--from", save).code == 1
    assert run("perft", "othello", "--depth", "2", "--from", tmp_path / "none.save").err.startswith("RW801")


# ---- simulate


def test_a_simulation_is_the_same_for_the_same_seed_and_any_number_of_jobs():
    arguments = ["simulate", "tic-tac-toe", "--games", "40", "--seed", "3"]
    first = run(*arguments)
    assert first.code == 0
    assert first.out == run(*arguments, "--jobs", "2").out
    assert first.out != run("simulate", "tic-tac-toe", "--games", "40", "--seed", "4").out
    assert "first-seat edge" in first.out
    assert "hash            sha256:" in first.out


def test_a_simulation_as_json_holds_all_numbers():
    found = json.loads(run("simulate", "seto", "--games", "3", "--json", "--seats", "random,random").out)
    assert found["games"] == 3
    assert sum(win["count"] for win in found["wins"].values()) + found["drawn"] == 3
    assert sum(found["ended_by"].values()) == 3
    assert found["actions"]["key_out"] == 6
    assert found["told"]["rule"]["scoring"] > 10
    assert set(found["never_used"]) == {"taken", "answered", "completed"}
    assert found["told"]["rule"].get("break_reply", 0) <= sum(found["figures"].values())
    assert found["length"]["0%"] <= found["mean_length"] <= found["length"]["100%"]


def test_bots_that_look_at_the_state_are_counted_alike():
    found = json.loads(run("simulate", "jam", "--games", "2", "--json", "--seats", "greedy,random").out)
    assert found["seats"] == {"amber": "greedy", "jade": "random"}
    assert sum(found["actions"].values()) <= sum(found["told"]["action"].values())
    assert sum(found["told"]["action"].values()) == found["actions"]["take"] + found["actions"].get("cook", 0)
    assert sum(used["effects"]["times"] for used in found["rows"]["cards"].values() if "effects" in used) > 20


@pytest.mark.parametrize(("game", "games"), [("jam", "3"), ("seto", "2")])
def test_the_executor_changes_nothing_but_what_is_told_of_rules(game, games):
    arguments = ["simulate", game, "--games", games, "--json", "--seats", "random,greedy"]
    usual = json.loads(run(*arguments).out)
    reference = json.loads(run(*arguments, "--executor", "reference").out)
    compiled = json.loads(run(*arguments, "--executor", "compiled").out)
    assert usual == reference
    assert compiled["told"] == {}
    for found in (usual, compiled):
        del found["told"], found["never_used"]
    assert usual == compiled


def test_games_without_end_are_cut_short():
    found = json.loads(run("simulate", "seto", "--games", "2", "--longest", "10", "--json").out)
    assert (found["cut_short"], found["ended_by"]) == (2, {"cut short": 2})


def test_what_goes_wrong_in_a_game_is_told_with_its_seed(tmp_path):
    rules = SMALL.replace("stuck: winner nobody", "stuck error").replace("is 3 from", "is 2 from")
    for jobs in ("1", "2"):
        done = run("simulate", write(tmp_path, {"game.rules": rules}), "--games", "2", "--seed", "8", "--jobs", jobs)
        assert done.code == 1
        assert "In the game with seed 8, after 4 decisions" in done.err
        assert "RW7" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--games", "0"],
        [],
        ["--games", "2", "--seats", "random,random,random"],
        ["--games", "2", "--seats", "human"],
        ["--games", "2", "--seats", ""],
        ["--games", "2", "--jobs", "0"],
    ],
)
def test_wrong_arguments_of_a_simulation_are_told(arguments):
    done = run("simulate", "tic-tac-toe", *arguments)
    assert done.code == 2
    assert done.err.startswith("RW9")


def test_wilsons_interval_is_the_published_one():
    found = share(1034, 2000)
    assert (round(found.low, 4), round(found.high, 4)) == (0.4951, 0.5388)
    assert share(0, 10).low == 0.0
    assert math.isclose(share(0, 10).high, 0.2775, abs_tol=1e-4)
    assert math.isclose(share(10, 10).high, 1.0)


def test_quantiles_lie_between_their_neighbours():
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile([7], 0.95) == 7
    assert quantile([0, 10], 0.25) == 2.5


@pytest.mark.skipif(os.name == "nt", reason="signals of a POSIX system")
def test_an_interrupted_simulation_stops_at_once():
    command = [sys.executable, "-m", "interpreter", "simulate", "seto", "--games", "500", "--jobs", "2"]
    started = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    time.sleep(3)
    os.killpg(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=15)
    assert (out, err.strip()) == ("", "stopped")
    assert started.returncode in (130, -signal.SIGINT)


# ---- replay and explain


@pytest.fixture
def journal(tmp_path):
    path = tmp_path / "game.journal"
    run("play", "tic-tac-toe", typed=f"put b2\nput a1\nput c1\nput a3\nput a2\nput c2\nsave {path}\n")
    return path


def test_a_journal_is_played_again_and_verified(journal):
    done = run("replay", journal, "--check")
    assert done.code == 0
    assert done.out == f"{journal}: 6 decisions, all as they were; the game goes on\n"
    shown = run("replay", journal)
    assert "   6  nought put c2" in shown.out
    assert "  2  c   c  [n]" in shown.out


def test_a_journal_can_be_played_up_to_a_decision(journal):
    shown = run("replay", journal, "--to", "2")
    assert "   2  nought put a1" in shown.out
    assert "put c1" not in shown.out
    assert "--to" in run("replay", journal, "--to", "x").err


def test_the_first_line_that_differs_is_named(journal):
    text = journal.read_text(encoding="utf-8")
    journal.write_text(text.replace("nought put a3", "nought put c1"), encoding="utf-8")
    done = run("replay", journal, "--check")
    assert done.code == 1
    assert "RW821" in done.err
    assert f"{journal}:10" in done.err


def test_a_journal_of_other_rules_is_told_after_its_lines(journal):
    text = journal.read_text(encoding="utf-8")
    assert "sha256:f" in text
    journal.write_text(text.replace("sha256:f", "sha256:e"), encoding="utf-8")
    assert "RW804" in run("replay", journal, "--check").err
    journal.write_text(text.replace("game tic_tac_toe", "game tic_tac_to"), encoding="utf-8")
    assert run("replay", journal).code == 1
    journal.write_text("nothing of the kind\n", encoding="utf-8")
    assert "RW820" in run("replay", journal).err
    assert run("replay", journal.with_name("none.journal")).err.startswith("RW801")


def test_a_journal_in_a_games_folder_is_of_that_game(tmp_path):
    write(tmp_path, {"game.rules": SMALL})
    target = tmp_path / "journals" / "first.journal"
    target.parent.mkdir()
    run("play", tmp_path, "--option", "size=5", "--players", "3", "--save", target, typed="a1\ne5\n")
    assert "2 decisions, all as they were" in run("replay", target, "--check").out
    moved = target.rename(tmp_path.parent / f"{tmp_path.name}.journal")
    assert run("replay", moved).code == 1
    assert run("replay", moved, "--game", tmp_path).code == 0


def test_an_action_that_the_game_does_not_have_is_an_error():
    done = run("explain", "tic-tac-toe", "jump a1")
    assert done.code == 1
    assert "There is no action `jump`." in done.out
    assert run("explain", "tic-tac-toe", "jump a1", "--json").code == 1


def test_an_action_is_explained(tmp_path):
    done = run("explain", "seto", "white orbit a0>z0")
    assert done.code == 0
    assert done.out.startswith("Not legal.")
    assert "rules/seto/game.rules:" in done.out
    assert run("explain", "seto", "key a1>a0").out.startswith("Legal.")
    save = tmp_path / "x.save"
    run("play", "tic-tac-toe", "--save", save, typed="put b2\n")
    assert "There is a mark already." in run("explain", "tic-tac-toe", "--from", save, "put b2").out
    found = json.loads(run("explain", "tic-tac-toe", "--from", save, "put b2", "--json").out)
    assert (found["legal"], found["place"]["file"]) == (False, "rules/classic/tic_tac_toe/game.rules")
