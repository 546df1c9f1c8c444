"""The lines of a text as its author wrote them: where each begins, and the comments and blank lines round it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.syntax import nodes as n
from interpreter.syntax.build import code_end

TAB = 8
"""How far a tab indents; the same as for the parser."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, from its `#` to the end of its line, and how far it stands from the left."""

    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """One line of the rules, which may run over several lines of text inside brackets.

    `before` are the comments above it, with None for a blank line; `within` those between its lines of text; `after`
    is the one behind it.
    """

    line: int
    column: int
    indent: int
    before: tuple[Remark | None, ...]
    within: tuple[Remark, ...]
    after: Remark | None


@dataclass(frozen=True, slots=True)
class Source:
    """A text that the parser accepts, divided into lines of the rules.

    `starts` holds where each line begins (line, column); `end` are the comments after the last line.
    """

    lines: tuple[Written, ...]
    starts: frozenset[tuple[int, int]]
    end: tuple[Remark | None, ...]

    @classmethod
    def of(cls, text: str) -> Source:
        """The lines of a text whose line breaks are all `\\n`."""
        lines: list[Written] = []
        pending: list[Remark | None] = []
        current: list[tuple[int, str, Remark | None]] = []
        depth = 0
        for number, line in enumerate(text.split("\n"), 1):
            code, remark = _parts(line)
            if not code.strip() and not current:
                pending.append(remark)
                continue
            current.append((number, code, remark))
            depth += _opened(code)
            if depth == 0:
                lines.append(_written(current, pending))
                pending, current = [], []
        return cls(tuple(lines), frozenset((line.line, line.column) for line in lines), tuple(pending))

    @property
    def remarks(self) -> Iterator[str]:
        """Every comment's text from top to bottom."""
        for line in self.lines:
            for remark in (*line.before, *line.within, line.after):
                if remark is not None:
                    yield remark.text
        yield from (remark.text for remark in self.end if remark is not None)

    def inline(self, block: n.Block, brief: bool) -> bool:
        """Whether the block begins on the line of its head, as the author wrote it; `brief` has no say."""
        return (block[0].span.line, block[0].span.column) not in self.starts


def _parts(line: str) -> tuple[str, Remark | None]:
    """The rules text of a line of text, and its comment."""
    end = code_end(line)
    rest = line[end:]
    if not rest.strip():
        return line[:end], None
    before = line[: len(line) - len(rest.lstrip())]
    return line[:end], Remark(len(before.expandtabs(TAB)), rest.strip())


def _opened(code: str) -> int:
    """How many brackets a line of text opens and does not close."""
    plain = "".join(code.split('"')[::2])
    return sum(plain.count(sign) for sign in "([") - sum(plain.count(sign) for sign in ")]")


def _written(parts: Sequence[tuple[int, str, Remark | None]], before: Sequence[Remark | None]) -> Written:
    number, code, _ = parts[0]
    blank = code[: len(code) - len(code.lstrip())]
    within = tuple(remark for _, _, remark in parts[:-1] if remark is not None)
    return Written(number, len(blank) + 1, len(blank.expandtabs(TAB)), tuple(before), within, parts[-1][2])
