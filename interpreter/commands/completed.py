"""Which figures have been completed when somebody scores.

Rules find completed figures by a value that gives the figures at a piece or space, such as those that its fellows fill.
A figure counts as completed when such a value gives it after a decision that raised a score, and did not before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from interpreter.game.game import Game
from interpreter.model.expressions import CallValue, Const
from interpreter.model.program import Model, ValueModel
from interpreter.model.types import CollectionType, MemberType, without_nothing

SCORE = "score"
MOST_MEMBERS = 400


def figure_domains(model: Model) -> frozenset[str]:
    """The domains of figures: rows that have cells, a set of spaces."""
    found = set()
    for name, domain in model.domains.items():
        cells = domain.fields.get("cells")
        bare = None if cells is None else without_nothing(cells.type)
        if domain.form == "row" and isinstance(bare, CollectionType) and isinstance(bare.of, MemberType):
            found |= {name} if bare.of.domain == "space" else set()
    return frozenset(found)


class Completed:
    """Tells which figures a decision has completed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.figures = figure_domains(game.model)
        self.values = [value for value in game.model.values.values() if self._finds_figures(value)]
        slots = game.layout.variables.get(SCORE)
        self.score = slots if slots is not None and [key.domain for key in slots.variable.keys] == ["player"] else None

    @property
    def possible(self) -> bool:
        """Whether there is anything to tell in this game."""
        return bool(self.values) and self.score is not None

    def names(self) -> Counter[str]:
        """The names of all figures that could be completed."""
        gives = [without_nothing(value.type) for value in self.values]
        domains = {g.of.domain for g in gives if isinstance(g, CollectionType) and isinstance(g.of, MemberType)}
        return Counter(name for domain in sorted(domains) for name in self.game.model.domains[domain].members)

    def between(self, before: Sequence[int], after: Sequence[int]) -> Iterator[str]:
        """The figures, by name, that were completed between two states when a score has risen."""
        if self.score is None:
            return
        old, new = list(before), list(after)
        for seat in range(len(self.game.players)):
            if self.score.get(new, seat) > self.score.get(old, seat):
                there = set(self._there(before, seat))
                yield from (name for name in dict.fromkeys(self._there(after, seat)) if name not in there)
                return

    def _finds_figures(self, value: ValueModel) -> bool:
        gives = without_nothing(value.type)
        if len(value.params) != 1 or not isinstance(gives, CollectionType) or not isinstance(gives.of, MemberType):
            return False
        taken = without_nothing(value.params[0])
        if gives.of.domain not in self.figures or not isinstance(taken, MemberType):
            return False
        return len(self.game.model.domains[taken.domain].members) <= MOST_MEMBERS

    def _there(self, vector: Sequence[int], seat: int) -> Iterator[str]:
        """The figures that the values give in a state, for whatever they may be asked about."""
        domains = self.game.model.domains
        for value in self.values:
            taken, gives = without_nothing(value.params[0]), without_nothing(value.type)
            if not isinstance(taken, MemberType) or not isinstance(gives, CollectionType):
                continue
            names = domains[gives.of.domain].members if isinstance(gives.of, MemberType) else ()
            for member in range(len(domains[taken.domain].members)):
                call = CallValue(value.type, value.span, value.name, (Const(taken, value.span, member),))
                found = self.game.reference.evaluate(call, vector, me=seat)
                yield from (names[figure] for figure in found or ())
