"""Lowers what goes through the members of a collection: any, all, count, first, sums and unions."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of, negated
from interpreter.compiled.ground.kinds import is_member_set, kind_of, member_type, members_in
from interpreter.compiled.improve.order import hoisted
from interpreter.compiled.lower.between import any_between
from interpreter.compiled.lower.lines import line_test
from interpreter.compiled.lower.links import link_test
from interpreter.compiled.lower.sequences import Sequences
from interpreter.model import expressions as x
from interpreter.model.types import YES_NO

SHORT = 4
"""Conditions over at most so many fixed members are written out for each of them."""


class Quantifiers(Sequences):
    """The lowering of quantifiers and aggregates."""

    def quantifier(self, node: x.Quantifier) -> low.Expr:
        kind, condition = node.kind, node.condition or x.Const(YES_NO, node.span, True)
        if kind in ("those", "leading"):
            return self.sequence(node)
        if kind == "all":
            opposite = x.Logic(YES_NO, node.span, "not", condition, None)
            return negated(self.any(node.slot, node.source, opposite))
        if kind == "none":
            return negated(self.any(node.slot, node.source, condition))
        if kind == "any":
            return self.any(node.slot, node.source, condition)
        slot, source, tests = self.opened(node)
        member = kind_of(member_type(source)) == "member"
        mask = self.kept_mask(slot, source, tests) if member else None
        if mask is not None and kind == "count":
            return low.Population(mask)
        if mask is not None and kind == "first":
            return low.Lowest(mask)
        items, rest = self.walk_source(slot, source, tests)
        clauses = self.clauses(slot, items, rest)
        if kind == "count" and not rest:
            return low.Length(items)
        what = kind if member or kind == "count" else f"{kind}_number"
        return low.Walk(what, clauses, low.Var(self.variable(slot)))

    def any(self, slot: int, source: x.Expr, condition: x.Expr) -> low.Expr:
        """Whether a member of a collection meets a condition."""
        slot, source, tests = self.opened(x.Quantifier(YES_NO, condition.span, "any", slot, source, condition))
        if "unroll" in self.passes and isinstance(source, x.Const) and len(members_in(source.value)) <= SHORT:
            return self.unrolled(slot, source, tests)
        known = line_test(self, slot, source, tests) or link_test(self, slot, source, tests)
        if known is not None:
            return known
        mask = self.kept_mask(slot, source, tests) if kind_of(member_type(source)) == "member" else None
        if mask is not None:
            return low.Bin("!=", mask, low.Lit(0))
        items, rest = self.walk_source(slot, source, tests)
        lets, conditions = hoisted(self.variable(slot), [self.scalar(test) for test in rest], self.temporary)
        each = low.Clause("for", self.variable(slot), items)
        return low.Walk("any", (*lets, each, *(low.Clause("if", "", test) for test in conditions)), low.Lit(True))

    def unrolled(self, slot: int, source: x.Const, tests: Sequence[x.Expr]) -> low.Expr:
        """Whether one of few members meets the conditions, each written out."""
        each: list[low.Expr] = []
        for member in members_in(source.value):
            given = {slot: x.Const(member_type(source), source.span, member)}
            each.append(all_of([self.scalar(self.rewriter.put(test, given)) for test in tests]))
        return any_of(each)

    def kept_mask(self, slot: int, source: x.Expr, tests: list[x.Expr]) -> low.Expr | None:
        """The members of a source that meet conditions, as a mask."""
        if isinstance(source, x.Const) and "join" in self.passes:
            joined, rest = self.joined_space(slot, tests)
            if joined is not None and self.all_pieces(joined[0], source):
                on = self.pieces_on(joined[0], joined[1])
                fitting = self.members(slot, source, rest) if rest else on
                if fitting is not None:
                    return low.Bin("&", on, fitting) if rest else on
        return self.members(slot, source, tests) if is_member_set(source.type) else None

    def aggregate(self, node: x.Aggregate) -> low.Expr:
        if node.kind == "union":
            return self.union(node)
        _, clauses = self.walked(node)
        whole = low.Walk(node.kind, clauses, self.number(node.value))
        if node.kind == "sum" and isinstance(clauses[0].value, low.Var):
            return low.Choose(low.IsEmpty(clauses[0].value), low.Lit(0), whole)
        return whole

    def any_member(self, node: x.Expr) -> low.Expr:
        if isinstance(node, x.Quantifier) and node.kind == "those":
            return self.any(node.slot, node.source, node.condition or x.Const(YES_NO, node.span, True))
        if isinstance(node, x.Aggregate) and node.kind == "union":
            return any_between(self, node) or self.any_of_union(node)
        if isinstance(node, x.Conditional):
            return low.Choose(self.scalar(node.condition), self.any_member(node.then), self.any_member(node.other))
        if isinstance(node, x.Const):
            return low.Lit(bool(node.value))
        mask = self.mask(node) if is_member_set(node.type) else None
        if isinstance(node, x.ReadPlace):
            mask = self.lying(node)
        if mask is not None:
            return low.Bin("!=", mask, low.Lit(0))
        return low.Not(low.IsEmpty(self.sequence(node)))

    def any_of_union(self, node: x.Aggregate) -> low.Expr:
        """Whether one of several sets has a member."""
        _, clauses = self.walked(node)
        return low.Walk("any", (*clauses, low.Clause("if", "", self.any_member(node.value))), low.Lit(True))
