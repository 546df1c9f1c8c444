"""Tiny games in which every optimising pass finds something to do: marks, chains, men, tokens that trade, stones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from interpreter.check import CheckedGame, check_game
from interpreter.compiled.code.made import PASSES
from interpreter.compiled.engine import CompiledEngine

MARKS = """game marks "Marks" version 1 players white, black
grid board 4 by 4
keep mark for each space of board as maybe player
value enclosed(s: space, way: direction) is leading c in ray(s, way) where c.mark is opponent
value behind(s: space, way: direction) is first c in ray(s, way) where c.mark is not opponent
value turned(s: space, way: direction) is enclosed(s, way) if behind(s, way).mark is me otherwise []
value flips(s: space) is union turned(s, way) for way in any_way
value beside(s: space) is any n in neighbours(s, straight) where n.mark is not nobody
action put as "put {s}":
  choose s from board where s.mark is nobody and (s.row is 1 or beside(s))
  for each c in flips(s):
    set c.mark to me
  set s.mark to me
phase play:
  turns alternate from white
  must put
  stuck error
finish when all s in board where s.mark is not nobody:
  winner nobody
"""
CHAINS = """game chains "Chains" version 1 players white, black
grid board 4 by 4 hexagonal
keep mark for each space of board as maybe player
value own(p: player) is those c in board where c.mark is p
value line_of(c: space, p: player) is c.row if p is white otherwise c.column
value near_side(p: player) is those c in board where line_of(c, p) is 1
value far_side(p: player) is those c in board where line_of(c, p) is 4
action put as "put {s}":
  choose s from board where s.mark is nobody
  set s.mark to me
phase play:
  turns alternate from white
  must put
  stuck error
finish when any c in connected(near_side(mover), own(mover)) where c in far_side(mover):
  winner mover
"""
MEN = """game men "Men" version 1 players white, black
grid board 4 by 5
piece men of man has owner: player, space: maybe space, tired: yes_no
setup from "setup.yaml"
figures squares from "squares.yaml" on board
counter score for each player from 0 up to 3
table ahead by player:
  columns front, slant
  white: north [north_east, north_west]
  black: south [south_east, south_west]
value mine is those m in men where m.owner is me and m.space is not nowhere
value man_on(s: space) is first m in men where m.space is s
value army(p: player) is those m in men where m.owner is p
value formed(m: man) is those f in squares where m.space in f.cells and f.cells within spaces_of(army(m.owner))
action advance as "advance {m}>{dest}":
  choose m from mine
  choose dest from neighbours(m.space, [ahead[me].front]) where man_on(dest) is nothing
  move m to dest
action slant as "slant {m}>{dest}":
  choose m from mine
  choose dest from neighbours(m.space, ahead[me].slant) where man_on(dest) is nothing or man_on(dest).owner is opponent
  remove man_on(dest)
  move m to dest
action climb as "climb {m}>{dest}":
  choose m from mine where not m.tired
  choose dest from neighbours(m.space, straight) where dest.row > 2 and man_on(dest) is nothing
  move m to dest
  set m.tired to yes
action trade as "trade {a}~{b}":
  choose a from mine where a.tired
  choose b from mine where not b.tired
  swap a with b
  set a.tired to no
action wait as "wait {m}":
  choose m from mine where not m.tired
  set m.tired to yes
rule forming:
  after advance, slant
  award(count m in moved where formed(m).size > 0)
rule waking:
  after advance, slant
  if any m in moved where formed(m).size > 0:
    for each u in mine:
      set u.tired to no
procedure award(points: number):
  if points > 0:
    score points
phase play:
  turns alternate from white
  must one of advance, slant, climb, trade
  must wait
  stuck error
finish when any m in men where m.space is not nowhere and m.space.row is (5 if m.owner is white otherwise 1):
  winner mover
finish when any p in players where p.score is 3 or (none m in men where m.owner is p and m.space is not nowhere):
  winner mover
"""
PAIRS = """game pairs "Pairs" version 1 players white, black
kind shapes of shape is round, square
grid board 4 by 4
piece tokens of token has owner: player, shape, space, tired: yes_no
setup from "tokens.yaml"
figures rows from "rows.yaml" on board
counter turns_left for the game from 0 up to 60
value mine is those t in tokens where t.owner is me
value vacant(s: space) is none t in tokens where t.space is s
value like(t: token) is those u in tokens where u.owner is t.owner and u.shape is t.shape
value formed(t: token) is those f in rows where t.space in f.cells and f.cells within spaces_of(like(t))
value others(t: token) is spaces_of(like(t) - [t])
value lacking(t: token) is any f in rows where others(t) within f.cells and (any c in f.cells where vacant(c))
action step as "step {t}>{dest}":
  choose t from mine
  choose dest from neighbours(t.space, straight) where vacant(dest)
  move t to dest
