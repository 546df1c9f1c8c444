"""The terminal board: what a person sees of a game in progress, and what was typed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence

from interpreter.commands import terminal
from interpreter.commands.board import DIM, MARGIN, WIDTH, Painter, key_lines, painted
from interpreter.commands.session import Session
from interpreter.commands.standing import result_line, status_lines, title_line
from interpreter.game.decisions import Decision, Option
from interpreter.game.state import State

PROMPT = "number or action · u undo · ? why · h hint · s save · q quit · help > "
CLEAR = "\x1b[2J\x1b[H"
ROWS = 12
"""How many rows of options a page has at least."""


class Screen:
    """Writes and reads. For a person (`live`) there are colours, pages and questions; a pipe gets plain lines."""

    def __init__(self, session: Session) -> None:
        self.live = terminal.is_terminal() and terminal.is_terminal(sys.stdin)
        self.session = session
        self.painter = Painter(session.game.model, terminal.is_terminal())
        self.page = 0
        self.pages = 1

    def say(self, text: str = "") -> None:
        """Writes a line."""
        terminal.say(text)

    # ---- the state

    def show(self, viewer: str | None) -> None:
        """The board and all that belongs to it, as a seat sees it, and the options of the decision."""
        state = self.session.state
        self.say()
        self.say(title_line(state, len(self.session.lines), self.painter))
        self.say()
        for line in (*self.painter.boards(state, self.session.before), *status_lines(state, viewer, self.painter)):
            self.say(line)
        self.say()
        if state.decision is not None:
            self.page = 0
            self.options(state.decision)

    def options(self, decision: Decision) -> None:
        """One page of the options, or all of them where nobody turns pages."""
        lines = list(option_lines(decision, self._groups(decision)))
        room = max(ROWS, shutil.get_terminal_size((WIDTH, 24)).lines - 16)
        self.pages = -(-len(lines) // room) if self.live else 1
        shown = lines[self.page * room :][:room] if self.live else lines
        for line in shown:
            self.say(line)
        if self.pages > 1:
            self.say(f"{' ' * MARGIN}page {self.page + 1} of {self.pages}: m shows more")

    def more(self, decision: Decision) -> None:
        """The next page of the options, after the last one the first."""
        self.page = (self.page + 1) % self.pages
        self.options(decision)

    def key(self) -> None:
        """What the letters on the boards mean."""
        for line in key_lines(self.session.game.model):
            self.say(line)

    def moved(self, before: State, option: Option, by: str) -> None:
        """Announces what somebody else has done, and what it brought."""
        who, _, _ = option.text.partition(" ")
        self.say(f"{self.painter.seat(who)} ({by}): {option.words}")
        self.scored(before)

    def scored(self, before: State) -> None:
        """Announces scores that have changed."""
        for name in self.session.game.players:
            old, new = before.score(name), self.session.state.score(name)
            if old != new and old is not None and new is not None:
                self.say(f"{' ' * MARGIN}{self.painter.seat(name)} scores: {old} → {new}")

    def ended(self) -> None:
        """The board at the end, and how the game ended."""
        self.show(None)
        result = result_line(self.session.state)
        if result is not None:
            self.say(result)

    def hand_over(self, player: str) -> None:
        """Hides what the seat before has seen until the next one is there; only where a person looks."""
        if self.live:
            self.ask(f"{CLEAR}{self.painter.seat(player)}, it is for you to decide. Enter, when nobody else looks > ")

    def _groups(self, decision: Decision) -> list[tuple[str, list[Option]]]:
        """The options of a decision, those of a turn as main and free ones where there are both."""
        actions = self.session.game.model.actions
        main: list[Option] = []
        free: list[Option] = []
        rest: list[Option] = []
        for option in decision.options:
            action = None if option.action is None else actions.get(option.action)
            (rest if action is None else free if action.kind == "free" else main).append(option)
        groups = [("main", main), ("free", free), ("or", rest)]
        filled = [(name, options) for name, options in groups if options]
        return filled if len(filled) > 1 else [("", options) for _, options in filled]

    # ---- what is typed

    def ask(self, prompt: str) -> str | None:
        """A line that is typed; None at the end of the input."""
        if self.live:
            try:
                return input(prompt)
            except EOFError:
                self.say()
                return None
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return None
        text = line.rstrip("\r\n")
        self.say(f"> {text}")
        return text

    def question(self) -> str | None:
        """What the person who decides types."""
        return self.ask(PROMPT)

    def dim(self, text: str) -> str:
        """A text that is not to stand out."""
        return painted(text, DIM) if self.painter.colour else text


def option_lines(decision: Decision, groups: Sequence[tuple[str, list[Option]]]) -> Iterator[str]:
    """The options with their numbers, in columns, each group under its name."""
    digits = len(str(len(decision.options)))
    longest = max(len(option.words) for option in decision.options)
    wide = digits + 2 + longest
    many = max(1, (WIDTH - MARGIN + 2) // (wide + 2))
    for name, options in groups:
        if name:
            yield f"{' ' * MARGIN}{name}"
        rows = -(-len(options) // many)
        for row in range(rows):
            cells = [f"{option.number + 1:>{digits}}  {option.words}" for option in options[row::rows]]
            yield f"{' ' * MARGIN}{'  '.join(cell.ljust(wide) for cell in cells)}".rstrip()
