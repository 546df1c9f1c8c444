"""Rules at the edges of what generated programs know, each played alike by both executors, with passes and without."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from interpreter.check import check_game
from interpreter.compiled.engine import CompiledEngine
from tools.differential.lockstep import Pair
from tools.differential.passes import NONE, every_choice

WITHOUT_SPLICES = every_choice()[0] - {"splices"}

BOARD = """game corners "Corners" version 1 players white, black
grid board 3 by 2
keep mark for each space of board as maybe player
counter score for each player from 0 up to 9
kind tints of tint is amber, blue
keep favourite for each player as tint from amber
event shown(who: player)
action pass:
  skip
"""
CASES = {
    "a number that only some of the spaces have": """
grid wheel orbit 1 to 2 wrapped by x 0 to 2
keep steps for each player as number 0 to 9
keep place as space from a1
value near(s: space) is s.x < 1
action act:
  choose s from board where s.mark is nobody
  set s.mark to me
  set place to s
  set me.steps to place.x
  if near(place): score 1
  if place.orbit <= 2: score 2
action turn:
  choose s from wheel where s.x > me.steps
  set place to s
  set me.steps to place.x
  if near(place): score 1
phase play:
  turns alternate from white
  must one of act, turn
  stuck pass
""",
    "a number of steps where there is no way": """
keep steps for each player as number 0 to 9
keep place as maybe space from nothing
action act:
  choose s from board where s.mark is nobody
  set me.steps to distance(s, place)
  set s.mark to me
  set place to s
action rest:
  set me.steps to distance(nothing, nothing)
phase play:
  turns alternate from white
  must one of act, rest
  stuck pass
""",
    "an end of the game that sets itself off": """
action act:
  choose s from board where s.mark is nobody
  set s.mark to me
phase play:
  turns alternate from white
  must act
  stuck pass
finish when any s in board where s.mark is not nobody:
  set at(board, 1, 1).mark to white
  winner nobody
""",
    "a name that another action of the turn has for a constant": """
counter turns for the game from 0 up to 6
action put:
  choose a from board where a.mark is nobody
  choose b from neighbours(a)
  set b.mark to me
action rest:
  let nowhere_free be those s in board where me is not me
rule counting:
  after put, rest
  gain 1 turns
phase play:
  turns alternate from white
  must put
  stuck rest
finish when turns is 6:
  winner nobody
""",
    "a counter at a key that may be nothing": """
counter ticks for each 1 to 3 from 0 up to 1
value silent is none s in board where s.mark is nobody
procedure tidy():
  lose 1 ticks[lowest score[p] for p in players where silent]
action act:
  choose s from board where s.mark is nobody
  set s.mark to me
  tidy()
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "an action that comes to nothing, as its counter has no such key": """
counter ticks for each 1 to 3 from 0 up to 1
action act:
  gain 1 ticks[me.score]
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "a counter at a key outside its range": """
counter turns for the game from 0 up to 1
counter ticks for each 1 to 3 from 0 up to 1
procedure tick(s: space, n: number 0 to 1):
  gain 1 ticks[max(n, turns)]
action act:
  choose s from board
  set s.mark to mover
  tick(at(board, nothing, nothing), score[mover])
action more:
  score 1
phase play:
  turns alternate from white
  must one of act, more
  stuck error
""",
    "a pick that prefers nothing, with nothing after it": """
action act:
  pick s from board preferring nothing
  let who be me
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "an action performed after the main one": """
main action act:
  choose s from board
procedure again():
  perform act free
phase opening:
  turns once from black
  must act
  after main action again
  stuck pass
  next play
phase play:
  turns alternate from white skipping players
  must act
  stuck pass
  next over
procedure nothing_more():
  skip
phase over:
  do nothing_more
finish after over:
  winner nobody
""",
    "a score after the main action": """
procedure worth(s: space):
  score 1 for me
procedure after_it():
  worth(first s in board)
action act:
  skip
phase play:
  turns alternate from white
  must act
  after main action after_it
  stuck pass
""",
    "a literal beside `is`": """
action act:
  choose s from board where (nothing is nothing) and (no is no) and ((1 is 1) or nobody is not nothing)
  set s.mark to me if (first t in board).mark is nobody otherwise nobody
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "a union of runs, one of which is nothing": """
value flips(s: space) is union (nothing if (first d in ray(s, way)).mark is white otherwise []) for way in [north]
action act:
  choose s from flips(c2)
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "loops in loops over what is worked out once": """
counter ticks for each 1 to 3 from 2 up to 5
value full is none c in board where c.mark is nobody
value joined(p: player) is (
  any c in connected(those a in board where a.column is 1, those d in board where d.mark is p)
  where c in (those e in board where e.column is 2))
value others(p: player) is those q in (those o in (players - [black, white]) where full) where joined(opponent_of(q))
value odd(s: space) is those t in [first u in tints, last w in tints] where joined(next_seat(mover))
rule told:
  when shown(who) where any s in board where full
  set (first s in board).mark to mover
action act:
  choose s from board where s.mark is nobody
  set s.mark to mover
  emit shown(me)
  if others(me).size > 0 or odd(s).size > 5: score 1
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "a variable that is set to nothing though nothing says so": """
counter worth for each player, tint from 0 up to 3
action act:
  choose s from board
  gain 2 worth[me, me.favourite]
