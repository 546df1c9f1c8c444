"""Boards of named points and drawn lines."""

from typing import Any

import pytest

from interpreter.geometry import GeometryError, Jump, Spaces, graph, graph_faults

CROSS = {"spaces": ["w", "s", "m", "n", "e"], "lines": [["w", "m", "e"], ["s", "m", "n"]]}
LOOP = {"spaces": ["p", "q", "r", "s"], "lines": [["p", "q", "r", "s", "p"]]}


def names(spaces: Spaces, numbers: tuple[int, ...]) -> list[str]:
    return [spaces.names[number] for number in numbers]


def test_points_are_numbered_as_listed() -> None:
    area = graph("board", CROSS)
    assert area.names == ("w", "s", "m", "n", "e")
    assert area.lines == ((0, 2, 4), (1, 2, 3))
    assert (area.kind, area.plane, area.axes, area.coordinates, area.fields) == ("graph", "board", (), (), {})


def test_successive_points_of_a_line_are_neighbours_and_ways_do_not_matter() -> None:
    spaces = Spaces([graph("board", CROSS)])
    assert names(spaces, spaces.neighbours(2)) == ["w", "s", "n", "e"]
    assert names(spaces, spaces.neighbours(0)) == ["m"]
    assert spaces.neighbours(0, (0,)) == spaces.neighbours(0, ()) == (2,)


def test_jumps_follow_the_drawn_lines() -> None:
    spaces = Spaces([graph("board", CROSS)])
    assert spaces.jumps == (Jump(0, 2, 4, None), Jump(1, 2, 3, None), Jump(3, 2, 1, None), Jump(4, 2, 0, None))
    assert spaces.jumps_from(3) == spaces.jumps_from(3, (0,)) == (2,)


def test_lines_are_runs_of_successive_points() -> None:
    spaces = Spaces([graph("board", CROSS)])
    assert [names(spaces, line.cells) for line in spaces.lines("board", 3)] == [["w", "m", "e"], ["s", "m", "n"]]
    assert [names(spaces, line.cells) for line in spaces.lines("board", 2)][:2] == [["w", "m"], ["m", "e"]]
    assert len(spaces.lines("board", 1)) == 5
    assert spaces.lines("board", 4) == ()


def test_a_closed_line_goes_on_over_its_seam() -> None:
    spaces = Spaces([graph("board", LOOP)])
    assert names(spaces, spaces.neighbours(0)) == ["q", "s"]
    assert [names(spaces, line.cells) for line in spaces.lines("board", 3)] == [
        ["p", "q", "r"],
        ["q", "r", "s"],
        ["r", "s", "p"],
        ["s", "p", "q"],
    ]
    assert len(spaces.lines("board", 4)) == 1
    assert spaces.lines("board", 5) == ()
    assert {(jump.start, jump.dest) for jump in spaces.jumps} == {(0, 2), (2, 0), (1, 3), (3, 1)}


def test_a_graph_has_no_directions() -> None:
    spaces = Spaces([graph("board", CROSS)])
    assert spaces.neighbour[2] == (None,) * 8
    assert spaces.ray(2, 0) == ()
    assert spaces.at("board", 1, 1) is None


def test_distance_is_along_the_lines() -> None:
    spaces = Spaces([graph("board", CROSS)])
    assert [spaces.distance(0, goal) for goal in range(5)] == [0, 2, 1, 2, 2]
    assert spaces.distance(0, 4, ()) == 2


@pytest.mark.parametrize(
    ("document", "message", "path"),
    [
        ({"spaces": [], "lines": []}, 'the graph "board" has no space', ("spaces",)),
        ({"spaces": ["p", "q", "p"], "lines": [["p", "q"]]}, 'the space "p" is listed twice', ("spaces", 2)),
        ({"spaces": ["p", "q"], "lines": [["p", "q"], ["q"]]}, "a line needs at least two points", ("lines", 1)),
        (
            {"spaces": ["p", "q"], "lines": [["p", "q", "x"]]},
            'the line names "x", which is not one of the spaces',
            ("lines", 0, 2),
        ),
        (
            {"spaces": ["p", "q", "r"], "lines": [["p", "q", "r", "q"]]},
            'the line meets "q" twice; only a closed line may, with its first point at its end',
            ("lines", 0, 3),
        ),
        (
            {"spaces": ["p", "q"], "lines": [["p", "q", "p"]]},
            'the line meets "p" twice; only a closed line may, with its first point at its end',
            ("lines", 0, 2),
        ),
        (
            {"spaces": ["p", "q", "r"], "lines": [["p", "q"]]},
            'the space "r" is on no line, so nothing is its neighbour',
            ("spaces", 2),
        ),
        (
            {"spaces": ["p", "q"], "lines": [["p", "q"]], "picture": ["o--o--o"]},
            'the picture shows 3 points ("o") for 2 spaces; it must show each space once',
            ("picture",),
        ),
        (
            {"spaces": [f"p{k}" for k in range(1001)], "lines": []},
            'the graph "board" has 1,001 spaces; a game may have at most 1,000',
            ("spaces",),
        ),
    ],
)
def test_faults_name_the_place_in_the_document(
    document: dict[str, Any], message: str, path: tuple[str | int, ...]
) -> None:
    assert [(str(fault), fault.path) for fault in graph_faults("board", document)] == [(message, path)]
    with pytest.raises(GeometryError) as raised:
        graph("board", document)
    assert raised.value.path == path


def test_all_faults_come_at_once() -> None:
    document = {"spaces": ["p", "q", "r"], "lines": [["p", "x"], ["y", "q"]]}
    assert [fault.path for fault in graph_faults("board", document)] == [
        ("lines", 0, 1),
        ("lines", 1, 0),
        ("spaces", 2),
    ]
