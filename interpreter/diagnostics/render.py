"""Shows findings to people: plain text, text in colour, and plain data for programs."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.text import Text

from interpreter.diagnostics.model import Diagnostic, Severity, Span
from interpreter.diagnostics.sources import Sources

WIDTH = 100
GUTTER = 5
TAB = 4
STYLES = {
    "place": "bold",
    "error": "bold red",
    "warning": "bold yellow",
    "message": "bold",
    "gutter": "dim",
    "code": "",
    "error caret": "bold red",
    "warning caret": "bold yellow",
    "note caret": "bold cyan",
    "hint": "green",
    "expected": "cyan",
    "note": "cyan",
}


class Piece(NamedTuple):
    """Some characters of one line and the part they play in it: a key of STYLES."""

    text: str
    part: str


Line: TypeAlias = list[Piece]
Json: TypeAlias = dict[str, object]


def render(findings: Iterable[Diagnostic], sources: Sources, width: int = WIDTH) -> str:
    """The findings by place, as plain text; quoted lines and hints fill no more than `width` columns."""
    return "".join("".join(piece.text for piece in line) + "\n" for line in _lines(findings, sources, width))


def render_rich(findings: Iterable[Diagnostic], sources: Sources, width: int = WIDTH) -> Text:
    """The same text as `render` gives, in colour."""
    text = Text(no_wrap=True, end="")
    for line in _lines(findings, sources, width):
        for piece in line:
            text.append(piece.text, STYLES[piece.part])
        text.append("\n")
    return text


def summary(findings: Sequence[Diagnostic], files: int, seconds: float | None = None) -> str:
    """One line: how many findings of each kind in how many files, and how to learn more about the first."""
    time = "" if seconds is None else f" ({seconds:.2f} s)"
    if not findings:
        return f"no findings in {_count(files, 'file')}{time}"
    errors = sum(finding.severity == "error" for finding in findings)
    counted = (
        f"{_count(errors, 'error')}, {_count(len(findings) - errors, 'warning')} in {_count(files, 'file')}{time}."
    )
    first = min(findings, key=lambda finding: (finding.severity != "error", finding.order))
    return f"{counted}  More on a code: rulewright help {first.code}"


def to_json(findings: Iterable[Diagnostic]) -> Json:
    """The findings by place as plain data, as `schemas/diagnostics.schema.json` describes it."""
    ordered = sorted(findings, key=lambda finding: finding.order)
    errors = sum(finding.severity == "error" for finding in ordered)
    return {"errors": errors, "warnings": len(ordered) - errors, "findings": [_plain(finding) for finding in ordered]}


def printable(text: str) -> str:
    """The text with a stand-in for every character that a terminal would act upon or could not show."""
    return "".join(letter if letter.isprintable() else _stand_in(letter) for letter in text)


def _plain(finding: Diagnostic) -> Json:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": printable(finding.message),
        "place": _place(finding.span),
        "hint": _clean(finding.hint),
        "expected": _clean(finding.expected),
        "related": [{"place": _place(span), "note": printable(note)} for span, note in finding.related],
    }


def _place(span: Span | None) -> Json | None:
    return None if span is None else {**span._asdict(), "file": printable(span.file)}


def _clean(text: str | None) -> str | None:
    return None if text is None else printable(text)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _stand_in(letter: str) -> str:
    if ord(letter) < 32:
        return chr(0x2400 + ord(letter))
    return " " if unicodedata.category(letter) == "Zs" else "\ufffd"


# ---- the lines of a finding


def _lines(findings: Iterable[Diagnostic], sources: Sources, width: int) -> Iterator[Line]:
    room = max(width - GUTTER - 3, 20)
    for number, finding in enumerate(sorted(findings, key=lambda finding: finding.order)):
        if number:
            yield []
        yield from _finding(finding, sources, room)


def _finding(finding: Diagnostic, sources: Sources, room: int) -> Iterator[Line]:
    yield _header(finding)
    hint = finding.hint
    if finding.span is not None and (quoted := sources.line(finding.span.file, finding.span.line)) is not None:
        above = sources.opener(finding.span.file, finding.span.line)
        if above is not None:
            yield _quoted(above, _Window(sources.line(finding.span.file, above) or "", 1, 1, room))
        window = _Window(quoted, finding.span.column, _end(finding.span, quoted), room)
        yield _quoted(finding.span.line, window)
        beside = hint if hint and window.right + 1 + cell_len(hint) <= room else None
        yield [*_caret(window, finding.severity), *([Piece(f" {printable(beside)}", "hint")] if beside else [])]
        hint = None if beside else hint
    if hint:
        yield from _wrapped(hint, "│", "hint", room)
    if finding.expected:
        yield from _wrapped(f"expected: {finding.expected}", "╰", "expected", room)
    for span, note in finding.related:
        yield from _related(span, note, sources, room)


def _header(finding: Diagnostic) -> Line:
    place = [] if finding.span is None else [Piece(printable(finding.span.point()), "place"), Piece("  ", "code")]
    warning = [Piece("warning: ", "warning")] if finding.severity == "warning" else []
    return [
        *place,
        Piece(f"{finding.code}  ", finding.severity),
        *warning,
        Piece(printable(finding.message), "message"),
    ]


def _related(span: Span, note: str, sources: Sources, room: int) -> Iterator[Line]:
    yield [Piece(" " * (GUTTER - 1) + "also ", "gutter"), Piece(printable(span.point()), "place"), Piece("  ", "code"),
           Piece(printable(note), "note")]  # fmt: skip
    quoted = sources.line(span.file, span.line)
    if quoted is not None:
        window = _Window(quoted, span.column, _end(span, quoted), room)
        yield _quoted(span.line, window)
        yield _caret(window, "note")


def _quoted(number: int, window: _Window) -> Line:
    return [Piece(f"{number:>{GUTTER}} │ ", "gutter"), Piece(window.text, "code")]


def _caret(window: _Window, kind: Severity | str) -> Line:
    marks = "^" * (window.right - window.left)
    return [Piece(" " * GUTTER + " │ ", "gutter"), Piece(" " * window.left, "code"), Piece(marks, f"{kind} caret")]


def _wrapped(text: str, sign: str, part: str, room: int) -> Iterator[Line]:
    rows = textwrap.wrap(printable(text), room, break_long_words=False, break_on_hyphens=False)
    for number, row in enumerate(rows):
        yield [Piece(" " * GUTTER + f" {sign if number == 0 or sign == '│' else ' '} ", "gutter"), Piece(row, part)]


def _end(span: Span, quoted: str) -> int:
    """The column after the part of the first line that a span covers."""
    end = span.end_column if span.end_line == span.line else len(quoted.rstrip()) + 1
    return max(end, span.column + 1)


class _Window:
    """The part of a line that is shown, and the cells of it (left to right, counted from 0) that are marked."""

    def __init__(self, line: str, column: int, end: int, room: int) -> None:
        cells = list(_cells(line))
        widths = [cell_len(cell) for cell in cells]
        start, stop = min(column - 1, len(cells)), min(end - 1, len(cells))
        first, last = _cut(widths, start, stop, room)
        before, after = "…" if first else "", "…" if last < len(cells) else ""
        self.text = (before + "".join(cells[first:last]) + after).rstrip()
        self.left = len(before) + sum(widths[first:start])
        self.right = self.left + max(1, sum(widths[start : min(stop, last)]))


def _cells(line: str) -> Iterator[str]:
    """What is printed for each character of a line."""
    place = 0
    for letter in line:
        shown = " " * (TAB - place % TAB) if letter == "\t" else printable(letter)
        place += cell_len(shown)
        yield shown


def _cut(widths: Sequence[int], start: int, stop: int, room: int) -> tuple[int, int]:
    """Which characters are shown so that they fill no more than `room` cells and hold the marked ones."""
    if sum(widths) <= room:
        return 0, len(widths)
    inner = room - 2
    first, marked = start, max(1, sum(widths[start:stop]))
    lead = max(inner // 3, inner - marked - (10 if stop < len(widths) else 0))
    while first > 0 and sum(widths[first - 1 : start]) <= lead:
        first -= 1
    last, used = first, 0
    while last < len(widths) and used + widths[last] <= inner:
        used += widths[last]
        last += 1
    return first, last
