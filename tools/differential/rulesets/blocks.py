"""Writes blocks: decisions in mid-effect, rounds, parts, and what holds for a while."""

from __future__ import annotations

import re
from dataclasses import replace

from .expressions import TRIES
from .statements import Changes, Lines, Write, indented
from .texts import NUMBER, PLAYER, POSTFIX, YES_NO, Symbol, Type, list_of, set_of
from .world import NoWay, Scope

ME = Symbol(PLAYER, "me", me=True)
CHOICE = re.compile("choose it[0-9]+ ")
UNTOLD = re.compile('choose it[0-9]+ (?!.* as ")')
NOTATION = re.compile(' as "[^"]*"')


class Blocks(Changes):
    """Writes statements of all kinds."""

    def block(self, scope: Scope, most: int = 3, depth: int = 2) -> Lines:
        """Some statements; the names bound in them end with them."""
        lines: Lines = []
        with scope.block():
            for _ in range(self.dice.randint(1, most)):
                lines += self.after(lines, self.statement(scope, depth))
        return lines

    def after(self, before: Lines, lines: Lines) -> Lines:
        """Lines that follow others: neighbouring choices are one decision, whose notation must tell all their names."""
        if before and UNTOLD.match(before[-1]) and UNTOLD.match(lines[0].partition(" as ")[0]):
            return [NOTATION.sub("", line) if CHOICE.match(line) else line for line in lines]
        return lines

    def statement(self, scope: Scope, depth: int = 2) -> Lines:
        """One statement, with what it needs; `depth` is how deep blocks may stand in one another."""
        ways = [*self.changes(scope), *self.bindings(scope), *self.calls(scope), *self._small(scope)]
        if scope.me:
            ways += self._choices(scope)
        if depth > 0:
            ways += self._blocks(scope, depth)
        for _ in range(TRIES):
            known = len(scope.locals)
            try:
                return self.world.weighed(ways)()
            except NoWay:
                del scope.locals[known:]
        return ["skip"]

    def _small(self, scope: Scope) -> list[tuple[float, Write]]:
        world = self.world
        ways: list[tuple[float, Write]] = [(0.2, lambda: ["skip"])]
        if world.has("pause", 0.8) and scope.me:
            ways.append((0.8, lambda: ["pause"]))
        if world.has("end turn", 0.3):
            ways.append((0.3, lambda: ["end turn"]))
        if world.has("winner", 0.3):
            ways.append((0.15, lambda: [f"winner {self.make(PLAYER, scope, 1)}"]))
        if scope.usual:
            ways.append((3.0, lambda: ["as usual"]))
        if scope.gives is not None:
            ways.append((0.8, lambda: self._give(scope)))
        return ways

    def _give(self, scope: Scope) -> Lines:
        assert scope.gives is not None
        line = f"give {self.make(scope.gives, scope)}"
        return [f"if {self.make(YES_NO, scope, 1)}: {line}"]

    # ---- decisions

    def _choices(self, scope: Scope) -> list[tuple[float, Write]]:
        world = self.world
        ways: list[tuple[float, Write]] = []
        if world.has("choose later", 3):
            ways.append((4.0, lambda: self._choose(scope)))
        if world.has("may choose", 2):
            ways.append((2.0, lambda: self._may_choose(scope)))
        if world.has("choose several", 2):
            ways.append((2.0, lambda: self._several(scope)))
        return ways

    def chosen(self, scope: Scope) -> tuple[str, str, Type]:
        """The source and condition of a `choose`, the name that it binds and its type."""
        name = self.world.fresh()
        source, of, where = self.candidates(scope, name, 0.7)
        scope.used.append(ME)
        return f"choose {name} from {source}{where}", name, of

    def _choose(self, scope: Scope) -> Lines:
        lines: Lines = []
        told = []
        for _ in range(self.world.weighed([(4.0, 1), (1.0, 2)])):
            line, name, of = self.chosen(scope)
            scope.bind(name, of, finite=True)
            lines.append(line)
            told.append(f"{{{name}}}")
        if self.world.chance(0.5):
            lines[-1] += f' as "take {" ".join(told)}"'
        if self.world.chance(0.2):
            lines[-1] += ' else "There is none."'
        return lines

    def _may_choose(self, scope: Scope) -> Lines:
        line, name, of = self.chosen(scope)
        scope.bind(name, of, finite=True)
        return [f"may {line}"]

    def _several(self, scope: Scope) -> Lines:
        name = self.world.fresh()
        source, of, where = self.candidates(scope, name, 0.5)
        scope.used.append(ME)
        number = self.expressions.small(scope, 3).at(POSTFIX)
        count = self.dice.choice([number, f"up to {number}", "any"])
        scope.bind(name, set_of(of))
        return [f"choose {count} {name} from {source}{where}"]

    # ---- blocks

    def _blocks(self, scope: Scope, depth: int) -> list[tuple[float, Write]]:
        world = self.world
        ways: list[tuple[float, Write]] = [(1.5, lambda: self._if(scope, depth))]
        if scope.loops < 1:
            ways += [(1.5, lambda: self._for_each(scope, depth))] if world.has("for each", 1.5) else []
            ways += [(0.8, lambda: self._repeat(scope, depth))] if world.has("repeat", 1.3) else []
        if world.has("ask", 1.3):
            ways.append((2.0, lambda: self._ask(scope, depth)))
        if world.has("first possible", 1.3):
            ways.append((0.8, lambda: self._parts("first possible:", scope, depth)))
        if scope.me and world.has("may", 1.2):
            ways.append((1.5, lambda: self._may(scope, depth)))
        if scope.me and world.has("choose one", 1.3):
            ways.append((1.5, lambda: self._parts("choose one:", scope, depth)))
        if scope.me and world.has("any order", 1.3):
            ways.append((1.5, lambda: self._parts("in any order:", scope, depth)))
        if world.values and world.has("with", 1.2):
            ways.append((0.8, lambda: self._with(scope, depth)))
        if scope.me and not scope.plain:
            if world.values and world.has("value this turn"):
                ways.append((0.7, lambda: self._this_value(scope)))
            if world.events and world.has("listen this turn"):
                ways.append((0.8, lambda: self._this_when(scope)))
            if world.procedures and world.has("instead this turn"):
                ways.append((0.5, lambda: self._this_instead(scope)))
        return ways

    def _if(self, scope: Scope, depth: int) -> Lines:
        lines = [f"if {self.make(YES_NO, scope)}:", *indented(self.block(scope, 2, depth - 1))]
        if self.world.chance(0.4):
            lines += ["otherwise:", *indented(self.block(scope, 2, depth - 1))]
        return lines

    def _for_each(self, scope: Scope, depth: int) -> Lines:
        name = self.world.fresh()
        source, of, where = self.candidates(scope, name)
        order = ""
        if self.world.has("ordered", 0.6) and scope.me and self.world.chance(0.4):
            wanted = PLAYER if self.world.chance(0.6) else list_of(PLAYER)
            order = f" ordered by {self.make(wanted, scope, 1, POSTFIX)}"
        with scope.block():
            scope.bind(name, of, finite=True)
            with scope.loop():
                block = self.block(scope, 2, depth - 1)
        return [f"for each {name} in {source}{where}{order}:", *indented(block)]

    def _repeat(self, scope: Scope, depth: int) -> Lines:
        number = self.expressions.small(scope, 3).at(POSTFIX)
        again = f" while {self.make(YES_NO, scope)}" if self.world.chance(0.4) else ""
        up_to = scope.me and self.world.has("repeat up to", 1.5) and self.world.chance(0.5)
        if up_to:
            scope.used.append(ME)
        with scope.loop():
            block = self.block(scope, 2, depth - 1)
        return [f"repeat {'up to ' if up_to else ''}{number} times{again}:", *indented(block)]

    def _ask(self, scope: Scope, depth: int) -> Lines:
        who = self.make(PLAYER, scope, 1, POSTFIX)
        inner = replace(scope, me=True, locals=list(scope.locals), used=[], gives=None)
        notation = ""
        lines: Lines = []
        if self.world.chance(0.6):
            line, name, of = self.chosen(inner)
            inner.bind(name, of, finite=True)
            lines, notation = [line], f' as "answer {{{name}}}"'
        block = self.block(inner, 2, depth - 1)
        if CHOICE.match(block[0]):
            notation = ""
        lines += self.after(lines, block)
        scope.used += [symbol for symbol in inner.used if not symbol.me]
        return [f"ask {who}{notation}:", *indented(lines)]

    def _may(self, scope: Scope, depth: int) -> Lines:
        scope.used.append(ME)
        text = ' "Really?"' if self.world.chance(0.5) else ""
        return [f"may{text}:", *indented(self.block(scope, 2, depth - 1))]

    def _parts(self, head: str, scope: Scope, depth: int) -> Lines:
        world = self.world
        if head != "first possible:":
            scope.used.append(ME)
        lines = [head]
        for number in range(self.dice.randint(1, 3)):
            may = "may " if world.chance(0.2) else ""
            name = world.fresh()
            if world.chance(0.25):
                source, of, where = self.candidates(scope, name, 0.4)
                if of == NUMBER:
                    where = ""
                with scope.block():
                    scope.bind(name, of, finite=True)
                    with scope.loop():
                        block = self.block(scope, 2, depth - 1)
                lines += indented([f"{may}parts {name} in {source}{where}:", *indented(block)])
            else:
                text = f' "Part {number}"' if world.chance(0.3) else ""
                guard = f" if {self.make(YES_NO, scope, 1)}" if world.chance(0.3) else ""
                part = self.dice.choice(["alpha", "beta", "gamma"]) + str(number)
                lines += indented([f"{may}part {part}{text}{guard}:", *indented(self.block(scope, 2, depth - 1))])
        return lines

    # ---- what holds for a while

    def _head(self, scope: Scope) -> tuple[str, str]:
        """The head of a changed value, and what it is changed to."""
        value = self.dice.choice(self.world.values)
        args = []
        inner = replace(scope, locals=list(scope.locals))
        for param in value.params:
            if self.world.chance(0.5):
                args.append(self.make(param, scope, 1))
            else:
                args.append(self.world.fresh())
                inner.bind(args[-1], param, finite=True)
        assert value.gives is not None
        head = f"{value.name}({', '.join(args)})" if args else value.name
        return head, self.make(value.gives, inner, 1)

    def _with(self, scope: Scope, depth: int) -> Lines:
        changes = [" is ".join(self._head(scope)) for _ in range(self.world.weighed([(4.0, 1), (1.0, 2)]))]
        return [f"with {', '.join(changes)}:", *indented(self.block(scope, 2, depth - 1))]

    def _this_value(self, scope: Scope) -> Lines:
        scope.used.append(ME)
        return [f"this turn {' is '.join(self._head(self.listener(scope)))}"]

    def pattern(self, name: str, params: tuple[Type, ...], scope: Scope, share: float = 0.35) -> str:
        """A pattern of an event or a call: names that it binds in the scope, and values to compare with."""
        args = []
        for param in params[: -1 if self.world.chance(0.1) else None]:
            if self.world.chance(share):
                args.append(self.make(param, replace(scope, locals=[]), 1))
            else:
                args.append(self.world.fresh())
                scope.bind(args[-1], param, finite=True)
        where = f" where {self.make(YES_NO, scope, 1)}" if self.world.chance(0.3) else ""
        return f"{name}({', '.join(args)}){where}"

    def _this_when(self, scope: Scope) -> Lines:
        event = self.dice.choice(self.world.events)
        inner = replace(self.listener(scope), gives=None, usual=False)
        known = len(inner.locals)
        pattern = self.pattern(event.name, event.params, inner)
        bound = [symbol for symbol in inner.locals[known:] if symbol.gives.of != "number"]
        once = ""
        if self.world.chance(0.4):
            once = f" once per {self.dice.choice(bound).form}" if bound and self.world.chance(0.5) else " once"
            scope.used.append(ME)
        return [f"this turn when {pattern}{once}:", *indented(self.block(inner, 2, 1))]

    def _this_instead(self, scope: Scope) -> Lines:
        procedures = [each for each in self.world.procedures if each.step < scope.step]
        if not procedures:
            raise NoWay
        procedure = self.dice.choice(procedures)
        inner = replace(self.listener(scope), usual=True, gives=None)
        pattern = self.pattern(procedure.name, procedure.params, inner)
        scope.used.append(ME)
        return [f"this turn instead of {pattern}:", *indented(self.block(inner, 2, 1))]

    def price_of(self, scope: Scope) -> str:
        """A price, as the offer of an action names it."""
        scope.used.append(ME)
        return f"cost {self.price(scope)}"

    def limit(self, scope: Scope) -> str:
        """A limit, counted for something that has an end."""
        members = [symbol for symbol in scope.locals if symbol.finite and symbol.gives.shape == "one"]
        keys = [symbol.form for symbol in members if symbol.gives.of not in ("number", "yes_no")]
        keys = ["me", *keys[-1:]] if keys and self.world.chance(0.5) else ["me"]
        length = self.dice.choice(["game", "round", "turn"])
        return f"limit {self.dice.randint(1, 2)} per {length} for {', '.join(keys)}"
