"""A look at a state from inside: its numbers as they are now, and the value of expressions in it.

Explanations and scenarios ask here. The look takes the place of nothing: whatever plays the game, the reference
executor is what looks.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.layout import Value
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import Type
from interpreter.model.walk import walk
from interpreter.run import Engine, Position
from interpreter.run.machine import Frame, Machine
from interpreter.run.notation import writer
from interpreter.run.scope import Scope
from interpreter.run.signals import Waiting


class Look:
    """A position, come to again and kept open.

    `machine` stands where the decision is asked (at the end of a game, after its last effect); `asking` is the `choose`
    that waits, `frame` its names: None and empty for decisions among actions and for questions of other kinds.
    """

    def __init__(self, engine: Engine, position: Position) -> None:
        self.engine = engine
        self.decision = position.decision
        settled = position.vector[: engine.layout.size]
        machine = Machine(engine.layout, list(settled), list(position.choices), None)
        if position.decision is not None:
            try:
                engine.flow.run(machine)
            except Waiting:
                machine.decider = position.decision.seat
        self.asking: s.Stmt | None = None
        self.frame: Frame = []
        self.machine = machine
        if machine.asking is not None:
            self.asking, self.frame = machine.asking.node, machine.asking.frame
            self.machine = machine.asking.machine
        self.machine.decider = None if position.decision is None else position.decision.seat
        if self.machine.me is None or machine.asking is None:
            self.machine.me = self.machine.decider

    @property
    def vector(self) -> list[int]:
        """The state as it is now."""
        return self.machine.v

    def value(self, expr: x.Expr, frame: Sequence[Value] = ()) -> Value:
        """The value of an expression with the names of a frame."""
        scope = Scope(max(len(frame), _slots(expr)))
        evaluate = self.engine.program.compiler.expr(expr, scope)
        return evaluate(self.machine, [*frame, *[None] * (scope.size - len(frame))])

    def words(self, type_: Type, value: Value) -> str:
        """How options write a value: a piece on the board as its space."""
        return writer(self.engine.program.compiler, type_)(self.machine, value)


def _slots(expr: x.Expr) -> int:
    """How many slots the names in an expression need."""
    return 1 + max((slot for node in walk(expr) if (slot := getattr(node, "slot", None)) is not None), default=-1)
