"""Set-ups: legends, pictures, filled rows, pictures of scenarios, and set-ups that replace others."""

import pytest

from interpreter.data import SetUp, fit, frame_of, parse_yaml, place, read_position, read_setup
from interpreter.diagnostics import Rejected, Span
from interpreter.geometry import Axis, Spaces, graph, grid, ring

LEGEND = "piece: man\narea: board\nlegend: {w: {owner: white}, b: {owner: black}, K: {king: yes}, o: {shape: round}}\n"


def board(width=4, height=None, keep=None, ringed=False):
    area = grid("board", [Axis("column", 1, width), Axis("row", 1, height or width)], keep=keep)
    return Spaces([area, ring("edge", area)] if ringed else [area])


def read(text, base=None):
    return read_setup(fit(parse_yaml(text, "f"), "setup"), base)


def fields(placed, spaces):
    return {
        spaces.names[each.space]: {name: value.value.value for name, value in each.fields.items()} for each in placed
    }


def put(text, spaces=None, note=""):
    spaces = spaces or board()
    placed, findings = place(read(text), frame_of(spaces, "board", note=note))
    assert [each.space for each in placed] == sorted(each.space for each in placed)
    return fields(placed, spaces), findings


def fault(text, spaces=None, note=""):
    try:
        _, (finding,) = put(text, spaces, note)
    except Rejected as rejected:
        (finding,) = rejected.diagnostics
    return finding


W, B = {"owner": "white"}, {"owner": "black"}


def test_what_a_file_says():
    setup = read(LEGEND + "order: [owner, king]\nart: ['w']\nexpect: 1\n")
    assert (setup.piece.name, setup.area.name, setup.area.span) == ("man", "board", Span("f", 2, 7, 2, 12))
    assert [each.name for each in setup.order] == ["owner", "king"]
    assert setup.expect == (1, Span("f", 6, 9, 6, 10))
    (value,) = setup.legend["K"]
    assert (value.field.name, value.value.value, value.letter.name) == ("king", "yes", "K")
    assert (value.field.span, value.value.span) == (Span("f", 3, 52, 3, 56), Span("f", 3, 58, 3, 61))


def test_a_picture():
    art = 'art:\n- "b . . ."\n- ". . . ."\n- ". . wK ."\n- ". ow . ."\n'
    assert put(LEGEND + art) == (
        {"b1": {"shape": "round", **W}, "c2": {**W, "king": "yes"}, "a4": B},
        [],
    )


def test_the_place_of_each_piece():
    setup = read(LEGEND + 'art:\n- ". wK"\n- ". ."\n')
    ((piece,), _) = place(setup, frame_of(board(2), "board"))
    assert piece.span == Span("f", 5, 6, 5, 8)
    assert piece.fields["king"].field.span.line == 3


def test_rows_that_are_filled():
    assert put(LEGEND + "fill: {1: w, -1: bK}", board(2, 3)) == (
        {"a1": W, "b1": W, "a3": {**B, "king": "yes"}, "b3": {**B, "king": "yes"}},
        [],
    )


def test_filled_rows_leave_gaps_free():
    spaces = board(4, keep=lambda at: (at["column"] + at["row"]) % 2 == 0)
    assert put(LEGEND + "fill: {2: w}", spaces) == ({"b2": W, "d2": W}, [])


@pytest.mark.parametrize("size", [2, 4, 8])
def test_a_picture_in_the_middle(size):
    found, findings = put(LEGEND + 'middle: ["b .", "w w"]', board(size))
    low, column = size // 2, "abcdefgh"[size // 2 - 1 :]
    assert (found, findings) == (
        {f"{column[0]}{low}": W, f"{column[1]}{low}": W, f"{column[0]}{low + 1}": B},
        [],
    )


def test_a_legend_alone_places_nothing():
    assert put(LEGEND) == ({}, [])


def test_a_set_up_may_fill_nothing_at_all():
    assert put("area: board") == ({}, [])


def test_letters_may_be_figures():
    assert put("legend: {1: {worth: 1}, 2: {worth: 2}}\nart:\n- 1 2\n- . .\n", board(2)) == (
        {"a2": {"worth": 1}, "b2": {"worth": 2}},
        [],
    )
    assert put("legend: {1: {worth: 1}}\nart:\n- 1\n", board(1)) == ({"a1": {"worth": 1}}, [])


