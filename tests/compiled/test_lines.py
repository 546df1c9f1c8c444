"""Lines within a set: by table or by shifts, both against trying every line."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.compiled.code import low
from interpreter.compiled.code.python import expression
from interpreter.compiled.lower.lines import run, shifts
from tests.compiled.small import FLOW, HEAD, PUT, compiled, function

SPACES = 16
LINES = [tuple(range(first, first + 3)) for first in (0, 1, 4, 5)] + [(0, 4, 8), (1, 5, 9), (0, 5, 10)]
MASKS = [sum(1 << cell for cell in line) for line in LINES]


def test_lines_are_sorted_by_stride_and_length():
    assert shifts(MASKS) == [(1, 3, 0b110011), (4, 3, 0b11), (5, 3, 0b1)]


def test_uneven_lines_and_too_many_kinds_are_not():
    assert shifts([0b1011]) is None
    assert shifts([1 | 1 << stride for stride in range(1, 20)]) is None
    assert shifts([1]) is None


@given(st.integers(0, 2**SPACES - 1), st.integers(1, 5), st.integers(2, 7))
def test_shifts_find_the_first_cells_of_all_runs(group, stride, length):
    names = (f"t{number}" for number in count(1))
    text = expression(run(low.Bind("g", low.Var("group")), low.Var("g"), stride, length, lambda: next(names)))
    found = eval(text, {"group": group})
    runs = [k for k in range(SPACES) if all(group >> (k + stride * step) & 1 for step in range(length))]
    assert found == sum(1 << k for k in runs)


@pytest.mark.parametrize(("size", "expected"), [("3 by 3", "T0[v["), ("4 by 4", ">> 4")])
def test_a_small_board_has_a_table_and_a_large_one_shifts(tmp_path, size, expected):
    rules = "value three is any l in lines(board, 3) where l.cells within (those s in board where s.mark is mover)\n"
    ends = "finish when three:\n  winner mover\n"
    head = HEAD.replace("4 by 4", size)
    assert expected in function(compiled(tmp_path, rules + PUT + FLOW + ends, head=head), "take_put")
