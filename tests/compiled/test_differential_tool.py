"""The tool that compares executors: it finds planted faults, writes rules that check, and makes them small."""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import get_args

import pytest

from interpreter.check import check_game
from interpreter.compiled.engine import CompiledEngine
from interpreter.diagnostics import Rejected
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.paths import shipped
from interpreter.run import Position
from tools.differential.__main__ import main
from tools.differential.coverage import constructs
from tools.differential.games import Case, cases_of
from tools.differential.lockstep import Pair
from tools.differential.passes import NONE, chosen, every_choice, named
from tools.differential.reduce import Reducer
from tools.differential.rulesets.write import RuleSet, rule_set

TIC_TAC_TOE = Case(shipped("rules") / "classic" / "tic_tac_toe")


def played(decisions=20):
    pair = Pair(TIC_TAC_TOE.check(), str(TIC_TAC_TOE.folder), NONE)
    return pair.play(1, Random(1), decisions, 1.0)


def test_equal_executors_do_not_differ():
    course, difference = played()
    assert difference is None
    assert course.last.over
    assert len(course.picks) == len(course.lines) == len(course.settled) - 1


def test_a_lost_option_is_found(monkeypatch):
    whole = CompiledEngine.after

    def after(self, position, number):
        found = whole(self, position, number)
        if found.decision is None or len(found.decision.options) != 7:
            return found
        lacking = found.decision.options[:-1]
        return Position(found.vector, found.choices, type(found.decision)(*told(found.decision), lacking, False))

    def told(decision):
        return decision.seat, decision.kind, decision.purpose, decision.span

    monkeypatch.setattr(CompiledEngine, "after", after)
    _, difference = played()
    assert difference.what == "the options"
    assert len(difference.played) == 2
    assert "no passes" in difference.text()


def test_a_wrong_number_in_the_state_is_found_and_named(monkeypatch):
    whole = CompiledEngine.after

    def after(self, position, number):
        found = whole(self, position, number)
        vector = list(found.vector)
        vector[self.layout.turns_taken] += 1
        return Position(tuple(vector), found.choices, found.decision)

    monkeypatch.setattr(CompiledEngine, "after", after)
    _, difference = played()
    assert difference.what == "the state"
    assert "flow.turns_taken 1" in difference.reference


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        (lambda self, vector, pick, most=None: list(vector), "the decisions of a playout"),
        (lambda self, vector, pick, most=None: [][pick(1)], "the number of options in a playout"),
        (lambda self, vector, pick, most=None: [][0], "a playout in place: a crash (IndexError in <lambda>)"),
    ],
)
def test_a_faulty_playout_is_found(monkeypatch, fault, what):
    monkeypatch.setattr(CompiledEngine, "run_out", fault)
    _, difference = played()
    assert difference.what == what


def test_options_and_seats_make_cases_of_a_game():
    names = [case.name for case in cases_of(shipped("rules") / "classic" / "jam")]
    assert "jam" in names
    assert "jam players=4" in names
    assert "jam target=60" in names
    assert "hex swap_rule=True" in [case.name for case in cases_of(shipped("rules") / "classic" / "hex")]
    assert "seto five target_score=1" in [case.name for case in cases_of(shipped("rules") / "seto")]


def test_passes_by_name():
    assert named(every_choice()[0]) == "all passes"
    assert named(chosen(["none"])[0]) == "no passes"
    assert chosen(["join"]) == [frozenset({"join"})]
    assert len({named(choice) for choice in chosen(["each"])}) == len(every_choice())
    with pytest.raises(ValueError, match="there is no pass 'joni'"):
        chosen(["joni"])


# ---- rule sets


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Some rule sets: the refused ones by code, and how often each construct is met in the others."""
    folder = tmp_path_factory.mktemp("rules")
    refused, met = Counter(), Counter()
    for seed in range(80):
        rule_set(seed).write(folder / str(seed))
        try:
            met.update(set(constructs(check_game(folder / str(seed)).model)))
        except Rejected as rejected:
            refused.update({finding.code for finding in rejected.diagnostics if finding.severity == "error"})
    return refused, met


def test_most_random_rule_sets_pass_the_checker(written):
    refused, _ = written
    assert refused.total() < 80 * 0.2, refused


def test_random_rule_sets_have_every_kind_of_expression_and_statement(written):
    _, met = written
    names = {name.split()[0] for name in met}
    assert {kind.__name__ for kind in get_args(x.Expr)} <= names
    assert {kind.__name__ for kind in get_args(s.Stmt)} <= names
    for word in ("rule when", "rule after", "rule instead", "rule instead_gain", "rule when_gain", "rule when_any"):
        assert met[word], word
    for word in ("keep set", "keep list", "keep pile", "keep maybe", "place row", "text effect", "phase until"):
        assert met[word], word


def test_a_seed_gives_one_rule_set():
    assert rule_set(5).files == rule_set(5).files
    assert rule_set(5).files != rule_set(6).files


def test_a_rule_set_is_made_as_small_as_it_can_be(tmp_path):
    def fails(rules: RuleSet) -> bool:
        folder = tmp_path / str(time.monotonic_ns())
        rules.write(folder)
        try:
            return any(name == "SwapPieces" for name in constructs(check_game(folder).model))
        except Rejected:
            return False

    rules = min((rule_set(seed) for seed in range(60) if "swap " in rule_set(seed).rules), key=lambda r: len(r.text()))
    smaller = Reducer(fails, time.monotonic() + 20).reduced(rules)
    assert fails(smaller)
    assert smaller.rules.count("swap ") == 1
    assert len(smaller.text()) < len(rules.text()) / 2


# ---- the command


def test_the_command_plays_what_is_asked_for(capsys):
    games = ["--game", "tic_tac_toe", "--game", "random", "--seed", "3", "--decisions", "9"]
    assert main([*games, "--rounds", "4", "--passes", "none", "--shrink", "1"]) == 0
    told = capsys.readouterr().out
    assert "games of shipped rules" in told
    assert "rule sets" in told
    assert "0 differences" in told


def test_the_command_tells_a_difference_and_stops(capsys, monkeypatch):
    monkeypatch.setattr(CompiledEngine, "run_out", lambda self, vector, pick, most=None: list(vector))
    assert main(["--game", "tic_tac_toe", "--rounds", "9", "--passes", "all"]) == 1
    told = capsys.readouterr().out
    assert "DIFFERENCE in tic_tac_toe\nthe decisions of a playout, with all passes" in told
    assert "1 differences" in told


@pytest.mark.parametrize(("arguments", "message"), [(["--game", "chess"], "chess"), (["--passes", "quick"], "quick")])
def test_wrong_arguments_are_told(capsys, arguments, message):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err
