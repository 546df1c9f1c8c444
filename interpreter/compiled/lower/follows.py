"""Lowers the way from one position to the next: a choice carried out, the turn passed on, the next options."""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiled.code import low
from interpreter.compiled.code.made import Following
from interpreter.compiled.code.trees import parts
from interpreter.compiled.lower.candidates import NARROWEST, Candidates, widths
from interpreter.compiled.lower.changes import Block, R, V
from interpreter.compiled.lower.lowering import ME
from interpreter.compiled.lower.offers import OUT
from interpreter.compiled.lower.playouts import COUNT, PICKED, Offered, Playouts
from interpreter.compiled.lower.shifts import Shifted
from interpreter.compiled.lower.turns import MOST_SEATS
from interpreter.model.program import ActionModel, PhaseModel

FEW_ACTIONS = 3
"""Up to so many actions are written into the function; of more, their own functions are called."""

CHOICE = low.Var("choice")


class Follows(Playouts):
    """The lowering of steps from position to position."""

    def follow(self, phase: PhaseModel) -> tuple[Following, list[low.Function]]:
        """`follow_PHASE` carries a choice of a turn out, and gives the options of the next seat's turn.

        Where one name is all there is to choose, the choice is its member, and the options are members: a mask of them
        where that is wide. Where they can be counted, `pick_PHASE` stands beside it (see counted). None, when the game
        is over.
        """
        self.endings = {f"finish_{number}": self.finish(number, ME).body for number in range(len(self.model.finishes))}
        self.following = True
        try:
            return self.followed(phase)
        finally:
            self.following = False

    def followed(self, phase: PhaseModel) -> tuple[Following, list[low.Function]]:
        """See follow."""
        single = self.single(phase)
        wide, pick = 0, None
        if single is None:
            taken = self.dispatched(self.all_of_phase(phase))
            found: Block = [*self.offers(phase), low.Return(low.Var(OUT))]
            counted = self.counted(phase)
            if counted is not None:
                found, pick = counted
        else:
            action, candidates = single
            name = self.variable(action.bound[0])
            taken = [low.Let(name, CHOICE), *self.among(action), *self.take(action).body]
            if isinstance(candidates, low.Bits) and not candidates.few and self.model.spaces.size > NARROWEST:
                wide, candidates = widths(self.model.spaces.size), candidates.mask
            found = [low.Return(candidates)]
        seats, folder = len(self.model.players), self.folder()
        taken = self.ended(self.simpler(taken))
        body: Block = []
        if "seats" not in self.passes or seats > MOST_SEATS:
            following = low.Item(self.tables.add((*range(1, seats), 0)), ME)
            body = [*folder.block(taken), *self.passed_on(following), *self.improved(folder.block(found))]
        else:
            for seat in range(seats):
                after = low.Lit((seat + 1) % seats)
                own = (
                    *folder.block(taken, {"me": low.Lit(seat)}),
                    *(line for line in self.passed_on(after) if not isinstance(line, low.Let)),
                    *self.improved(folder.block(found, {"me": after})),
                )
                body += own if seat == seats - 1 else [low.If(low.Bin("==", ME, low.Lit(seat)), own)]
        start = low.Let("me", low.Slot(low.Lit(self.layout.mover)))
        function = low.Function(f"follow_{phase.name}", ("r", "v", CHOICE.name), (start, *body))
        calls = (part for part in parts(function) if isinstance(part, (low.Machine, low.Call)))
        waits = any(isinstance(call, low.Machine) or (R in call.args and call.name != _menu(phase)) for call in calls)
        return Following(waits, wide, pick is not None), [function] if pick is None else [function, pick]

    def counted(self, phase: PhaseModel) -> tuple[Block, low.Function] | None:
        """Lines that count the options of a turn without listing them, and the function that finds one by its number.

        The lines give a sequence: how many there are, and what the function needs. Where they cannot be counted, or
        there are none, they give what `menu_PHASE` does. None where no action has options that are counted.
        """
        must = [(name, guarded.condition) for guarded in phase.must for name in guarded.actions]
        group = self.offered(must, 0)
        if "counted" not in self.passes or not any(isinstance(one.candidates, Shifted) for one in group):
            return None
        menu = low.Call(_menu(phase), (R, V, ME))
        ends = [low.Var(f"e{place}") for place in range(len(group) - 1)] + [COUNT]
        body: Block = []
        for one in group:
            own = one.candidates
            body += (replace(own, otherwise=menu) if isinstance(own, Shifted) else own).setup
        for place, (one, end) in enumerate(zip(group, ends, strict=True)):
            count = one.candidates.count
            body.append(low.Let(end.name, low.Bin("+", ends[place - 1], count) if place else count))
        held = [one.candidates.held for one in group if isinstance(one.candidates, Candidates)]
        given = (COUNT, *ends[:-1], *held)
        body += [low.If(low.Bin("==", COUNT, low.Lit(0)), (low.Return(menu),)), low.Return(low.Sequence(given))]
        names = tuple(var.name for var in given)
        found: Block = []
        for place in range(len(group) - 1, -1, -1):
            own_lines = self.numbered(group[place], low.Bin("-", PICKED, ends[place - 1]) if place else PICKED)
            found = [low.If(low.Bin("<", PICKED, ends[place]), tuple(own_lines)), *found] if found else own_lines
        lines = [low.Unpack(names, low.Var("menu")), *found]
        start = low.Let("me", low.Slot(low.Lit(self.layout.mover)))
        picked = (start, *self.for_each_seat(lines))
        return body, low.Function(f"pick_{phase.name}", ("v", "menu", PICKED.name), picked)

    def numbered(self, offered: Offered, number: low.Expr) -> Block:
        """Gives back the choice of an option by its number among those of its action."""
        action = offered.action
        names = tuple(low.Var(self.variable(slot)) for slot in action.bound)
        choice = low.Sequence((low.Lit(self.numbers[action.name]), *names))
        return [*offered.candidates.taken(number), low.Return(choice)]

    def dispatched(self, actions: list[ActionModel]) -> Block:
        """Carries out the choice of one of some actions: its first number says of which."""
        rest: Block = []
        for number, action in enumerate(reversed(actions)):
            known: Block = []
            if len(actions) > FEW_ACTIONS:
                names = tuple(f"y{place}" for place in range(len(action.bound)))
                call = low.Call(f"take_{action.name}", (R, V, ME, *map(low.Var, names)))
                own: Block = [low.Do(call)]
            else:
                taken = self.take(action)
                names, own = taken.params[len(taken.params) - len(action.bound) :], list(taken.body)
                known = self.among(action)
            bound: Block = [low.Unpack(("_", *names), CHOICE), *known] if names else []
            test = low.Bin("==", low.Item(CHOICE, low.Lit(0)), low.Lit(self.numbers[action.name]))
            rest = [low.If(test, (*bound, *own), tuple(rest))] if number else [*bound, *own]
        return rest


def _menu(phase: PhaseModel) -> str:
    return f"menu_{phase.name}"
