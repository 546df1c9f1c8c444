"""Lowers what actions offer: which options there are, and whether one comes to anything."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of, negated
from interpreter.compiled.ground.blocks import may_abandon
from interpreter.compiled.ground.kinds import Unsupported, member_type
from interpreter.compiled.improve.order import ordered
from interpreter.compiled.lower.changes import Block, R, V
from interpreter.compiled.lower.foreseen import foreseen
from interpreter.compiled.lower.lowering import ME, Names
from interpreter.compiled.lower.steps import Steps
from interpreter.compiled.lower.unfolded import unfolded
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel
from interpreter.run.trials import certain, idle

OUT = "out"
"""The variable of a menu's options."""

NO = low.Lit(False)

LEAVING = (s.LetPerform, s.Alternatives, s.DecideSeveral, s.Give, s.With)
"""What may end a block besides what is abandoned for sure (see may_abandon)."""

TRIED = (s.Let, s.MovePiece, s.RemovePiece, s.SwapPieces, s.SetVariable, s.ChangeCounter)
"""What may stand before an `ensure` that is tried out by the program."""


class Offers(Steps):
    """The lowering of offers."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._never: dict[str, bool] = {}
        self._options: dict[tuple[str, bool, bool], tuple[low.Clause, ...]] = {}

    def offer(self, number: int, action: ActionModel) -> Block:
        """Puts every option of an action at the end of `out`: its number and what it binds.

        Empty for an action that is never offered.
        """
        if self.never_offered(action):
            return []
        clauses = self.options(action)
        values = tuple(low.Var(self.variable(slot)) for slot in action.bound)
        return [low.Collect(OUT, clauses, low.Sequence((low.Lit(number), *values)))]

    def never_offered(self, action: ActionModel) -> bool:
        """Whether a condition for an action never holds."""
        if action.name not in self._never:
            self.names = Names()
            conditions = (step.condition for step in action.offer if isinstance(step, s.Require))
            self._never[action.name] = any(self.value(condition) == low.Lit(False) for condition in conditions)
        return self._never[action.name]

    def options(self, action: ActionModel) -> tuple[low.Clause, ...]:
        """The clauses that go through the options of an action: what it binds, and what an option must pass.

        An option's text must come to something, and what it ensures must hold. They are found once, and once more for
        playouts, in which the mover is at hand, and for steps from position to position.
        """
        key = action.name, self.playing is None, self.following
        if key not in self._options:
            self._options[key] = self.found_options(action)
        return self._options[key]

    def found_options(self, action: ActionModel) -> tuple[low.Clause, ...]:
        """See options."""
        self.names = Names(mover=None if self.playing is None else ME)
        clauses: list[low.Clause] = []
        self.binds(action.offer, clauses)
        if action.ensured:
            name = self.ensure(action)
            self.own_names(action)
            args = tuple(low.Var(self.variable(slot)) for slot in action.bound)
            tried = low.Call(name, (R, V, self.names.me, *args))
            if not foreseen(self, action, clauses, tried):
                clauses.append(low.Clause("if", "", tried))
        acts = self.acts(action.block, action.bound, clauses, low.Lit(idle(action.block)))
        if acts != low.Lit(True):
            clauses.append(low.Clause("if", "", acts))
        return unfolded(self, ordered(clauses))

    # ---- whether an option comes to anything

    def acts(self, block: s.Block, bound: tuple[int, ...], clauses: list[low.Clause], empty: low.Expr = NO) -> low.Expr:
        """Whether a block comes to a change of state or to a decision with a candidate, before anything abandons it.

        `bound` are slots that never hold nothing; `clauses` get the names that the answer needs. `empty` is the answer
        at the end of the block.
        """
        if not block:
            return empty
        if certain(block, bound):
            return low.Lit(True)
        node, rest = block[0], block[1:]
        match node:
            case s.Let():
                let = self.let(node)
                clauses.append(low.Clause("let", let.name, let.value))
                return self.acts(rest, bound, clauses, empty)
            case s.Require():
                after = self.acts(rest, bound, clauses, empty)
                return all_of((self.value(node.condition), after))
            case s.If(block=then, other=other) if then and other and certain(then, bound) and certain(other, bound):
                return low.Lit(True)
            case s.If():
                acts = self.acts((*node.block, *rest), bound, clauses, empty)
                otherwise = self.acts((*node.other, *rest), bound, clauses, empty)
                return acts if acts == otherwise else low.Choose(self.value(node.condition), acts, otherwise)
            case s.Decide(may=False):
                return self.candidates(node)
        if may_abandon((node,)) or isinstance(node, LEAVING):
            raise Unsupported("an option that must be tried out")
        later = self.acts(rest, bound, clauses, empty)
        return later if later == low.Lit(True) else any_of((self.acts_now(node), later))

    def acts_now(self, node: s.Stmt) -> low.Expr:
        """Whether one statement changes the state, or asks with a candidate."""
        match node:
            case s.MovePiece(what=what, where=where):
                return all_of([self.present(self.rewriter.inline(part)) for part in (what, where)])
            case s.SetVariable(variable=name, keys=keys):
                return all_of(self.kept_at(name, keys))
            case s.ChangeCounter(variable=name, keys=keys, amount=amount):
                tests = self.kept_at(name, keys)
                if isinstance(amount, x.Const) and isinstance(amount.value, int):
                    return all_of((*tests, low.Lit(amount.value > 0)))
                return all_of((*tests, low.Bin(">", self.number(self.rewriter.inline(amount)), low.Lit(0))))
            case s.RemovePiece(domain=domain, what=what):
                variable = self.layout.pieces[domain].spaces.variable
                space = x.ReadVariable(variable.type, node.span, variable.name, (self.rewriter.inline(what),))
                return self.present(space)
            case s.ForEach(ordered=None):
                inner: list[low.Clause] = []
                self.bind(s.Bind(node.span, node.slot, "", node.source, node.condition, None), inner)
                acts = self.acts(node.block, (node.slot,), inner)
                return low.Walk("any", (*inner, low.Clause("if", "", acts)), low.Lit(True))
            case s.Ask(who=who, block=(s.Decide(may=False) as decide, *_)):
                asked = self.rewriter.inline(who)
                if not self.definite(asked):
                    raise Unsupported("a decision of somebody who may be nobody")
                with self.routine(replace(self.names, me=self.scalar(asked))):
                    return self.candidates(decide)
        raise Unsupported("an option that must be tried out")

    def kept_at(self, variable: str, keys: tuple[x.Expr, ...]) -> list[low.Expr]:
        """What must hold so that a variable has a value at some keys: none is nothing or out of its range."""
        _, guard = self.place(variable, tuple(map(self.rewriter.inline, keys)))
        return [] if guard is None else [guard]

    def candidates(self, node: s.Decide) -> low.Expr:
        """Whether a decision has a candidate."""
        inner: list[low.Clause] = []
        self.binds(node.binds, inner)
        return low.Walk("any", tuple(ordered(inner)), low.Lit(True))

    def ensure(self, action: ActionModel) -> str:
        """The name of the function that tries an option out on a copy, where the end of the game does not matter.

        Where pieces are sure to stand alone, it is another one: names of actions begin with no digit.
        """
        finish, self.finish_reads = self.finish_reads, [frozenset() for _ in self.finish_reads]
        try:
            with self.routine(Names()):
                self.own_names(action)
                params = ("r", "v", "me", *(self.variable(slot) for slot in action.bound))
                body: Block = [low.Let("v", low.CopyOf(V)), *self.take_offer(action)]
                for node in action.block[: action.ensured]:
                    if isinstance(node, s.Ensure):
                        body.append(low.If(negated(self.value(node.condition)), (low.Return(low.Lit(False)),)))
                    elif isinstance(node, TRIED):
                        body += self.step(node)
                    else:
                        raise Unsupported("more than moves before an `ensure`")
        finally:
            self.finish_reads = finish
        key = f"ensure_{'1_' if any(map(self.stand_alone, self.alone)) else ''}{action.name}"
        self.functions[key] = low.Function(key, params, (*body, low.Return(low.Lit(True))))
        return key

    # ---- what an option has bound

    def own_names(self, action: ActionModel) -> None:
        """Binds what an option of an action has bound."""
        for step in action.offer:
            if isinstance(step, s.Bind):
                self.names.types[step.slot] = member_type(step.source)
                self.names.definite.add(step.slot)
                self.learn(step.slot, step.source, step.condition)

    def take_offer(self, action: ActionModel) -> Block:
        """Names that follow from what was bound; limits counted."""
        body: Block = [self.let(step) for step in action.offer if isinstance(step, s.Let)]
        for step in action.offer:
            if isinstance(step, s.Limit):
                place, _ = self.place(step.variable, tuple(self.rewriter.inline(key) for key in step.keys))
                body.append(low.Store(place, low.Bin("+", low.Slot(place), low.Lit(1))))
                if any(reads & self.tabulator.analysis.writes(step) for reads in self.finish_reads):
                    raise Unsupported("a limit that the end of the game depends on")
            elif isinstance(step, s.Cost):
                raise Unsupported("an offer with costs")
        return body
