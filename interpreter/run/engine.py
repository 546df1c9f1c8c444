"""The reference executor of a game: from position to position by choices."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from interpreter.layout import Layout, Value
from interpreter.model.expressions import Expr
from interpreter.model.program import Model
from interpreter.run.decisions import Choice, Chooser, Decision, Position
from interpreter.run.flow import Flow
from interpreter.run.machine import Machine
from interpreter.run.notation import writer
from interpreter.run.program import Program
from interpreter.run.ready import Ready
from interpreter.run.scope import Scope
from interpreter.run.signals import Waiting, fault

FRAMES = 10_000
"""Python calls that may stand in one another, so that DEPTH calls and events of the rules can."""


def too_deep() -> Exception:
    """What rules that set off each other without end are rejected with."""
    hint = "look for rules that set off each other without end"
    return fault("RW702", "calls and events stand too deep in one another", None, hint)


class Engine:
    """Plays one checked game. It holds no state of a game: positions go in and come out.

    Everything is determined by the model, the seed and the choices. What goes wrong with the rules while they run is
    raised as Rejected with a diagnostic RW7xx.

    `observer`, when set, is told of each action taken ("action", name), each rule that answers ("rule", name) and each
    effect of a row that is carried out ("text", row and field); what is done again for a later choice is told again.
    """

    def __init__(self, model: Model, ready: Ready | None = None) -> None:
        """`ready`: parts of the program that need not be put together any more."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
        self.model = model
        self.layout = Layout(model)
        self.put_together(ready)
        self.observer: Callable[[str, str], None] | None = None

    def put_together(self, ready: Ready | None) -> None:
        """Makes the program of the game, of which some parts may be ready."""
        self.program = Program(self.model, self.layout, ready)
        self.flow = Flow(self.program, self.layout)

    def start(self, seed: int) -> Position:
        """The first decision of a game; phases that only `do` have been run."""
        return self.advance(self.start_vector(seed), ())

    def start_vector(self, seed: int) -> tuple[int, ...]:
        """The state before the first phase: every variable has the value it starts with. The seed is the chance."""
        v = self.layout.blank()
        self.layout.chance.set_state(v, seed)
        self.flow.lay_out(Machine(self.layout, v, [], None))
        return tuple(v)

    def advance(self, vector: Sequence[int], choices: Sequence[Choice]) -> Position:
        """Carries out what follows from the choices, and comes to the next decision or the end of the game.

        `vector` is that of a position, `choices` are its own and one more (or several more, or none: then the decision
        is found again). Recorded choices are not tested.
        """
        return self._go_on(self._machine(vector, choices, None))

    def after(self, position: Position, number: int) -> Position:
        """The position after taking an option of another by number; see `advance`."""
        return self.advance(position.vector, (*position.choices, position.raw[number]))

    def run_out(self, vector: Sequence[int], pick: Callable[[int], int]) -> Sequence[int]:
        """Plays to the end of the game, each decision answered by `pick(number of options)`; the last state."""
        return self.playout(vector, lambda decision: pick(len(decision.options))).vector

    def run_random(self, vector: Sequence[int], rand: Callable[[], float]) -> Sequence[int]:
        """Plays on at random to the end of the game; `rand` gives fractions of 1. Returns the last state."""
        return self.run_out(vector, lambda options: int(rand() * options))

    def playout(
        self, vector: Sequence[int], chooser: Chooser, choices: Sequence[Choice] = (), most: int | None = None
    ) -> Position:
        """Plays on in place to the end of the game, or over `most` decisions, each answered by `chooser`.

        The meaning is that of calling `advance` again and again; nothing is carried out twice.
        """
        left = most

        def answer(decision: Decision) -> int:
            nonlocal left
            if left is not None:
                if left == 0:
                    raise Waiting(decision)
                left -= 1
            return chooser(decision)

        return self._go_on(self._machine(vector, choices, answer))

    def evaluate(
        self,
        expr: Expr,
        vector: Sequence[int],
        me: int | None = None,
        frame: Sequence[Value] = (),
        decider: int | None = None,
    ) -> Value:
        """The value of an expression in a state, for `me`, with the names of a frame."""
        machine = self._machine(vector, (), None)
        machine.me, machine.decider = me, decider
        scope = Scope(len(frame))
        evaluate = self.program.compiler.expr(expr, scope)
        return evaluate(machine, [*frame, *[None] * (scope.size - len(frame))])

    def words(self, expr: Expr, value: Value, vector: Sequence[int]) -> str:
        """How a value of an expression's type is written in a state."""
        return writer(self.program.compiler, expr.type)(self._machine(vector, (), None), value)

    def _machine(self, vector: Sequence[int], choices: Sequence[Choice], chooser: Chooser | None) -> Machine:
        machine = Machine(self.layout, list(vector), list(choices), chooser)
        machine.observer = self.observer
        return machine

    def _go_on(self, r: Machine) -> Position:
        try:
            self.flow.run(r)
        except Waiting as waiting:
            return Position(tuple(r.settled), tuple(r.log[r.settled_from :]), waiting.decision)
        except RecursionError:
            raise too_deep() from None
        return Position(tuple(r.v), (), None)
