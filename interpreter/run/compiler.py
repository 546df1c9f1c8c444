"""Turns checked expressions and statements into Python functions, once, before a game is played.

An expression becomes `evaluate(machine, frame)`, a statement `execute(machine, frame)`. What never changes is evaluated
here; inside loops over members, what does not depend on the member is evaluated once for the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.layout import Layout, Value
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.walk import walk
from interpreter.run.analysis import Analysis
from interpreter.run.machine import BUDGET, Evaluate, Execute, Frame, Machine
from interpreter.run.ready import Ready
from interpreter.run.scope import UNSET, Scope, constant, in_order
from interpreter.run.values import CompiledValue

if TYPE_CHECKING:
    from interpreter.run.program import Program

_CHEAP = (x.Const, x.Local, x.Special, x.ReadField, x.ReadTable)


Build: TypeAlias = "Callable[[Compiler, Scope, Any], Any]"
Alone: TypeAlias = "Callable[..., Value]"


class Compiler:
    """The tools that all parts of a program are compiled with.

    `expressions` and `statements` say for each kind of node which function compiles it; `program` is where the parts
    find each other. `ready`: parts that need not be put together any more.
    """

    def __init__(
        self,
        model: Model,
        layout: Layout,
        program: Program,
        expressions: Mapping[type, Build],
        statements: Mapping[type, Build],
        ready: Ready,
    ) -> None:
        self.model = model
        self.layout = layout
        self.program = program
        self.ready = ready
        self.analysis = Analysis(model)
        self._expressions = expressions
        self._statements = statements
        self._folded: dict[int, tuple[x.Expr, x.Expr]] = {}
        self._idle = Machine(layout, layout.blank(), [], None)

    def fold(self, node: x.Expr) -> x.Expr:
        """The constant that an expression is, or the expression itself."""
        if isinstance(node, x.Const) or not self.analysis.static(node):
            return node
        known = self._folded.get(id(node))
        if known is None:
            scope = Scope(highest_slot(node) + 1)
            evaluate = self._expressions[type(node)](self, scope, node)
            self._idle.budget = BUDGET
            value = evaluate(self._idle, [None] * scope.size)
            known = self._folded[id(node)] = (node, x.Const(node.type, node.span, value))
        return known[1]

    def expr(self, node: x.Expr, scope: Scope) -> Evaluate:
        """An expression as a function."""
        node = self.fold(node)
        if isinstance(node, x.Const):
            return constant(node.value)
        if scope.layers and not isinstance(node, _CHEAP):
            outside = self._layers_outside(node, scope)
            if outside < len(scope.layers):
                return self._hoisted(node, scope, outside)
        elif not scope.layers and not isinstance(node, _CHEAP):
            known = self.ready.value(self, scope, node)
            if known is not None:
                return known
        return self.put_together(node, scope)

    def put_together(self, node: x.Expr, scope: Scope) -> Evaluate:
        """An expression as a function, whether one is ready or not."""
        build: Evaluate = self._expressions[type(node)](self, scope, node)
        return build

    def exprs(self, nodes: Sequence[x.Expr], scope: Scope) -> tuple[Evaluate, ...]:
        """Several expressions."""
        return tuple(self.expr(node, scope) for node in nodes)

    def condition(self, node: x.Expr | None, scope: Scope) -> Evaluate | None:
        """A condition, or None where there is none or it always holds."""
        if node is None:
            return None
        folded = self.fold(node)
        if isinstance(folded, x.Const) and folded.value:
            return None
        return self.expr(folded, scope)

    def stmt(self, node: s.Stmt, scope: Scope) -> Execute:
        """A statement as a function."""
        build: Execute = self._statements[type(node)](self, scope, node)
        return build

    def alone(self, node: x.Expr, params: int = 0) -> Alone:
        """An expression that stands in no routine, as a function of its parameters (slots 0, 1, …)."""
        scope = Scope(max(params, highest_slot(node) + 1))
        evaluate = self.expr(node, scope)
        size = scope.size
        return lambda r, *args: evaluate(r, [*args, *[None] * (size - len(args))])

    def block(self, nodes: Sequence[s.Stmt], scope: Scope) -> Execute:
        """Statements in a row as one function."""
        known = self.ready.block(self, scope, nodes)
        return in_order([self.stmt(node, scope) for node in nodes]) if known is None else known

    def value(self, name: str) -> CompiledValue:
        """A declared value, compiled when it is first asked for."""
        value = self.program.values.get(name)
        if value is None:
            value = self.program.values[name] = CompiledValue(self.model.values[name])
            value.adjustable = name in self.analysis.adjustments
            scope = Scope(value.model.slots)
            value.body = self.expr(value.model.body, scope)
            value.size = scope.size
        return value

    def new_slot(self, scope: Scope) -> int:
        """One more slot of the routine's frame."""
        scope.size += 1
        return scope.size - 1

    def _layers_outside(self, node: x.Expr, scope: Scope) -> int:
        """How many of the loops around an expression it depends on, the outermost first."""
        free = self.analysis.free(node)
        outside = len(scope.layers)
        while outside and free.isdisjoint(scope.layers[outside - 1].slots):
            outside -= 1
        return outside

    def _hoisted(self, node: x.Expr, scope: Scope, outside: int) -> Evaluate:
        """An expression that is evaluated at most once while the loops from number `outside` on run."""
        cell = self.new_slot(scope)
        scope.layers[outside].cells.append(cell)
        inner = Scope(scope.size, scope.layers[:outside])
        evaluate = self.expr(node, inner)
        scope.size = inner.size

        def once(r: Machine, f: Frame) -> Value:
            value = f[cell]
            if value is UNSET:
                value = f[cell] = evaluate(r, f)
            return value

        return once


def highest_slot(node: Any) -> int:
    """The greatest slot that an expression uses; -1 when it uses none."""
    slots = [getattr(part, "slot", None) for part in walk(node)]
    return max((slot for slot in slots if slot is not None), default=-1)
