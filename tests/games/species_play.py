"""Games in which two species are discovered in the first turns, with random choices."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from interpreter.game import Game, Option, State, load

ALL = ("anomalies", "centaurians", "exertians", "mascamites", "oumuamua")
CARDS = [f"c{number:03d}" for number in range(1, 139)] + [f"et{number:02d}" for number in range(1, 56)]
"""The deck, and the cards of the species."""
LIKED = ("play et", "cover", "hide", "tile", "card", "board", "mission et")
"""How choices begin that use what a species has."""


def game_with(species: tuple[str, str], players: int) -> Game:
    """A game in which nothing but the two species can lie beside the planets."""
    options = {f"with_{name}": name in species for name in ALL}
    return load("seti", players=players, options=options, executor="compiled")


def discovered_soon(game: Game, seed: int) -> State:
    """The start of a game, but for discovery markers everywhere and more to spend."""
    chance = random.Random(seed)
    document: dict[str, Any] = game.new(seed).to_json()
    for spaces in document["keeps"]["discovery"].values():
        for trace in spaces:
            spaces[trace] = chance.choice(game.players)
    for seat in game.players:
        document["counters"]["credits"][seat] = document["counters"]["energy"][seat] = 15
        document["counters"]["score"][seat] = chance.choice([0, 10, 24])
    return game.from_json(document)


def played(game: Game, seed: int) -> Iterator[tuple[State, Option | None]]:
    """All states of a game with random choices, each with the choice that is made in it."""
    chance = random.Random(seed)
    state = discovered_soon(game, seed)
    while state.decision is not None:
        offered = list(state.decision.options)
        liked = [option for option in offered if option.words.startswith(LIKED)]
        staying = [option for option in offered if option.words != "pass_round"]
        if liked and chance.random() < 0.6:
            choice = chance.choice(liked)
        elif offered[-1].words in ("done", "go on") and chance.random() < 0.6:
            choice = offered[-1]
        else:
            choice = chance.choice(staying if staying and chance.random() < 0.8 else offered)
        yield state, choice
        state = state.apply(choice)
    yield state, None


def cards_in(place: Any) -> list[str]:
    """All cards that a document names in a place, whatever its keys are."""
    if isinstance(place, dict):
        return [card for part in place.values() for card in cards_in(part)]
    return [card for card in place if card is not None] if isinstance(place, list) else []


def check_all_there(document: dict[str, Any]) -> None:
    """That every card is in exactly one place, and none is being played any more."""
    found = [card for card in cards_in(document["places"]) if card in CARDS]
    assert Counter(found) == dict.fromkeys(CARDS, 1)
    assert not document["places"]["in_play"]
