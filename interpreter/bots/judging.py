"""What a state is worth to each seat: who has won, and who is ahead by what the rules compare at the end.

Nothing about a game is built in. A game that ends with `winner best p in players by VALUE highest` says by that what
its players strive for; one that says nothing of the kind but counts a `score` for each player strives for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.game import Game
from interpreter.game.look import Look
from interpreter.layout.masks import members
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.types import NUMBER, PLAYER, CollectionType
from interpreter.model.walk import walk
from interpreter.run import Position

SCORE = "score"

Rewards = tuple[float, ...]
"""What the end of a game is worth to each seat: together 1, as a rule."""


@dataclass(frozen=True)
class Goal:
    """An amount that a player wants more of (less of, when `highest` is off); the player stands in `slot`."""

    amount: x.Expr
    slot: int
    highest: bool


class Judge:
    """Judges the states of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = len(game.players)
        self.goals = goals(game.model)
        self.even: Rewards = (1 / self.seats if self.seats > 1 else 0.0,) * self.seats
        self._winner = game.layout.winner

    def rewards(self, vector: Sequence[int]) -> Rewards:
        """What the end of the game is worth: winners share it, a draw is shared by all."""
        winners = members(vector[self._winner])
        if not winners:
            return self.even
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats))

    def lead(self, position: Position, seat: int) -> tuple[float, ...]:
        """By how much a seat is ahead of the best of the others, for each goal of the game in order of weight."""
        look = Look(self.game.reference, position)
        return tuple(self._lead(look, goal, seat) for goal in self.goals)

    def prospects(self, position: Position) -> Rewards:
        """What a game that goes on is worth: half as telling as if it ended now, won by who is ahead."""
        leads = [self.lead(position, seat) for seat in range(self.seats)]
        best = max(leads)
        ahead = [seat for seat in range(self.seats) if leads[seat] == best]
        ended = (1 / len(ahead) if seat in ahead else 0.0 for seat in range(self.seats))
        return tuple((now + even) / 2 for now, even in zip(ended, self.even, strict=True))

    def _lead(self, look: Look, goal: Goal, seat: int) -> float:
        amounts = [float(look.value(goal.amount, [*[None] * goal.slot, p]) or 0) for p in range(self.seats)]
        if not goal.highest:
            amounts = [-amount for amount in amounts]
        return amounts[seat] - max((a for p, a in enumerate(amounts) if p != seat), default=0.0)


def goals(model: Model) -> tuple[Goal, ...]:
    """What the players of a game strive for, the first weighing most; none where the rules do not tell."""
    found: list[tuple[Goal, ...]] = []
    for finish in model.finishes:
        for node in walk(finish.routine):
            if isinstance(node, s.Winner) and isinstance(node.who, x.Ranked) and _of_players(node.who):
                keys = (Goal(key.key, node.who.slot, key.highest) for key in node.who.keys)
                found.append(tuple(goal for goal in keys if _free(goal.amount) <= {goal.slot}))
    return max(found, key=len, default=()) or _score(model)


def _score(model: Model) -> tuple[Goal, ...]:
    variable = model.variables.get(SCORE)
    if variable is None or variable.role != "counter" or [key.domain for key in variable.keys] != ["player"]:
        return ()
    player = x.Local(PLAYER, variable.span, 0, "p")
    return (Goal(x.ReadVariable(NUMBER, variable.span, SCORE, (player,)), 0, highest=True),)


def _of_players(node: x.Ranked) -> bool:
    return isinstance(node.source.type, CollectionType) and node.source.type.of == PLAYER


def _free(node: x.Expr) -> set[int]:
    """The slots that an expression reads and does not fill itself."""
    nodes = list(walk(node))
    bound = {n.slot for n in nodes if isinstance(n, (x.Quantifier, x.Ranked, x.Aggregate))}
    return {n.slot for n in nodes if isinstance(n, x.Local)} - bound
