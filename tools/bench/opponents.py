"""The others in a comparison: engines written by hand, OpenSpiel, Ludax, and our own reference executor."""

from __future__ import annotations

from collections.abc import Callable
from random import choice

from . import ludax_batch, open_spiel, ours
from .clock import Play
from .games import Case, HandGame


def by_hand(engine: Callable[[], HandGame]) -> Play:
    """Random playouts of an engine written by hand."""

    def play() -> tuple[int, int]:
        game, made = engine(), 0
        while not game.over:
            game.play(choice(game.legal()))
            made += 1
        return 1, made

    return play


def opponents(case: Case, executor: str) -> dict[str, Play]:
    """Everybody who plays a game besides our executor, by name; the engine written by hand is the first."""
    found = {"hand": by_hand(case.hand)}
    if case.tables is not None:
        found["tables"] = by_hand(case.tables)
    if executor != "reference":
        found["reference"] = ours.direct(ours.load(case.name, executor="reference").executor)
    if case.open_spiel is not None and open_spiel.available():
        found["open_spiel"] = open_spiel.contender(case.open_spiel)
    if case.ludax is not None and ludax_batch.available():
        found["ludax"] = ludax_batch.contender(case.ludax)
    return found


def absent() -> list[str]:
    """Who cannot take part here, and what to do about it."""
    parts = ((open_spiel.available(), open_spiel.ABSENT), (ludax_batch.available(), ludax_batch.ABSENT))
    return [word for there, word in parts if not there]
