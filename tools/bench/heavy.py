"""A game with many cards and four seats: whole random games, where their time goes, and what it takes to load it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from interpreter.game import Game, load
from interpreter.game.executors import Executor

from . import ours
from .children import Run, python
from .clock import Play, compare
from .table import Cell, Settings, Table

KEY = "heavy"
GAMES = (("seti", 4),)
"""Names, and for how many people."""
REFERENCE = "reference"

CHECK = "import sys; from interpreter.commands import main; sys.exit(main(['check', sys.argv[1]]))"
FIRST_OPTIONS = """
import sys
from interpreter import load
state = load(sys.argv[1], players=int(sys.argv[2]), executor=sys.argv[3]).new(1)
print(len(state.decision.options))
"""


def run(settings: Settings) -> list[Table]:
    """Per game: the executor that was asked for beside the reference, then loading."""
    executors = dict.fromkeys((settings.executor, REFERENCE))
    playing: list[dict[str, Cell]] = []
    loading: list[dict[str, Cell]] = []
    for name, players in GAMES:
        games = {executor: load(name, players=players, executor=executor) for executor in executors}
        playing += _playing(games, settings)
        loading += _loading(name, players, settings)
    columns = ("game", "way", "games/s", "decisions/s", "ms a game", "decisions a game", "offers %", "slots")
    notes = ("offers: the share of the time from position to position that goes into what a turn offers",)
    title = "Loading it, each time in a process of its own; medians"
    return [
        Table(KEY, "Whole random games of a heavy game", columns, playing, notes),
        Table(f"{KEY}_loading", title, ("game", "what", "processor ms"), loading),
    ]


def _playing(games: dict[str, Game], settings: Settings) -> list[dict[str, Cell]]:
    ways: dict[str, Play] = {}
    for executor, game in games.items():
        ways[f"{executor}, in place"] = ours.callback(game.executor)
        ways[f"{executor}, host"] = ours.host(game.executor)
    rates = compare(ways, settings.pace)
    rows: list[dict[str, Cell]] = []
    for way, rate in rates.items():
        game = games[way.partition(",")[0]]
        host = way.endswith("host")
        rows.append(
            {
                "game": f"{game.name}, {len(game.players)} seats",
                "way": way,
                "games/s": rate.playouts_per_second,
                "decisions/s": rate.decisions_per_second,
                "ms a game": 1000 / rate.playouts_per_second,
                "decisions a game": rate.length,
                "offers %": 100 * offers_share(game.executor, 2 if settings.quick else 10) if host else None,
                "slots": game.layout.size,
            }
        )
    return rows


@dataclass(slots=True)
class _Spent:
    offers: float = 0.0
    all: float = 0.0


def offers_share(executor: Executor, games: int) -> float:
    """The part of the time from position to position that goes into working out what turns offer.

    A position at which a turn waits is come to once more from its vector: that is nothing but working out its options.
    """
    spent, random = _Spent(), Random(ours.SEED).random
    clock = time.process_time
    for number in range(games):
        position = executor.start(ours.SEED + number)
        while not position.over:
            before = clock()
            if not position.choices:
                _ = executor.advance(position.vector, ()).count
            between = clock()
            position = executor.after(position, int(random() * position.count))
            _ = position.count
            spent.offers += between - before
            spent.all += clock() - between
    return spent.offers / spent.all


def _loading(name: str, players: int, settings: Settings) -> list[dict[str, Cell]]:
    times = 1 if settings.quick else 5
    first = (FIRST_OPTIONS, name, str(players), settings.executor)
    rows = {}
    with tempfile.TemporaryDirectory(prefix="rulewright-bench-") as bytecode:
        python(CHECK, name, environment=_places(bytecode, bytecode))
        rows["cold check, scenarios too"] = _cold((CHECK, name), bytecode, times)
        rows["cold, to the first options"] = _cold(first, bytecode, times)
        with tempfile.TemporaryDirectory(prefix="rulewright-bench-") as cache:
            places = _places(bytecode, cache)
            python(*first, environment=places)
            rows["warm, to the first options"] = [python(*first, environment=places) for _ in range(times)]
    return [
        {"game": name, "what": what, "processor ms": 1000 * median(run.processor for run in runs)}
        for what, runs in rows.items()
    ]


def _cold(command: Sequence[str], bytecode: str, times: int) -> list[Run]:
    runs = []
    for _ in range(times):
        with tempfile.TemporaryDirectory(prefix="rulewright-bench-") as cache:
            runs.append(python(*command, environment=_places(bytecode, cache)))
    return runs


def _places(bytecode: str, cache: str) -> dict[str, str]:
    """Our caches where they are told; Python keeps what it compiles, as it does for people."""
    return {"RULEWRIGHT_CACHE": cache, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
