"""Values: what nothing comes to, loops over members, adjustments, rules text of rows."""

from __future__ import annotations

import pytest

from interpreter.check import check_game
from interpreter.diagnostics import Rejected
from interpreter.layout import Value
from interpreter.model import expressions as x
from interpreter.run import Engine
from tests.run.playing import telling, told

ROW_SCHEMA = """{
  "type": "object",
  "properties": {
    "charms": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["id"],
        "properties": {
          "id": {"type": "string"},
          "effect": {"format": "effect"},
          "test": {"format": "condition"},
          "amount": {"format": "amount"},
          "when": {"format": "trigger"},
          "adjusts": {"format": "adjusts"}
        },
        "additionalProperties": false
      }
    }
  },
  "additionalProperties": false
}
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory) -> Engine:
    """A board of three by three with marks, of which white has a1 and red b1, and two stones of white on c1 and c2."""
    folder = tmp_path_factory.mktemp("values")
    (folder / "game.rules").write_text(
        """game example "Example" version 1 players white, red
grid board 3 by 3
keep mark for each space of board as maybe player
keep line as list of space up to 4
keep group as set of space
keep spot as maybe space
counter coins for each player from 4 up to 9
piece stones of stone for each player up to 3 has space: maybe space
procedure prepare():
  set (at(board, 1, 1)).mark to white
  set (at(board, 2, 1)).mark to red
  let one_stone be first s in stones
  move one_stone to at(board, 3, 1)
  let other_stone be last s in stones where s.owner is white
  move other_stone to at(board, 3, 2)
  for each s in board where s.row is 3: add s to group
  add at(board, 2, 2) to line
  add at(board, 1, 2) to line
  add at(board, 2, 2) to line
action go as "go":
  gain 1 coins
phase preparing:
  do prepare
  next play
phase play:
  turns alternate from white
  must go
  stuck error
finish when coins[white] is 9:
  winner nobody
value leaving(s: space) is s.row
value entering(s: space) is 3 if s.row is 2 otherwise 1
VALUES
""".replace("VALUES", VALUES),
        encoding="utf-8",
    )
    return Engine(check_game(folder).model)


CASES: dict[str, tuple[str, Value]] = {
    # nothing has a result everywhere
    "field_of_nothing": ("spot.row", 0),
    "nothing_compared": ("spot.row > 0 or spot.row < 0", False),
    "nothing_is": ("spot is nothing", True),
    "nothing_is_not": ("spot is not nowhere", False),
    "nothing_in": ("spot in board", False),
    "nothing_not_in": ("spot not in board", False),
    "not_of_nothing": ("not (spot in board)", True),
    "mark_of_nothing": ("spot.mark is nobody", True),
    "near_nothing": ("neighbours(spot).size", 0),
    "on_nowhere": ("count s in stones where s.space is spot", 4),
    # numbers
    "per_down": ("(0 - 7) per 2", -4),
    "mod_down": ("(0 - 7) mod 3", 2),
    "per_nothing": ("5 per (coins[white] - coins[red])", 0),
    "least": ("min(4, coins[white] - 1, 5)", 3),
    "either": ("1 if coins[white] > 5 otherwise 2", 2),
    # loops over members
    "counted": ("count s in board where s.mark is nobody", 7),
    "last_of": ("(last s in board where s.mark is nobody).column", 3),
    "leading_run": ("(leading s in ray(at(board, 1, 1), north) where s.mark is nobody).size", 2),
    "leading_stops": ("(leading s in ray(at(board, 3, 1), west) where s.mark is nobody).size", 0),
    "summed": ("sum s.row for s in board where s.column is 1", 6),
    "highest_of_none": ("(highest s.row for s in board where s.row > 3) is nothing", True),
    "best_is_alone": ("(best s in board by s.row highest then s.column lowest).row", 3),
    "best_of_equal": ("(best s in board by s.row highest) is nothing", True),
    "ranked": ("(rank s in board by s.column lowest then s.row highest)[2].row", 2),
    "united": ("(union neighbours(s, straight) for s in group).size", 6),
    "each_of_none": ("all s in board where s.row < 4", True),
    "joined_by_space": ("count s in stones where s.space is at(board, 3, 1) and s.owner is white", 1),
    "joined_by_owner": ("count s in stones where s.owner is red and s.space is nowhere", 3),
    "outer_name": ("all s in board where (any t in board where t.row is s.row and t.column is 1)", True),
    # collections
    "sets_join": ("(group + [at(board, 1, 3), at(board, 1, 1)]).size", 4),
    "sets_take_away": ("(board - group).size", 6),
    "set_within": ("group within board and not (board within group)", True),
    "lists_keep_doubles": ("line.size", 3),
    "times_in_list": ("times_in(at(board, 2, 2), line)", 2),
    "last_in_list": ("last_in(at(board, 2, 2), line)", 3),
    "place_in_list": ("place_in(at(board, 1, 2), line)", 2),
    "not_in_list": ("place_in(at(board, 3, 3), line)", 0),
    "item_of_list": ("line[2] is at(board, 1, 2) and line[4] is nowhere", True),
    "numbers_between": ("[2 to 4].size + [4 to 2].size", 3),
    "connected_marks": ("connected([at(board, 1, 1)], those s in board where s.mark is not nobody).size", 2),
    "spaces_of_stones": ("spaces_of(stones).size", 2),
    "far": ("distance(at(board, 1, 1), at(board, 3, 2), straight)", 3),
    "way_back": ("ray(at(board, 2, 2), opposite(north))[1].row", 1),
    "upper_two": ("top_of(2, line).size + top_of(9, line).size", 5),
    "worth_of_a_walk": ("walk_worth(at(board, 1, 1), at(board, 3, 1), 4, leaving, entering)", 1 + 3 + 1),
    "worth_of_a_corner": ("walk_worth(at(board, 1, 1), at(board, 2, 2), 2, leaving, entering, straight)", 1 + 3),
    "no_corner_cut": ("walk_worth(at(board, 1, 1), at(board, 2, 2), 1, leaving, entering, straight) is nothing", True),
    "corner_cut": ("walk_worth(at(board, 1, 1), at(board, 2, 2), 1, leaving, entering)", 3),
    "too_far_to_walk": ("walk_worth(at(board, 1, 1), at(board, 3, 1), 1, leaving, entering) is nothing", True),
    "already_there": ("walk_worth(at(board, 1, 1), at(board, 1, 1), 1, leaving, entering)", 0),
    "list_joined": ("(line + [at(board, 3, 3), at(board, 2, 2)]).size", 4),
    "lowest_found": ("lowest s.row for s in group", 3),
    "seats": ("seat_number(white, red) + (0 if next_seat(red) is white otherwise 9)", 2),
}
VALUES = "\n".join(f"value {name} is {text}" for name, (text, _) in CASES.items())


@pytest.mark.parametrize("name", CASES)
def test_the_value_of_an_expression(engine, name):
    model = engine.model.values[name]
    vector = engine.start(1).vector
    call = x.CallValue(model.type, model.span, name, ())
    assert engine.evaluate(call, vector) == CASES[name][1]


def test_the_innermost_adjustment_counts_and_sees_what_was_before(tmp_path):
    player = telling(
        tmp_path,
        """
