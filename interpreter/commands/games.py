"""Loading games for commands: fresh ones, and those of saves and journals, which say how they were played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from interpreter.commands.choices import DEFAULT_SEED, GameChoice
from interpreter.diagnostics import Rejected, Span
from interpreter.game.executors import EXECUTORS
from interpreter.game.game import Game, load
from interpreter.game.journals import Journal, option_word
from interpreter.game.jsontext import parse, place_of, read_bytes
from interpreter.game.state import State

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
    text = read_bytes(save, "save")
    document = parse(text, str(save))
    rules = document.get("rules") if isinstance(document, dict) else None
    if not isinstance(rules, dict):
        return open_game(choice, executor).read_save(save)
    filled = _filled(choice, rules.get("variant"), rules.get("options"), rules.get("players"))

    def place(option: str) -> Span:
        return place_of(text, ("rules", "options", option), str(save))

    return _opened(choice, filled, executor, place).read_save(save)


def open_journal(choice: GameChoice, journal: Journal, executor: str = REFERENCE) -> Game:
    """The game that a journal tells of; what it says counts unless the choice says something else. Raises Rejected."""
    filled = _filled(choice, journal.variant, journal.options, list(journal.players))
    return _opened(choice, filled, executor, lambda option: journal.places[f"option {option}"])


def _opened(choice: GameChoice, filled: GameChoice, executor: str, place: Callable[[str], Span]) -> Game:
    """The game of a choice that a save or journal has filled; what it gives an option wrongly is told at its place."""
    try:
        return open_game(filled, executor)
    except Rejected as rejected:
        given = [name for name in filled.options or {} if name not in (choice.options or {})]
        told = list(rejected.diagnostics)
        for number, finding in enumerate(told):
            name = next((name for name in given if finding.message.startswith(f"the option `{name}` ")), None)
            if finding.span is None and name is not None:
                told[number] = replace(finding, span=place(name))
        raise Rejected(told) from None


def _filled(choice: GameChoice, variant: object, options: object, players: object) -> GameChoice:
    """The choice with what a save or journal says where nothing was chosen; what cannot be true is left out."""
    from interpreter.commands.declared import Declared

    declared = Declared.of(choice.game)
    if choice.variant is None and isinstance(variant, str):
        choice = replace(choice, variant=variant)
    if isinstance(options, Mapping):
        known = {name: option_word(value) for name, value in options.items() if name in declared.options}
        choice = replace(choice, options={**known, **(choice.options or {})})
    if choice.players is None and isinstance(players, list):
        people = len([player for player in players if player in declared.seats])
        choice = replace(choice, players=people if declared.least <= people <= declared.most else None)
    return choice
