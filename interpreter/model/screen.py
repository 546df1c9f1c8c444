"""How an author wants the state of a game to be shown: which figures stand together, and under which words.

Nothing here changes how a game is played. All names are checked: they are names of the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.model.types import MemberType
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.model.program import Domain


@record
class ScreenBlock:
    """A table with a line for each member of a domain: `rows` is the domain, `columns` what is told of each member.

    A column is a field of the domain, or a variable, place or piece domain that has to do with it. The lines are in the
    order of the column `order`, the `highest` first if so said; in the order of the members when it is None.
    """

    title: str
    rows: str
    columns: tuple[str, ...]
    order: str | None = None
    highest: bool = False


@record
class Screen:
    """What an author says of the screen. `words` are headings by name, `hidden` the names that are left out.

    `sums` are places whose cards are told by how many there are of each value of a field: place to field.
    """

    blocks: tuple[ScreenBlock, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    sums: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()


def linked(inner: Domain, outer: Domain) -> str | None:
    """The field by which each member of one domain belongs to one of another; None where there is none, or several."""
    links = [name for name, one in inner.fields.items() if one.type == MemberType(outer.name)]
    return links[0] if inner.form == "row" and len(links) == 1 and outer.form == "row" else None
