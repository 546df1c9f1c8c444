"""Plays the games of a sweep and gathers what is found."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.diagnostics import Rejected
from interpreter.diagnostics.render import render
from interpreter.diagnostics.sources import Sources
from interpreter.game import Game, State
from interpreter.run import Decision, Position

from .conserving import Keeper
from .coverage import Catalogue, Coverage
from .starting import Starts
from .strategies import Strategy
from .watching import watch

LONGEST = 20_000
"""After how many decisions a game counts as one that does not end."""


@dataclass(slots=True)
class Trouble:
    """What went wrong in a game, and how to come there again: its seats and seed, and the decisions before."""

    seats: int
    strategy: str
    seed: int
    lines: list[str]
    what: str

    def __str__(self) -> str:
        last = f", the last of them `{self.lines[-1]}`" if self.lines else ""
        after = f"after {len(self.lines)} decisions{last}"
        return f"{self.seats} seats, {self.strategy}, seed {self.seed}, {after}: {self.what}"


@dataclass(slots=True)
class Sweep:
    """All that came of a number of games."""

    coverage: Coverage = field(default_factory=Coverage)
    troubles: list[Trouble] = field(default_factory=list)
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0


class Sweeper:
    """Plays games of one game under one choice of seats and options."""

    def __init__(
        self, game: Game, name: str, strategy: Strategy, sweep: Sweep, invariants: Path | None, starts: Path | None
    ) -> None:
        """`name` is that of the strategy. Raises Rejected for invariants or starts that cannot be read."""
        self.game = game
        self.engine = game.reference
        self.catalogue = Catalogue(game.model, self.engine.layout, sweep.coverage)
        self.keeper = Keeper(game, invariants)
        self.starts = Starts(game, starts)
        self.name = name
        self.strategy = strategy
        self.sweep = sweep
        self.lines: list[str] = []
        watch(self.engine, self.catalogue)

    def play(self, seed: int) -> None:
        """Plays the game with a seed to its end, or to the first state with something wrong."""
        started = time.monotonic()
        self.lines = []
        self.strategy.begin(seed)
        try:
            wrong = self._play(seed)
        except Rejected as rejected:
            wrong = [render(rejected.diagnostics, Sources()).strip()]
        self.sweep.troubles += (Trouble(len(self.game.players), self.name, seed, self.lines, what) for what in wrong)
        self.sweep.games += not wrong
        self.sweep.decisions += len(self.lines)
        self.sweep.seconds += time.monotonic() - started

    def _play(self, seed: int) -> list[str]:
        """What is wrong, if anything is."""
        position = self.starts.start(seed)
        self.catalogue.begins(position.vector)
        settled: Sequence[int] | None = None
        while True:
            if not position.choices:
                now = position.vector[: self.engine.layout.size]
                if settled is not None:
                    self.catalogue.change(settled, now)
                wrong = list(self.keeper.faults(settled, now))
                settled = now
                if wrong:
                    return wrong
            if position.decision is None:
                return list(self.keeper.writes(State(self.game, position, seed, ())))
            if len(self.lines) == LONGEST:
                return [f"the game has not ended after {LONGEST} decisions"]
            position = self._decide(position, position.decision)

    def _decide(self, position: Position, decision: Decision) -> Position:
        number = self.strategy.choose(decision)
        option = decision.options[number]
        self.lines.append(f"{self.game.players[decision.seat]} {option.words}")
        after = self.engine.after(position, number)
        if option.action is not None:
            self.catalogue.choice(option.action, option.choice if decision.kind == "perform" else option.choice[1:])
        return after
