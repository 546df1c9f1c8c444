"""The running of rules at one moment: the state, whom the text acts for, and the choices that are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.diagnostics import Span
from interpreter.layout import Layout, Value
from interpreter.model.statements import Stmt
from interpreter.run.decisions import ONLY, SKIPPED, Choice, Chooser, Decision, Kind, Option
from interpreter.run.signals import Waiting, fault

if TYPE_CHECKING:
    from interpreter.run.values import Bent

Frame: TypeAlias = "list[Any]"
"""The names of a running routine, by slot."""

Evaluate: TypeAlias = "Callable[[Machine, Frame], Value]"
"""An expression, ready to be evaluated."""

Execute: TypeAlias = "Callable[[Machine, Frame], None]"
"""A statement or block, ready to be carried out."""

BUDGET = 1_000_000
"""How many rounds of loops, calls and events one choice may set off."""

ONLY_STEPS = 100
"""How many of these a decision of a seat that the rules play counts for: turns of such seats alone must end as well."""

DEPTH = 200
"""How deep calls and events may stand in one another."""


@dataclass(frozen=True, slots=True, eq=False)
class Asking:
    """A `choose` that waits for an answer: its names, and the machine as it was there."""

    node: Stmt
    frame: Frame
    machine: Machine


class Machine:
    """Rules in the course of running.

    - `v`: the state. `me`: the seat that the running text acts for. `decider`: whose decision it is, for conditions
      that ask; None while rules run.
    - `log`, `next`: the recorded choices and how many of them have been used. `chooser` answers what is not recorded;
      without one the running stops there.
    - `settled`, `settled_from`: the state when the flow last waited, and how many choices had been used then.
    - `trying`: nothing may be changed; the first change raises Happened. `scratch`: `v` is a copy that will be dropped.
    - `moved`: the pieces (domain, number) that the running action has moved; `collected` is where new ones go.
    - `events`: lists of the events of the running effects, innermost last. `event`: the event being answered.
    - `bent`: values changed by `with`, innermost last; `busy` are adjustments being evaluated, which do not count.
    - `usual`: what `as usual` does. `amount`, `gainer`: the gain that a rule answers to.
    - `pausing`: free actions may come between. `turn_ended`: `end turn` was said. `watching`: `finish when` counts.
    - `asking`: the `choose` that waits for an answer, for explanations.
    - `revealed`: chance or hidden news has come since the last decision. `budget`, `depth`: what is left of the bounds.
    """

    __slots__ = (
        *("amount", "asking", "bent", "budget", "busy", "chooser", "collected", "decider", "depth", "event", "events"),
        *("gainer", "layout", "log", "me", "moved", "next", "observer", "pausing", "revealed", "rules_played"),
        *("scratch", "settled", "settled_from", "trying", "turn_ended", "usual", "v", "watching"),
    )

    def __init__(self, layout: Layout, vector: list[int], choices: list[Choice], chooser: Chooser | None) -> None:
        self.layout = layout
        self.rules_played = layout.model.rules_played
        self.v = vector
        self.settled: list[int] = vector.copy()
        self.settled_from = 0
        self.log = choices
        self.next = 0
        self.chooser = chooser
        self.observer: Callable[[str, str], None] | None = None
        self.me: int | None = None
        self.decider: int | None = None
        self.trying = False
        self.scratch = False
        self.moved: set[tuple[str, int]] = set()
        self.collected = self.moved
        self.events: tuple[list[tuple[str, tuple[Value, ...]]], ...] = ()
        self.event: tuple[str, tuple[Value, ...]] | None = None
        self.bent: tuple[Bent, ...] = ()
        self.busy: tuple[object, ...] = ()
        self.usual: Callable[[], Value] | None = None
        self.amount: int | None = None
        self.gainer: int | None = None
        self.pausing = False
        self.turn_ended = False
        self.watching = False
        self.revealed = False
        self.asking: Asking | None = None
        self.budget = BUDGET
        self.depth = DEPTH

    def recorded(self) -> Choice | None:
        """The recorded choice for the decision that was just come to.

        None when there is none yet, and for one of a seat that the rules play: what they do is found again.
        """
        if self.next == len(self.log) or self.log[self.next] == ONLY:
            return None
        choice = self.log[self.next]
        self.next += 1
        if choice is not SKIPPED and choice != SKIPPED:
            self.revealed = False
        return choice

    def skip(self) -> None:
        """Records that the decision that was just come to has nothing to offer."""
        self.log.append(SKIPPED)
        self.next += 1

    def decide(self, kind: Kind, span: Span, options: list[Option], purpose: str, seat: int | None = None) -> Choice:
        """Has a decision made by `seat` (`me` when not given), and records it.

        A seat that the rules play takes the one option that it has; nobody sees that decision. Raises Waiting when
        there is nobody to answer, Rejected (RW705, RW708) for options that nobody could tell apart, and where the rules
        play the seat and there are several; ValueError where nobody acts, which the checker lets no text do.
        """
        seat = self.me if seat is None else seat
        if seat is None:
            raise ValueError(f"nobody acts at {span.point()}")
        if self.rules_played[seat]:
            if len(options) == 1:
                self.spend(ONLY_STEPS, span)
                return self._only(options[0])
            name = self.layout.model.players[seat]
            hint = "let the rules leave it one option, or replace the choice by a rule `instead of …` and `pick`"
            raise fault("RW708", f"{name} is played by the rules and cannot make a choice", span, hint)
        tell_apart(options, span)
        decision = Decision(seat, kind, purpose, span, tuple(options), self.revealed)
        if self.chooser is None:
            raise Waiting(decision)
        choice = options[self.chooser(decision)].choice
        self.log.append(choice)
        self.next += 1
        self.revealed = False
        return choice

    def _only(self, option: Option) -> Choice:
        if self.next == len(self.log):
            self.log.append(ONLY)
        self.next += 1
        return option.choice

    def note(self, node: Stmt, frame: Frame) -> None:
        """Notes which `choose` is about to ask, when the running stops there."""
        if self.chooser is None:
            self.asking = Asking(node, frame, copy(self))

    def settle(self, back: int = 0) -> None:
        """Notes that the flow waits for a decision here; `back` choices have been used for it already.

        The bound of a choice's effects starts afresh, unless it is the turn of a seat that the rules play.
        """
        self.settled = self.v.copy()
        self.settled_from = self.next - back
        if self.me is None or not self.rules_played[self.me]:
            self.budget = BUDGET

    def spend(self, steps: int, span: Span) -> None:
        """Counts steps; raises Rejected (RW701) when too many have been made since the last choice in a turn."""
        self.budget -= steps
        if self.budget < 0:
            raise _too_long(span)


def _too_long(span: Span) -> Exception:
    hint = "look for a loop or for rules that set off each other without end"
    return fault("RW701", f"this did not come to an end within {BUDGET:,} steps", span, hint)


def tell_apart(options: Sequence[Option], span: Span) -> None:
    """Raises Rejected (RW705) for options that nobody could tell apart."""
    if len({option.words for option in options}) == len(options):
        return
    seen: set[str] = set()
    for option in options:
        if option.words in seen:
            break
        seen.add(option.words)
    message = f'two options of this decision are both written "{option.words}"'
    raise fault("RW705", message, span, "name everything that was chosen in the `as` pattern")
