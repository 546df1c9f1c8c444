"""Lowers calls of values that may be adjusted: whether an adjustment may count now is tested before anything else."""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of
from interpreter.compiled.ground.kinds import Unsupported
from interpreter.compiled.ground.rewrite import conjuncts
from interpreter.compiled.lower.lowering import parameters
from interpreter.compiled.lower.sets import Sets
from interpreter.model import expressions as x
from interpreter.model.program import StandingModel, ValueModel
from interpreter.model.types import MemberType

R, V, ME = low.Var("r"), low.Var("v"), low.Var("me")


class Adjusted(Sets):
    """The lowering of calls of values that may be adjusted."""

    def call_value(self, node: x.CallValue) -> low.Expr:
        if node.value not in self.tabulator.analysis.adjustments:
            return super().call_value(node)
        function = f"adjusted_{node.value}"
        if function not in self.functions:
            self.functions[function] = None
            self.functions[function] = self.adjusted_function(function, node, self.model.values[node.value])
        if self.functions[function] is None:
            return self.borrow(node)
        return low.Call(function, (R, V, self.names.me, *map(self.scalar, node.args)))

    def adjusted_function(self, function: str, node: x.CallValue, value: ValueModel) -> low.Function | None:
        """The function of a value that may be adjusted; the reference executor gives it where it is."""
        with self.routine(parameters(value.params)):
            params = tuple(self.variable(slot) for slot in range(len(value.params)))
            try:
                declared = self.scalar(self.rewriter.inline(value.body))
                changed = any_of([low.Known("adjusting"), *self.armed(value.name), *self.standing_tests(value)])
            except Unsupported:
                return None
            args = tuple(x.Local(type_, node.span, slot, f"x{slot}") for slot, type_ in enumerate(value.params))
            reference = self.borrow(replace(node, args=args))
        body = (low.If(changed, (low.Return(reference),)), low.Return(declared))
        return low.Function(function, ("r", "v", "me", *params), body)

    def armed(self, name: str) -> list[low.Expr]:
        """Whether a line of the turn that adjusts a value is in force."""
        found: list[low.Expr] = []
        for site, slots in zip(self.model.sites, self.layout.sites, strict=True):
            if site.adjustment is not None and site.adjustment.name == name:
                found.append(low.Bin(">=", low.Slot(low.Lit(slots.armed)), low.Lit(0)))
        return found

    def standing_tests(self, value: ValueModel) -> list[low.Expr]:
        """Whether a row adjusts a value for somebody and for the arguments at hand."""
        found: list[low.Expr] = []
        for standing in self.model.standings:
            if standing.adjustment.name == value.name:
                found.append(self.in_force(standing, value))
        return found

    def in_force(self, standing: StandingModel, value: ValueModel) -> low.Expr:
        """Whether a row's adjustment may count, as far as its condition and the seats among its arguments say."""
        row = x.Const(MemberType(standing.domain), standing.adjustment.span, standing.row)
        condition = self.rewriter.inline(self.rewriter.put(standing.condition, {0: row}))
        for place, arg in enumerate(standing.adjustment.args):
            if isinstance(arg.equal, x.Special) and arg.equal.name == "me":
                seat = low.Var(self.variable(place))
                with self.routine(replace(self.names, me=seat, seated=True)):
                    tests = [self.scalar(test) for test in conjuncts(condition)]
                return all_of((low.Bin(">=", seat, low.Lit(0)), *tests))
        each: list[low.Expr] = []
        for number in range(len(self.model.players)):
            with self.routine(replace(self.names, me=low.Lit(number), seated=True)):
                each.append(all_of([self.scalar(test) for test in conjuncts(condition)]))
        return any_of(each)
