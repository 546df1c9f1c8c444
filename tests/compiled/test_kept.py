"""What is kept beside a state: only what some part of the program asks for in the end."""

from __future__ import annotations

from interpreter.compiled.ground.inverses import Inverses
from tests.compiled.tiny import program


def test_what_was_asked_for_in_vain_is_not_kept() -> None:
    """Who is beaten is not found by sets: how many stones stand somewhere is none, whatever the other half asks for."""
    kept = program("stones").generated.kept
    assert not kept.values
    assert kept.groups["stone"].slots


def test_what_was_asked_for_later_is_forgotten() -> None:
    engine = program("stones")
    inverses = Inverses(engine.model, engine.layout)
    first = inverses.group("stone", 15)
    before = inverses.size
    inverses.group("stone", 240)
    inverses.area("stone", 7)
    assert inverses.value_masks("laid") is not None
    inverses.drop_from(before)
    assert (inverses.size, inverses.values) == (before, {})
    assert inverses.groups["stone"].slots == {15: first}
    assert not inverses.areas["stone"].slots
    assert inverses.group("stone", 240) == before
