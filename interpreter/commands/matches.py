"""Playing many games between bots, and noting what happens in them."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing import Pool

from interpreter.bots import Bot
from interpreter.bots.search import SearchBot
from interpreter.bots.uniform import RandomBot
from interpreter.commands.choices import GameChoice
from interpreter.commands.completed import Completed
from interpreter.commands.games import open_game
from interpreter.commands.row_uses import RowUses, Use
from interpreter.commands.seats import make_bots
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.game.executors import Executor
from interpreter.game.game import Game
from interpreter.game.sources import Quotes
from interpreter.game.state import State
from interpreter.layout.masks import members
from interpreter.run import Decision, Option, Position

BATCHES = 8
"""How many portions of work each process gets; more of them make the progress smoother."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: the game, who sits where, and after how many decisions a game is cut short.

    With `turning`, who sits where moves on by a seat from game to game. Bots think with the executor. With `telling`
    the games themselves are carried out by the reference executor, which tells of every action, rule and text that
    runs, and not by that one.
    Game number k (from 0) has the seed `seed` + k, so that each can be played again by itself.
    """

    choice: GameChoice
    executor: str
    seats: dict[str, str]
    seed: int
    longest: int
    telling: bool
    turning: bool = False

    def seated(self, number: int) -> dict[str, str]:
        """Who plays each seat in game number `number`."""
        specs = list(self.seats.values())
        shift = number % len(specs) if self.turning else 0
        return dict(zip(self.seats, [*specs[-shift:], *specs[:-shift]] if shift else specs, strict=True))


@dataclass(slots=True)
class Record:
    """One game: who won (nobody: a draw), how it ended, its numbers, and how often things were used.

    `told` counts what the executor told of while the rules ran, by kind: actions, rules, texts. `rows` are the uses of
    rows, `rows_won` those by a seat that won; `figures` are those that were completed when a score rose. `scores` and
    `bots` go by seat, `thought` says by bot how many rounds it searched and for how many seconds. `fault` says what
    went wrong with the rules, if anything did, and `last` the decision before.
    """

    seed: int
    winners: tuple[str, ...] = ()
    ending: str = ""
    decisions: int = 0
    options: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    rows: Counter[Use] = field(default_factory=Counter)
    rows_won: Counter[Use] = field(default_factory=Counter)
    scores: dict[str, int] = field(default_factory=dict)
    bots: dict[str, str] = field(default_factory=dict)
    thought: dict[str, tuple[int, float]] = field(default_factory=dict)
    figures: Counter[str] = field(default_factory=Counter)
    told: dict[str, Counter[str]] = field(default_factory=dict)
    fault: tuple[Diagnostic, ...] = ()
    last: str = ""

    def tell(self, kind: str, name: str) -> None:
        """Counts what an executor tells of."""
        self.told.setdefault(kind, Counter())[name] += 1


CUT = "cut short"


class Match:
    """Plays the games of a plan in this process."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game: Game = open_game(plan.choice, plan.executor)
        self.player: Executor = self.game.reference if plan.telling else self.game.executor
        self.completed = Completed(self.game)
        self.uses = RowUses(self.game.model)
        self._chosen: Counter[tuple[Use, int]] = Counter()
        self._last: tuple[int, Option] | None = None

    def play(self, number: int) -> Record:
        """Game number `number`."""
        seed = (self.plan.seed + number) & ((1 << 64) - 1)
        record, self._last = Record(seed, bots=self.plan.seated(number)), None
        self._chosen.clear()
        bots = make_bots(self.game, record.bots, seed)
        by_seat = [bots.get(name) for name in self.game.players]
        try:
            position = self._finished(seed, by_seat, record)
        except Rejected as rejected:
            record.fault = rejected.diagnostics
            if self._last is not None:
                seat, option = self._last
                record.last = f"{self.game.players[seat]} {option.words}"
            return record
        finally:
            self._observe(None)
        if position.decision is not None:
            record.ending = CUT
        else:
            layout = self.game.layout
            record.winners = tuple(self.game.players[seat] for seat in members(position.vector[layout.winner]))
            record.ending = self._ending(position)
        self._sum_up(position, record)
        return record

    def _sum_up(self, position: Position, record: Record) -> None:
        """Takes in what can be told when a game has ended: scores, and which rows the winners used."""
        state = State(self.game, position, record.seed, ())
        for name in self.game.players:
            score = state.score(name)
            if score is not None:
                record.scores[name] = score
        for (use, seat), count in self._chosen.items():
            record.rows[use] += count
            if self.game.players[seat] in record.winners:
                record.rows_won[use] += count
        record.rows += self.uses.ran(record.told.get("text", {}))

    def _finished(self, seed: int, bots: Sequence[Bot | None], record: Record) -> Position:
        """Plays to the end. Bots that look at nothing are asked while the rules run, which is faster."""
        blind = all(bot is None or isinstance(bot, RandomBot) for bot in bots)
        if blind and not self.completed.possible:
            return self._run_on(seed, bots, record)
        state = State(self.game, self.player.start(seed), seed, ())
        while (decision := state.position.decision) is not None and record.decisions < self.plan.longest:
            bot = bots[decision.seat]
            number = 0 if bot is None else self._thinking(bot, state, record)
            self._note(decision, number, record)
            after = State(self.game, self._next(state.position, number, record), seed, ())
            if self.completed.possible:
                record.figures.update(self.completed.between(state.vector, after.vector))
            state = after
        return state.position

    def _thinking(self, bot: Bot, state: State, record: Record) -> int:
        before = time.perf_counter()
        number = bot.choose(state)
        if isinstance(bot, SearchBot) and bot.rounds:
            rounds, seconds = record.thought.get(bot.name, (0, 0.0))
            record.thought[bot.name] = rounds + bot.rounds, seconds + time.perf_counter() - before
        return number

    def _run_on(self, seed: int, bots: Sequence[Bot | None], record: Record) -> Position:
        def choose(decision: Decision) -> int:
            bot = bots[decision.seat]
            number = bot.random.randrange(len(decision.options)) if isinstance(bot, RandomBot) else 0
            self._note(decision, number, record)
            return number

        start = self.player.start(seed)
        self._observe(record)
        return self.player.playout(start.vector, choose, start.choices, self.plan.longest)

    def _next(self, position: Position, number: int, record: Record) -> Position:
        """The position after an option. What is carried out again to come to a later choice is counted once."""
        heard = Record(record.seed)
        self._observe(heard)
        after = self.player.after(position, number)
        self._observe(None)
        if after.vector != position.vector or after.decision is None:
            for kind, counts in heard.told.items():
                record.told.setdefault(kind, Counter()).update(counts)
        return after

    def _note(self, decision: Decision, number: int, record: Record) -> None:
        option = decision.options[number]
        record.decisions += 1
        record.options += len(decision.options)
        self._last = decision.seat, option
        if option.action is not None:
            record.actions[option.action] += 1
        self._chosen.update((use, decision.seat) for use in self.uses.chosen(decision, option))

    def _observe(self, record: Record | None) -> None:
        if self.plan.telling:
            self.game.reference.observer = None if record is None else record.tell

    @cached_property
    def _finishes(self) -> list[str]:
        """The ends of the game as the rules write them."""
        quotes = Quotes()
        return [
            f"after {finish.phase}" if finish.condition is None else quotes.text(finish.condition.span)
            for finish in self.game.model.finishes
        ]

    def _ending(self, position: Position) -> str:
        """Which of the ends it was: the first whose condition holds."""
        model, vector = self.game.model, position.vector[: self.game.layout.size]
        for text, finish in zip(self._finishes, model.finishes, strict=True):
            names = [None] * finish.routine.slots
            condition = finish.condition
            if condition is not None and self.game.reference.evaluate(condition, vector, frame=names):
                return text
        after = [text for text, finish in zip(self._finishes, model.finishes, strict=True) if finish.condition is None]
        return after[0] if after else "a rule that names the winner"


def play_all(plan: Plan, games: int, jobs: int) -> Iterator[Record]:
    """The records of all games, in their order; the number of processes changes nothing about them."""
    if jobs == 1 or games == 1:
        match = Match(plan)
        for number in range(games):
            yield match.play(number)
        return
    size = max(1, games // (jobs * BATCHES))
    portions = [range(start, min(games, start + size)) for start in range(0, games, size)]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the processes leave interrupts to this one
    try:
        pool = Pool(jobs, _begin, (plan,))
    finally:
        signal.signal(signal.SIGINT, before)
    with pool:
        for records in pool.imap(_play, portions):
            yield from records


_matches: list[Match] = []
"""The match of this process, when it is one of several."""


def _begin(plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _matches[:] = [Match(plan)]


def _play(numbers: range) -> list[Record]:
    return [_matches[0].play(number) for number in numbers]
