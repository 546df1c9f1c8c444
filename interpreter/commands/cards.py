"""The places of cards as lines: with titles and figures where cards have titles, by their names where they have not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set

from interpreter.commands.board import MARGIN, Painter
from interpreter.commands.fields import written
from interpreter.commands.figures import Figures, Plain
from interpreter.commands.tables import room_for_lines, table, wrapped
from interpreter.commands.titles import TITLE, is_titled
from interpreter.model.program import Domain, Field, Model, Place
from interpreter.model.types import CollectionType, MemberType, NumberType, RulesTextType, YesNoType, without_nothing

MOST_NAMES = 12
"""How many cards of an open place are listed by name."""

MOST_ROWS = 12
"""How many cards of a place have a line each."""

ALSO = "with"
"""The heading of the column that tells which texts a card has."""


def card_lines(figures: Figures, viewer: str | None, told: Set[str]) -> Iterator[str]:
    """All places: those of cards with titles as a table of what matters now, then in short; others in a line each.

    `told` are the places whose numbers of cards stand in a table already.
    """
    places = [place for place in figures.model.places.values() if place.name not in figures.screen.hidden]
    for domain in figures.model.domains.values():
        mine = [place for place in places if place.domain == domain.name]
        if mine and is_titled(domain):
            yield from _Titled(figures, domain, viewer).lines(mine, told)
        else:
            for place in mine:
                text = place_text(
                    place, figures.seen["places"].get(place.name), figures.painter, figures.screen.blocks == ()
                )
                yield from wrapped(f"{figures.heading(place.name)}: {text}" if text else "")


class _Titled:
    """Cards of one domain, whose rows have titles."""

    def __init__(self, figures: Figures, domain: Domain, viewer: str | None) -> None:
        self.figures = figures
        self.domain = domain
        self.viewer = viewer
        self.fields, self.texts = card_fields(figures.model, domain)

    def lines(self, places: list[Place], told: Set[str]) -> Iterator[str]:
        """The row and what the viewer has, a card a line; then cards of others that lie open; then numbers of cards."""
        spread: list[tuple[Place, list[str]]] = []
        listed: list[str] = []
        counted: list[str] = []
        for place in places:
            spots = dict(_spots(self.figures.seen["places"].get(place.name)))
            own: tuple[str, ...] | None = next((keys for keys in spots if keys == (self.viewer,)), None)
            if place.shape == "row" and not place.keys:
                own = ()
            cards = None if own is None else _known(place, spots[own])
            if cards is not None and len(cards) <= MOST_ROWS and place.name not in self.figures.screen.sums:
                spread += [(place, cards)] if cards else []
                spots.pop(own if own is not None else ())
            listed += self._open(place, spots) if place.keys else []
            if place.name not in told and place.name not in self.figures.screen.sums:
                counted.append(self._count(place, spots))
        for text in listed:
            yield from wrapped(text)
        yield from wrapped(" · ".join(filter(None, counted)))
        yield from self._spread(spread)

    def _spread(self, places: list[tuple[Place, list[str]]]) -> Iterator[str]:
        if not places:
            return
        headings = [self.figures.heading(field.name) for field in self.fields]
        rows = [["", self.domain.name, TITLE, *headings, ALSO]]
        for place, cards in places:
            for at, name in enumerate(cards):
                number = self.domain.members.index(name)
                start = self.figures.heading(place.name) if at == 0 else ""
                values = [cell(self.figures.model, field, number) for field in self.fields]
                title = str(self.domain.fields[TITLE].values[number] or "")
                rows.append([start, name, title, *values, self._texts(number)])
        rows = [[c for at, c in enumerate(row) if any(line[at] not in ("", "0") for line in rows[1:])] for row in rows]
        lines = table(rows, room_for_lines())
        yield ""
        yield f"{' ' * MARGIN}{self.figures.painter.heading(lines[0])}"
        yield from (f"{' ' * MARGIN}{line}" for line in lines[1:])

    def _texts(self, number: int) -> str:
        """Which texts a card has that most have not."""
        return ", ".join(field.name for field in self.texts if field.values[number] not in (None, ()))

    def _open(self, place: Place, spots: Mapping[tuple[str, ...], object]) -> list[str]:
        """Cards of somebody that lie open, or are known to the viewer, with their titles."""
        painter = self.figures.painter
        shown = []
        for keys, cards in spots.items():
            known = [name for name in cards if name is not None] if isinstance(cards, list) else []
            if known:
                names = self._named(place, known)
                more = (
                    f" and {len(cards) - len(known)} more"
                    if isinstance(cards, list) and len(cards) > len(known)
                    else ""
                )
                shown.append(f"{' '.join(map(painter.seat, keys))} {names}{more}")
        return [f"{self.figures.heading(place.name)}: {' · '.join(shown)}"] if shown else []

    def _named(self, place: Place, known: list[str]) -> str:
        """Cards by name and title, or as the author wants it by how many there are of each value of a field."""
        by = self.figures.screen.sums.get(place.name)
        if by is None:
            return ", ".join(f"{name} {self.figures.titles.get(name, '')}".rstrip() for name in known)
        field = self.domain.fields[by]
        values = (cell(self.figures.model, field, self.domain.members.index(name)) for name in known)
        return ", ".join(f"{count} {value or by}" for value, count in Counter(values).items())

    def _count(self, place: Place, spots: Mapping[tuple[str, ...], object]) -> str:
        parts = []
        for keys, cards in spots.items():
            number = cards if isinstance(cards, int) else len(cards) if isinstance(cards, list) else 0
            if keys and (not number or (isinstance(cards, list) and any(cards))):
                continue  # there is nothing, or it has been told by name
            parts.append(": ".join([*map(self.figures.painter.seat, keys), str(number)]))
        return f"{self.figures.heading(place.name)} {', '.join(parts)}" if parts else ""


def card_fields(model: Model, domain: Domain) -> tuple[list[Field], list[Field]]:
    """The fields of cards that are figures or plain words, and those with rules text that few cards have."""
    plain: list[Field] = []
    texts: list[Field] = []
    nested = {name for name in model.domains if "." in name}
    for name, field in domain.fields.items():
        bare = without_nothing(field.type)
        inner = bare.of if isinstance(bare, CollectionType) else bare
        if "@" in name or name == TITLE:
            continue
        if isinstance(bare, NumberType | YesNoType) or (isinstance(bare, MemberType) and bare.domain not in nested):
            plain.append(field)
        elif isinstance(inner, RulesTextType | MemberType):
            texts.append(field)
    most = len(domain.members) // 2
    return plain, [field for field in texts if sum(value not in (None, ()) for value in field.values) <= most]


def cell(model: Model, field: Field, number: int) -> str:
    """A field of a card in a table; what only repeats the field's name is left out."""
    value = field.values[number]
    text = "" if value is None or value is False else written(model, field, value)
    return text.removesuffix(f"_{field.name}")


