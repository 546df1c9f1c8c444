"""Bots by how they are asked for in words."""

from __future__ import annotations

import re
from random import Random

from interpreter.bots.bot import Bot
from interpreter.bots.greedy import GreedyBot
from interpreter.bots.search import Effort, SearchBot
from interpreter.bots.uniform import RandomBot
from interpreter.diagnostics import Diagnostic, Rejected, close_match
from interpreter.game import Game

SPECS = ("random", "greedy", "search", "search:400", "search:0.5s")
"""How bots are asked for, for people: the figures are examples, rounds and seconds to think about a decision."""

WORDS = ("random", "greedy", "search")
DEFAULT = Effort(seconds=1.0)
LONGEST = 3600.0
MOST_ROUNDS = 10_000_000

_EFFORT = re.compile(r"(\d{1,8})|(\d{1,4}(?:\.\d{1,3})?)s", re.ASCII)


def make(spec: str, game: Game, seed: int) -> Bot:
    """A bot for a game. `seed` is where its own chance begins.

    Specs: `random`; `greedy` looks one step ahead; `search` thinks about each decision for a second, `search:400` for
    400 rounds, `search:0.5s` for half a second. Raises Rejected (RW920) for any other.
    """
    word, effort = parse(spec)
    random = Random(f"{word} {seed}")
    if word == "random":
        return RandomBot(spec, random)
    if word == "greedy":
        return GreedyBot(spec, game, random)
    return SearchBot(spec, game, effort, random)


def parse(spec: str) -> tuple[str, Effort]:
    """The kind of bot and its effort. Raises Rejected (RW920) for what is no bot."""
    word, colon, rest = spec.partition(":")
    if word not in WORDS:
        near = close_match(word, WORDS)
        hint = f"did you mean `{near}`?" if near else None
        raise _refused(f"there is no bot `{spec[:40]}`", hint)
    if not colon:
        return word, DEFAULT
    found = _EFFORT.fullmatch(rest)
    if word != "search" or found is None:
        raise _refused(f"`{spec[:40]}` does not say how a bot plays", None)
    rounds, seconds = found.groups()
    effort = Effort(rounds=int(rounds)) if rounds else Effort(seconds=float(seconds))
    if not 0 < (effort.rounds or effort.seconds or 0) <= (MOST_ROUNDS if rounds else LONGEST):
        raise _refused(f"`{spec[:40]}` thinks for no time or for too long", None)
    return word, effort


def _refused(message: str, hint: str | None) -> Rejected:
    expected = f"one of {', '.join(SPECS)}; the figures are examples, rounds and seconds to think about a decision"
    return Rejected([Diagnostic("RW920", message, hint=hint, expected=expected)])
