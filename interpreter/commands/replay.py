"""`rulewright replay`: plays a journal again and verifies each line of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from interpreter.commands import terminal
from interpreter.commands.board import Painter
from interpreter.commands.choices import GameChoice, game_options, whole
from interpreter.commands.games import open_journal
from interpreter.commands.standing import result_line, standing_lines
from interpreter.game.game import Game
from interpreter.game.journals import Journal
from interpreter.game.state import State


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Verify all lines and say no more than how it went.")
@click.option("--to", metavar="NUMBER", callback=whole(0), help="Stop after so many decisions.")
@click.option("--game", metavar="GAME", help="The game, where it is neither shipped nor in a folder above the journal.")
@game_options(seed=False)
def command(
    file: Path, only_check: bool, to: int | None, game: str | None,
    variant: str | None, options: Mapping[str, str], players: int | None,
) -> None:  # fmt: skip
    """Play a journal again: each of its lines must be one of the options at that moment.

    The first line that is none is named, with its place, and the exit code is 1. A journal says itself by which variant
    and options it was played.
    """
    journal = Journal.read(file)
    choice = GameChoice(game or home_of(journal, file), variant, options or None, players)
    loaded = open_journal(choice, journal)
    if not only_check:
        _replay(loaded, journal, to)
        return
    loaded.replay(journal, to, same_rules=False)
    states = loaded.replay(journal, to)
    end = result_line(states[-1]) or "the game goes on"
    terminal.say(f"{file}: {len(states) - 1} decisions, all as they were; {end}")


def home_of(journal: Journal, file: Path) -> str:
    """The game of a journal: that of a folder above it, else a shipped one, else its name."""
    from interpreter.check.files import ENTRY, shipped_games

    for folder in file.absolute().parents:
        if (folder / ENTRY).is_file():
            return str(folder)
    found = shipped_games().get(journal.game)
    return journal.game if found is None else str(found)


def _replay(game: Game, journal: Journal, to: int | None) -> None:
    """Prints the decisions as they are made, and the board at the end."""
    painter = Painter(game.model, terminal.is_terminal())
    states = game.replay(journal, to)
    for number, entry in enumerate(journal.entries[: len(states) - 1], 1):
        who, _, words = entry.text.partition(" ")
        terminal.say(f"{number:4}  {painter.seat(who)} {words}" if words else f"{number:4}  {entry.text}")
    before: State | None = states[-2] if len(states) > 1 else None
    terminal.say()
    for line in standing_lines(states[-1], None, painter, list(painter.boards(states[-1], before))):
        terminal.say(line)
    result = result_line(states[-1])
    if result is not None:
        terminal.say(result)
