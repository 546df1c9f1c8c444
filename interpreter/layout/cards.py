"""Where cards lie: each in at most one place, in piles and rows at a rank, and known to certain seats."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.layout import masks
from interpreter.layout.variables import combinations
from interpreter.model.program import Place

NOWHERE = -1
"""The number that stands for no place: a card that has not been put anywhere yet."""


class Spot:
    """One place of a game for one combination of keys: `number` among all spots of its domain.

    `owner` is the seat among the keys (None without one), `size` the greatest number of cards (None: no bound).
    """

    def __init__(self, number: int, place: Place, keys: tuple[int, ...]) -> None:
        self.number = number
        self.place = place
        self.keys = keys
        self.name = place.name
        self.shape = place.shape
        self.hiding = place.hiding
        self.size = place.size
        owners = [key for key, range_ in zip(keys, place.keys, strict=True) if range_.domain == "player"]
        self.owner = owners[0] if owners else None


class CardSlots:
    """The slots of a domain of cards, from `base` on.

    They are, per card, its spot, its rank and, where `knowing`, who knows it; then per spot the set of its cards. The
    rank in a pile counts from 0 at the bottom, without gaps; in a row it is the place from 0 at the left; in a set it
    is 0. Who knows a card is a mask of seats: everybody a card in an open place, its owner one in a place seen by the
    owner, and whom it was shown to; nobody a card that has come into a hidden place or was shuffled.
    """

    def __init__(self, places: Sequence[Place], base: int, cards: int, seats: int) -> None:
        self.cards = cards
        self.domain = places[0].domain
        self.everybody = (1 << seats) - 1
        self.knowing = any(place.hiding is not None for place in places)
        self.spots = tuple(
            Spot(number, place, keys)
            for number, (place, keys) in enumerate((p, keys) for p in places for keys in combinations(p.keys))
        )
        self.index: dict[tuple[str, tuple[int | None, ...]], Spot] = {(s.name, s.keys): s for s in self.spots}
        self.spot_base = base
        self.rank_base = base + cards
        self.known_base = base + 2 * cards
        self.mask_base = base + (3 if self.knowing else 2) * cards
        self.width = masks.chunks(cards)
        self.end = self.mask_base + len(self.spots) * self.width

    def lay_out(self, v: list[int]) -> None:
        """Puts all cards, in row order, in the place that is declared first among those without a greatest size."""
        first = next((spot for spot in self.spots if spot.size is None), None)
        if first is not None:
            for card in range(self.cards):
                self.put(v, card, first)

    def spot(self, place: str, keys: Sequence[int | None]) -> Spot | None:
        """The spot of a place for these keys; None when a key is nothing or outside its range."""
        return self.index.get((place, tuple(keys)))

    def spot_of(self, v: list[int], card: int) -> Spot | None:
        """Where a card lies; None before it was first put somewhere."""
        number = v[self.spot_base + card]
        return None if number == NOWHERE else self.spots[number]

    def rank(self, v: list[int], card: int) -> int:
        """The rank of a card in its pile or row."""
        return v[self.rank_base + card]

    def known(self, v: list[int], card: int) -> int:
        """The seats that know a card, as a mask."""
        return v[self.known_base + card] if self.knowing else self.everybody

    def read(self, v: list[int], spot: Spot) -> tuple[int, ...]:
        """The cards in a spot: a pile from its top, a row from its left, a set in declared order."""
        found = masks.read(v, self.mask_base + spot.number * self.width, self.width)
        if spot.shape == "set" or len(found) < 2:
            return found
        ranks = self.rank_base
        return tuple(sorted(found, key=lambda card: v[ranks + card], reverse=spot.shape == "pile"))

    def top(self, v: list[int], pile: Spot) -> int | None:
        """The first card of a spot, as `read` gives them; None for an empty one."""
        if pile.shape != "pile":
            return next(iter(self.read(v, pile)), None)
        found = masks.read(v, self.mask_base + pile.number * self.width, self.width)
        highest, ranks = len(found) - 1, self.rank_base
        return next((card for card in found if v[ranks + card] == highest), None)

    def room(self, v: list[int], spot: Spot) -> bool:
        """Whether a spot can take one more card."""
        return spot.size is None or self.count(v, spot) < spot.size

    def count(self, v: list[int], spot: Spot) -> int:
        """How many cards lie in a spot."""
        return masks.size(v, self.mask_base + spot.number * self.width, self.width)

    def put(self, v: list[int], card: int, spot: Spot, bottom: bool = False) -> bool:
        """Puts a card in a spot: on top of a pile (or under it), at the first gap of a row. The spot must have room.

        Says whether somebody came to know the card by that.
        """
        self.take(v, card)
        v[self.spot_base + card] = spot.number
        if spot.shape == "pile" and bottom:
            for other in self.read(v, spot):
                v[self.rank_base + other] += 1
        elif spot.shape == "pile":
            v[self.rank_base + card] = self.count(v, spot)
        elif spot.shape == "row":
            taken = {v[self.rank_base + other] for other in self.read(v, spot)}
            v[self.rank_base + card] = next(rank for rank in range(len(taken) + 1) if rank not in taken)
        masks.add(v, self.mask_base + spot.number * self.width, card)
        return self._learn_place(v, card, spot)

    def take(self, v: list[int], card: int) -> None:
        """Takes a card out of where it lies; the cards above it in a pile come down."""
        spot = self.spot_of(v, card)
        if spot is None:
            return
        masks.discard(v, self.mask_base + spot.number * self.width, card)
        gone = v[self.rank_base + card]
        if spot.shape == "pile" and gone < self.count(v, spot):
            for other in masks.read(v, self.mask_base + spot.number * self.width, self.width):
                if v[self.rank_base + other] > gone:
                    v[self.rank_base + other] -= 1
        v[self.spot_base + card] = NOWHERE
        v[self.rank_base + card] = 0

    def arrange(self, v: list[int], spot: Spot, from_top: Sequence[int]) -> None:
        """Gives the cards of a pile an order, and makes them unknown to all."""
        for rank, card in enumerate(reversed(from_top)):
            v[self.rank_base + card] = rank
            if self.knowing:
                v[self.known_base + card] = 0

    def learn(self, v: list[int], card: int, seats: int) -> bool:
        """Makes a card known to a mask of seats too; says whether that was news to one of them."""
        if not self.knowing or not seats & ~v[self.known_base + card]:
            return False
        v[self.known_base + card] |= seats
        return True

    def rebuild(self, v: list[int]) -> None:
        """Makes the sets of the spots agree with the spots of the cards."""
        v[self.mask_base : self.end] = [0] * (self.end - self.mask_base)
        for card in range(self.cards):
            number = v[self.spot_base + card]
            if number != NOWHERE:
                masks.add(v, self.mask_base + number * self.width, card)

    def _learn_place(self, v: list[int], card: int, spot: Spot) -> bool:
        if spot.hiding == "hidden":
            if self.knowing:
                v[self.known_base + card] = 0
            return False
        if spot.hiding == "owner":
            return spot.owner is not None and self.learn(v, card, 1 << spot.owner)
        return self.learn(v, card, self.everybody)
