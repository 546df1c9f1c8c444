"""Lowers whole playouts: functions that go from turn to turn in place, with menus and effects written into them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import parts, plus, replaced
from interpreter.compiled.improve.promote import Promoter
from interpreter.compiled.lower.alone import stays_alone
from interpreter.compiled.lower.candidates import Candidates, candidates
from interpreter.compiled.lower.changes import Block, V
from interpreter.compiled.lower.fuse import Fuser
from interpreter.compiled.lower.lowering import ME, Names, Playing
from interpreter.compiled.lower.settled import Settler, conditions, lasting
from interpreter.compiled.lower.shifts import Shifted, shifted
from interpreter.compiled.lower.turns import MOST_SEATS, Turns
from interpreter.model import expressions as x
from interpreter.model.program import ActionModel, PhaseModel

COUNT, PICKED = low.Var("n"), low.Var("k")
"""How many options there are, and the number of the one that is taken."""


LISTS = 3
"""So many lists of options, or more, are better one."""

PLAYED: dict[Playing, str] = {"draw": "play", "rand": "play_at_random"}
"""The functions that play, by who decides."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An action in a turn of a playout, and its options."""

    action: ActionModel
    candidates: Candidates | Shifted
    names: tuple[str, ...] = ()
    clauses: tuple[low.Clause, ...] = ()


