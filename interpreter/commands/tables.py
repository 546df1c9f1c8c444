"""Tables as lines of text, and blocks of lines beside one another where there is room."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from interpreter.commands import terminal
from interpreter.commands.board import MARGIN

WIDEST = 100
"""Lines for people to play by take no more columns, however wide the terminal is."""

GAP = 2
BESIDE = 4
_CONTROL = re.compile(r"\x1b\[[0-9;]*m")

Block = list[str]


def room_for_lines() -> int:
    """How many columns lines may fill behind the margin."""
    return min(WIDEST, terminal.width()) - MARGIN


def wrapped(text: str, hanging: int = MARGIN) -> Block:
    """A text as lines behind the margin, all but the first set in by some more."""
    lines: Block = []
    line, room = "", room_for_lines()
    for word in text.split():
        blanks = " " * (hanging if lines else 0)
        longer = f"{line} {word}" if line else f"{blanks}{word}"
        if line and length(longer) > room:
            lines.append(line)
            longer = f"{' ' * hanging}{word}"
        line = longer
    return [f"{' ' * MARGIN}{one}" for one in [*lines, *([line] if line else [])]]


def length(text: str) -> int:
    """How many columns a text takes; control codes take none."""
    return len(_CONTROL.sub("", text)) if "\x1b" in text else len(text)


def padded(text: str, room: int, right: bool = False) -> str:
    """A text with blanks up to so many columns."""
    blanks = " " * (room - length(text))
    return blanks + text if right else text + blanks


def table(rows: Sequence[Sequence[str]], room: int, right: frozenset[int] = frozenset()) -> Block:
    """Rows of cells as lines; the columns `right` are set to the right. What is too wide is cut off."""
    widths = [max(map(length, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [padded(cell, wide, at in right) for at, (cell, wide) in enumerate(zip(row, widths, strict=True))]
        lines.append(cut((" " * GAP).join(cells).rstrip(), room))
    return lines


def cut(text: str, room: int) -> str:
    """A text that takes no more than so many columns."""
    if length(text) <= room:
        return text
    kept, left = [], room - 1
    for part in re.split(rf"({_CONTROL.pattern})", text):
        if _CONTROL.fullmatch(part):
            kept.append(part)
        else:
            kept.append(part[:left])
            left -= len(part[:left])
    return "".join(kept) + "…"


def pages(widths: Sequence[int], room: int) -> Iterator[range]:
    """Which columns of a table of too many stand together: as many as fit beside the first, which is repeated."""
    start, used = 1, widths[0]
    for at in range(1, len(widths)):
        if used + GAP + widths[at] > room and at > start:
            yield range(start, at)
            start, used = at, widths[0]
        used += GAP + widths[at]
    yield range(start, len(widths))


def beside(blocks: Sequence[Block], room: int) -> Iterator[str]:
    """The blocks as lines, in their order: beside one another and below one another as it fits."""
    shelf: list[list[Block]] = []
    for block in blocks:
        if not block:
            continue
        if shelf and _stack(shelf, block, room):
            continue
        if shelf and _wide([*shelf, [block]]) <= room and len(block) <= _high(shelf) + 2:
            shelf.append([block])
            continue
        if shelf:
            yield from _shelf(shelf)
            yield ""
        shelf = [[block]]
    if shelf:
        yield from _shelf(shelf)


def _stack(shelf: list[list[Block]], block: Block, room: int) -> bool:
    """Puts a block below others on a shelf, if it is not higher for that."""
    high = _high(shelf)
    for at, column in enumerate(shelf):
        more = [*shelf[:at], [*column, block], *shelf[at + 1 :]]
        if _high(more) <= high and _wide(more) <= room:
            column.append(block)
            return True
    return False


def _lines(column: list[Block]) -> Block:
    return [line for number, block in enumerate(column) for line in (block if number == 0 else ["", *block])]


def _high(shelf: list[list[Block]]) -> int:
    return max(len(_lines(column)) for column in shelf)


def _wide(shelf: list[list[Block]]) -> int:
    return sum(max(map(length, _lines(column))) for column in shelf) + BESIDE * (len(shelf) - 1)


def _shelf(shelf: list[list[Block]]) -> Iterator[str]:
    columns = [_lines(column) for column in shelf]
    widths = [max(map(length, lines)) for lines in columns]
    for number in range(_high(shelf)):
        cells = [lines[number] if number < len(lines) else "" for lines in columns]
        yield (" " * BESIDE).join(padded(cell, wide) for cell, wide in zip(cells, widths, strict=True)).rstrip()
