"""Writes the decisions of compiled games, each when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.compiled.support.positions import Asked, FastMachine
from interpreter.layout import Layout
from interpreter.run.decisions import Choice, Decision, LateOptions, Option
from interpreter.run.machine import Machine, tell_apart
from interpreter.run.notation import words
from interpreter.run.program import Program
from interpreter.run.scope import Scope

if TYPE_CHECKING:
    from interpreter.compiled.code import made

Say = Callable[[Machine, Sequence[Choice], Sequence[Any]], list[Option]]
"""Writes choices as options; last come the values of the names around them."""


class Writer:
    """Writes the decisions of a game whose program asks for these in mid-effect."""

    def __init__(self, program: Program, layout: Layout, asked: Sequence[made.Decision]) -> None:
        self.program = program
        self.layout = layout
        self.model = layout.model
        self._actions = list(program.actions.values())
        self._asked = [(one, self._say(one), ", ".join(bind.name for bind in one.node.binds)) for one in asked]

    def turn(self, v: list[int], count: int, choices: Callable[[], Sequence[Choice]], revealed: bool) -> Decision:
        """The decision of a turn whose options are so many choices."""
        phase, seat = self.model.phases[v[self.layout.phase]], v[self.layout.mover]

        def write() -> list[Option]:
            r = self._machine(v, seat)
            options = []
            for choice in choices():
                action = self._actions[choice[0]]
                options.append(Option(choice, action.written(r, choice[1:]), action.name))
            tell_apart(options, phase.span)
            return options

        return Decision(seat, "turn", phase.name, phase.span, LateOptions(count, write), revealed)

    def inside(self, v: list[int], asked: Asked) -> Decision:
        """A decision in mid-effect that nobody has answered; `v` is the state there."""
        made, say, purpose = self._asked[asked.number]

        def write() -> list[Option]:
            options = say(self._machine(v, asked.acting), asked.choices, asked.outer)
            tell_apart(options, made.node.span)
            return options

        options = LateOptions(len(asked.choices), write)
        return Decision(asked.seat, "choose", purpose, made.node.span, options, asked.revealed)

    def decide(self, r: Machine, number: int, seat: int, choices: Sequence[Choice], outer: Sequence[Any]) -> Choice:
        """Has a decision in mid-effect made as the reference executor does; see Machine.decide."""
        made, say, purpose = self._asked[number]
        return r.decide("choose", made.node.span, say(r, choices, outer), purpose, seat=seat)

    def _machine(self, v: list[int], me: int | None) -> FastMachine:
        machine = FastMachine(self.layout, v, [], None)
        machine.me = me
        return machine

    def _say(self, made: made.Decision) -> Say:
        size = 1 + max([*made.slots, *(slot for slot, _ in made.outer)], default=0)
        scope = Scope(size + 40)
        write = words(self.program.compiler, scope, made.node.notation)

        def say(r: Machine, choices: Sequence[Choice], outer: Sequence[Any]) -> list[Option]:
            frame: list[Any] = [None] * scope.size
            for (slot, kind), value in zip(made.outer, outer, strict=True):
                frame[slot] = None if kind == "member" and value == -1 else value
            options = []
            for choice in choices:
                for slot, value in zip(made.slots, choice, strict=True):
                    frame[slot] = value
                options.append(Option(choice, write(r, frame), None))
            return options

        return say
