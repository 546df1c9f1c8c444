"""What may be said about a game on the command line: which one, which variant, options, seats and seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.commands.usage import refused

if TYPE_CHECKING:
    from interpreter.check import CheckedGame

RULES = ".rules"
MOST_SEED = 2**64 - 1
MOST_PLAYERS = 12
DEFAULT_SEED = 1
MOST_DIGITS = 25

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game as it was asked for; `options` are words still, `players` and `seed` None where nothing was said."""

    game: str
    variant: str | None = None
    options: Mapping[str, str] | None = None
    players: int | None = None
    seed: int | None = None

    def check(self) -> CheckedGame:
        """The checked game. Raises Rejected with what is wrong with it, BadArguments for a file that is no game."""
        from interpreter.check import check_game

        self.look()
        return check_game(self.game, self.variant, self.options, self.players)

    def look(self) -> None:
        """Raises BadArguments for a file that is no game."""
        path = Path(self.game)
        if path.is_file() and path.suffix != RULES:
            hint = "a game is a folder with a `game.rules`, a `.rules` file, or a shipped game's name"
            raise refused("RW911", f"`{self.game}` is not a rules file", hint)


def whole(low: int = 0, high: int | None = None) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """A callback that makes a whole number of what was given; click's BadParameter says what it must be."""

    def convert(ctx: click.Context, param: click.Parameter, given: str | None) -> int | None:
        if given is None:
            return None
        digits = given.removeprefix("-")
        if not digits.isdecimal() or not digits.isascii():
            raise click.BadParameter(f"`{given}` is not a whole number", ctx, param)
        if len(digits) > MOST_DIGITS:
            raise click.BadParameter(f"`{given}` has more than {MOST_DIGITS} figures", ctx, param)
        number = int(given)
        if number < low or (high is not None and number > high):
            bounds = f"{low} or more" if high is None else f"between {low} and {high}"
            raise click.BadParameter(f"`{given}` must be {bounds}", ctx, param)
        return number

    return convert


def game_options(players: bool = True, seed: bool = True) -> Callable[[Decorated], Decorated]:
    """A decorator that adds what every command on a game takes: --variant, --option, --players and --seed."""
    added = [
        click.option("--variant", metavar="NAME", help="Use this variant of the game."),
        click.option(
            *("--option", "options"),
            metavar="NAME=VALUE",
            multiple=True,
            callback=_options,
            help="Set an option of the game; may be given several times.",
        ),
    ]
    if players:
        wanted = "How many people play, where the game lets choose."
        added.append(click.option("--players", metavar="NUMBER", callback=whole(1, MOST_PLAYERS), help=wanted))
    if seed:
        wanted = f"Where chance begins ({DEFAULT_SEED} unless said)."
        added.append(click.option("--seed", metavar="NUMBER", callback=whole(0, MOST_SEED), help=wanted))

    def add(function: Decorated) -> Decorated:
        for decorator in reversed(added):
            function = decorator(function)
        return function

    return add


def _options(ctx: click.Context, param: click.Parameter, given: Iterable[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not sign or not name or not value.strip():
            raise refused("RW906", f"`--option {text}` is not NAME=VALUE", "for example: --option some_name=3")
        if name in options:
            raise refused("RW906", f"the option `{name}` is given twice")
        options[name] = value.strip()
    return options
