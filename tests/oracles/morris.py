"""An independent engine of nine men's morris, for comparison with the rule file.

It is written from the printed rules, in plain Python, and reads no file of the game. Options are the same texts as
those of the rule file (`place a1`, `slide a1>d1`, `fly a1>g7`, `take d2`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field

POINTS = (
    *("a1", "d1", "g1", "b2", "d2", "f2", "c3", "d3", "e3", "a4", "b4", "c4"),
    *("e4", "f4", "g4", "c5", "d5", "e5", "b6", "d6", "f6", "a7", "d7", "g7"),
)
MEN = 9


def mills() -> list[tuple[str, str, str]]:
    """The 16 lines of three points, each in order from one end to the other."""
    lines = []
    for number in "1234567":
        row = [point for point in POINTS if point[1] == number]
        lines += [row[start : start + 3] for start in range(0, len(row), 3)]
    for letter in "abcdefg":
        column = [point for point in POINTS if point[0] == letter]
        lines += [column[start : start + 3] for start in range(0, len(column), 3)]
    return [(first, middle, last) for first, middle, last in lines]


MILLS = mills()


def neighbours(point: str) -> list[str]:
    """The points next to this one on a drawn line."""
    found = set()
    for first, middle, last in MILLS:
        if point == middle:
            found |= {first, last}
        elif point in (first, last):
            found.add(middle)
    return [other for other in POINTS if other in found]


@dataclass
class Morris:
    """A game in progress. `options()` are the texts that `apply` takes."""

    flying: bool = True
    quiet_limit: int = 100
    on: dict[str, str] = field(default_factory=dict)
    placed: dict[str, int] = field(default_factory=lambda: {"white": 0, "black": 0})
    mover: str = "white"
    quiet: int = 0
    taking: bool = False
    over: bool = False
    winner: str | None = None

    def copy(self) -> Morris:
        twin = copy.copy(self)
        twin.on, twin.placed = dict(self.on), dict(self.placed)
        return twin

    @property
    def decider(self) -> str:
        return self.mover

    @property
    def opponent(self) -> str:
        return "black" if self.mover == "white" else "white"

    def points_of(self, player: str) -> list[str]:
        return [point for point in POINTS if self.on.get(point) == player]

    def free(self, points: Iterable[str]) -> list[str]:
        return [point for point in points if point not in self.on]

    def in_mill(self, point: str) -> bool:
        owner = self.on[point]
        return any(point in mill and all(self.on.get(other) == owner for other in mill) for mill in MILLS)

    def options(self) -> list[str]:
        """The texts of everything that the mover may do now; none when the game is over."""
        if self.over:
            return []
        if self.taking:
            theirs = self.points_of(self.opponent)
            open_ones = [point for point in theirs if not self.in_mill(point)]
            return [f"take {point}" for point in open_ones or theirs]
        if self.placed[self.mover] < MEN:
            return [f"place {point}" for point in self.free(POINTS)]
        mine = self.points_of(self.mover)
        moves = [f"slide {point}>{dest}" for point in mine for dest in self.free(neighbours(point))]
        if self.flying and len(mine) == 3:
            far = [(point, dest) for point in mine for dest in self.free(POINTS) if dest not in neighbours(point)]
            moves += [f"fly {point}>{dest}" for point, dest in far]
        return moves

    def apply(self, text: str) -> None:
        """Plays one option; raises ValueError for a text that is not among them."""
        if text not in self.options():
            raise ValueError(f"{self.mover} may not: {text}")
        verb, places = text.split()
        if verb == "take":
            del self.on[places]
            self.taking = False
        else:
            start, _, dest = places.rpartition(">")
            if start:
                del self.on[start]
            else:
                self.placed[self.mover] += 1
            self.on[dest] = self.mover
            self.taking = self.in_mill(dest)
            self.quiet = 0 if self.taking else self.quiet + 1
        if not self.taking:
            self.finish_turn()

    def finish_turn(self) -> None:
        """Ends the game where it is over, else passes the turn."""
        beaten = [p for p in ("white", "black") if self.placed[p] == MEN and len(self.points_of(p)) < 3]
        if beaten:
            self.end("black" if beaten[0] == "white" else "white")
        elif self.quiet >= self.quiet_limit:
            self.end(None)
        else:
            self.mover = self.opponent
            if not self.options():
                self.end(self.opponent)

    def end(self, winner: str | None) -> None:
        self.over, self.winner = True, winner
