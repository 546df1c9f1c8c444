"""From a checked model to one flat vector of integers: which slot holds what."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.layout.cards import NOWHERE, CardSlots
from interpreter.layout.chance import Chance
from interpreter.layout.codecs import codec_for
from interpreter.layout.turn import CountSlots, SiteSlots
from interpreter.layout.variables import PieceSlots, VariableSlots
from interpreter.model.expressions import EventCount
from interpreter.model.program import Model, Place
from interpreter.model.walk import every_node

VERSION = 1
"""Rises when the same model gets other slots, so that what was saved with older ones is refused."""

ENTER, TURN, AFTER = 0, 1, 2
"""Steps of a phase: about to be entered; a turn's decision among its main and free actions; free actions after it."""


class Layout:
    """The slots of a game's state, in this order: the flow, chance, variables, places of cards, what a turn leaves, and
    the sets of pieces per space, which follow from the variables.

    The flow: `phase` (its number), `step` (ENTER, TURN or AFTER), `mover` (-1: nobody), `first` (the seat that began
    the phase), `turns_taken` (in this stay in the phase), `round` (stays in phases with turns so far), `over` (1 when
    the game has ended), `winner` (a mask of seats), `armed` (`this turn` lines armed so far in this turn).
    """

    def __init__(self, model: Model) -> None:
        """Raises ValueError for a variable whose type is not finite; the checker lets none pass."""
        self.model = model
        self.phase, self.step, self.mover, self.first, self.turns_taken = range(5)
        self.round, self.over, self.winner, self.armed = range(5, 9)
        self.chance = Chance(9)
        self._size = 11
        self.variables: dict[str, VariableSlots] = {}
        for name, variable in model.variables.items():
            codec = codec_for(variable.type, model.domains, variable.low)
            self.variables[name] = VariableSlots(variable, codec, self._size)
            self._size = self.variables[name].end
        self.cards = self._cards()
        self.secrets = self._secrets()
        self.sites = tuple(self._sites())
        self.counts = self._counts()
        self.pieces = self._pieces()
        self.size = self._size
        self._piece_spaces = {slots.spaces.variable.name: slots for slots in self.pieces.values()}

    def blank(self) -> list[int]:
        """A vector in which nothing has happened: variables empty, pieces and cards nowhere, before the first phase."""
        v = [0] * self.size
        v[self.mover] = v[self.first] = -1
        for slots in self.variables.values():
            for _, at in slots.places():
                slots.codec.write(v, at, slots.codec.empty)
        for cards in self.cards.values():
            v[cards.spot_base : cards.rank_base] = [NOWHERE] * cards.cards
            if cards.knowing:
                v[cards.known_base : cards.mask_base] = [cards.everybody] * cards.cards
        self.end_turn(v)
        return v

    def end_turn(self, v: list[int]) -> None:
        """Forgets what lasts until the end of a turn."""
        v[self.armed] = 0
        for site in self.sites:
            site.clear(v)
        for count in self.counts.values():
            count.clear(v)

    def rebuild(self, v: list[int]) -> None:
        """Makes all that follows from other slots agree with them."""
        for pieces in self.pieces.values():
            pieces.rebuild(v)
        for cards in self.cards.values():
            cards.rebuild(v)

    def pieces_of(self, variable: str) -> PieceSlots | None:
        """The piece domain whose spaces a variable holds, if it is such a variable."""
        return self._piece_spaces.get(variable)

    def _take(self, end: int) -> None:
        self._size = end

    def _cards(self) -> Mapping[str, CardSlots]:
        by_domain: dict[str, list[Place]] = {}
        for place in self.model.places.values():
            by_domain.setdefault(place.domain, []).append(place)
        cards: dict[str, CardSlots] = {}
        for domain, places in by_domain.items():
            count = len(self.model.domains[domain].members)
            cards[domain] = CardSlots(places, self._size, count, len(self.model.players))
            self._take(cards[domain].end)
        return cards

    def _secrets(self) -> Mapping[str, int]:
        """Per domain with hidden fields that is not one of cards: the first of the masks of who knows each member."""
        secrets: dict[str, int] = {}
        for name, domain in self.model.domains.items():
            owned = [self.model.variables[variable] for variable in domain.owned.values()]
            if name not in self.cards and any(variable.hiding is not None for variable in owned):
                secrets[name] = self._size
                self._take(self._size + len(domain.members))
        return secrets

    def _sites(self) -> list[SiteSlots]:
        sites: list[SiteSlots] = []
        for site in self.model.sites:
            sites.append(SiteSlots(site, self._size, self.model.domains))
            self._take(sites[-1].end)
        return sites

    def _counts(self) -> Mapping[EventCount, CountSlots]:
        counts: dict[EventCount, CountSlots] = {}
        for node in every_node(self.model):
            if isinstance(node, EventCount) and node.scope == "turn" and node not in counts:
                counts[node] = CountSlots(node, self._size, self.model)
                self._take(counts[node].end)
        return counts

    def _pieces(self) -> Mapping[str, PieceSlots]:
        pieces: dict[str, PieceSlots] = {}
        for name, domain in self.model.domains.items():
            if domain.form == "piece" and "space" in domain.owned:
                spaces = self.variables[domain.owned["space"]]
                board = self.model.spaces.size
                pieces[name] = PieceSlots(name, spaces, self._size, len(domain.members), board)
                self._take(pieces[name].end)
        return pieces
