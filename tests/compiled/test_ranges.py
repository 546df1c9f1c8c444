"""What names can be, and what follows from that."""

from __future__ import annotations

import re

from interpreter.compiled.code import low
from interpreter.compiled.ground.tables import Tables
from interpreter.compiled.improve.ranges import AMONG, Ranger
from tests.compiled.tiny import text

M, N = low.Var("m"), low.Var("n")
COLOURS = (7, 7, 7, 9, 9, 0)
ON_BOARD = low.Slot(low.Lit(3))


def ranged(*lines: low.Stmt) -> tuple[low.Stmt, ...]:
    tables = Tables()
    tables.add(COLOURS)
    return Ranger(tables).block(lines)


def some(mask: int) -> low.Expr:
    return low.Bits(low.Bin("&", low.Lit(mask), ON_BOARD), True)


def said(name: str, source: low.Expr) -> low.Stmt:
    return low.Do(low.Call(AMONG, (low.Var(name), source)))


COLOUR = low.Item(low.Table(0), M)
PUT = low.Store(low.Lit(0), COLOUR)
THERE = low.Bin(">=", M, low.Lit(0))


def test_a_table_that_says_the_same_of_all_is_not_looked_up() -> None:
    assert ranged(said("m", some(0b111)), PUT) == (low.Store(low.Lit(0), low.Lit(7)),)
    assert ranged(said("m", some(0b11000)), PUT) == (low.Store(low.Lit(0), low.Lit(9)),)
    assert ranged(said("m", some(0b1100)), PUT) == (PUT,)
    assert ranged(said("m", low.Bits(ON_BOARD, True)), PUT) == (PUT,)
    assert ranged(said("n", some(0b111)), PUT) == (PUT,)


def test_sets_together_are_known_where_both_are() -> None:
    both = low.Bits(low.Bin("|", low.Bin("&", low.Lit(1), ON_BOARD), low.Lit(6)), True)
    assert ranged(said("m", both), PUT) == (low.Store(low.Lit(0), low.Lit(7)),)
    either = low.Bits(low.Bin("|", low.Bin("&", low.Lit(1), ON_BOARD), ON_BOARD), True)
    assert ranged(said("m", either), PUT) == (PUT,)


def test_rounds_and_clauses_go_through_members() -> None:
    assert ranged(low.For("m", some(0b111), (PUT,))) == (
        low.For("m", some(0b111), (low.Store(low.Lit(0), low.Lit(7)),)),
    )
    clause = low.Clause("for", "m", some(0b111))
    assert ranged(low.Collect("out", (clause,), COLOUR)) == (low.Collect("out", (clause,), low.Lit(7)),)
    assert ranged(low.Collect("out", (clause,), low.Lit(1)), PUT)[1] == PUT


def test_the_lowest_may_be_none() -> None:
    lowest = low.Let("m", low.Lowest(low.Bin("&", low.Lit(0b111), ON_BOARD)))
    assert ranged(lowest, PUT) == (lowest, PUT)
    assert ranged(lowest, low.If(THERE, (PUT,), (PUT,))) == (
        lowest,
        low.If(THERE, (low.Store(low.Lit(0), low.Lit(7)),), (PUT,)),
    )


def test_a_member_is_something() -> None:
    assert ranged(said("m", some(0b10)), low.If(THERE, (PUT,))) == (low.Store(low.Lit(0), low.Lit(7)),)


def test_a_name_that_gets_another_value_may_be_anything() -> None:
    anew = low.Let("m", low.Slot(low.Lit(4)))
    assert ranged(said("m", some(0b111)), anew, PUT) == (anew, PUT)
    assert ranged(said("m", some(0b111)), low.If(low.Slot(low.Lit(1)), (anew,)), PUT)[1] == PUT
    assert ranged(said("m", some(0b111)), low.Loop((PUT, anew))) == (low.Loop((PUT, anew)),)
    unpacked = low.Unpack(("_", "m"), low.Var("choice"))
    assert ranged(said("m", some(0b111)), unpacked, PUT) == (unpacked, PUT)
    bound = low.If(low.Bin(">", low.Bind("m", low.Slot(low.Lit(4))), low.Lit(2)), (PUT,))
    assert ranged(said("m", some(0b111)), bound) == (bound,)


def test_the_stones_of_a_seat_belong_to_one_group() -> None:
    looked_up = r"v\[T\d+\[x0\]\] \^= |g0 = T\d+\[x0\]"
    assert re.search(looked_up, text("stones", "follow_play", "ranges"))
    assert not re.search(looked_up, text("stones", "follow_play"))
