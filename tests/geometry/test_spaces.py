"""The table of all spaces of a game, on boards small enough to be checked by eye."""

import pickle

import pytest

from interpreter.geometry import (
    DIRECTION_NAMES,
    Area,
    Axis,
    GeometryError,
    Jump,
    Keep,
    Spaces,
    graph,
    grid,
    opposite,
    ring,
)

PATH = {"spaces": ["p", "q"], "lines": [["p", "q"]]}


def board(columns: int, rows: int, name: str = "board", hexagonal: bool = False, keep: Keep | None = None) -> Area:
    return grid(name, [Axis("column", 1, columns), Axis("row", 1, rows)], hexagonal, keep)


def ringed(size: int = 4) -> Spaces:
    inside = board(size, size, "inside")
    return Spaces([inside, ring("outside", inside)])


def names(spaces: Spaces, numbers: tuple[int, ...]) -> str:
    return " ".join(spaces.names[number] for number in numbers)


def test_areas_are_numbered_one_after_the_other() -> None:
    spaces = Spaces([board(2, 2), graph("path", PATH)])
    assert spaces.names == ("a1", "b1", "a2", "b2", "p", "q")
    assert spaces.area_of == ("board",) * 4 + ("path",) * 2
    assert spaces.first == {"board": 0, "path": 4}
    assert spaces.spaces_of("path") == range(4, 6)
    assert spaces.index["q"] == 5
    assert spaces.size == 6
    assert spaces.area("path").kind == "graph"


def test_a_space_without_a_field_has_none() -> None:
    spaces = Spaces([board(2, 1), graph("path", PATH)])
    assert spaces.fields == {"column": (1, 2, None, None), "row": (1, 1, None, None)}
    assert ringed(1).fields["corner"] == (None, True, False, True, False, False, True, False, True)


def test_planes_hold_the_areas_with_the_same_coordinates() -> None:
    inside = board(2, 2, "inside")
    spaces = Spaces([inside, graph("path", PATH), ring("outside", inside)])
    assert spaces.plane("outside") == ("inside", "outside")
    assert spaces.planes == (("inside", "outside"), ("path",))


def test_neighbours_on_squares() -> None:
    spaces = Spaces([board(3, 3)])
    middle = spaces.index["b2"]
    assert names(spaces, tuple(s for s in spaces.neighbour[middle] if s is not None)) == "b3 c3 c2 c1 b1 a1 a2 a3"
    assert names(spaces, spaces.neighbours(middle)) == "a1 b1 c1 a2 c2 a3 b3 c3"
    assert names(spaces, spaces.neighbours(middle, spaces.ways["straight"])) == "b1 a2 c2 b3"
    assert names(spaces, spaces.neighbours(middle, spaces.ways["diagonal"])) == "a1 c1 a3 c3"
    assert names(spaces, spaces.neighbours(middle, (0, 1))) == "b3 c3"
    assert names(spaces, spaces.neighbours(0)) == "b1 a2 b2"


def test_neighbours_on_hexagons_where_each_row_stands_half_a_cell_further_east() -> None:
    spaces = Spaces([board(3, 3, hexagonal=True)])
    middle = spaces.neighbour[spaces.index["b2"]]
    by_name = {DIRECTION_NAMES[d]: spaces.names[s] for d, s in enumerate(middle) if s is not None}
    assert by_name == {
        "north_east": "b3",
        "east": "c2",
        "south_east": "c1",
        "south_west": "b1",
        "west": "a2",
        "north_west": "a3",
    }
    assert spaces.ways == {"straight": (1, 2, 3, 5, 6, 7), "diagonal": (), "any_way": (1, 2, 3, 5, 6, 7)}
    assert not spaces.mixed


def test_set_words_where_square_and_hexagonal_grids_stand_together() -> None:
    spaces = Spaces([board(2, 2), board(2, 2, "comb", hexagonal=True)])
    assert spaces.mixed
    assert spaces.ways == {"straight": (0, 2, 4, 6), "diagonal": (1, 3, 5, 7), "any_way": tuple(range(8))}
    assert len(spaces.neighbours(spaces.index["comb_b1"], spaces.ways["any_way"])) == 3