counter coins for each player from 0 up to 40
value price(p: player, n: number) is n
action go as "go":
  with price(me, n) is price(me, n) + 1:
    gain price(me, 1) coins
    with price(me, 1) is 7: gain price(me, 1) + price(me, 2) + price(opponent, 2) coins
  gain price(me, 1) coins
""",
    )
    assert player.play("go").value("coins", 0) == 2 + (7 + 3 + 2) + 1


def test_the_latest_line_of_the_turn_counts_before_what_stands(tmp_path):
    player = telling(
        tmp_path,
        """
data charms of charm from "charms.yaml"
keep charms_of for each player as set of charm
standing adjusts of charm while charm in charms_of[me]
counter coins for each player from 0 up to 99
value price(p: player) is 1
action go as "go":
  gain price(me) coins
  for each k in charms: add k to charms_of[me]
  gain price(me) coins
  gain price(opponent) coins
  this turn price(me) is 20
  gain price(me) coins
  this turn price(me) is price(me) + 10
  gain price(me) coins
""",
        charms_yaml='charms:\n- {id: thing, adjusts: {price(me): "5"}}\n- {id: other}\n',
        schema=ROW_SCHEMA,
    )
    assert player.play("go").value("coins", 0) == 1 + 5 + 1 + 20 + 30


def test_what_is_changed_by_with_does_not_hold_in_rules_that_answer(tmp_path):
    player = telling(
        tmp_path,
        """
event rang(who: player)
counter coins for each player from 0 up to 40
value price(p: player) is 1
procedure charge(p: player):
  gain price(p) coins for p
action go as "go":
  with price(p) is 5:
    charge(me)
    emit rang(me)
rule rings:
  when rang(who)
  charge(who)
""",
    )
    assert player.play("go").value("coins", 0) == 6


def test_rules_text_of_rows_is_run_line_by_line_and_asked(tmp_path):
    player = telling(
        tmp_path,
        """
data charms of charm from "charms.yaml"
event rang(who: player, step)
counter coins for each player from 1 up to 40
action go as "go":
  skip
  for each k in charms:
    if possible(k.effect): add a to told
    if holds(k.test, me): add b to told
    if amount_of(k.amount, opponent) is 2: add c to told
    run k.effect
  emit rang(me, d)
rule answers:
  when any event
  for each p in players:
    ask p:
      for each k in charms where fits(k.when): add e to told
""",
        charms_yaml="""charms:
- id: payer
  effect: |
    pay 5 coins
    add h to told
  when: "rang(me, d)"
- id: buyer
  effect: |
    pay 1 coins
    choose x from [i, j] where x is h
    add g to told
  test: "coins[me] is 1"
  amount: coins[me] + 1
  when: "rang(p, s) where s is a"
- id: plain
""",
        schema=ROW_SCHEMA,
    )
    assert told(player.play("go")) == "ah" + "abcg" + "e"


def test_an_adjustment_in_force_for_two_players_in_one_call_is_told(tmp_path):
    with pytest.raises(Rejected) as caught:
        telling(
            tmp_path,
            """
data charms of charm from "charms.yaml"
keep held for each player as set of charm
standing adjusts of charm while charm in held[me]
value price(p: player) is 1
procedure hold():
  for each p in players:
    for each k in charms: add k to held[p]
action go as "go {n}":
  choose n from [1 to price(me)]
  skip
""",
            flow="""
phase holding:
  do hold
  next play
phase play:
  turns alternate from white
  must go
  stuck error
finish when ended:
  winner nobody
""",
            charms_yaml='charms:\n- {id: thing, adjusts: {price(p): "5"}}\n',
            schema=ROW_SCHEMA,
        )
    (finding,) = caught.value.diagnostics
    assert finding.code == "RW707"
    assert "by thing for white and by thing for red" in finding.message
