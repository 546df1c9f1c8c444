"""Games for the tests of bots: shipped ones, and small ones about chance and hidden things."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from interpreter import Game, State, load

DICE = """
game dice "Dice" version 1 players white, red
kind sides of side is ace, deuce, trey, cater, cinque, sice

action dare "Win with a one" as "dare":
  reveal s from sides
  if s is ace:
    winner me
  otherwise:
    winner opponent
action trust "Win with anything but a one" as "trust":
  reveal s from sides
  if s is ace:
    winner opponent
  otherwise:
    winner me

phase play:
  turns alternate from white
  must one of dare, trust
  stuck error
"""
"""One throw decides."""

TILES = """
game tiles "Tiles" version 1 players white, red
kind colours of colour is blue, green
data tiles of tile from "tiles.yaml"
keep face for each tile as colour from blue hidden
keep bid for each player as number 0 to 9 from 5 seen by owner
keep found for each tile as maybe player
counter score for each player from 0 up to 9

procedure hide():
  for each t in tiles:
    reveal c from colours
    set t.face to c

action look "Look at a tile" as "look {t}":
  choose t from tiles where t.found is nobody
  show t to me
  set t.found to me
  set me.bid to 3

phase hiding:
  do hide
  next play
phase play:
  turns alternate from white
  must look
  stuck: winner nobody
"""
"""Tiles with hidden faces, which a player may look at, and a number that only its owner sees."""

TILES_YAML = "tiles: [" + ", ".join(f"{{id: {name}}}" for name in ("oak", "ash", "elm", "fir", "yew", "box")) + "]\n"


def small(folder: Path, text: str, files: Mapping[str, str] | None = None) -> Game:
    """The game of a text, written into a folder."""
    for name, content in {"game.rules": text, **(files or {})}.items():
        (folder / name).write_text(content, encoding="utf-8")
    return load(folder)


def states(game: Game, seed: int) -> list[State]:
    """The states of one random game, but for its end."""
    random, state, found = Random(seed), game.new(seed), []
    while state.decision is not None:
        found.append(state)
        state = state.apply(random.choice(state.decision.options))
    return found