class Playouts(Turns):
    """The lowering of whole playouts."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.same: low.Function | None = None
        """The playouts that ask for decisions, where those by chance differ in nothing but who decides."""
        self.promoted: list[list[int]] = []
        """The slots that were kept in variables in the loops of the last playouts made."""
        self.apart = False
        """Whether options are found in another way by chance than by their number."""

    def playouts(self, playable: Sequence[PhaseModel], playing: Playing) -> low.Function:
        """Plays turns of some phases while it can; ends when the game does or when something else must happen first.

        `playing` says who decides; the function's last parameter is called so.
        """
        if playing == "rand" and self.same is not None:
            chance: low.Function = self.by_chance(self.same)
            return self.finished(replace(chance, name=PLAYED[playing]), self.promoted)
        self.playing, self.same, self.apart = playing, None, False
        self.endings = {f"finish_{number}": self.finish(number, ME).body for number in range(len(self.model.finishes))}
        try:
            body: Block = [*self.entered(), low.Let("me", low.Slot(low.Lit(self.layout.mover)))]
            phases = list(self.model.phases)
            for phase in playable:
                here = low.Bin("==", low.Slot(low.Lit(self.layout.phase)), low.Lit(phases.index(phase)))
                body.append(low.If(here, (low.Loop(tuple(self.round(phase))),)))
        finally:
            self.playing = None
        function = low.Function(PLAYED[playing], ("r", "v", playing), tuple(body))
        if not self.apart and ("counted" in self.passes or "shifts" not in self.passes):
            self.same = function
        return self.finished(function)

    def finished(self, function: low.Function, promoted: Sequence[list[int]] | None = None) -> low.Function:
        """A function of playouts with slots kept in variables; where chance decides, options may stand in any order.

        `promoted` are the slots to keep, by loop, where those were found for another that differs in nothing else.
        """
        if "fuse" in self.passes and function.name == PLAYED["rand"]:
            function = Fuser(self).function(function)
        if "promote" in self.passes:
            promoter = Promoter(self.regions, promoted)
            function, self.promoted = promoter.function(function), promoter.chosen
        return function

    def begin(self, playable: Sequence[PhaseModel]) -> None:
        """Finds out what can be taken for granted while turns of some phases are played."""
        self.alone = self.never_shared(playable)
        self.lasting = lasting(self) if "settled" in self.passes else []

    def usual(self) -> low.Function | None:
        """The function that says whether a state is as it is taken for granted; None where nothing is."""
        lines = [low.If(one, (low.Return(low.Lit(False)),)) for one in self.unusual()]
        return low.Function("usual", ("v",), (*lines, low.Return(low.Lit(True)))) if lines else None

    def unusual(self) -> list[low.Expr]:
        """What must not hold where something is taken for granted: shared spaces, conditions for the end."""
        spots = [self.layout.pieces[domain] for domain in sorted(self.alone)]
        shared = [low.Call("share_a_space", (V, low.Lit(one.base), low.Lit(one.end))) for one in spots]
        return [*shared, *conditions(self)]

    def simpler(self, lines: Iterable[low.Stmt]) -> Iterable[low.Stmt]:
        """The lines of a turn without tests for its end that need not be made, and with short walks written out."""
        known = conditions(self)
        settler = Settler(self.regions)
        whole = settler.lines(lines, known) if known else lines
        return [self.short.change(line) for line in whole] if "short" in self.passes else whole

    def never_shared(self, playable: Sequence[PhaseModel]) -> frozenset[str]:
        """The domains of pieces that never come to share a space while turns of some phases are played."""
        if "alone" not in self.passes:
            return frozenset()
        actions = [action for phase in playable for action in self.all_of_phase(phase)]
        single = [domain for domain, pieces in self.layout.pieces.items() if pieces.width == 1]
        return frozenset(domain for domain in single if stays_alone(self, domain, actions))

    def entered(self) -> Block:
        """Leaves where something is not so that the playout takes for granted."""
        return [low.If(one, (low.Return(None),)) for one in self.unusual()]

    def all_taken(self, phase: PhaseModel, takes: Collection[str]) -> bool:
        """Whether every action that a phase can offer is carried out by the program."""
        names = {name for guarded in (*phase.must, *phase.otherwise_must) for name in guarded.actions}
        return names | ({phase.stuck_action} if phase.stuck_action else set()) <= set(takes)

    def round(self, phase: PhaseModel) -> Block:
        """A turn of each seat, begun with the seat whose turn it is."""
        seats, folder = len(self.model.players), self.folder()
        turn = [*self.turn(phase)]
        if "seats" not in self.passes or seats > MOST_SEATS:
            following: low.Expr = low.Bin("-", low.Lit(1), ME)
            if seats != 2:
                following = low.Item(self.tables.add((*range(1, seats), 0)), ME)
            return [*self.improved(folder.block(turn)), *self.passed_on(following)]
        body: Block = []
        for seat in range(seats):
            lines = self.improved(folder.block(turn, {"me": low.Lit(seat)}))
            own = (*lines, *self.passed_on(low.Lit((seat + 1) % seats)))
            body += own if seat == seats - 1 else [low.If(low.Bin("==", ME, low.Lit(seat)), own)]
        return body

    def passed_on(self, after: low.Expr) -> Block:
        """The turn ends, and the next seat's begins."""
        turns = low.Lit(self.layout.turns_taken)
        return [
            low.Store(turns, plus(low.Slot(turns), 1)),
            low.Let("me", after),
            low.Store(low.Lit(self.layout.mover), after if isinstance(after, low.Lit) else ME),
        ]

    def turn(self, phase: PhaseModel) -> Block:
        """One turn: what can be done, a choice, what follows. Where nothing can be done, playing ends."""
        must = [(name, guarded.condition) for guarded in phase.must for name in guarded.actions]
        otherwise = [(name, guarded.condition) for guarded in phase.otherwise_must for name in guarded.actions]
        stuck = [(name, None) for name in (phase.stuck_action,) if name is not None]
        groups = [self.offered(must, 0), self.offered(otherwise, 1), self.offered(stuck, 2)]
        lines = self.ended(self.simpler(self.chosen([group for group in groups if group])))
        return [low.Do(low.Machine("start_count")), *lines] if self.counts_steps(lines, set()) else lines

    def counts_steps(self, lines: Iterable[low.Stmt], known: set[str]) -> bool:
        """Whether statements count steps, themselves or in what they call; `known` are functions looked through."""
        for part in (part for line in lines for part in parts(line)):
            match part:
                case low.Machine("spend"):
                    return True
                case low.Call(name) if name not in known:
                    known.add(name)
                    called = self.functions.get(name)
                    if called is not None and self.counts_steps(called.body, known):
                        return True
        return False

    def offered(self, group: Sequence[tuple[str, x.Expr | None]], rank: int) -> list[Offered]:
        """The candidates of actions that are offered together, under conditions of their own."""
        found: list[Offered] = []
        for name, condition in group:
            action = self.model.actions[name]
            if not self.offer(0, action):
                continue
            held = f"o{rank}_{len(found)}"
            ordered = self.playing != "rand"
            counted = not ordered or "counted" in self.passes
            quick = shifted(self, action, held, ordered) if counted and condition is None else None
            if quick is not None:
                self.apart = True
                found.append(Offered(action, quick))
                continue
            self.names = Names()
            tests = [] if condition is None else [low.Clause("if", "", self.value(condition))]
            clauses = [*tests, *self.options(action)]
            names = [self.variable(slot) for slot in action.bound]
            listed = candidates(held, names, clauses, self.model.spaces.size)
            self.apart = self.apart or listed.form == "mask"
            found.append(Offered(action, listed, tuple(names), tuple(clauses)))
        return found

    def chosen(self, groups: Sequence[Sequence[Offered]]) -> Block:
        """Finds what can be done, chooses, and carries it out; later groups are for where the first has nothing."""
        if not groups:
            return [low.Return(None)]
        group, later = groups[0], self.chosen(groups[1:])
        if self.listed_together(group):
            return self.together(group, later)
        ends = [low.Var(f"e{place}") for place in range(len(group) - 1)] + [COUNT]
        body: Block = [line for one in group for line in one.candidates.setup]
        for place, (one, end) in enumerate(zip(group, ends, strict=True)):
            count = one.candidates.count
            body.append(low.Let(end.name, low.Bin("+", ends[place - 1], count) if place else count))
        none = low.Bin("==", COUNT, low.Lit(0))
        taken = self.one_of(group, ends)
        if not groups[1:]:
            return [*body, low.If(none, tuple(later)), *taken]
        return [*body, low.If(none, tuple(later), tuple(taken))]

    def listed_together(self, group: Sequence[Offered]) -> bool:
        """Whether the options of some actions are best put in one list, as there are many lists else."""
        forms = {one.candidates.form if isinstance(one.candidates, Candidates) else "" for one in group}
        return "together" in self.passes and len(group) >= LISTS and forms <= {"list", "flag"}

    def together(self, group: Sequence[Offered], later: Block) -> Block:
        """The options of some actions in one list, each with its action's place among them; one is drawn and taken."""
        longest = max((one.names for one in group), key=len)
        same = all(one.names == longest[: len(one.names)] for one in group)
        bound = longest if same else tuple(f"p{place}" for place in range(len(longest)))
        held = group[0].candidates.held
        name = held.name if isinstance(held, low.Var) else held
        body: Block = [low.Let(name, low.NewSequence())]
        rest: Block = []
        for place, one in reversed(list(enumerate(group))):
            filling = [low.Lit(0)] * (len(bound) - len(one.names))
            option = low.Sequence((low.Lit(place), *map(low.Var, one.names), *filling))
            body.insert(1, low.Collect(name, one.clauses, option))
            named = [low.Let(own, low.Var(given)) for own, given in zip(one.names, bound, strict=False) if own != given]
            own = (*named, *self.among(one.action), *self.take(one.action).body)
            rest = [low.If(low.Bin("==", PICKED, low.Lit(place)), own, tuple(rest))] if rest else [*own]
        body.append(low.Let(COUNT.name, low.Length(low.Var(name))))
        drawn = low.Item(low.Var(name), low.Draw(COUNT, self.playing or "draw"))
        taken = [low.Unpack((PICKED.name, *bound), drawn), *rest]
        return [*body, low.If(low.Bin("==", COUNT, low.Lit(0)), tuple(later), tuple(taken))]

    def one_of(self, group: Sequence[Offered], ends: Sequence[low.Var]) -> Block:
        """One option of some actions is drawn and taken; those of an action end before the number in its `ends`."""
        draw = low.Draw(COUNT, self.playing or "draw")
        if len(group) == 1:
            return self.carried_out(group[0], draw)
        rest = self.carried_out(group[-1], low.Bin("-", PICKED, ends[-2]))
        for place in range(len(group) - 2, -1, -1):
            number = low.Bin("-", PICKED, ends[place - 1]) if place else PICKED
            own = self.carried_out(group[place], number)
            rest = [low.If(low.Bin("<", PICKED, ends[place]), tuple(own), tuple(rest))]
        return [low.Let(PICKED.name, draw), *rest]

    def carried_out(self, offered: Offered, number: low.Expr) -> Block:
        """The option of a number is taken."""
        known = self.among(offered.action)
        return [*offered.candidates.taken(number), *known, *self.take(offered.action).body]

    def ended(self, lines: Iterable[low.Stmt]) -> Block:
        """The lines with the end of the game written into them: playing ends with it."""

        def change(line: low.Stmt) -> tuple[low.Stmt, ...]:
            match line:
                case low.Do(low.Call(name)) if name in self.endings:
                    body = self.endings[name]
                    return (*body[:-1], low.Return(None)) if isinstance(body[-1], low.Raise) else (line,)
            return (line,)

        return replaced(lines, change)
