"""What holds on every board: drawn at random, with gaps, rings, closed axes, hexagons and graphs."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from interpreter.geometry import Area, Axis, Spaces, Ways, graph, grid, layout_picture, opposite, ring


@st.composite
def grids(draw: st.DrawFn) -> Area:
    """A grid of at most 5 by 5 places, perhaps hexagonal, closed along an axis or with places left out."""
    axes = []
    for name in draw(st.sampled_from([("column", "row"), ("ring", "x")])):
        low = draw(st.sampled_from([1, 0, -2]))
        axes.append(Axis(name, low, low + draw(st.integers(0, 4)), draw(st.booleans())))
    across, up = axes
    places = [(i, j) for i in range(across.low, across.high + 1) for j in range(up.low, up.high + 1)]
    gaps = draw(st.sets(st.sampled_from(places), max_size=len(places) - 1))
    return grid("board", axes, draw(st.booleans()), lambda place: (place[across.name], place[up.name]) not in gaps)


@st.composite
def graphs(draw: st.DrawFn) -> Area:
    """A graph of 3 to 8 points, each on a line, some lines closed."""
    points = [f"p{k}" for k in range(draw(st.integers(3, 8)))]
    lines = [points[k : k + 2] for k in range(0, len(points) - 1, 2)] + [points[-2:]]
    for line in draw(st.lists(st.lists(st.sampled_from(points), min_size=3, unique=True), max_size=3)):
        lines.append([*line, line[0]] if draw(st.booleans()) else line)
    return graph("paths", {"spaces": points, "lines": lines})


@st.composite
def tables(draw: st.DrawFn) -> Spaces:
    """A grid, a ring around it where it may have one, and perhaps a graph."""
    board = draw(grids())
    areas = [board]
    if not any(board.wrapped) and draw(st.booleans()):
        areas.append(ring("edge", board))
    if draw(st.booleans()):
        areas.append(draw(graphs()))
    return Spaces(areas)


def words(spaces: Spaces) -> st.SearchStrategy[Ways]:
    """A set of directions that can be walked back."""
    return st.sampled_from([spaces.ways["straight"], spaces.ways["diagonal"], spaces.ways["any_way"], (1, 5)])


@given(tables())
def test_every_step_has_a_way_back(spaces: Spaces) -> None:
    for space, row in enumerate(spaces.neighbour):
        for way, other in enumerate(row):
            if other is not None:
                assert spaces.neighbour[other][opposite(way)] == space
                assert other != space


@given(st.integers(0, 7))
def test_the_opposite_of_the_opposite_is_the_direction_itself(way: int) -> None:
    assert opposite(opposite(way)) == way != opposite(way)


@given(tables())
def test_spaces_are_found_by_name_and_by_coordinates(spaces: Spaces) -> None:
    assert len(set(spaces.names)) == spaces.size
    for space, name in enumerate(spaces.names):
        assert spaces.index[name] == space
        area = spaces.area(spaces.area_of[space])
        if area.kind != "graph":
            values = [spaces.fields[axis][space] for axis in area.axes]
            assert spaces.at(area.name, *(value for value in values if value is not None)) == space


@given(tables())
def test_neighbours_are_mutual_and_in_space_order(spaces: Spaces) -> None:
    straight, diagonal = spaces.ways["straight"], spaces.ways["diagonal"]
    for space in range(spaces.size):
        near = spaces.neighbours(space)
        assert list(near) == sorted(set(near))
        assert space not in near
        assert near == spaces.neighbours(space, spaces.ways["any_way"])
        assert set(near) == {*spaces.neighbours(space, straight), *spaces.neighbours(space, diagonal)}
        assert all(space in spaces.neighbours(other) for other in near)


@given(tables())
def test_a_ray_goes_on_to_the_next_neighbour(spaces: Spaces) -> None:
    for space in range(spaces.size):
        for way in range(8):
            path = (space, *spaces.ray(space, way))
            assert len(set(path)) == len(path)
            assert all(spaces.neighbour[here][way] == there for here, there in pairwise(path))
            assert spaces.neighbour[path[-1]][way] in (None, space)


@given(tables())
def test_jumps_go_straight_over_one_space(spaces: Spaces) -> None:
    grid_jumps = [jump for jump in spaces.jumps if jump.direction is not None]
    for jump in grid_jumps:
        assert jump.direction is not None
        assert spaces.neighbour[jump.start][jump.direction] == jump.over
        assert spaces.neighbour[jump.over][jump.direction] == jump.dest
    assert [(jump.start, jump.direction) for jump in grid_jumps] == sorted(
        (space, way)
        for space, row in enumerate(spaces.neighbour)
        for way, over in enumerate(row)
        if over is not None and spaces.neighbour[over][way] not in (None, space)
    )
    assert len(set(spaces.jumps)) == len(spaces.jumps)
    assert [jump.start for jump in spaces.jumps] == sorted(jump.start for jump in spaces.jumps)
    backwards = {(jump.dest, jump.over, jump.start) for jump in spaces.jumps}
    assert backwards == {(jump.start, jump.over, jump.dest) for jump in spaces.jumps}


@given(tables(), st.data())
def test_jumps_from_a_space_are_those_in_the_table(spaces: Spaces, data: st.DataObject) -> None:
    ways = data.draw(words(spaces))
    for space in range(spaces.size):
        own = [number for number, jump in enumerate(spaces.jumps) if jump.start == space]
        assert list(spaces.jumps_from(space)) == own
        directed = [number for number in own if spaces.jumps[number].direction in (*ways, None)]
        assert list(spaces.jumps_from(space, ways)) == directed


@given(tables(), st.data())
def test_distance_is_that_of_the_shortest_way(spaces: Spaces, data: st.DataObject) -> None:
    ways = data.draw(words(spaces))
    everything = range(spaces.size)
    far = spaces.size + 1
    shortest = [
        [0 if a == b else 1 if b in spaces.neighbours(a, ways) else far for b in everything] for a in everything
    ]
    for via in everything:
        for a in everything:
            for b in everything:
                shortest[a][b] = min(shortest[a][b], shortest[a][via] + shortest[via][b])
    for a in everything:
        for b in everything:
            found = spaces.distance(a, b, ways)
            assert found == (shortest[a][b] if shortest[a][b] < far else None)
            assert found == spaces.distance(b, a, ways)


@given(tables(), st.data())
def test_distances_obey_the_triangle(spaces: Spaces, data: st.DataObject) -> None:
    some = st.integers(0, spaces.size - 1)
    a, b, c = data.draw(some), data.draw(some), data.draw(some)
    first, second, direct = spaces.distance(a, b), spaces.distance(b, c), spaces.distance(a, c)
    if first is not None and second is not None:
        assert direct is not None
        assert direct <= first + second


@given(tables(), st.integers(1, 6))
def test_lines_are_all_straight_runs_each_once(spaces: Spaces, n: int) -> None:
    runs: set[frozenset[int]] = set()
    own = spaces.spaces_of("board")
    for space in own:
        for way in range(8):
            path = (space, *spaces.ray(space, way)[: n - 1])
            if len(path) == n and all(cell in own for cell in path):
                runs.add(frozenset(path))
    lines = spaces.lines("board", n)
    assert {frozenset(line.cells) for line in lines} == runs
    assert len(lines) == len(runs)
    assert [line.cells[0] for line in lines] == sorted(line.cells[0] for line in lines)


sides = st.integers(1, 8)
lengths = st.integers(2, 8)


def plain(columns: int, rows: int, hexagonal: bool = False, wrapped: bool = False) -> Spaces:
    axes = [Axis("column", 1, columns, wrapped), Axis("row", 1, rows, wrapped)]
    return Spaces([grid("board", axes, hexagonal)])


@given(sides, sides, lengths, st.booleans())
def test_the_number_of_lines_on_a_full_board(columns: int, rows: int, n: int, hexagonal: bool) -> None:
    wide, high = max(0, columns - n + 1), max(0, rows - n + 1)
    slants = 1 if hexagonal else 2
    lines = plain(columns, rows, hexagonal).lines("board", n)
    assert len(lines) == rows * wide + columns * high + slants * wide * high
    assert all(min(line.cells) == line.cells[0] for line in lines)


@given(st.integers(2, 4), st.integers(1, 3), st.integers(1, 3), st.booleans())
def test_on_a_closed_board_a_line_starts_everywhere(n: int, more: int, still_more: int, hexagonal: bool) -> None:
    columns, rows = n + more, n + still_more
    lines = plain(columns, rows, hexagonal, wrapped=True).lines("board", n)
    assert len(lines) == columns * rows * (3 if hexagonal else 4)


@given(sides, sides, st.data())
def test_the_distance_on_a_full_board(columns: int, rows: int, data: st.DataObject) -> None:
    some = st.integers(0, columns * rows - 1)
    a, b = data.draw(some), data.draw(some)
    square, comb = plain(columns, rows), plain(columns, rows, hexagonal=True)
    across, up = (y - x for x, y in zip(*(square.area("board").coordinates[s] for s in (a, b)), strict=True))
    assert square.distance(a, b) == max(abs(across), abs(up))
    assert square.distance(a, b, square.ways["straight"]) == abs(across) + abs(up)
    assert comb.distance(a, b) == max(abs(across), abs(up), abs(across + up))


@given(sides, sides)
def test_the_points_of_a_ring(columns: int, rows: int) -> None:
    inside = plain(columns, rows).area("board")
    spaces = Spaces([inside, ring("edge", inside)])
    assert spaces.size == (columns + 2) * (rows + 2)
    edge = spaces.area("edge")
    assert sum(edge.corner) == 4
    for number, corner in enumerate(edge.corner):
        near = spaces.neighbours(spaces.first["edge"] + number, spaces.ways["straight"])
        assert sum(other < inside.size for other in near) == (0 if corner else 1)


@given(tables(), st.data())
def test_connected_is_the_closure_of_single_steps(spaces: Spaces, data: st.DataObject) -> None:
    some = st.sets(st.integers(0, spaces.size - 1))
    starts, through = data.draw(some), data.draw(some)
    closure = starts & through
    for _ in range(spaces.size):
        closure |= {other for space in closure for other in spaces.neighbours(space)} & through
    assert spaces.connected(tuple(starts), tuple(through)) == tuple(sorted(closure))


@given(tables())
def test_a_picture_shows_every_space_of_its_plane_once(spaces: Spaces) -> None:
    for plane in spaces.planes:
        shown = [cell for row in layout_picture(spaces, *plane).rows for cell in row.cells if cell is not None]
        assert sorted(shown) == [space for name in plane for space in spaces.spaces_of(name)]


@given(st.data())
def test_the_same_areas_give_the_same_table(data: st.DataObject) -> None:
    board = data.draw(grids())
    one, other = Spaces([board]), Spaces([board])
    other.lines("board", 2)
    assert (one.names, one.neighbour, one.jumps) == (other.names, other.neighbour, other.jumps)
    assert one.lines("board", 2) == other.lines("board", 2)
