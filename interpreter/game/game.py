"""A game: its checked rules under one choice of variant, options and seats, and the states that they allow."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from interpreter.compiled.code.made import Compiled
from interpreter.compiled.engine import CompiledEngine
from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.game import warm
from interpreter.game.decisions import matched
from interpreter.game.executors import EXECUTORS, Executor
from interpreter.game.items import Misfit, path_text, shown
from interpreter.game.journals import Journal, journal_text, option_word
from interpreter.game.jsontext import parse, place_of, read_bytes
from interpreter.game.letters import Letters
from interpreter.game.names import Json
from interpreter.game.reading import Reader
from interpreter.game.saves import Writer, rules_of
from interpreter.game.state import State
from interpreter.game.state_schema import state_schema
from interpreter.layout import Layout
from interpreter.model.program import Domain, Model
from interpreter.run import Engine, Position

if TYPE_CHECKING:
    from interpreter.check import CheckedGame


RARELY = 500_000
"""How many new objects there are before a search for unused cycles while a game is read."""


def load(
    target: str | Path,
    variant: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    executor: str = "compiled",
    checked: CheckedGame | None = None,
) -> Game:
    """A game, ready to be played.

    `target` is a shipped game's name, a folder, or a `.rules` file; `options` maps options to words, numbers or
    booleans; `players` is how many people play, where that is open. `checked` is what checking it has given, where that
    has been done. Raises Rejected with everything that is wrong with the rules, KeyError for an executor that does not
    exist.
    """
    if executor not in EXECUTORS:
        raise KeyError(executor)
    choice = Choice(target, variant, options or {}, players)
    key = warm.key_of(target, variant, options, players)
    known = None if key is None else warm.find(key)
    if known is not None:
        return Game(choice, known.model, executor, known.program, checked)
    with _rarely_collected():
        checked = checked or choice.check()
        game = Game(choice, checked.model, executor, checked=checked)
    if key is not None and isinstance(game.executor, CompiledEngine):
        warm.keep(key, warm.Warm(game.model, game.executor.compiled))
    return game


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Reading rules and generating programs makes very many things that last: looking for cycles among them is idle."""
    usual = gc.get_threshold()
    gc.set_threshold(RARELY, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was asked for: a game with its variant, options and number of people."""

    target: str | Path
    variant: str | None
    options: Mapping[str, object]
    players: int | None

    def check(self) -> CheckedGame:
        """The game, checked. Raises Rejected with everything that is wrong with the rules."""
        from interpreter.check import check_game

        return check_game(self.target, self.variant, self.options, self.players)

    @property
    def plain(self) -> bool:
        """Whether nothing was chosen, so that the game is as its files say."""
        return self.variant is None and not self.options and self.players is None


class Game:
    """A game with its rules fixed. Two games are the same when their hashes are."""

    def __init__(
        self,
        choice: Choice,
        model: Model,
        executor: str = "compiled",
        program: Compiled | None = None,
        checked: CheckedGame | None = None,
    ) -> None:
        """For `load`. `program` and `checked` are what is known of the game already."""
        self.choice = choice
        self.plain = choice.plain
        self.executor_name = executor
        self.target = choice.target
        self.model = model
        self.executor: Executor
        if executor == "compiled":
            self.executor = CompiledEngine(model, program=program)
        else:
            self.executor = EXECUTORS[executor](model)
        self._checked = checked
        self._reference: Engine | None = None
        self._begun: tuple[object, Position] | None = None

    @classmethod
    def of(cls, checked: CheckedGame, target: str | Path, executor: str = "reference", plain: bool = False) -> Game:
        """A game that has been checked. `plain`: nothing was chosen, so the game is as its files say."""
        model = checked.model
        options: Mapping[str, object] = {} if plain else rules_of(model)["options"]
        choice = Choice(target, model.variant, options, None if plain else sum(not one for one in model.rules_played))
        return cls(choice, model, executor, checked=checked)

    @property
    def checked(self) -> CheckedGame:
        """Everything that checking the game gave; it is checked now when it was not before."""
        if self._checked is None:
            self._checked = self.choice.check()
        return self._checked

    # ---- what it is

    @property
    def name(self) -> str:
        """The name that rules, saves and commands use."""
        return self.model.name

    @property
    def title(self) -> str:
        """The name for people."""
        return self.model.title

    @property
    def version(self) -> int:
        """The version of the rules."""
        return self.model.version

    @property
    def variant(self) -> str | None:
        """The variant that is played, if any."""
        return self.model.variant

    @cached_property
    def options(self) -> Mapping[str, Json]:
        """The options as chosen: numbers, booleans or words."""
        found: Mapping[str, Json] = rules_of(self.model)["options"]
        return found

    @property
    def players(self) -> tuple[str, ...]:
        """The seats, in order; those that the rules play are among them."""
        return self.model.players

    @property
    def hash(self) -> str:
        """The content hash: rules, data, options and seats."""
        return self.model.hash

    @property
    def layout(self) -> Layout:
        """Which number of a state's vector holds what."""
        return self.executor.layout

    def seat(self, player: str) -> int:
        """The number of a seat. Raises KeyError for a name that is none."""
        if player not in self.players:
            raise KeyError(f"there is no seat {player!r}; the seats are {', '.join(self.players)}")
        return self.players.index(player)

    @property
    def reference(self) -> Engine:
        """The reference executor, which can also explain."""
        if self._reference is None:
            self._reference = self.executor if type(self.executor) is Engine else Engine(self.model)
        return self._reference

    def widen(self, domains: Mapping[str, Domain]) -> None:
        """Lets the reference executor know more domains: lines of a board that scenarios speak of, but no rule does."""
        old = self.reference
        known = old.model.domains
        if any(name not in known for name in domains):
            self._reference = Engine(replace(self.model, domains={**domains, **known}))
            self._reference.observer = old.observer
            if self.executor is old:
                self.executor = self._reference

    # ---- states

    def new(self, seed: int = 1) -> State:
        """The state in which a game begins. One seed and the same choices give the same game.

        Raises ValueError for a seed that is negative or has more than 64 bits.
        """
        if not 0 <= seed < 1 << 64:
            raise ValueError("a seed is a number from 0 to 2**64 - 1")
        key = (self.executor, self.executor.observer, seed)
        if self._begun is None or self._begun[0] != key:
            self._begun = key, self.executor.start(seed)
        return State(self, self._begun[1], seed, ())

    def from_json(self, document: Json) -> State:
        """The state of a document that `State.to_json` has made, or somebody else.

        Nothing in the document is taken on trust: whatever does not fit raises Rejected with one finding, RW803 to
        RW812. The choices since the flow last waited are made again, each among the options of its decision.
        """
        try:
            return self._state(document)
        except Misfit as misfit:
            raise Rejected([_finding(misfit, None)]) from None

    def read_save(self, path: Path | str) -> State:
        """The state in a file. Raises Rejected like `from_json`, with places in the file; RW801, RW802 for no JSON."""
        return self.from_text(read_bytes(Path(path), "save"), str(path))

    def from_text(self, text: str, file: str) -> State:
        """The state of a JSON text; findings point into `file`. Raises Rejected like `read_save`."""
        document = parse(text, file)
        try:
            return self._state(document)
        except Misfit as misfit:
            raise Rejected([_finding(misfit, place_of(text, misfit.path, file))]) from None

    def _state(self, document: Json) -> State:
        loaded = self.reader.read(document)
        state = State(self, self.executor.advance(loaded.vector, ()), loaded.seed, ())
        for item in loaded.choices:
            text = item.text()
            try:
                state = state.after(matched(text, state.decision, self.players))
            except Rejected as rejected:
                first = rejected.diagnostics[0]
                if first.code not in ("RW830", "RW831"):
                    raise
                item.fail("RW812", first.message, first.hint or first.expected)
        return state

    def schema(self) -> Json:
        """The JSON Schema of this game's states: closed, and stricter than the one of all games."""
        return state_schema(self.writer)

    @cached_property
    def writer(self) -> Writer:
        """Writes states of this game as documents."""
        return Writer(self.layout)

    @cached_property
    def letters(self) -> Letters:
        """Writes what stands on the boards of this game."""
        return Letters(self.layout)

    @cached_property
    def reader(self) -> Reader:
        """Reads documents of this game's states."""
        return Reader(self.writer)

    # ---- journals

    def journal(self, lines: Sequence[str], seed: int, remarks: Sequence[str] = ()) -> str:
        """The journal of a game: its decisions from the start, each as `Option.text`."""
        return journal_text(rules_of(self.model), seed, lines, remarks)

    def read_journal(self, path: Path | str) -> tuple[State, ...]:
        """The states of a recorded game, from the start to its last decision; see `replay`."""
        return self.replay(Journal.read(path))

    def replay(self, journal: Journal, to: int | None = None, same_rules: bool = True) -> tuple[State, ...]:
        """Plays a journal again: the state at the start and after each decision, or after the first `to` of them.

        Raises Rejected: RW804 when the journal belongs to other rules (with `same_rules` off, another hash is let pass,
        to find the first line that differs), RW821 at the first line that is none of the options then.
        """
        self._same_rules(journal, same_rules)
        states = [self.new(journal.seed)]
        for number, entry in enumerate(journal.entries[:to], 1):
            state = states[-1]
            try:
                option = matched(entry.text, state.decision, self.players, entry.span)
            except Rejected as rejected:
                raise Rejected([_differs(number, finding) for finding in rejected.diagnostics]) from None
            states.append(state.after(option))
        return tuple(states)

    def _same_rules(self, journal: Journal, hash_too: bool) -> None:
        if journal.game != self.name:
            _other("game", f"this journal is of the game `{journal.game}`, not of `{self.name}`", journal)
        if journal.version != self.version:
            message = f"this journal is of version {journal.version} of the game, which is now version {self.version}"
            _other("version", message, journal)
        if journal.variant != self.variant:
            given, own = journal.variant or "no variant", self.variant or "none"
            _other("variant", f"this journal was played with {given}, here it is {own}", journal)
        if journal.players != self.players:
            _other("players", f"the seats are {', '.join(self.players)} here", journal)
        for name, value in self.options.items():
            chosen = journal.options.get(name)
            if chosen != value:
                told = "not set" if chosen is None else option_word(chosen)
                message = f"in this journal the option `{name}` is {shown(told)}, here it is {option_word(value)}"
                _other(f"option {name}", message, journal)
        for name in journal.options:
            if name not in self.options:
                _other(f"option {name}", f"there is no option `{shown(name)}`", journal)
        if hash_too and journal.hash != self.hash:
            _other("hash", "the rules have changed since this journal was written", journal)

    def __repr__(self) -> str:
        return f"<Game {self.name}{f' ({self.variant})' if self.variant else ''}>"


def _other(word: str, message: str, journal: Journal) -> NoReturn:
    span = journal.places.get(word) or journal.places["game"]
    raise Rejected([Diagnostic("RW804", message, span)])


def _differs(number: int, finding: Diagnostic) -> Diagnostic:
    return Diagnostic("RW821", f"decision {number}: {finding.message}", finding.span, finding.hint, finding.expected)


def _finding(misfit: Misfit, span: Span | None) -> Diagnostic:
    where = f"`{path_text(misfit.path)}`: " if misfit.path else ""
    return Diagnostic(misfit.code, f"{where}{misfit.message}", span, misfit.hint)
