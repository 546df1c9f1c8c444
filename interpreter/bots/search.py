"""The bot that searches: Monte Carlo tree search over decisions.

Each round goes down the tree by UCT, adds one node to it, plays on from there at random and counts what the end was
worth to every seat on the way back. Where points are gathered it plays on a little only, and who is ahead counts. What
has one option is taken without being counted. In a game that hides nothing, nodes that no chance leads to keep their
positions, and what has been played out is proved. Else each round goes down in a world of its own that the seat cannot
tell from the real one, and takes of the tree what fits that world.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from interpreter.bots.judging import Judge, Rewards
from interpreter.bots.tree import Node
from interpreter.bots.turns import TooLong, play_on, position_of, seat_of, step, wander
from interpreter.bots.worlds import Worlds
from interpreter.diagnostics import Rejected
from interpreter.game import Game, State
from interpreter.run import Choice, Position

FEW = 40
"""Up to how many options are looked at all together before one is tried, so that a win close at hand is not missed."""

LONGEST_PLAYOUT = 500
"""Decisions after which a playout is broken off, and nobody is the better for it."""

HORIZON = 16
"""Decisions after which a playout is judged by who is ahead, where the game is about gathering something."""


@dataclass(frozen=True)
class Effort:
    """How long to think about one decision: so many rounds, or so many seconds."""

    rounds: int | None = None
    seconds: float | None = None


class SearchBot:
    """Chooses what its search has tried most. `rounds` is how many rounds the last search took."""

    def __init__(self, name: str, game: Game, effort: Effort, random: Random) -> None:
        self.name = name
        self.game = game
        self.effort = effort
        self.random = random
        self.judge = Judge(game)
        self.worlds = Worlds(game.executor)
        self.rounds = 0

    def choose(self, state: State) -> int:
        """See `Bot.choose`."""
        _, decision = position_of(state)
        self.rounds = 0
        if len(decision.options) == 1:
            return 0
        search = Search(self, state)
        before = time.perf_counter()
        while not search.finished and not self._enough(before):
            self.rounds += 1
            try:
                search.round()
            except Rejected:
                if not self.worlds.hiding:
                    raise
                continue  # what was imagined does not agree with what others have done
        return search.root.best(search.choices, decision.seat)

    def _enough(self, before: float) -> bool:
        if self.effort.rounds is not None and self.rounds >= self.effort.rounds:
            return True
        return self.effort.seconds is not None and time.perf_counter() - before >= self.effort.seconds


class Search:
    """The search for one decision."""

    def __init__(self, bot: SearchBot, state: State) -> None:
        self.executor = bot.game.executor
        self.judge = bot.judge
        self.worlds = bot.worlds
        self.random = bot.random
        self.position, decision = position_of(state)
        self.seat = decision.seat
        self.choices = self.position.raw
        self.present = state.vector
        self.root = self._node()
        at = self.executor.layout.chance.at
        used = tuple(self.present[at : at + 2]) != self.position.vector[at : at + 2]
        if not self.worlds.hiding and not used:
            vector = self.worlds.reseeded(self.position.vector, self.random)
            self.root.position = Position(vector, self.position.choices, decision)

    @property
    def finished(self) -> bool:
        """Whether more rounds would tell nothing new."""
        return self.root.proved is not None

    def round(self) -> None:
        """One more game: down the tree, on at random, and back."""
        path, position = self._descend()
        rewards = path[-1].proved or self._outcome(position)
        news = path[-1].proved is not None
        for node in reversed(path):
            node.add(rewards)
            if news and node.proved is None and node.position is not None:
                node.prove(node.position.raw, self._seat(node.position))
                news = node.proved is not None

    def _descend(self) -> tuple[list[Node], Position]:
        """The nodes from the root to a new one, or to an end, and the position there."""
        node, position = self.root, self.root.position or self._world()
        path = [node]
        while node.proved is None and not position.over:
            raw = position.raw
            if self._look_round(node, position, raw) or (node.visits == 0 and node is not self.root):
                break
            choice = node.pick(raw, self._seat(position), self.random)
            node, position = self._follow(node, position, choice)
            path.append(node)
        return path, position

    def _look_round(self, node: Node, position: Position, raw: Sequence[Choice]) -> bool:
        """Looks at all that a decision can lead to, where that is little; whether that proves what it is worth."""
        if node.children or node.position is None or len(raw) > FEW:
            return False
        for choice in raw:
            self._follow(node, position, choice)
        node.prove(raw, self._seat(position))
        return node.proved is not None

    def _follow(self, node: Node, position: Position, choice: Choice) -> tuple[Node, Position]:
        """Where a choice leads to: the node, and the position, which it keeps when it will always be the same."""
        child = node.children.get(choice)
        if child is None:
            child = self._node()
        elif child.position is not None:
            return child, child.position
        if not child.certain:
            position = Position(self.worlds.reseeded(position.vector, self.random), position.choices, None)
        after, certain = step(self.executor, position, choice)
        child.certain = child.certain and certain
        if node.position is not None and child.certain:
            child.position = after
            if after.over:
                child.proved = self.judge.rewards(after.vector)
        node.children[choice] = child
        return child, after

    def _world(self) -> Position:
        vector = self.worlds.draw(self.position, self.present, self.seat, self.random)
        return Position(vector, self.position.choices, self.position.decision)

    def _outcome(self, position: Position) -> Rewards:
        """What a game is worth that is played on at random."""
        try:
            if self.judge.gathers:
                position = wander(self.executor, position, self.random, HORIZON)
                return self.judge.rewards(position.vector) if position.over else self.judge.prospects(position.vector)
            return self.judge.rewards(play_on(self.executor, position, self.random, LONGEST_PLAYOUT))
        except TooLong:
            return self.judge.even

    def _seat(self, position: Position) -> int:
        return seat_of(self.executor.layout, position)

    def _node(self) -> Node:
        return Node(self.judge.seats)
