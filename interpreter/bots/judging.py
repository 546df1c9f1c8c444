"""What a state is worth to each seat: who has won, and who is ahead by what the rules compare at the end.

Nothing about a game is built in. A game that ends with `winner best p in players by VALUE highest` says by that what
its players strive for; one that says nothing of the kind but counts a `score` for each player strives for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.bots.holdings import Holdings
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

CLOSE = 3.0
"""A lead of this much counts half as much as a win."""

Rewards = tuple[float, ...]
"""What the end of a game is worth to each seat: together 1, as a rule."""


@dataclass(frozen=True)
class Goal:
    """An amount that a player wants more of (less of, when `highest` is off); the player stands in `slot`."""

    amount: x.Expr
    slot: int
    highest: bool


class Judge:
    """Judges the states of one game.

    `gathers`: what counts in the end is gathered in a counter, so that being ahead in it tells something at any time;
    who has more of what only stands on the board is often worse off for it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = len(game.players)
        self.goals = goals(game.model)
        self.even: Rewards = (1 / self.seats if self.seats > 1 else 0.0,) * self.seats
        self._winner = game.layout.winner
        name = _gathered(game.model, self.goals)
        self._counter = None if name is None else game.layout.variables[name]
        self._holdings = Holdings(game.layout, name)

    @property
    def gathers(self) -> bool:
        """See the class."""
        return self._counter is not None

    def rewards(self, vector: Sequence[int]) -> Rewards:
        """What the end of the game is worth: winners share it, a draw is shared by all."""
        winners = members(vector[self._winner])
        if not winners:
            return self.even
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats))

    def lead(self, position: Position, seat: int) -> tuple[float, ...]:
        """By how much a seat is ahead of the best of the others, for each goal of the game in order of weight."""
        if len(self.goals) == 1 and self._counter is not None and not position.choices:
            return (_ahead(self._gathered(position.vector), seat),)
        look = Look(self.game.reference, position)
        return tuple(_ahead(self._amounts(look, goal), seat) for goal in self.goals)

    def standing(self, vector: Sequence[int], seat: int) -> float:
        """By how much a seat is ahead in what is gathered, when what everybody has is counted too, at its worth.

        Only for a game in which something is gathered; `vector` is a state in which the flow waits.
        """
        v = list(vector[: self.game.layout.size])
        worths = [self._holdings.worth(v, other) for other in range(self.seats)]
        return _ahead([amount + worth for amount, worth in zip(self._gathered(v), worths, strict=True)], seat)

    def prospects(self, vector: Sequence[int]) -> Rewards:
        """What a game that goes on is worth where something is gathered: the more, the further ahead a seat is."""
        if self._counter is None:
            return self.even
        amounts = self._gathered(vector)
        leads = [_ahead(amounts, seat) for seat in range(self.seats)]
        shares = [1 + lead / (abs(lead) + CLOSE) for lead in leads]
        return tuple(share / max(2.0, sum(shares)) for share in shares)

    def _gathered(self, vector: Sequence[int]) -> list[float]:
        """How much of what counts in the end each seat has gathered."""
        v = list(vector)
        return [0.0 if self._counter is None else float(self._counter.get(v, seat)) for seat in range(self.seats)]

    def _amounts(self, look: Look, goal: Goal) -> list[float]:
        amounts = (float(look.value(goal.amount, [*[None] * goal.slot, seat]) or 0) for seat in range(self.seats))
        return [amount if goal.highest else -amount for amount in amounts]


def _ahead(amounts: Sequence[float], seat: int) -> float:
    return amounts[seat] - max((amount for other, amount in enumerate(amounts) if other != seat), default=0.0)


def _gathered(model: Model, found: Sequence[Goal]) -> str | None:
    """The counter that the first goal is about, if it is one."""
    amount = found[0].amount if found and found[0].highest else None
    if not isinstance(amount, x.ReadVariable) or len(amount.keys) != 1:
        return None
    return amount.variable if model.variables[amount.variable].role == "counter" else None


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
