"""Loading games for commands: fresh ones, and those of saves and journals, which say how they were played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from interpreter.check.files import find_game, read_game
from interpreter.check.findings import Findings
from interpreter.commands.choices import DEFAULT_SEED, GameChoice
from interpreter.game.executors import EXECUTORS
from interpreter.game.game import Game, load
from interpreter.game.journals import Journal, option_word
from interpreter.game.jsontext import parse, read_bytes
from interpreter.game.state import State
from interpreter.syntax import nodes as n

REFERENCE, COMPILED = "reference", "compiled"


def executor_names() -> list[str]:
    """The executors by name, the reference first."""
    return sorted(EXECUTORS, key=lambda name: name != REFERENCE)


def usual_executor() -> str:
    """The executor for playing and simulating, where none was asked for: the quicker one, if it is there."""
    return COMPILED if COMPILED in EXECUTORS else REFERENCE


def open_game(choice: GameChoice, executor: str = REFERENCE) -> Game:
    """The game of a choice. Raises Rejected with what is wrong with it."""
    choice.look()
    return load(choice.game, choice.variant, choice.options, choice.players, executor)


def open_state(choice: GameChoice, save: Path | None, executor: str = REFERENCE) -> State:
    """A game's start, or where it stood when it was saved.

    What the save says about variant, options and players counts unless the choice says something else (then the save
    does not fit, which is told). Raises Rejected.
    """
    if save is None:
        return open_game(choice, executor).new(DEFAULT_SEED if choice.seed is None else choice.seed)
    document = parse(read_bytes(save, "save"), str(save))
    rules = document.get("rules") if isinstance(document, dict) else None
    if isinstance(rules, dict):
        choice = _filled(choice, rules.get("variant"), rules.get("options"), rules.get("players"))
    return open_game(choice, executor).read_save(save)


def open_journal(choice: GameChoice, journal: Journal, executor: str = REFERENCE) -> Game:
    """The game that a journal tells of; what it says counts unless the choice says something else. Raises Rejected."""
    return open_game(_filled(choice, journal.variant, journal.options, list(journal.players)), executor)


def _filled(choice: GameChoice, variant: object, options: object, players: object) -> GameChoice:
    """The choice with what a save or journal says where nothing was chosen; what cannot be true is left out."""
    if choice.variant is None and isinstance(variant, str):
        choice = replace(choice, variant=variant)
    if isinstance(options, Mapping):
        words = {name: option_word(value) for name, value in options.items() if isinstance(name, str)}
        known = {name: word for name, word in words.items() if name in _options_of(choice.game)}
        choice = replace(choice, options={**known, **(choice.options or {})})
    if choice.players is None and isinstance(players, list):
        low, high, seats = _seats_of(choice.game)
        people = len([player for player in players if player in seats])
        choice = replace(choice, players=people if low <= people <= high else None)
    return choice


def _options_of(game: str) -> set[str]:
    return {str(item.name) for item in _items(game) if isinstance(item, n.Option)}


def _seats_of(game: str) -> tuple[int, int, tuple[str, ...]]:
    """The least and the greatest number of people, and the seats they may have."""
    for item in _items(game):
        if isinstance(item, n.Game):
            seats = tuple(map(str, item.players))
            return item.low or len(seats), item.high or len(seats), seats
    return 1, 0, ()


def _items(game: str) -> list[n.Item]:
    return [entry.item for entry in read_game(find_game(game), Findings()).items]
