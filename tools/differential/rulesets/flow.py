"""Writes actions, the rules after them and at their times, phases, and ends of the game."""

from __future__ import annotations

from dataclasses import replace

from .blocks import CHOICE
from .routines import LAST, Routines
from .statements import Lines, indented
from .texts import NUMBER, PLAYER, SPACE, YES_NO, Routine, Symbol, set_of
from .things import MAN
from .world import NoWay, Scope

ME = Symbol(PLAYER, "me", me=True)


class Flow:
    """Writes what players do, and in which order."""

    def __init__(self, routines: Routines) -> None:
        self.routines = routines
        self.blocks = routines.blocks
        self.world = routines.world
        self.dice = routines.dice
        self.rules = routines.rules
        self.free: list[str] = []
        self.main: list[str] = []

    def declare(self) -> None:
        """Writes all of it."""
        for number in range(self.dice.randint(1, 2 + self.world.size)):
            self._action(number, "main")
        for number in range(self.dice.randint(1, 2) if self.world.has("free actions", 1.2) else 0):
            self._action(number, "free")
        self._rules()
        self._phases()
        self._finishes()

    def condition(self, me: bool, depth: int = 2) -> str:
        """A condition of the flow."""
        return self.blocks.make(YES_NO, Scope(LAST, me=me), depth)

    # ---- actions

    def _action(self, number: int, kind: str) -> None:
        world = self.world
        step = world.step()
        name = f"{'act' if kind == 'main' else 'free'}{number}"
        scope = Scope(step, me=True)
        offer, names = self._idiom(scope) if world.plain or world.chance(0.4) else self._offer(scope)
        gives = None
        if world.has("results", 1.2) and world.chance(0.25):
            gives = scope.gives = self.dice.choice([NUMBER, PLAYER, SPACE])
        lines = [*offer, *self._effect(scope)]
        leading = [line for line in lines[: len(offer) + 3] if CHOICE.match(line)]
        if gives is not None:
            lines.append(f"give {self.blocks.make(gives, scope)}")
        told = " ".join(f"{{{each}}}" for each in names)
        notation = "" if world.chance(0.3) or len(leading) > len(names) else f' as "{f"{name} {told}".strip()}"'
        title = ' "An action"' if world.chance(0.2) else ""
        word = f"{kind} " if kind == "free" or world.chance(0.3) else ""
        self.rules.append("\n".join([f"{word}action {name}{title}{notation}:", *indented(lines)]))
        world.actions.append(Routine(name, (), gives, True, step))
        world.add(Symbol(YES_NO, f"possible({name})", me=True, step=step, weight=0.6))
        (self.main if kind == "main" else self.free).append(name)

    def _offer(self, scope: Scope) -> tuple[Lines, list[str]]:
        """The leading lines of an action, and the names that it chooses."""
        world = self.world
        lines: Lines = []
        names = []
        chosen = world.weighed([(2.0, 0), (5.0, 1), (3.0, 2)])
        todo = ["choose"] * chosen
        todo += ["let"] if world.has("let in offer") and world.chance(0.5) else []
        todo += ["require"] if world.chance(0.25) else []
        todo += ["cost"] if world.has("cost", 1.2) and world.chance(0.5) else []
        todo += ["limit"] if world.has("limit", 1.2) and world.chance(0.5) else []
        self.dice.shuffle(todo)
        for what in todo:
            match what:
                case "choose":
                    line, name, of = self.blocks.chosen(scope)
                    scope.bind(name, of, finite=True)
                    names.append(name)
                    lines.append(line + (' else "None of these."' if world.chance(0.2) else ""))
                case "let":
                    lines += self.blocks.let(scope)
                case "require":
                    lines += self.blocks.require(scope)
                case "cost":
                    lines.append(self.blocks.price_of(scope))
                case _:
                    lines.append(self.blocks.limit(scope))
        return lines, names

    def _idiom(self, scope: Scope) -> tuple[Lines, list[str]]:
        """An offer as games really have them."""
        world = self.world
        forms = []
        if world.pieces:
            forms += [self._moving, self._moving]
        if MAN in world.pieces:
            forms += [self._entering, self._entering]
        if any(v.keys == (SPACE,) and v.type == PLAYER for v in world.variables):
            forms += [self._marking, self._marking]
        if world.places:
            forms.append(self._playing)
        return self.dice.choice(forms)(scope) if forms else self._offer(scope)

    def _moving(self, scope: Scope) -> tuple[Lines, list[str]]:
        world = self.world
        one = self.dice.choice(world.pieces)
        many, piece, dest = world.plurals[one], world.fresh(), world.fresh()
        whose = self.dice.choice([f"{piece}.owner is me", f"{piece}.owner is me", "", f"{piece}.owner is mover"])
        tests = [whose] if whose else []
        if world.mobile[one] and (world.plain or world.chance(0.4)):
            tests.append(f"{piece}.space is not nowhere")
        whose = f" where {' and '.join(tests)}" if tests else ""
        lines = [f"choose {piece} from {many}{whose}"]
        scope.bind(piece, one, finite=True)
        whither = [
            f"neighbours({piece}.space)",
            f"neighbours({piece}.space, {self.dice.choice(['straight', 'diagonal'])})",
            self.dice.choice(world.areas),
        ]
        vacant = f"(none it_ in {many} where it_.space is {dest})".replace("it_", world.fresh())
        where = self.dice.choice([vacant, vacant, f"{vacant} and {dest} is not {piece}.space", f"not {vacant}"])
        if world.chance(0.3):
            where = self.blocks.where(scope, dest, SPACE, 1.0).removeprefix(" where ")
        lines.append(f"choose {dest} from {self.dice.choice(whither)} where {where}")
        scope.bind(dest, SPACE, finite=True)
        if world.plain or world.chance(0.7):
            lines.append(f"move {piece} to {dest}")
        return lines, [piece, dest]

    def _entering(self, scope: Scope) -> tuple[Lines, list[str]]:
        """A piece out of a pool comes to the board."""
        world = self.world
        dest, fresh, other = world.fresh(), world.fresh(), world.fresh()
        whither = self.dice.choice(world.areas)
        lines = [
            f"choose {dest} from {whither} where (none {other} in men where {other}.space is {dest})",
            f"let {fresh} be first {other} in men where {other}.owner is me and {other}.space is nowhere",
            f"require {fresh} is not nothing",
            f"move {fresh} to {dest}",
        ]
        scope.bind(dest, SPACE, finite=True)
        scope.bind(fresh, MAN, finite=True)
        return lines, [dest]

    def _marking(self, scope: Scope) -> tuple[Lines, list[str]]:
        world = self.world
        variable = self.dice.choice([v for v in world.variables if v.keys == (SPACE,) and v.type == PLAYER])
        space = world.fresh()
        where = f"{space}.{variable.name} is nobody"
        lines = [f"choose {space} from {world.areas[0]} where {where}"]
        scope.bind(space, SPACE, finite=True)
        if world.plain or world.chance(0.8):
            lines.append(f"set {space}.{variable.name} to {self.dice.choice(['me', 'me', 'mover', 'nobody'])}")
        return lines, [space]

    def _playing(self, scope: Scope) -> tuple[Lines, list[str]]:
        world = self.world
        place = self.dice.choice(world.places)
        card = world.fresh()
        source = place.form.format("me") if place.keys else place.form
        lines = [f"choose {card} from {source}"]
        scope.bind(card, place.of, finite=True)
        target, _ = self.blocks.place(scope)
        if world.chance(0.7):
            lines.append(f"move {card} to {target}")
        if world.has("cost") and world.chance(0.4):
            lines.insert(1, self.blocks.price_of(scope))
        return lines, [card]

    def _effect(self, scope: Scope) -> Lines:
        """What an action does; an `ensure` only after what decides nothing."""
        lines: Lines = []
        if self.world.has("ensure", 0.8) and self.world.chance(0.6):
            for _ in range(self.dice.randint(1, 2)):
                lines += self._change(scope)
            lines.append(f"ensure {self.blocks.make(YES_NO, scope)}")
        weights = [5, 3, 1, 0] if self.world.plain else [1, 4, 3, 2]
        for _ in range(self.dice.choices([0, 1, 2, 3], weights)[0]):
            lines += self.blocks.after(lines, self.blocks.statement(scope))
        return lines or ["skip"]

    def _change(self, scope: Scope) -> Lines:
        """A statement that decides nothing."""
        try:
            return self.world.weighed(self.blocks.changes(scope))()
        except NoWay:
            return ["skip"]

    # ---- rules

    def _rules(self) -> None:
        world, dice = self.world, self.dice
        step = world.actions[0].step
        if world.has("after rules", 1.3):
            for _ in range(dice.randint(1, 2)):
                names = dice.sample([a.name for a in world.actions], dice.randint(1, len(world.actions)))
                scope = Scope(step, me=True)
                if len(world.pieces) == 1:
                    scope.locals.append(Symbol(set_of(world.pieces[0]), "moved"))
                cause = f"after {', '.join(names)}"
                if len(names) < len(world.actions) and world.chance(0.4):
                    cause = f"after any except {', '.join(names)}"
                where = f" where {self.blocks.make(YES_NO, scope)}" if world.chance(0.3) else ""
                block = self.blocks.block(scope, 3)
                called = self.blocks.callable(world.procedures, scope)
                if called and world.chance(0.5):
                    block.append(self.blocks.called(dice.choice(called), scope))
                self.routines.rule(cause + where, block)
        if world.events and world.has("any event", 1.2):
            scope = self.routines.answering(Scope(step, plain=True))
            self.routines.rule("when any event", self.blocks.block(scope, 2))
        if world.has("gain rules", 1.2):
            self._gain_rule()
        for when in ("start", "end"):
            if world.has(f"at {when}"):
                name = dice.choice(["turn", "turn", "round", "play"])
                self.routines.rule(f"at {when} of {name}", self.blocks.block(Scope(LAST), 2))

    def _gain_rule(self) -> None:
        counter = self.dice.choice([v for v in self.world.variables if v.role == "counter"])
        locals_ = [Symbol(NUMBER, "amount", weight=3.0), Symbol(PLAYER, "gainer", weight=2.0)]
        instead = self.world.chance(0.5)
        scope = Scope(1, me=instead, plain=True, locals=locals_, usual=instead)
        cause = f"{'instead of' if instead else 'when'} gain {counter.name}"
        where = f" where {self.blocks.make(YES_NO, scope, 1)}" if instead or self.world.chance(0.5) else ""
        self.routines.rule(cause + where, self.blocks.block(scope, 2, 1))

    # ---- phases

    def _phases(self) -> None:
        world = self.world
        done = self._do_list()
        if world.has("opening", 1.2):
            first = self._turns("turns once from " + self._beginner(), 1)
            self.rules.append("\n".join(["phase opening:", *indented([*done, *first, "next play"])]))
            done = []
        elif done:
            self.rules.append("\n".join(["phase dealing:", *indented([*done, "next play"])]))
            done = []
        skipping = ""
        if world.has("skipping", 0.6):
            skipping = f" skipping ({self.blocks.make(set_of(PLAYER), Scope(LAST))})"
        clauses = self._turns(f"turns alternate from {self._beginner()}{skipping}", 3)
        if world.has("until", 0.8):
            clauses.append(f"until {self.condition(False)}")
            clauses += ["next play if " + self.condition(False)] if world.chance(0.1) else []
        closes = skipping or world.has("until", 0.8)
        clauses += ["next closing"] if closes else []
        self.rules.append("\n".join(["phase play:", *indented(clauses)]))
        if closes:
            again = ["next play"] if world.chance(0.03) else []
            self.rules.append("\n".join(["phase closing:", *indented([f"do {self._plain_procedure()}", *again])]))
            if not again or world.chance(0.3):
                self.rules.append(f"finish after closing:\n  winner {self._best()}")

    def _best(self) -> str:
        name = self.world.fresh()
        return f"best {name} in players by {name}.score highest"

    def _beginner(self) -> str:
        scope = Scope(LAST)
        return self.dice.choice(
            [self.world.players[0], self.world.players[-1], f"({self.blocks.make(PLAYER, scope, 1)})"]
        )

    def _do_list(self) -> Lines:
        """What is done before anybody plays: cards are laid out most often."""
        world = self.world
        names = [p.name for p in world.procedures if not p.me and not p.params and world.chance(0.7)]
        if world.places:
            name = world.fresh("deal")
            lines = ["for each it_ in cards: move it_ to deck".replace("it_", world.fresh()), "shuffle deck"]
            lines += [f"for each {name}p in players: draw {self.dice.randint(1, 3)} from deck to {name}p.hand"]
            self.rules.append("\n".join([f"procedure {name}():", *indented(lines)]))
            names.insert(0, name)
        if world.has("setting up", 0.6):
            names.append(self._plain_procedure())
        return [f"do {', '.join(names)}"] if names else []

    def _plain_procedure(self, me: bool = False) -> str:
        """A procedure that nobody need act for, to be named in a list."""
        name = self.world.fresh("proc")
        block = self.blocks.block(Scope(LAST, me=me), 3)
        self.rules.append("\n".join([f"procedure {name}():", *indented(block)]))
        return name

    def _turns(self, turns: str, most: int) -> Lines:
        """The clauses of a phase with turns."""
        world, dice = self.world, self.dice
        lines = [turns]
        chosen = dice.sample(self.main, dice.randint(1, min(most, len(self.main))))
        for name in chosen:
            lines.append(f"must {name}{self._guard()}")
        if len(chosen) > 1 and world.chance(0.5):
            lines = [turns, f"must one of {', '.join(chosen)}{self._guard()}"]
        others = [name for name in self.main if name not in chosen]
        if others and world.has("otherwise must"):
            lines.append(f"otherwise must {others[0]}{self._guard()}")
        if self.free:
            if world.chance(0.2):
                lines.append(f"must {self.free[0]}{self._guard()}")
            lines.append(f"may any of {', '.join(self.free)}{self._guard()}")
        for clause in ("after main action", "then"):
            if world.has(f"phase {clause}", 0.6):
                lines.append(f"{clause} {self._plain_procedure(me=True)}")
        lines += self._stuck()
        return lines

    def _guard(self) -> str:
        return f" if {self.condition(True)}" if self.world.chance(0.08 if self.world.plain else 0.2) else ""

    def _stuck(self) -> Lines:
        kind = self.world.weighed([(0.2, "error"), (5.0, "action"), (1.0, "block"), (1.0, "winner")])
        if kind == "error":
            return ["stuck error"]
        if kind == "winner":
            return ["stuck: winner mover"]
        if kind == "block":
            block = self.blocks.block(Scope(LAST, me=True), 2)
            return ["stuck:", *indented(["repeat 1 times:", *indented(block), f"winner {self._best()}"])]
        name = self.world.fresh("pass")
        effect = self.blocks.block(Scope(1, me=True), 1, 1)
        self.rules.append("\n".join([f'action {name} as "{name}":', *indented(["skip", *effect])]))
        return [f"stuck {name}"]

    # ---- ends

    def _finishes(self) -> None:
        world, dice = self.world, self.dice
        for _ in range(dice.choices([0, 1, 2], [1, 4, 2])[0]):
            condition = self.condition(False, 3)
            won = [v for v in world.values if v.params == (PLAYER,) and v.gives == YES_NO and not v.me]
            if won and world.chance(0.5):
                name = world.fresh()
                value = dice.choice(won).name
                condition = dice.choice([f"{value}(mover)", f"any {name} in players where {value}({name})"])
            elif world.chance(0.8):
                name = world.fresh()
                condition = f"any {name} in players where {name}.score >= {dice.randint(3, 9)}"
            scope = Scope(LAST)
            who = self.blocks.make(world.weighed([(3.0, PLAYER), (1.0, set_of(PLAYER))]), scope)
            if world.chance(0.3):
                who = self._best()
            block = [f"winner {'nobody' if world.chance(0.1) else who}"]
            if world.chance(0.2):
                block = [*self.blocks.block(replace(scope, plain=True), 2), *block]
            self.rules.append("\n".join([f"finish when {condition}:", *indented(block)]))
