"""A game that has been played once more, in place and without stopping."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from interpreter.compiled.engine import CompiledEngine
from interpreter.game.saves import Writer
from interpreter.run import Decision, Engine

from .telling import Parted, guarded, same, same_vectors

if TYPE_CHECKING:
    from .lockstep import Course

TURNS_WITHOUT_CHOICE = 20
"""How many turns in a row may pass in which nothing can be chosen."""


class Script:
    """Answers decisions as they were answered before; raises Parted when there are other ones. `turns` is for users."""

    def __init__(self, picks: Sequence[int], sizes: Sequence[int]) -> None:
        self.picks, self.sizes = picks, sizes
        self.used = self.turns = 0

    def pick(self, count: int) -> int:
        """The number of the option taken, of so many."""
        if not self.open:
            raise Parted("the decisions of a playout", f"{self.used} of them", f"one more, with {count} options")
        same("the number of options in a playout", self.sizes[self.used], count)
        self.used += 1
        return self.picks[self.used - 1]

    def choose(self, decision: Decision) -> int:
        """The number of the option taken in a decision."""
        return self.pick(len(decision.options))

    @property
    def open(self) -> bool:
        """Whether there are answers left."""
        return self.used < len(self.picks)

    def finished(self) -> None:
        """Raises Parted unless all decisions have been met."""
        same("the decisions of a playout", f"{len(self.picks)} of them", f"{self.used} of them")


def in_one_go(
    reference: Engine, compiled: CompiledEngine, writer: Writer, course: Course, dice: Random, thorough: float
) -> None:
    """Plays the choices of a course in place, whole and in parts, and compares the states it comes to."""
    if course.last is None:
        return
    position, count = course.last.position, len(course.picks)
    for name, engine in (("reference", reference), ("compiled", compiled)):
        script = Script(course.picks, course.sizes)
        what = f"a playout by the {name} executor"
        end = guarded(what, partial(engine.playout, engine.start_vector(course.seed), script.choose, most=count))
        script.finished()
        same_vectors(f"the end of {what}", writer, position.vector, end.vector)
        same(f"the choices at the end of {what}", position.choices, end.choices)
    if position.over:
        script = Script(course.picks, course.sizes)
        start = compiled.start_vector(course.seed)
        same_vectors("the start of a playout in place", writer, reference.start_vector(course.seed), start)
        over = guarded("a playout in place", partial(compiled.run_out, start, script.pick))
        script.finished()
        same_vectors("the end of a playout in place", writer, position.vector, over)
    for (before, state), (after, following) in pairwise(course.settled):
        if dice.random() < thorough:
            script = Script(course.picks[before:after], course.sizes[before:after])
            vector: Sequence[int] = state.position.vector
            while script.open and script.turns < after - before + TURNS_WITHOUT_CHOICE:
                script.turns += 1
                vector = guarded("a turn in place", partial(compiled.run_out, vector, script.pick, 1))
            script.finished()
            # A playout may stop before a turn in which nothing can be done; the reference goes on to the next decision.
            end = guarded("going on from a turn in place", partial(reference.advance, vector[: writer.layout.size], ()))
            same_vectors("the end of a turn in place", writer, following.position.vector, end.vector)
