"""What a terminal tells of a state besides its boards: scores, counters, cards, whose turn it is, how it ended."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from interpreter.commands.board import MARGIN, WIDTH, Painter
from interpreter.game.state import State
from interpreter.model.program import Place

Plain: TypeAlias = "Mapping[str, object]"

SCORE = "score"
MOST_CARDS = 12
"""How many cards of an open place are listed."""


def title_line(state: State, decided: int, painter: Painter) -> str:
    """The game, its scores, how many decisions there have been, and whose the next one is."""
    game = state.game
    scores = [(name, state.score(name)) for name in game.players]
    shown = " · ".join(f"{painter.seat(name)} {score}" for name, score in scores if score is not None)
    variant = f" ({game.variant})" if game.variant else ""
    decision = state.decision
    if decision is None:
        todo = "over"
    else:
        what = "to move" if decision.kind == "turn" else f"decides: {decision.purpose}"
        todo = f"{painter.seat(decision.player)} {what}"
    parts = [f"{game.title}{variant}", shown, f"decision {decided + 1}", todo, f"seed {state.seed}"]
    return "   ".join(part for part in parts if part)


def status_lines(state: State, viewer: str | None, painter: Painter) -> Iterator[str]:
    """Counters and cards, as a seat sees them (None: a watcher); the score is told elsewhere."""
    seen = state.view(viewer)
    model = state.game.model
    on_boards = {"space", *(name for name, domain in model.domains.items() if domain.form == "piece")}
    texts: list[str] = []
    lists: list[str] = []
    for variable in model.variables.values():
        if variable.role == "counter" and variable.name != SCORE:
            texts += _kept(variable.name, seen.get("counters", {}), painter)
        elif variable.role == "keep" and all(key.domain == "player" for key in variable.keys):
            texts += _kept(variable.name, seen.get("keeps", {}), painter)
        elif variable.role == "keep" and not any(key.domain in on_boards for key in variable.keys):
            lists += _listed(variable.name, seen.get("keeps", {}), painter)
    yield from _wrapped(" · ".join(texts))
    for text in lists:
        yield from _wrapped(text)
    for place in model.places.values():
        yield from _wrapped(_place(place, seen.get("places", {}), painter))


def _kept(name: str, values: Plain, painter: Painter) -> list[str]:
    """What is kept under a name, for the game or for each of some keys; what says nothing is left out."""
    value = values.get(name)
    if not isinstance(value, dict):
        return [] if value in (None, []) else [f"{name} {_word(value, painter)}"]
    everybody = set(value) <= set(painter.model.players)
    shown = [
        f"{painter.seat(key)} {_word(inner, painter)}"
        for key, inner in value.items()
        if not _is_nothing(inner) or (everybody and not isinstance(inner, dict | list))
    ]
    return [f"{name} {' '.join(shown)}"] if shown else []


def _listed(name: str, values: Plain, painter: Painter) -> list[str]:
    """What is kept under a name for things that are no players: those for which it says something."""
    value = values.get(name)
    shown = _keyed(value, painter) if isinstance(value, dict) else []
    return [f"{name}: {' · '.join(shown)}"] if shown else []


def _keyed(values: Mapping[str, object], painter: Painter) -> list[str]:
    """Each key with its value; a key alone says yes."""
    return [
        painter.seat(key) if inner is True else f"{painter.seat(key)} {_word(inner, painter)}"
        for key, inner in values.items()
        if not _is_nothing(inner)
    ]


def _is_nothing(value: object) -> bool:
    """Whether a value is what is there before anything happens: nothing, 0, no, or only such."""
    return all(map(_is_nothing, value.values())) if isinstance(value, dict) else not value


def _word(value: object, painter: Painter) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case str():
            return painter.seat(value)
        case list():
            return "+".join(_word(member, painter) for member in value) or "-"
        case dict():
            return f"({', '.join(_keyed(value, painter))})"
    return str(value)


def _place(place: Place, places: Plain, painter: Painter) -> str:
    value = places.get(place.name)
    if isinstance(value, dict):
        spots = _spots(value)
        return f"{place.name}: " + " · ".join(
            f"{' '.join(map(painter.seat, keys))} {_cards(place, cards)}" for keys, cards in spots
        )
    return f"{place.name}: {_cards(place, value)}"


def _spots(value: Plain, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from _spots(inner, (*keys, key))
        else:
            yield (*keys, key), inner


def _cards(place: Place, cards: object) -> str:
    """The cards of one spot: their names as far as they are known, a pile by its top."""
    if not isinstance(cards, list):
        return _count(cards if isinstance(cards, int) else 0)
    if not cards:
        return "empty"
    names = ["?" if card is None else str(card) for card in cards]
    if place.shape == "pile":
        return f"{names[0]} on top of {_count(len(names))}" if len(names) > 1 else names[0]
    more = f" and {len(names) - MOST_CARDS} more" if len(names) > MOST_CARDS else ""
    return " ".join(names[:MOST_CARDS]) + more


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _wrapped(text: str) -> list[str]:
    indent = " " * MARGIN
    if "\x1b" in text:
        return [indent + text]
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent * 2)


def result_line(state: State) -> str | None:
    """How the game ended; None while it goes on."""
    if not state.over:
        return None
    winners = state.winners
    if not winners:
        return "the game is over: nobody has won"
    if len(winners) == 1:
        return f"the game is over: {winners[0]} has won"
    return f"the game is over: {', '.join(winners[:-1])} and {winners[-1]} share the win"
