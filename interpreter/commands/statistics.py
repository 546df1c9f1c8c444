"""What many games together say: shares with intervals, lengths, and how often things were used."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from interpreter.commands.matches import CUT, Record
from interpreter.commands.row_uses import Use

Z = 1.959964
"""Standard deviations on each side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened among so many times, with the bounds of a 95 % interval (Wilson's)."""

    count: int
    share: float
    low: float
    high: float


def share(count: int, among: int) -> Share:
    """The share of `count` among `among` (at least 1)."""
    part = count / among
    scale = 1 + Z * Z / among
    middle = (part + Z * Z / (2 * among)) / scale
    spread = Z * math.sqrt(part * (1 - part) / among + Z * Z / (4 * among * among)) / scale
    return Share(count, part, max(0.0, middle - spread), min(1.0, middle + spread))


def quantile(ordered: Sequence[int], part: float) -> float:
    """The value below which a part of ordered numbers lies (between neighbours: in proportion)."""
    place = part * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


@dataclass(slots=True)
class Standing:
    """How one bot did, whatever seats it had: seats played, those won (a shared win counts), lost and drawn.

    `scores` are its scores at the end, `rounds` and `seconds` what its searches took.
    """

    seats: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    scores: list[int] = field(default_factory=list)
    rounds: int = 0
    seconds: float = 0.0

    def take(self, record: Record, name: str) -> None:
        """Takes in a game for one of the seats that the bot had."""
        self.seats += 1
        self.won += name in record.winners
        self.lost += bool(record.winners) and name not in record.winners
        self.drawn += not record.winners
        self.scores += [record.scores[name]] if name in record.scores else []


@dataclass(slots=True)
class Tally:
    """The sums over games. `wins` counts a shared win for each who shares it."""

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    drawn: int = 0
    shared: int = 0
    cut: int = 0
    points: dict[str, list[float]] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    options: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    rows: Counter[Use] = field(default_factory=Counter)
    rows_won: Counter[Use] = field(default_factory=Counter)
    scores: dict[str, list[int]] = field(default_factory=dict)
    bots: dict[str, Standing] = field(default_factory=dict)
    figures: Counter[str] = field(default_factory=Counter)
    told: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, record: Record, seats: Iterable[str]) -> None:
        """Takes a game in. Games that were cut short count as drawn."""
        names = list(seats)
        self.games += 1
        self.wins.update(record.winners)
        self.cut += record.ending == CUT
        self.drawn += not record.winners and record.ending != CUT
        self.shared += len(record.winners) > 1
        parts = record.winners or tuple(names)
        for name in names:
            self.points.setdefault(name, []).append(1 / len(parts) if name in parts else 0.0)
        self.lengths.append(record.decisions)
        self.options += record.options
        self.endings[record.ending] += 1
        self.actions += record.actions
        self.rows += record.rows
        self.rows_won += record.rows_won
        for name, score in record.scores.items():
            self.scores.setdefault(name, []).append(score)
        for name, spec in record.bots.items():
            standing = self.bots.setdefault(spec, Standing())
            standing.take(record, name)
        for spec, (rounds, seconds) in record.thought.items():
            self.bots[spec].rounds += rounds
            self.bots[spec].seconds += seconds
        self.figures += record.figures
        for kind, counts in record.told.items():
            self.told[kind] = self.told.get(kind, Counter()) + counts

    def edge(self, seat: str, seats: int) -> tuple[float, float]:
        """How much more than its fair part a seat won (a draw is shared), and the half of a 95 % interval."""
        points = self.points[seat]
        mean = math.fsum(points) / len(points)
        variance = math.fsum((point - mean) ** 2 for point in points) / max(1, len(points) - 1)
        return mean - 1 / seats, Z * math.sqrt(variance / len(points))