def test_a_ring_and_its_grid_are_neighbours() -> None:
    spaces = ringed()
    assert names(spaces, spaces.neighbours(spaces.index["b0"], spaces.ways["straight"])) == "b1 a0 c0"
    assert names(spaces, spaces.neighbours(spaces.index["z5"])) == "a4 z4 a5"
    assert names(spaces, spaces.ray(spaces.index["b2"], 6)) == "a2 z2"


def test_a_place_left_out_is_nobodys_neighbour_and_ends_a_ray() -> None:
    spaces = Spaces([board(4, 1, keep=lambda fields: fields["column"] != 3)])
    assert spaces.names == ("a1", "b1", "d1")
    assert spaces.neighbours(1) == (0,)
    assert spaces.ray(0, 2) == (1,)
    assert spaces.distance(0, 2) is None


def test_a_wrapped_axis_is_closed() -> None:
    spaces = Spaces([grid("sky", [Axis("ring", 1, 2), Axis("x", 0, 3, wrapped=True)])])
    start = spaces.index["ring1_x0"]
    assert names(spaces, spaces.neighbours(start, spaces.ways["straight"])) == "ring2_x0 ring1_x1 ring1_x3"
    assert names(spaces, spaces.ray(start, 0)) == "ring1_x1 ring1_x2 ring1_x3"
    assert names(spaces, spaces.ray(start, 2)) == "ring2_x0"
    assert spaces.distance(start, spaces.index["ring1_x3"]) == 1
    assert len(spaces.lines("sky", 4)) == 2
    assert len(spaces.lines("sky", 5)) == 0


def test_a_space_closed_in_on_itself_is_not_its_own_neighbour() -> None:
    spaces = Spaces([grid("sky", [Axis("ring", 1, 2), Axis("x", 0, 0, wrapped=True)])])
    assert spaces.neighbours(0) == (1,)
    assert spaces.ray(0, 0) == ()
    assert spaces.jumps == ()


def test_no_jump_ends_where_it_started() -> None:
    spaces = Spaces([grid("sky", [Axis("ring", 1, 1), Axis("x", 0, 1, wrapped=True)])])
    assert spaces.neighbours(0) == (1,)
    assert spaces.jumps == ()


def test_jumps_come_by_start_then_direction() -> None:
    spaces = Spaces([board(3, 3)])
    assert spaces.jumps[:4] == (Jump(0, 3, 6, 0), Jump(0, 4, 8, 1), Jump(0, 1, 2, 2), Jump(1, 4, 7, 0))
    assert [spaces.jumps[number].dest for number in spaces.jumps_from(0)] == [6, 8, 2]
    assert [spaces.jumps[number].dest for number in spaces.jumps_from(0, spaces.ways["diagonal"])] == [8]
    assert spaces.jumps_from(4) == ()


def test_jumps_go_over_a_ring_too() -> None:
    spaces = ringed()
    corner = spaces.index["z0"]
    jumps = [spaces.jumps[number] for number in spaces.jumps_from(corner, spaces.ways["diagonal"])]
    assert [(spaces.names[jump.over], spaces.names[jump.dest]) for jump in jumps] == [("a1", "b2")]


def test_lines_come_by_first_space_then_direction() -> None:
    spaces = Spaces([board(3, 3)])
    assert [names(spaces, line.cells) for line in spaces.lines("board", 3)] == [
        "a1 a2 a3",
        "a1 b2 c3",
        "a1 b1 c1",
        "b1 b2 b3",
        "c1 c2 c3",
        "c1 b2 a3",
        "a2 b2 c2",
        "a3 b3 c3",
    ]


def test_lines_stay_inside_their_area() -> None:
    spaces = ringed()
    assert len(spaces.lines("inside", 4)) == 10
    assert len(spaces.lines("outside", 6)) == 4
    assert len(spaces.lines("inside", 5)) == 0


def test_a_line_has_at_least_one_space() -> None:
    spaces = Spaces([board(3, 3)])
    assert [line.cells for line in spaces.lines("board", 1)] == [(space,) for space in range(9)]
    with pytest.raises(GeometryError, match='lines of 0 spaces in "board": a line needs at least one space'):
        spaces.lines("board", 0)


