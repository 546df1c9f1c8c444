"""Which options bring in the seats that the rules play, so that a game is looked at with them as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.check import CheckedGame
from interpreter.check.constants import Fixed, NotFixed, fixed
from interpreter.check.core import parts_of
from interpreter.model.program import OptionModel
from interpreter.model.types import MemberType, NumberType
from interpreter.syntax import nodes as n

MOST_VALUES = 50
"""How many values of an option are tried."""


def joining_options(checked: CheckedGame) -> list[dict[str, Fixed]]:
    """For each seat that is not there as the game was checked, the option that lets the rules take it."""
    found: dict[tuple[str, Fixed], None] = {}
    for entry in checked.merged.items:
        if isinstance(entry.item, n.Seat) and str(entry.item.name) not in checked.model.players:
            joined = next(_ways(entry.item, checked.model.options.values()), None)
            if joined is not None:
                found[joined] = None
    return [{name: value} for name, value in found]


def _ways(seat: n.Seat, options: Iterable[OptionModel]) -> Iterator[tuple[str, Fixed]]:
    """Options of its condition, each with a value under which the seat is there."""
    every = list(options)
    words: dict[str, Fixed] = {word: word for one in every if isinstance(one.type, MemberType) for word in one.choices}
    names = words | {one.name: _fixed(one, int(one.value)) for one in every}
    spoken_of = {str(part.id) for part in parts_of(seat.condition) if isinstance(part, n.Name)}
    for option in every:
        for value in _values(option) if option.name in spoken_of else ():
            try:
                if fixed(seat.condition, names | {option.name: _fixed(option, value)}) is True:
                    yield option.name, _fixed(option, value)
            except NotFixed:
                return


def _values(option: OptionModel) -> range:
    if isinstance(option.type, NumberType):
        low, high = option.type.low or 0, option.type.high or 0
        return range(low, min(high, low + MOST_VALUES) + 1)
    return range(len(option.choices))


def _fixed(option: OptionModel, value: int) -> Fixed:
    if isinstance(option.type, NumberType):
        return value
    return option.choices[value] if isinstance(option.type, MemberType) else bool(value)
