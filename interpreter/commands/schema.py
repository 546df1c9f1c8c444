"""`rulewright schema`: prints JSON Schemas, that of a game's states above all."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click

from interpreter.commands import terminal
from interpreter.commands.choices import GameChoice, game_options
from interpreter.commands.usage import unknown
from interpreter.data import KINDS, own_schema, shipped_schema
from interpreter.game.saves import Writer
from interpreter.game.state_schema import state_schema
from interpreter.layout import Layout

STATE = "state"


@click.command("schema")
@click.argument("game")
@click.option("--kind", default=STATE, help="Which schema: that of `state`s, of a kind of data file, or of one file.")
@game_options(seed=False)
def command(game: str, kind: str, variant: str | None, options: Mapping[str, str], players: int | None) -> None:
    """Print the JSON Schema of a game's states, made from its own declarations.

    With --kind it is another one: `figures`, `setup`, `graph` or `data` for the form that all files of that kind have,
    or the name of one of the game's data files without `.yaml` for the schema that the game has for it.
    """
    checked = GameChoice(game, variant, options, players).check()
    if kind == STATE:
        found: object = state_schema(Writer(Layout(checked.model)))
    else:
        folder = checked.files.folder
        own = own_schema(kind, [*(path.parent for path in checked.files.variants.values()), folder])
        if own is None and kind not in KINDS:
            known = sorted(path.name.partition(".")[0] for path in (folder / "schemas").glob("*.schema.json"))
            raise unknown("RW907", "kind of schema", kind, [STATE, *KINDS, *known])
        found = own or shipped_schema(kind)
    terminal.say(json.dumps(found, indent=2, ensure_ascii=False))
