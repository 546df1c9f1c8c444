"""Random playouts: ours in four ways, against everybody else's.

`direct` are whole playouts in place that draw each decision themselves. So do the loops around the engines written by
hand, OpenSpiel and Ludax: this is the figure to compare with theirs. `callback` is the same with a function of the
caller's asked at each decision, which costs two calls and a count more. `host` goes from position to position, none of
which changes; `api` does so through the public states.
"""

from __future__ import annotations

from . import ours
from .clock import Rates, compare
from .games import Case
from .opponents import absent, opponents
from .table import Cell, Settings, Table

KEY = "playouts"
WAYS = ("direct", "callback", "host", "api")
NOTES = (
    "direct draws its decisions itself, as the others do; callback asks a function for each; host: immutable positions",
    "others may end their games by other rules: compare the decisions a game",
)
RATIOS = ("hand", "tables", "reference", "open_spiel", "ludax")


def run(settings: Settings) -> list[Table]:
    """One table of rates and one of ratios."""
    rates = {case.name: _rates(case, settings) for case in settings.cases}
    return [_rate_table(rates, settings), _ratio_table(rates, settings)]


def _rates(case: Case, settings: Settings) -> dict[str, Rates]:
    game = ours.load(case.name, executor=settings.executor)
    return compare({**ours.ways(game), **opponents(case, settings.executor)}, settings.pace)


def _rate_table(rates: dict[str, dict[str, Rates]], settings: Settings) -> Table:
    rows: list[dict[str, Cell]] = [
        {
            "game": name,
            "who": who,
            "playouts/s": rate.playouts_per_second,
            "decisions/s": rate.decisions_per_second,
            "decisions a game": rate.length,
            "rounds": len(rate.slices),
        }
        for name, of_game in rates.items()
        for who, rate in of_game.items()
    ]
    title = (
        f"Random playouts, executor {settings.executor} ({', '.join(WAYS)}) and others; medians of interleaved slices"
    )
    return Table(KEY, title, tuple(rows[0]) if rows else ("game",), rows, absent())


def _ratio_table(rates: dict[str, dict[str, Rates]], settings: Settings) -> Table:
    rows: list[dict[str, Cell]] = []
    for case in settings.cases:
        of_game = rates[case.name]
        for way in WAYS:
            row: dict[str, Cell] = {"game": case.name, "way": way}
            for other in RATIOS:
                row[f"× {other}"] = of_game[way].ratio(of_game[other]) if other in of_game else None
            row["aim"] = {"direct": case.aim, "host": case.host_aim}.get(way)
            rows.append(row)
    columns = ("game", "way", *(f"× {other}" for other in RATIOS), "aim")
    title = "How many times as fast as the others (decisions per second); aim: × hand for the compiled executor"
    note = "others may end their games by other rules: compare the decisions a game"
    return Table("ratios", title, columns, rows, [note])
