"""`rulewright test`, and what `check` says about scenarios."""

import json

import pytest

from tests.commands.running import SMALL, run, write

PASSING = 'scenario "Marks go anywhere":\n  cites "a free space"\n  offers 9\n  play "b2"\n  expect b2.mark is white\n'
FAILING = 'scenario "Marks stay":\n  cites "marks"\n  play "b2"\n  expect b2.mark is red and decider is red\n'


def test_scenarios_that_pass_are_counted(tmp_path):
    done = run("test", write(tmp_path, {"game.rules": SMALL, "scenarios.rules": PASSING}))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("1 passed, 0 failed (")
    assert '✓ "Marks go anywhere"   (a free space)' in run("test", tmp_path, "--verbose").out


def test_a_failing_scenario_shows_its_line_its_values_and_the_board(tmp_path):
    done = run("test", write(tmp_path, {"game.rules": SMALL, "scenarios.rules": PASSING + FAILING}))
    assert done.code == 1
    assert 'scenarios.rules:6  ✗ "Marks stay"   (marks)' in done.out
    assert "expect b2.mark is red" in done.out
    assert "board then" in done.out
    assert "2 . w ." in done.out
    assert "1 passed, 1 failed (" in done.out


def test_the_scenarios_of_one_file_of_one_variant_or_with_some_words_can_be_run(tmp_path):
    variant = (
        'variant wide of small version 1:\n  set size to 5\nscenario "A wide board":\n  variant wide\n  offers 25\n'
    )
    files = {"game.rules": SMALL, "scenarios.rules": PASSING, "scenarios/more.rules": FAILING}
    write(tmp_path, {**files, "variants/wide.rules": variant})
    assert "2 passed, 1 failed" in run("test", tmp_path).out
    assert "1 passed, 0 failed" in run("test", tmp_path / "scenarios.rules").out
    assert "0 passed, 1 failed" in run("test", tmp_path / "scenarios" / "more.rules").out
    assert "1 passed, 0 failed" in run("test", tmp_path, "--variant", "wide").out
    assert "1 passed, 0 failed" in run("test", tmp_path, "--only", "FREE space").out


def test_coverage_names_what_no_scenario_uses(tmp_path):
    rules = (
        SMALL.replace("  must place\n", "  must one of place, wait\n") + 'action wait "Wait" as "wait":\n  end turn\n'
    )
    write(tmp_path, {"game.rules": rules, "scenarios.rules": PASSING.replace("9", "10")})
    done = run("test", tmp_path, "--coverage")
    assert done.code == 0, done
    assert "game.rules:12  action `wait` is used by none of these scenarios" in done.out
    assert "1 of 2 actions and rules used" in done.out


def test_results_as_json(tmp_path):
    write(tmp_path, {"game.rules": SMALL, "scenarios.rules": PASSING + FAILING})
    done = run("test", tmp_path, "--json", "--coverage")
    found = json.loads(done.out)
    assert (done.code, found["passed"], found["failed"], found["unused"]) == (1, 1, 1, [])
    assert [scenario["passed"] for scenario in found["scenarios"]] == [True, False]
    assert found["scenarios"][1]["findings"][0]["place"]["line"] == 9


def test_a_game_without_scenarios_or_with_faults_is_told(tmp_path):
    done = run("test", write(tmp_path, {"game.rules": SMALL}))
    assert done.code == 1
    assert done.err.startswith("RW916")
    assert run("test", write(tmp_path, {"game.rules": "game"})).code == 1
    write(tmp_path / "other", {"alone.rules": PASSING})
    assert run("test", tmp_path / "other" / "alone.rules").code in (1, 2)


def test_a_scenario_with_a_fault_of_its_own_is_found_by_check_and_fails(tmp_path):
    faulty = PASSING.replace("b2.mark", "b2.mrak")
    write(tmp_path, {"game.rules": SMALL, "scenarios.rules": faulty})
    for command in ("check", "test"):
        done = run(command, tmp_path)
        assert done.code == 1
        assert "scenarios.rules:5" in done.out


@pytest.mark.parametrize("game", ["tic-tac-toe", "jam", "rules/classic/hex", "rules/classic/othello/scenarios.rules"])
def test_scenarios_of_shipped_games_pass(game):
    done = run("test", game)
    assert done.code == 0, done.out


def test_a_new_game_plays_and_its_scenarios_pass(tmp_path):
    assert run("new", "mygame", folder=tmp_path).code == 0
    done = run("test", "mygame", "--coverage", folder=tmp_path)
    assert done.code == 0, done.out
    assert "4 passed, 0 failed" in done.out
    assert "used by none" not in done.out
    played = run("simulate", "mygame", "--games", "20", folder=tmp_path)
    assert played.code == 0
    assert "light.score" not in played.err
    shown = run("play", "mygame", folder=tmp_path, typed="put c3\nput c4\n")
    assert "decision 3   light to move" in shown.out
