"""A scenario, checked: every line with its names resolved, ready to be carried out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from interpreter.check.findings import Findings, did_you_mean, listed
from interpreter.check.scope import Frame
from interpreter.diagnostics import Span
from interpreter.game.game import Game
from interpreter.model import expressions as x
from interpreter.model.types import PLAYER, SPACE, YES_NO, CollectionType, maybe
from interpreter.syntax import nodes as n

SPECIALS = {
    "decider": maybe(PLAYER),
    "mover": maybe(PLAYER),
    "over": YES_NO,
    "winner": maybe(PLAYER),
    "winners": CollectionType("set", PLAYER),
}
"""The words that mean something in `expect`, besides what the rules declare."""


@dataclass(frozen=True, slots=True)
class PutOn:
    """`put PIECES on SPACE`: pieces as (domain, number)."""

    span: Span
    pieces: tuple[tuple[str, int], ...]
    where: x.Expr
    size: int


@dataclass(frozen=True, slots=True)
class PutIn:
    """`put CARDS in PLACE`: the last named lies on top of a pile."""

    span: Span
    domain: str
    cards: tuple[int, ...]
    place: str
    keys: tuple[x.Expr, ...]
    size: int


@dataclass(frozen=True, slots=True)
class SetTo:
    """`set FIELD to VALUE`."""

    span: Span
    variable: str
    keys: tuple[x.Expr, ...]
    value: x.Expr
    size: int


@dataclass(frozen=True, slots=True)
class Expected:
    """`expect CONDITION`."""

    span: Span
    condition: x.Expr
    size: int


Line = n.Ground | n.Picture | n.Refuses | PutOn | PutIn | SetTo | Expected


class ScriptChecker:
    """Resolves the lines of one scenario in a game; findings gather in `findings`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.checker = game.checked.checker
        self.world = self.checker.w
        self.findings = Findings()

    def lines(self, scenario: n.Scenario) -> list[Line]:
        """The lines after the ground; those with a finding are left out."""
        found: list[Line] = []
        with self.listening():
            for line in scenario.lines:
                checked = self.line(line)
                if checked is not None:
                    found.append(checked)
        if not self.world.domains.keys() <= self.game.reference.model.domains.keys():
            self.game.widen({name: info.model() for name, info in self.world.domains.items()})
        return found

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Sends what the game's checker finds to this scenario."""
        before = self.checker.findings
        self.checker.findings = self.world.findings = self.findings
        try:
            yield
        finally:
            self.checker.findings = self.world.findings = before

    def line(self, line: n.ScenarioLine) -> Line | None:
        match line:
            case n.Put(kind="on"):
                return self.put_on(line)
            case n.Put():
                return self.put_in(line)
            case n.SetField():
                return self.set_to(line)
            case n.Expect():
                with self.checker.in_frame(self.frame()) as frame:
                    condition = self.checker.condition(line.condition)
                return Expected(line.span, condition, frame.slots)
            case n.Ground(kind="phase", words=words):
                if str(words[0]) not in self.world.phases:
                    hint = did_you_mean(words[0], self.world.phases) or f"the phases are {listed(self.world.phases)}"
                    self.findings.error("RW240", f"there is no phase `{words[0]}`", words[0].span, hint)
                    return None
                return line
            case n.Ground(kind="turn", words=words):
                if str(words[0]) not in self.world.players:
                    self.no_such("player", words[0], self.world.players)
                    return None
                return line
            case n.Ground(kind="play" | "offers" | "offers_only" | "offers_number") | n.Refuses() | n.Picture():
                return line
        return None

    def frame(self) -> Frame:
        """What the text of a scenario may name."""
        frame = Frame(False, "in a scenario")
        frame.specials = dict(SPECIALS)
        return frame

    def no_such(self, what: str, word: n.Word, known: object) -> None:
        names = list(known) if isinstance(known, (list, tuple, dict)) else []
        hint = did_you_mean(word, names) or (f"a {what} is {listed(names)}" if names else None)
        self.findings.error("RW214", f"there is no {what} `{word}`", word.span, hint)

    # ---- the position

    def put_on(self, line: n.Put) -> PutOn | None:
        domains = [name for name in self.world.domains if name in self.game.layout.pieces]
        pieces: list[tuple[str, int]] = []
        for word in line.things:
            home = next((name for name in domains if str(word) in self.world.domain_members(name)), None)
            if home is None:
                self.no_such("piece", word, [name for domain in domains for name in self.world.domain_members(domain)])
                return None
            pieces.append((home, self.world.domain_members(home).index(str(word))))
        with self.checker.in_frame(self.frame()) as frame:
            where = self.checker.typed(line.where, SPACE, "where a piece is put")
        return PutOn(line.span, tuple(pieces), where, frame.slots)

    def put_in(self, line: n.Put) -> PutIn | None:
        with self.checker.in_frame(self.frame()) as frame:
            place = self.checker.expr(line.where)
        if not isinstance(place, x.ReadPlace):
            if not self.findings.errors:
                places = listed(self.world.places) or "none"
                self.findings.error(
                    "RW242", "cards are put in a place", line.where.span, f"the places for cards are {places}"
                )
            return None
        domain = self.world.places[place.place].domain
        members = self.world.domain_members(domain)
        cards: list[int] = []
        for word in line.things:
            if str(word) not in members:
                self.no_such(domain, word, members)
                return None
            cards.append(members.index(str(word)))
        return PutIn(line.span, domain, tuple(cards), place.place, place.keys, frame.slots)

    def set_to(self, line: n.SetField) -> SetTo | None:
        with self.checker.in_frame(self.frame()) as frame:
            target = self.checker.target(line.target, "set")
            if target is None:
                return None
            variable, keys = target
            if self.game.layout.pieces_of(variable.name) is not None:
                hint = "write `put PIECE on SPACE`"
                self.findings.error("RW413", "where a piece stands is said by `put`, not `set`", line.span, hint)
                return None
            value = self.checker.typed(line.value, variable.type, f"`{variable.name.split('.')[-1]}`")
        return SetTo(line.span, variable.name, keys, value, frame.slots)
