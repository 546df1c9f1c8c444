"""The shipped games, each with its variants and with options that say something else than usual."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.check import CheckedGame, check_game
from interpreter.model.program import Model
from interpreter.model.types import MemberType, NumberType
from interpreter.paths import shipped
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Case:
    """A game under one choice of variant, options and seats; `called`: its name, if that is not its folder's."""

    folder: Path
    variant: str | None = None
    options: tuple[tuple[str, object], ...] = ()
    players: int | None = None
    called: str = ""

    @property
    def name(self) -> str:
        """The case for people: `seto open_board target_score=3`."""
        words = [
            self.called or self.folder.name,
            self.variant or "",
            *(f"{name}={value}" for name, value in self.options),
        ]
        return " ".join([*filter(None, words), *([f"players={self.players}"] if self.players else [])])

    def check(self) -> CheckedGame:
        """The checked game. Raises Rejected where the options do not go together."""
        return check_game(self.folder, self.variant, dict(self.options), self.players)


def game_folders() -> list[Path]:
    """The folders of all shipped games."""
    return sorted(file.parent for file in shipped("rules").rglob("game.rules"))


def cases_of(folder: Path) -> Iterator[Case]:
    """All cases of a game: each variant with each option by itself, each number of people.

    Not all options go with all variants: checking such a case is rejected.
    """
    plain = check_game(folder)
    low, high = _people(plain)
    for variant in (None, *sorted(plain.files.variants)):
        for options in _option_sets(plain.model):
            yield Case(folder, variant, options)
        for players in range(low, high + 1) if low < high else ():
            yield Case(folder, variant, (), players)


def _option_sets(model: Model) -> Iterator[tuple[tuple[str, object], ...]]:
    """No option chosen, then each with the values that it does not have by default; numbers with few of them."""
    yield ()
    for name, option in model.options.items():
        match option.type:
            case NumberType(low=int(low), high=int(high)):
                near = {low, low + 1, option.value - 1, option.value + 1, high}
                values: list[object] = [value for value in sorted(near) if low <= value <= high]
            case MemberType():
                values = list(option.choices)
            case _:
                values = [False, True]
        for value in values:
            if value != option.value:
                yield ((name, value),)


def _people(checked: CheckedGame) -> tuple[int, int]:
    """The fewest and the most people of a game."""
    game = next(entry.item for entry in checked.merged.items if isinstance(entry.item, n.Game))
    most = len(game.players)
    return most if game.low is None else game.low, most if game.high is None else game.high