def test_at_finds_a_space_by_its_coordinates() -> None:
    spaces = ringed()
    assert spaces.at("inside", 2, 3) == spaces.index["b3"]
    assert spaces.at("outside", 0, 5) == spaces.index["z5"]
    assert spaces.at("outside", 2, 3) is None
    assert spaces.at("inside", 0, 5) is None


def test_distance_counts_steps() -> None:
    spaces = Spaces([board(8, 8), graph("path", PATH)])
    corner, far = spaces.index["a1"], spaces.index["h8"]
    assert spaces.distance(corner, far) == 7
    assert spaces.distance(corner, far, spaces.ways["straight"]) == 14
    assert spaces.distance(corner, spaces.index["b1"], spaces.ways["diagonal"]) is None
    assert spaces.distance(corner, spaces.index["p"]) is None
    assert spaces.distance(far, corner, (0, 2)) is None
    assert spaces.distance(corner, corner) == 0


def test_connected_stays_inside() -> None:
    spaces = Spaces([board(4, 1)])
    assert spaces.connected((0,), (3, 1, 0)) == (0, 1)
    assert spaces.connected((0, 3), (1, 3)) == (3,)
    assert spaces.connected((), (1, 3)) == ()


def test_directions() -> None:
    assert Spaces.direction_names[0] == "north"
    assert [DIRECTION_NAMES[opposite(way)] for way in (0, 1, 2)] == ["south", "south_west", "west"]
    assert Spaces([]).opposite(7) == 3


def test_areas_that_share_names_put_their_own_in_front() -> None:
    spaces = Spaces([board(1, 1, "left"), board(1, 2, "right"), graph("path", PATH)])
    assert spaces.names == ("left_a1", "right_a1", "right_a2", "p", "q")


def test_a_game_may_have_no_board() -> None:
    spaces = Spaces([])
    assert (spaces.size, spaces.planes, spaces.jumps, spaces.fields) == (0, (), (), {})
    assert spaces.ways["any_way"] == tuple(range(8))


def test_areas_that_cannot_stand_together() -> None:
    inside = board(2, 2, "inside")
    with pytest.raises(GeometryError, match='two areas are called "inside"'):
        Spaces([inside, inside])
    with pytest.raises(GeometryError, match='"outside" must come after the grid "inside"'):
        Spaces([ring("outside", inside), inside])
    with pytest.raises(GeometryError, match='"one" and "two" have points at the same places'):
        Spaces([inside, ring("one", inside), ring("two", inside)])
    with pytest.raises(GeometryError, match=r"all areas together have 1,200 spaces; a game may have at most 1,000"):
        Spaces([board(30, 20, "one"), board(30, 20, "two")])


def test_two_rings_may_share_a_rectangle() -> None:
    inside = board(2, 2, "inside")
    corners = ring("corners", inside, lambda fields: bool(fields["corner"]))
    sides = ring("sides", inside, lambda fields: not fields["corner"])
    spaces = Spaces([inside, corners, sides])
    assert names(spaces, spaces.neighbours(spaces.index["z0"])) == "a1 a0 z1"


def test_names_that_still_clash_are_refused() -> None:
    one = board(1, 1, "one")
    other = graph("other", {"spaces": ["a1", "b"], "lines": [["a1", "b"]]})
    third = graph("third", {"spaces": ["one_a1", "c"], "lines": [["one_a1", "c"]]})
    with pytest.raises(GeometryError, match='two spaces are called "one_a1"'):
        Spaces([one, other, third])


def test_a_table_travels_to_another_process() -> None:
    spaces = ringed()
    spaces.lines("inside", 4)
    copy = pickle.loads(pickle.dumps(spaces))
    assert copy.names == spaces.names
    assert copy.lines("inside", 4) == spaces.lines("inside", 4)
    assert copy.jumps == spaces.jumps


def test_the_tables_of_a_large_board() -> None:
    spaces = Spaces([board(19, 19)])
    assert len(spaces.lines("board", 5)) == 2 * 19 * 15 + 2 * 15 * 15
    assert len(spaces.jumps) == 2 * (2 * 19 * 17 + 2 * 17 * 17)
