"""Which names the items of a game declare, before anything is known about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n


def declared_names(items: Iterable[n.Item]) -> dict[str, Span]:
    """Every name that stands for something by itself, with the first place that declares it."""
    names: dict[str, Span] = {}
    for item in items:
        for word in _names_of(item):
            names.setdefault(str(word), word.span)
    return names


def _names_of(item: n.Item) -> Iterator[n.Word]:
    match item:
        case n.Kind(rows=rows):
            yield from (rows.many, *item.words)
        case n.Piece(rows=rows):
            yield rows.many
        case n.Data():
            yield from (rows.many for rows in (*item.rows, *item.nested))
        case n.Counter(names=names) | n.Keep(names=names) | n.Figures(names=names):
            yield from names
        case n.Places():
            yield from (place.name for place in item.places)
        case n.Game():
            yield from item.players
        case n.Option(name=name) | n.Grid(name=name) | n.Ring(name=name) | n.Graph(name=name):
            yield name
        case n.Table(name=name) | n.Value(name=name) | n.Seat(name=name):
            yield name
