"""Games of SETI with both species met, and against the rival: both executors ask and answer alike all the way."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.game import load
from interpreter.run import Position
from tools.sweep.starting import Starts

STARTS = Path(__file__).parents[2] / "tools/sweep/starts"
SPECIES = ("anomalies", "centaurians", "exertians", "mascamites", "oumuamua")


def apart(reference: Position, compiled: Position, size: int) -> str | None:
    """In what two positions differ, if they do; what an executor keeps beyond the size of the state is its own."""
    if reference.vector[:size] != compiled.vector[:size] or reference.choices != compiled.choices:
        return "the state"
    one, two = reference.decision, compiled.decision
    if one is None or two is None:
        return None if one is two else "whether it is over"
    if (one.seat, one.purpose, one.revealed, one.kind) != (two.seat, two.purpose, two.revealed, two.kind):
        return f"the decision {one.purpose}"
    texts = [[(option.choice, option.action, option.words) for option in decision.options] for decision in (one, two)]
    return None if texts[0] == texts[1] else f"the options of {one.purpose}"


def played_alike(options: dict[str, str], players: int, starts: str, seed: int) -> int:
    """Plays a random game on both executors; the number of its decisions."""
    reference = load("seti", None, options, players, executor="reference")
    compiled = load("seti", None, options, players, executor="compiled")
    slow = Starts(reference, STARTS / starts).start(seed)
    fast = compiled.executor.advance(list(slow.vector), slow.choices)
    chance, lines = Random(seed), list[str]()
    while True:
        wrong = apart(slow, fast, reference.layout.size)
        assert wrong is None, (wrong, seed, lines)
        if slow.decision is None:
            return len(lines)
        number = chance.randrange(len(slow.decision.options))
        lines.append(slow.decision.options[number].words)
        slow, fast = reference.executor.after(slow, number), compiled.executor.after(fast, number)


@pytest.mark.parametrize("met", [("mascamites", "exertians"), ("centaurians", "anomalies")])
def test_games_with_both_species_met(met: tuple[str, str]) -> None:
    others = {f"with_{species}": "no" for species in SPECIES if species not in met}
    assert played_alike(others, 2, "seti_met.rules", 3) > 100


def test_a_game_against_the_rival() -> None:
    assert played_alike({"solo_level": "5"}, 1, "seti_solo.rules", 5) > 40
