"""The rows of a game's data: their figures in a line, and what their rules text does in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from interpreter.check import CheckedGame
from interpreter.commands import terminal
from interpreter.commands.fields import is_left_out, written
from interpreter.game.describe import Describer
from interpreter.model.program import Domain, Field
from interpreter.model.types import (
    CollectionType,
    MemberType,
    RulesTextType,
    Type,
    without_nothing,
)
from interpreter.syntax import nodes as n

Rows = tuple[Domain, tuple[int, ...]]


def cards_lines(checked: CheckedGame) -> Iterator[str]:
    """The rows of all tables of data. Rows that stand in other rows are told there."""
    pages = Pages(checked)
    found = False
    for name, domain in checked.model.domains.items():
        if domain.form != "row" or name in pages.figures or name in pages.nested:
            continue
        if found:
            yield ""
        found = True
        yield f"{domain.many}: {len(domain.members)} of {name}"
        for number in range(len(domain.members)):
            yield from pages.row(domain, number)
    if not found:
        yield "This game has no data."


class Pages:
    """Writes rows. `nested` are the types whose rows stand in other rows, `figures` those that are drawn."""

    def __init__(self, checked: CheckedGame) -> None:
        self.model = checked.model
        self.describer = Describer(checked)
        items = [entry.item for entry in checked.merged.items]
        self.figures = {str(name) for item in items if isinstance(item, n.Figures) for name in item.names}
        self.nested = {str(row.one) for item in items if isinstance(item, n.Data) for row in item.nested}
        self.nested |= {name for name in checked.model.domains if "." in name}

    def row(self, domain: Domain, number: int) -> Iterator[str]:
        """A row: its name and what is plain about it, then a line for each rules text and for each row inside."""
        head = " · ".join(self.plain_fields(domain, number))
        yield from _wrapped(f"{domain.members[number]}  {head}".rstrip(), 2)
        for name, field in domain.fields.items():
            value = field.values[number]
            text = self.rules(field.type, value)
            if text:
                yield from _wrapped(f"{name}: {text}", 6)
            inside = self.rows_in(field.type, value)
            if inside is not None:
                for member in inside[1]:
                    own = "" if "." in inside[0].name else f" {inside[0].members[member]}"
                    yield from _wrapped(f"{name}{own}: {self.inside(inside[0], member)}", 6)

    def inside(self, domain: Domain, number: int) -> str:
        """A row inside another: its figures and conditions, then what follows from them."""
        heads, effects = self.plain_fields(domain, number), []
        for name, field in domain.fields.items():
            value = field.values[number]
            text = self.rules(field.type, value)
            if text and self.is_effect(field.type):
                effects.append(text)
            elif text:
                heads.append(f"{name} {text}")
        return ": ".join(filter(None, (", ".join(heads), " ".join(effects))))

    def plain_fields(self, domain: Domain, number: int) -> list[str]:
        """The fields that say something and hold neither rules text nor rows inside, each as `name value`."""
        found = []
        for name, field in domain.fields.items():
            value = field.values[number]
            if "@" in name or is_left_out(field.type, value) or self.rules(field.type, value):
                continue
            if self.rows_in(field.type, value) is None and not self.leads_back(domain, field.type):
                found.append(f"{name} {self.written(field, value)}")
        return found

    def rules(self, type_: Type, value: object) -> str:
        """Rules text in words; empty for anything else."""
        bare = without_nothing(type_)
        if isinstance(bare, RulesTextType) and isinstance(value, int):
            return self.describer.text(value)
        if isinstance(bare, CollectionType) and bare.of is not None and isinstance(value, tuple):
            return " / ".join(filter(None, (self.rules(bare.of, one) for one in value)))
        return ""

    def is_effect(self, type_: Type) -> bool:
        """Whether rules text of this type does something, rather than asking or waiting for something."""
        bare = without_nothing(type_)
        if isinstance(bare, CollectionType):
            return bare.of is not None and self.is_effect(bare.of)
        return isinstance(bare, RulesTextType) and bare.form == "effect"

    def rows_in(self, type_: Type, value: object) -> Rows | None:
        """The rows inside a row that a field holds; None for any other field."""
        bare = without_nothing(type_)
        member = bare.of if isinstance(bare, CollectionType) else bare
        if not isinstance(member, MemberType) or member.domain not in self.nested:
            return None
        numbers = value if isinstance(value, tuple) else () if value is None else (value,)
        return self.model.domains[member.domain], tuple(one for one in numbers if isinstance(one, int))

    def leads_back(self, domain: Domain, type_: Type) -> bool:
        """Whether a field of a row inside another leads back to that one."""
        bare = without_nothing(type_)
        return domain.name in self.nested and isinstance(bare, MemberType) and self.holds(bare.domain, domain.name)

    def holds(self, outer: str, inner: str) -> bool:
        """Whether rows of one type stand in rows of another."""
        fields = self.model.domains[outer].fields.values()
        found = (self.rows_in(field.type, ()) for field in fields)
        return any(rows is not None and rows[0].name == inner for rows in found)

    def written(self, field: Field, value: object) -> str:
        """A field's value for people."""
        return written(self.model, field, value)


def _wrapped(text: str, indent: int) -> list[str]:
    room = terminal.width()
    return textwrap.wrap(text, room, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4))
