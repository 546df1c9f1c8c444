"""What a game declares about how it may be played, read from its files without checking them."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.check.files import find_game, read_game
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Declared:
    """The names of the options, the seats of people, and the least and greatest number of them."""

    options: frozenset[str]
    seats: tuple[str, ...]
    least: int
    most: int

    @staticmethod
    def of(game: str) -> Declared:
        """What a game declares. Raises Rejected when there is no such game."""
        items = [entry.item for entry in read_game(find_game(game)).items]
        options = frozenset(str(item.name) for item in items if isinstance(item, n.Option))
        for item in items:
            if isinstance(item, n.Game):
                seats = tuple(map(str, item.players))
                return Declared(options, seats, item.low or len(seats), item.high or len(seats))
        return Declared(options, (), 1, 0)
