"""The formatter: prints what a file says and keeps its comments, its groups of lines and its one-line blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.syntax.limits import too_big
from interpreter.syntax.printer.breaking import laid_out
from interpreter.syntax.printer.items import item_lines
from interpreter.syntax.printer.pieces import INDENT, Line
from interpreter.syntax.printer.source import Remark, Source
from interpreter.syntax.read import read_rules


def format_rules(text: str, file: str) -> str:
    """The canonical text of a `.rules` file; `file` is its name in findings.

    Comments, and single blank lines between lines, stay where the author put them; a block of one statement stays on
    the line of its head when it stood there and fits. Formatting the result again gives the same text.
    Raises Rejected with the findings when the text has syntax errors, or would be too big for the parser afterwards.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    items, findings = read_rules(text, file)
    if findings:
        raise Rejected(findings)
    source = Source.of(text)
    printed = [line for item in items for line in item_lines(item, source.inline)]
    formatted = _Page().filled(source, printed)
    _refuse_too_big(formatted, file)
    if read_rules(formatted, file) != (items, []):
        raise AssertionError(f"{file}: formatting would change the meaning; the file is left as it is")
    if list(Source.of(formatted).remarks) != list(source.remarks):
        raise AssertionError(f"{file}: formatting would lose a comment; the file is left as it is")
    return formatted


def _refuse_too_big(formatted: str, file: str) -> None:
    """A text at the very limit of what is read can grow beyond it: lines in one bracket may come together."""
    refused = too_big(formatted)
    if refused is not None:
        raise Rejected([Diagnostic(refused.code, f"once formatted: {refused.message}", Span(file, 1, 1, 1, 2))])


@dataclass(slots=True)
class _Page:
    """Lines of output as they come, and the comments to be put behind them.

    `behind` holds the number of an output line, the comment for it, and nothing else; `open_lines` are the source
    indentation and depth of the last line and of the lines whose blocks it stands in.
    """

    lines: list[str] = field(default_factory=list)
    behind: list[tuple[int, Remark]] = field(default_factory=list)
    open_lines: list[tuple[int, int]] = field(default_factory=list)
    opened: bool = True

    def filled(self, source: Source, printed: Sequence[Line]) -> str:
        """The text of the printed lines with the comments and blank lines of the source."""
        groups = _by_source_line(printed)
        for written, group in zip(source.lines, groups, strict=True):
            self._remarks(written.before, written.indent, group[0].depth)
            self.lines += [INDENT * group[0].depth + remark.text for remark in written.within]
            self._open(written.indent, group[0].depth)
            self.lines += [text for line in group for text in laid_out(line)]
            if written.after is not None:
                self.behind.append((len(self.lines) - 1, written.after))
            self.opened = self.lines[-1].endswith(":")
        self._remarks(source.end, 0, 0)
        self._put_behind()
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return "".join(f"{line}\n" for line in self.lines)

    def _remarks(self, remarks: Iterable[Remark | None], indent: int, depth: int) -> None:
        """Comments and blank lines before a line of that source indentation and depth."""
        for remark in remarks:
            if remark is not None:
                self.lines.append(INDENT * self._depth_of(remark, indent, depth) + remark.text)
                self.opened = False
            elif not self.opened and self.lines[-1]:
                self.lines.append("")

    def _depth_of(self, remark: Remark, indent: int, depth: int) -> int:
        """A comment goes with the line after it, unless it is indented like the block that ends before it."""
        if remark.column <= indent:
            return depth
        return max([depth, *(at for column, at in self.open_lines if column <= remark.column)])

    def _open(self, indent: int, depth: int) -> None:
        while self.open_lines and self.open_lines[-1][1] >= depth:
            self.open_lines.pop()
        self.open_lines.append((indent, depth))

    def _put_behind(self) -> None:
        """Comments behind lines: under each other when the author had them so on neighbouring lines."""
        for _, group in groupby(enumerate(self.behind), lambda entry: (entry[1][0] - entry[0], entry[1][1].column)):
            run = [entry for _, entry in group]
            column = max(len(self.lines[number]) for number, _ in run) + 2
            for number, remark in run:
                self.lines[number] = self.lines[number].ljust(column) + remark.text


def _by_source_line(printed: Iterable[Line]) -> list[list[Line]]:
    """The printed lines, those together that stand on one line of the source."""
    groups: list[list[Line]] = []
    for line in printed:
        if line.joined:
            groups[-1].append(line)
        else:
            groups.append([line])
    return groups