action odd:
  set me.favourite to best t in tints by nothing latest
phase play:
  turns alternate from white
  must one of act, odd
  stuck pass
""",
    "the mover before there is one": """
procedure prepare():
  score 1 for mover
  set (first s in board).mark to best p in players by (times shown(p) this turn) earliest
action act:
  choose s from board
  set s.mark to best p in players by (times shown(p) this turn) earliest
phase before:
  do prepare
  next play
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "a decision in mid-effect without candidates": """
action act:
  if score[me] > 1:
    score 1
  let free be those s in board where s.mark is nobody
  choose s from free where s.column < 3 as "{s}"
  set s.mark to me
  score 1
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "a value that a line makes nothing of": """
value bonus(p: player) is 1
procedure use():
  if bonus(me) < 3: score 2
  score bonus(me)
action act:
  choose s from board
  use()
  with bonus(me) is [1, 2][4]:
    use()
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "a name in an offer for something that need not be there, of which only the effect asks": """
action act:
  choose s from board where s.mark is nobody
  let taken be first t in board where t.mark is opponent
  set s.mark to me
  if taken is not nothing: set taken.mark to nobody
phase play:
  turns alternate from white
  must act
  stuck pass
""",
    "a list without as many numbers as it is asked for": """
action act:
  choose s from board where score[me] >= [1, 2][s.column + 1] or s.row is 1
  score 1
phase play:
  turns alternate from white
  must act
  stuck pass
""",
}


@pytest.mark.parametrize(
    "passes", [every_choice()[0], NONE, WITHOUT_SPLICES, frozenset({"splices"})], ids=["all", "none", "whole", "parts"]
)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.filterwarnings("error")
def test_a_corner_case_is_played_alike(case: str, passes: frozenset[str], tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(BOARD + CASES[case], encoding="utf-8")
    pair = Pair(check_game(tmp_path), str(tmp_path), passes)
    for seed in (1, 2):
        course, difference = pair.play(seed, Random(seed), 12, 1)
        assert difference is None, difference.text()
        assert course.picks or course.refused


def test_parts_are_still_called_in_a_program_that_was_kept_and_read_again(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(BOARD + CASES["a value that a line makes nothing of"], encoding="utf-8")
    model = check_game(tmp_path).model
    first = CompiledEngine(model)
    model, program = pickle.loads(pickle.dumps((model, first.compiled)))
    again = CompiledEngine(model, program=program)
    called: set[str] = set()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if frame.f_code.co_filename == "<generated parts>":
            called.add(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        position = again.after(again.start(1), 0)
    finally:
        sys.setprofile(None)
    assert position.vector == first.after(first.start(1), 0).vector
    assert {name.split("_")[0] for name in called} >= {"options", "block"}


def test_steps_are_counted_anew_for_every_choice(tmp_path: Path) -> None:
    """One machine serves all positions: what the choices before have set off does not count for the next."""
    rules = """
action put:
  choose s from board where s.mark is nobody
  set s.mark to me
  repeat 2 times:
    score 1
phase play:
  turns alternate from white
  must put
  stuck pass
"""
    (tmp_path / "game.rules").write_text(BOARD + rules, encoding="utf-8")
    engine = CompiledEngine(check_game(tmp_path).model)
    position = engine.start(1)
    for _ in range(3):
        engine._machine_at_hand.budget = 0
        position = engine.after(position, 0)
    settled = engine.advance(position.vector, ())
    engine._machine_at_hand.budget = 0
    assert engine.advance(settled.vector, (settled.raw[0],)).vector == engine.after(position, 0).vector


def test_steps_are_counted_anew_for_every_turn_of_a_playout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = """
action put:
  choose s from board where s.mark is nobody
  set s.mark to me
  repeat 5 times:
    score 1
phase play:
  turns alternate from white
  must put
  stuck pass
finish when all s in board where s.mark is not nobody:
  winner nobody
"""
    (tmp_path / "game.rules").write_text(BOARD + rules, encoding="utf-8")
    model = check_game(tmp_path).model
    for module in ("interpreter.run.machine", "interpreter.compiled.support.positions"):
        monkeypatch.setattr(f"{module}.BUDGET", 20)
    engine = CompiledEngine(model)
    vector = engine.start(1).vector
    for end in (engine.run_out(vector, Random(1).randrange), engine.run_random(vector, Random(1).random)):
        assert end[engine.layout.over]
    assert engine.run_out(vector, Random(1).randrange, 6)[engine.layout.over]
