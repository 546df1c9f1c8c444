"""The tree that a search grows: what has been tried from where, and how it went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log, sqrt
from random import Random

from interpreter.bots.judging import Rewards
from interpreter.run import Choice, Position

CURIOSITY = 0.9
"""How much what has been tried seldom counts against what has gone well (the constant of UCT)."""


class Node:
    """A decision, or the end of a game, that a choice led to.

    `visits` and `totals` say how often it was come to and what the games from there were worth to each seat; `offered`
    counts how often the choice could have been made. `position` is kept where it is always the same. `proved` is what
    the game is worth from here when everybody plays well, once that is certain; `certain` says that no chance led here.
    """

    __slots__ = ("certain", "children", "offered", "position", "proved", "totals", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.totals = [0.0] * seats
        self.offered = 1
        self.children: dict[Choice, Node] = {}
        self.position: Position | None = None
        self.proved: Rewards | None = None
        self.certain = True

    def add(self, rewards: Sequence[float]) -> None:
        """Counts one more game."""
        self.visits += 1
        for seat, reward in enumerate(rewards):
            self.totals[seat] += reward

    def mean(self, seat: int) -> float:
        """What games from here have been worth to a seat on average."""
        return self.totals[seat] / self.visits if self.visits else 0.0

    def pick(self, choices: Iterable[Choice], seat: int, random: Random) -> Choice:
        """What to try now: something untried, else what promises most to the seat that decides (UCT)."""
        children = self.children
        known: list[tuple[Choice, Node]] = []
        untried: list[Choice] = []
        for choice in choices:
            child = children.get(choice)
            if child is None or (child.visits == 0 and child.proved is None):
                untried.append(choice)
            else:
                child.offered += 1
                known.append((choice, child))
        if untried:
            return untried[int(random.random() * len(untried))]
        return max(known, key=lambda item: item[1].promise(seat))[0]

    def promise(self, seat: int) -> float:
        """What a seat may hope for here: the mean, and more while it has been tried seldom; or what is proved."""
        if self.proved is not None:
            return self.proved[seat]
        return self.totals[seat] / self.visits + CURIOSITY * sqrt(log(self.offered) / self.visits)

    def prove(self, choices: Sequence[Choice], seat: int) -> None:
        """Works out what the decision is worth, if that follows from what has been proved of the choices."""
        best: Rewards | None = None
        open_ones = False
        for choice in choices:
            child = self.children.get(choice)
            if child is None or child.proved is None or not child.certain:
                open_ones = True
            elif best is None or child.proved[seat] > best[seat]:
                best = child.proved
        if best is not None and (not open_ones or best[seat] >= 1.0):
            self.proved = best

    def best(self, choices: Sequence[Choice], seat: int) -> int:
        """The number of the choice to make in the end: one proved to win, else the most tried that is not refuted."""

        def merit(number: int) -> tuple[float, int, float]:
            child = self.children.get(choices[number])
            if child is None:
                return 0.5, 0, 0.0
            if child.proved is not None and child.certain:
                proved = child.proved[seat]
                standing = 1.0 if proved >= 1.0 else 0.0 if proved <= 0.0 else 0.5
                return standing, child.visits, proved
            return 0.5, child.visits, child.mean(seat)

        return max(range(len(choices)), key=merit)
