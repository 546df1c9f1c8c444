"""What `show` prints of a game's things: spaces, pieces and figures."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from interpreter.check import CheckedGame
from interpreter.commands import terminal
from interpreter.commands.board import Painter, key_lines, name_lines
from interpreter.commands.fields import field_texts
from interpreter.game.game import Game
from interpreter.geometry import draw_text, layout_picture
from interpreter.model.program import Domain, Field, Model
from interpreter.syntax import nodes as n

GAP = "   "


def space_lines(checked: CheckedGame) -> Iterator[str]:
    """The boards with the names of their spaces, and how many there are."""
    spaces = checked.model.spaces
    if not spaces.areas:
        yield "This game has no board."
        return
    yield from name_lines(checked.model)
    yield ""
    for area in spaces.areas:
        kind = "hexagonal grid" if area.hexagonal else area.kind
        count = "1 space" if area.size == 1 else f"{area.size} spaces"
        yield f"{area.name}: {kind}, {count}"


def piece_lines(checked: CheckedGame) -> Iterator[str]:
    """The board at the start, what its signs mean, and how many pieces of each type there are."""
    model = checked.model
    if model.spaces.areas:
        painter = Painter(model, terminal.is_terminal())
        yield from painter.boards(Game.of(checked, model.name).new())
        yield ""
    yield from key_lines(model)
    for name, domain in checked.model.domains.items():
        if domain.form == "piece":
            yield ""
            yield f"{domain.many}: {len(domain.members)} of {name}"
            yield from textwrap.wrap(
                ", ".join(domain.members), terminal.width(), initial_indent="  ", subsequent_indent="  "
            )


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, terminal.width(), initial_indent="  ", subsequent_indent="  ")


# ---- figures


def figure_lines(checked: CheckedGame) -> Iterator[str]:
    """All placements of each figure, drawn side by side."""
    found = False
    for entry in checked.merged.items:
        if isinstance(entry.item, n.Figures):
            areas = [str(area) for area in entry.item.areas]
            for name in entry.item.names:
                if found:
                    yield ""
                found = True
                yield from _group(checked.model, checked.model.domains[str(name)], areas)
    if not found:
        yield "This game has no figures."


def _group(model: Model, domain: Domain, areas: Sequence[str]) -> Iterator[str]:
    cells = domain.fields["cells"]
    yield f"{domain.name}: {len(domain.members)} placements on {' and '.join(areas)}"
    picture = layout_picture(model.spaces, *areas)
    blocks = []
    for number, member in enumerate(domain.members):
        inside = set(_spaces(cells, number))
        drawn = draw_text(picture, partial(_mark, inside))
        blocks.append([member, *field_texts(model, domain, number, without="cells"), *drawn])
    yield from side_by_side(blocks, terminal.width())


def _mark(inside: Collection[int], space: int) -> str:
    return "x" if space in inside else "."


def _spaces(cells: Field, number: int) -> tuple[int, ...]:
    value = cells.values[number]
    return tuple(space for space in value if isinstance(space, int)) if isinstance(value, tuple) else ()


def side_by_side(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Blocks of lines, as many beside each other as fit the width; a blank line before each row of blocks."""
    widest = max((len(line) for block in blocks for line in block), default=1)
    many = max(1, (width + len(GAP)) // (widest + len(GAP)))
    for start in range(0, len(blocks), many):
        row = blocks[start : start + many]
        yield ""
        for number in range(max(map(len, row))):
            parts = [block[number] if number < len(block) else "" for block in row]
            yield GAP.join(part.ljust(widest) for part in parts).rstrip()