action slant as "slant {t}>{dest}":
  choose t from mine
  require not t.tired
  choose dest from neighbours(t.space, diagonal) where vacant(dest)
  move t to dest
  set t.tired to yes
action trade as "trade {a}~{b}":
  choose a from mine where a.shape is round
  choose b from mine where b.shape is square and b.space in neighbours(a.space, straight)
  limit 3 per game for me
  swap a with b
  ensure formed(a).size > 0 or formed(b).size > 0
action claim as "claim {t}":
  choose t from mine where lacking(t)
  ask opponent as "put {dest}":
    choose dest from board where vacant(dest)
    move t to dest
event made(maker: player, done: set of token)
rule making:
  after step, slant, trade
  lose 1 turns_left
  if any t in moved where formed(t).size > 0:
    emit made(me, moved)
rule breaking:
  when made(maker, done)
  ask opponent_of(maker) as "break {t}>{dest}":
    choose t from tokens where t.owner is maker and t not in done
    choose dest from board where vacant(dest)
    move t to dest
phase start:
  do fill
  next play
procedure fill():
  set turns_left to 60
phase play:
  turns alternate from white
  must one of step, slant, trade, claim
  stuck error
finish when turns_left is 0:
  winner nobody
"""
TOKENS = """piece: token
area: board
legend:
  w: {owner: white}
  b: {owner: black}
  r: {shape: round}
  s: {shape: square}
order: [owner, shape]
art:
- "wr ws br bs"
- "ws .  .  br"
- "br .  .  ws"
- "bs br ws wr"
"""
ROWS = """rows:
- {id: row, place: anywhere, symmetry: turns, cells: ["x x x"]}
"""
STONES = """game stones "Stones" version 1 players white, black
grid board 3 by 4
piece stones of stone for each player up to 4 has space: maybe space
counter laid for each player from 0 up to 4
counter calm for the game from 0 up to 12
value vacant(s: space) is none t in stones where t.space is s
value standing(p: player) is those t in stones where t.owner is p and t.space is not nowhere
value lined(t: stone) is (
  any l in lines(board, 3) where t.space in l.cells and l.cells within spaces_of(standing(t.owner)))
value beaten(p: player) is p.laid is 4 and standing(p).size < 2
action lay as "lay {dest}":
  require me.laid < 4
  choose dest from board where vacant(dest)
  let fresh be first t in stones where t.owner is me and t.space is nowhere
  require fresh is not nothing
  move fresh to dest
  gain 1 laid
action shove as "shove {t}>{dest}":
  require me.laid is 4
  choose t from standing(me)
  choose dest from neighbours(t.space, straight) where vacant(dest)
  move t to dest
rule reaching:
  after lay, shove
  if any t in moved where t.space.row is 4 or lined(t):
    set calm to 0
    choose fallen from standing(opponent) as "take {fallen}"
    remove fallen
  otherwise:
    gain 1 calm
phase play:
  turns alternate from white
  must one of lay, shove
  stuck: winner opponent
finish when any p in players where beaten(p):
  winner first p in players where not beaten(p)
finish when calm is 12:
  winner nobody
"""
SETUP = """piece: man
area: board
legend:
  w: {owner: white}
  b: {owner: black}
fill:
  1: w
  -1: b
"""
SQUARES = """squares:
- {id: square, place: anywhere, symmetry: none, cells: ["x x", "x x"]}
"""
GAMES = {"marks": MARKS, "chains": CHAINS, "men": MEN, "pairs": PAIRS, "stones": STONES}
FILES = {
    "men": {"setup.yaml": SETUP, "squares.yaml": SQUARES},
    "pairs": {"tokens.yaml": TOKENS, "rows.yaml": ROWS},
}


@cache
def checked(name: str) -> CheckedGame:
    """A tiny game, checked."""
    folder = Path(mkdtemp(prefix="tiny-"))
    (folder / "game.rules").write_text(GAMES[name], encoding="utf-8")
    for file, written in FILES.get(name, {}).items():
        (folder / file).write_text(written, encoding="utf-8")
    return check_game(folder)


@cache
def program(name: str, without: str = "") -> CompiledEngine:
    """The compiled executor of a tiny game, without a pass."""
    return CompiledEngine(checked(name).model, PASSES - {without})


def text(name: str, function: str, without: str = "") -> str:
    """The generated text of one function, or of all for an empty name; empty when there is none."""
    whole = program(name, without).generated.source
    if not function:
        return whole
    return next((part for part in whole.split("\n\n") if part.startswith(f"def {function}(")), "")
