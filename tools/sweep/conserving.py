"""Looks whether a state makes sense: nothing lost, nothing double, nothing beyond its bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.check.files import read_file
from interpreter.check.findings import Findings
from interpreter.diagnostics import Rejected
from interpreter.game import Game, State
from interpreter.game.scenarios.script import Expected, ScriptChecker
from interpreter.layout.cards import NOWHERE
from interpreter.model.expressions import Expr
from interpreter.model.types import NumberType, without_nothing
from interpreter.run.analysis import Analysis
from interpreter.run.machine import Evaluate, Machine
from interpreter.run.scope import Scope
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Invariant:
    """A condition that must hold, with the size of its frame, and the stretches of the state that it depends on."""

    title: str
    holds: Evaluate
    size: int
    reads: tuple[slice, ...]

    def concerned(self, before: Sequence[int], after: Sequence[int]) -> bool:
        """Whether what it depends on differs between two states."""
        return any(before[part] != after[part] for part in self.reads)


class Keeper:
    """Looks at the states of one game at which the flow waits, one after the other."""

    def __init__(self, game: Game, invariants: Path | None) -> None:
        """`invariants` is a file of scenarios of `expect` lines only. Raises Rejected for what is wrong in it."""
        self.game = game
        self.layout = game.reference.layout
        self.invariants = [] if invariants is None else list(_invariants(game, invariants))
        self._numbers = [
            slots
            for slots in self.layout.variables.values()
            if isinstance(without_nothing(slots.variable.type), NumberType)
        ]

    def faults(self, before: Sequence[int] | None, vector: Sequence[int]) -> Iterator[str]:
        """What is wrong with a state; `before` is the state before it in the same game, None for the first."""
        v = list(vector)
        rebuilt = v.copy()
        self.layout.rebuild(rebuilt)
        if rebuilt != v:
            yield "what follows from other slots does not agree with them"
        yield from self._cards(before, v)
        for slots in self._numbers:
            if before is None or before[slots.base : slots.end] != vector[slots.base : slots.end]:
                for keys, at in slots.places():
                    value = slots.codec.read(v, at)
                    if value is not None and not slots.variable.low <= value <= slots.variable.high:
                        yield f"{slots.variable.name}{list(keys)} is {value}"
        machine = Machine(self.layout, v, [], None)
        for invariant in self.invariants:
            concerned = before is None or invariant.concerned(before, vector)
            if concerned and not invariant.holds(machine, [None] * invariant.size):
                yield f"not so: {invariant.title}"

    def _cards(self, before: Sequence[int] | None, v: list[int]) -> Iterator[str]:
        for cards in self.layout.cards.values():
            names = self.game.model.domains[cards.domain].members
            if before is not None:
                for card, name in enumerate(names):
                    if v[cards.spot_base + card] == NOWHERE and before[cards.spot_base + card] != NOWHERE:
                        yield f"{name} is lost"
            found = [card for spot in cards.spots for card in cards.read(v, spot)]
            if len(found) != len(set(found)) or len(found) != cards.cards - _nowhere(cards.cards, cards.spot_base, v):
                yield f"not every {cards.domain} is in exactly one place"
            for spot in cards.spots:
                if spot.size is not None and cards.count(v, spot) > spot.size:
                    yield f"{spot.name} holds more than {spot.size}"
                ranks = [v[cards.rank_base + card] for card in cards.read(v, spot)]
                if spot.shape == "pile" and sorted(ranks) != list(range(len(ranks))):
                    yield f"the order of {spot.name} has a gap"

    def writes(self, state: State) -> Iterator[str]:
        """What is wrong with the document of a state: it must be read as the same state."""
        try:
            again = self.game.from_json(state.to_json())
        except Rejected as rejected:
            yield f"its document is refused: {rejected}"
            return
        if again != state:
            yield "its document is read as another state"


def _nowhere(count: int, base: int, v: list[int]) -> int:
    return v[base : base + count].count(NOWHERE)


def _invariants(game: Game, file: Path) -> Iterator[Invariant]:
    findings = Findings()
    items = read_file(file, findings)
    findings.stop_on_errors()
    checker = ScriptChecker(game)
    for item in items:
        if isinstance(item, n.Scenario):
            for line in checker.lines(item):
                if isinstance(line, Expected):
                    scope = Scope(line.size)
                    holds = game.reference.program.compiler.expr(line.condition, scope)
                    yield Invariant(str(item.title), holds, scope.size, tuple(_reads(game, line.condition)))
    checker.findings.stop_on_errors()


def _reads(game: Game, condition: Expr) -> Iterator[slice]:
    """The stretches of the state that a condition depends on; all of it where only running can tell."""
    layout = game.reference.layout
    for word in Analysis(game.model).reads(condition):
        what, _, name = word.partition(" ")
        if what == "variable":
            yield slice(layout.variables[name].base, layout.variables[name].end)
        elif what == "cards":
            yield slice(layout.cards[name].spot_base, layout.cards[name].end)
        else:
            yield slice(0, layout.size)
