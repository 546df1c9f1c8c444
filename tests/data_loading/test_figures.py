"""Figures: reading their pictures, turning and sliding them, counting them."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.data import Frame, check_counts, expand, fit, frame_of, parse_yaml, read_figures
from interpreter.diagnostics import Rejected, Span
from interpreter.geometry import Axis, Spaces, graph, grid, ring


def board(width, height=None, ringed=False, **more):
    axes = [Axis("column", 1, width, more.pop("wrapped", False)), Axis("row", 1, height or width)]
    inside = grid("inside", axes, **more)
    return Spaces([inside, ring("outside", inside)] if ringed else [inside])


def read(text):
    figures, findings = read_figures(fit(parse_yaml(text, "f"), "figures"))
    assert findings == []
    return figures


def drawn(*cells, place="anywhere", symmetry="none"):
    rows = ", ".join(f'"{row}"' for row in cells)
    return read(f"g: [{{id: shape, place: {place}, symmetry: {symmetry}, cells: [{rows}]}}]").groups["g"]


def placed(figures, spaces, *areas):
    placements, findings = expand(figures, frame_of(spaces, *(areas or ("inside",))))
    assert findings == []
    return [" ".join(spaces.names[cell] for cell in placement.cells) for placement in placements]


def test_what_a_file_says():
    figures = read('a: [{id: r, points: 2, cells: ["x . x"]}, {id: s, cells: [x]}]\nb: []\nexpect: {a: 3, b: 0}\n')
    first, second = figures.groups["a"]
    assert (first.group, first.id, first.span) == ("a", "r", Span("f", 1, 10, 1, 11))
    assert (first.place, first.symmetry, second.place) == ("anywhere", "none", "anywhere")
    assert (first.cells, first.row.get("points").value) == (((0, 0), (2, 0)), 2)
    assert [(count.group, count.count) for count in figures.expect] == [("a", 3), ("b", 0)]
    assert figures.groups["b"] == ()


def test_cells_count_from_the_bottom_left():
    (figure,) = drawn("x . .", ". . x")
    assert set(figure.cells) == {(0, 1), (2, 0)}


def test_sliding_goes_up_row_by_row():
    assert placed(drawn("x x"), board(3, 2)) == ["a1 b1", "b1 c1", "a2 b2", "b2 c2"]


def test_a_whole_board_lies_as_it_is_drawn():
    assert placed(drawn("x .", ". x", place="whole_board"), board(2)) == ["b1 a2"]


def test_turns_go_clockwise():
    assert placed(drawn("x x", ". .", place="whole_board", symmetry="turns"), board(2)) == [
        *("a2 b2", "b1 b2", "a1 b1", "a1 a2"),
    ]


def test_mirrors():
    shape = drawn("x x .", "x . .", ". . .", place="whole_board", symmetry="mirrors")
    assert placed(shape, board(3)) == ["a2 a3 b3", "c2 b3 c3", "a1 b1 a2", "b1 c1 c2"]


def test_turns_and_mirrors_of_a_shape_without_symmetry():
    shape = drawn("x . .", "x x x", symmetry="turns_and_mirrors")
    assert len(placed(shape, board(3))) == 8 * 2


def test_the_same_spaces_are_placed_once():
    assert placed(drawn("x x", "x x", symmetry="turns_and_mirrors"), board(2)) == ["a1 b1 a2 b2"]
    assert placed(drawn("x x", symmetry="turns"), board(2)) == ["a1 b1", "a2 b2", "a1 a2", "b1 b2"]


def test_empty_edges_of_a_sliding_picture_do_not_count():
    assert placed(drawn(". . .", ". x .", ". . ."), board(2)) == ["a1", "b1", "a2", "b2"]


def test_a_whole_board_that_is_no_square_has_only_forms_that_fit_it():
    shape = drawn("x x .", ". . .", place="whole_board", symmetry="turns_and_mirrors")
    assert placed(shape, board(3, 2)) == ["a2 b2", "b1 c1", "b2 c2", "a1 b1"]


def test_a_figure_may_reach_over_a_ring():
    assert placed(drawn("x x x x"), board(2, ringed=True), "inside", "outside") == [
        *("z0 a0 b0 c0", "a1 b1 z1 c1", "a2 b2 z2 c2", "z3 a3 b3 c3"),
    ]


def test_gaps_of_a_board_stay_free():
    spaces = board(3, keep=lambda place: (place["column"], place["row"]) != (2, 2))
    assert placed(drawn("x x x"), spaces) == ["a1 b1 c1", "a3 b3 c3"]


def test_a_wrapped_board_lets_figures_go_round():
    spaces = board(4, 1, wrapped=True)
    assert placed(drawn("x x x"), spaces) == ["a1 b1 c1", "b1 c1 d1", "a1 c1 d1", "a1 b1 d1"]
    assert placed(drawn("x x x x"), spaces) == ["a1 b1 c1 d1"]


def test_a_hexagonal_board_turns_by_sixths():
    spaces = board(3, hexagonal=True)
    assert len(placed(drawn("x x", symmetry="turns"), spaces)) == 6 + 6 + 4
    triangle = drawn("x .", "x x", symmetry="turns_and_mirrors")
    assert len(placed(triangle, spaces)) == 8
    whole = drawn("x . .", ". . .", ". . .", place="whole_board", symmetry="turns_and_mirrors")
    assert placed(whole, spaces) == ["a3", "c1"]


@given(
    st.lists(st.lists(st.sampled_from("x."), min_size=3, max_size=3), min_size=3, max_size=3).filter(
        lambda rows: any("x" in row for row in rows)
    ),
    st.sampled_from(["none", "turns", "mirrors", "turns_and_mirrors"]),
    st.sampled_from(["anywhere", "whole_board"]),
)
def test_placements_are_the_images_of_the_picture(rows, symmetry, place):
    """Compares with forms made from the rows themselves, by reversing and transposing lists."""

    def quarter(picture):
        return [list(row) for row in zip(*picture[::-1], strict=True)]

    def turned(picture):
        yield from itertools.accumulate(range(3), lambda last, _: quarter(last), initial=picture)

    mirrored = [row[::-1] for row in rows]
    wanted = {
        "none": [rows],
        "turns": list(turned(rows)),
        "mirrors": [rows, mirrored, rows[::-1], mirrored[::-1]],
        "turns_and_mirrors": [*turned(rows), *turned(mirrored)],
    }[symmetry]
    size = 4 if place == "anywhere" else 3
    expected = set()
    for picture in wanted:
        cells = [(column, 2 - row) for row in range(3) for column in range(3) if picture[row][column] == "x"]
        for right, up in itertools.product(range(-3, size), repeat=2) if place == "anywhere" else [(0, 0)]:
            moved = frozenset((column + right, row + up) for column, row in cells)
            if all(0 <= column < size and 0 <= row < size for column, row in moved):
                expected.add(frozenset(row * size + column for column, row in moved))
    figures = drawn(*(" ".join(row) for row in rows), place=place, symmetry=symmetry)
    placements, findings = expand(figures, frame_of(board(size), "inside"))
    assert findings == []
    assert {frozenset(placement.cells) for placement in placements} == expected
    assert len(placements) == len(expected)
    assert all(list(placement.cells) == sorted(placement.cells) for placement in placements)


# --- what can be wrong


def faults(text, frame=None):
    try:
        document = fit(parse_yaml(text, "f"), "figures")
    except Rejected as rejected:
        return list(rejected.diagnostics)
    figures, findings = read_figures(document)
    for group in figures.groups.values() if frame and not findings else ():
        findings += expand(group, frame)[1]
    return findings


FOUR = frame_of(board(4), "inside", note="board_size is 4")


@pytest.mark.parametrize(
    ("text", "code", "message", "expected"),
    [
        ('- {id: c, place: whole_board, cells: ["x . . x", ". . . .", "x . . x"]}', "RW331",
         "figure `c` is 4 wide and 3 high, but must have the board's size (4 by 4, as board_size is 4)",
         "one more row"),
        ('- {id: c, place: whole_board, cells: ["x x"]}', "RW331",
         "figure `c` is 2 wide and 1 high, but must have the board's size (4 by 4, as board_size is 4)",
         "3 more rows and 2 more columns"),
        ('- {id: c, place: whole_board, cells: ["x x x x x", x . . . ., x . . . ., x . . . .]}', "RW331",
         "figure `c` is 5 wide and 4 high, but must have the board's size (4 by 4, as board_size is 4)",
         "one fewer column"),
        ('- {id: c, cells: ["x x", "x x", "x"]}', "RW332", "row 3 of figure `c` has 1 word, the others have 2",
         "one more word"),
        ('- {id: c, cells: ["x x", "x x", "x x x x"]}', "RW332", "row 3 of figure `c` has 4 words, the others have 2",
         "2 fewer words"),
        ('- {id: c, cells: ["x o"]}', "RW333", "figure `c`: the sign `o` means nothing in a figure", None),
        ('- {id: c, cells: ["xx"]}', "RW333", "figure `c`: the sign `xx` means nothing in a figure", None),
        ('- {id: c, cells: [". ."]}', "RW334", "figure `c` has no space: its picture shows no `x`", None),
        ('- {id: c, cells: ["x x x x x"]}', "RW335",
         "figure `c` fits nowhere on `inside` (4 by 4, as board_size is 4)", None),
        ('- {id: c, cells: [x]}\n- {id: c, cells: ["x x"]}', "RW337", "two rows of `g` have the id `c`", None),
        ('- {id: c, cells: [x]}\n- {id: d, cells: [x]}', "RW347",
         "figure `d` can cover the same spaces as `c`: both will count there", None),
    ],
)  # fmt: skip
def test_each_slip_has_one_finding(text, code, message, expected):
    (finding,) = faults(f"g:\n{text}\n", FOUR)
    assert (finding.code, finding.message, finding.expected) == (code, message, expected)


def test_the_hints():
    (size,) = faults("g: [{id: c, place: whole_board, cells: [x]}]", FOUR)
    assert size.hint == "`place: whole_board` pictures the whole board; `place: anywhere` lets a smaller picture slide."
    (together,) = faults('g: [{id: c, cells: ["x.x"]}]', FOUR)
    assert together.hint == "Put a space between the signs."


def test_the_place_of_a_wrong_sign_is_that_sign():
    (finding,) = faults('g: [{id: c, cells: ["x x", "x q"]}]', FOUR)
    assert finding.span == Span("f", 1, 31, 1, 32)


def test_a_picture_with_several_wrong_signs_has_one_finding():
    assert [finding.code for finding in faults('g: [{id: c, cells: ["x q q", "r"]}]', FOUR)] == ["RW333"]


def test_a_ragged_picture_of_the_whole_board_is_told_once():
    text = 'g: [{id: c, place: whole_board, cells: ["x x x x", "x", "x x x x", "x x x x"]}]'
    assert [finding.code for finding in faults(text, FOUR)] == ["RW332"]


def test_every_figure_is_told():
    text = 'g: [{id: a, place: whole_board, cells: [x]}, {id: b, cells: ["x x x x x"]}, {id: c, cells: [x]}]'
    assert [finding.code for finding in faults(text, FOUR)] == ["RW331", "RW335"]


def test_a_figure_that_lies_on_a_gap():
    frame = frame_of(board(2, keep=lambda place: place["column"] != place["row"]), "inside")
    (finding,) = faults('g: [{id: c, place: whole_board, cells: ["x .", "x ."]}]', frame)
    assert finding.code == "RW335"


def test_figures_that_meet_only_in_a_warning_are_both_placed():
    figures = read('g: [{id: c, cells: ["x x"]}, {id: d, place: whole_board, cells: ["x x", ". ."]}]').groups["g"]
    placements, (finding,) = expand(figures, frame_of(board(2), "inside"))
    assert [placement.figure.id for placement in placements] == ["c", "c", "d"]
    assert (finding.severity, finding.related[0].span) == ("warning", Span("f", 1, 10, 1, 11))


# --- graphs

STAR = {"spaces": ["a", "b", "c"], "lines": [["a", "b", "c"]], "picture": ["  o  ", " / \\ ", "o---o"]}


def test_a_figure_on_a_graph_pictures_its_points():
    spaces = Spaces([graph("inside", STAR)])
    assert placed(drawn("x", "", "x .", place="whole_board"), spaces) == ["a c"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{id: c, cells: ["x"]}', "figure `c` cannot slide, turn or be mirrored on `inside`"),
        ('{id: c, place: whole_board, symmetry: turns, cells: ["x", "", "x x"]}', "figure `c` cannot slide, turn or"),
        (
            '{id: c, place: whole_board, cells: ["x", "x x"]}',
            "figure `c` has 2 rows, but the drawing of `inside` has 3",
        ),
        ('{id: c, place: whole_board, cells: ["x", "", "x"]}', "row 3 of figure `c` has 1 point, but that row of"),
    ],
)
def test_figures_that_do_not_fit_a_graph(text, message):
    (finding,) = faults(f"g: [{text}]", frame_of(Spaces([graph("inside", STAR)]), "inside"))
    assert message in finding.message


# --- counts


def counted(text, spaces):
    figures = read(text)
    frame = frame_of(spaces, "inside")
    return check_counts(figures.expect, {name: expand(group, frame)[0] for name, group in figures.groups.items()})


def test_a_count_that_is_right():
    assert counted('g: [{id: r, cells: ["x x"]}]\nexpect: {g: 2}', board(2)) == []


def test_a_count_that_is_wrong_lists_what_there_is():
    (finding,) = counted('g: [{id: r, cells: ["x x"]}, {id: s, cells: [x]}]\nexpect: {g: 7}', board(2))
    assert (finding.code, finding.message) == ("RW336", "`g` has 6 placements, not 7")
    assert (finding.hint, finding.expected) == ("There are: r 2, s 4.", "`g: 6`")
    assert finding.span == Span("f", 2, 13, 2, 14)


def test_a_count_of_an_empty_group():
    (finding,) = counted("g: []\nexpect: {g: 1}", board(2))
    assert finding.hint == "There are: none at all."


def test_a_count_of_an_unknown_group():
    (finding,) = counted("corners: [{id: r, cells: [x]}]\nexpect: {corner: 4}", board(2))
    assert (finding.code, finding.hint, finding.span) == ("RW348", "Did you mean `corners`?", Span("f", 2, 10, 2, 16))


def test_a_frame_without_rows():
    frame = Frame("nowhere", ())
    assert (frame.size, frame.at(0, 0)) == ("0 by 0", None)
