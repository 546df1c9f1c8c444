"""What an option would change, told in the names of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.game.journals import option_word
from interpreter.game.names import Json, key_name, label, piece_domains, plain_value
from interpreter.game.saves import Writer
from interpreter.layout.masks import members
from interpreter.model.program import Model, Variable

MOST = 24
"""How many changes are told one by one."""


def changes(writer: Writer, before: Sequence[int], after: Sequence[int], seat: int) -> tuple[list[str], bool]:
    """The differences between two states, as `seat` may know them beforehand; and whether chance or hidden news came.

    Where it did, only how many cards lie where is told: anything else could give the news away.
    """
    old, new = list(before), list(after)
    news = _news(writer, old, new, seat)
    told = list(_places(writer, old, new, seat, news))
    if not news:
        told = [*_pieces(writer, old, new), *_variables(writer, old, new), *told]
    if len(told) > MOST:
        told = [*told[:MOST], f"and {len(told) - MOST} more changes"]
    return told, news


def _news(writer: Writer, old: list[int], new: list[int], seat: int) -> bool:
    layout = writer.layout
    if layout.chance.state(old) != layout.chance.state(new):
        return True
    bit = 1 << seat
    for cards in layout.cards.values():
        if any(cards.known(new, card) & bit and not cards.known(old, card) & bit for card in range(cards.cards)):
            return True
    for domain, base in layout.secrets.items():
        count = len(writer.model.domains[domain].members)
        if any(new[base + number] & bit and not old[base + number] & bit for number in range(count)):
            return True
    return False


def _pieces(writer: Writer, old: list[int], new: list[int]) -> Iterator[str]:
    model = writer.model
    for domain in piece_domains(model):
        for number, name in enumerate(writer.labels.pieces[domain]):
            was, now = writer.piece(old, domain, number), writer.piece(new, domain, number)
            for field, value in now.items():
                if value == was[field]:
                    continue
                shown = name if field == "space" else f"{name}.{field}"
                empty = "off the board" if field == "space" else "nothing"
                yield f"{shown}: {_word(was[field], empty)} → {_word(value, empty)}"


def _variables(writer: Writer, old: list[int], new: list[int]) -> Iterator[str]:
    for variable in writer.model.variables.values():
        if variable.role == "field" or variable.hiding is not None:
            continue
        slots = writer.layout.variables[variable.name]
        for keys, at in slots.places():
            was, now = slots.codec.read(old, at), slots.codec.read(new, at)
            if was != now:
                shown = _called(writer.model, variable, keys)
                yield f"{shown}: {_value(writer, variable, was)} → {_value(writer, variable, now)}"
    layout = writer.layout
    if new[layout.over] and not old[layout.over]:
        names = [writer.model.players[seat] for seat in members(new[layout.winner])]
        yield f"the game ends: {', '.join(names) if names else 'nobody'} has won"


def _called(model: Model, variable: Variable, keys: Sequence[int]) -> str:
    """A variable at its keys, as rules write it."""
    words = [key_name(model, key, number) for key, number in zip(variable.keys, keys, strict=True)]
    name = label(variable)
    if variable.role == "limit":
        return f"done: {name}" + (f" ({', '.join(words)})" if words else "")
    if len(words) == 1 and variable.keys[0].domain is not None:
        return f"{words[0]}.{name}"
    return f"{name}[{', '.join(words)}]" if words else name


def _value(writer: Writer, variable: Variable, value: object) -> str:
    return _word(plain_value(writer.model, variable.type, value), "nothing")


def _word(value: Json, empty: str) -> str:
    if value is None:
        return empty
    if isinstance(value, list):
        return ", ".join(option_word(one) for one in value) or "none"
    return option_word(value)


def _places(writer: Writer, old: list[int], new: list[int], seat: int, news: bool) -> Iterator[str]:
    model, bit = writer.model, 1 << seat
    for domain, cards in writer.layout.cards.items():
        names = model.domains[domain].members
        moved: list[int] = []
        for card in range(cards.cards):
            was, now = cards.spot_of(old, card), cards.spot_of(new, card)
            if was is not now and not news and cards.known(old, card) & bit:
                places = [
                    "nowhere" if spot is None else _spot(model, spot.name, spot.place.keys, spot.keys)
                    for spot in (was, now)
                ]
                yield f"{names[card]}: {places[0]} → {places[1]}"
            elif was is not now:
                moved.append(card)
        if moved:
            for spot in cards.spots:
                before, after = len(cards.read(old, spot)), len(cards.read(new, spot))
                if before != after:
                    where = _spot(model, spot.name, spot.place.keys, spot.keys)
                    yield f"{where}: {before} → {after} cards"


def _spot(model: Model, name: str, ranges: Sequence[object], keys: Sequence[int]) -> str:
    place = model.places[name]
    words = [key_name(model, key, number) for key, number in zip(place.keys, keys, strict=True)]
    return f"{words[0]}.{name}" if len(words) == 1 else f"{name}[{', '.join(words)}]" if words else name
