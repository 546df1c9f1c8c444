"""Playing in place until a bell rings: by given choices, and at random."""

from __future__ import annotations

from functools import partial
from random import Random

from interpreter.compiled.engine import CompiledEngine
from interpreter.diagnostics import Rejected
from interpreter.game.saves import Writer
from interpreter.run import Decision, Engine, Position

from .bell import has_bell, with_bell_set
from .direct import Script
from .telling import Parted, guarded, same, same_vectors

FEW_OPTIONS = 8
ENOUGH = 14
"""So many times as many random turns as there are options miss none of a few, but for one time in 100,000."""

MOST_DRAWS = 100_000
MOST_ACTIONS = 6
MOST_DECISIONS = 60


class Chance:
    """A source of chance that runs dry: no turn needs so much of it."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.left = MOST_DRAWS

    def draw(self) -> float:
        """A fraction of 1."""
        self.left -= 1
        if self.left < 0:
            raise Parted("a random turn does not end", f"within {MOST_DRAWS} draws", "more")
        return self.dice.random()


def same_when_it_rings(
    reference: Engine, compiled: CompiledEngine, writer: Writer, position: Position, dice: Random
) -> None:
    """Plays on from a position in place until the bell rings after a few actions, and after one."""
    if not has_bell(writer.layout) or position.decision is None or position.choices:
        return
    try:
        _by_choices(reference, compiled, writer, position, dice)
        _at_random(reference, compiled, writer, position, dice)
    except Rejected:
        # What is rejected, and that both reject it, is compared where the game is played decision by decision.
        return


def _by_choices(reference: Engine, compiled: CompiledEngine, writer: Writer, position: Position, dice: Random) -> None:
    vector = with_bell_set(writer.layout, position.vector, dice.randint(1, MOST_ACTIONS))
    picks: list[int] = []
    sizes: list[int] = []

    def choose(decision: Decision) -> int:
        sizes.append(len(decision.options))
        picks.append(dice.randrange(sizes[-1]))
        return picks[-1]

    end = reference.playout(vector, choose, most=MOST_DECISIONS)
    if end.decision is None:
        script = Script(picks, sizes)
        over = guarded("playing in place to a bell", partial(compiled.run_out, vector, script.pick))
        script.finished()
        same_vectors("the state when a bell rings", writer, end.vector, over)


def _at_random(reference: Engine, compiled: CompiledEngine, writer: Writer, position: Position, dice: Random) -> None:
    """What random turns come to must be what the options come to, and where these are few, all of it."""
    size = writer.layout.size
    vector = with_bell_set(writer.layout, position.vector, 1)
    start = reference.advance(vector, ())
    if start.decision is None:
        return
    ends: set[tuple[int, ...]] = set()
    count = len(start.decision.options)
    for number in range(count):
        after = reference.after(start, number)
        if after.decision is not None:
            return
        ends.add(after.vector[:size])
    found: set[tuple[int, ...]] = set()
    for _ in range(ENOUGH * count if count <= FEW_OPTIONS else FEW_OPTIONS):
        over = guarded("a random turn", partial(compiled.run_random, vector, Chance(dice).draw))
        found.add(tuple(over[:size]))
    if not found <= ends:
        strange = next(iter(found - ends))
        same_vectors("what a random turn comes to", writer, _nearest(strange, ends), strange)
    if count <= FEW_OPTIONS:
        same("how much random turns can come to", len(ends), len(found))


def _nearest(vector: tuple[int, ...], others: set[tuple[int, ...]]) -> tuple[int, ...]:
    """The one of some vectors that differs in the fewest slots."""
    return min(sorted(others), key=lambda other: sum(a != b for a, b in zip(vector, other, strict=True)))
