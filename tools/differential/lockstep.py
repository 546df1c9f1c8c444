"""One game on two executors, decision by decision: everything that either says must be the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from random import Random

from interpreter.check import CheckedGame
from interpreter.compiled.engine import CompiledEngine
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.run import Decision, Engine

from .direct import in_one_go
from .passes import named
from .ringing import same_when_it_rings
from .telling import Parted, guarded, guarded_both, same, same_json, same_vectors

TRIES = 3
"""How many options of a decision are tried before a game in which they are all rejected is given up."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two executors part. `played` are the decisions that lead there; `passes` those that were on."""

    what: str
    reference: str
    compiled: str
    passes: frozenset[str]
    seed: int
    played: tuple[str, ...]

    def text(self) -> str:
        """The difference for people."""
        lines = [f"{self.what}, with {named(self.passes)}, seed {self.seed}"]
        lines += [f"  reference: {self.reference}", f"  compiled:  {self.compiled}"]
        if self.played:
            lines += ["  after:", *(f"    {line}" for line in self.played)]
        return "\n".join(lines)


@dataclass(slots=True)
class Course:
    """A game as it went.

    `picks` are the numbers of the options taken, `sizes` how many options there were, `settled` the states in which
    nothing was chosen since the flow waited, each with the number of decisions before it. `refused` are the codes of
    what was rejected: such options are not taken.
    """

    seed: int
    picks: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    settled: list[tuple[int, State]] = field(default_factory=list)
    last: State | None = None
    refused: list[str] = field(default_factory=list)


class Pair:
    """A checked game on both executors. Raises Parted when the compiled one cannot be made."""

    def __init__(
        self, checked: CheckedGame, target: str, passes: frozenset[str], fast: CompiledEngine | None = None
    ) -> None:
        """`fast`: the compiled executor, if it has been made already with these passes."""
        self.passes = passes
        self.engine = guarded("the reference executor", lambda: Engine(checked.model))
        self.fast = fast or guarded("the compiled executor", lambda: CompiledEngine(checked.model, passes))
        self.reference, self.compiled = Game.of(checked, target), Game.of(checked, target)
        self.reference.executor, self.compiled.executor = self.engine, self.fast
        self.writer = self.reference.writer

    def play(self, seed: int, dice: Random, most: int, thorough: float) -> tuple[Course, Difference | None]:
        """Plays a random game of at most so many decisions, then the same one without stopping at any.

        `thorough` is the share of states for which saving, loading, views, other options and playouts are compared as
        well.
        """
        course = Course(seed)
        try:
            self._together(course, dice, most, thorough)
            in_one_go(self.engine, self.fast, self.writer, course, dice, thorough)
        except Parted as parted:
            played = tuple(course.lines)
            return course, Difference(parted.what, parted.reference, parted.compiled, self.passes, seed, played)
        return course, None

    # ---- host mode

    def _together(self, course: Course, dice: Random, most: int, thorough: float) -> None:
        seed = course.seed
        states = guarded_both("starting", partial(_new, self.reference, seed), partial(_new, self.compiled, seed))
        while not isinstance(states, str):
            one, other = states
            found = self._same_states(one, other)
            course.last = one
            if not one.position.choices:
                course.settled.append((len(course.picks), one))
            if dice.random() < thorough:
                self._same_outside(one, other)
                same_when_it_rings(self.engine, self.fast, self.writer, one.position, dice)
            if found is None or len(course.picks) >= most:
                return
            branch = dice.random() < thorough
            states = self._step(course, dice, one, other, found)
            if branch and not isinstance(states, str):
                self._same_elsewhere(one, other, dice.randrange(len(found.options)))
        course.refused.append(states)

    def _step(
        self, course: Course, dice: Random, one: State, other: State, found: Decision
    ) -> tuple[State, State] | str:
        """The states after an option; when one is rejected another is tried. The last code when all of them are."""
        count = len(found.options)
        after: tuple[State, State] | str = ""
        for number in dice.sample(range(count), min(TRIES, count)):
            course.lines.append(f"{self.reference.players[found.seat]} {found.options[number].words}")
            after = guarded_both("going on", partial(_after, one, number), partial(_after, other, number))
            if not isinstance(after, str):
                course.picks.append(number)
                course.sizes.append(count)
                return after
            course.refused.append(after)
            course.lines.pop()
        return after

    def _same_elsewhere(self, one: State, other: State, number: int) -> None:
        """The states after another option, come to in two ways; what was played on from here must not show in them."""
        states = guarded_both("another option", partial(_after, one, number), partial(_after, other, number))
        if isinstance(states, str):
            return
        self._same_states(*states)
        position = one.position
        choices = (*position.choices, position.raw[number])
        again = guarded("going on by a choice", partial(self.fast.advance, position.vector, choices))
        self._same_states(states[0], State(self.compiled, again, other.seed, states[1].trail))
        self._same_states(one, other)

    def _same_states(self, one: State, other: State) -> Decision | None:
        """Compares two states; the decision that both wait for."""
        a, b = one.position, other.position
        same_vectors("the state", self.writer, a.vector, b.vector)
        same("the choices since the flow waited", a.choices, b.choices)
        decision, theirs = guarded("the decision", lambda: (a.decision, b.decision))
        same("whether the game is over", decision is None, theirs is None)
        same("whether the position says that the game is over", a.over, b.over)
        if decision is None or theirs is None:
            same("who has won", one.winners, other.winners)
            return None
        for name in ("seat", "kind", "purpose", "span", "revealed"):
            same(f"the decision's {name}", getattr(decision, name), getattr(theirs, name))
        same("the options", [o.words for o in decision.options], [o.words for o in theirs.options])
        same("the choices of the options", [o.choice for o in decision.options], [o.choice for o in theirs.options])
        same("the actions of the options", [o.action for o in decision.options], [o.action for o in theirs.options])
        same("the raw choices", a.raw, b.raw)
        return decision

    # ---- what a host does besides playing on

    def _same_outside(self, one: State, other: State) -> None:
        """Documents, views, scores; coming back to the state from its document, from its slots, from its choices."""
        same_vectors("the state as it is now", self.writer, *guarded("a look", lambda: (one.vector, other.vector)))
        document, theirs = guarded("saving", lambda: (one.to_json(), other.to_json()))
        same_json("the saved state", document, theirs)
        for player in (*self.reference.players, None):
            views = (guarded("a view", partial(state.view, player)) for state in (one, other))
            same_json(f"what {player} sees", *views)
            if player is not None:
                same(f"the score of {player}", one.score(player), other.score(player))
        back = guarded("loading", lambda: (self.reference.from_json(document), self.compiled.from_json(document)))
        same("the state of its own document", one, back[0])
        self._same_states(*back)
        position = one.position
        resumed = guarded_both(
            "resuming",
            lambda: self.engine.advance(position.vector, position.choices),
            lambda: self.fast.advance(position.vector, position.choices),
        )
        assert not isinstance(resumed, str)
        self._same_states(*(State(self.reference, again, one.seed, one.trail) for again in resumed))


def _after(state: State, number: int) -> State:
    """The state after an option, its decision written out: an executor may reject it as late as that."""
    found = state.decision
    assert found is not None
    return _written(state.after(found.options[number]))


def _new(game: Game, seed: int) -> State:
    return _written(game.new(seed))


def _written(state: State) -> State:
    if state.position.decision is not None:
        assert state.position.decision.options[:]
    return state
