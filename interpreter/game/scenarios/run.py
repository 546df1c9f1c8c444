"""Runs scenarios: plays what they play, and tells what is not as they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from interpreter.check import CheckedGame
from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.game.decisions import Decision, find, offered
from interpreter.game.explain import Explanation
from interpreter.game.game import Game
from interpreter.game.items import shortened
from interpreter.game.scenarios.ground import Games, Ground, Key, ground_of, misplaced
from interpreter.game.scenarios.lines import Forms
from interpreter.game.scenarios.position import position_of
from interpreter.game.scenarios.script import Expected, Line, ScriptChecker
from interpreter.game.sources import Quotes
from interpreter.game.state import State
from interpreter.game.wording import Wording
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Result:
    """How a scenario went. `findings` are the lines that are not as the scenario says, none when it passed.

    `board` is the position in which the first of them failed, as text; empty for a game without a board.
    """

    title: str
    span: Span
    cites: tuple[str, ...]
    findings: tuple[Diagnostic, ...]
    board: str = ""

    @property
    def passed(self) -> bool:
        """Whether everything is as the scenario says."""
        return not self.findings


@dataclass(frozen=True, slots=True)
class Prepared:
    """A scenario that is ready to be played."""

    game: Game
    ground: Ground
    lines: tuple[Line, ...]
    start: State


class Scenarios:
    """The scenarios of a game, those of its variants included."""

    def __init__(self, game: Game, checked: Mapping[Key, CheckedGame] | None = None) -> None:
        """`game` is any load of it: each scenario is played under the variant, options and seats that it names.

        `checked` holds what the game is under some of these, where it has been checked before.
        """
        self.games = Games(game, checked)
        self.all = tuple(source.scenario for source in game.checked.files.scenarios)
        self._forms: dict[int, Forms] = {}
        self._starts: dict[tuple[int, int], State] = {}

    def check(self, scenario: n.Scenario) -> list[Diagnostic]:
        """What is wrong with a scenario as it is written, by place; nothing is played but the way to its position."""
        try:
            self.prepare(scenario, offers=False)
        except Rejected as rejected:
            return list(rejected.diagnostics)
        return []

    def run(self, scenario: n.Scenario) -> Result:
        """Plays a scenario."""
        title, span = str(scenario.title), scenario.title.span
        cites = ground_of(scenario).cites
        try:
            prepared = self.prepare(scenario)
        except Rejected as rejected:
            return Result(title, span, cites, rejected.diagnostics)
        player = _Player(prepared)
        findings = tuple(player.play())
        return Result(title, span, cites, findings, player.board if findings else "")

    def run_all(self) -> Iterator[Result]:
        """Plays all scenarios in order."""
        for scenario in self.all:
            yield self.run(scenario)

    def forms(self, game: Game) -> Forms:
        """How options of a game may be written."""
        if id(game) not in self._forms:
            self._forms[id(game)] = Forms(game)
        return self._forms[id(game)]

    def start(self, game: Game, seed: int) -> State:
        """The start of a game with a seed; scenarios under one ground begin at the same."""
        key = (id(game), seed)
        if key not in self._starts:
            self._starts[key] = game.new(seed)
        return self._starts[key]

    def prepare(self, scenario: n.Scenario, offers: bool = True) -> Prepared:
        """A scenario with its lines checked and its position set; see `position_of` for `offers`.

        Raises Rejected with all that is wrong with it.
        """
        wrong = misplaced(scenario)
        ground = ground_of(scenario)
        game = self.games.under(ground, scenario.title.span)
        checker = ScriptChecker(game)
        lines = checker.lines(scenario)
        wrong += [finding for finding in checker.findings.sorted() if finding.severity == "error"]
        found = [self.forms(game).finding(text, refused) for text, refused in action_texts(scenario)]
        wrong += [finding for finding in found if finding is not None]
        if wrong:
            raise Rejected(sorted(wrong, key=lambda finding: finding.order))
        start, wrong = position_of(self.start(game, ground.seed), lines, scenario.title.span, offers)
        if wrong:
            raise Rejected(wrong)
        return Prepared(game, ground, tuple(lines), start)


def check_scenario(game: Game, scenario: n.Scenario) -> list[Diagnostic]:
    """What is wrong with one scenario as it is written; see `Scenarios.check`."""
    return Scenarios(game).check(scenario)


def action_texts(scenario: n.Scenario) -> Iterator[tuple[n.Word, bool]]:
    """All texts of actions in a scenario, each with whether it is to be refused."""
    for line in scenario.lines:
        if isinstance(line, n.Ground) and line.kind in ("play", "offers", "offers_only"):
            yield from ((word, False) for word in line.words)
        elif isinstance(line, n.Refuses):
            yield line.action, True


class _Player:
    """Carries a scenario out. After a `play` that cannot be made nothing more is looked at."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.state = prepared.start
        self.quotes = Quotes()
        self.board = ""

    def play(self) -> Iterator[Diagnostic]:
        try:
            for line in self.prepared.lines:
                for finding in self.line(line):
                    self.board = self.board or self.state.board()
                    yield finding
                    if finding.code == "RW650":
                        return
        except Rejected as rejected:
            self.board = self.board or self.state.board()
            yield from rejected.diagnostics

    def line(self, line: Line) -> Iterator[Diagnostic]:
        match line:
            case n.Ground(kind="play", words=words):
                yield from self.plays(words)
            case n.Ground(kind="offers", words=words):
                yield from self.offers(words)
            case n.Ground(kind="offers_only", words=words):
                yield from self.offers_only(words, line.span)
            case n.Ground(kind="offers_number", words=words):
                yield from self.offers_number(words[0])
            case n.Refuses():
                yield from self.refuses(line)
            case Expected():
                yield from self.expects(line)

    def plays(self, words: Sequence[n.Word]) -> Iterator[Diagnostic]:
        for word in words:
            option = None if self.state.decision is None else find(word, self.state.decision)
            if option is None:
                why = self.state.explain(word)
                yield Diagnostic("RW650", f"`{word}` cannot be played: {why.reason}", word.span, *_told(why))
                return
            self.state = self.state.after(option)

    def offers(self, words: Sequence[n.Word]) -> Iterator[Diagnostic]:
        for word in words:
            if self.state.decision is None or find(word, self.state.decision) is None:
                why = self.state.explain(word)
                yield Diagnostic("RW651", f"`{word}` is not offered: {why.reason}", word.span, *_told(why))

    def offers_only(self, words: Sequence[n.Word], span: Span) -> Iterator[Diagnostic]:
        yield from self.offers(words)
        decision = self.state.decision
        if decision is not None:
            wanted = {option.number for word in words if (option := find(word, decision)) is not None}
            more = [option.words for option in decision.options if option.number not in wanted]
            if more:
                yield Diagnostic("RW652", f"these are offered too: {shortened(more)}", span)

    def offers_number(self, word: n.Word) -> Iterator[Diagnostic]:
        decision = self.state.decision
        count = 0 if decision is None else len(decision.options)
        if count != int(word):
            shown = "the game is over" if decision is None else _listed(decision)
            yield Diagnostic("RW653", f"{count} options are offered, not {word}", word.span, None, shown)

    def refuses(self, line: n.Refuses) -> Iterator[Diagnostic]:
        if self.state.decision is not None and find(line.action, self.state.decision) is not None:
            yield Diagnostic("RW654", f"`{line.action}` is not refused: it is one of the options", line.action.span)
        elif line.reason is not None:
            why = self.state.explain(line.action)
            if not why.reason.startswith(str(line.reason)):
                message = f"`{line.action}` is refused for another reason: {why.reason}"
                yield Diagnostic("RW655", message, line.reason.span, *_told(why))

    def expects(self, line: Expected) -> Iterator[Diagnostic]:
        look = self.state.look
        frame = [None] * line.size
        if look.value(line.condition, frame):
            return
        parts = [part for part in Wording(look, self.quotes).parts(line.condition, frame) if not part.holds]
        failed = "; ".join(part.text for part in parts)
        found = "; ".join(part.detail for part in parts if part.detail)
        message = f"expected {failed}" + (f", but {found}" if found else ", but it is not so")
        yield Diagnostic("RW656", message, line.condition.span)


def _told(why: Explanation) -> tuple[str | None, str | None]:
    """The hint and what would be right, from an explanation."""
    shown = [f"{part.text}: {'yes' if part.holds else 'no'}" + (f" ({part.detail})" if part.detail else "")
             for part in why.parts]  # fmt: skip
    hint = "; ".join([*why.names, *shown]) or None
    return hint, ("legal now: " + ", ".join(f"`{words}`" for words in why.instead) if why.instead else None)


def _listed(decision: Decision) -> str:
    return offered(decision, most=20)
