"""The bot that takes any option, each alike."""

from __future__ import annotations

from random import Random

from interpreter.bots.turns import position_of
from interpreter.game import State


class RandomBot:
    """Plays at random."""

    def __init__(self, name: str, random: Random) -> None:
        self.name = name
        self.random = random

    def choose(self, state: State) -> int:
        """See `Bot.choose`."""
        _, decision = position_of(state)
        return self.random.randrange(len(decision.options))
