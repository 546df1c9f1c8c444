"""How an author wants the state of a game to be shown: which figures stand together, and under which words.

Nothing here changes how a game is played. All names are checked: they are names of the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Screen:
    """What an author says of the screen. `words` are headings by name, `hidden` the names that are left out."""

    blocks: tuple[ScreenBlock, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
