"""The command: compares for as long as asked, and shows each difference as small as it can be made."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence

from interpreter.compiled.engine import CompiledEngine

from .census import census
from .games import Case, game_folders
from .hunt import Hunt, Settings
from .passes import chosen

RANDOM, ORACLES = "random", "oracles"
USUAL_SECONDS = 60.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Compares; the exit code is 0 when nothing differed, 1 when something did, 2 for wrong arguments."""
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        passes = chosen(given.passes)
    except ValueError as error:
        parser.error(str(error))
    folders = game_folders()
    known = [folder.name for folder in folders] + [RANDOM, ORACLES]
    for name in given.game:
        if name not in known:
            parser.error(f"there is no game {name!r}; there are {', '.join(known)}")
    wanted = given.game or known
    if given.census:
        for folder in (folder for folder in folders if folder.name in wanted):
            print(f"{folder.name}\n{census(CompiledEngine(Case(folder).check().model))}")
        return 0
    settings = Settings(passes, given.seed, given.decisions, given.shrink)
    hunt = Hunt(settings, [folder for folder in folders if folder.name in wanted])
    if given.whole is not None:
        for folder in hunt.folders:
            hunt.whole_games(folder, given.whole)
        print("\n".join([*hunt.differences, hunt.summary()]))
        return 1 if hunt.differences else 0
    streams: list[Callable[[], None]] = []
    streams += [hunt.shipped_game] if hunt.folders else []
    streams += [hunt.random_rules] if RANDOM in wanted else []
    streams += [hunt.oracle_game] if ORACLES in wanted else []
    seconds = given.seconds if given.rounds is not None or given.seconds is not None else USUAL_SECONDS
    _run(hunt, streams, seconds, given.rounds, given.all)
    print(hunt.summary())
    return 1 if hunt.differences else 0


def _run(
    hunt: Hunt, streams: Sequence[Callable[[], None]], seconds: float | None, rounds: int | None, everything: bool
) -> None:
    """Goes on with whichever stream has had the least time, until time or rounds are used up or something differs."""
    spent = dict.fromkeys(range(len(streams)), 0.0)
    started = time.monotonic()
    done = told = 0
    while (rounds is None or done < rounds) and time.monotonic() - started < (seconds or float("inf")):
        stream = min(spent, key=lambda number: spent[number])
        before = time.monotonic()
        streams[stream]()
        spent[stream] += time.monotonic() - before
        done += 1
        for difference in hunt.differences[told:]:
            print(difference, flush=True)
        told = len(hunt.differences)
        if told and not everything:
            return


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.differential", description=__doc__)
    parser.add_argument("--seconds", type=float, help="how long; 60 when neither this nor --rounds is given")
    parser.add_argument("--rounds", type=int, metavar="N", help="how many games, matches and rule sets instead")
    parser.add_argument(
        *("--game",), action="append", default=[], metavar="GAME",
        help=f"a shipped game, `{RANDOM}` (rule sets) or `{ORACLES}`; may be given several times; default: all",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="the first seed, also that of the first random rule set")
    parser.add_argument(
        *("--passes",), nargs="+", default=["each"], metavar="PASS",
        help="`each` (all, none, each left out), `all`, `none`, or the names of those that are on; default: each",
    )  # fmt: skip
    parser.add_argument("--decisions", type=int, default=200, metavar="N", help="the most decisions in a game")
    parser.add_argument("--shrink", type=float, default=60, metavar="SECONDS", help="time to shrink a rule set")
    parser.add_argument(
        *("--whole",), type=int, metavar="N",
        help="instead: so many games of each shipped game under each number of people, played to their end",
    )  # fmt: skip
    parser.add_argument("--census", action="store_true", help="instead: tell what of each shipped game is generated")
    parser.add_argument("--all", action="store_true", help="go on after a difference")
    return parser


if __name__ == "__main__":
    sys.exit(main())
