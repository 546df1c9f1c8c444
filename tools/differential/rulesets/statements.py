"""Writes statements that change something, ask the rules or chance, or call something."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from .expressions import Expressions
from .texts import (
    EFFECT,
    EXPR,
    NUMBER,
    PLAYER,
    POSTFIX,
    SPACE,
    SUM,
    YES_NO,
    Place,
    Routine,
    Symbol,
    Type,
    Variable,
    list_of,
    set_of,
    unique,
)
from .world import Scope, World

Lines: TypeAlias = "list[str]"
Write: TypeAlias = "Callable[[], Lines]"


def indented(lines: Sequence[str]) -> Lines:
    """Lines, two places further right."""
    return [f"  {line}" for line in lines]


class Changes:
    """Writes single statements."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = world.dice
        self.expressions = Expressions(world)

    def make(self, of: Type, scope: Scope, depth: int = 2, level: int = EXPR) -> str:
        """An expression as text."""
        return self.expressions.make(of, scope, depth).at(level)

    def changes(self, scope: Scope) -> list[tuple[float, Write]]:
        """Ways to change something."""
        world = self.world
        ways: list[tuple[float, Write]] = []
        if any(v.role != "counter" and v.type.shape == "one" for v in world.variables):
            ways.append((3.0, lambda: self._set(scope)))
        if any(v.type.shape != "one" for v in world.variables):
            ways.append((2.0 * (not world.plain), lambda: self._collect(scope)))
        if not scope.plain:
            ways.append((3.0, lambda: self._count(scope)))
        if world.pieces:
            ways.append((3.0, lambda: self._move(scope)))
        if world.places:
            ways.append((2.5, lambda: self._cards(scope)))
        return ways

    # ---- variables

    def target(self, variable: Variable, scope: Scope) -> str:
        """A variable at some keys."""
        return self.expressions.call(variable.form, variable.keys, scope, 2, "{0}." in variable.form)

    def _set(self, scope: Scope) -> Lines:
        variable = self.dice.choice([v for v in self.world.variables if v.role != "counter" and v.type.shape == "one"])
        return [f"set {self.target(variable, scope)} to {self._value(variable, scope)}"]

    def _value(self, variable: Variable, scope: Scope) -> str:
        if variable.type == NUMBER:
            return self.within(self.make(NUMBER, scope), variable.low, variable.high)
        if variable.maybe and self.world.chance(0.3):
            return "nothing"
        return self.make(variable.type, scope)

    def within(self, number: str, low: int, high: int) -> str:
        """A number brought into a range, nearly always."""
        if self.world.chance(0.05):
            return number
        return f"min(max({number}, {low}), {high})" if low >= 0 else f"min(max({number}, 0 - {-low}), {high})"

    def _collect(self, scope: Scope) -> Lines:
        variable = self.dice.choice([v for v in self.world.variables if v.type.shape != "one"])
        target = self.target(variable, scope)
        kind = self.world.weighed([(5.0, "add"), (2.0, "remove"), (1.0, "clear"), (1.0, "shuffle"), (0.7, "set")])
        item = Type(variable.type.of)
        if kind == "add":
            line = f"add {self.make(item, scope)} to {target}"
            if variable.high and self.world.chance(0.9):
                return [f"if {target}.size < {variable.high}: {line}"]
            return [line]
        if kind == "remove":
            return [f"remove {self.make(item, scope)} from {target}"]
        if kind == "set" and variable.type.shape == "set":
            return [f"set {target} to {self.make(variable.type, scope)}"]
        if kind == "shuffle" and variable.type.shape == "list":
            return [f"shuffle {target}"]
        return [f"clear {target}"]

    def counted(self, scope: Scope) -> tuple[str, Variable]:
        """A counter as statements name it, with its keys in brackets unless it is `me`'s or the game's."""
        counters = [v for v in self.world.variables if v.role == "counter"]
        if not scope.me:
            counters = [v for v in counters if not v.own] or counters
        variable = self.dice.choice(counters)
        if not variable.keys or (variable.own and scope.me and self.world.chance(0.7)):
            if variable.keys:
                scope.used.append(Symbol(PLAYER, "me", me=True))
            return variable.name, variable
        keys = [self.make(key, scope, 1) for key in variable.keys]
        return f"{variable.name}[{', '.join(keys)}]", variable

    def _count(self, scope: Scope) -> Lines:
        counted, variable = self.counted(scope)
        amount = str(self.dice.randint(1, 3)) if self.world.chance(0.6) else self.make(NUMBER, scope, 2, SUM)
        word = self.world.weighed([(4.0, "gain"), (2.0, "lose"), (1.0, "set"), (2.0, "score")])
        if word == "set":
            return [f"set {self.target(variable, scope)} to {self._value(variable, scope)}"]
        whom = ""
        if word == "score":
            whom = f" for {self.make(PLAYER, scope, 1, POSTFIX)}"
            if scope.me and self.world.chance(0.6):
                scope.used.append(Symbol(PLAYER, "me", me=True))
                whom = ""
            return [f"score {amount}{whom}"]
        if counted == variable.name and variable.own and self.world.chance(0.3):
            whom = f" for {self.make(PLAYER, scope, 1, POSTFIX)}"
        return [f"{word} {amount} {counted}{whom}"]

    # ---- pieces and cards

    def _move(self, scope: Scope) -> Lines:
        world = self.world
        one = self.dice.choice(world.pieces)
        kind = world.weighed([(5.0, "move"), (0.3 if world.plain else 1.0, "swap"), (1.5, "remove")])
        what = self.make(one, scope, 2)
        if kind == "swap":
            return [f"swap {what} with {self.make(one, scope, 2)}"]
        if kind == "remove" and world.mobile[one]:
            return [f"remove {what}" if world.chance(0.7) else f"move {what} to nowhere"]
        where = self.make(SPACE, scope, 2)
        if world.chance(0.7):
            name, other = world.fresh(), world.fresh()
            vacant = f"none {other} in {world.plurals[one]} where {other}.space is {name}"
            source = self.make(set_of(SPACE), scope, 1, POSTFIX)
            where = f"{self.dice.choice(['first', 'last'])} {name} in {source} where ({vacant})"
        return [f"move {what} to {where}"]

    def place(self, scope: Scope, shapes: Sequence[str] = ("pile", "row", "set")) -> tuple[str, Place]:
        """A place for cards, at some keys."""
        place = self.dice.choice([place for place in self.world.places if place.shape in shapes])
        return self.expressions.call(place.form, place.keys, scope, 1, "{0}." in place.form), place

    def _cards(self, scope: Scope) -> Lines:
        kind = self.world.weighed([(4.0, "move"), (3.0, "draw"), (1.0, "shuffle"), (0.7, "show"), (0.7, "all")])
        of = self.world.places[0].of
        if kind == "draw":
            source, _ = self.place(scope, ("pile", "row"))
            return [f"draw {self.expressions.small(scope, 3).at(SUM)} from {source} to {self.place(scope)[0]}"]
        if kind == "shuffle":
            return [f"shuffle {self.place(scope, ('pile',))[0]}"]
        if kind == "show":
            what = self.make(of if self.world.chance(0.5) else set_of(of), scope, 2, POSTFIX)
            whom = self.make(PLAYER if self.world.chance(0.7) else set_of(PLAYER), scope, 1, POSTFIX)
            return [f"show {what} to {whom}"]
        target, place = self.place(scope)
        end = self.dice.choice(["", "top of ", "bottom of "]) if place.shape == "pile" else ""
        if kind == "all" and place.shape != "row":
            source, _ = self.place(scope)
            name = self.world.fresh()
            return [f"for each {name} in {source}: move {name} to {end}{target}"]
        line = f"move {self.make(of, scope)} to {end}{target}"
        return [f"if {target}.size < 3: {line}"] if place.shape == "row" and self.world.chance(0.9) else [line]

    # ---- names, tests, the rules and chance

    def bindings(self, scope: Scope) -> list[tuple[float, Write]]:
        """Ways to give a name to something, or to go no further."""
        ways: list[tuple[float, Write]] = [(1.5, lambda: self.let(scope)), (0.7, lambda: self.require(scope))]
        if self.world.has("pick", 1.2):
            ways.append((1.5, lambda: self._pick(scope)))
        if self.world.has("reveal", 1.2):
            ways.append((1.2, lambda: self._reveal(scope)))
        if self.world.has("pay") and scope.me and not scope.plain:
            ways.append((1.0, lambda: [f"pay {self.price(scope)}"]))
        return ways

    def let(self, scope: Scope, depth: int = 2) -> Lines:
        """A name for the value of an expression."""
        of = self.expressions.member_type(scope)
        wanted = self.world.weighed([(3.0, of), (1.5, set_of(of)), (1.0, NUMBER), (0.4, YES_NO)])
        value = self.make(wanted, scope, depth)
        name = self.world.fresh()
        scope.bind(name, wanted)
        return [f"let {name} be {value}"]

    def require(self, scope: Scope) -> Lines:
        """A condition that must hold, most often one that does."""
        reason = ' else "Not now."' if self.world.chance(0.3) else ""
        return [f"require {self.make(YES_NO, scope)}{reason}"]

    def price(self, scope: Scope) -> str:
        """One or two amounts of counters."""
        prices = []
        for _ in range(self.world.weighed([(4.0, 1), (1.0, 2)])):
            amount = str(self.dice.randint(0, 2)) if self.world.chance(0.8) else self.make(NUMBER, scope, 1, SUM)
            prices.append(f"{amount} {self.counted(scope)[0]}")
        return ", ".join(prices)

    def candidates(self, scope: Scope, name: str, share: float = 0.6) -> tuple[str, Type, str]:
        """Something to take one of, its type, and a condition on the one of that name."""
        of = self.expressions.member_type(scope)
        if of == NUMBER:
            source = f"[{self.dice.randint(0, 1)} to {self.dice.randint(1, 4)}]"
        else:
            source = self.make(set_of(of) if self.world.chance(0.1) else unique(of), scope, 2, POSTFIX)
        return source, of, self.where(scope, name, of, share)

    def where(self, scope: Scope, name: str, of: Type, share: float = 0.6) -> str:
        """A condition on a name that is being bound, perhaps."""
        if not self.world.chance(share):
            return ""
        with scope.block():
            scope.bind(name, of, finite=True)
            with scope.loop():
                condition = self.make(YES_NO, scope)
        return f" where {condition}"

    def _pick(self, scope: Scope) -> Lines:
        name = self.world.fresh()
        source, of, where = self.candidates(scope, name)
        with scope.block():
            scope.bind(name, of, finite=True)
            likings = []
            for _ in range(self.dice.randint(1, 2)):
                if self.world.chance(0.4):
                    likings.append(self.make(YES_NO, scope, 1, 1))
                else:
                    likings.append(f"{self.make(NUMBER, scope, 1, 1)} {self.dice.choice(['highest', 'lowest'])}")
        scope.bind(name, of, finite=True)
        return [f"pick {name} from {source}{where} preferring {' then '.join(likings)}"]

    def _reveal(self, scope: Scope) -> Lines:
        name = self.world.fresh()
        source, of, where = self.candidates(scope, name)
        scope.bind(name, of, finite=True)
        return [f"reveal {name} from {source}{where}"]

    # ---- calls

    def calls(self, scope: Scope) -> list[tuple[float, Write]]:
        """Ways to have something else carried out."""
        world = self.world
        ways: list[tuple[float, Write]] = []
        if scope.plain:
            return ways
        if world.chance(0.9) and (events := self.callable(world.events, scope)):
            ways.append((2.0, lambda: [f"emit {self.called(self.dice.choice(events), scope)}"]))
        if procedures := self.callable(world.procedures, scope):
            ways.append((2.5, lambda: self._procedure(self.dice.choice(procedures), scope)))
        if world.has("perform", 0.8) and (actions := self.callable(world.actions, scope)):
            ways.append((1.0, lambda: self._perform(self.dice.choice(actions), scope)))
        if runs := self.runs(scope):
            ways.append((1.5, lambda: self._run(self.dice.choice(runs), scope)))
        return ways

    def runs(self, scope: Scope) -> list[Symbol]:
        """Fields of rules text that the text at hand may run."""
        known = [*self.world.symbols.get(EFFECT, ()), *self.world.symbols.get(list_of(EFFECT), ())]
        return [symbol for symbol in known if symbol.step < scope.step and scope.me]

    def callable(self, routines: Sequence[Routine], scope: Scope) -> list[Routine]:
        """Those that the text at hand may call."""
        return [each for each in routines if each.step < scope.step and (scope.me or not each.me)]

    def called(self, routine: Routine, scope: Scope) -> str:
        """A call with arguments."""
        if routine.me:
            scope.used.append(Symbol(PLAYER, "me", me=True))
        return f"{routine.name}({', '.join(self.make(param, scope) for param in routine.params)})"

    def _procedure(self, procedure: Routine, scope: Scope) -> Lines:
        call = self.called(procedure, scope)
        if procedure.gives is None or self.world.chance(0.3):
            return [call]
        name = self.world.fresh()
        scope.bind(name, procedure.gives)
        return [f"let {name} be {call}"]

    def _perform(self, action: Routine, scope: Scope) -> Lines:
        scope.used.append(Symbol(PLAYER, "me", me=True))
        if action.gives is not None and self.world.chance(0.7):
            name = self.world.fresh()
            scope.bind(name, action.gives)
            return [f"let {name} be perform {action.name} free"]
        return [f"perform {action.name} free"]

    def _run(self, symbol: Symbol, scope: Scope) -> Lines:
        scope.used.append(Symbol(PLAYER, "me", me=True))
        field = self.expressions.call(symbol.form, symbol.takes, scope, 2, True)
        if symbol.gives == EFFECT:
            return [f"run {field}"]
        name = self.world.fresh()
        return [f"for each {name} in {field}: run {name}"]

    def listener(self, scope: Scope) -> Scope:
        """A scope for text that is kept until the turn ends: names without an end cannot be taken along."""
        finite = [symbol for symbol in scope.locals if symbol.finite and symbol.gives.shape == "one"]
        return replace(scope, locals=finite, plain=True)
