"""Tests for the end of the game that are left out, and what is so when a turn begins."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.compiled.code import low
from interpreter.compiled.ground.inverses import Inverses
from interpreter.compiled.ground.regions import Regions
from interpreter.compiled.ground.tables import Tables
from interpreter.compiled.lower.settled import Settler
from interpreter.compiled.support.positions import QuickPosition
from interpreter.run import Engine
from tests.compiled.tiny import checked, program, text

LEAVE = (low.Return(None),)
DO = low.Store(low.Lit(9), low.Lit(0))


def slot(number: int) -> low.Expr:
    return low.Bin("==", low.Slot(low.Lit(number)), low.Lit(5))


def set_to_one(number: int) -> low.Stmt:
    return low.Store(low.Lit(number), low.Lit(1))


def settled(lines: tuple[low.Stmt, ...], *known: low.Expr) -> tuple[low.Stmt, ...]:
    engine = program("stones")
    regions = Regions(engine.layout, Inverses(engine.model, engine.layout), Tables())
    return Settler(regions).lines(lines, known)


A, B = slot(1), slot(2)
TEST = low.If(A, LEAVE)


def test_what_did_not_hold_is_not_tested_until_it_may_have_changed() -> None:
    assert settled((TEST,), A) == ()
    assert settled((set_to_one(2), TEST), A) == (set_to_one(2),)
    assert settled((set_to_one(1), TEST), A) == (set_to_one(1), TEST)
    assert settled((TEST,)) == (TEST,)


def test_what_has_just_been_tested_is_not_tested_again() -> None:
    assert settled((TEST, DO, TEST)) == (TEST, DO)
    assert settled((low.If(A, (DO,)), TEST)) == (low.If(A, (DO,)), TEST)
    assert settled((low.If(A, (DO,), (TEST, DO)),)) == (low.If(A, (DO,), (DO,)),)


def test_of_several_conditions_those_are_tested_that_may_hold() -> None:
    assert settled((set_to_one(2), low.If(low.Or((A, B)), LEAVE)), low.Or((A, B))) == (set_to_one(2), low.If(B, LEAVE))
    assert settled((low.If(low.And((A, B)), LEAVE),), A) == ()
    assert settled((low.If(low.Not(A), (DO,), LEAVE),), A) == (DO,)


def test_branches_may_change_what_does_not_hold() -> None:
    changing = low.If(B, (set_to_one(1),))
    assert settled((changing, TEST), A) == (changing, TEST)
    leaving = low.If(B, (set_to_one(1), *LEAVE))
    assert settled((leaving, TEST), A) == (leaving,)


def test_rounds_and_what_may_be_abandoned_may_change_it_too() -> None:
    rounds = low.Loop((TEST, set_to_one(1)))
    assert settled((rounds, TEST), A) == (rounds, TEST)
    guarded = low.Guard((TEST, set_to_one(1), low.Raise("abandon")))
    assert settled((guarded, TEST), A) == (low.Guard(guarded.body[1:]), TEST)
    assert settled((low.Loop((TEST, DO)),), A) == (low.Loop((DO,)),)


def test_functions_may_change_anything() -> None:
    called = low.Do(low.Call("rule_some", (low.Var("r"), low.Var("v"))))
    assert settled((called, TEST), A) == (called, TEST)
    recorded = low.Let("t", low.Machine("recorded"))
    assert settled((recorded, TEST), A) == (recorded,)


@pytest.mark.parametrize("function", ["follow_play", "play", "play_at_random"])
def test_shoving_a_stone_beats_nobody(function: str) -> None:
    with_it, without = (text("stones", function, name).count(".bit_count() < 2") for name in ("", "settled"))
    assert 0 < with_it < without


def state_with(*placed: tuple[int, int]) -> list[int]:
    """All stones laid, of which some are on spaces and the others gone."""
    engine = program("stones")
    layout = engine.layout
    vector = list(Engine(engine.model).start(1).vector)
    laid, pieces = layout.variables["laid"].base, layout.pieces["stone"]
    vector[laid : laid + 2] = 4, 4
    for piece, space in placed:
        vector[pieces.spaces.base + piece] = space
        vector[pieces.base + space] |= 1 << piece
    return vector


@pytest.mark.parametrize(
    "vector",
    [
        # One stone left each, which no game comes to: moving them changes nothing that is counted for the end.
        state_with((0, 0), (4, 5)),
        state_with((0, 0), (1, 0), (4, 5), (5, 5), (6, 8)),
    ],
)
def test_unusual_states_go_as_the_reference_says(vector: list[int]) -> None:
    reference, fast = Engine(checked("stones").model), program("stones")
    size = fast.layout.size
    for seed in range(20):
        dice = Random(seed)
        ours, theirs = fast.advance(vector, ()), reference.advance(tuple(vector), ())
        assert not isinstance(ours, QuickPosition)
        while not theirs.over:
            assert ours.decision == theirs.decision
            number = dice.randrange(theirs.count)
            ours, theirs = fast.after(ours, number), reference.after(theirs, number)
            assert ours.vector[:size] == theirs.vector
        assert ours.over
        dice, others = Random(seed), Random(seed)
        end = reference.playout(tuple(vector), lambda decision, dice=dice: dice.randrange(len(decision.options)))
        assert tuple(fast.run_out(vector, others.randrange))[:size] == end.vector
