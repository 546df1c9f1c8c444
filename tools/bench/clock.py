"""Fair comparisons on a machine that is never quiet: contenders take turns in short slices, and medians count.

The time is that of the processor which this process used. One round lets every contender play for one slice; what
slows the machine down for a moment then slows them all, and the ratio within a round stays right.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

SHORTEST_BATCH = 0.001
"""Seconds between two looks at the clock, so that looking costs nothing even where a playout takes microseconds."""

Play = Callable[[], tuple[int, float]]
"""Plays at random to the end: how many playouts, and how many decisions they had in all (a fraction where reckoned)."""


@dataclass(frozen=True)
class Pace:
    """How long a comparison takes: so many rounds of slices, or fewer (but three) once it has taken `most` seconds."""

    slice_seconds: float = 0.040
    rounds: int = 41
    most: float = 60.0


FULL = Pace()
QUICK = Pace(rounds=7, most=5.0)


@dataclass(frozen=True)
class Slice:
    """What one contender did in one round."""

    seconds: float
    playouts: int
    decisions: float


class Rates:
    """The slices of one contender, round by round."""

    def __init__(self, slices: Sequence[Slice]) -> None:
        self.slices = tuple(slices)

    @property
    def decisions_per_second(self) -> float:
        """The median over the rounds."""
        return median(self._rates())

    @property
    def playouts_per_second(self) -> float:
        """Decisions per second by the length of a playout, so that one long game in a slice does not count as slow."""
        return self.decisions_per_second / self.length

    @property
    def length(self) -> float:
        """Decisions in a playout, on average over all rounds."""
        return sum(s.decisions for s in self.slices) / sum(s.playouts for s in self.slices)

    def ratio(self, other: Rates) -> float:
        """How many times as fast as another: the median over the rounds, both measured in the same one."""
        return median(mine / theirs for mine, theirs in zip(self._rates(), other._rates(), strict=True))

    def _rates(self) -> list[float]:
        return [s.decisions / s.seconds for s in self.slices]


def compare(contenders: Mapping[str, Play], pace: Pace) -> dict[str, Rates]:
    """Lets contenders play in turns; their rates by name. In every second round they come in the opposite order."""
    slices: dict[str, list[Slice]] = {name: [] for name in contenders}
    for play in contenders.values():
        play()  # what is worked out once and kept is not part of the race
    started = time.process_time()
    for number in range(pace.rounds):
        for name in contenders if number % 2 == 0 else reversed(list(contenders)):
            slices[name].append(run_slice(contenders[name], pace.slice_seconds))
        if number >= 2 and time.process_time() - started > pace.most:
            break
    return {name: Rates(done) for name, done in slices.items()}


def run_slice(play: Play, seconds: float) -> Slice:
    """Plays for so long, and one playout at least."""
    clock = time.process_time
    playouts, decisions = 0, 0.0
    batch = 1
    start = before = clock()
    while True:
        for _ in range(batch):
            games, made = play()
            playouts += games
            decisions += made
        now = clock()
        if now - start >= seconds:
            return Slice(now - start, playouts, decisions)
        if now - before < SHORTEST_BATCH:
            batch *= 2
        before = now


def typical(action: Callable[[], object], times: int) -> float:
    """The seconds that an action takes, the median of so many tries."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        action()
        taken.append(time.process_time() - start)
    return median(taken)
