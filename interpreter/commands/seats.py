"""Who sits where: people and bots, as the arguments of commands say it."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.bots import Bot, make
from interpreter.bots.make import parse
from interpreter.commands.usage import BadArguments, refused, unknown
from interpreter.diagnostics import Rejected
from interpreter.game.game import Game
from interpreter.layout.chance import GOLDEN, MASK, mix

HUMAN = "human"


def people(game: Game) -> tuple[str, ...]:
    """The seats that somebody must play: those that the rules do not play."""
    played = zip(game.players, game.model.rules_played, strict=True)
    return tuple(player for player, rules in played if not rules)


def seats_by_name(game: Game, given: Iterable[str]) -> dict[str, str]:
    """From `--seat NAME=WHO`, several times, to who plays each seat: people unless said. Raises BadArguments."""
    found = dict.fromkeys(people(game), HUMAN)
    named: set[str] = set()
    for text in given:
        name, sign, who = text.partition("=")
        if not sign:
            raise refused(
                "RW913", f"`--seat {text}` is not SEAT=WHO", f"for example: --seat {next(iter(found))}=random"
            )
        if name not in found:
            raise unknown("RW913", "seat", name, found)
        if name in named:
            raise refused("RW913", f"the seat `{name}` is given twice")
        named.add(name)
        found[name] = _known(who, human=True)
    return found


def seats_in_order(game: Game, given: str | None) -> dict[str, str]:
    """From `--seats A,B` to which bot plays each seat: one for all, or one for each in order. Raises BadArguments."""
    names = people(game)
    specs = [word.strip() for word in ("random" if given is None else given).split(",")]
    if len(specs) not in (1, len(names)):
        hint = f"the seats are {', '.join(names)}; one bot alone plays them all"
        raise refused("RW913", f"{len(specs)} bots do not fit {len(names)} seats", hint)
    whole = specs * len(names) if len(specs) == 1 else specs
    return {name: _known(spec, human=False) for name, spec in zip(names, whole, strict=True)}


def make_bots(game: Game, seats: dict[str, str], seed: int) -> dict[str, Bot]:
    """The bots among who plays the seats; one seed gives the same bots."""
    return {
        name: make(spec, game, mix((seed + GOLDEN * (number + 1)) & MASK))
        for number, (name, spec) in enumerate(seats.items())
        if spec != HUMAN
    }


def _known(spec: str, human: bool) -> str:
    """The word, if it stands for a bot, or for a person where one may sit. Raises BadArguments."""
    if human and spec == HUMAN:
        return spec
    try:
        parse(spec)
    except Rejected as rejected:
        raise BadArguments(rejected.diagnostics) from None
    return spec
