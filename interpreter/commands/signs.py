"""Signs: the few letters by which a terminal shows a piece, or what a space holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.model.program import Legend, Model
from interpreter.model.types import CollectionType, MemberType, NumberType, Type, YesNoType, without_nothing

Plain: TypeAlias = "str | int | bool | list[Plain] | dict[str, Plain] | None"
"""A value as documents of states write it."""

PALETTE = ("cyan", "magenta", "yellow", "green", "blue", "red")
COLOURS = {"red", "green", "yellow", "blue", "magenta", "cyan", "white"}
"""Seats of these names are shown in that colour."""

LONGEST = 3


@dataclass(frozen=True, slots=True)
class Sign:
    """What is written for a thing, and the seat it belongs to (None: nobody's)."""

    text: str
    owner: str | None


class Signs:
    """Writes things by their fields: in the letters of the set-up's legend, or in the first letters of their values."""

    def __init__(self, model: Model) -> None:
        self._types = {name: _field_types(model, name) for name in model.domains}
        self._legends = {legend.piece: _plain_legend(model, legend) for legend in [model.legend] if legend is not None}
        self._short: dict[str, Mapping[str, str]] = {
            name: shortened(domain.members) for name, domain in model.domains.items() if domain.form in _NAMED
        }
        self._used: dict[str, str] = {}

    @property
    def meanings(self) -> Mapping[str, str]:
        """What the signs mean that have been written so far and are in no legend: sign to meaning."""
        return self._used

    @property
    def legend_meanings(self) -> Mapping[str, str]:
        """What the letters of the set-up's legend mean."""
        return {
            letter: " ".join(_words(pairs)) for legend in self._legends.values() for letter, pairs in legend.items()
        }

    def of_piece(self, domain: str, fields: Mapping[str, Plain]) -> Sign:
        """The sign of a piece with these fields."""
        types = self._types[domain]
        owner = next((fields[name] for name, type_ in types.items() if _is_player(type_) and name in fields), None)
        legend = self._legends.get(domain)
        if legend is not None:
            text = _by_legend(legend, fields, list(types))
        else:
            text = "".join(self._abbreviation(name, types[name], fields[name]) for name in types if name in fields)
        return Sign(text or "?", owner if isinstance(owner, str) else None)

    def of_space(self, values: Mapping[str, Plain], types: Mapping[str, Type]) -> Sign:
        """The sign for what is kept for a space: variables and their values. Empty when there is nothing."""
        owner = next((values[name] for name, type_ in types.items() if _is_player(type_)), None)
        legend = self._legends.get(None)
        text = "" if legend is None else _by_legend(legend, values, list(types))
        if not text:
            text = "".join(self._abbreviation(name, types[name], values[name]) for name in types)
        return Sign(text, owner if isinstance(owner, str) else None)

    def _abbreviation(self, name: str, type_: Type, value: Plain) -> str:
        """The part of a sign that one value makes; values that say nothing special make none."""
        match without_nothing(type_):
            case MemberType(domain) if isinstance(value, str):
                text = self._short.get(domain, {}).get(value, "")
                return self._meaning(text, value)
            case YesNoType() if value is True:
                return self._meaning(name[:1].upper(), name)
            case NumberType() if isinstance(value, int) and value:
                return str(value)
            case CollectionType(of=of) if isinstance(value, list) and of is not None:
                return "".join(self._abbreviation(name, of, member) for member in value)
        return ""

    def _meaning(self, sign: str, meaning: str) -> str:
        if sign:
            self._used.setdefault(sign, meaning)
        return sign


_NAMED = ("player", "kind")


def shortened(words: Sequence[str]) -> dict[str, str]:
    """For each word the first letters that tell it from the others, at most three; a number where these do not."""
    for length in range(1, LONGEST + 1):
        short = [word[:length] for word in words]
        if len(set(short)) == len(short):
            return dict(zip(words, short, strict=True))
    return {word: str(number) for number, word in enumerate(words, 1)}


def seat_colours(seats: Iterable[str]) -> dict[str, str]:
    """A colour for each seat: its own where it is named after one, else one that no seat is named after."""
    names = list(seats)
    free = [colour for colour in PALETTE if colour not in names]
    return {
        seat: seat if seat in COLOURS else free[number % len(free)] if free else "white"
        for number, seat in enumerate(names)
    }


def _field_types(model: Model, name: str) -> dict[str, Type]:
    """The fields of a domain's members by which they may be told apart, in declared order; where they are is none."""
    domain = model.domains[name]
    types = {field: known.type for field, known in domain.fields.items() if "@" not in field}
    types |= {field: model.variables[variable].type for field, variable in domain.owned.items()}
    return {field: type_ for field, type_ in types.items() if without_nothing(type_) != _SPACE and field != "space"}


_SPACE = MemberType("space")


def _is_player(type_: Type) -> bool:
    return without_nothing(type_) == MemberType("player")


def _plain_legend(model: Model, legend: Legend) -> dict[str, dict[str, Plain]]:
    """The legend's letters, each with the fields and plain values it stands for."""
    types = {name: variable.type for name, variable in model.variables.items()}
    if legend.piece is not None:
        types = _field_types(model, legend.piece)
    return {
        letter: {name: _plain(model, types.get(name), value) for name, value in pairs}
        for letter, pairs in legend.letters.items()
    }


def _plain(model: Model, type_: Type | None, value: object) -> Plain:
    bare = None if type_ is None else without_nothing(type_)
    if isinstance(bare, MemberType) and isinstance(value, int):
        return model.domains[bare.domain].members[value]
    return value if isinstance(value, str | int | bool) else None


def _words(pairs: Mapping[str, Plain]) -> Iterable[str]:
    """What a letter says, for people: `crowned`, `not crowned`, or the value alone."""
    for name, value in pairs.items():
        if isinstance(value, bool):
            yield name if value else f"not {name}"
        else:
            yield str(value)


def _by_legend(legend: Mapping[str, Mapping[str, Plain]], fields: Mapping[str, Plain], order: Sequence[str]) -> str:
    """The letters that fit the fields, in the order in which the fields are declared."""
    fitting = [
        letter for letter, pairs in legend.items() if all(fields.get(name) == value for name, value in pairs.items())
    ]
    places = {name: number for number, name in enumerate(order)}
    first = {letter: min(places.get(name, len(places)) for name in legend[letter]) for letter in fitting}
    return "".join(sorted(fitting, key=lambda letter: first[letter]))
