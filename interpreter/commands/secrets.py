"""Cards that those who look at the screen must not know, in what is told of other players' decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.game.state import State

VEIL = "?"
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def veiled(words: str, state: State, watchers: Iterable[str]) -> str:
    """The words of an option, with a question mark for each card that not all of the watchers know in a state."""
    game = state.game
    seats = sum(1 << game.seat(name) for name in watchers)
    hiding = [cards for cards in game.layout.cards.values() if cards.knowing]
    if not hiding or not seats:
        return words
    v = list(state.vector)
    unknown = {
        name
        for cards in hiding
        for number, name in enumerate(game.model.domains[cards.domain].members)
        if cards.known(v, number) & seats != seats
    }
    return _WORD.sub(lambda found: VEIL if found[0] in unknown else found[0], words)
