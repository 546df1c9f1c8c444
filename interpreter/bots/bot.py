"""What every bot is."""

from __future__ import annotations

from typing import Protocol

from interpreter.game import State


class Bot(Protocol):
    """A player that needs no person. It sees of a state what the seat that decides may see, and nothing else."""

    name: str
    """How it was asked for, such as `search:400`."""

    def choose(self, state: State) -> int:
        """The number of the option that it takes, from 0. Raises ValueError when the game is over.

        A bot with a seed makes the same choices when it is asked about the same states in the same order, unless it
        thinks by the clock.
        """