def place_text(place: Place, value: object, painter: Painter, whole: bool = True) -> str:
    """The cards of a place, and of each of its parts: their names as far as they are known.

    Unless the `whole` place is wanted, parts without cards are left out.
    """
    spots = [(keys, cards) for keys, cards in _spots(value) if whole or cards not in (0, [])]
    return " · ".join(" ".join([*map(painter.seat, keys), _cards(place, cards)]) for keys, cards in spots)


def _known(place: Place, cards: object) -> list[str] | None:
    """The cards of a spot, if all of them are known; the gaps of an open row are none."""
    if cards in (0, []):
        return []
    if isinstance(cards, list) and place.shape == "row" and place.hiding is None:
        return [str(name) for name in cards if name is not None]
    return [str(name) for name in cards] if isinstance(cards, list) and None not in cards else None


def _spots(value: object, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    if isinstance(value, Mapping):
        kept: Plain = value
        for key, inner in kept.items():
            yield from _spots(inner, (*keys, key))
    else:
        yield keys, value


def _cards(place: Place, cards: object) -> str:
    """The cards of one spot: their names as far as they are known, a pile by its top."""
    if not isinstance(cards, list):
        return _count(cards if isinstance(cards, int) else 0)
    if not cards:
        return "empty"
    names = ["?" if card is None else str(card) for card in cards]
    if place.shape == "pile":
        return f"{names[0]} on top of {_count(len(names))}" if len(names) > 1 else names[0]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return " ".join(names[:MOST_NAMES]) + more


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
