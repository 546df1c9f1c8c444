"""From position to position by a generated program; what was not generated is left to the reference executor."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from interpreter.compiled.code.made import PASSES, Compiled, Fault, Generated
from interpreter.compiled.support import runtime
from interpreter.compiled.support.borrowing import borrowed, evaluator
from interpreter.compiled.support.positions import (
    Asked,
    AskedPosition,
    CountedPosition,
    FastMachine,
    MaskPosition,
    QuickPosition,
    Turn,
    TurnPosition,
    follow_nothing,
    new_quick,
)
from interpreter.compiled.support.splices import splices_of
from interpreter.compiled.support.upkeep import Upkeep
from interpreter.compiled.support.writing import Writer
from interpreter.layout import TURN
from interpreter.model.program import Model
from interpreter.run.changes import out_of_range
from interpreter.run.decisions import ONLY, SKIPPED, Choice, Position
from interpreter.run.engine import Engine, too_deep
from interpreter.run.machine import BUDGET, Machine
from interpreter.run.signals import Abandon, GameOver, Waiting

Origin = tuple[Sequence[int], Sequence[Choice]]
"""A state in which the flow waited, and the choices since."""


class Stepping(Engine):
    """Goes through one checked game like the reference executor, decision for decision.

    `passes` names the optimising passes to use; without any the program means the same. Vectors of its positions are
    longer than those of the reference executor: behind the layout's slots stands what is kept up to date beside them.
    With an `observer`, everything is left to the reference executor, which tells it of actions and rules.
    """

    def __init__(self, model: Model, passes: frozenset[str] = PASSES, program: Compiled | None = None) -> None:
        """`program`: what was compiled for the same model before (see `compiled`), so that nothing is generated."""
        splices = None if program is None else splices_of(program)
        super().__init__(model, splices)
        quick = {phase.name: self._quick_turn(number) for number, phase in enumerate(model.phases)}
        if program is None:
            from interpreter.compiled.generate import generate

            analysis = self.program.compiler.analysis
            generated = generate(model, self.layout, analysis, evaluator(self.program, self.layout), quick, passes)
            code = compile(generated.source, "<generated rules>", "exec")
            beside = "" if generated.spliced is None else generated.spliced.source
            spliced = compile(beside, "<generated parts>", "exec")
            program = Compiled(generated, marshal.dumps(code), marshal.dumps(spliced))
            splices = splices_of(program)
            if splices is not None:
                self.put_together(splices)
        if splices is not None:
            splices.link(self.program, self._out_of_range)
        self.compiled = program
        self.generated: Generated = program.generated
        self.upkeep = Upkeep(self.layout, self.generated.kept)
        self._writer = Writer(self.program, self.layout, self.generated.decisions)
        self._names = self._load()
        self._menus = [
            self._names[f"menu_{phase.name}"] if phase.name in self.generated.menus else None for phase in model.phases
        ]
        self._singles = [self._names.get(f"single_{phase.name}") for phase in model.phases]
        self._ready = [menu is not None for menu in self._menus]
        self._machine_at_hand = FastMachine(self.layout, self.layout.blank(), [], None)
        self._machine_at_hand.watching = True
        self._turns = [self._turn(phase.name) for phase in model.phases]
        # For states in which the functions that go on from one position to the next may not be used.
        self._slow_turns = [replace(turn, follow=follow_nothing) for turn in self._turns]
        self._takes = [
            self._names[f"take_{name}"] if name in self.generated.takes else None for name in self.program.actions
        ]
        self._quick = list(quick.values())
        self._usual: Callable[[list[int]], bool] | None = self._names.get("usual")
        self._seats = len(model.players)

    def _turn(self, phase: str) -> Turn:
        """How positions of a phase's turns follow each other."""
        waits, wide, counted = self.generated.follows.get(phase, (True, 0, False))
        follow, action = self._names.get(f"follow_{phase}", follow_nothing), self.generated.singles.get(phase)
        pick = self._names[f"pick_{phase}"] if counted else None
        menu, r, mover = self._names.get(f"menu_{phase}"), self._machine_at_hand, self.layout.mover
        listed = None if menu is None else lambda v: menu(r, v, v[mover])
        return Turn(follow, action, waits, wide, not wide and pick is None, pick, listed)

    # ---- the program

    def _load(self) -> dict[str, Any]:
        names: dict[str, Any] = {**runtime.NAMES, "Abandon": Abandon, "SKIPPED": SKIPPED}
        names |= {f"T{number}": table for number, table in enumerate(self.generated.tables)}
        names |= {f"S{number}": span for number, span in enumerate(self.generated.spans)}
        lent = (borrowed(self.program, one) for one in self.generated.borrowed)
        names |= {f"borrowed_{number}": call for number, call in enumerate(lent)}
        names["ask"] = self._asker()
        names["out_of_range"] = lambda number, value: self._out_of_range(self.generated.faults[number], value)
        names["end_by_clause"] = self._end_by_clause
        names["TAKES"] = takes = []
        exec(marshal.loads(self.compiled.code), names)
        takes += [names.get(f"take_{name}") for name in self.program.actions]
        return names

    def _asker(self) -> Callable[..., Choice]:
        """Asks for a decision in mid-effect."""

        def ask(r: FastMachine, number: int, seat: int, choices: list[Choice], outer: Sequence[Any]) -> Choice:
            if not choices:
                r.skip()
                return SKIPPED
            if r.rules_played[seat]:
                return self._writer.decide(r, number, seat, choices, outer)
            if r.pick is not None:
                return choices[r.pick(len(choices))]
            raise Asked(number, seat, r.v[mover], choices, outer, r.revealed)

        mover = self.layout.mover
        return ask

    def _out_of_range(self, made: Fault, value: int) -> None:
        variable = self.model.variables[made.variable]
        raise out_of_range(variable, value, variable.high, made.node.span)

    def _end_by_clause(self, r: Machine, v: list[int], number: int) -> None:
        before, r.v = r.v, v
        try:
            self.program.finishing.end(r, self.program.finishing.clauses[number])
        finally:
            r.v = before

    # ---- playing

    def _quick_turn(self, number: int) -> int:
        """Whether a turn of a phase ends without anything else happening: 2, 1 where each seat has one turn, else 0."""
        model, phase = self.model, self.model.phases[number]
        plain = not (phase.after_main or phase.then or phase.until or phase.skipping or phase.may)
        plain = plain and not self.layout.sites and not self.layout.counts
        plain = plain and not any(variable.reset == "turn" for variable in model.variables.values())
        plain = plain and not any(rule.cause in ("start", "end") and "turn" in rule.names for rule in model.rules)
        reads = [self.program.compiler.analysis.reads(f.condition) for f in model.finishes if f.condition is not None]
        plain = plain and not any("flow turns_taken" in read for read in reads) and not any(model.rules_played)
        return (1 if phase.turns == "once" else 2) if plain else 0

    def advance(self, vector: Sequence[int], choices: Sequence[Choice]) -> Position:
        """See Engine.advance; positions of turns write their options when they are looked at."""
        layout, v = self.layout, list(vector)
        if len(v) == layout.size:
            self.upkeep.extend(v)
        try:
            if choices and self._is_turn(v, choices[0]):
                return self._quick_advance(v, vector, list(choices))
            return self._slow(v, list(choices), False)
        except RecursionError:
            raise too_deep() from None

    def after(self, position: Position, number: int) -> Position:
        """See Engine.after."""
        log: list[Choice] | None = None
        if self.observer is not None:
            return super().after(position, number)
        if type(position) is QuickPosition:
            picked = position.menu[number]
        elif isinstance(position, QuickPosition):
            picked = position.picked(number)
        elif isinstance(position, AskedPosition) and position.turn.follow is not follow_nothing:
            picked, log = position.picked, [*position.choices[1:], position.asked.choices[number]]
        else:
            return self._after_by_parts(position, number)
        # From here on it goes by the function that the program has for that. `picked` is what the menu held for the
        # option taken in the turn; `log` the choices since, where there are any.
        turn, origin, r = position.turn, position.v, self._machine_at_hand
        v = origin.copy()
        r.budget = BUDGET  # see FastMachine.start_count: a call would cost more than it does
        if turn.waits:
            r.v = v
            r.next = 0
            r.revealed = False
            r.log = [] if log is None else log
        try:
            options = turn.follow(r, v, picked)
        except GameOver:
            return Position(tuple(v), (), None)
        except Asked as asked:
            chosen = (turn.choice(picked), *r.log)
            return AskedPosition(self._writer, origin, chosen, v, asked.with_traceback(None), turn, picked)
        except RecursionError:
            raise too_deep() from None
        if options:
            if turn.plain or type(options) is list:
                following, count = new_quick(QuickPosition), len(options)
            elif turn.wide:
                following, count = new_quick(MaskPosition), options.bit_count()
            else:
                following, count = new_quick(CountedPosition), options[0]
            following.writer = self._writer
            following.v = v
            following.menu = options
            following.turn = turn
            following.count = count
            following._decision = None
            return following
        if v[self.layout.over]:
            return Position(tuple(v), (), None)
        return self._slow(v, [], False, (origin, [turn.choice(picked), *(log or ())]))

    def _after_by_parts(self, position: Position, number: int) -> Position:
        """See Engine.after, where no function goes on from a position."""
        try:
            if isinstance(position, AskedPosition):
                log = [*position.choices, position.asked.choices[number]]
                return self._quick_advance(position.v.copy(), position.v, log)
            if isinstance(position, TurnPosition):
                choice = position.choice(number)
                if self._takes[choice[0]] is not None:
                    return self._quick_advance(position.v.copy(), position.v, [choice])
        except RecursionError:
            raise too_deep() from None
        return super().after(position, number)

    def _position(self, v: list[int], options: Sequence[Any], number: int, revealed: bool = False) -> TurnPosition:
        """The position at the beginning of a turn in a phase, with these options."""
        turn = self._turn_from(v, number)
        if turn.follow is follow_nothing or revealed:
            return TurnPosition(self._writer, v, options, turn, revealed=revealed)
        return QuickPosition(self._writer, v, options, turn, len(options))

    def _turn_from(self, v: list[int], number: int) -> Turn:
        """How positions follow each other from a state in a phase: by parts where it is unusual."""
        return self._turns[number] if self._usual is None or self._usual(v) else self._slow_turns[number]

    def _is_turn(self, v: list[int], choice: Choice) -> bool:
        """Whether the program can carry out what was chosen in a state."""
        layout = self.layout
        turn = v[layout.step] == TURN and not v[layout.over] and choice not in (SKIPPED, ONLY) and self.observer is None
        return turn and self._menus[v[layout.phase]] is not None and self._takes[choice[0]] is not None

    def _quick_advance(self, v: list[int], vector: Sequence[int], choices: list[Choice]) -> Position:
        """Carries a turn's choice out, and goes on to the next decision; `vector` is the state, `v` a copy of it."""
        layout, r = self.layout, self._machine_at_hand
        r.v, r.log, r.next, r.revealed, r.budget = v, choices, 1, False, BUDGET
        r.me = seat = v[layout.mover]
        number, first = v[layout.phase], choices[0]
        take = self._takes[first[0]]
        assert take is not None
        try:
            if len(first) == 2:
                take(r, v, seat, first[1])
            else:
                take(r, v, seat, *first[1:])
        except GameOver:
            return Position(tuple(v), (), None)
        except Asked as asked:
            return self._asked(v, vector, number, asked)
        quick = self._quick[number]
        if quick:
            after = seat + 1
            if after == self._seats:
                after = 0
            if quick == 2 or (v[layout.first] - after) % self._seats:
                v[layout.turns_taken] += 1
                v[layout.mover] = after
                menu = self._singles[number] or self._menus[number]
                assert menu is not None
                options = menu(r, v, after)
                if options:
                    return self._position(v, options, number)
                return self._slow(v, [], False, (vector, choices))
        r.log, r.next = [], 0
        return self._end_slowly(r, number, (vector, choices))

    def _asked(self, v: list[int], vector: Sequence[int], number: int, asked: Asked) -> Position:
        """The position in mid-effect of a turn in a phase; `v` is the state there, `vector` that of the turn."""
        log, origin = tuple(self._machine_at_hand.log), list(vector)
        if len(origin) == self.layout.size:
            self.upkeep.extend(origin)
        turn = self._turn_from(origin, number)
        picked = log[0] if turn.action is None else log[0][1]
        return AskedPosition(self._writer, origin, log, v, asked.with_traceback(None), turn, picked)

    def _end_slowly(self, r: FastMachine, number: int, origin: Origin) -> Position:
        """Ends a turn by the reference executor's flow, and goes on to the next decision."""
        try:
            self.flow.end_turn(r, number)
            self.flow.to_turn(r, self._ready)
        except GameOver:
            self.upkeep.rebuild(r.v)
            return Position(tuple(r.v), (), None)
        except Waiting:
            return self._slow(list(origin[0]), list(origin[1]), False)
        self.upkeep.rebuild(r.v)
        return self._at_turn(r) or self._slow(r.v, [], r.revealed, origin)

    def _at_turn(self, r: FastMachine) -> Position | None:
        """The position at the beginning of a turn; None when nothing can be done in it."""
        v, layout = r.v, self.layout
        number, seat = v[layout.phase], v[layout.mover]
        menu = self._singles[number] or self._menus[number]
        assert menu is not None
        options = None if r.rules_played[seat] else menu(r, v, seat)
        return self._position(v, options, number, r.revealed) if options else None

    def _slow(self, v: list[int], choices: list[Choice], revealed: bool, origin: Origin | None = None) -> Position:
        """Goes on by the reference executor; `revealed`: news has come since the last decision.

        `origin`: where the flow waited last. Where it does not wait again before the next decision, that is still the
        state of the position.
        """
        machine = FastMachine(self.layout, v, choices, None)
        machine.revealed, machine.observer = revealed, self.observer
        begun = machine.settled
        position = self._go_on(machine)
        if origin is not None and position.decision is not None and machine.settled is begun:
            return self._slow(list(origin[0]), list(origin[1]), False)
        settled = list(position.vector)
        if len(settled) == self.layout.size:
            self.upkeep.extend(settled)
        else:
            self.upkeep.rebuild(settled)
        decision = position.decision
        number = settled[self.layout.phase]
        menu = self._singles[number] or self._menus[number]
        if decision is not None and decision.kind == "turn" and menu is not None and not position.choices:
            options = menu(machine, settled, settled[self.layout.mover])
            return TurnPosition(self._writer, settled, options, self._turns[number], decision)
        return Position(tuple(settled), position.choices, decision)
