"""Worlds that a seat cannot tell from the real one: hidden things lie otherwise, and chance will fall otherwise.

Cards that the seat does not know change places with one another, things it does not know exchange their hidden values,
and the generator gets another state. What the seat has seen stays, also what it has seen since the flow last waited.
How hidden things really lie leaves no trace: with the same chance, states that look alike to a seat give it one world.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from interpreter.diagnostics import Rejected
from interpreter.game.executors import Executor
from interpreter.layout import CardSlots, Layout, VariableSlots
from interpreter.layout.codecs import universe
from interpreter.model.program import Variable
from interpreter.model.types import MemberType, NumberType, YesNoType, without_nothing
from interpreter.run import Position

TRIES = 12
"""How many worlds are drawn for one that leads to the decision at hand, before something is left as it really is."""

T = TypeVar("T")


class Worlds:
    """Draws worlds of one game."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.layout: Layout = executor.layout
        model = self.layout.model
        self._cards = [cards for cards in self.layout.cards.values() if cards.knowing]
        self._secret = [
            (first, self._hidden_fields(name))
            for name, first in self.layout.secrets.items()
            if model.domains[name].form != "player"
        ]
        exchanged = {slots.variable.name for _, fields in self._secret for slots in fields}
        self._kept = [v for v in model.variables.values() if v.hiding is not None and v.name not in exchanged]

    @property
    def hiding(self) -> bool:
        """Whether the game ever hides anything."""
        return bool(self._cards or self._secret or self._kept)

    def draw(self, position: Position, present: Sequence[int], seat: int, random: Random) -> tuple[int, ...]:
        """Another vector for a position, from which its choices lead to the same decision.

        `present` is the state as it is now, in the middle of an effect too. When chance has been used since the flow
        last waited it must fall as it fell, and choices of others may name what is hidden: then worlds are drawn until
        one fits; if none does, the generator stays as it is, at last everything.
        """
        at = self.layout.chance.at
        used = tuple(present[at : at + 2]) != position.vector[at : at + 2]
        if not position.choices and not used:
            return self._draw(position.vector, present, seat, random, reseed=True)
        for reseed in (True, False) if used else (True,):
            for _ in range(TRIES):
                world = self._draw(position.vector, present, seat, random, reseed)
                if self._fits(world, position):
                    return world
        return position.vector

    def reseeded(self, vector: Sequence[int], random: Random) -> tuple[int, ...]:
        """The same vector with another state of the generator."""
        v = list(vector)
        self.layout.chance.set_state(v, random.getrandbits(64))
        return tuple(v)

    def _fits(self, world: tuple[int, ...], position: Position) -> bool:
        try:
            found = self.executor.advance(world, position.choices).decision
        except Rejected:
            return False
        wanted = position.decision
        if found is None or wanted is None or found.seat != wanted.seat:
            return False
        return [option.choice for option in found.options] == [option.choice for option in wanted.options]

    def _draw(
        self, vector: Sequence[int], present: Sequence[int], seat: int, random: Random, reseed: bool
    ) -> tuple[int, ...]:
        # What an executor keeps behind the layout's slots follows from them, and is left to it to make again.
        v, now, bit = list(vector[: self.layout.size]), list(present), 1 << seat
        for cards in self._cards:
            self._redeal(v, now, cards, bit, random)
        for first, fields in self._secret:
            self._exchange(v, now, first, fields, bit, random)
        for variable in self._kept:
            self._guess(v, now, variable, seat, random)
        if reseed:
            self.layout.chance.set_state(v, random.getrandbits(64))
        self.layout.rebuild(v)
        return tuple(v)

    def _redeal(self, v: list[int], now: list[int], cards: CardSlots, bit: int, random: Random) -> None:
        """The cards that a seat knew neither at the start of the unit nor now change places."""
        unknown = [c for c in range(cards.cards) if not (cards.known(v, c) | cards.known(now, c)) & bit]
        bases = (cards.spot_base, cards.rank_base, cards.known_base)
        lies = [[v[base + card] for base in bases] for card in unknown]
        for card, place in zip(unknown, _shuffled(sorted(lies), random), strict=True):
            for base, number in zip(bases, place, strict=True):
                v[base + card] = number

    def _exchange(
        self, v: list[int], now: list[int], first: int, fields: Sequence[VariableSlots], bit: int, random: Random
    ) -> None:
        """The things whose hidden fields a seat does not know exchange these fields."""
        size = self._size(fields)
        unknown = [member for member in range(size) if not (v[first + member] | now[first + member]) & bit]
        values = [[slots.get(v, member) for slots in fields] for member in unknown]
        for member, value in zip(unknown, _shuffled(sorted(values, key=repr), random), strict=True):
            for slots, part in zip(fields, value, strict=True):
                slots.put(v, (member,), part)

    def _guess(self, v: list[int], now: list[int], variable: Variable, seat: int, random: Random) -> None:
        """A hidden variable that a seat does not see gets any value that it could have; nothing stays nothing."""
        slots = self.layout.variables[variable.name]
        bare = without_nothing(variable.type)
        if not isinstance(bare, (MemberType, NumberType, YesNoType)):
            return
        for keys in self._unseen(now, variable, seat):
            if slots.get(v, *keys) is None:
                continue
            if isinstance(bare, NumberType):
                slots.put(v, keys, random.randint(variable.low, variable.high))
            else:
                low, size = universe(bare, self.layout.model.domains)
                slots.put(v, keys, low + random.randrange(size))

    def _unseen(self, now: list[int], variable: Variable, seat: int) -> Iterator[tuple[int, ...]]:
        """The keys at which a seat does not see a variable: not its own, where owners see it, and not shown to it."""
        shown = self.layout.secrets.get(variable.keys[0].domain or "") if len(variable.keys) == 1 else None
        for keys, _ in self.layout.variables[variable.name].places():
            own = any(k == seat and r.domain == "player" for k, r in zip(keys, variable.keys, strict=True))
            told = shown is not None and bool(now[shown + keys[0]] >> seat & 1)
            if not told and not (own and variable.hiding == "owner"):
                yield keys

    def _hidden_fields(self, domain: str) -> list[VariableSlots]:
        owned = self.layout.model.domains[domain].owned.values()
        return [self.layout.variables[name] for name in owned if self.layout.model.variables[name].hiding is not None]

    def _size(self, fields: Sequence[VariableSlots]) -> int:
        return fields[0].variable.keys[0].size


def _shuffled(items: Sequence[T], random: Random) -> list[T]:
    order = list(items)
    random.shuffle(order)
    return order
