"""Lowers the flow: the menus of phases, and whole playouts from turn to turn in place."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from interpreter.compiled import low
from interpreter.compiled.actions import Actions
from interpreter.compiled.changes import Block
from interpreter.compiled.lowering import Names
from interpreter.compiled.offers import OUT
from interpreter.compiled.trees import plus
from interpreter.model.program import ActionModel, Guarded, PhaseModel

NARROWEST = 16
"""The width of the widest mask whose members are looked up at once."""

FEW_OFFERS = 3
"""Up to so many actions are written into the loop; of more, the functions are called."""


class Turns(Actions):
    """The lowering of the flow."""

    # ---- menus

    def menu(self, phase: PhaseModel) -> low.Function:
        """The function that gives all options of a turn in a phase, each as the numbers of its choice."""
        return low.Function(f"menu_{phase.name}", ("r", "v", "me"), (*self.offers(phase), low.Return(low.Var(OUT))))

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
        body = (low.Return(single[1]),)
        return self.numbers[single[0].name], low.Function(f"single_{phase.name}", ("r", "v", "me"), body)

    # ---- whole playouts

    def playouts(self, playable: Sequence[PhaseModel]) -> low.Function:
        """Plays turns of some phases while it can; ends when the game does or when something else must happen first.

        `draw(n)` chooses one of n options. Signals of the end of the game are raised to the caller.
        """
        body: Block = [low.Let("me", low.Slot(low.Lit(self.layout.mover)))]
        phases = list(self.model.phases)
        for phase in playable:
            here = low.Bin("==", low.Slot(low.Lit(self.layout.phase)), low.Lit(phases.index(phase)))
            body.append(low.If(here, (low.Loop(tuple(self.turn(phase))),)))
        return low.Function("play", ("r", "v", "draw"), tuple(body))

    def all_taken(self, phase: PhaseModel, takes: Collection[str]) -> bool:
        """Whether every action that a phase can offer is carried out by the program."""
        names = {name for guarded in (*phase.must, *phase.otherwise_must) for name in guarded.actions}
        return names | ({phase.stuck_action} if phase.stuck_action else set()) <= set(takes)

    def turn(self, phase: PhaseModel) -> Block:
        """One turn of a phase: a menu, a choice, what follows, the next seat."""
        single = self.single(phase)
        body = self.chosen(phase) if single is None else self.drawn(*single)
        me, mover, turns = low.Var("me"), low.Lit(self.layout.mover), low.Lit(self.layout.turns_taken)
        seats = len(self.model.players)
        after = low.Bin("-", low.Lit(1), me) if seats == 2 else low.Item(self.tables.add((*range(1, seats), 0)), me)
        following = (low.Store(turns, plus(low.Slot(turns), 1)), low.Let("me", after), low.Store(mover, me))
        return [*body, *following]

    def drawn(self, action: ActionModel, candidates: low.Expr) -> Block:
        """A turn in which one name of one action is chosen among members."""
        name = self.variable(action.bound[0])
        if isinstance(candidates, low.Bits) and not candidates.few:
            return [*self.nth(name, candidates.mask), *self.take(action).body]
        choices = low.Var("choices")
        return [
            low.Let("choices", candidates),
            low.If(low.IsEmpty(choices), (low.Return(None),)),
            low.Let(name, low.Item(choices, low.Call("draw", (low.Length(choices),)))),
            *self.take(action).body,
        ]

    def nth(self, name: str, mask: low.Expr) -> Block:
        """Chooses one of the bits of a mask without listing them all."""
        width = NARROWEST
        while width < self.model.spaces.size:
            width *= 2
        left, count = low.Var("left"), low.Var("n")
        return [
            low.Let("left", mask),
            low.Let("n", low.Population(left)),
            low.If(low.Bin("==", count, low.Lit(0)), (low.Return(None),)),
            low.Let(name, low.Call("nth_bit", (left, low.Call("draw", (count,)), low.Lit(width)))),
        ]

    def chosen(self, phase: PhaseModel) -> Block:
        """A turn with a menu of choices."""
        out, choice = low.Var(OUT), low.Var("choice")
        body = self.offers(phase)
        body.append(low.If(low.IsEmpty(out), (low.Return(None),)))
        body.append(low.Let("choice", low.Item(out, low.Call("draw", (low.Length(out),)))))
        actions = self.live(phase)
        extra = [self.model.actions[name] for guarded in phase.otherwise_must for name in guarded.actions]
        if phase.stuck_action is not None:
            extra.append(self.model.actions[phase.stuck_action])
        actions += [action for action in extra if action not in actions]
        if len(actions) > FEW_OFFERS:
            return [*body, low.Do(low.Perform(choice))]
        rest: Block = []
        for action in reversed(actions):
            taken = self.take(action)
            bound = taken.params[-len(action.bound) :] if action.bound else ()
            inner = [low.Let(name, low.Item(choice, low.Lit(place))) for place, name in enumerate(bound, 1)]
            test = low.Bin("==", low.Item(choice, low.Lit(0)), low.Lit(self.numbers[action.name]))
            rest = [low.If(test, (*inner, *taken.body), tuple(rest))] if rest else [*inner, *taken.body]
        return body + rest
