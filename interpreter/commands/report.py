"""The report on many games, for people and as data."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import TypeAlias

from interpreter.commands import terminal
from interpreter.commands.completed import Completed
from interpreter.commands.matches import CUT, Plan
from interpreter.commands.row_uses import RowUses
from interpreter.commands.statistics import Standing, Tally, quantile, share
from interpreter.game.game import Game

Json: TypeAlias = "dict[str, object]"

LABEL = 17
MOST_ROWS = 12
"""How many rows of a table are told with their shares; the JSON tells all."""

MOST_NAMES = 30
_NUMBERED = re.compile(r"_\d+$")


def report_lines(game: Game, plan: Plan, tally: Tally) -> Iterator[str]:
    """The report for people; it is the same for the same seed."""
    variant = f" · variant {game.variant}" if game.variant else ""
    yield f" {game.title}{variant} · {_count(tally.games, 'game')} · seed {plan.seed}"
    yield from _row("hash", [game.hash])
    moving = ["moving on by a seat from game to game"] if plan.turning else []
    yield from _row("seats", [*(f"{name} {spec}" for name, spec in plan.seats.items()), *moving])
    yield from _row("wins", _wins(game, tally))
    scores = list(_scores(tally.scores))
    if scores:
        yield from _row("scores", scores)
    if len(tally.bots) > 1 or any(standing.rounds for standing in tally.bots.values()):
        yield from _row("bots", [_bot(spec, standing) for spec, standing in tally.bots.items()])
    yield from _row("length", [_length(tally), f"choices per decision: mean {_mean_options(tally):.1f}"])
    yield from _row(
        "ended by", [f"{text} {_percent(count, tally.games)}" for text, count in tally.endings.most_common()]
    )
    yield from _row("used", _shares(tally.actions))
    for label, counts in _rows(game, tally):
        yield from _row(label[0], _shares(counts, MOST_ROWS), f"{label[1]}: ")
    if tally.figures:
        yield from _row("figures", _shares(grouped(tally.figures)))
    ran = [f"{name} {count / tally.games:.1f} a game" for name, count in _told(tally, "rule").most_common()]
    if ran:
        yield from _row("rules", ran)
    if game.model.rules and not tally.told:
        yield from _row("rules", ["counted with --executor reference only"])
    for kind, names in never_used(game, tally).items():
        if names:
            more = [f"and {len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
            yield from _row(f"never {kind}", [*names[:MOST_NAMES], *more])


def _wins(game: Game, tally: Tally) -> Iterator[str]:
    for name in game.players:
        won = share(tally.wins[name], tally.games)
        yield f"{name} {won.count} ({_bare(won.share)} %, {_bare(won.low)}–{_bare(won.high)})"
    if tally.drawn:
        yield f"drawn {tally.drawn} ({_percent(tally.drawn, tally.games)})"
    if tally.shared:
        yield f"shared {tally.shared}"
    if tally.cut:
        yield f"{CUT} {tally.cut}"
    if len(game.players) > 1:
        edge, margin = tally.edge(game.players[0], len(game.players))
        yield f"first-seat edge {100 * edge:+.1f} % ± {100 * margin:.1f} %"


def _scores(scores: Mapping[str, list[int]]) -> Iterator[str]:
    for name, found in scores.items():
        ordered = sorted(found)
        low, high = quantile(ordered, 0.05), quantile(ordered, 0.95)
        yield f"{name} mean {sum(found) / len(found):.1f} (5 %–95 %: {low:.0f}–{high:.0f})"


def _bot(spec: str, standing: Standing) -> str:
    """How a bot did: seats won of those that were decided, drawn ones, its scores, and how fast it searched."""
    decided = standing.won + standing.lost
    won = share(standing.won, max(1, decided))
    text = f"{spec} won {won.count} of {decided} ({_bare(won.share)} %, {_bare(won.low)}–{_bare(won.high)})"
    text += f", {standing.drawn} drawn" if standing.drawn else ""
    text += f", mean score {sum(standing.scores) / len(standing.scores):.1f}" if standing.scores else ""
    return text + (f", {standing.rounds / standing.seconds:.0f} rounds a second" if standing.seconds else "")


def _rows(game: Game, tally: Tally) -> Iterator[tuple[tuple[str, str], Counter[str]]]:
    """For each table of data, and each way in which its rows were used, how often each row was."""
    for domain in RowUses(game.model).domains:
        ways: dict[str, Counter[str]] = {}
        for use, count in tally.rows.items():
            if use.domain == domain.name:
                ways.setdefault(use.by, Counter())[use.row] += count
        for by, counts in sorted(ways.items(), key=lambda way: -way[1].total()):
            yield (domain.many, by), counts


def _length(tally: Tally) -> str:
    ordered = sorted(tally.lengths)
    low, middle, high = (quantile(ordered, part) for part in (0.05, 0.5, 0.95))
    return f"median {middle:.0f} decisions (5 %–95 %: {low:.0f}–{high:.0f})"


def _mean_options(tally: Tally) -> float:
    return tally.options / max(1, sum(tally.lengths))


def _told(tally: Tally, kind: str) -> Counter[str]:
    return tally.told.get(kind, Counter())


def _shares(counts: Mapping[str, int], most: int | None = None) -> Iterator[str]:
    total = sum(counts.values())
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    for name, count in ordered[:most]:
        yield f"{name} {_percent(count, total)}"
    if most is not None and len(ordered) > most:
        yield f"and {len(ordered) - most} more"


def grouped(counts: Mapping[str, int]) -> Counter[str]:
    """Counts of things that have a number at the end of their names, taken together under the name without it."""
    together: Counter[str] = Counter()
    for name, count in counts.items():
        together[_NUMBERED.sub("", name)] += count
    return together


def never_used(game: Game, tally: Tally) -> dict[str, list[str]]:
    """Actions that nobody took and nothing performed, rules that never answered, figures that nobody completed.

    Rules are left out when the executor does not tell of them, and actions too where some are taken by the rules.
    """
    taken = {*tally.actions, *_told(tally, "action")}
    found: dict[str, list[str]] = {}
    if tally.told or not any(game.model.rules_played):
        found["taken"] = [name for name in game.model.actions if name not in taken]
    if tally.told:
        answered = _told(tally, "rule")
        found["answered"] = [rule.name for rule in game.model.rules if rule.name not in answered]
    found |= RowUses(game.model).never(tally.rows)
    completed = Completed(game)
    if completed.possible:
        found["completed"] = [name for name in grouped(completed.names()) if name not in grouped(tally.figures)]
    return found


def _row(label: str, parts: Iterable[str], start: str = "") -> Iterator[str]:
    """A label, and what belongs to it, broken between its parts."""
    text = start + " · ".join(part.replace(" ", "\u00a0") for part in parts)
    room = terminal.width() - 1
    lines = textwrap.wrap(text, room - LABEL, break_long_words=False, break_on_hyphens=False) or ["nothing"]
    for number, line in enumerate(lines):
        yield f" {label if number == 0 else '':<{LABEL - 2}} {line}".replace("\u00a0", " ").rstrip()


def _percent(count: int, among: int) -> str:
    return f"{_bare(count / among if among else 0.0)} %"


def _bare(part: float) -> str:
    """A part of one in percent; what is less than a tenth of a percent, but more than nothing, shows as such."""
    return "<0.1" if 0 < part < 0.0005 else f"{100 * part:.1f}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def report_json(game: Game, plan: Plan, tally: Tally) -> Json:
    """All numbers; shares are parts of one."""
    ordered = sorted(tally.lengths)
    edge = tally.edge(game.players[0], len(game.players)) if len(game.players) > 1 else None
    return {
        "game": game.name,
        "version": game.version,
        "variant": game.variant,
        "options": dict(game.options),
        "players": list(game.players),
        "hash": game.hash,
        "seed": plan.seed,
        "games": tally.games,
        "seats": plan.seats,
        "wins": {name: asdict(share(tally.wins[name], tally.games)) for name in game.players},
        "drawn": tally.drawn,
        "shared": tally.shared,
        "cut_short": tally.cut,
        "first_seat_edge": None if edge is None else {"value": edge[0], "margin": edge[1]},
        "length": {f"{100 * part:.0f}%": quantile(ordered, part) for part in (0, 0.05, 0.25, 0.5, 0.75, 0.95, 1)},
        "mean_length": sum(ordered) / len(ordered),
        "choices_per_decision": _mean_options(tally),
        "ended_by": _ordered(tally.endings),
        "actions": _ordered(tally.actions),
        "scores": {name: _spread(found) for name, found in tally.scores.items()},
        "bots": {spec: _standing(standing) for spec, standing in tally.bots.items()},
        "rows": _row_uses(game, tally),
        "figures": _ordered(tally.figures),
        "told": {kind: _ordered(counts) for kind, counts in sorted(tally.told.items()) if kind != "text"},
        "never_used": never_used(game, tally),
    }


def _ordered(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _spread(scores: list[int]) -> Json:
    ordered = sorted(scores)
    found: Json = {f"{100 * part:.0f}%": quantile(ordered, part) for part in (0, 0.05, 0.25, 0.5, 0.75, 0.95, 1)}
    return {"mean": sum(ordered) / len(ordered), **found}


def _standing(standing: Standing) -> Json:
    return {
        "seats": standing.seats,
        "won": standing.won,
        "lost": standing.lost,
        "drawn": standing.drawn,
        "mean_score": sum(standing.scores) / len(standing.scores) if standing.scores else None,
        "rounds": standing.rounds,
        "seconds": standing.seconds,
    }


def _row_uses(game: Game, tally: Tally) -> Json:
    """By table, row and way: how often it was used so, and how often of that by a seat that won in the end."""
    found: dict[str, dict[str, Json]] = {}
    for domain in RowUses(game.model).domains:
        for use in sorted(use for use in tally.rows if use.domain == domain.name):
            uses = found.setdefault(domain.many, {}).setdefault(use.row, {})
            uses[use.by] = {"times": tally.rows[use], "by_winners": tally.rows_won[use]}
    return dict(found)
