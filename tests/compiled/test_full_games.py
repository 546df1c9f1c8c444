"""Whole games of the largest rules on both executors, decision by decision; most of what is called is generated."""

from __future__ import annotations

import sys
from random import Random
from types import FrameType

import pytest

from interpreter.compiled.code.made import PASSES
from interpreter.paths import shipped
from tools.differential.census import census
from tools.differential.games import Case
from tools.differential.hunt import LONGEST, SELDOM
from tools.differential.lockstep import Pair

GAME = shipped("rules") / "seti"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_played_alike_by_generated_functions(players: int) -> None:
    case = Case(GAME, None, (), players)
    pair = Pair(case.check(), str(case.folder), PASSES)
    called: set[str] = set()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code.co_filename == "<generated parts>":
            called.add(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        course, difference = pair.play(players, Random(players), LONGEST, SELDOM)
    finally:
        sys.setprofile(None)
    assert difference is None, difference.text()
    assert course.last is not None
    assert course.last.position.over
    assert len(course.picks) > 60 * players
    assert {name.split("_")[0] for name in called} >= {"block", "options", "bindings", "search", "value", "members"}
    assert len(called) > 150


def test_a_census_tells_what_is_generated_and_why_the_rest_is_not() -> None:
    case = Case(GAME, None, (), 2)
    pair = Pair(case.check(), str(case.folder), PASSES)
    text = census(pair.fast)
    kinds = ("actions", "effects", "procedures", "rules", "values")
    counts = {
        (kind, how): int(line.split()[0])
        for line in text.splitlines()
        for kind in kinds
        for how in ("generated", "left")
        if f" {kind} {how}" in line
    }
    for kind in kinds:
        assert counts[kind, "generated"] > 0, kind
    assert "statements, of which generated functions leave" in text
