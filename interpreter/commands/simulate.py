"""`rulewright simulate`: plays many games between bots and reports what happens in them."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import click

from interpreter.commands import terminal
from interpreter.commands.choices import DEFAULT_SEED, GameChoice, game_options, whole
from interpreter.commands.games import REFERENCE, executor_names, open_game, usual_executor
from interpreter.commands.matches import Plan, Record, play_all
from interpreter.commands.report import report_json, report_lines
from interpreter.commands.seats import seats_in_order
from interpreter.commands.statistics import Tally
from interpreter.diagnostics import Rejected

MOST_GAMES = 10_000_000
MOST_JOBS = 256
LONGEST = 10_000


@click.command("simulate")
@click.argument("game")
@click.option(
    "--games", "number", required=True, metavar="NUMBER", callback=whole(1, MOST_GAMES), help="How many games."
)
@click.option("--seats", metavar="BOT,BOT", help="Who plays, in the order of the seats; one bot alone plays them all.")
@click.option("--turn-seats", "turning", is_flag=True, help="Let who plays move on by a seat from game to game.")
@click.option(
    "--jobs", default="1", metavar="NUMBER", callback=whole(1, MOST_JOBS), help="How many processes share the work."
)
@click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON.")
@click.option(
    "--longest", default=str(LONGEST), metavar="NUMBER", callback=whole(1, None),
    help="After how many decisions a game is cut short.",
)  # fmt: skip
@click.option(
    "--executor",
    type=click.Choice(executor_names()),
    help="Let this executor do everything; only the reference tells of rules.",
)
@game_options()
def command(
    game: str, number: int, seats: str | None, turning: bool, jobs: int, as_json: bool, longest: int,
    executor: str | None, variant: str | None, options: Mapping[str, str], players: int | None, seed: int | None,
) -> int:  # fmt: skip
    """Play many games between bots and report: who wins with what scores, how long games are, how they end, which
    actions, rules and rows of data are used how often, and what never is.

    Shares come with 95 % intervals. One seed gives the same numbers, however many jobs there are; game number k, from
    0, is the one with the seed SEED + k.
    """
    started = time.monotonic()
    choice = GameChoice(game, variant, options, players)
    used = executor or usual_executor()
    loaded = open_game(choice, used)
    first = DEFAULT_SEED if seed is None else seed
    who, telling = seats_in_order(loaded, seats), executor in (None, REFERENCE)
    plan = Plan(choice, used, who, first, longest, telling, turning)
    tally = Tally()
    with _progress(number) as advance:
        for record in play_all(plan, number, jobs):
            if record.fault:
                raise _fault(record)
            tally.add(record, loaded.players)
            advance()
    if as_json:
        terminal.say(json.dumps(report_json(loaded, plan, tally), indent=2, ensure_ascii=False))
    else:
        for line in report_lines(loaded, plan, tally):
            terminal.say(line)
    shared = "1 job" if jobs == 1 else f"{jobs} jobs"
    terminal.remark(f"({REFERENCE if plan.telling else used}, {shared}, {time.monotonic() - started:.1f} s)")
    return 0


def _fault(record: Record) -> Rejected:
    """What went wrong with the rules in a game, with how to come there again."""
    terminal.remark(
        f"In the game with seed {record.seed}, after {record.decisions} decisions"
        + (f", the last of them `{record.last}`:" if record.last else ":")
    )
    return Rejected(record.fault)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[], None]]:
    """Shows how far the games are, where somebody looks at standard error; gives what to call after each."""
    if not terminal.is_terminal(sys.stderr):
        yield _nothing
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.total} games"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal.console(sys.stderr), transient=True) as progress:
        task = progress.add_task("games", total=games)
        yield lambda: progress.advance(task)


def _nothing() -> None:
    """What is called after each game when nobody looks."""
