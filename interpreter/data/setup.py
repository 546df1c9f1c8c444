"""Set-ups: the start position as a picture, and the legend that all pictures of positions are written in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from interpreter.data.nodes import Entry, Node, Scalar, mapping, number, scalar, sequence
from interpreter.data.pictures import (
    EMPTY,
    Frame,
    Picture,
    Word,
    misfit,
    picture_of,
    picture_of_lines,
    ragged_rows,
    without_strokes,
)
from interpreter.data.text import YamlText
from interpreter.data.words import quoted
from interpreter.diagnostics import Diagnostic, Related, Span

_POINT = "o"
"""An empty point in the picture of a graph, as in its drawing; unless the legend has a letter of that name."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a file, and where it stands."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class FieldValue:
    """A field that a letter sets, and to what; `value.value` of yes and no is text here."""

    field: Named
    value: Scalar
    letter: Named


@dataclass(frozen=True, slots=True)
class Fill:
    """A row that is filled alike: its number from the bottom, or from the top when negative, and the letters."""

    row: int
    span: Span
    word: Word


@dataclass(frozen=True, slots=True)
class SetUp:
    """What a set-up file says. Keys that it leaves out are None or empty.

    Without a `piece` the letters set fields of spaces. `expect` is the number of spaces that the picture must fill.
    """

    span: Span
    piece: Named | None = None
    area: Named | None = None
    legend: Mapping[str, tuple[FieldValue, ...]] | None = None
    order: tuple[Named, ...] = ()
    art: Picture | None = None
    middle: Picture | None = None
    fill: tuple[Fill, ...] = ()
    expect: tuple[int, Span] | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """What a picture puts on a space: the fields that its letters set, by name, and where that is drawn."""

    space: int
    fields: Mapping[str, FieldValue]
    span: Span


def read_setup(document: Node, base: SetUp | None = None) -> SetUp:
    """The set-up of a document that fits the schema `setup`.

    With a `base`, whatever the document leaves out stays as it is there; the position is one thing: when the document
    has any of `art`, `middle` and `fill`, the base's picture is gone.
    """
    root = mapping(document)
    given = {entry.key: entry.value for entry in root.entries}
    before = base or SetUp(root.span)
    if given.keys() & {"art", "middle", "fill"}:
        before = replace(before, art=None, middle=None, fill=())
    return SetUp(
        span=root.span,
        piece=_named(given["piece"]) if "piece" in given else before.piece,
        area=_named(given["area"]) if "area" in given else before.area,
        legend=_legend(given["legend"]) if "legend" in given else before.legend,
        order=tuple(map(_named, sequence(given["order"]).items)) if "order" in given else before.order,
        art=picture_of(sequence(given["art"])) if "art" in given else before.art,
        middle=picture_of(sequence(given["middle"])) if "middle" in given else before.middle,
        fill=tuple(map(_fill, mapping(given["fill"]).entries)) if "fill" in given else before.fill,
        expect=(number(given["expect"]), given["expect"].span) if "expect" in given else before.expect,
    )


def _text(node: Node) -> YamlText:
    text = scalar(node).text
    if text is None:
        raise TypeError(f"no value: {node!r}")
    return text


def _named(node: Node) -> Named:
    return Named(_text(node).text, node.span)


def _legend(node: Node) -> dict[str, tuple[FieldValue, ...]]:
    return {
        letter.key: tuple(
            FieldValue(Named(field.key, field.key_span), scalar(field.value), Named(letter.key, letter.key_span))
            for field in mapping(letter.value).entries
        )
        for letter in mapping(node).entries
    }


def _fill(entry: Entry) -> Fill:
    text = _text(entry.value)
    return Fill(int(entry.key), entry.key_span, Word(text.text, text.whole, text, 0))


# --- placing


def place(setup: SetUp, frame: Frame) -> tuple[list[Placed], list[Diagnostic]]:
    """What the set-up puts on the spaces of its area, in the order of the spaces, and what is wrong with it."""
    pictured: list[tuple[int | None, Word]] = []
    findings: list[Diagnostic] = []
    has_position = setup.art or setup.middle or setup.fill
    if has_position and setup.legend is None:
        message = "the key `legend` is missing: nothing says what the letters of the picture mean"
        return [], [Diagnostic("RW321", message, _start(setup.span))]
    for fill in setup.fill:
        pictured += _filled(fill, frame, findings)
    if setup.art:
        pictured += _framed(setup.art, frame, "RW338", "the picture of the set-up", findings)
    if setup.middle:
        pictured += _centred(setup.middle, frame, findings)
    placed, faults = _placed(pictured, setup.legend or {}, frame)
    findings += faults
    if setup.expect is not None and not findings and len(placed) != setup.expect[0]:
        count, span = setup.expect
        message = f"the set-up fills {len(placed)} spaces, not {count}"
        findings.append(Diagnostic("RW336", message, span, expected=f"`expect: {len(placed)}`"))
    return placed, findings


def read_position(
    lines: Sequence[tuple[str, Span]], setup: SetUp, frame: Frame
) -> tuple[list[Placed], list[Diagnostic]]:
    """What the picture of a scenario puts on the spaces of a frame, in the legend of the set-up.

    `lines` are the quoted rows, top row first, each with its place in the rules file. On a graph the lines between
    the points may be drawn as they are on the board.
    """
    if setup.legend is None:
        message = "a picture needs letters: the game's set-up has no `legend`"
        return [], [Diagnostic("RW321", message, lines[0][1])]
    findings: list[Diagnostic] = []
    pictured = _framed(picture_of_lines(lines), frame, "RW338", "the picture", findings)
    placed, faults = _placed(pictured, setup.legend, frame)
    return placed, findings + faults


