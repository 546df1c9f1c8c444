"""The printer's lines: pieces of text with their depth, not yet laid out in the width of a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

WIDTH = 120
"""The greatest number of columns of a printed line, comments not counted."""

INDENT = "  "


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line. A loose one is an expression round which brackets may be put, so that the line can be broken.

    `tail` follows the piece without a blank and stays outside such brackets.
    """

    text: str
    loose: bool = False
    tail: str = ""

    @property
    def flat(self) -> str:
        """The piece as it stands in a line that is not broken."""
        return self.text + self.tail


Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the rules. `depth` counts blocks; a joined line stands in the source on the line before it."""

    depth: int
    pieces: Pieces
    joined: bool = False

    @property
    def flat(self) -> str:
        """The line on one line, with its indentation."""
        return INDENT * self.depth + " ".join(piece.flat for piece in self.pieces)

    @property
    def fits(self) -> bool:
        """Whether it need not be broken."""
        return len(self.flat) <= WIDTH


def phrase(*parts: str | Piece | Pieces | None) -> Pieces:
    """The parts one after the other; None, an empty text and an empty phrase leave no trace."""
    found: list[Piece] = []
    for part in parts:
        if isinstance(part, Piece):
            found.append(part)
        elif isinstance(part, str):
            found += [Piece(part)] if part else []
        elif part is not None:
            found += part
    return tuple(found)


def closed(pieces: Pieces, tail: str) -> Pieces:
    """The pieces with `tail` glued to the last one."""
    *before, last = pieces
    return (*before, replace(last, tail=last.tail + tail))


def listed(members: Iterable[Pieces]) -> Pieces:
    """Members with commas between them."""
    every = list(members)
    return phrase(*(closed(member, ",") for member in every[:-1]), *every[-1:])


def quoted(text: str | None) -> str:
    """A string as the rules write it; nothing for None."""
    return "" if text is None else f'"{text}"'
