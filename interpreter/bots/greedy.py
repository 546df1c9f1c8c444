"""The bot that looks one step ahead; where points are gathered, to the end of its turn."""

from __future__ import annotations

from random import Random

from interpreter.bots.judging import Judge
from interpreter.bots.turns import finish, position_of, step
from interpreter.bots.worlds import Worlds
from interpreter.diagnostics import Rejected
from interpreter.game import Game, State
from interpreter.run import Choice, Position

WORLDS = 8
"""In how many worlds an option is tried when chance or hidden things decide what comes of it."""

FUTURES = 24
"""How many ways to end the turn are tried together, where more is to be chosen in it; a few for each option."""

LEAST = 2
"""How many at least are tried for an option."""

Worth = tuple[float, ...]
"""What an option is worth: the end of the game first, then the lead for each goal."""


class GreedyBot:
    """Takes the option after which it has won, or has not lost and is furthest ahead; ties at random.

    Where points are gathered, an option is worth what the best of some random ends of the turn brings: its points, and
    what the seat then has to gather more.
    """

    def __init__(self, name: str, game: Game, random: Random) -> None:
        self.name = name
        self.game = game
        self.random = random
        self.judge = Judge(game)
        self.worlds = Worlds(game.executor)

    def choose(self, state: State) -> int:
        """See `Bot.choose`."""
        _, decision = position_of(state)
        if len(decision.options) == 1:
            return 0
        worlds: list[Position] = []
        if self.judge.gathers:
            futures = max(LEAST, FUTURES // len(decision.options))
            worths = [self._best(state, worlds, option.choice, decision.seat, futures) for option in decision.options]
        else:
            worths = [self._worth(state, worlds, option.choice, decision.seat) for option in decision.options]
        best = max(worths)
        return self.random.choice([number for number, worth in enumerate(worths) if worth == best])

    def _world(self, state: State) -> Position:
        position, decision = position_of(state)
        vector = self.worlds.draw(position, state.vector, decision.seat, self.random)
        return Position(vector, position.choices, decision)

    def _best(self, state: State, worlds: list[Position], choice: Choice, seat: int, futures: int) -> Worth:
        """What the turn may bring after an option: the best of some ends that the seat chooses, the mean of others."""
        found: list[Worth] = []
        free = False
        for number in range(futures):
            if number == len(worlds):
                worlds.append(self._world(state))
            try:
                after, certain = step(self.game.executor, worlds[number], choice)
                after, chosen = finish(self.game.executor, after, seat, self.random)
            except Rejected:
                if not self.worlds.hiding:
                    raise
                continue  # what was imagined does not agree with what others have done
            rewards = self.judge.rewards(after.vector) if after.over else self.judge.even
            found.append((rewards[seat], self.judge.standing(after.vector, seat)))
            free = free or chosen > 0
            if certain and not chosen and not self.worlds.hiding:
                break
        if not found:
            return (self.judge.even[seat], 0.0)
        return max(found) if free else tuple(sum(parts) / len(found) for parts in zip(*found, strict=True))

    def _worth(self, state: State, worlds: list[Position], choice: Choice, seat: int) -> Worth:
        """The worth of an option on average over worlds, which all options share; one will do where they are alike."""
        found: list[Worth] = []
        for number in range(WORLDS):
            if number == len(worlds):
                worlds.append(self._world(state))
            try:
                after, certain = step(self.game.executor, worlds[number], choice)
            except Rejected:
                if not self.worlds.hiding:
                    raise
                continue  # what was imagined does not agree with what others have done
            rewards = self.judge.rewards(after.vector) if after.over else self.judge.even
            found.append((rewards[seat], *self.judge.lead(after, seat)))
            if certain and not self.worlds.hiding:
                break
        if not found:
            return (self.judge.even[seat], *[0.0] * len(self.judge.goals))
        return tuple(sum(parts) / len(found) for parts in zip(*found, strict=True))
