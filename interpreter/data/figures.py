"""Figures: patterns of spaces that authors draw, and all the places where they lie on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from interpreter.data.nodes import Mapping as MappingNode
from interpreter.data.nodes import Node, Scalar, mapping, number, sequence, word
from interpreter.data.pictures import EMPTY, Frame, Picture, misfit, picture_of, ragged_rows
from interpreter.data.rows import repeated_ids
from interpreter.diagnostics import Diagnostic, Related, Span, close_match

Cell = tuple[int, int]
Turn = Callable[[Cell], Cell]

FULL = "x"
"""The sign in a figure's picture for a space of the figure."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One drawn figure.

    `cells` are columns and rows of the picture, both from 0 and from its bottom left corner. `row` holds the further
    fields; `span` is the figure's id.
    """

    group: str
    id: str
    span: Span
    picture: Picture
    cells: tuple[Cell, ...]
    place: str
    symmetry: str
    row: MappingNode


@dataclass(frozen=True, slots=True)
class Expected:
    """How many placements a file says that a group has."""

    group: str
    count: int
    span: Span
    group_span: Span


@dataclass(frozen=True, slots=True)
class Figures:
    """What a file of figures holds: its groups in their order, and its counts."""

    groups: Mapping[str, tuple[Figure, ...]]
    expect: tuple[Expected, ...]


@dataclass(frozen=True, slots=True)
class Placement:
    """A figure lying on a board: its spaces in their order."""

    figure: Figure
    cells: tuple[int, ...]


def read_figures(document: Node) -> tuple[Figures, list[Diagnostic]]:
    """The figures of a document that fits the schema `figures`, and what is wrong with their pictures."""
    findings: list[Diagnostic] = []
    groups: dict[str, tuple[Figure, ...]] = {}
    expect: tuple[Expected, ...] = ()
    for entry in mapping(document).entries:
        if entry.key == "expect":
            counts = mapping(entry.value).entries
            expect = tuple(Expected(at.key, number(at.value), at.value.span, at.key_span) for at in counts)
        else:
            rows = [mapping(row) for row in sequence(entry.value).items]
            groups[entry.key] = tuple(_figure(entry.key, row, findings) for row in rows)
            findings += repeated_ids(rows, entry.key)
    return Figures(groups, expect), findings


def _figure(group: str, row: MappingNode, findings: list[Diagnostic]) -> Figure:
    name = row.get("id")
    picture = picture_of(sequence(row.get("cells")))
    figure = Figure(
        group=group,
        id=word(name),
        span=name.span if isinstance(name, Scalar) else row.span,
        picture=picture,
        cells=tuple(
            (column, picture.height - 1 - line)
            for line, words in enumerate(picture.rows)
            for column, sign in enumerate(words)
            if sign.text == FULL
        ),
        place=_choice(row, "place", "anywhere"),
        symmetry=_choice(row, "symmetry", "none"),
        row=row,
    )
    findings += _picture_faults(figure)
    return figure


def _choice(row: MappingNode, key: str, otherwise: str) -> str:
    value = row.get(key)
    return otherwise if value is None else word(value)


def _picture_faults(figure: Figure) -> list[Diagnostic]:
    signs = [sign for line in figure.picture.rows for sign in line if sign.text not in (FULL, EMPTY)]
    if signs:
        together = set(signs[0].text) <= {FULL, EMPTY}
        hint = (
            "Put a space between the signs." if together else f"`{FULL}` is a space of the figure, `{EMPTY}` is none."
        )
        message = f"figure `{figure.id}`: the sign `{signs[0].text}` means nothing in a figure"
        return [Diagnostic("RW333", message, signs[0].span, hint=hint)]
    if not figure.cells:
        message = f"figure `{figure.id}` has no space: its picture shows no `{FULL}`"
        return [Diagnostic("RW334", message, figure.picture.span)]
    return []


# --- placing


def expand(figures: Iterable[Figure], frame: Frame) -> tuple[list[Placement], list[Diagnostic]]:
    """Every placement of the figures (of one group, without faults of their own) in a frame, and what does not fit.

    Placements come by figure; for each by its form (as drawn and turned clockwise step by step, then mirrored and
    turned likewise; with `mirrors` alone as drawn, left and right exchanged, top and bottom exchanged, both); for each
    form from the bottom row upwards and from left to right. A figure that covers the same spaces in two ways is placed
    once. Two figures that cover the same spaces are both placed, with a warning.
    """
    placements: list[Placement] = []
    findings: list[Diagnostic] = []
    for figure in figures:
        faults = _frame_faults(figure, frame)
        placed = [] if faults else _places(figure, frame)
        if not faults and not placed:
            faults = [_fits_nowhere(figure, frame)]
        findings += faults
        placements += [Placement(figure, cells) for cells in placed]
    return placements, findings + _doubles(placements)


def _frame_faults(figure: Figure, frame: Frame) -> list[Diagnostic]:
    what = f"figure `{figure.id}`"
    if frame.drawn and (figure.place, figure.symmetry) != ("whole_board", "none"):
        message = f"{what} cannot slide, turn or be mirrored on `{frame.name}`, whose points lie as they are drawn"
        return [Diagnostic("RW335", message, figure.span, hint="Use `place: whole_board` and `symmetry: none`.")]
    if figure.place == "whole_board":
        hint = "`place: whole_board` pictures the whole board; `place: anywhere` lets a smaller picture slide."
        sized = misfit(figure.picture, frame, "RW331", what, "have the board's size")
        return [replace(finding, hint=finding.hint or hint) for finding in sized]
    return ragged_rows(figure.picture, what)


def _places(figure: Figure, frame: Frame) -> list[tuple[int, ...]]:
    found: dict[tuple[int, ...], None] = {}
    for cells in _forms(figure, frame.hexagonal):
        for right, up in _steps(figure, cells, frame):
            spaces = _spaces(cells, right, up, frame)
            if spaces is not None:
                found.setdefault(spaces)
    return list(found)


def _steps(figure: Figure, cells: Iterable[Cell], frame: Frame) -> list[Cell]:
    """How far a form is moved to the right and up, row by row."""
    if figure.place == "whole_board":
        return [(0, 0)]
    columns = frame.width - max(column for column, _ in cells)
    rows = frame.height - max(row for _, row in cells)
    columns = frame.width if frame.wrapped[0] and columns > 0 else columns
    rows = frame.height if frame.wrapped[1] and rows > 0 else rows
    return [(right, up) for up in range(rows) for right in range(columns)]


def _spaces(cells: Iterable[Cell], right: int, up: int, frame: Frame) -> tuple[int, ...] | None:
    """The spaces of a form that is moved; None when one of its cells lies on none."""
    spaces = []
    for column, row in cells:
        across = (column + right) % frame.width if frame.wrapped[0] else column + right
        upwards = (row + up) % frame.height if frame.wrapped[1] else row + up
        space = frame.at(across, upwards)
        if space is None:
            return None
        spaces.append(space)
    return tuple(sorted(spaces))


def _forms(figure: Figure, hexagonal: bool) -> list[list[Cell]]:
    """The forms of a figure that its symmetry names.

    A picture of the whole board keeps only forms in which the board's own shape comes to lie on itself; other forms
    are moved into the corner, so that empty edges of their picture do not count.
    """
    picture = figure.picture
    box = [(column, row) for row in range(picture.height) for column in range(picture.width)]
    forms = []
    for turn in _turns(figure.symmetry, hexagonal):
        frame = [turn(cell) for cell in (box if figure.place == "whole_board" else figure.cells)]
        left, low = min(column for column, _ in frame), min(row for _, row in frame)
        if figure.place == "whole_board" and {(column - left, row - low) for column, row in frame} != set(box):
            continue
        forms.append([(column - left, row - low) for column, row in map(turn, figure.cells)])
    return forms


def _turns(symmetry: str, hexagonal: bool) -> list[Turn]:
    """The ways to turn and mirror a figure, in the order in which its placements are listed."""
    step, full = (_sixth, 6) if hexagonal else (_quarter, 4)
    mirror = _mirror_hexagonal if hexagonal else _mirror
    half = _repeated(step, full // 2)
    turns = [_repeated(step, times) for times in range(full)]
    return {
        "none": turns[:1],
        "turns": turns,
        "mirrors": [turns[0], mirror, _after(half, mirror), half],
        "turns_and_mirrors": [*turns, *(_after(turn, mirror) for turn in turns)],
    }[symmetry]


def _repeated(step: Turn, times: int) -> Turn:
    def turn(cell: Cell) -> Cell:
        for _ in range(times):
            cell = step(cell)
        return cell

    return turn


def _after(second: Turn, first: Turn) -> Turn:
    return lambda cell: second(first(cell))


def _quarter(cell: Cell) -> Cell:
    """Turn clockwise by a quarter."""
    return cell[1], -cell[0]


def _mirror(cell: Cell) -> Cell:
    """Exchange left and right."""
    return -cell[0], cell[1]


def _sixth(cell: Cell) -> Cell:
    """Turn clockwise by a sixth, on a grid whose rows stand half a cell further right than the row below."""
    return cell[0] + cell[1], -cell[0]


def _mirror_hexagonal(cell: Cell) -> Cell:
    """Exchange right and upper right."""
    return cell[1], cell[0]


def _fits_nowhere(figure: Figure, frame: Frame) -> Diagnostic:
    picture = figure.picture
    message = f"figure `{figure.id}` fits nowhere on `{frame.name}` ({frame.size})"
    hint = f"Its picture is {picture.width} wide and {picture.height} high, and every `{FULL}` must lie on a space."
    return Diagnostic("RW335", message, picture.span, hint=hint)


def _doubles(placements: Sequence[Placement]) -> list[Diagnostic]:
    """A warning for each two figures that somewhere cover the same spaces."""
    first: dict[tuple[int, ...], Figure] = {}
    told: dict[tuple[str, str], Diagnostic] = {}
    for placement in placements:
        other = first.setdefault(placement.cells, placement.figure)
        here = placement.figure
        if other is not here and (other.id, here.id) not in told:
            message = f"figure `{here.id}` can cover the same spaces as `{other.id}`: both will count there"
            related = (Related(other.span, f"`{other.id}` stands here"),)
            told[other.id, here.id] = Diagnostic("RW347", message, here.span, related=related, severity="warning")
    return list(told.values())


def check_counts(expect: Iterable[Expected], placements: Mapping[str, Sequence[Placement]]) -> list[Diagnostic]:
    """Findings where a file's `expect` differs from what there is; `placements` are those of all known groups."""
    findings = []
    for count in expect:
        if count.group not in placements:
            near = close_match(count.group, placements)
            hint = f"Did you mean `{near}`?" if near else None
            message = f"`expect` counts `{count.group}`, but there is no such group of figures"
            findings.append(Diagnostic("RW348", message, count.group_span, hint=hint))
            continue
        found = placements[count.group]
        if len(found) != count.count:
            rows: dict[str, int] = {}
            for placement in found:
                rows[placement.figure.id] = rows.get(placement.figure.id, 0) + 1
            listed = ", ".join(f"{name} {many}" for name, many in rows.items()) or "none at all"
            message = f"`{count.group}` has {len(found)} placements, not {count.count}"
            expected = f"`{count.group}: {len(found)}`"
            findings.append(Diagnostic("RW336", message, count.span, hint=f"There are: {listed}.", expected=expected))
    return findings
