"""Short rows written out, and walks as plain loops, against what the walks mean."""

from __future__ import annotations

from itertools import count, product
from typing import Any

import pytest

from interpreter.compiled.code import low
from interpreter.compiled.code.python import expression, function
from interpreter.compiled.ground.tables import Tables
from interpreter.compiled.improve.loops import Loops
from interpreter.compiled.improve.short import Short
from interpreter.compiled.support.runtime import NAMES

ROWS = ((3, 5), (6,), (), ())
OUTSIDE = low.Complement(low.Var("group"))
X, Y, GROUP = low.Var("x"), low.Var("y"), low.Var("group")


def names() -> Any:
    numbers = count(1)
    return lambda: f"t{next(numbers)}"


def within(mask: low.Expr) -> low.Clause:
    return low.Clause("if", "", low.Bin("==", low.Bin("&", mask, OUTSIDE), low.Lit(0)))


def value(tables: Tables, node: low.Expr, **given: int) -> Any:
    known = NAMES | {f"T{number}": table for number, table in enumerate(tables.values)}
    return eval(expression(node), known, dict(given))


def test_whether_a_mask_of_a_short_row_lies_in_a_set() -> None:
    tables = Tables()
    walk = low.Walk("any", (low.Clause("for", "x", low.Item(tables.add(ROWS), Y)), within(X)), low.Lit(True))
    short = Short(tables, names()).change(walk)
    assert not isinstance(short, low.Walk)
    for row, group in product(range(-1, 3), range(8)):
        assert value(tables, short, y=row, group=group) == any(not mask & ~group for mask in ROWS[row])


def test_longer_rows_are_walked_through() -> None:
    tables = Tables()
    rows = low.Item(tables.add(((1, 2, 3, 4), ())), Y)
    walk = low.Walk("any", (low.Clause("for", "x", rows), within(X)), low.Lit(True))
    assert Short(tables, names()).change(walk) == walk


@pytest.mark.parametrize("nothing", [(), (-1,)])
def test_the_one_member_of_a_row_is_the_row(nothing: tuple[int, ...]) -> None:
    tables = Tables()
    odd = low.Bin("==", low.Bin("&", X, low.Lit(1)), low.Lit(1))
    source = low.Item(tables.add(((0,), (1,), (2,), nothing)), Y)
    walk = low.Walk("any", (low.Clause("for", "x", source), low.Clause("if", "", odd)), low.Lit(True))
    short = Short(tables, names()).change(walk)
    assert not isinstance(short, low.Walk)
    assert [bool(value(tables, short, y=row)) for row in range(3)] == [False, True, False]
    assert bool(value(tables, short, y=-1)) is (nothing != ())


PAIRS = (
    low.Clause("for", "x", low.Sequence((low.Lit(2), low.Lit(3), low.Lit(4)))),
    low.Clause("for", "y", low.Var("w")),
)
MORE = low.Clause("if", "", low.Bin(">", low.Bin("+", X, Y), low.Lit(5)))


@pytest.mark.parametrize("what", ["any", "list", "sum", "count", "first"])
@pytest.mark.parametrize("others", [(), (1,), (0, 3), (1, 2, 9)])
def test_a_walk_and_its_loops_come_to_the_same(what: str, others: tuple[int, ...]) -> None:
    walk = low.Walk(what, (*PAIRS, MORE), low.Lit(True) if what == "any" else low.Bin("*", X, Y))
    before = low.Function("walk", ("w", "x"), (low.Return(low.Sequence((walk, X))),))
    after = Loops(Tables(), names()).function(before)
    known = dict(NAMES)
    exec(function(before), known)
    plain = known["walk"](others, 7)
    exec(function(after), known)
    assert "for" in function(after)
    assert known["walk"](others, 7) == plain, "and the names around the walk keep their values"


def test_what_stands_behind_a_condition_is_worked_out_only_then() -> None:
    """A walk that would fail where the condition before it does not hold."""
    risky = low.Walk("any", (low.Clause("for", "x", low.Item(low.Var("w"), Y)), within(X)), low.Lit(True))
    test = low.Or((low.Bin("<", Y, low.Lit(0)), risky))
    body = (low.If(test, (low.Return(low.Lit(1)),)), low.Return(low.Lit(0)))
    after = Loops(Tables(), names()).function(low.Function("walk", ("w", "y", "group"), body))
    known = dict(NAMES)
    exec(function(after), known)
    assert known["walk"]((), -1, 0) == 1
    assert [known["walk"](((1,), (2,)), row, 2) for row in (0, 1)] == [0, 1]


def test_sets_that_hold_one_and_meet_another_are_looked_up() -> None:
    tables = Tables()
    masks, other = (0b0111, 0b1110, 0b0101), low.Var("other")
    held = low.Clause("if", "", low.Not(low.Bin("&", GROUP, low.Complement(X))))
    met = low.Clause("if", "", low.Bin("&", X, other))
    walk = low.Walk("any", (low.Clause("for", "x", tables.add(masks)), held, met), low.Lit(True))
    short = Short(tables, names()).change(walk)
    assert not isinstance(short, low.Walk)
    for group, wanted in product(range(16), range(16)):
        expected = any(not group & ~mask and mask & wanted for mask in masks)
        assert bool(value(tables, short, group=group, other=wanted)) is bool(expected)


def test_a_mask_of_what_a_walk_finds_is_gathered_in_a_loop() -> None:
    walk = low.Walk("list", (low.Clause("for", "x", low.Var("w")),), low.Bin("-", X, low.Lit(1)))
    code = low.Function("walk", ("w",), (low.Return(low.Call("mask_of", (walk,))),))
    known = dict(NAMES)
    exec(function(Loops(Tables(), names()).function(code)), known)
    assert known["walk"]((0, 1, 4)) == 0b1001
