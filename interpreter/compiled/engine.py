"""The compiled executor: plays a game by its generated program, and leaves what was not generated to the reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.compiled.code.made import PASSES, Compiled
from interpreter.compiled.stepping import Stepping
from interpreter.compiled.support.positions import FastMachine, Pick, play_nothing
from interpreter.layout import TURN
from interpreter.model.program import Model
from interpreter.run.decisions import Choice, Chooser, Position
from interpreter.run.engine import too_deep
from interpreter.run.signals import GameOver


class CompiledEngine(Stepping):
    """Plays one checked game like the reference executor: from position to position, and whole playouts in place."""

    def __init__(self, model: Model, passes: frozenset[str] = PASSES, program: Compiled | None = None) -> None:
        """See Stepping."""
        super().__init__(model, passes, program)
        people = not any(model.rules_played)
        self._play = self._names.get("play", play_nothing) if people else play_nothing
        self._play_at_random = self._names.get("play_at_random", play_nothing) if people else play_nothing

    def playout(
        self, vector: Sequence[int], chooser: Chooser, choices: Sequence[Choice] = (), most: int | None = None
    ) -> Position:
        """See Engine.playout; the reference executor plays, so nothing is kept up to date beside the slots."""
        return super().playout(vector[: self.layout.size], chooser, choices, most)

    def run_random(self, vector: Sequence[int], rand: Callable[[], float]) -> list[int]:
        """Plays on at random to the end of the game; `rand` gives fractions of 1. Returns the last vector."""
        return self._run_on(vector, lambda options: int(rand() * options), None, self._play_at_random, rand)

    def run_out(self, vector: Sequence[int], pick: Pick, most: int | None = None) -> list[int]:
        """Plays on in place to the end of the game, or over `most` turns; every decision is made by `pick`, unwritten.

        Returns the last vector. The meaning is that of calling `advance` again and again.
        """
        return self._run_on(vector, pick, most, self._play, pick)

    def _run_on(
        self, vector: Sequence[int], pick: Pick, most: int | None, play: Callable[..., None], who: Callable[..., float]
    ) -> list[int]:
        """See run_out; `play` is the generated function that plays whole turns, and `who` decides in it."""
        if most is None and not any(self._ready):
            return list(self.playout(vector, lambda decision: pick(len(decision.options))).vector)
        layout, v = self.layout, list(vector)
        if len(v) == layout.size:
            self.upkeep.extend(v)
        r = FastMachine(layout, v, [], lambda decision: pick(len(decision.options)))
        r.pick, r.watching = pick, True
        left = -1 if most is None else most
        try:
            while not v[layout.over] and left:
                left -= 1
                if most is None and v[layout.step] == TURN:
                    play(r, v, who)
                    if v[layout.over]:
                        break
                if not self._play_turn(r, v, pick):
                    position = self._answered(v, pick)
                    v = r.v = list(position.vector)
        except GameOver:
            pass
        except RecursionError:
            raise too_deep() from None
        return v

    def _play_turn(self, r: FastMachine, v: list[int], pick: Pick) -> bool:
        """Plays a turn by the generated program; whether it could."""
        layout = self.layout
        number = v[layout.phase]
        menu = self._menus[number]
        r.me = seat = v[layout.mover]
        r.start_count()
        if menu is None or v[layout.step] != TURN or r.rules_played[seat]:
            return False
        options = menu(r, v, seat)
        if not options:
            return False
        choice = options[pick(len(options))]
        take = self._takes[choice[0]]
        if take is None:
            v[:] = self._answered(v, pick, [choice]).vector
            return True
        take(r, v, seat, *choice[1:])
        quick = self._quick[number]
        after = (seat + 1) % self._seats
        if quick and (quick == 2 or (v[layout.first] - after) % self._seats):
            v[layout.turns_taken] += 1
            v[layout.mover] = after
            return True
        self.flow.end_turn(r, number)
        self.flow.to_turn(r, self._ready)
        self.upkeep.rebuild(v)
        return True

    def _answered(self, v: list[int], pick: Pick, chosen: Sequence[Choice] = ()) -> Position:
        """Goes on over one decision, of which something may be `chosen` already, by way of positions."""
        position = self._slow(v, list(chosen), False)
        if chosen and not position.choices:
            return position
        choices: list[Choice] = list(position.choices)
        while position.decision is not None:
            options = position.decision.options
            choices.append(options[pick(len(options))].choice)
            position = self.advance(position.vector, choices)
            if not position.choices:
                break
            choices = list(position.choices)
        return position
