"""The solar system of SETI: every cell for all angles of the discs, and where each probe goes when they turn."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from interpreter.game import Game, State, load
from interpreter.model import expressions as x
from interpreter.model.types import MemberType

ROOT = Path(__file__).parents[2]
FACTS: dict[str, Any] = json.loads((ROOT / "tests/data/seti/solar_system.json").read_text(encoding="utf-8"))
DISCS = ("disc1", "disc2", "disc3")
SPACES = [(ring, column) for ring in (1, 2, 3, 4) for column in range(8)]

Angles = tuple[int, int, int]
ALL_ANGLES: list[Angles] = [(first, second, third) for first, second, third in product(range(8), repeat=3)]


def layer(angles: Angles, ring: int, column: int) -> tuple[str, str]:
    """The first layer from the top without a hole at a space, and what it shows there."""
    for disc, angle in zip((*DISCS, "board"), (*angles, 0), strict=True):
        cells = FACTS["cells"][disc].get(str(ring))
        if cells is not None and (cell := cells[(column + angle) % 8]) != "hole":
            return disc, cell
    raise AssertionError((angles, ring, column))


def after_turn(angles: Angles, turned: str, ring: int, column: int) -> tuple[int, bool]:
    """Where a probe stands after a disc has turned, and whether it was pushed there."""
    moving = FACTS["carries"][turned]
    later = turn(angles, turned)
    if layer(angles, ring, column)[0] in moving:
        return (column - 1) % 8, False
    if layer(later, ring, column)[0] in moving:
        return (column - 1) % 8, True
    return column, False


def turn(angles: Angles, turned: str) -> Angles:
    """The angles after a disc has turned with those above it."""
    first, second, third = (
        (angle + (disc in FACTS["carries"][turned])) % 8 for disc, angle in zip(DISCS, angles, strict=True)
    )
    return first, second, third


@pytest.fixture(scope="module")
def game() -> Game:
    return load("seti", players=4)


def test_what_is_visible_for_all_angles_of_the_discs(game: Game) -> None:
    state = game.new(1)
    look, model = state.look, game.model
    angle = look.engine.layout.variables["angle"]
    members, span = model.domains["disc"].members, model.values["body_of"].span
    bodies = model.domains["body"].members
    spaces = {f"ring{ring}_x{column}": (ring, column) for ring, column in SPACES}
    for angles in ALL_ANGLES:
        for disc, steps in zip(DISCS, angles, strict=True):
            slot = angle.at([members.index(disc)])
            assert slot is not None
            angle.codec.write(look.vector, slot, steps)
        for number, name in enumerate(model.spaces.names):
            space = x.Const(MemberType("space", None), span, number)
            body = look.value(x.CallValue(MemberType("body", None), span, "body_of", (space,)))
            assert bodies[body] == layer(angles, *spaces[name])[1], (angles, name)


def test_where_planets_stand_with_no_disc_turned() -> None:
    for planet, (ring, column) in FACTS["reference_view"]["planets"].items():
        assert layer((0, 0, 0), ring, column)[1] == planet
    for ring, column in FACTS["reference_view"]["visible_asteroids"]:
        assert layer((0, 0, 0), ring, column)[1] == "asteroids"


def laid_out(game: Game, angles: Angles, dial: str) -> State:
    """A position in which a probe stands on each of the 32 spaces, and the disc turns when Blue passes.

    There are more probes than spaces; the rest of them stay with their players.
    """
    document = game.new(1).to_json()
    document["flow"] |= {"phase": "play", "mover": "blue", "first": "blue"}
    document["keeps"]["angle"] = dict(zip((*DISCS, "board"), (*angles, 0), strict=True))
    document["keeps"]["dial"] = dial
    for piece, (ring, column) in zip(document["pieces"].values(), SPACES, strict=False):
        piece["space"] = f"ring{ring}_x{column}"
    document["counters"] |= {"publicity": dict.fromkeys(game.players, 0), "round": 5}
    places = document["places"]
    places["discard"] += places["hand"]["blue"]
    places["hand"]["blue"] = []
    return game.from_json(document)


@pytest.mark.parametrize("dial", DISCS)
def test_where_probes_go_when_a_disc_turns(game: Game, dial: str) -> None:
    for angles in ALL_ANGLES[::13]:
        document = laid_out(game, angles, dial).play("pass_round").to_json()
        publicity = dict.fromkeys(game.players, 0)
        for (name, piece), (ring, column) in zip(document["pieces"].items(), SPACES, strict=False):
            there, pushed = after_turn(angles, dial, ring, column)
            assert piece["space"] == f"ring{ring}_x{there}", (angles, ring, column)
            if pushed:
                publicity[name.split("_")[0]] += FACTS["publicity"][layer(turn(angles, dial), ring, there)[1]]
        assert document["counters"]["publicity"] == publicity
        assert document["keeps"]["angle"] == dict(zip((*DISCS, "board"), (*turn(angles, dial), 0), strict=True))
