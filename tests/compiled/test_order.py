"""Where conditions stand in what goes through candidates: early, and the cheap before the dear."""

from __future__ import annotations

from itertools import count

from interpreter.compiled.code import low
from interpreter.compiled.improve.order import cost, hoisted, ordered, own_names, without_lowest

A, B, C = (low.Var(name) for name in "abc")
DEAR_TEST = low.Call("flood", (A,))


def each(name: str, source: low.Expr) -> low.Clause:
    return low.Clause("for", name, source)


def holds(condition: low.Expr) -> low.Clause:
    return low.Clause("if", "", condition)


def positive(value: low.Expr) -> low.Expr:
    return low.Bin(">", value, low.Lit(0))


def test_a_condition_stands_as_soon_as_its_names_are_known():
    clauses = [
        each("a", low.Table(0)),
        each("b", low.Table(1)),
        holds(positive(A)),
        holds(positive(B)),
        holds(positive(C)),
    ]
    assert ordered(clauses) == [
        holds(positive(C)),
        each("a", low.Table(0)),
        holds(positive(A)),
        each("b", low.Table(1)),
        holds(positive(B)),
    ]


def test_cheap_conditions_come_first():
    clauses = [each("a", low.Table(0)), holds(positive(DEAR_TEST)), holds(positive(A))]
    assert ordered(clauses)[1:] == [holds(positive(A)), holds(positive(DEAR_TEST))]
    assert cost(positive(A)) < cost(DEAR_TEST) < cost(low.Call("ensure_go", (A,)))


def test_a_first_member_that_need_only_exist_is_not_looked_for():
    first = low.Clause("let", "a", low.Lowest(B))
    there = holds(low.Bin(">=", A, low.Lit(0)))
    assert list(without_lowest([first, there])) == [holds(low.Bin("!=", B, low.Lit(0)))]
    used = [first, there, holds(positive(A))]
    assert without_lowest(used) == used
    assert list(without_lowest([each("c", B), first])) == [each("c", B)]


def test_dear_parts_that_do_not_speak_of_the_member_are_worked_out_once():
    fresh = (f"t{number}" for number in count(1))
    outer, inner = low.Call("mask_of", (B,)), low.Call("mask_of", (A,))
    lets, tests = hoisted("a", [low.Bin("&", outer, inner), positive(outer)], lambda: next(fresh))
    assert lets == [low.Clause("let", "t1", outer)]
    assert tests == (low.Bin("&", low.Var("t1"), inner), positive(low.Var("t1")))


def test_parts_with_names_of_their_own_are_worked_out_once_as_well():
    walk = low.Walk("any", (each("c", B), holds(positive(C))), low.Lit(True))
    assert own_names(walk) == {"c"}
    lets, tests = hoisted("a", [walk], lambda: "t1")
    assert lets == [low.Clause("let", "t1", walk)]
    assert tests == (low.Var("t1"),)