# Each case: what follows the legend, the code, the place, the message and words of the hint or of what is expected.
SLIPS = {
    "ragged": ('art: ["w w", "w w w"]', "RW332", (4, 14), "row 2 of the picture of the set-up has 3 words, the others"),
    "too low": ('art: ["w w"]', "RW338", (4, 6), "is 2 wide and 1 high, but must have the size of `board` (2 by 2)"),
    "unknown letter": ('art: ["w q", "w w"]', "RW333", (4, 10), "the legend has no letter `q`"),
    "unknown letter in a word": ('art: ["w wq", "w w"]', "RW333", (4, 11), "the legend has no letter `q` (in `wq`)"),
    "other case": ('art: ["w W", "w w"]', "RW333", (4, 10), "the legend has no letter `W`"),
    "words together": ('art: ["w w.", "w w"]', "RW333", (4, 11), "the legend has no letter `.` (in `w.`)"),
    "two owners": ('art: ["w wb", "w w"]', "RW339", (4, 11), "`wb` sets `owner` twice, by `w` and by `b`"),
    "letter twice": ('art: ["w ww", "w w"]', "RW339", (4, 11), "`ww` sets `owner` twice, by `w` and by `w`"),
    "no such row": ("fill: {3: w}", "RW341", (4, 8), "`fill` names row 3, but `board` has 2 rows"),
    "no such row from the top": ("fill: {-3: w}", "RW341", (4, 8), "`fill` names row -3, but `board` has 2 rows"),
    "no middle": ("middle: [w]", "RW342", (4, 9), "is 1 wide and 1 high and has no middle on `board` (2 by 2)"),
    "middle too large": ('middle: ["w w w w"]', "RW342", (4, 9), "4 wide and 1 high and is larger than `board`"),
    "ragged middle": ('middle: ["w w", "w"]', "RW332", (4, 17), "row 2 of `middle` has 1 word, the others have 2"),
    "filled twice": ("fill: {1: w, -2: b}", "RW349", (4, 18), "this space is filled already (one of 2 such spaces)"),
    "count": ('art: ["w w", ". ."]\nexpect: 3', "RW336", (5, 9), "the set-up fills 2 spaces, not 3"),
    "long letter": ("art: [w]\nmiddle: [w]\nfill: {a: w}", "RW326", (6, 8), "`a` cannot be a key here"),
    "unknown key": ("arts: [w]", "RW320", (4, 1), "unknown key `arts`"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_each_slip_has_one_finding_at_its_cause(name):
    text, code, start, message = SLIPS[name]
    finding = fault(LEGEND + text, board(2))
    assert (finding.code, (finding.span.line, finding.span.column)) == (code, start), finding
    assert message in finding.message


def test_hints():
    assert fault(LEGEND + "art: [W]", board(1)).hint == "Did you mean `w`? Capitals and small letters differ."
    assert fault(LEGEND + "art: [q]", board(1)).hint == ("Known letters: `w`, `b`, `K` and `o`; `.` is an empty space.")
    assert fault(LEGEND + 'art: ["w."]', board(1)).hint.startswith("`.` stands alone")
    assert fault(LEGEND + "art: [wb]", board(1)).related[1].span == Span("f", 3, 33, 3, 38)
    assert fault(LEGEND + "art: [w]\nexpect: 0", board(1)).expected == "`expect: 1`"


def test_an_option_that_decides_the_size_is_named():
    finding = fault(LEGEND + "art: [w]", board(2), note="board_size is 2")
    assert "(2 by 2, as board_size is 2)" in finding.message
    assert finding.expected == "one more row and one more column"


def test_a_letter_that_means_nothing_is_told_once():
    _, findings = put(LEGEND + 'art: ["q q", "q r"]', board(2))
    assert [finding.message for finding in findings] == [
        "the legend has no letter `q`",
        "the legend has no letter `r`",
    ]


def test_a_picture_without_a_legend():
    finding = fault("area: board\nart: [w]", board(1))
    assert (finding.code, finding.span) == ("RW321", Span("f", 1, 1, 1, 1))


def test_a_piece_on_a_gap():
    spaces = board(2, keep=lambda at: at["column"] == at["row"])
    finding = fault(LEGEND + 'art: ["w w", ". ."]', spaces)
    assert (finding.code, finding.message) == ("RW343", "`w` is drawn where `board` has no space")
    assert finding.span == Span("f", 4, 8, 4, 9)


# --- a set-up that replaces another


def test_what_a_replacement_leaves_out_stays():
    base = read(LEGEND + 'order: [owner]\nart: ["w w", ". ."]\nexpect: 2\n')
    five = read('art: ["w b ."]\n', base)
    assert (five.piece, five.area, five.legend, five.order) == (base.piece, base.area, base.legend, base.order)
    assert (five.expect, five.art.width) == (base.expect, 3)


def test_a_new_position_replaces_the_old_one_as_a_whole():
    base = read(LEGEND + 'art: ["w w", ". ."]\nfill: {1: w}\n')
    other = read("middle: [w]\n", base)
    assert (other.art, other.fill, other.middle.height) == (None, (), 1)


def test_a_new_legend_keeps_the_position():
    base = read(LEGEND + "fill: {1: w}\n")
    other = read("legend: {w: {owner: red}}\norder: [x]\npiece: stone\narea: field\nexpect: 7", base)
    assert (other.fill, list(other.legend), other.order[0].name) == (base.fill, ["w"], "x")
    assert (other.piece.name, other.area.name, other.expect[0]) == ("stone", "field", 7)


# --- the pictures of scenarios


def position(rows, spaces, *areas, setup=None):
    lines = [(row, Span("s.rules", 10 + at, 5, 10 + at, 5 + len(row) + 2)) for at, row in enumerate(rows)]
    return read_position(lines, setup or read(LEGEND), frame_of(spaces, *(areas or ("board",))))


def test_a_scenario_shows_the_board_in_the_legend_of_the_set_up():
    spaces = board(2, ringed=True)
    placed, findings = position([".  .  .  wK", ".  b  .  .", ". . . .", ". . . o"], spaces, "board", "edge")
    assert findings == []
    assert fields(placed, spaces) == {"a2": B, "c0": {"shape": "round"}, "c3": {**W, "king": "yes"}}
    assert {piece.span for piece in placed} >= {Span("s.rules", 10, 15, 10, 17)}


def test_slips_in_a_scenario_have_places_in_the_rules():
    placed, (finding,) = position(["w b", ". q"], board(2))
    assert (finding.code, finding.span) == ("RW333", Span("s.rules", 11, 8, 11, 9))
    assert len(placed) == 2
    _, (finding,) = position(["w b"], board(2))
    assert (finding.code, finding.span) == ("RW338", Span("s.rules", 10, 5, 10, 10))
    assert finding.message == "the picture is 2 wide and 1 high, but must have the size of `board` (2 by 2)"


def test_a_scenario_needs_a_legend():
    _, (finding,) = position(["w"], board(1), setup=SetUp(Span("f", 1, 1, 1, 1)))
    assert (finding.code, finding.span.file) == ("RW321", "s.rules")


LADDER = {
    "spaces": ["a", "b", "c", "d"],
    "lines": [["a", "b"], ["b", "d"], ["d", "c"], ["c", "a"]],
    "picture": ["o---o", "|   |", "o---o"],
}


@pytest.mark.parametrize(
    "rows",
    [
        ["w---o", "|   |", "o---bK"],
        ["w---.", "|   |", ".---bK"],
        ["w .", "", ". bK"],
    ],
)
def test_a_scenario_on_a_graph_is_drawn_like_its_board(rows):
    spaces = Spaces([graph("board", LADDER)])
    legend = read("piece: man\nlegend: {w: {owner: white}, b: {owner: black}, K: {king: yes}}")
    placed, findings = position(rows, spaces, setup=legend)
    assert (fields(placed, spaces), findings) == ({"b": {**B, "king": "yes"}, "c": W}, [])


def test_a_letter_o_is_a_piece_where_the_legend_says_so():
    spaces = Spaces([graph("board", LADDER)])
    placed, _ = position(["o .", "", ". ."], spaces)
    assert fields(placed, spaces) == {"c": {"shape": "round"}}


def test_a_scenario_on_a_graph_that_lacks_points():
    _, (finding,) = position(["w", "", ". ."], Spaces([graph("board", LADDER)]))
    assert finding.message == "row 1 of the picture has 1 point, but that row of `board` has 2"
    assert finding.expected == "one more point"
    _, (finding,) = position(["w .", ". ."], Spaces([graph("board", LADDER)]))
    assert finding.message == "the picture has 2 rows, but the drawing of `board` has 3"
