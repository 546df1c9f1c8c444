"""A state of a game: a value that does not change. What is done in it gives another state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.game.boards import board_text
from interpreter.game.decisions import Decision, Option, decision_of, matched
from interpreter.game.look import Look
from interpreter.game.names import Json
from interpreter.game.views import view
from interpreter.layout.masks import members
from interpreter.run import ONLY, SKIPPED, Choice, Position

if TYPE_CHECKING:
    from interpreter.game.explain import Explanation
    from interpreter.game.game import Game


class State:
    """Where a game stands.

    States of one game are equal when nothing tells them apart: the same vector when the flow last waited, and the same
    choices since; how they were come to does not count. They can be keys of a dict, and two threads may use one.
    """

    def __init__(self, game: Game, position: Position, seed: int, trail: Sequence[str | Option]) -> None:
        """For `Game`: hosts get states from `Game.new`, `Game.from_json` and `apply`."""
        self.game = game
        self.seed = seed
        self.position = position
        self._trail = trail
        self._decision: Decision | None = None

    @property
    def trail(self) -> tuple[str, ...]:
        """The lines of the choices since the flow last waited."""
        return tuple(line.text if isinstance(line, Option) else line for line in self._trail)

    # ---- what is to be decided

    @property
    def decision(self) -> Decision | None:
        """What must be decided now, and by whom; None when the game is over."""
        if self._decision is None:
            found = self.position.decision
            if found is not None:
                self._decision = decision_of(found, self.game.players)
        return self._decision

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.over

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that have won: none while the game goes on and when it is a draw, several who share the win."""
        mask = self.settled[self.game.layout.winner] if self.over else 0
        return tuple(self.game.players[seat] for seat in members(mask))

    def apply(self, option: Option | str) -> State:
        """The state after an option, given as itself or as it is written; this state stays as it is.

        In a text `who` may be left out, and spaces do not count. Raises Rejected: RW830 for what is none of the
        options, RW831 when the game is over, RW7xx when the rules go wrong in what follows.
        """
        text = option.text if isinstance(option, Option) else option
        chosen = matched(text, self.decision, self.game.players)
        return self.after(chosen)

    def play(self, *lines: str) -> State:
        """The state after several decisions, one after the other, as they are written. Raises what `apply` raises."""
        state = self
        for line in lines:
            state = state.apply(line)
        return state

    def after(self, option: Option) -> State:
        """The state after one of its decision's own options, which is not looked up again."""
        if self.over:
            raise Rejected([Diagnostic("RW831", "the game is over, so nothing can be done any more")])
        position = self.game.executor.after(self.position, option.number)
        trail = _recent((*self._trail, option), position) if position.choices else ()
        return State(self.game, position, self.seed, trail)

    # ---- what it looks like

    @property
    def settled(self) -> tuple[int, ...]:
        """The numbers of the state when the flow last waited; executors may keep more behind them."""
        return self.position.vector[: self.game.layout.size]

    @cached_property
    def vector(self) -> tuple[int, ...]:
        """The numbers of the state as it is now, in the middle of an effect too; `Game.layout` tells what they mean."""
        found = self.position.decision
        if found is None or found.kind in ("turn", "free"):
            return self.settled
        return tuple(self.look.vector)

    @property
    def look(self) -> Look:
        """A look at the state from inside, for explanations."""
        return Look(self.game.reference, self.position)

    def to_json(self) -> Json:
        """The state as plain data for `json.dumps`; `schemas/state.schema.json` describes it."""
        return self.game.writer.document(self.settled, self.seed, self.trail)

    def view(self, player: str | None) -> dict[str, Json]:
        """What a seat sees, as plain data; what a watcher sees when `player` is None. See `interpreter.game.views`.

        Raises KeyError for a name that is no seat.
        """
        return view(self.game.writer, self.vector, None if player is None else self.game.seat(player))

    def score(self, player: str) -> int | None:
        """The counter `score` of a seat; None in a game that keeps none for each player.

        Raises KeyError for a name that is no seat.
        """
        seat = self.game.seat(player)
        slots = self.game.layout.variables.get("score")
        if slots is None or slots.variable.role != "counter":
            return None
        if [key.domain for key in slots.variable.keys] != ["player"]:
            return None
        found: int = slots.get(list(self.vector), seat)
        return found

    def explain(self, action: str) -> Explanation:
        """Why an action, as it is written, is legal or not: what it would do, or the first line that forbids it."""
        from interpreter.game.explain import explain

        return explain(self, action)

    def board(self) -> str:
        """The boards as plain text; empty for a game without one. `interpreter.game.boards` gives them as cells."""
        return board_text(self)

    def copy(self) -> State:
        """The state itself: states do not change, so nobody needs another one."""
        return self

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    @property
    def _key(self) -> tuple[str, tuple[int, ...], tuple[Choice, ...]]:
        return self.game.hash, self.settled, tuple(_made(self.position))

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        what = "over" if self.decision is None else f"{self.decision.player} decides: {self.decision.purpose}"
        return f"<State of {self.game.name}: {what}>"


def _recent(trail: Sequence[str | Option], position: Position) -> Sequence[str | Option]:
    """The lines of the choices that a position holds: the last so many."""
    return trail[len(trail) - len(_made(position)) :]


def _made(position: Position) -> list[Choice]:
    """The choices of a position that somebody has made."""
    return [choice for choice in position.choices if choice not in (SKIPPED, ONLY)]