def _start(span: Span) -> Span:
    return Span(span.file, span.line, span.column, span.line, span.column)


def _framed(
    picture: Picture, frame: Frame, code: str, what: str, findings: list[Diagnostic]
) -> list[tuple[int | None, Word]]:
    picture = without_strokes(picture) if frame.drawn else picture
    faults = misfit(picture, frame, code, what, f"have the size of `{frame.name}`")
    findings += faults
    if faults:
        return []
    return [
        (space, word)
        for words, spaces in zip(picture.rows, frame.rows, strict=True)
        for word, space in zip(words, spaces, strict=True)
    ]


def _centred(picture: Picture, frame: Frame, findings: list[Diagnostic]) -> list[tuple[int | None, Word]]:
    ragged = ragged_rows(picture, "`middle`")
    findings += ragged
    if ragged:
        return []
    wide, high = frame.width - picture.width, frame.height - picture.height
    if wide < 0 or high < 0 or wide % 2 or high % 2 or frame.drawn:
        reason = "is larger than" if wide < 0 or high < 0 else "has no middle on"
        message = (
            f"`middle` is {picture.width} wide and {picture.height} high and {reason} `{frame.name}` ({frame.size})"
        )
        hint = "An even board has its middle between two spaces, an odd one on a space; `art` pictures the whole board."
        findings.append(Diagnostic("RW342", message, picture.span, hint=hint))
        return []
    left, top = wide // 2, high // 2
    return [
        (frame.rows[top + row][left + column], word)
        for row, words in enumerate(picture.rows)
        for column, word in enumerate(words)
    ]


def _filled(fill: Fill, frame: Frame, findings: list[Diagnostic]) -> list[tuple[int | None, Word]]:
    if abs(fill.row) > frame.height:
        message = f"`fill` names row {fill.row}, but `{frame.name}` has {frame.height} rows"
        hint = "Rows count from 1 at the bottom, and from -1 at the top."
        findings.append(Diagnostic("RW341", message, fill.span, hint=hint))
        return []
    row = frame.rows[-fill.row] if fill.row > 0 else frame.rows[-fill.row - 1]
    return [(space, fill.word) for space in row if space is not None]


def _placed(
    pictured: Iterable[tuple[int | None, Word]], legend: Mapping[str, tuple[FieldValue, ...]], frame: Frame
) -> tuple[list[Placed], list[Diagnostic]]:
    placed: dict[int, Placed] = {}
    twice: list[tuple[Word, Span]] = []
    reader = _Letters(legend, frame)
    for space, word in pictured:
        if reader.is_empty(word):
            continue
        fields = reader.fields(word)
        if fields is None:
            continue
        if space is None:
            message = f"`{word.text}` is drawn where `{frame.name}` has no space"
            reader.findings.append(Diagnostic("RW343", message, word.span, hint=f"Draw `{EMPTY}` there."))
        elif space in placed:
            twice.append((word, placed[space].span))
        else:
            placed[space] = Placed(space, fields, word.span)
    if twice:
        word, first = twice[0]
        others = f" (one of {len(twice)} such spaces)" if len(twice) > 1 else ""
        message = f"this space is filled already{others}"
        related = (Related(first, "here it is filled first"),)
        reader.findings.append(Diagnostic("RW349", message, word.span, related=related))
    return [placed[space] for space in sorted(placed)], reader.findings


class _Letters:
    """Reads words in a legend. A letter that means nothing is told once, however often it is drawn."""

    def __init__(self, legend: Mapping[str, tuple[FieldValue, ...]], frame: Frame) -> None:
        self.legend, self.frame = legend, frame
        self.findings: list[Diagnostic] = []
        self.told: set[str] = set()

    def is_empty(self, word: Word) -> bool:
        return word.text == EMPTY or (self.frame.drawn and word.text == _POINT and _POINT not in self.legend)

    def fields(self, word: Word) -> dict[str, FieldValue] | None:
        """The fields that the letters of a word set; None when one of them means nothing or two are at odds."""
        fields: dict[str, FieldValue] = {}
        for at, letter in enumerate(word.text):
            if letter not in self.legend:
                self._unknown(word, at)
                return None
            for value in self.legend[letter]:
                if value.field.name in fields:
                    self._at_odds(word, at, value, fields[value.field.name])
                    return None
                fields[value.field.name] = value
        return fields

    def _tell(self, about: str, finding: Diagnostic) -> None:
        if about not in self.told:
            self.told.add(about)
            self.findings.append(finding)

    def _unknown(self, word: Word, at: int) -> None:
        letter = word.text[at]
        hint = f"Known letters: {quoted(self.legend, 'and', most=30)}; `{EMPTY}` is an empty space."
        if letter == EMPTY:
            hint = f"`{EMPTY}` stands alone, for an empty space; put a space between the words."
        elif letter.swapcase() in self.legend:
            hint = f"Did you mean `{letter.swapcase()}`? Capitals and small letters differ."
        inside = f" (in `{word.text}`)" if len(word.text) > 1 else ""
        message = f"the legend has no letter `{letter}`{inside}"
        self._tell(letter, Diagnostic("RW333", message, word.letter_span(at), hint=hint))

    def _at_odds(self, word: Word, at: int, second: FieldValue, first: FieldValue) -> None:
        message = f"`{word.text}` sets `{second.field.name}` twice, by `{first.letter.name}` and by `{word.text[at]}`"
        related = tuple(
            Related(value.field.span, f"`{value.letter.name}` sets it here")
            for value in ((first, second) if first is not second else (first,))
        )
        hint = "Each letter of a word sets other fields."
        self._tell(word.text, Diagnostic("RW339", message, word.letter_span(at), hint=hint, related=related))
