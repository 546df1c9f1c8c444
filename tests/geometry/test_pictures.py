"""Planes as text."""

import pytest

from interpreter.geometry import (
    Area,
    Axis,
    Keep,
    Picture,
    PictureRow,
    Spaces,
    draw_text,
    graph,
    grid,
    layout_picture,
    ring,
)

SQUARE = {
    "spaces": ["a", "b", "c", "d"],
    "lines": [["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]],
    "picture": ["o---o", "|   |", "o---o"],
}


def board(columns: int, rows: int, name: str = "board", hexagonal: bool = False, keep: Keep | None = None) -> Area:
    return grid(name, [Axis("column", 1, columns), Axis("row", 1, rows)], hexagonal, keep)


def drawn(spaces: Spaces, *areas: str, text: str = "") -> list[str]:
    picture = layout_picture(spaces, *areas)
    return list(draw_text(picture, lambda space: text or spaces.names[space]))


def test_a_grid_has_its_top_row_first() -> None:
    assert layout_picture(Spaces([board(2, 2)]), "board") == Picture(
        (PictureRow("2", (2, 3)), PictureRow("1", (0, 1))), ("a", "b"), ("column", "row")
    )


def test_a_grid_with_its_ring() -> None:
    inside = board(2, 2, "inside")
    spaces = Spaces([inside, ring("outside", inside, lambda fields: not fields["corner"])])
    assert drawn(spaces, *spaces.plane("inside")) == [
        "3    a3 b3",
        "2 z2 a2 b2 c2",
        "1 z1 a1 b1 c1",
        "0    a0 b0",
        "  z  a  b  c",
    ]
    assert drawn(spaces, "inside", text=".") == ["2 . .", "1 . .", "  a b"]
    assert drawn(spaces, "outside", text=".")[:2] == ["3   . .", "2 .     ."]


def test_left_out_places_stay_empty() -> None:
    spaces = Spaces([board(3, 3, keep=lambda fields: (fields["column"] + fields["row"]) % 2 == 0)])
    assert layout_picture(spaces, "board").rows[1].cells == (None, 2, None)
    assert drawn(spaces, "board", text="x") == ["3 x   x", "2   x", "1 x   x", "  a b c"]


def test_a_row_without_spaces_stays_in_the_picture() -> None:
    spaces = Spaces([board(1, 3, keep=lambda fields: fields["row"] != 2)])
    assert drawn(spaces, "board", text="x") == ["3 x", "2", "1 x", "  a"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (".", ["3   . . .", "2  . . .", "1 . . .", "  a b c"]),
        ("xx", ["3     xx  xx  xx", "2   xx  xx  xx", "1 xx  xx  xx", "  a   b   c"]),
        ("xxx", ["3     xxx xxx xxx", "2   xxx xxx xxx", "1 xxx xxx xxx", "  a   b   c"]),
    ],
)
def test_rows_of_hexagons_stand_half_a_cell_further_east(text: str, lines: list[str]) -> None:
    assert drawn(Spaces([board(3, 3, hexagonal=True)]), "board", text=text) == lines


def test_named_axes_are_labelled_by_their_numbers() -> None:
    spaces = Spaces([grid("sky", [Axis("ring", 9, 10), Axis("x", 0, 1, wrapped=True)])])
    assert layout_picture(spaces, "sky").axes == ("ring", "x")
    assert drawn(spaces, "sky", text="*") == ["1 *  *", "0 *  *", "  9  10"]


def test_a_graph_is_shown_as_it_is_drawn_and_numbered_from_the_bottom() -> None:
    spaces = Spaces([board(1, 1), graph("square", SQUARE)])
    assert layout_picture(spaces, "square").rows == (
        PictureRow("", (3, 4), art="o---o", points=(0, 4)),
        PictureRow("", (), art="|   |"),
        PictureRow("", (1, 2), art="o---o", points=(0, 4)),
    )
    assert drawn(spaces, "square") == ["c---d", "|   |", "a---b"]


def test_a_drawn_graph_is_stretched_for_longer_texts() -> None:
    spaces = Spaces([graph("square", SQUARE)])
    texts = {0: "one", 1: "b", 2: "c", 3: "d"}
    lines = draw_text(layout_picture(spaces, "square"), texts.__getitem__)
    assert lines == ("c-----d", "|     |", "one---b")


def test_a_graph_without_a_drawing_is_a_list() -> None:
    spaces = Spaces([graph("path", {"spaces": ["inn", "mill"], "lines": [["inn", "mill"]]})])
    assert drawn(spaces, "path", text="x") == [" inn x", "mill x"]


def test_paint_does_not_disturb_the_columns() -> None:
    texts = {0: "x", 1: "yy"}
    picture = layout_picture(Spaces([board(2, 1)]), "board")
    assert draw_text(picture, texts.__getitem__, lambda space, text: f"<{text}>") == ("1 <x > <yy>", "  a  b")


def test_one_picture_shows_one_plane() -> None:
    spaces = Spaces([board(1, 1, "one"), board(1, 1, "two")])
    with pytest.raises(ValueError, match="one picture cannot show one, two"):
        layout_picture(spaces, "one", "two")
    with pytest.raises(ValueError, match="one picture cannot show nothing"):
        layout_picture(spaces)
