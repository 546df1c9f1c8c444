"""Games on both executors and on an engine that was written from the printed rules alone, in lock step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from interpreter.check import CheckedGame, check_game
from interpreter.game.names import Json
from interpreter.game.state import State
from tests.oracles.morris import Morris
from tests.oracles.seto import Options, Seto

from .lockstep import Difference, Pair
from .telling import Parted, guarded, same, same_json

Oracle = Seto | Morris


@dataclass(frozen=True, slots=True)
class Match:
    """A game with an oracle for it, under one choice of variant and options."""

    game: str
    make: Callable[[], Oracle]
    variant: str | None = None
    options: tuple[tuple[str, object], ...] = ()

    @property
    def name(self) -> str:
        """The match for people."""
        words = [self.game, self.variant or "", *(f"{name}={value}" for name, value in self.options)]
        return " ".join(filter(None, words))

    def check(self) -> CheckedGame:
        """The checked game."""
        return check_game(self.game, self.variant, dict(self.options))


MATCHES = (
    Match("seto", Seto),
    Match("morris", Morris),
    Match("seto", lambda: Seto(Options(open_board=True)), "open_board"),
    Match("seto", lambda: Seto(Options(five=True, target_score=9)), "five"),
    Match(
        "seto",
        lambda: Seto(Options(corners=False, pattern_return="spanning")),
        options=(("corners", False), ("pattern_return", "spanning")),
    ),
    Match(
        "seto",
        lambda: Seto(Options(open_board=True, strict_first_turn=True, target_score=3)),
        "open_board",
        (("strict_first_turn", True), ("target_score", 3)),
    ),
    Match(
        "morris",
        lambda: Morris(flying=False, quiet_limit=20),
        options=(("flying", False), ("quiet_limit", 20)),
    ),
)


def play_match(pair: Pair, match: Match, seed: int, greedy: bool, most: int) -> tuple[int, Difference | None]:
    """Plays a game of at most so many decisions on all three; how many were made, and where they part.

    A greedy game takes what is best for whoever decides at once, as the oracle counts; a random one takes anything.
    """
    dice = Random(seed)
    oracle = match.make()
    played: list[str] = []
    try:
        states = [guarded("starting", partial(game.new, seed)) for game in (pair.reference, pair.compiled)]
        for state in states:
            _same(oracle, state)
        while not oracle.over and len(played) < most:
            text = _best(oracle, dice) if greedy else dice.choice(oracle.options())
            played.append(text)
            oracle.apply(text)
            states = [guarded("going on", partial(state.apply, text)) for state in states]
            for state in states:
                _same(oracle, state)
    except Parted as parted:
        told = Difference(parted.what, parted.reference, parted.compiled, pair.passes, seed, tuple(played))
        return len(played), told
    return len(played), None


def _best(oracle: Oracle, dice: Random) -> str:
    options = oracle.options()
    dice.shuffle(options)
    return max(options, key=lambda text: _lead(oracle, text))


def _lead(oracle: Oracle, text: str) -> int:
    """How far whoever decides is ahead after an option."""
    decider = oracle.decider
    after = oracle.copy()
    after.apply(text)
    if after.over:
        return 100 if after.winner == decider else -100 if after.winner else 0
    if isinstance(after, Morris):
        return 2 * after.taking + sum(1 if owner == decider else -1 for owner in after.on.values())
    return sum(points if player == decider else -points for player, points in after.score.items())


def _same(oracle: Oracle, state: State) -> None:
    """Raises Parted where the state is another one than the oracle's."""
    name = state.game.executor.__class__.__name__
    same(f"whether the game is over ({name} and oracle)", oracle.over, state.over)
    if state.over:
        same(f"who has won ({name} and oracle)", [oracle.winner] if oracle.winner else [], list(state.winners))
    found = state.decision
    if found is not None:
        same(f"who decides ({name} and oracle)", oracle.decider, found.player)
        same(
            f"the options ({name} and oracle)",
            sorted(oracle.options()),
            sorted(option.words for option in found.options),
        )
    writer = state.game.writer
    vector = list(state.vector)
    pieces: Json = writer.pieces(vector)
    same_json(f"the pieces ({name} and oracle)", _pieces(oracle), _told(oracle, pieces))
    counters: Json = writer.variables(vector, "counter")
    told = {key: counters[key] for key in ("score", "placed", "quiet") if key in counters}
    same_json(f"the counters ({name} and oracle)", _counters(oracle), told)


def _pieces(oracle: Oracle) -> Json:
    if isinstance(oracle, Morris):
        return {point: oracle.on[point] for point in sorted(oracle.on)}
    return {
        piece.name: {
            "space": oracle.name_of(point),
            "asleep": piece in oracle.asleep,
            "orbit_locked": piece in oracle.orbited,
        }
        for piece, point in oracle.where.items()
    }


def _told(oracle: Oracle, pieces: Json) -> Json:
    """The pieces of a document as `_pieces` tells them."""
    if isinstance(oracle, Seto):
        return pieces
    on = {piece["space"]: name.partition("_")[0] for name, piece in pieces.items() if piece["space"] is not None}
    return dict(sorted(on.items()))


def _counters(oracle: Oracle) -> Json:
    if isinstance(oracle, Morris):
        return {"placed": oracle.placed, "quiet": oracle.quiet}
    return {"score": oracle.score}
