"""`rulewright new`: begins a game, as a small one that already plays."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from interpreter.commands import terminal
from interpreter.commands.usage import refused
from interpreter.commands.writing import create_text
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.syntax.words import reserved_words

TEMPLATE = Path(__file__).with_name("template")
FILES = {"game.rules": "the rules", "scenarios.rules": "scenarios, which test them"}


@click.command("new")
@click.argument("name")
@click.option("--title", help="The game's name for people; made from NAME unless said.")
def command(name: str, title: str | None) -> None:
    """Begin a game of your own: a folder with a small game that already plays, and scenarios that test it.

    NAME is the folder to make; its last part is the name of the game. Nothing that exists is overwritten.
    """
    folder = Path(name)
    game = game_name(folder.name)
    if folder.exists():
        raise Rejected(
            [Diagnostic("RW909", f"`{name}` exists already", hint="choose another name; nothing was changed")]
        )
    shown = title if title is not None else game.replace("_", " ").capitalize()
    if not shown.strip() or not shown.isprintable() or '"' in shown or "\\" in shown:
        raise refused("RW910", f"`{shown}` cannot be the title of a game", "a title is one line without quotes")
    for file in FILES:
        text = (TEMPLATE / file).read_text(encoding="utf-8")
        create_text(folder / file, text.replace("NAME", game, 1).replace("TITLE", shown, 1))
    for file, what in FILES.items():
        terminal.say(f"{(folder / file).as_posix():<32}  {what}")
    path = shlex.quote(folder.as_posix() if len(folder.parts) > 1 else f"./{folder.name}")
    terminal.say(f"\nIt plays: rulewright play {path}")
    terminal.say(f"After a change: rulewright check {path}, rulewright test {path}")


def game_name(word: str) -> str:
    """The name of the game in a folder of that name. Raises BadArguments for a word that cannot be one."""
    name = word.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,59}", name):
        proper = re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_").lstrip("0123456789_")
        hint = f"for example `{proper}`" if proper and proper != name else None
        raise refused("RW910", f"`{word}` cannot be a game's name: small letters, figures, `_` and `-` make one", hint)
    if name in reserved_words()[0]:
        raise refused("RW910", f"`{word}` cannot be a game's name: it is a word of the rules language")
    return name
