"""Whole playouts: one function that goes from turn to turn in place, with menus and effects written into it."""

from __future__ import annotations

from interpreter.compiled import low
from interpreter.compiled.actions import OUT, Actions
from interpreter.compiled.order import ordered
from interpreter.compiled.steps import Block
from interpreter.model.program import ActionModel, PhaseModel

FEW_OFFERS = 3
"""Up to so many actions are written into the loop; of more, the functions are called."""


class Turns(Actions):
    """The lowering of whole playouts."""

    def playouts(
        self, menus: set[str], takes: set[str], quick: dict[str, int], numbers: dict[str, int]
    ) -> low.Function:
        """Plays turns while it can; ends when the game does or when something else must happen first.

        `draw(n)` chooses one of n options. Signals of the end of the game are raised to the caller.
        """
        layout, body = self.layout, [low.Let("me", low.Slot(low.Lit(self.layout.mover)))]
        turns: Block = []
        playable = [
            p for p in self.model.phases if p.name in menus and quick.get(p.name) == 2 and self.all_taken(p, takes)
        ]
        for phase in playable:
            number = list(self.model.phases).index(phase)
            turn = self.turn(phase, numbers)
            turns.append(
                low.If(low.Bin("==", low.Slot(low.Lit(layout.phase)), low.Lit(number)), (low.Loop(tuple(turn)),))
            )
        return low.Function("play", ("r", "v", "draw"), (*body, *turns))

    def all_taken(self, phase: PhaseModel, takes: set[str]) -> bool:
        """Whether every action that a phase can offer is carried out by the program."""
        names = {name for guarded in (*phase.must, *phase.otherwise_must) for name in guarded.actions}
        return names | ({phase.stuck_action} if phase.stuck_action else set()) <= takes

    def turn(self, phase: PhaseModel, numbers: dict[str, int]) -> Block:
        """One turn of a phase: a menu, a choice, what follows, the next seat."""
        offers = [name for guarded in phase.must for name in guarded.actions]
        actions = [self.model.actions[name] for name in offers]
        single = self.single(phase, actions)
        if single is not None:
            body = single
        else:
            body = self.chosen(phase, actions, numbers)
        layout = self.layout
        seats = len(self.model.players)
        turns = low.Lit(layout.turns_taken)
        following: low.Expr = low.Bin("-", low.Lit(1), low.Var("me"))
        if seats != 2:
            following = low.Item(self.tables.add((*range(1, seats), 0)), low.Var("me"))
        return [
            *body,
            low.Store(turns, low.Bin("+", low.Slot(turns), low.Lit(1))),
            low.Let("me", following),
            low.Store(low.Lit(layout.mover), low.Var("me")),
        ]

    def single(self, phase: PhaseModel, actions: list[ActionModel]) -> Block | None:
        """A turn in which one action with one choice among the members of a set is offered."""
        live = [action for action in actions if self.offer(0, action)]
        guarded = any(one.condition is not None for one in phase.must)
        if len(live) != 1 or guarded or phase.otherwise_must or phase.stuck_action:
            return None
        action = live[0]
        self.start_routine(me=True)
        clauses: list[low.Clause] = []
        self.binds(action.offer, clauses)
        self.possible(action, clauses)
        if len(action.bound) != 1:
            return None
        name = self.variable(action.bound[0])
        if len(clauses) == 1:
            source = clauses[0].value
        else:
            source = low.Gathered(tuple(ordered(clauses)), low.Var(name))
        if isinstance(source, low.Bits) and not source.few:
            return self.nth(name, source.mask) + self.effect(action)
        choices, pick = low.Var("choices"), low.Call("draw", (low.Call("len", (low.Var("choices"),)),))
        body: Block = [
            low.Let("choices", source),
            low.If(low.Not(choices), (low.Return(None),)),
            low.Let(name, low.Item(choices, pick)),
        ]
        return body + self.effect(action)

    def single_menu(self, phase: PhaseModel, numbers: dict[str, int]) -> tuple[int, low.Function] | None:
        """For a phase that offers one action with one name: the action's number, and what gives the members to choose."""
        actions = [self.model.actions[name] for guarded in phase.must for name in guarded.actions]
        if self.single(phase, actions) is None:
            return None
        action = next(action for action in actions if self.offer(0, action))
        self.start_routine(me=True)
        clauses: list[low.Clause] = []
        self.binds(action.offer, clauses)
        self.possible(action, clauses)
        name = low.Var(self.variable(action.bound[0]))
        source = clauses[0].value if len(clauses) == 1 else low.Gathered(tuple(ordered(clauses)), name)
        return numbers[action.name], low.Function(f"single_{phase.name}", ("r", "v", "me"), (low.Return(source),))

    def nth(self, name: str, mask: low.Expr) -> Block:
        """Chooses one of the bits of a mask without listing them all."""
        width = 16
        while width < max(self.model.spaces.size, 16):
            width *= 2
        drawn = low.Call("draw", (low.Var("n"),))
        return [
            low.Let("left", mask),
            low.Let("n", low.Population(low.Var("left"))),
            low.If(low.Not(low.Var("n")), (low.Return(None),)),
            low.Let(name, low.Call("nth_bit", (low.Var("left"), drawn, low.Lit(width)))),
        ]

    def effect(self, action: ActionModel) -> Block:
        """What taking an action does, with its parameters in their variables."""
        return list(self.take(action).body)

    def chosen(self, phase: PhaseModel, actions: list[ActionModel], numbers: dict[str, int]) -> Block:
        """A turn with a menu of tuples."""
        menu = self.menu(phase, numbers)
        body: Block = [one for one in menu.body if not isinstance(one, low.Return)]
        out, choice = low.Var(OUT), low.Var("choice")
        body.append(low.If(low.Not(out), (low.Return(None),)))
        body.append(low.Let("choice", low.Item(out, low.Call("draw", (low.Call("len", (out,)),)))))
        live = [action for action in actions if self.offer(0, action)]
        extra = [self.model.actions[name] for guarded in phase.otherwise_must for name in guarded.actions]
        if phase.stuck_action is not None:
            extra.append(self.model.actions[phase.stuck_action])
        whole = live + [action for action in extra if action not in live]
        if len(whole) > FEW_OFFERS:
            body.append(low.Do(low.Perform(choice)))
            return body
        rest: Block = []
        for action in reversed(whole):
            self.start_routine(me=True)
            inner: Block = [
                low.Let(self.variable(slot), low.Item(choice, low.Lit(k + 1))) for k, slot in enumerate(action.bound)
            ]
            inner += self.effect(action)
            test = low.Bin("==", low.Item(choice, low.Lit(0)), low.Lit(numbers[action.name]))
            rest = [low.If(test, tuple(inner), tuple(rest))] if rest else inner
        return body + rest
