"""Lowers blocks of statements over frames; what has no lowering here is carried out by the reference executor.

A change of the state is preceded by the question whether this is only a trial, which ends there. Names are kept in the
frame as well, for the statements of the reference executor and for blocks that are functions of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.compiled.code import low
from interpreter.compiled.code.made import Fault, Left
from interpreter.compiled.code.trees import all_of, negated
from interpreter.compiled.ground.kinds import Unsupported, bounds, is_member_set, kind_of, member_type
from interpreter.compiled.lower.changes import Block
from interpreter.compiled.lower.lowering import Names
from interpreter.compiled.parts.frames import F, R, loose_among
from interpreter.compiled.parts.searches import Searches
from interpreter.layout.codecs import FlagCodec, MaybeCodec, NumberCodec, SetCodec
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import MaybeType, Type
from interpreter.model.walk import walk
from interpreter.run.analysis import ALL

TRYING = low.If(low.Known("trying"), (low.Raise("happened"),))

QUIET = (s.Let, s.Require, s.Ensure, s.If, s.LetCall)
"""Statements that change nothing themselves."""


class Routines(Searches):
    """The lowering of blocks."""

    left: list[Left]

    def block_function(self, name: str, nodes: Sequence[s.Stmt]) -> low.Function:
        """The function of some statements; `left` are those that it calls. Raises Unsupported when these are all."""
        self.left = []
        own = {slot for node in nodes for part in walk(node) for slot in _bound(part)}
        framed = frozenset(slot for node in nodes for slot in self.free_of(node)) - own
        types = {part.slot: part.type for node in nodes for part in walk(node) if isinstance(part, x.Local)}
        loose = loose_among(types, {slot for node in nodes for part in walk(node) for slot in _given(part)} | framed)
        with self.routine(Names(types=types, seated=False, framed=framed, loose=loose)):
            body = [line for node in nodes for line in self.statement(node)]
            if all(any(one.node is node and one.kind == "statement" for one in self.left) for node in nodes):
                raise Unsupported("a block that is left to the reference executor")
            return self.opened_function(name, body)

    def statement(self, node: s.Stmt) -> Block:
        """One statement; where it has no lowering, a call of the reference executor's."""
        try:
            return self.lowered(node)
        except Unsupported as error:
            return self.leave(node, str(error))

    def lowered(self, node: s.Stmt) -> Block:
        """One statement. Raises Unsupported."""
        match node:
            case s.Let() if not self.looks(node.value):
                return self.named(node.slot, self.rewriter.inline(node.value), node.value.type)
            case s.Require() | s.Ensure():
                return [low.If(negated(self.value(node.condition)), (low.Raise("abandon"),))]
            case s.If():
                condition = self.value(node.condition)
                then = [line for one in node.block for line in self.statement(one)]
                other = [line for one in node.other for line in self.statement(one)]
                return [low.If(condition, tuple(then), tuple(other))]
            case s.ForEach(ordered=None):
                return self.rounds(node)
            case s.Repeat(up_to=False):
                return self.repeated(node)
            case s.LetCall():
                return self.called(node)
            case s.Ask():
                return self.asked(node)
            case s.SetVariable():
                return self.set_to(node)
            case s.ChangeCounter():
                return self.counted(node)
            case s.Run():
                text = low.Var(self.temporary())
                run = low.If(low.Bin(">=", text, low.Lit(0)), (low.Do(low.Call("run_text", (R, text))),))
                return [low.Let(text.name, self.value(node.what)), run]
            case s.Give() if not self.looks(node.value):
                given = self.rewriter.inline(node.value)
                return [low.Give(self.returned(self.scalar(given), given))]
            case s.Simple(kind="skip"):
                return [TRYING]
            case s.Simple(kind="pause"):
                self.spans.append(node.span)
                return [low.Do(low.Call("pause", (R, low.RulesPlace(len(self.spans) - 1))))]
        raise Unsupported(type(node).__name__)

    def leave(self, node: s.Stmt, reason: str) -> Block:
        """A call of the reference executor's statement, and the names that it binds."""
        name = f"left_{self.next_left()}"
        self.left.append(Left("statement", node, name, reason))
        body: Block = [low.Do(low.Call(name, (R, F)))]
        for slot in _bound(node):
            if slot not in self.names.types:
                continue
            if _always(node):
                self.names.definite.add(slot)
            body.append(
                low.Let(self.variable(slot), self.taken(low.Item(F, low.Lit(slot)), self.names.types[slot], slot))
            )
        return body

    def next_left(self) -> int:
        """A number for one more statement or test of the reference executor."""
        self._left_so_far = getattr(self, "_left_so_far", 0) + 1
        return self._left_so_far

    def looks(self, node: x.Expr) -> bool:
        """Whether an expression looks at the top of a pile that is refilled for that."""
        for part in walk(node):
            match part:
                case x.Quantifier(kind="first", source=x.ReadPlace(place=place)):
                    pass
                case x.CallBuiltin(name="top_of", args=(_, x.ReadPlace(place=place))):
                    pass
                case _:
                    continue
            if self.model.places[place].refill is not None:
                return True
        return False

    # ---- names

    def named(self, slot: int, inlined: x.Expr, type_: Type) -> Block:
        """A name for a value, in a variable and in the frame."""
        self.names.types[slot] = type_
        held = self.scalar(inlined)
        if kind_of(type_) == "set" and not isinstance(held, (low.Table, low.Bits, low.Var)):
            held = low.Call("tuple_of", (held,))
        if self.definite(inlined):
            self.names.definite.add(slot)
        return [low.Let(self.variable(slot), held), self.in_frame(slot)]

    def in_frame(self, slot: int) -> low.Stmt:
        """Puts what a variable holds in the frame as well."""
        name, type_ = low.Var(self.variable(slot)), self.names.types[slot]
        value: low.Expr = name
        if kind_of(type_) == "member" and slot not in self.names.definite:
            value = low.Choose(low.Bin("<", name, low.Lit(0)), low.Lit(None), name)
        return low.Put(F, low.Lit(slot), value)

    # ---- what goes round, calls, and acts for somebody

    def spend(self, node: s.ForEach | s.Repeat) -> low.Stmt:
        """Counts a round."""
        self.spans.append(node.span)
        return low.Do(low.Machine("spend", (low.Lit(1), low.RulesPlace(len(self.spans) - 1))))

    def rounds(self, node: s.ForEach) -> Block:
        """A round for each member; each is a unit."""
        items = self.items(node.slot, node.source, node.condition)
        self.names.types[node.slot] = member_type(node.source)
        self.names.definite.add(node.slot)
        inner = [line for one in node.block for line in self.statement(one)]
        body = (self.spend(node), self.in_frame(node.slot), low.Guard(tuple(inner)))
        return [low.For(self.variable(node.slot), items, body)]

    def repeated(self, node: s.Repeat) -> Block:
        """So many rounds, while a condition holds; each is a unit."""
        number = self.number(self.rewriter.inline(node.number))
        body: Block = [self.spend(node)]
        if node.condition is not None:
            body.append(low.If(negated(self.value(node.condition)), (low.Jump("leave"),)))
        inner = [line for one in node.block for line in self.statement(one)]
        return [low.Times(number, (*body, low.Guard(tuple(inner))))]

    def called(self, node: s.LetCall) -> Block:
        """A procedure is carried out, and what it gives is named."""
        args = []
        for arg in node.args:
            inlined = self.rewriter.inline(arg)
            args.append(self.returned(self.scalar(inlined), inlined))
        call = low.Call(f"call_{node.procedure}", (R, low.Sequence(tuple(args))))
        if node.slot is None:
            return [low.Do(call)]
        gives = self.model.procedures[node.procedure].gives
        if gives is None or kind_of(gives) == "other":
            raise Unsupported("what a procedure gives")
        self.names.types[node.slot] = gives if kind_of(gives) != "member" else MaybeType(gives)
        name = low.Var(self.variable(node.slot))
        body: Block = [low.Let(name.name, call), low.Put(F, low.Lit(node.slot), name)]
        if kind_of(gives) in ("member", "set"):
            empty: low.Expr = low.Lit(-1) if kind_of(gives) == "member" else self.tables.add(())
            body.append(low.If(low.Absent(name), (low.Let(name.name, empty),)))
        return body

    def asked(self, node: s.Ask) -> Block:
        """A block for another player; a unit."""
        who = self.rewriter.inline(node.who)
        found = self.scalar(who)
        seat = low.Var(self.temporary())
        with self.routine(replace(self.names, me=seat, seated=True)):
            inner = [line for one in node.block for line in self.statement(one)]
        body: Block = [low.Acting(seat, self.temporary(), tuple(inner))]
        if not self.definite(who):
            body = [low.If(low.Bin(">=", seat, low.Lit(0)), tuple(body))]
        return [low.Let(seat.name, found), *body]

    # ---- changes

    def after(self, node: s.Stmt) -> Block:
        """The tests for the end of the game that follow a change."""
        written = self.tabulator.analysis.writes(node)
        touched = any(reads & written or ALL in reads for reads in self.finish_reads)
        if not touched:
            return []
        name = f"left_{self.next_left()}"
        self.left.append(Left("check", node, name, ""))
        return [low.Do(low.Call(name, (R,)))]

    def set_to(self, node: s.SetVariable) -> Block:
        """A variable gets a value."""
        variable, codec = self.model.variables[node.variable], self.layout.variables[node.variable].codec
        if variable.cap is not None or kind_of(variable.type) == "other":
            raise Unsupported("a number with a cap")
        if isinstance(codec, MaybeCodec) and (codec.nothing != -1 or codec.flag):
            raise Unsupported("a number that may be nothing")
        place, guard = self.place(node.variable, tuple(map(self.rewriter.inline, node.keys)))
        inlined = self.rewriter.inline(node.value)
        body: Block = [TRYING]
        match codec:
            case SetCodec(width=1, first=0):
                mask = self.mask(inlined) if is_member_set(inlined.type) else None
                value = low.Call("mask_of", (self.sequence(inlined),)) if mask is None else mask
            case FlagCodec():
                value = low.Choose(self.scalar(inlined), low.Lit(1), low.Lit(0))
            case NumberCodec():
                value = self.number(inlined)
                known = None if self.loose(inlined) else bounds(node.value.type)
                safe = known is not None and variable.low <= known[0] and known[1] <= variable.high
                if not safe:
                    name = low.Var(self.temporary())
                    self.faults.append(Fault(node.variable, node))
                    fault = low.Call("out_of_range", (low.Lit(len(self.faults) - 1), name))
                    outside = (
                        low.Bin("<", name, low.Lit(variable.low)),
                        low.Bin(">", name, low.Lit(variable.high)),
                    )
                    body += [low.Let(name.name, value), low.If(low.Or(outside), (low.Do(fault),))]
                    value = name
            case MaybeCodec():
                value = self.scalar(inlined)
            case _:
                raise Unsupported("setting a collection")
        body += [low.Store(place, value), *self.after(node)]
        return body if guard is None else [low.If(guard, tuple(body))]

    def counted(self, node: s.ChangeCounter) -> Block:
        """A counter gains or loses an amount, as far as its bounds let it."""
        variable = self.model.variables[node.variable]
        heard = any(
            rule.cause in ("when_gain", "instead_gain") and node.variable in rule.names for rule in self.model.rules
        )
        heard = heard and not node.lose
        if variable.cap is not None and not heard:
            raise Unsupported("a counter with a cap")
        place, guard = self.place(node.variable, tuple(map(self.rewriter.inline, node.keys)))
        amount = self.number(self.rewriter.inline(node.amount))
        index = low.Var(self.temporary())
        lines: Block = []
        if not isinstance(amount, low.Lit):
            named = low.Var(self.temporary())
            lines.append(low.Let(named.name, amount))
            amount = named
        if heard:
            return self.heard(node, lines, place, guard, amount)
        if node.lose:
            value = low.Call("max", (low.Lit(variable.low), low.Bin("-", low.Slot(index), amount)))
        else:
            value = low.Call("min", (low.Lit(variable.high), low.Bin("+", low.Slot(index), amount)))
        change: Block = [TRYING, low.Let(index.name, place), low.Store(index, value), *self.after(node)]
        tests = [] if guard is None else [guard]
        if isinstance(amount, low.Lit):
            if not (isinstance(amount.value, int) and amount.value > 0):
                return []
        else:
            tests.append(low.Bin(">", amount, low.Lit(0)))
        return [*lines, low.If(all_of(tests), tuple(change))] if tests else [*lines, *change]

    def heard(
        self, node: s.ChangeCounter, lines: Block, place: low.Expr, guard: low.Expr | None, amount: low.Expr
    ) -> Block:
        """A gain that rules stand instead of or hear; what comes of it is left to the reference executor."""
        who: low.Expr = low.Lit(None)
        if node.gainer is not None:
            gainer = self.rewriter.inline(node.gainer)
            who = self.returned(self.scalar(gainer), gainer)
        tests = [] if guard is None else [guard]
        if not isinstance(amount, low.Lit):
            tests.append(low.Bin(">", amount, low.Lit(0)))
        elif not (isinstance(amount.value, int) and amount.value > 0):
            return []
        self.left.append(Left("gain", node, f"left_{self.next_left()}", ""))
        gain = low.Do(low.Call(self.left[-1].name, (R, place, amount, who)))
        return [*lines, low.If(all_of(tests), (gain,))] if tests else [*lines, gain]


def _bound(node: object) -> tuple[int, ...]:
    """The slots that a statement binds for those after it or inside it."""
    match node:
        case s.Let(slot=slot) | s.ForEach(slot=slot) | s.Bind(slot=slot):
            return (slot,)
        case s.Decide(binds=binds):
            return tuple(bind.slot for bind in binds)
        case s.DecideSeveral(slot=slot, bind=bind):
            return (slot, bind.slot)
        case s.Pick(bind=bind) | s.Reveal(bind=bind):
            return (bind.slot,)
        case s.LetCall(slot=slot) | s.LetPerform(slot=slot) | s.Part(slot=slot) if slot is not None:
            return (slot,)
    return ()


def _given(node: object) -> tuple[int, ...]:
    """The slots that a statement puts a value in that may be any of its kind."""
    match node:
        case s.Let(slot=slot):
            return (slot,)
        case s.LetCall(slot=slot) | s.LetPerform(slot=slot) if slot is not None:
            return (slot,)
    return ()


def _always(node: s.Stmt) -> bool:
    """Whether what a statement binds is never nothing after it."""
    return isinstance(node, (s.Pick, s.Reveal)) or (isinstance(node, s.Decide) and not node.may)
