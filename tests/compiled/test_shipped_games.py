"""Every shipped game on both executors in lock step: decisions, states, documents, resuming, whole playouts."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.diagnostics import Rejected
from tools.differential.games import Case, cases_of, game_folders
from tools.differential.lockstep import Pair
from tools.differential.passes import NONE, every_choice

FOLDERS = {folder.name: folder for folder in game_folders()}
DECISIONS = {"othello": 30, "hex": 40}
SMALL = {
    "tic_tac_toe": (),
    "connect_four": (("width", 5),),
    "breakthrough": (("width", 4), ("height", 5)),
    "hex": (("size", 4),),
    "othello": (("size", 4),),
    "jam": (),
    "draughts": (),
    "morris": (),
    "seto": (),
}


def play(case: Case, passes: frozenset[str], seed: int, decisions: int) -> None:
    pair = Pair(case.check(), str(case.folder), passes)
    course, difference = pair.play(seed, Random(seed), decisions, 0.15)
    assert difference is None, difference.text()
    assert course.picks
    assert not [code for code in course.refused if code.startswith("RW8")]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_game_as_it_is_and_its_variants(name):
    for variant in {None: None} | dict.fromkeys(Case(FOLDERS[name]).check().files.variants):
        play(Case(FOLDERS[name], variant), every_choice()[0], 7, DECISIONS.get(name, 60))


@pytest.mark.parametrize("name", FOLDERS)
def test_a_game_with_other_options_and_other_numbers_of_people(name):
    cases = [case for case in cases_of(FOLDERS[name]) if case.options or case.players]
    played = 0
    for case in Random(3).sample(cases, len(cases)):
        if played == (1 if name in ("seti", "seto") else 3):
            break
        try:
            play(case, every_choice()[0], 11, DECISIONS.get(name, 40))
        except Rejected:
            continue
        played += 1


# Each choice of passes is played by two games, and each game plays two or three choices.
SPREAD = [(list(SMALL)[k % len(SMALL)], chosen) for k, chosen in enumerate([*every_choice(), *every_choice()[::-1]])]


@pytest.mark.parametrize(("name", "passes"), SPREAD, ids=lambda value: "" if isinstance(value, frozenset) else value)
def test_a_game_without_some_of_the_passes(name, passes):
    play(Case(FOLDERS[name], None, SMALL[name]), passes, 5, 60)


def test_a_game_without_any_pass_from_the_middle_of_its_effects():
    play(Case(FOLDERS["jam"], None, (), 4), NONE, 2, 120)
