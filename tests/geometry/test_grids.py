"""Grids and rings: which spaces they have, in which order and under which names."""

import pytest

from interpreter.geometry import Area, Axis, GeometryError, Keep, grid, ring


def board(columns: int, rows: int, hexagonal: bool = False, keep: Keep | None = None) -> Area:
    return grid("board", [Axis("column", 1, columns), Axis("row", 1, rows)], hexagonal, keep)


def test_spaces_come_by_row_then_column() -> None:
    area = board(3, 2)
    assert area.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert area.coordinates == ((1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2))
    assert area.fields == {"column": (1, 2, 3, 1, 2, 3), "row": (1, 1, 1, 2, 2, 2)}
    assert (area.kind, area.plane, area.axes, area.size) == ("grid", "board", ("column", "row"), 6)


def test_columns_after_z_have_two_letters() -> None:
    names = board(53, 1).names
    assert names[25:28] == ("z1", "aa1", "ab1")
    assert names[51:] == ("az1", "ba1")


def test_named_axes_name_the_spaces_and_the_first_axis_runs_fastest() -> None:
    area = grid("sky", [Axis("ring", 1, 2), Axis("x", 0, 1, wrapped=True)])
    assert area.names == ("ring1_x0", "ring2_x0", "ring1_x1", "ring2_x1")
    assert area.fields["x"] == (0, 0, 1, 1)
    assert area.wrapped == (False, True)


def test_letters_need_both_default_axes_to_start_at_one() -> None:
    assert grid("board", [Axis("column", 0, 0), Axis("row", 1, 1)]).names == ("column0_row1",)
    assert grid("board", [Axis("column", 1, 1), Axis("y", 1, 1)]).names == ("column1_y1",)


def test_negative_coordinates_are_spelled_out() -> None:
    assert grid("line", [Axis("x", -1, 0), Axis("y", 0, 0)]).names == ("x_minus_1_y0", "x0_y0")


def test_a_condition_leaves_places_out() -> None:
    area = board(3, 3, keep=lambda fields: (fields["column"] + fields["row"]) % 2 == 0)
    assert area.names == ("a1", "c1", "b2", "a3", "c3")
    assert area.extent == ((1, 3), (1, 3))


def test_a_ring_continues_rows_and_columns() -> None:
    around = ring("outside", board(4, 4))
    assert around.names == tuple(
        "z0 a0 b0 c0 d0 e0 z1 e1 z2 e2 z3 e3 z4 e4 z5 a5 b5 c5 d5 e5".split()  # the bottom row first
    )
    corners = {name for name, corner in zip(around.names, around.fields["corner"], strict=True) if corner}
    assert corners == {"z0", "e0", "z5", "e5"}
    assert around.plane == "board"
    assert around.fields["column"][:2] == (0, 1)


def test_a_ring_stands_around_the_rectangle_also_where_places_are_left_out() -> None:
    diamond = board(3, 3, keep=lambda fields: fields["column"] == 2 or fields["row"] == 2)
    assert ring("outside", diamond).size == 16


def test_a_ring_may_leave_its_corners_out() -> None:
    assert ring("outside", board(4, 4), lambda fields: not fields["corner"]).size == 16


@pytest.mark.parametrize(("columns", "left", "right"), [(24, "z0", "y0"), (25, "left0", "z0"), (26, "left0", "aa0")])
def test_the_columns_of_a_ring_are_called_unlike_those_of_its_grid(columns: int, left: str, right: str) -> None:
    inside = board(columns, 1)
    outside = ring("outside", inside)
    assert (outside.names[0], outside.names[columns + 1]) == (left, right)
    assert len({*inside.names, *outside.names}) == inside.size + outside.size


def test_a_ring_around_named_axes_goes_one_below_and_above() -> None:
    outside = ring("outside", grid("field", [Axis("x", 0, 0), Axis("y", 0, 0)]))
    assert outside.names[:3] == ("x_minus_1_y_minus_1", "x0_y_minus_1", "x1_y_minus_1")


@pytest.mark.parametrize(
    ("columns", "rows", "words"),
    [
        (0, 3, 'the axis "column" of the grid "board" runs from 1 to 0; it needs at least one place'),
        (40, 26, 'the grid "board" has 1,040 spaces; a game may have at most 1,000'),
        (10**9, 10**9, "at most 10,000 can be looked at"),
    ],
)
def test_impossible_sizes_are_refused(columns: int, rows: int, words: str) -> None:
    with pytest.raises(GeometryError, match=words):
        board(columns, rows)


def test_a_condition_may_not_leave_everything_out() -> None:
    with pytest.raises(GeometryError, match='the grid "board" has no space: its condition leaves every one out'):
        board(3, 3, keep=lambda fields: False)
    with pytest.raises(GeometryError, match='the ring "outside" has no space'):
        ring("outside", board(3, 3), lambda fields: False)


def test_axes_that_make_no_grid_are_refused() -> None:
    with pytest.raises(GeometryError, match="has 1 axes; a grid has two"):
        grid("board", [Axis("x", 1, 3)])
    with pytest.raises(GeometryError, match='both axes of the grid "board" are called "x"'):
        grid("board", [Axis("x", 1, 3), Axis("x", 1, 3)])


def test_what_a_ring_cannot_stand_around() -> None:
    with pytest.raises(GeometryError, match='its axis "x" is wrapped and has no edge'):
        ring("outside", grid("sky", [Axis("ring", 1, 2), Axis("x", 0, 3, wrapped=True)]))
    with pytest.raises(GeometryError, match='stands around the ring "outside"; it needs a grid'):
        ring("beyond", ring("outside", board(3, 3)))
    with pytest.raises(GeometryError, match='the ring "outside" has a field "corner"'):
        ring("outside", grid("field", [Axis("corner", 1, 2), Axis("y", 1, 2)]))
