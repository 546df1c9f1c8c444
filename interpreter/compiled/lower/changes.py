"""Lowers changes of variables: the new value, what is kept beside it, and the tests for the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from interpreter.compiled.code import low
from interpreter.compiled.code.made import Fault
from interpreter.compiled.code.trees import all_of, bit, plus
from interpreter.compiled.ground.kinds import Unsupported, bounds, kind_of
from interpreter.compiled.ground.rewrite import with_known
from interpreter.compiled.lower.links import joining
from interpreter.compiled.lower.lowering import Names
from interpreter.compiled.lower.sets import Sets
from interpreter.compiled.support.upkeep import link_constant
from interpreter.layout.codecs import FlagCodec, MaybeCodec, NumberCodec
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import Variable
from interpreter.model.types import Type
from interpreter.run.analysis import ALL

Block: TypeAlias = list[low.Stmt]
R, V = low.Var("r"), low.Var("v")


class Changes(Sets):
    """The lowering of changes of variables."""

    def set_variable(self, node: s.SetVariable) -> Block:
        """A variable gets a value."""
        variable, codec = self.model.variables[node.variable], self.layout.variables[node.variable].codec
        if not isinstance(codec, (NumberCodec, FlagCodec, MaybeCodec)) or variable.cap is not None:
            raise Unsupported("setting a collection")
        if isinstance(codec, MaybeCodec) and (codec.nothing != -1 or codec.flag):
            raise Unsupported("a number that may be nothing")
        keys = tuple(self.rewriter.inline(key) for key in node.keys)
        place, guard = self.place(node.variable, keys)
        value = self.held(self.rewriter.inline(node.value), variable.type)
        body: Block = []
        sure = self.in_range(value, node.value.type, variable) and not self.loose(self.rewriter.inline(node.value))
        if isinstance(codec, NumberCodec) and not sure:
            value = self.settled(body, value)
            self.faults.append(Fault(node.variable, node))
            fault = low.Call("out_of_range", (low.Lit(len(self.faults) - 1), value))
            outside = (low.Bin("<", value, low.Lit(variable.low)), low.Bin(">", value, low.Lit(variable.high)))
            body.append(low.If(low.Or(outside), (low.Do(fault),)))
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

    def in_range(self, value: low.Expr, type_: Type, variable: Variable) -> bool:
        """Whether a number is certain to be one that a variable can hold."""
        if isinstance(value, low.Lit) and isinstance(value.value, int):
            return variable.low <= value.value <= variable.high
        known = bounds(type_)
        return known is not None and variable.low <= known[0] and known[1] <= variable.high

    def store(self, variable: str, place: low.Expr, value: low.Expr, key: low.Expr | None, old: int | None) -> Block:
        """Puts a value in its slot, and keeps what follows from it.

        `key` is the variable's only key where it is at hand, `old` the value before where it is known.
        """
        inverse, link = self.inverses.values.get(variable), self.inverses.links.get(variable)
        if inverse is None:
            return [low.Store(place, value)]
        body: Block = []
        first = inverse.at - inverse.first_key
        key = self.settled(body, low.Bin("-", place, low.Lit(first)) if key is None else key)
        value = self.settled(body, value)
        place = plus(key, first)
        own = low.Var(self.temporary())
        before: low.Expr = low.Lit(old)
        if old is None:
            before = low.Var(self.temporary())
            body.append(low.Let(before.name, low.Slot(place)))
        gone, come = plus(before, inverse.base), plus(value, inverse.base)
        change: Block = [
            low.Let(own.name, bit(key)),
            low.Store(gone, low.Bin("^", low.Slot(gone), own)),
            low.Store(come, low.Bin("|", low.Slot(come), own)),
            low.Store(place, value),
        ]
        if link is not None:
            constant = link_constant(link, inverse.base, self.model.spaces)
            function = joining(link, constant, self.tables)
            self.functions[function.name] = function
            seat = value == self.names.me and self.names.seated
            something = low.Lit(True) if seat else low.Bin(">=", value, low.Lit(0))
            fresh = all_of((low.Bin("==", before, low.Lit(-1)), something))
            again = low.Do(low.Call("rebuild_link", (V, self.tables.add(constant))))
            joined = low.Do(low.Call(function.name, (V, key, value)))
            change.append(joined if fresh == low.Lit(True) else low.If(fresh, (joined,), (again,)))
        return [*body, *change] if old is not None else [*body, low.If(low.Bin("!=", before, value), tuple(change))]

    def settled(self, body: Block, node: low.Expr) -> low.Var | low.Lit:
        """A value that is written more than once, as a name or number; `body` gets the line that names it."""
        if isinstance(node, (low.Var, low.Lit)):
            return node
        name = low.Var(self.temporary())
        body.append(low.Let(name.name, node))
        return name

    def fact(self, variable: str, keys: Sequence[x.Expr]) -> int | None:
        """What a variable holds at a key, where the offer has made sure of it and nothing has been set since."""
        if len(keys) == 1 and isinstance(keys[0], x.Local):
            return self.names.facts.pop((variable, keys[0].slot), None)
        return None

    def forget(self, variable: str) -> None:
        """A variable has been set: what was known of it is no longer."""
        for known in [one for one in self.names.facts if one[0] == variable]:
            del self.names.facts[known]

    def change_counter(self, node: s.ChangeCounter) -> Block:
        """A counter gains or loses an amount, as far as its bounds let it."""
        variable = self.model.variables[node.variable]
        if variable.cap is not None or self.gain_rules(node.variable):
            raise Unsupported("a gain that rules hear of")
        keys = tuple(self.rewriter.inline(key) for key in node.keys)
        place, guard = self.place(node.variable, keys)
        body: Block = []
        index = low.Var(self.temporary())
        amount = self.settled(body, self.number(self.rewriter.inline(node.amount)))
        known = amount.value if isinstance(amount, low.Lit) else None
        value: low.Expr
        if node.lose:
            value = low.Call("max", (low.Lit(variable.low), low.Bin("-", low.Slot(index), amount)))
        elif isinstance(known, int):
            fits = low.Bin("<", low.Slot(index), low.Lit(variable.high - known))
            value = low.Choose(fits, plus(low.Slot(index), known), low.Lit(variable.high))
        else:
            value = low.Call("min", (low.Lit(variable.high), low.Bin("+", low.Slot(index), amount)))
        self.forget(node.variable)
        inner: Block = [low.Let(index.name, place)]
        inner += self.store(node.variable, index, value, self.only_key(keys), None)
        inner += self.after(self.tabulator.analysis.writes(node))
        if isinstance(amount, low.Lit):
            body += inner if isinstance(amount.value, int) and amount.value > 0 else []
        else:
            body.append(low.If(low.Bin(">", amount, low.Lit(0)), tuple(inner)))
        return body if guard is None else [low.If(guard, tuple(body))]

    def gain_rules(self, variable: str) -> bool:
        """Whether a rule hears of gains of a counter, or stands instead of them."""
        return any(rule.cause in ("when_gain", "instead_gain") and variable in rule.names for rule in self.model.rules)

    # ---- the end of the game

    def after(self, written: frozenset[str], known: Mapping[str, x.Expr] | None = None) -> Block:
        """The tests for the end of the game that follow a change.

        `known`: what variables without keys have just been set to.
        """
        body: Block = []
        for number, (finish, reads) in enumerate(zip(self.model.finishes, self.finish_reads, strict=True)):
            if finish.condition is None or not (reads & written or ALL in reads):
                continue
            with self.routine(self.nobodys()):
                condition = self.value(with_known(finish.condition, known or {}))
            if condition != low.Lit(False):
                body.append(low.If(condition, (low.Do(low.Call(f"finish_{number}", (R, V))),)))
        return body

    def nobodys(self) -> Names:
        """The names of text for which no seat acts, written into the routine at hand."""
        return Names(me=low.Lit(-1), seated=False, prefix=self.names.prefix, mover=self.names.mover)

    def winner(self, node: s.Winner) -> Block:
        """Ends the game."""
        return [*self.set_winner(node.who), low.Raise("over")]

    def set_winner(self, who: x.Expr) -> Block:
        """Notes that the game is over, and who has won."""
        inlined = self.rewriter.inline(who)
        if kind_of(who.type) == "set":
            mask = self.mask(inlined) or low.Call("mask_of", (self.sequence(inlined),))
        elif self.definite(inlined):
            mask = bit(self.scalar(inlined))
        else:
            mask = low.Call("seat_mask", (self.scalar(inlined),))
        return [low.Store(low.Lit(self.layout.over), low.Lit(1)), low.Store(low.Lit(self.layout.winner), mask)]
