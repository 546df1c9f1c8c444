"""Options that are kept by the masks of their last numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.compiled.code import low
from interpreter.compiled.code.python import function
from interpreter.compiled.ground.tables import Tables
from interpreter.compiled.improve.loops import Loops
from interpreter.compiled.improve.ready import Ready
from interpreter.compiled.support import options, runtime

NEAR, WIDE, HUGE = (6, 5, 3, 0), ((1 << 24) - 1, 1 << 23, 0), ((1 << 40) - 1, 0)
PIECE, SPACE, FREE = low.Var("p"), low.Var("s"), low.Complement(low.Slot(low.Lit(9)))
SPACES_AT, STANDING = 10, 20
"""In a state: the space of piece 0, and the set of pieces that stand on one."""


def members(mask: int) -> list[int]:
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def written(rows: tuple[int, ...], tests: tuple[low.Clause, ...] = (), few: bool = True) -> tuple[str, list[str]]:
    """What collecting (1, piece, space) comes to, where the spaces are those of a row that are free."""
    spaces = low.Bits(low.Bin("&", low.Item(Tables().add(rows), PIECE), FREE), few)
    pieces = low.Clause("for", "p", low.Bits(low.Slot(low.Lit(8)), True))
    return looped(rows, (pieces, *tests, low.Clause("for", "s", spaces)), ())


def written_for_pieces(
    rows: tuple[int, ...], own: int, tests: tuple[low.Clause, ...] = (), before: tuple[low.Stmt, ...] = ()
) -> tuple[str, list[str]]:
    """The same for those pieces of a group that stand on the board; a row belongs to the space of a piece."""
    space = low.Slot(low.Bin("+", PIECE, low.Lit(SPACES_AT)))
    spaces = low.Bits(low.Bin("&", low.Item(Tables().add(rows), space), FREE), True)
    group: low.Expr = low.Bits(low.Bin("&", low.Lit(own), low.Slot(low.Lit(STANDING))), True)
    lets: list[low.Stmt] = []
    if before:
        lets, group = [low.Let("those", group), *before], low.Var("those")
    pieces = low.Clause("for", "p", group)
    return looped(rows, (*tests, pieces, low.Clause("for", "s", spaces)), lets)


def looped(rows: tuple[int, ...], clauses: tuple[low.Clause, ...], before: Sequence[low.Stmt]) -> tuple[str, list[str]]:
    tables, names = Tables(), count()
    tables.add(rows)
    ready = Ready(tables, {STANDING: SPACES_AT})
    collect = low.Collect("out", clauses, low.Sequence((low.Lit(1), PIECE, SPACE)))
    code = low.Function("f", ("v", "out", "steady", "p", "s"), (*before, collect))
    text = function(Loops(tables, lambda: f"t{next(names)}", ready).function(code))
    constants = [f"T{number} = {table!r}\n" for number, table in enumerate(tables.values)]
    return text, [*constants, *ready.lines()]


def run(text: str, lines: list[str], state: list[int], steady: bool = True) -> list[tuple[int, ...]]:
    names: dict[str, Any] = dict(runtime.NAMES)
    exec("".join([*lines, text]), names)
    out: list[tuple[int, ...]] = []
    names["f"](state, out, steady, -1, -1)
    return out


def test_options_are_taken_over_where_a_row_has_few_subsets() -> None:
    text, lines = written(NEAR)
    assert "out += O0[t0][T0[t0] & (~v[9])]" in text
    assert "O0 = OptionsOf((1,))\n" in lines


def test_wider_rows_are_looked_up_by_parts() -> None:
    text, lines = written(WIDE, few=False)
    assert re.search(
        r"(t\d+) = T0\[t0\] & \(~v\[9\]\)\n +(t\d+), t\d+, t\d+ = O0\[t0\]\n +out \+= \2\[\1 & 255\]", text
    )
    assert "O0 = PartsOf((1,), 3)\n" in lines


def test_parts_have_their_names_where_only_the_last_number_differs() -> None:
    spaces = low.Clause("for", "s", low.Bits(low.Bin("&", low.Lit(WIDE[0]), FREE), False))
    tables = Tables()
    ready, names = Ready(tables, {}), count()
    code = low.Function(
        "f", ("v", "out", "steady", "p", "s"), (low.Collect("out", (spaces,), low.Sequence((low.Lit(3), SPACE))),)
    )
    text = function(Loops(tables, lambda: f"t{next(names)}", ready).function(code))
    assert text.count("out += O") == 3
    assert ready.lines()[2] == "O2 = options_of_part((3,), 2)\n"
    assert run(text, ready.lines(), [0] * 9 + [0b1011]) == [(3, space) for space in range(24) if space not in (0, 1, 3)]


def test_rows_that_are_too_wide_are_gone_through() -> None:
    text, lines = written(HUGE, few=False)
    assert ".append((1, " in text
    assert not any(line.startswith("O") for line in lines)


def test_what_is_the_same_in_all_rounds_is_asked_once() -> None:
    either = low.Clause("if", "", low.Or((low.Var("steady"), low.Slot(PIECE))))
    text, _ = written(NEAR, (either,))
    assert text.index("if steady:") < text.index("for ")
    assert text.count("for ") == 2


@pytest.mark.parametrize("rows", [NEAR, WIDE])
@given(st.integers(0, 2**24 - 1), st.integers(0, 7), st.booleans(), st.integers(0, 7))
def test_the_options_are_those_of_the_masks(
    rows: tuple[int, ...], taken: int, pieces: int, steady: bool, allowed: int
) -> None:
    either = low.Clause("if", "", low.Or((low.Var("steady"), low.HasBit(low.Lit(allowed), PIECE))))
    text, lines = written(rows, (either,), few=rows is NEAR)
    pieces &= (1 << len(rows)) - 1
    moving = [piece for piece in members(pieces) if steady or allowed >> piece & 1]
    wanted = [(1, piece, space) for piece in moving for space in members(rows[piece] & ~taken)]
    assert run(text, lines, [0] * 8 + [pieces, taken], steady) == wanted


@given(
    st.integers(0, 2**24 - 1), st.integers(1, 63), st.lists(st.integers(-1, 2), min_size=6, max_size=6), st.booleans()
)
def test_each_of_a_few_pieces_has_its_line(taken: int, own: int, spaces: list[int], steady: bool) -> None:
    text, lines = written_for_pieces(NEAR, own, (low.Clause("if", "", low.Var("steady")),))
    assert "for " not in text
    assert text.count("out += ") == own.bit_count()
    standing = sum(1 << piece for piece, space in enumerate(spaces) if space >= 0)
    state = [0] * 9 + [taken, *spaces, *[0] * 4, standing]
    moving = [piece for piece in members(own & standing) if steady]
    wanted = [(1, piece, space) for piece in moving for space in members(NEAR[spaces[piece]] & ~taken)]
    assert run(text, lines, state, steady) == wanted


@pytest.mark.parametrize("rows", [(6, 5, 3, 1), HUGE])
def test_pieces_are_gone_through_where_one_off_the_board_could_go_somewhere(rows: tuple[int, ...]) -> None:
    assert "for " in written_for_pieces(rows, 63)[0]


def test_a_list_of_pieces_that_is_not_needed_is_not_made() -> None:
    assert "those" not in written_for_pieces(NEAR, 63, before=(low.Let("x", low.Lit(1)),))[0]


def test_a_list_of_pieces_counts_as_it_was_made() -> None:
    text, _ = written_for_pieces(NEAR, 63, before=(low.Store(low.Lit(STANDING), low.Lit(0)),))
    assert "for t0 in those:" in text
    assert text.index("those = FEW[") < text.index(f"v[{STANDING}] = 0")


@given(st.integers(0, 2**24 - 1))
def test_kept_options(mask: int) -> None:
    wanted = tuple((4, 2, bit) for bit in members(mask))
    first, second, third = options.PartsOf((4,), 3)[2]
    assert first[mask & 255] + second[mask >> 8 & 255] + third[mask >> 16] == wanted
    whole = [options.options_of_part((4, 2), part) for part in range(3)]
    assert whole[0][mask & 255] + whole[1][mask >> 8 & 255] + whole[2][mask >> 16] == wanted
    assert options.OptionsOf((4,))[2][mask & 255] == tuple((4, 2, bit) for bit in members(mask & 255))


@given(st.sets(st.integers(0, 2**10 - 1), max_size=4), st.integers(0, 2**10 - 1))
def test_options_of_a_few_masks_are_all_there(masks: set[int], mask: int) -> None:
    found = options.options_of((7,), masks)
    assert (mask in found) == any(mask & ~one == 0 for one in (0, *masks))
    assert all(found[one] == tuple((7, bit) for bit in members(one)) for one in found)
