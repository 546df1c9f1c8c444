"""The flow of a game: phases, turns, and what stands between the decisions of a turn.

Each step leads to the next until a decision is needed that nobody has recorded, or the game ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.layout import AFTER, ENTER, TURN, Layout
from interpreter.layout.codecs import Value
from interpreter.model.program import PhaseModel
from interpreter.run.actions import Action, Menu
from interpreter.run.calls import Procedure, apart
from interpreter.run.decisions import SKIPPED, Choice, Option
from interpreter.run.machine import Execute, Machine
from interpreter.run.program import Program
from interpreter.run.scope import Scope
from interpreter.run.signals import GameOver, fault

if TYPE_CHECKING:
    from interpreter.run.compiler import Alone


class Phase:
    """A phase, compiled."""

    def __init__(self, program: Program, number: int, model: PhaseModel) -> None:
        c = program.compiler
        self.number = number
        self.model = model
        self.name = model.name
        self.do = [program.procedures[name] for name in model.do]
        self.after_main = [program.procedures[name] for name in model.after_main]
        self.then = [program.procedures[name] for name in model.then]
        self.start = _optional(program, model.start)
        self.skipping = _optional(program, model.skipping)
        self.until = _optional(program, model.until)
        self.must, self.otherwise = Menu(c, model.must), Menu(c, model.otherwise_must)
        self.may = Menu(c, model.may)
        self.stuck_action = None if model.stuck_action is None else program.actions[model.stuck_action]
        self.stuck_block: tuple[int, Execute] | None = None
        if model.stuck_block is not None:
            scope = Scope(model.stuck_block.slots)
            execute = c.block(model.stuck_block.block, scope)
            self.stuck_block = (scope.size, execute)
        self.next = [(name, _optional(program, condition)) for name, condition in model.next]


def _optional(program: Program, node: Value) -> Alone | None:
    return None if node is None else program.compiler.alone(node)


class Flow:
    """Moves a machine on through the phases of a game."""

    def __init__(self, program: Program, layout: Layout) -> None:
        self.program = program
        self.layout = layout
        model = program.model
        self.seats = len(model.players)
        self.phases = [Phase(program, number, phase) for number, phase in enumerate(model.phases)]
        self.index = {phase.name: phase for phase in self.phases}
        program.pauses.menus = [phase.may for phase in self.phases]
        self._starts = [
            (slots, program.compiler.alone(slots.variable.start, len(slots.variable.keys)))
            for slots in layout.variables.values()
        ]
        self._turns_check = program.finishing.after_changing(frozenset({"flow turns_taken"}))

    def lay_out(self, r: Machine) -> None:
        """Gives every variable its value at the start of the game, and every card its first place."""
        for slots, start in self._starts:
            for keys, at in slots.places():
                slots.codec.write(r.v, at, start(r, *keys))
        self.layout.rebuild(r.v)
        for cards in self.layout.cards.values():
            cards.lay_out(r.v)

    def run(self, r: Machine) -> None:
        """Goes on to the end of the game; raises Waiting at a decision that nobody has recorded."""
        try:
            self.to_turn(r, ())
        except GameOver:
            return

    def to_turn(self, r: Machine, ready: Sequence[bool]) -> None:
        """Goes on until a turn begins in a phase that is `ready` (by number), or to the end of the game.

        Raises Waiting at a decision that nobody has recorded, and GameOver.
        """
        layout = self.layout
        while not r.v[layout.over]:
            number = r.v[layout.phase]
            phase = self.phases[number]
            r.spend(1, phase.model.span)
            r.watching = phase.model.turns is not None
            match r.v[layout.step]:
                case 0:
                    self._enter(r, phase)
                case 1:
                    if ready and ready[number]:
                        return
                    self._turn(r, phase)
                case _:
                    self._after(r, phase)

    def begin_turn(self, r: Machine, seat: int) -> None:
        """Makes it a seat's turn: counters and limits of a turn, and what lasted for a turn, start afresh."""
        r.v[self.layout.mover] = seat
        self._reset(r, "turn")
        self.layout.end_turn(r.v)
        r.turn_ended = False
        r.v[self.layout.step] = TURN
        self._at(r, "start", "turn")

    def end_turn(self, r: Machine, number: int) -> None:
        """Ends a turn of phase `number` whose main action has been carried out. Raises GameOver when the game ends."""
        phase = self.phases[number]
        self._call(r, phase.after_main, r.me)
        self._end_turn(r, phase)

    def _enter(self, r: Machine, phase: Phase) -> None:
        v, layout = r.v, self.layout
        v[layout.mover] = v[layout.first] = -1
        v[layout.turns_taken] = 0
        layout.end_turn(v)
        r.me = None
        if phase.model.turns is not None:
            v[layout.round] += 1
            self._reset(r, "round")
            self._at(r, "start", "round")
        self._at(r, "start", phase.name)
        self._call(r, phase.do, None)
        if phase.model.turns is None:
            self._leave(r, phase)
            return
        first = None if phase.start is None else phase.start(r)
        v[layout.first] = 0 if first is None else first
        self._pass_on(r, phase, v[layout.first], self.seats)

    def _pass_on(self, r: Machine, phase: Phase, seat: int, most: int) -> None:
        """Makes it the turn of the first of `most` seats from `seat` on that is not passed over; or ends the phase."""
        passed_over: Sequence[int] = () if phase.skipping is None else phase.skipping(r) or ()
        for step in range(most):
            other = (seat + step) % self.seats
            if other not in passed_over:
                self.begin_turn(r, other)
                return
        self._leave(r, phase)

    def _turn(self, r: Machine, phase: Phase) -> None:
        """The decision among main and free actions."""
        r.me = r.v[self.layout.mover]
        choice = self._choose(r, phase)
        if choice == SKIPPED:
            self._stuck(r, phase)
            self._end_turn(r, phase)
            return
        name = self.program.pauses.actions[choice[0]].name
        if self._is_free(r, phase, name):
            self.program.pauses.run_free(r, choice)
            if r.turn_ended:
                self._end_turn(r, phase)
            return
        r.pausing = name != phase.model.stuck_action
        try:
            self.program.pauses.actions[choice[0]].run(r, choice[1:], free=False)
        finally:
            r.pausing = False
        self._call(r, phase.after_main, r.me)
        if phase.may.empty or r.turn_ended:
            self._end_turn(r, phase)
        else:
            r.v[self.layout.step] = AFTER

    def _choose(self, r: Machine, phase: Phase) -> Choice:
        choice = r.recorded()
        if choice is None:
            options = self._options(r, phase)
            if not options:
                r.skip()
                return SKIPPED
            r.settle()
            return r.decide("turn", phase.model.span, options, phase.name)
        if choice != SKIPPED:
            r.settle(back=1)
        return choice

    def _options(self, r: Machine, phase: Phase) -> list[Option]:
        options = phase.must.options(r)
        if not options:
            options = phase.otherwise.options(r)
        named = [] if phase.may.empty else [action.name for action in self._must(r, phase)]
        options += phase.may.options(r, named)
        if not options and phase.stuck_action is not None:
            options = phase.stuck_action.options(r, False, numbered=True)
        return options

    def _must(self, r: Machine, phase: Phase) -> list[Action]:
        return [*phase.must.actions(r), *phase.otherwise.actions(r)]

    def _is_free(self, r: Machine, phase: Phase, name: str) -> bool:
        """Whether an action chosen in a turn is one of those that may be taken beside the main one."""
        if phase.may.empty or name == phase.model.stuck_action:
            return False
        return name not in [action.name for action in self._must(r, phase)]

    def _stuck(self, r: Machine, phase: Phase) -> None:
        if phase.stuck_block is None:
            who = self.program.model.players[r.v[self.layout.mover]]
            hint = "say with `stuck` what happens then"
            raise fault("RW709", f"{who} can do nothing in the phase {phase.name}", phase.model.span, hint)
        size, execute = phase.stuck_block
        apart(r, r.me, execute, [None] * size)

    def _after(self, r: Machine, phase: Phase) -> None:
        """Free actions after the main one, until `done`."""
        r.me = r.v[self.layout.mover]
        choice = r.recorded()
        if choice is None:
            options = phase.may.options(r)
            if options:
                r.settle()
                choice = r.decide("free", phase.model.span, [*options, Option((), "done", None)], phase.name)
            else:
                r.skip()
                choice = SKIPPED
        elif choice != SKIPPED:
            r.settle(back=1)
        if choice in (SKIPPED, ()):
            self._end_turn(r, phase)
            return
        self.program.pauses.run_free(r, choice)
        if r.turn_ended:
            self._end_turn(r, phase)

    def _end_turn(self, r: Machine, phase: Phase) -> None:
        v, layout = r.v, self.layout
        r.me = v[layout.mover]
        self._call(r, phase.then, r.me)
        self._at(r, "end", "turn")
        layout.end_turn(v)
        v[layout.turns_taken] += 1
        self._turns_check(r)
        if phase.until is not None and phase.until(r):
            self._leave(r, phase)
            return
        seat = (v[layout.mover] + 1) % self.seats
        once = phase.model.turns == "once"
        most = (v[layout.first] - seat) % self.seats if once else self.seats
        self._pass_on(r, phase, seat, most)

    def _leave(self, r: Machine, phase: Phase) -> None:
        """Ends a phase; goes on to the next, if the game does not end with it."""
        r.me = None
        self._at(r, "end", phase.name)
        if phase.model.turns is not None:
            self._at(r, "end", "round")
        r.v[self.layout.mover] = -1
        self.program.finishing.after_phase(r, phase.name)
        for name, condition in phase.next:
            if condition is None or condition(r):
                r.v[self.layout.phase] = self.index[name].number
                r.v[self.layout.step] = ENTER
                return
        hint = "say with `next` which phase follows, or with `finish after` that the game ends"
        raise fault("RW710", f"nothing follows the phase {phase.name}", phase.model.span, hint)

    def _reset(self, r: Machine, when: str) -> None:
        for slots, start in self._starts:
            if slots.variable.reset == when:
                for keys, at in slots.places():
                    slots.codec.write(r.v, at, start(r, *keys))

    def _at(self, r: Machine, cause: str, name: str) -> None:
        for rule in self.program.at.get((cause, name), ()):
            rule.answer(r, (), None)

    def _call(self, r: Machine, procedures: Sequence[Procedure], me: int | None) -> None:
        for procedure in procedures:
            apart(r, me, procedure.execute_alone, [])
