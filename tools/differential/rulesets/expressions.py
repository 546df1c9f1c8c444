"""Writes expressions of a wanted type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

from .texts import (
    AND,
    COMPARE,
    EXPR,
    NOT,
    NUMBER,
    OR,
    POSTFIX,
    SIGN,
    SPACE,
    SUM,
    TERM,
    YES_NO,
    Symbol,
    Text,
    Type,
    list_of,
    set_of,
)
from .world import NoWay, Scope, World

Make: TypeAlias = "Callable[[], Text]"

TRIES = 6
"""How many ways to write something are tried."""

MOST_LOOPS = 2
"""How many quantifiers may stand in one another: what they go through is multiplied."""


class Expressions:
    """Writes expressions about a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = world.dice

    def make(self, wanted: Type, scope: Scope, depth: int = 2) -> Text:
        """An expression of a type; the deeper, the longer. Raises NoWay when there is none."""
        ways = self._ways(wanted, scope, depth)
        for _ in range(TRIES if ways else 0):
            try:
                return self.world.weighed(ways)()
            except NoWay:
                continue
        raise NoWay

    def number(self, scope: Scope, depth: int = 2) -> Text:
        """An expression for a number."""
        return self.make(NUMBER, scope, depth)

    def condition(self, scope: Scope, depth: int = 2) -> Text:
        """A condition."""
        return self.make(YES_NO, scope, depth)

    def small(self, scope: Scope, most: int, depth: int = 1) -> Text:
        """A number from 0 to `most`, or so."""
        if self.world.chance(0.6):
            return Text(str(self.dice.randint(1, most)))
        return Text(f"min({self.number(scope, depth).words}, {most})")

    def call(self, form: str, takes: tuple[Type, ...], scope: Scope, depth: int, tight: bool) -> str:
        """A form with expressions in its places."""
        places = [
            self.make(each, scope, depth - 1).at(POSTFIX if tight and not k else EXPR) for k, each in enumerate(takes)
        ]
        return form.format(*places)

    def source(self, scope: Scope, depth: int) -> tuple[str, Type]:
        """Something to go through, and the type of its members."""
        of = self.member_type(scope)
        if of == NUMBER:
            return f"[{self.dice.randint(0, 1)} to {self.small(scope, 4, depth - 1).words}]", of
        return self.make(set_of(of), scope, depth - 1).at(POSTFIX), of

    def member_type(self, scope: Scope) -> Type:
        """A type of members: rather one that the names in reach or the pieces have."""
        world = self.world
        types = [(1.0, of) for of in world.known()]
        types += [(2.0, of) for of in world.pieces] + [(0.3, NUMBER)]
        types += [(1.5, SPACE)] if world.areas else []
        types += [(1.0, name.gives) for name in scope.locals if name.gives.shape == "one" and name.gives != YES_NO]
        return world.weighed(types)

    @contextmanager
    def member(self, scope: Scope, of: Type) -> Iterator[str]:
        """A name for a member of something that is gone through."""
        name = self.world.fresh()
        with scope.loop(), scope.block():
            scope.bind(name, of, finite=True)
            yield name

    # ---- ways to write a type

    def _ways(self, wanted: Type, scope: Scope, depth: int) -> list[tuple[float, Make]]:
        ways: list[tuple[float, Make]] = []
        for latest, symbol in enumerate(scope.locals):
            if fits(symbol.gives, wanted):
                ways.append((2.0 + latest, self._using(symbol, scope, depth)))
        for symbol in self._symbols(wanted, scope):
            if depth > 0 or not symbol.takes:
                ways.append((symbol.weight, self._using(symbol, scope, depth)))
        if depth <= 0:
            ways += self._leaves(wanted)
            return ways
        ways += [(0.3 * weight, make) for weight, make in self._leaves(wanted)]
        if wanted == NUMBER:
            ways += self._numbers(scope, depth)
        elif wanted == YES_NO:
            ways += self._conditions(scope, depth)
        elif wanted.shape == "one":
            ways += self._members(wanted, scope, depth)
        else:
            ways += self._collections(wanted, scope, depth)
        ways.append((0.4, lambda: self._conditional(wanted, scope, depth)))
        return ways

    def _symbols(self, wanted: Type, scope: Scope) -> Iterator[Symbol]:
        shapes = {"set": (wanted, list_of(wanted)), "unique": (set_of(wanted),)}.get(wanted.shape, (wanted,))
        for shape in shapes:
            for symbol in self.world.symbols.get(shape, ()):
                if (scope.me or not symbol.me) and (symbol.step == 0 or symbol.step < scope.step):
                    yield symbol

    def _using(self, symbol: Symbol, scope: Scope, depth: int) -> Make:
        def make() -> Text:
            scope.used.append(symbol)
            return Text(self.call(symbol.form, symbol.takes, scope, depth, symbol.tight))

        return make

    def _leaves(self, wanted: Type) -> list[tuple[float, Make]]:
        world, dice = self.world, self.dice
        one = Type(wanted.of)
        constants = world.constants.get(one, [])
        if wanted == NUMBER:
            return [(2.0, lambda: Text(str(world.weighed([(8.0, dice.randint(0, 4)), (1.0, dice.randint(0, 20))]))))]
        if wanted == YES_NO:
            return [(0.2, lambda: Text(dice.choice(["yes", "no"])))]
        if wanted.shape == "one":
            return [(1.0, lambda: Text(dice.choice(constants)))] if constants else []
        leaves: list[tuple[float, Make]] = []
        if one in world.plurals and wanted.shape != "list":
            leaves.append((2.0, lambda: Text(world.plurals[one])))
        if one == SPACE and wanted.shape != "list" and world.areas:
            leaves.append((2.0, lambda: Text(dice.choice(world.areas))))
        if constants:
            some = min(3, len(constants))
            leaves.append((0.7, lambda: Text(f"[{', '.join(dice.sample(constants, dice.randint(1, some)))}]")))
        if wanted.of == "number":
            leaves.append((1.0, lambda: Text(f"[{dice.randint(0, 2)} to {dice.randint(1, 5)}]")))
        return leaves

    def _conditional(self, wanted: Type, scope: Scope, depth: int) -> Text:
        then, other = self.make(wanted, scope, depth - 1), self.make(wanted, scope, depth - 1)
        condition = self.condition(scope, depth - 1)
        return Text(f"{then.at(OR)} if {condition.at(OR)} otherwise {other.at(EXPR)}", EXPR)

    # ---- numbers

    def _numbers(self, scope: Scope, depth: int) -> list[tuple[float, Make]]:
        ways: list[tuple[float, Make]] = [
            (2.0, lambda: self._arithmetic(scope, depth)),
            (0.6, lambda: self._least(scope, depth)),
            (0.8, lambda: self._size(scope, depth)),
            (0.4, lambda: self._place_in(scope, depth)),
            (0.2, lambda: Text(f"-{self.number(scope, depth - 1).at(POSTFIX)}", SIGN)),
        ]
        if scope.loops < MOST_LOOPS:
            ways.append((2.0, lambda: self._quantifier("count", scope, depth)))
            ways.append(
                (1.5, lambda: self._aggregate(self.dice.choice(["sum", "highest", "lowest"]), NUMBER, scope, depth))
            )
        if self.world.events and not scope.counting:
            ways.append((1.0, lambda: self._times(scope, depth)))
        return ways

    def _arithmetic(self, scope: Scope, depth: int) -> Text:
        left, right = self.number(scope, depth - 1), self.number(scope, depth - 1)
        op = self.world.weighed([(4.0, "+"), (3.0, "-"), (1.0, "*"), (1.0, "per"), (1.0, "mod")])
        if op in ("+", "-"):
            return Text(f"{left.at(SUM)} {op} {right.at(TERM)}", SUM)
        return Text(f"{left.at(TERM)} {op} {right.at(SIGN)}", TERM)

    def _least(self, scope: Scope, depth: int) -> Text:
        numbers = [self.number(scope, depth - 1).words for _ in range(self.dice.randint(2, 3))]
        return Text(f"{self.dice.choice(['min', 'max'])}({', '.join(numbers)})")

    def _size(self, scope: Scope, depth: int) -> Text:
        source, _ = self.source(scope, depth)
        return Text(f"{source}.size")

    def _place_in(self, scope: Scope, depth: int) -> Text:
        source, of = self.source(scope, depth)
        name = self.dice.choice(["times_in", "place_in", "last_in"])
        return Text(f"{name}({self.make(of, scope, depth - 1).words}, {source})")

    def _aggregate(self, kind: str, of: Type, scope: Scope, depth: int) -> Text:
        source, member = self.source(scope, depth)
        with self.member(scope, member) as name:
            value = self.make(of, scope, depth - 1).at(SUM)
            where = self._where(scope, depth, 0.4)
        return Text(f"{kind} {value} for {name} in {source}{where}", EXPR)

    def _times(self, scope: Scope, depth: int) -> Text:
        pattern, where, length, _ = self._counted(scope, depth)
        return Text(f"times {pattern} this {length}{where}", EXPR)

    def _counted(self, scope: Scope, depth: int) -> tuple[str, str, str, list[Symbol]]:
        """A pattern of an event to be counted, its condition, for how long, and the names that it binds."""
        event = self.dice.choice(self.world.events)
        length = self.dice.choice(["turn", "turn", "effect"])
        finite = [symbol for symbol in scope.locals if symbol.finite and symbol.gives.shape == "one"]
        counting = replace(scope, locals=finite, counting=True)
        args: list[str] = []
        bound: list[Symbol] = []
        for param in event.params:
            if self.world.chance(0.5):
                args.append(self.make(param, counting, min(1, depth - 1)).words)
            else:
                args.append(self.world.fresh())
                bound.append(Symbol(param, args[-1]))
        inside = replace(scope, locals=list(bound), counting=True)
        where = self._where(inside, depth, 0.3) if bound else ""
        return f"{event.name}({', '.join(args)})", where, length, bound

    # ---- conditions

    def _conditions(self, scope: Scope, depth: int) -> list[tuple[float, Make]]:
        ways: list[tuple[float, Make]] = [
            (2.0, lambda: self._compared(scope, depth)),
            (3.0, lambda: self._is(scope, depth)),
            (2.0, lambda: self._among(scope, depth)),
            (0.5, lambda: self._within(scope, depth)),
            (1.0, lambda: Text(f"not {self.condition(scope, depth - 1).at(NOT)}", NOT)),
            (1.5, lambda: self._both("and", AND, NOT, scope, depth)),
            (1.5, lambda: self._both("or", OR, AND, scope, depth)),
        ]
        if scope.loops < MOST_LOOPS:
            ways.append((2.5, lambda: self._quantifier(self.dice.choice(["any", "all", "none"]), scope, depth)))
        return ways

    def _both(self, word: str, left: int, right: int, scope: Scope, depth: int) -> Text:
        one, other = self.condition(scope, depth - 1), self.condition(scope, depth - 1)
        return Text(f"{one.at(left)} {word} {other.at(right)}", left)

    def _compared(self, scope: Scope, depth: int) -> Text:
        left, right = self.number(scope, depth - 1), self.number(scope, depth - 1)
        op = self.dice.choice(["<", "<=", ">", ">=", "is", "is not"])
        return Text(f"{left.at(SUM)} {op} {right.at(SUM)}", COMPARE)

    def _is(self, scope: Scope, depth: int) -> Text:
        of = self.member_type(scope)
        left = self.make(of, scope, depth - 1).at(SUM)
        right = "nothing" if self.world.chance(0.3) else self.make(of, scope, depth - 1).at(SUM)
        return Text(f"{left} {self.dice.choice(['is', 'is not'])} {right}", COMPARE)

    def _among(self, scope: Scope, depth: int) -> Text:
        source, of = self.source(scope, depth)
        left = self.make(of, scope, depth - 1).at(SUM)
        return Text(f"{left} {self.dice.choice(['in', 'in', 'not in'])} {source}", COMPARE)

    def _within(self, scope: Scope, depth: int) -> Text:
        of = self.member_type(scope)
        left, right = (self.make(set_of(of), scope, depth - 1).at(SUM) for _ in range(2))
        return Text(f"{left} within {right}", COMPARE)

    def _where(self, scope: Scope, depth: int, share: float = 1.0) -> str:
        return f" where {self.condition(scope, depth - 1).at(OR)}" if self.world.chance(share) else ""

    def _quantifier(self, kind: str, scope: Scope, depth: int, through: Type | None = None) -> Text:
        if through is None:
            source, of = self.source(scope, depth)
        else:
            of = Type(through.of)
            source = self.make(through, scope, depth - 1).at(POSTFIX)
        needed = kind in ("any", "all", "none", "leading", "those")
        with self.member(scope, of) as name:
            where = self._where(scope, depth, 1.0 if needed else 0.7)
        return Text(f"{kind} {name} in {source}{where}", EXPR)

    # ---- members and collections

    def _members(self, wanted: Type, scope: Scope, depth: int) -> list[tuple[float, Make]]:
        ways: list[tuple[float, Make]] = [(0.4, lambda: self._item(wanted, scope, depth))]
        if scope.loops < MOST_LOOPS:
            ways.append(
                (2.0, lambda: self._quantifier(self.dice.choice(["first", "last"]), scope, depth, set_of(wanted)))
            )
            ways.append((1.0, lambda: self._ranked("best", set_of(wanted), scope, depth)))
        return ways

    def _item(self, wanted: Type, scope: Scope, depth: int) -> Text:
        found = self.make(list_of(wanted), scope, depth - 1)
        return Text(f"{found.at(POSTFIX)}[{self.number(scope, depth - 1).words}]")

    def _ranked(self, kind: str, through: Type, scope: Scope, depth: int) -> Text:
        source = self.make(through, scope, depth - 1).at(POSTFIX)
        with self.member(scope, Type(through.of)) as name:
            where = self._where(scope, depth, 0.5)
            keys = [self._key(scope, depth) for _ in range(self.dice.randint(1, 2))]
        return Text(f"{kind} {name} in {source}{where} by {' then '.join(keys)}", EXPR)

    def _key(self, scope: Scope, depth: int) -> str:
        of = self.world.weighed([(3.0, NUMBER), (1.0, YES_NO)])
        order = self.dice.choice(["highest", "lowest", "latest", "earliest"])
        return f"{self.make(of, scope, depth - 1).at(SUM)} {order}"

    def _collections(self, wanted: Type, scope: Scope, depth: int) -> list[tuple[float, Make]]:
        one = Type(wanted.of)
        inner = wanted if wanted.shape == "unique" else set_of(wanted)
        ways: list[tuple[float, Make]] = []
        if wanted.shape != "list":
            ways.append((1.0, lambda: self._joined(inner, scope, depth)))
            if self.world.events and not scope.counting:
                ways.append((0.3, lambda: self._distinct(one, scope, depth)))
        if wanted.shape == "set":
            ways.append((0.4, lambda: self._listed(one, scope, depth)))
        if scope.loops < MOST_LOOPS:
            ways.append((1.0, lambda: self._ranked("rank", inner, scope, depth)))
            in_order = list_of(one) if inner == set_of(one) and self.world.chance(0.8) else inner
            ways.append((0.6, lambda: self._quantifier("leading", scope, depth, in_order)))
            if wanted.shape != "list":
                ways.append((4.0, lambda: self._quantifier("those", scope, depth, inner)))
                ways.append((0.7, lambda: self._aggregate("union", set_of(one), scope, depth)))
        return ways

    def _joined(self, wanted: Type, scope: Scope, depth: int) -> Text:
        left, right = (self.make(wanted, scope, depth - 1) for _ in range(2))
        return Text(f"{left.at(SUM)} {self.dice.choice(['+', '-'])} {right.at(TERM)}", SUM)

    def _listed(self, of: Type, scope: Scope, depth: int) -> Text:
        items = [self.make(of, scope, depth - 1).words for _ in range(self.dice.randint(1, 2))]
        return Text(f"[{', '.join(items)}]")

    def _distinct(self, of: Type, scope: Scope, depth: int) -> Text:
        pattern, where, length, bound = self._counted(scope, depth)
        names = [symbol.form for symbol in bound if symbol.gives == of]
        if not names:
            raise NoWay
        return Text(f"distinct {names[0]} in {pattern} this {length}{where}", EXPR)


def fits(given: Type, wanted: Type) -> bool:
    """Whether an expression of one type may stand for another: a list for a set, a set for what holds nothing twice."""
    other = {"set": "list", "unique": "set"}.get(wanted.shape)
    return given == wanted or (given.shape == other and given.of == wanted.of)
