"""The terminal board: what a person sees of a game in progress, and what was typed."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence

from interpreter.commands import terminal
from interpreter.commands.board import MARGIN, Painter, key_lines
from interpreter.commands.offers import offer_lines
from interpreter.commands.secrets import veiled
from interpreter.commands.session import Session
from interpreter.commands.standing import result_line, standing_lines, title_line
from interpreter.commands.tables import WIDEST, wrapped
from interpreter.commands.titles import titles_of, told
from interpreter.game.decisions import Decision, Option
from interpreter.game.state import State

PROMPT = "number or action · i info · u undo · ? why · h hint · s save · q quit · help > "
CLEAR = "\x1b[2J\x1b[H"
MOST_STEPS = 6
"""How many choices of an action under way are told."""

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

    def long(self, text: str) -> None:
        """Writes a line that may be too long for the screen: then lines, all but the first set in."""
        indent = " " * (len(text) - len(text.lstrip()) + 2 * MARGIN)
        room = min(WIDEST, terminal.width())
        for line in textwrap.wrap(text, room, subsequent_indent=indent, break_on_hyphens=False) or [""]:
            self.say(line)

    # ---- the state

    def show(self, viewer: str | None) -> None:
        """The board and all that belongs to it, as a seat sees it, and the options of the decision."""
        state = self.session.state
        self.say()
        self.say(title_line(state, len(self.session.lines), self.painter))
        self.unit(viewer)
        self.say()
        boards = list(self.painter.boards(state, self.session.before))
        for line in standing_lines(state, viewer, self.painter, boards):
            self.say(line)
        self.say()
        if state.decision is not None:
            self.page = 0
            self.options(state.decision)

    def unit(self, viewer: str | None) -> None:
        """What has been chosen of an action or effect that is under way, so that a question in it has a meaning."""
        state = self.session.state
        if state.trail:
            titles = titles_of(state.game.model)
            lines = [veiled(line, state, [] if viewer is None else [viewer]) for line in state.trail[-MOST_STEPS:]]
            lines = [line.removeprefix(f"{viewer} ") for line in lines]
            shown = [f"{line} ({told(line, titles)})" if told(line, titles) else line for line in lines]
            for line in wrapped(self.painter.dim(" > ".join(shown))):
                self.say(line)

    def options(self, decision: Decision) -> None:
        """One page of the options, or all of them where nobody turns pages."""
        lines = list(offer_lines(self.session.state, decision, self.painter))
        room = max(ROWS, shutil.get_terminal_size((WIDEST, 24)).lines - 16)
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

    def moved(self, before: State, option: Option, by: str, watchers: Sequence[str]) -> None:
        """Announces what somebody else has done, as far as the watchers may know it, and what it brought."""
        who, _, _ = option.text.partition(" ")
        words = veiled(option.words, self.session.state, watchers)
        title = told(words, titles_of(self.session.game.model))
        self.say(f"{self.painter.seat(who)} ({by}): {words}" + (f"  {self.painter.dim(title)}" if title else ""))
        self.scored(before)

    def log(self, viewer: str) -> None:
        """What has been done so far, as far as a seat may know it now."""
        for number, line in enumerate(self.session.lines, 1):
            self.say(f"{number:4}  {veiled(line, self.session.state, [viewer])}")

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
