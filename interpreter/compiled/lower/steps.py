"""Lowers statements: what an effect does, in the order it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, negated
from interpreter.compiled.ground.blocks import may_abandon
from interpreter.compiled.ground.kinds import Unsupported, kind_of, member_type
from interpreter.compiled.lower.changes import Block, R, V
from interpreter.compiled.lower.decisions import Decisions
from interpreter.compiled.lower.lowering import Names, parameters
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import Routine, RuleModel
from interpreter.model.types import CollectionType, MaybeType, Type


class Steps(Decisions):
    """The lowering of statements."""

    def block(self, nodes: Sequence[s.Stmt]) -> Block:
        """Statements in a row."""
        return [line for node in nodes for line in self.step(node)]

    def unit(self, nodes: Sequence[s.Stmt]) -> Block:
        """A block that ends, and nothing more, when something in it is abandoned."""
        body = self.block(nodes)
        return [low.Guard(tuple(body))] if may_abandon(nodes) else body

    def step(self, node: s.Stmt) -> Block:
        """One statement."""
        match node:
            case s.Let():
                return [self.let(node)]
            case s.Require() | s.Ensure():
                return [low.If(negated(self.value(node.condition)), (low.Raise("abandon"),))]
            case s.If():
                return self.choice(node)
            case s.ForEach(ordered=None):
                return self.rounds(node)
            case s.Repeat(up_to=False):
                return self.repeat(node)
            case s.SetVariable():
                return self.set_variable(node)
            case s.ChangeCounter():
                return self.change_counter(node)
            case s.MovePiece() | s.RemovePiece() | s.SwapPieces():
                return self.move(node)
            case s.LetCall():
                return self.call_procedure(node)
            case s.Emit():
                return self.emit(node)
            case s.Ask():
                return self.ask(node)
            case s.Decide(may=False):
                return self.decide(node)
            case s.Winner():
                return [*self.set_winner(node.who), low.Raise("over")]
            case s.Simple(kind="skip"):
                return []
            case s.Give():
                return [low.Return(self.value(node.value))]
        raise Unsupported(type(node).__name__)

    def choice(self, node: s.If) -> Block:
        """One of two blocks."""
        condition = self.value(node.condition)
        if condition == low.Lit(True):
            return self.block(node.block)
        if condition == low.Lit(False):
            return self.block(node.other)
        return [low.If(condition, tuple(self.block(node.block)), tuple(self.block(node.other)))]

    def rounds(self, node: s.ForEach) -> Block:
        """A round for each member; the collection is taken once."""
        self.names.forget()
        whole = node.source
        if node.condition is not None:
            type_ = CollectionType("list", member_type(node.source))
            whole = x.Quantifier(type_, node.span, "those", node.slot, node.source, node.condition)
        source = self.value(whole)
        self.names.types[node.slot] = member_type(node.source)
        self.names.definite.add(node.slot)
        self.loosen(node.slot, whole)
        rounds = low.For(self.variable(node.slot), source, tuple(self.unit(node.block)))
        self.names.forget()
        return [rounds]

    def repeat(self, node: s.Repeat) -> Block:
        """So many rounds, while a condition holds."""
        self.names.forget()
        self.spans.append(node.span)
        place = low.RulesPlace(len(self.spans) - 1)
        body: Block = [low.Do(low.Machine("spend", (low.Lit(1), place)))]
        if node.condition is not None:
            body.append(low.If(negated(self.value(node.condition)), (low.Jump("leave"),)))
        rounds = low.Times(self.number(self.rewriter.inline(node.number)), tuple(body + self.unit(node.block)))
        self.names.forget()
        return [rounds]

    def called(self, function: str) -> str:
        """The name of a function that may decide something: playouts have their own."""
        return function if self.playing is None else f"{function}_{self.playing}"

    def context(self) -> tuple[low.Var, ...]:
        """What such functions are given: the machine, the state and, in playouts, who decides."""
        return (R, V) if self.playing is None else (R, V, low.Var(self.playing))

    # ---- procedures, events, other players

    def call_procedure(self, node: s.LetCall) -> Block:
        """A procedure is carried out, and what it gives is named."""
        name = node.procedure
        replaced = any(rule.cause == "instead" and name in rule.names for rule in self.model.rules)
        if replaced or any(site.kind == "instead" and site.target == name for site in self.model.sites):
            raise Unsupported("a procedure that rules stand instead of")
        function = self.called(f"procedure_{name}" if self.names.seated else f"procedure_{name}_of_nobody")
        if function not in self.functions:
            self.procedure(function, self.model.procedures[name])
        if self.functions[function] is None:
            raise Unsupported("a procedure that is left to the reference executor")
        self.names.forget()
        args = tuple(self.scalar(self.rewriter.inline(arg)) for arg in node.args)
        call = low.Call(function, (*self.context(), self.names.me, *args))
        if node.slot is None:
            return [low.Do(call)]
        gives = self.model.procedures[name].gives
        if gives is None or kind_of(gives) != "member":
            raise Unsupported("a procedure that gives something else than a member")
        self.names.types[node.slot] = MaybeType(gives)
        return [low.Let(self.variable(node.slot), call)]

    def procedure(self, function: str, routine: Routine) -> None:
        """Makes the function of a procedure."""
        self.functions[function] = None
        if any(kind_of(param) == "other" for param in routine.params):
            raise Unsupported("a parameter of another kind")
        with self.routine(parameters(routine.params, self.names.seated)):
            body = self.unit(routine.block)
            if routine.gives is not None:
                body.append(low.Return(low.Lit(-1)))
            own = [self.variable(slot) for slot in range(len(routine.params))]
            params = (*(one.name for one in self.context()), "me", *own)
        self.functions[function] = low.Function(function, params, tuple(body))

    def emit(self, node: s.Emit) -> Block:
        """An event: its rules, one after the other."""
        if any(rule.cause == "when_any" for rule in self.model.rules) or self.model.sites or self.layout.counts:
            raise Unsupported("events that more than rules answer to")
        body: Block = []
        args = [self.settled(body, self.scalar(self.rewriter.inline(arg))) for arg in node.args]
        for rule in self.model.rules:
            if rule.cause == "when" and node.event in rule.names:
                function = self.called(f"rule_{rule.name}")
                if function not in self.functions:
                    self.rule(function, rule, self.model.events[node.event].params)
                if self.functions[function] is None:
                    raise Unsupported("a rule that is left to the reference executor")
                self.names.forget()
                body.append(low.Do(low.Call(function, (*self.context(), *args))))
        return body

    def rule(self, function: str, rule: RuleModel, params: Sequence[Type]) -> None:
        """Makes the function of a rule that answers to an event."""
        self.functions[function] = None
        arguments: list[str] = []
        tests: list[low.Expr] = []
        numbers = [arg.slot for arg in rule.args if arg.slot is not None]
        with self.routine(Names(me=low.Lit(-1), seated=False, loose=frozenset(numbers))):
            for number, (arg, type_) in enumerate(zip(rule.args, params, strict=True)):
                name = f"a{number}" if arg.slot is None else self.variable(arg.slot)
                arguments.append(name)
                if arg.slot is not None:
                    self.names.types[arg.slot] = type_
                elif arg.equal is not None:
                    tests.append(low.Bin("==", low.Var(name), self.value(arg.equal)))
            if rule.condition is not None:
                tests.append(self.value(rule.condition))
            body: Block = [low.If(negated(all_of(tests)), (low.Return(None),))] if tests else []
            body += self.unit(rule.routine.block)
        names = (*(one.name for one in self.context()), *arguments)
        self.functions[function] = low.Function(function, names, tuple(body))

    def ask(self, node: s.Ask) -> Block:
        """A block for another player."""
        who = self.rewriter.inline(node.who)
        body: Block = []
        seat = self.settled(body, self.scalar(who))
        with self.routine(replace(self.names, me=seat, seated=True)):
            inner = self.unit(node.block)
        if not self.definite(who):
            inner = [low.If(low.Bin(">=", seat, low.Lit(0)), tuple(inner))]
        return [*body, *inner]
