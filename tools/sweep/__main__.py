"""The command: plays, and prints what went wrong and what has never come up."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from interpreter.diagnostics import Rejected
from interpreter.diagnostics.render import render
from interpreter.diagnostics.sources import Sources
from interpreter.game import load

from .playing import Sweep, Sweeper
from .strategies import STRATEGIES, Strategy

INVARIANTS = Path(__file__).parent / "invariants"
TOLD = 50
"""After how many games it is told how far they are."""
MANY = 12
"""How many names a line of the report gives unless asked for more."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Sweeps; the exit code is 0 when nothing went wrong, 1 when something did, 2 for wrong arguments."""
    parser = _parser()
    given = parser.parse_args(arguments)
    options = {}
    for text in given.option:
        name, sign, value = text.partition("=")
        if not sign:
            parser.error(f"--option {text} is not NAME=VALUE")
        options[name] = value
    sweep, strategies, sweepers = Sweep(), dict[str, Strategy](), list[Sweeper]()
    try:
        for players in given.players or [None]:
            for strategy in given.strategy:
                game = load(given.game, given.variant, options, players, executor="reference")
                player = strategies.setdefault(strategy, STRATEGIES[strategy](game.model))
                invariants = given.invariants or _invariants(game.name)
                sweepers.append(Sweeper(game, strategy, player, sweep, invariants, given.starts))
    except Rejected as rejected:
        print(render(rejected.diagnostics, Sources()), file=sys.stderr)
        return 2
    _play(sweepers, range(given.seed, given.seed + given.games))
    for line in report(sweep, given.names):
        print(line)
    if given.json is not None:
        given.json.write_text(json.dumps(document(sweep), indent=2) + "\n", encoding="utf-8")
    return 1 if sweep.troubles else 0


def _play(sweepers: Sequence[Sweeper], seeds: range) -> None:
    """Plays the games of all in turns; who interrupts it gets the report on those that were played."""
    try:
        for seed in seeds:
            for sweeper in sweepers:
                sweeper.play(seed)
            if (seed - seeds.start + 1) % TOLD == 0:
                print(f"{seed - seeds.start + 1} of {len(seeds)} games each", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr, flush=True)


def report(sweep: Sweep, names: int) -> Iterator[str]:
    """What went wrong, then each group: how much of it came up, and what never did."""
    for trouble in sweep.troubles:
        yield f"TROUBLE: {trouble}"
    a_game = sweep.seconds / max(1, sweep.games)
    yield (
        f"{sweep.games} games ended, {len(sweep.troubles)} troubles; {sweep.decisions} decisions, "
        f"{sweep.seconds:.0f} s, {1000 * a_game:.0f} ms a game with all tests"
    )
    for group, counts in sweep.coverage.counts.items():
        never = sweep.coverage.never(group)
        line = f"{group}: {len(counts) - len(never)} of {len(counts)}"
        if never:
            more = f" and {len(never) - names} more" if len(never) > names else ""
            line += f"; never {', '.join(never[:names])}{more}"
        yield from textwrap.wrap(line, 119, subsequent_indent="    ")


def document(sweep: Sweep) -> dict[str, object]:
    """Everything, as JSON wants it."""
    return {
        "games": sweep.games,
        "decisions": sweep.decisions,
        "seconds": round(sweep.seconds, 1),
        "troubles": [{"what": str(trouble), "decisions": trouble.lines} for trouble in sweep.troubles],
        "coverage": sweep.coverage.plain(),
    }


def _invariants(game: str) -> Path | None:
    path = INVARIANTS / f"{game}.rules"
    return path if path.is_file() else None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.sweep", description=__doc__)
    parser.add_argument("game", help="a shipped game's name or a folder")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="how many games for each (default 10)")
    parser.add_argument("--players", type=int, nargs="+", metavar="N", help="numbers of people; each plays its games")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first game (default 1)")
    parser.add_argument("--variant", metavar="NAME", help="a variant of the game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game")
    parser.add_argument(
        "--strategy",
        nargs="+",
        choices=list(STRATEGIES),
        default=["random"],
        help="how games are played (default random)",
    )
    parser.add_argument(
        "--invariants", type=Path, metavar="FILE", help="scenarios of `expect` lines that hold whenever the flow waits"
    )
    parser.add_argument(
        "--starts", type=Path, metavar="FILE", help="scenarios of position lines; games start from them in turn"
    )
    parser.add_argument("--in-place", action="store_true", help="play in one go, and look at the end of games only")
    parser.add_argument("--names", type=int, default=MANY, metavar="N", help=f"most names in a line (default {MANY})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything there as well")
    return parser


if __name__ == "__main__":
    sys.exit(main())
