"""Lowers statements: what an effect does, in the order it is written, with everything kept that follows from the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from interpreter.compiled import low
from interpreter.compiled.made import Decision, Fault, Link, ValueMasks
from interpreter.compiled.order import ordered
from interpreter.compiled.rewrite import rebuild
from interpreter.compiled.scalars import Names, Unsupported
from interpreter.compiled.sets import Sets, _is_set, _of
from interpreter.compiled.tables import kind_of
from interpreter.layout.codecs import FlagCodec, MaybeCodec, NumberCodec
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import RuleModel
from interpreter.model.types import CollectionType, MaybeType, NumberType, Type, without_nothing
from interpreter.run.analysis import ALL

Block = list[low.Stmt]
R, V = low.Var("r"), low.Var("v")


class Steps(Sets):
    """The lowering of statements."""

    def prepare(self) -> None:
        """Makes what statements refer to."""
        self.decisions: list[Decision] = []
        self.faults: list[Fault] = []
        self.spans: list[Any] = []
        self.functions: dict[str, low.Function | None] = {}
        self.making: set[str] = set()
        self.moving: set[str] = set()
        self.setting: set[str] = set()
        self.pools: set[str] = set()
        self.facts: dict[tuple[str, int], int] = {}
        self.finish_reads = [
            frozenset() if finish.condition is None else self.tabulator.analysis.reads(finish.condition)
            for finish in self.model.finishes
        ]

    # ---- blocks

    def block(self, nodes: Sequence[s.Stmt]) -> Block:
        """Statements in a row."""
        done: Block = []
        for node in nodes:
            done += self.step(node)
        return done

    def unit(self, nodes: Sequence[s.Stmt]) -> Block:
        """A block that ends, and nothing more, when something in it is abandoned."""
        body = self.block(nodes)
        return [low.Guard(tuple(body), "abandon", ())] if may_abandon(nodes, self) else body

    def step(self, node: s.Stmt) -> Block:
        match node:
            case s.Let():
                return [self.let(node)]
            case s.Require():
                return [low.If(self.opposite(node.condition), (low.Raise("abandon"),))]
            case s.Ensure():
                return [low.If(self.opposite(node.condition), (low.Raise("abandon"),))]
            case s.If():
                return self.choice(node)
            case s.ForEach() if node.ordered is None:
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
                return self.winner(node)
            case s.Simple(kind="skip"):
                return []
            case s.Give():
                return [low.Return(self.value(node.value))]
        raise Unsupported(type(node).__name__)

    def opposite(self, condition: x.Expr) -> low.Expr:
        from interpreter.compiled.scalars import negated

        return negated(self.value(condition))

    def let(self, node: s.Let) -> low.Stmt:
        """A name for a value; sets as masks where they can be."""
        inlined = self.rewriter.inline(node.value)
        self.names.types[node.slot] = node.value.type
        if isinstance(inlined, x.Quantifier) and inlined.kind in ("first", "last"):
            name = x.Local(_of(inlined.source), node.span, node.slot, node.name)
            condition = (
                None if inlined.condition is None else self.rewriter.put(inlined.condition, {inlined.slot: name})
            )
            self.learn(node.slot, inlined.source, condition)
        if _is_set(node.value.type):
            mask = self.mask(inlined)
            if mask is not None:
                self.names.masks.add(node.slot)
                return low.Let(self.variable(node.slot), mask)
        if self.definite(inlined):
            self.names.definite.add(node.slot)
        return low.Let(self.variable(node.slot), self.scalar(inlined))

    def choice(self, node: s.If) -> Block:
        condition = self.value(node.condition)
        if condition == low.Lit(True):
            return self.block(node.block)
        if condition == low.Lit(False):
            return self.block(node.other)
        return [low.If(condition, tuple(self.block(node.block)), tuple(self.block(node.other)))]

    def rounds(self, node: s.ForEach) -> Block:
        """A round for each member; the collection is taken once."""
        self.facts.clear()
        name = self.variable(node.slot)
        whole = x.Quantifier(
            CollectionType("list", _of(node.source)), node.span, "those", node.slot, node.source, node.condition
        ) if node.condition is not None else node.source  # fmt: skip
        source = self.value(whole)
        self.names.types[node.slot] = _of(node.source)
        self.names.definite.add(node.slot)
        if isinstance(source, low.Walk):
            source = low.Call("tuple", (source,))
        return [low.For(name, source, tuple(self.unit(node.block)))]

    def repeat(self, node: s.Repeat) -> Block:
        """So many rounds, while a condition holds."""
        self.facts.clear()
        body: Block = [low.Do(low.Call("r.spend", (low.Lit(1), self.span(node.span))))]
        if node.condition is not None:
            body.append(low.If(self.opposite(node.condition), (low.Jump("leave"),)))
        return [low.Times(self.number(self.rewriter.inline(node.number)), tuple(body + self.unit(node.block)))]

    def span(self, span: Any) -> low.Expr:
        """A place in the rules, for findings while running."""
        self.spans.append(span)
        return low.Var(f"S{len(self.spans) - 1}")

    # ---- variables

    def set_variable(self, node: s.SetVariable) -> Block:
        variable, slots = self.model.variables[node.variable], self.layout.variables[node.variable]
        codec = slots.codec
        if not isinstance(codec, (NumberCodec, FlagCodec, MaybeCodec)) or variable.cap is not None:
            raise Unsupported("setting a collection")
        if isinstance(codec, MaybeCodec) and (codec.nothing != -1 or codec.flag):
            raise Unsupported("a number that may be nothing")
        keys = tuple(self.rewriter.inline(key) for key in node.keys)
        place, guard = self.place(node.variable, keys)
        value = self.held(self.rewriter.inline(node.value), variable.type)
        body: Block = []
        if isinstance(codec, NumberCodec) and not self.in_range(value, node.value.type, variable.low, variable.high):
            name = self.temporary()
            self.faults.append(Fault(node.variable, node))
            outside = low.Bin("<", low.Var(name), low.Lit(variable.low))
            above = low.Bin(">", low.Var(name), low.Lit(variable.high))
            number = low.Lit(len(self.faults) - 1)
            body += [
                low.Let(name, value),
                low.If(low.Any_((outside, above)), (low.Do(low.Call("out_of_range", (number, low.Var(name)))),)),
            ]
            value = low.Var(name)
        old = self.fact(node.variable, keys)
        self.forget(node.variable)
        body += self.store(node.variable, place, value, self.only_key(keys), old)
        known = {node.variable: node.value} if not keys and isinstance(node.value, x.Const) else {}
        body += self.after(self.tabulator.analysis.writes(node), known)
        return body if guard is None else [low.If(guard, tuple(body))]

    def only_key(self, keys: Sequence[x.Expr]) -> low.Expr | None:
        """The key of a variable with one key, if it is a name or a number."""
        if len(keys) != 1:
            return None
        key = self.scalar(keys[0])
        return key if isinstance(key, (low.Var, low.Lit)) else None

    def held(self, node: x.Expr, type_: Type) -> low.Expr:
        """A value as a variable of a type holds it."""
        if kind_of(type_) == "bool":
            found = self.scalar(node)
            if isinstance(found, low.Lit):
                return low.Lit(1 if found.value is True else 0)
            return low.Choose(found, low.Lit(1), low.Lit(0))
        return self.number(node) if kind_of(type_) == "number" else self.scalar(node)

    def in_range(self, value: low.Expr, type_: Type, lowest: int, highest: int) -> bool:
        """Whether a number is certain to be one that a variable can hold."""
        if isinstance(value, low.Lit) and isinstance(value.value, int):
            return lowest <= value.value <= highest
        bare = without_nothing(type_)
        known = isinstance(bare, NumberType) and bare.low is not None and bare.high is not None
        return (
            known
            and lowest <= min(bare.low, bare.low if not isinstance(type_, MaybeType) else 0)
            and bare.high <= highest
        )

    def store(self, variable: str, place: low.Expr, value: low.Expr, key: low.Expr | None, old: int | None) -> Block:
        """Puts a value in its slot, and keeps what follows from it; `old` is the value before, where it is known."""
        self.setting.add(variable)
        inverse, link = self.inverses.values.get(variable), self.inverses.links.get(variable)
        if inverse is None:
            return [low.Store(place, value)]
        body: Block = []
        key = self.settled(body, low.Bin("-", place, low.Lit(inverse.at - inverse.first_key)) if key is None else key)
        value = self.settled(body, value)
        place = low.Bin("+", key, low.Lit(inverse.at - inverse.first_key)) if not isinstance(key, low.Lit) else place
        bit = self.temporary()
        change: Block = [low.Let(bit, low.Bin("<<", low.Lit(1), key))]
        if old is None:
            before = self.temporary()
            body.append(low.Let(before, low.Slot(place)))
            gone: low.Expr = low.Bin("+", low.Var(before), low.Lit(inverse.base))
        else:
            gone = low.Lit(inverse.base + old)
        change.append(low.Store(gone, low.Bin("^", low.Slot(gone), low.Var(bit))))
        there: low.Expr = low.Bin("+", value, low.Lit(inverse.base))
        if isinstance(value, low.Lit) and isinstance(value.value, int):
            there = low.Lit(value.value + inverse.base)
        change.append(low.Store(there, low.Bin("|", low.Slot(there), low.Var(bit))))
        change.append(low.Store(place, value))
        if link is not None:
            was = low.Lit(old) if old is not None else low.Var(before)
            change.append(low.Do(low.Call("join_link", (V, self.link_constant(link, inverse), key, was, value))))
        if old is not None:
            return body + change
        return [*body, low.If(low.Bin("!=", low.Var(before), value), tuple(change))]

    def settled(self, body: Block, node: low.Expr) -> low.Expr:
        """A value that is written more than once, as a name or number."""
        if isinstance(node, (low.Var, low.Lit)):
            return node
        name = self.temporary()
        body.append(low.Let(name, node))
        return low.Var(name)

    def fact(self, variable: str, keys: Sequence[x.Expr]) -> int | None:
        """What a variable holds at a key, where the offer has made sure of it and nothing has been set since."""
        if len(keys) == 1 and isinstance(keys[0], x.Local):
            return self.facts.pop((variable, keys[0].slot), None)
        return None

    def learn(self, slot: int, source: x.Expr, condition: x.Expr | None) -> None:
        """Notes what the conditions of a chosen member say about a variable at that member."""
        whole = x.Quantifier(
            source.type,
            source.span,
            "those",
            slot,
            self.rewriter.inline(source),
            None if condition is None else self.rewriter.inline(condition),
        )
        for test in self.opened(whole)[2]:
            if not (isinstance(test, x.Compare) and test.op == "is" and isinstance(test.left, x.ReadVariable)):
                continue
            read, value = test.left, test.right
            if (
                len(read.keys) == 1
                and isinstance(read.keys[0], x.Local)
                and read.keys[0].slot == slot
                and isinstance(value, x.Const)
            ):
                if value.value is None or isinstance(value.value, (int, bool)):
                    self.facts[read.variable, slot] = -1 if value.value is None else int(value.value)

    def forget(self, variable: str) -> None:
        """A variable has been set: what was known of it is no longer."""
        for known in [one for one in self.facts if one[0] == variable]:
            del self.facts[known]

    def change_counter(self, node: s.ChangeCounter) -> Block:
        variable = self.model.variables[node.variable]
        if variable.cap is not None or self.gain_rules(node.variable):
            raise Unsupported("a gain that rules hear of")
        keys = tuple(self.rewriter.inline(key) for key in node.keys)
        place, guard = self.place(node.variable, keys)
        amount = self.number(self.rewriter.inline(node.amount))
        index = self.temporary()
        old = low.Slot(low.Var(index))
        if node.lose:
            value: low.Expr = low.Call("max", (low.Lit(variable.low), low.Bin("-", old, amount)))
        else:
            value = low.Call("min", (low.Lit(variable.high), low.Bin("+", old, amount)))
        body: Block = []
        if not isinstance(amount, low.Lit):
            name = self.temporary()
            body.append(low.Let(name, amount))
            value = _with(value, amount, low.Var(name))
            amount = low.Var(name)
        self.forget(node.variable)
        inner: Block = [
            low.Let(index, place),
            *self.store(node.variable, low.Var(index), value, self.only_key(keys), None),
        ]
        inner += self.after(self.tabulator.analysis.writes(node))
        if isinstance(amount, low.Lit):
            body += inner if isinstance(amount.value, int) and amount.value > 0 else []
        else:
            body.append(low.If(low.Bin(">", amount, low.Lit(0)), tuple(inner)))
        return body if guard is None else [low.If(guard, tuple(body))]

    def gain_rules(self, variable: str) -> bool:
        """Whether a rule hears of gains of a counter, or stands instead of them."""
        return any(rule.cause in ("when_gain", "instead_gain") and variable in rule.names for rule in self.model.rules)

    # ---- pieces

    def move(self, node: s.MovePiece | s.RemovePiece | s.SwapPieces) -> Block:
        if self.layout.pieces[node.domain].width != 1:
            raise Unsupported("more pieces than one mask holds")
        self.moving.add(node.domain)
        done = self.after(self.tabulator.analysis.writes(node))
        if isinstance(node, s.SwapPieces):
            left, right = self.rewriter.inline(node.left), self.rewriter.inline(node.right)
            if not (self.definite(left) and self.definite(right)):
                raise Unsupported("exchanging pieces that may be nothing")
            return [low.Do(low.Call(f"swap_{node.domain}", (V, self.scalar(left), self.scalar(right)))), *done]
        what = self.rewriter.inline(node.what)
        piece = self.scalar(what)
        body: Block = []
        if not isinstance(piece, (low.Var, low.Lit)):
            name = self.temporary()
            body.append(low.Let(name, piece))
            piece = low.Var(name)
        tests: list[low.Expr] = [] if self.definite(what) else [low.Bin(">=", piece, low.Lit(0))]
        if isinstance(node, s.RemovePiece):
            base = self.layout.pieces[node.domain].spaces.base
            tests.append(low.Bin(">=", low.Slot(low.Bin("+", piece, low.Lit(base))), low.Lit(0)))
            inner: Block = [low.Do(low.Call(f"move_{node.domain}", (V, piece, low.Lit(-1)))), *done]
        else:
            where = self.rewriter.inline(node.where)
            space = self.scalar(where)
            if not self.definite(where):
                name = self.temporary()
                body.append(low.Let(name, space))
                space = low.Var(name)
                tests.append(low.Bin(">=", space, low.Lit(0)))
            inner = [low.Do(low.Call(f"move_{node.domain}", (V, piece, space))), *done]
        if tests:
            inner = [low.If(low.All(tuple(tests)) if len(tests) > 1 else tests[0], tuple(inner))]
        return [*body, *inner]

    # ---- the end of the game

    def after(self, written: frozenset[str], known: Mapping[str, x.Expr] | None = None) -> Block:
        """The tests for the end of the game that follow a change; `known`: what variables without keys have been set to."""
        body: Block = []
        for number, (finish, reads) in enumerate(zip(self.model.finishes, self.finish_reads, strict=True)):
            if finish.condition is None or not (reads & written or ALL in reads):
                continue
            names, me = self.names, self.me
            self.names, self.me = Names(me=False), low.Lit(-1)
            try:
                condition = self.value(with_known(finish.condition, known or {}))
            finally:
                self.names, self.me = names, me
            if condition != low.Lit(False):
                body.append(low.If(condition, (low.Do(low.Call(f"finish_{number}", (R, V))),)))
        return body

    def winner(self, node: s.Winner) -> Block:
        """Ends the game."""
        return [*self.set_winner(node.who), low.Raise("over")]

    def set_winner(self, who: x.Expr) -> Block:
        inlined = self.rewriter.inline(who)
        mask: low.Expr | None
        if kind_of(who.type) == "set":
            mask = self.mask(inlined)
            if mask is None:
                mask = low.Call("mask_of", (self.sequence(inlined),))
        else:
            mask = low.Call("seat_mask", (self.scalar(inlined),))
        return [low.Store(low.Lit(self.layout.over), low.Lit(1)), low.Store(low.Lit(self.layout.winner), mask)]

    # ---- procedures, events, other players

    def call_procedure(self, node: s.LetCall) -> Block:
        if any(rule.cause == "instead" and node.procedure in rule.names for rule in self.model.rules) or any(
            site.kind == "instead" and site.target == node.procedure for site in self.model.sites
        ):
            raise Unsupported("a procedure that rules stand instead of")
        self.procedure(node.procedure)
        args = tuple(self.scalar(self.rewriter.inline(arg)) for arg in node.args)
        call = low.Call(f"procedure_{node.procedure}", (R, V, self.me, *args))
        if node.slot is None:
            return [low.Do(call)]
        gives = self.model.procedures[node.procedure].gives
        if gives is None or kind_of(gives) in ("set", "other", "number"):
            raise Unsupported("a procedure that gives something else than a member")
        self.names.types[node.slot] = MaybeType(gives)
        return [low.Let(self.variable(node.slot), call)]

    def procedure(self, name: str) -> None:
        """Makes the function of a procedure, once."""
        key = f"procedure_{name}"
        if key in self.functions:
            if self.functions[key] is None:
                raise Unsupported("a procedure that is left to the reference executor")
            return
        routine = self.model.procedures[name]
        self.functions[key] = None
        names, me, mover = self.names, self.me, self.mover
        self.names, self.me, self.mover = Names(types=dict(enumerate(routine.params))), low.Var("me"), None
        try:
            if any(kind_of(param) == "other" for param in routine.params):
                raise Unsupported("a parameter of another kind")
            body = self.block(routine.block)
            if may_abandon(routine.block, self):
                body = [low.Guard(tuple(body), "abandon", ())]
            if routine.gives is not None:
                body.append(low.Return(low.Lit(-1)))
        finally:
            self.names, self.me, self.mover = names, me, mover
        params = ("r", "v", "me", *(self.variable(k) for k in range(len(routine.params))))
        self.functions[key] = low.Function(key, params, tuple(body))

    def emit(self, node: s.Emit) -> Block:
        """An event: its rules, one after the other."""
        if any(rule.cause == "when_any" for rule in self.model.rules) or self.model.sites or self.layout.counts:
            raise Unsupported("events that more than rules answer to")
        rules = [rule for rule in self.model.rules if rule.cause == "when" and node.event in rule.names]
        body: Block = []
        args: list[low.Expr] = []
        for arg in node.args:
            value = self.scalar(self.rewriter.inline(arg))
            if not isinstance(value, (low.Var, low.Lit)):
                name = self.temporary()
                body.append(low.Let(name, value))
                value = low.Var(name)
            args.append(value)
        for rule in rules:
            self.rule(rule, self.model.events[node.event].params)
            body.append(low.Do(low.Call(f"rule_{rule.name}", (R, V, *args))))
        return body

    def rule(self, rule: RuleModel, params: Sequence[Type]) -> None:
        """Makes the function of a rule that answers to an event, once."""
        key = f"rule_{rule.name}"
        if key in self.functions:
            if self.functions[key] is None:
                raise Unsupported("a rule that is left to the reference executor")
            return
        self.functions[key] = None
        names, me, mover = self.names, self.me, self.mover
        self.names, self.me, self.mover = Names(me=False), low.Lit(-1), None
        arguments: list[str] = []
        body: Block = []
        tests: list[low.Expr] = []
        try:
            for number, (arg, type_) in enumerate(zip(rule.args, params, strict=True)):
                name = f"a{number}" if arg.slot is None else self.variable(arg.slot)
                arguments.append(name)
                if arg.slot is not None:
                    self.names.types[arg.slot] = type_
                elif arg.equal is not None:
                    tests.append(low.Bin("==", low.Var(name), self.value(arg.equal)))
            if rule.condition is not None:
                tests.append(self.value(rule.condition))
            if tests:
                from interpreter.compiled.scalars import negated

                body.append(low.If(negated(low.All(tuple(tests))), (low.Return(None),)))
            body += self.unit(rule.routine.block)
        finally:
            self.names, self.me, self.mover = names, me, mover
        self.functions[key] = low.Function(key, ("r", "v", *arguments), tuple(body))

    def ask(self, node: s.Ask) -> Block:
        """A block for another player."""
        who = self.rewriter.inline(node.who)
        value = self.scalar(who)
        body: Block = []
        if not isinstance(value, (low.Var, low.Lit)):
            name = self.temporary()
            body.append(low.Let(name, value))
            value = low.Var(name)
        me, self.me = self.me, value
        before, self.names.me = self.names.me, True
        try:
            inner = self.unit(node.block)
        finally:
            self.me, self.names.me = me, before
        if not self.definite(who):
            inner = [low.If(low.Bin(">=", value, low.Lit(0)), tuple(inner))]
        return [*body, *inner]

    # ---- decisions

    def binds(self, steps: Sequence[s.OfferStep], clauses: list[low.Clause]) -> None:
        """The clauses that go through the bindings of an offer or decision."""
        for step in steps:
            match step:
                case s.Bind():
                    self.bind(step, clauses)
                case s.Let():
                    let = self.let(step)
                    assert isinstance(let, low.Let)
                    clauses.append(low.Clause("let", let.name, let.value))
                case s.Require():
                    clauses.append(low.Clause("if", "", self.value(step.condition)))
                case s.Limit():
                    place, guard = self.place(step.variable, tuple(self.rewriter.inline(key) for key in step.keys))
                    free = low.Bin("<", low.Slot(place), low.Lit(step.number))
                    clauses.append(low.Clause("if", "", free if guard is None else low.All((guard, free))))
                case _:
                    raise Unsupported("an offer with costs")

    def bind(self, step: s.Bind, clauses: list[low.Clause]) -> None:
        source = self.rewriter.inline(step.source)
        condition = None if step.condition is None else self.rewriter.inline(step.condition)
        type_ = CollectionType("list", _of(source))
        whole = x.Quantifier(type_, step.span, "those", step.slot, source, condition)
        slot, items, tests = self.opened(whole)
        self.names.types[slot] = _of(source)
        once = self.only_first(step, slot, tests) if self.pooled(step) else None
        sequence, rest = self.walk_source(slot, items, tests)
        clauses.append(low.Clause("for", self.variable(slot), sequence))
        clauses += [low.Clause("if", "", self.scalar(test)) for test in rest]
        if once is not None:
            clauses.append(low.Clause("if", "", once))

    def only_first(self, step: s.Bind, slot: int, tests: Sequence[x.Expr]) -> low.Expr:
        """Whether a piece of a pool is the first of its owner's on its space: others there are the same candidate."""
        domain = getattr(without_nothing(_of(step.source)), "domain", "")
        info, pieces = self.model.domains[domain], self.layout.pieces[domain]
        if set(info.owned) != {"space"} or pieces.width != 1:
            raise Unsupported("pieces of a pool that differ in more than their space")
        if not self.on_board(domain, slot, tests):
            raise Unsupported("pieces of a pool that are off the board")
        looks = [tuple(f.values[k] for f in info.fields.values() if "@" not in f.name) for k in range(pieces.pieces)]
        lower = tuple(sum(1 << j for j in range(k) if looks[j] == looks[k]) for k in range(pieces.pieces))
        piece = low.Var(self.variable(slot))
        space = low.Slot(low.Bin("+", piece, low.Lit(pieces.spaces.base)))
        on = low.Slot(low.Bin("+", space, low.Lit(pieces.base)))
        return low.Bin("==", low.Bin("&", on, low.Item(self.tables.add(lower), piece)), low.Lit(0))

    def on_board(self, domain: str, slot: int, tests: Sequence[x.Expr]) -> bool:
        """Whether pieces are on the board for sure: one of their conditions fails without a space."""
        for test in tests:
            opened = self.put_for(test, self.layout.pieces[domain].spaces.variable.name, slot)
            inputs = None if opened is None else self.tabulator.inputs(opened)
            if opened is None or inputs is None or len(inputs) != 1:
                continue
            found = self.tabulator.table(opened, inputs, bool)
            if found is not None and isinstance(found[0], low.Table) and not self.tables.values[found[0].number][-1]:
                return True
        return False

    def decide(self, node: s.Decide) -> Block:
        """A decision in mid-effect."""
        outer = tuple((slot, kind_of(type_)) for slot, type_ in self.names.types.items() if self.spoken_of(node, slot))
        clauses: list[low.Clause] = []
        self.binds(node.binds, clauses)
        slots = tuple(bind.slot for bind in node.binds)
        types = tuple(self.names.types[slot] for slot in slots)
        number = len(self.decisions)
        self.decisions.append(Decision(node, slots, types, outer))
        found, choice = self.temporary(), self.temporary()
        value = low.Sequence(tuple(low.Var(self.variable(slot)) for slot in slots))
        frame = low.Sequence(tuple(self.handed(slot, kind) for slot, kind in outer))
        ask: Block = [
            low.Let(found, low.Call("list", ())),
            low.Collect(found, tuple(ordered(clauses)), value),
            low.Let(choice, low.Call("ask", (R, low.Lit(number), self.me, low.Var(found), frame))),
        ]
        body: Block = [
            low.Let(choice, low.Call("r.recorded", ())),
            low.If(low.Absent(low.Var(choice)), tuple(ask)),
            low.If(low.Bin("==", low.Var(choice), low.Var("SKIPPED")), (low.Raise("abandon"),)),
        ]
        for place, slot in enumerate(slots):
            body.append(low.Let(self.variable(slot), low.Item(low.Var(choice), low.Lit(place))))
            self.names.definite.add(slot)
        return body

    def spoken_of(self, node: s.Decide, slot: int) -> bool:
        """Whether the notation of a decision speaks of a name bound before."""
        parts = [part for part in node.notation if not isinstance(part, str)]
        return any(slot in self.tabulator.analysis.free(part) for part in parts)

    def pooled(self, bind: s.Bind) -> bool:
        """Whether a bind goes through pieces of a pool."""
        of = without_nothing(_of(bind.source))
        domain = getattr(of, "domain", None)
        return domain is not None and self.model.domains[domain].pooled

    # ---- keeping inverses

    def link_constant(self, link: Link, inverse: ValueMasks) -> low.Expr:
        """What the runtime needs to keep a connection."""
        around = tuple(self.model.spaces.neighbours(space) for space in range(self.model.spaces.size))
        edges = tuple(
            tuple((start >> k & 1) | (goal >> k & 1) << 1 for k in range(self.model.spaces.size))
            for start, goal in zip(link.starts, link.goals, strict=True)
        )
        near = tuple(sum(1 << other for other in others) for others in around)
        return self.tables.add((inverse.at, link.base, link.flags, link.done, around, edges, near, inverse.base))

    def keeper(self, domain: str) -> list[low.Function]:
        """The functions that move a piece, or exchange two, and keep what follows."""
        pieces = self.layout.pieces[domain]
        move = low.Function(f"move_{domain}", ("v", "t", "to"), tuple(self.moved_body(domain)))
        swap = low.Function(f"swap_{domain}", ("v", "a", "b"), tuple(self.swapped_body(domain)))
        return [move, swap]

    def swapped_body(self, domain: str) -> Block:
        """What exchanging pieces `a` and `b` does; where each stands alone, only what tells them apart changes."""
        pieces = self.layout.pieces[domain]
        a, b, here, there = (low.Var(name) for name in ("a", "b", "here", "there"))
        of_a, of_b = low.Bin("+", a, low.Lit(pieces.spaces.base)), low.Bin("+", b, low.Lit(pieces.spaces.base))
        on_here, on_there = low.Bin("+", here, low.Lit(pieces.base)), low.Bin("+", there, low.Lit(pieces.base))
        bit_a, bit_b = low.Bin("<<", low.Lit(1), a), low.Bin("<<", low.Lit(1), b)
        body: Block = [low.Let("here", low.Slot(of_a)), low.Let("there", low.Slot(of_b))]
        moves: Block = [
            low.Do(low.Call(f"move_{domain}", (V, a, there))),
            low.Do(low.Call(f"move_{domain}", (V, b, here))),
        ]
        slots = self.inverses.groups.get(domain)
        own = [
            {slot for mask, slot in (slots.slots.items() if slots else ()) if mask >> k & 1}
            for k in range(pieces.pieces)
        ]
        if pieces.pieces > 40:
            return body + moves
        differ = tuple(tuple(tuple(sorted(one ^ other)) for other in own) for one in own)
        quick: Block = [
            low.Store(of_a, there), low.Store(of_b, here), low.Store(on_here, bit_b), low.Store(on_there, bit_a),
            low.Let("both", low.Bin("|", low.Bin("<<", low.Lit(1), here), low.Bin("<<", low.Lit(1), there))),
            low.For("g", low.Item(low.Item(self.tables.add(differ), a), b),
                    (low.Store(low.Var("g"), low.Bin("^", low.Slot(low.Var("g")), low.Var("both"))),)),
        ]  # fmt: skip
        areas = self.inverses.areas.get(domain)
        for spaces, slot in areas.slots.items() if areas else ():
            inside = self.tables.add((*(spaces >> space & 1 for space in range(self.model.spaces.size)), 0))
            flip = low.Bin("^", low.Slot(low.Lit(slot)), low.Bin("|", bit_a, bit_b))
            quick.append(
                low.If(
                    low.Bin("!=", low.Item(inside, here), low.Item(inside, there)), (low.Store(low.Lit(slot), flip),)
                )
            )
        alone = low.All((
            low.Bin(">=", here, low.Lit(0)), low.Bin(">=", there, low.Lit(0)),
            low.Bin("==", low.Slot(on_here), bit_a), low.Bin("==", low.Slot(on_there), bit_b),
        ))  # fmt: skip
        return [*body, low.If(alone, tuple(quick), tuple(moves))]

    def moved_body(self, domain: str) -> Block:
        """What moving piece `t` to space `to` (-1: off the board) does, and everything that follows from it."""
        pieces = self.layout.pieces[domain]
        piece, to, start, bit, left = (low.Var(name) for name in ("t", "to", "f", "b", "left"))
        place = low.Bin("+", piece, low.Lit(pieces.spaces.base))
        on_start, on_goal = low.Bin("+", start, low.Lit(pieces.base)), low.Bin("+", to, low.Lit(pieces.base))
        body: Block = [
            low.Let("f", low.Slot(place)),
            low.Store(place, to),
            low.Let("b", low.Bin("<<", low.Lit(1), piece)),
        ]
        leave: Block = [low.Let("left", low.Bin("^", low.Slot(on_start), bit)), low.Store(on_start, left)]
        arrive: Block = [low.Store(on_goal, low.Bin("|", low.Slot(on_goal), bit))]
        groups = self.inverses.groups.get(domain)
        if groups and groups.slots:
            gone, come = self.group_changes(groups.slots, pieces.pieces)
            leave += gone
            arrive += come
        body.append(low.If(low.Bin(">=", start, low.Lit(0)), tuple(leave)))
        body.append(low.If(low.Bin(">=", to, low.Lit(0)), tuple(arrive)))
        areas = self.inverses.areas.get(domain)
        for spaces, slot in areas.slots.items() if areas else ():
            inside = (*(spaces >> space & 1 for space in range(self.model.spaces.size)), 0)
            before, after = low.Item(self.tables.add(inside), start), low.Item(self.tables.add(inside), to)
            if all(inside[:-1]):
                before, after = low.Bin("<", start, low.Lit(0)), low.Bin("<", to, low.Lit(0))
            flip = low.Store(low.Lit(slot), low.Bin("^", low.Slot(low.Lit(slot)), bit))
            body.append(low.If(low.Bin("!=", before, after), (flip,)))
        return body

    def group_changes(self, slots: dict[int, int], count: int) -> tuple[Block, Block]:
        """How the sets of spaces of a piece's groups change when it leaves a space, and when it comes to one."""
        of_piece = [[slot for mask, slot in slots.items() if mask >> piece & 1] for piece in range(count)]
        exact = tuple(
            tuple((slot, mask) for mask, slot in slots.items() if mask >> piece & 1) for piece in range(count)
        )
        most = max(len(own) for own in of_piece)
        clear, there = low.Var("clear"), low.Var("there")
        gone: Block = [low.Let("clear", low.Complement(low.Bin("<<", low.Lit(1), low.Var("f"))))]
        come: Block = [low.Let("there", low.Bin("<<", low.Lit(1), low.Var("to")))]
        alone: Block = []
        if all(len(own) == most for own in of_piece):
            for number in range(most):
                column = tuple(own[number] for own in of_piece)
                index: low.Expr = (
                    low.Lit(column[0]) if len(set(column)) == 1 else low.Item(self.tables.add(column), low.Var("t"))
                )
                alone.append(low.Store(index, low.Bin("&", low.Slot(index), clear)))
                come.append(low.Store(index, low.Bin("|", low.Slot(index), there)))
        else:
            whole = low.Item(self.tables.add(tuple(map(tuple, of_piece))), low.Var("t"))
            slot = low.Var("g")
            alone.append(low.For("g", whole, (low.Store(slot, low.Bin("&", low.Slot(slot), clear)),)))
            come.append(low.For("g", whole, (low.Store(slot, low.Bin("|", low.Slot(slot), there)),)))
        shared = low.Do(
            low.Call("leave_groups", (V, low.Item(self.tables.add(exact), low.Var("t")), low.Var("left"), clear))
        )
        gone.append(low.If(low.Var("left"), (shared,), tuple(alone)))
        return gone, come


def _with(node: low.Expr, old: low.Expr, new: low.Expr) -> low.Expr:
    """An expression with another in the place of a part."""
    if node == old:
        return new
    if isinstance(node, low.Bin):
        return replace(node, left=_with(node.left, old, new), right=_with(node.right, old, new))
    if isinstance(node, low.Call):
        return replace(node, args=tuple(_with(arg, old, new) for arg in node.args))
    return node


def with_known(node: x.Expr, known: Mapping[str, x.Expr]) -> x.Expr:
    """An expression with what is known of variables without keys in their place."""
    if not known:
        return node
    if isinstance(node, x.ReadVariable) and node.variable in known and not node.keys:
        return known[node.variable]
    done: x.Expr = rebuild(node, lambda part: with_known(part, known))
    return done


def may_abandon(nodes: Sequence[s.Stmt], steps: Steps) -> bool:
    """Whether something in a block can abandon it (inner units catch their own)."""
    for node in nodes:
        match node:
            case s.Require() | s.Ensure() | s.Decide() | s.Pick() | s.Reveal() | s.Pay():
                return True
            case s.If():
                if may_abandon(node.block, steps) or may_abandon(node.other, steps):
                    return True
    return False


Lowered = Callable[[], Block]
