"""A game that is being played: its states so far, what was done, taking back, saving."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from interpreter.commands.writing import write_text
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.game.decisions import Option
from interpreter.game.journals import Journal
from interpreter.game.jsontext import parse, read_bytes
from interpreter.game.state import State

JOURNAL = ".journal"
SAVE = ".save"


class Session:
    """The states of a game, the last one being now. `lines` are the decisions between them, as in a journal.

    `whole` tells whether they begin at the start of the game; after a save they do not.
    """

    def __init__(self, states: Sequence[State], lines: Sequence[str] = (), whole: bool = True) -> None:
        """`states` has one member more than `lines`."""
        self.states = list(states)
        self.lines = list(lines)
        self.whole = whole
        self.game = self.states[0].game

    @property
    def state(self) -> State:
        """How the game stands."""
        return self.states[-1]

    @property
    def before(self) -> State | None:
        """How it stood before the last decision."""
        return self.states[-2] if len(self.states) > 1 else None

    def take(self, option: Option) -> None:
        """Takes an option. Raises Rejected when the rules go wrong in what follows; then nothing has changed."""
        self.states.append(self.state.after(option))
        self.lines.append(option.text)

    def undo(self, players: Sequence[str]) -> str | None:
        """Goes back to the last decision of one of these players; why that cannot be, or None when it is done."""
        for place in range(len(self.states) - 2, -1, -1):
            if self._news(place + 1):
                return "chance or hidden news has come since, so this cannot be taken back"
            decision = self.states[place].decision
            if decision is not None and decision.player in players:
                del self.states[place + 1 :], self.lines[place:]
                return None
        return "there is nothing to take back"

    def _news(self, place: int) -> bool:
        """Whether chance or hidden news came just before a state."""
        decision = self.states[place].decision
        if decision is not None:
            return decision.revealed
        chance = self.game.layout.chance
        return chance.state(self.states[place].vector) != chance.state(self.states[place - 1].vector)

    # ---- files

    def save(self, path: Path) -> None:
        """Writes the game into a file: a journal where the name ends so, else a save.

        Raises Rejected: RW914 for a file that holds something else, RW915 for a journal of a game whose start is not
        known, RW908 when the file cannot be written.
        """
        if path.suffix == JOURNAL:
            if not self.whole:
                hint = f"a save can be written: give it a name that does not end in `{JOURNAL}`"
                raise _refused("RW915", "this game was loaded from a save, so its first decisions are not known", hint)
            text = self.game.journal(self.lines, self.state.seed)
        else:
            text = json.dumps(self.state.to_json(), indent=2, ensure_ascii=False) + "\n"
        if not is_ours(path):
            raise _refused("RW914", f"`{path}` holds something else than a saved game", "choose another name")
        write_text(path, text)


def is_ours(path: Path) -> bool:
    """Whether a file may be replaced by a saved game: it is one, or there is none, or nothing in it."""
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return True
    try:
        document = parse(read_bytes(path, "save"), str(path))
    except Rejected:
        try:
            Journal.read(path)
        except Rejected:
            return False
        return True
    return isinstance(document, dict) and {"format", "rules", "flow"} <= document.keys()


def _refused(code: str, message: str, hint: str) -> Rejected:
    return Rejected([Diagnostic(code, message, hint=hint)])
