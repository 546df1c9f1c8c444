"""Boards as pictures: what stands where, in the letters that scenarios use."""

from __future__ import annotations

import pytest

from interpreter.diagnostics import Span
from interpreter.game.boards import Cell, boards
from interpreter.game.letters import initials
from interpreter.game.scenarios.pictures import draw
from interpreter.syntax import nodes as n
from tests.game.playing import SHIPPED, game, wander


def test_pieces_are_written_in_the_letters_of_the_set_up() -> None:
    state = game("seto").new().play("key a1>a0", "key d1>d0")
    assert state.board().splitlines() == [
        "5 .    .    .    .    .    .",
        "4 .    esX  wsO  esO  wsX  .",
        "3 .    wsD  esT  wsT  esD  .",
        "2 .    erX  wrO  erO  wrX  .",
        "1 .    .    erT  wrT  .    .",
        "0 .    wrDz .    .    erDz .",
        "  z    a    b    c    d    e",
    ]


def test_what_is_kept_for_spaces_is_written_too() -> None:
    assert game("othello").new().board().splitlines()[3:5] == ["5 . . . W B . . .", "4 . . . B W . . ."]


def test_without_a_legend_initials_are_used() -> None:
    assert game("connect_four").new().play("drop 4", "drop 4").board().splitlines()[-3:] == [
        *("2 . . . r . . .", "1 . . . y . . .", "  a b c d e f g"),
    ]


def test_a_graph_is_shown_as_it_is_drawn() -> None:
    assert game("morris").new().play("place a1", "place d1").board().splitlines()[-1] == "w-----b-----o"


def test_a_hexagonal_board_leans() -> None:
    lines = game("hex").new().board().splitlines()
    assert lines[0].index(".") > lines[-2].index(".")


def test_a_game_without_a_board_has_no_picture() -> None:
    assert boards(game("jam").new()) == ()
    assert game("jam").new().board() == ""


def test_cells_tell_what_stands_on_them_and_whose_it_is() -> None:
    (board,) = boards(game("seto").new())
    cells = {cell.space: cell for cell in board.cells.values()}
    assert cells["a1"] == Cell("a1", "wrD", ("white_round_delta",), 0)
    assert cells["a0"] == Cell("a0", ".", (), None)
    assert board.areas == ("inside", "outside")


def test_the_board_is_that_of_now_in_the_middle_of_an_effect() -> None:
    state = game("draughts").new().play("step c3>d4", "step f6>e5")
    before = state.board()
    assert state.trail == ()
    assert state.play("jump d4>f6").board() != before


def test_cells_may_be_painted() -> None:
    (board,) = boards(game("breakthrough").new())
    painted = board.lines(lambda cell, text: f"<{text}>" if cell.seat == 0 else text)
    assert painted[-2] == "1 " + " ".join(["<w>"] * 8)


def test_several_things_on_a_space_stand_together() -> None:
    document = game("workshop").new().to_json()
    document["pieces"]["anna_bin_1"]["space"] = document["pieces"]["bert_cart_1"]["space"] = "b2"
    state = game("workshop").from_json(document)
    assert state.board().splitlines() == ["2 a     b1+ab .", "1 .     .     a", "  a     b     c"]
    (board,) = boards(state)
    assert [(cell.things, cell.seat) for cell in board.cells.values() if cell.space == "b2"] == [
        (("bert_cart_1", "anna_bin_1"), None)
    ]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["white", "red"], ["w", "r"]),
        (["red", "ruby", "rose"], ["re", "ru", "ro"]),
        (["a", "ab", "abc"], ["a", "ab", "abc"]),
        (["one"], ["o"]),
    ],
)
def test_initials_are_as_short_as_they_can_be(names: list[str], letters: list[str]) -> None:
    assert initials(names) == letters


@pytest.mark.parametrize("name", SHIPPED)
def test_a_board_that_was_drawn_can_be_read_again(name: str) -> None:
    """The picture of a state, read as a scenario reads it, puts everything back where it was."""
    found = game(name)
    if found.model.legend is None:
        return
    for state in list(wander(found.new(5), 5, 30))[::6]:
        (board,) = boards(state)
        rows = tuple(
            " ".join("." if cell is None else board.cells[cell].text for cell in row.cells)
            for row in board.picture.rows
        )
        place = Span("test.rules", 1, 1, 1, 1)
        v = list(found.new(1).vector)
        picture = n.Picture(place, None, tuple(n.Word(row, place) for row in rows))
        assert draw(found, v, picture) == []
        assert found.writer.document(v, 1, ())["keeps"] == state.to_json()["keeps"]
        drawn = [cell.text for cell in boards_of(name, v)]
        assert drawn == [cell.text for cell in board.cells.values()]


def boards_of(name: str, v: list[int]) -> list[Cell]:
    """The cells of a vector, without a state around it."""
    found, letters = game(name), game(name).letters
    cells = []
    for space in boards(found.new(1))[0].cells:
        marks = letters.marks(v, space)
        text = "+".join(mark.text for mark in marks) or "."
        cells.append(Cell("", text, (), None))
    return cells
