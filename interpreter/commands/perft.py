"""`rulewright perft`: counts the sequences of decisions of each length, a check on the rules and on executors."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from interpreter.commands import terminal
from interpreter.commands.choices import GameChoice, game_options, whole
from interpreter.commands.games import executor_names, open_state, usual_executor
from interpreter.run import Engine, perft

DEEPEST = 100


@click.command("perft")
@click.argument("game")
@click.option("--depth", required=True, metavar="NUMBER", callback=whole(1, DEEPEST), help="How many decisions deep.")
@click.option("--turns", is_flag=True, help="Count whole turns: all decisions until the turn passes.")
@click.option("--from", "save", metavar="FILE", type=click.Path(path_type=Path), help="Count from a saved game.")
@click.option("--executor", type=click.Choice(executor_names()), default=usual_executor, help="Which executor counts.")
@game_options()
def command(
    game: str, depth: int, turns: bool, save: Path | None, executor: str,
    variant: str | None, options: Mapping[str, str], players: int | None, seed: int | None,
) -> None:  # fmt: skip
    """Count how many different sequences of decisions there are, for each length up to a depth.

    Each line holds a depth and its count. Chance comes from the seed, so that the counts are always the same.
    """
    state = open_state(GameChoice(game, variant, options, players, seed), save, executor)
    engine = state.game.executor if isinstance(state.game.executor, Engine) else state.game.reference
    for level in range(1, depth + 1):
        count = perft(engine, state.position, level, turns)[-1]
        terminal.say(f"{level} {count}")
        sys.stdout.flush()
        if count == 0:
            break
