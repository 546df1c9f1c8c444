"""Lowers the menus of phases, what can be done in a turn, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.improve.fold import Folder
from interpreter.compiled.improve.ranges import Ranger, among
from interpreter.compiled.improve.rows import Rows
from interpreter.compiled.improve.share import finds, shared
from interpreter.compiled.improve.short import Short
from interpreter.compiled.lower.actions import Actions
from interpreter.compiled.lower.changes import Block, R, V
from interpreter.compiled.lower.lowering import ME, Names
from interpreter.compiled.lower.offers import OUT
from interpreter.model import statements as s
from interpreter.model.program import ActionModel, Guarded, PhaseModel

MOST_SEATS = 4
"""For at most so many seats a turn is written out for each."""


class Turns(Actions):
    """The lowering of menus and of the end of the game."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.rows = Rows(Folder(self.tables))
        self.short = Short(self.tables, self.temporary)

    def finish(self, number: int, mover: low.Expr | None = None) -> low.Function:
        """The function that ends the game as a clause says; `mover`: where the mover is at hand."""
        block = self.model.finishes[number].routine.block
        self.names = Names(me=low.Lit(-1), seated=False, mover=mover)
        if len(block) == 1 and isinstance(block[0], s.Winner):
            body = self.block(block)
        else:
            body = [low.Do(low.Call("end_by_clause", (R, V, low.Lit(number))))]
        return low.Function(f"finish_{number}", ("r", "v"), tuple(body))

    def menu(self, phase: PhaseModel) -> low.Function:
        """The function that gives all options of a turn in a phase, each as the numbers of its choice."""
        body = self.for_each_seat([*self.offers(phase), low.Return(low.Var(OUT))])
        return low.Function(f"menu_{phase.name}", ("r", "v", "me"), tuple(body))

    def for_each_seat(self, lines: Sequence[low.Stmt]) -> Block:
        """Lines that find something out for the seat `me`, written out for each seat where these are few."""
        seats, folder = len(self.model.players), self.folder()
        if "seats" not in self.passes or seats > MOST_SEATS:
            return self.improved(folder.block(lines))
        body: Block = []
        for seat in range(seats):
            own = tuple(self.improved(folder.block(lines, {"me": low.Lit(seat)})))
            body += own if seat == seats - 1 else [low.If(low.Bin("==", ME, low.Lit(seat)), own)]
        return body

    def folder(self) -> Folder:
        """What works out beforehand what is known."""
        return Ranger(self.tables) if "ranges" in self.passes else Folder(self.tables)

    def among(self, action: ActionModel) -> list[low.Stmt]:
        """Says what the names can be that an option of an action has bound."""
        names = [self.variable(slot) for slot in action.bound]
        return among(self.options(action), names) if "ranges" in self.passes else []

    def improved(self, lines: Sequence[low.Stmt]) -> Block:
        """Lines with columns in their tables; what recurs before the first change is worked out once."""
        whole = list(lines)
        if "short" in self.passes:
            whole = [self.short.change(line) for line in whole]
        if "rows" in self.passes:
            whole = [self.rows.change(line) for line in whole]
        if "share" not in self.passes:
            return whole
        first = list(takewhile(finds, whole))
        return [*shared(first, frozenset({"me"}), self.temporary), *whole[len(first) :]]

    def offers(self, phase: PhaseModel) -> Block:
        """Puts all options of a turn in `out`."""
        body: Block = [low.Let(OUT, low.NewSequence())]
        for guarded in phase.must:
            body += self.guarded(guarded)
        if phase.otherwise_must:
            other = [line for guarded in phase.otherwise_must for line in self.guarded(guarded)]
            body.append(low.If(low.IsEmpty(low.Var(OUT)), tuple(other)))
        if phase.stuck_action is not None:
            stuck = self.offer(self.numbers[phase.stuck_action], self.model.actions[phase.stuck_action])
            body.append(low.If(low.IsEmpty(low.Var(OUT)), tuple(stuck)))
        return body

    def guarded(self, guarded: Guarded) -> Block:
        """Puts the options of actions that are offered under a condition in `out`."""
        body: Block = []
        for name in guarded.actions:
            body += self.offer(self.numbers[name], self.model.actions[name])
        if guarded.condition is None:
            return body
        self.names = Names()
        condition = self.value(guarded.condition)
        return body if condition == low.Lit(True) else [low.If(condition, tuple(body))]

    def live(self, phase: PhaseModel) -> list[ActionModel]:
        """The actions that a phase may offer in the first place."""
        actions = [self.model.actions[name] for guarded in phase.must for name in guarded.actions]
        return [action for action in actions if self.offer(0, action)]

    def all_of_phase(self, phase: PhaseModel) -> list[ActionModel]:
        """All actions that a phase may offer."""
        actions = self.live(phase)
        extra = [self.model.actions[name] for guarded in phase.otherwise_must for name in guarded.actions]
        if phase.stuck_action is not None:
            extra.append(self.model.actions[phase.stuck_action])
        return actions + [action for action in extra if action not in actions]

    def single(self, phase: PhaseModel) -> tuple[ActionModel, low.Expr] | None:
        """Where a phase offers one action with one name and nothing else: the action, and its candidates."""
        live = self.live(phase)
        guarded = any(one.condition is not None for one in phase.must)
        if len(live) != 1 or len(live[0].bound) != 1 or guarded or phase.otherwise_must or phase.stuck_action:
            return None
        (action,) = live
        clauses = self.options(action)
        if len(clauses) == 1:
            return action, clauses[0].value
        return action, low.Walk("list", clauses, low.Var(self.variable(action.bound[0])))

    def single_menu(self, phase: PhaseModel) -> tuple[int, low.Function] | None:
        """For a phase as `single` says: the action's number, and the function that gives the members to choose from."""
        single = self.single(phase)
        if single is None:
            return None
        body = tuple(self.for_each_seat([low.Return(single[1])]))
        return self.numbers[single[0].name], low.Function(f"single_{phase.name}", ("r", "v", "me"), body)
