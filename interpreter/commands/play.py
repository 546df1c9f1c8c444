"""`rulewright play`: a game in the terminal, against people or bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from interpreter.bots import Bot, make
from interpreter.commands import terminal
from interpreter.commands.choices import DEFAULT_SEED, GameChoice, game_options
from interpreter.commands.games import executor_names, open_journal, open_state, usual_executor
from interpreter.commands.screen import Screen
from interpreter.commands.seats import HUMAN, make_bots, seats_by_name
from interpreter.commands.session import JOURNAL, SAVE, Session
from interpreter.commands.titles import titles_of, told
from interpreter.diagnostics import Rejected
from interpreter.game.decisions import Decision, Option, find, matched
from interpreter.game.explain import explain
from interpreter.game.game import Game
from interpreter.game.journals import Journal

HINT = "search:1s"
HELP = """\
  a number, or an action as it is written: take it    u, undo: take back the last decision
  ? ACTION, why ACTION: why it can or cannot be done   h, hint: propose an action
  s, save [FILE]: save the game (FILE.journal: as a journal)
  b, board: the board again, and what its letters mean   m, more: more options
  i, info NAME: what a card or another row of data says  l, log: what has been done so far
  q, quit: leave"""


@click.command("play")
@click.argument("game")
@click.option(
    "--seat", "seats", metavar="SEAT=WHO", multiple=True, help="Who plays a seat: human, random, greedy, search."
)
@click.option(
    "--save", "target", metavar="FILE", type=click.Path(path_type=Path), help="Save into this file when leaving."
)
@click.option(
    "--load", "source", metavar="FILE", type=click.Path(path_type=Path), help="Go on with a save or a journal."
)
@click.option("--executor", type=click.Choice(executor_names()), default=usual_executor, help="Which executor plays.")
@game_options()
def command(
    game: str, seats: tuple[str, ...], target: Path | None, source: Path | None, executor: str,
    variant: str | None, options: Mapping[str, str], players: int | None, seed: int | None,
) -> int:  # fmt: skip
    """Play a game in the terminal.

    Every seat is played by people unless --seat says otherwise: `--seat white=search` (it thinks for a second;
    `search:400` for 400 rounds, `search:0.5s` for half a second), `greedy`, `random`. Actions are chosen by their
    number or typed as they are written; `help` lists what else can be typed. When the input comes from a pipe, the
    output is plain lines, and the game stops where the input does.
    """
    choice = GameChoice(game, variant, options, players, seed)
    session = open_session(choice, source, executor)
    table = _Table(session, seats_by_name(session.game, seats), target)
    try:
        code = table.play()
    finally:
        kept = table.leave()
    return code if kept else 1


def open_session(choice: GameChoice, source: Path | None, executor: str) -> Session:
    """A game from its start, or as a save or a journal tells it. Raises Rejected."""
    if source is None or source.suffix != JOURNAL:
        state = open_state(choice, source, executor)
        return Session([state], whole=source is None)
    journal = Journal.read(source)
    states = open_journal(choice, journal, executor).replay(journal)
    pairs = zip(journal.entries, states, strict=False)
    lines = [matched(entry.text, state.decision, state.game.players).text for entry, state in pairs]
    return Session(states, lines)


class _Table:
    """People and bots at a game."""

    def __init__(self, session: Session, seats: dict[str, str], target: Path | None) -> None:
        self.session = session
        self.game: Game = session.game
        self.seats = seats
        self.bots: Mapping[str, Bot] = make_bots(self.game, seats, session.state.seed)
        self.people = [name for name, who in seats.items() if who == HUMAN]
        self.screen = Screen(session)
        self.target = target
        self.saved = False
        self.looking: str | None = self.people[0] if len(self.people) == 1 else None

    def play(self) -> int:
        """Plays until the game is over, somebody leaves or the input ends; the exit code."""
        self.screen.key()
        while True:
            decision = self.session.state.decision
            if decision is None:
                self.screen.ended()
                return 0
            if decision.player not in self.people:
                self.bot_decides(decision)
            elif not self.person_decides(decision):
                return 0

    def leave(self) -> bool:
        """Saves, where that was asked for at the start; whether nothing is lost."""
        return self.target is None or self.saved or self.save(self.target)

    def bot_decides(self, decision: Decision) -> None:
        """A bot takes an option, and it is announced."""
        before = self.session.state
        option = decision.options[self.bots[decision.player].choose(before)]
        self.session.take(option)
        self.screen.moved(before, option, self.seats[decision.player], self.people)

    def person_decides(self, decision: Decision) -> bool:
        """A person takes an option or does something else; whether the game goes on."""
        if self.looking != decision.player and self._secrets() and len(self.people) > 1:
            self.screen.hand_over(decision.player)
        self.looking = decision.player
        self.screen.show(decision.player)
        now = self.session.state
        while self.session.state is now:
            text = self.screen.question()
            if text is None:
                self.screen.say("The input has ended, and the game is not over.")
                return False
            if not self.answer(text.strip(), decision):
                return False
        return True

    def answer(self, text: str, decision: Decision) -> bool:
        """Does what was typed; whether the game goes on."""
        option = self.chosen(text, decision)
        if option is not None:
            self.take(option)
            return True
        typed = text.removeprefix("/")
        word, _, rest = (f"? {typed[1:]}" if typed.startswith("?") else typed).partition(" ")
        rest = rest.strip()
        match word.lower():
            case "q" | "quit" | "exit":
                return False
            case "u" | "undo":
                refusal = self.session.undo(self.people)
                if refusal is not None:
                    self.screen.say(refusal)
            case "?" | "why":
                self.why(rest)
            case "h" | "hint":
                self.hint(decision)
            case "s" | "save":
                self.save(Path(rest) if rest else self.target or Path(f"{self.game.name}{SAVE}"))
            case "m" | "more":
                self.screen.more(decision)
            case "b" | "board":
                self.screen.show(decision.player)
                self.screen.key()
            case "i" | "info":
                self.info(rest)
            case "l" | "log":
                self.screen.log(decision.player)
            case "help":
                self.screen.say(HELP)
            case "":
                self.screen.say(f"{decision.player} decides: a number from 1 to {len(decision.options)}, or an action")
            case _ if typed.isdigit():
                self.screen.say(
                    f"there is no option {typed[:20]}: a number from 1 to {len(decision.options)}, or an action"
                )
            case _:
                self.why(text)
        return True

    def chosen(self, text: str, decision: Decision) -> Option | None:
        """The option that a number or an action stands for."""
        option = find(text, decision) if text else None
        if option is None and text.isascii() and text.isdigit() and len(text) < 7:
            number = int(text) - 1
            if 0 <= number < len(decision.options):
                return decision.options[number]
        return option

    def take(self, option: Option) -> None:
        """Takes an option; when the rules go wrong in what follows, that is told and nothing has changed."""
        before = self.session.state
        try:
            self.session.take(option)
        except Rejected as rejected:
            terminal.show_findings(rejected.diagnostics)
            return
        self.screen.scored(before)

    def why(self, text: str) -> None:
        """Why an action can or cannot be done."""
        if not text:
            self.screen.say("why what? Write the action after it, as in `why pass`.")
            return
        if text.isdigit() and self.session.state.decision is not None:
            option = self.chosen(text, self.session.state.decision)
            text = option.words if option is not None else text
        for line in explain(self.session.state, text).lines():
            self.screen.long(line)

    def info(self, text: str) -> None:
        """What a row of data says; its rules are read now, for they were not needed before."""
        from interpreter.commands.info import info_lines

        for line in info_lines(self.game, text):
            self.screen.long(line)

    def hint(self, decision: Decision) -> None:
        """Proposes an option."""
        bot = make(HINT, self.game, DEFAULT_SEED)
        option = decision.options[bot.choose(self.session.state)]
        title = told(option.words, titles_of(self.game.model))
        self.screen.say(f"perhaps {option.number + 1}: {option.words}" + (f"  ({title})" if title else ""))

    def save(self, path: Path) -> bool:
        """Saves the game; when that cannot be, it is told. Whether it was saved."""
        try:
            self.session.save(path)
        except Rejected as rejected:
            terminal.show_findings(rejected.diagnostics)
            return False
        self.saved = path == self.target and self.session.state.over
        self.screen.say(f"saved as {path}")
        return True

    def _secrets(self) -> bool:
        """Whether a seat of this game may see what another must not."""
        model = self.game.model
        return any(place.hiding for place in model.places.values()) or any(v.hiding for v in model.variables.values())
