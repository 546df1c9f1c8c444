"""Golden files of mistakes in the rules of a game: what is found is written as a comment on the faulty line.

A file `golden/*.rules` holds cases. A case begins with `#: case TITLE` and is put behind the small game `base.rules`;
lines `#: change OLD => NEW` change the game before (`\\n` in NEW begins a line). `# expect CODE >>MARKED<< MESSAGE` says what
is found on a line, and which part of the line is marked. All that is found must be expected, and the other way round.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from interpreter.diagnostics import Diagnostic

HERE = Path(__file__).parent
BASE = (HERE / "base.rules").read_text(encoding="utf-8")
EXPECTED = re.compile(r"# expect (RW\d{3}) >>(.*?)<< (.*)$")


class Found(NamedTuple):
    """A finding as golden files write it."""

    line: int
    code: str
    marked: str
    message: str


@dataclass(slots=True)
class Case:
    """One case of a golden file."""

    title: str
    changes: list[tuple[str, str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The whole game, with its comments."""
        text = BASE
        for old, new in self.changes:
            assert text.count(old) == 1, old
            start, _, comment = new.partition("  # expect")
            text = text.replace(old, start.replace("\\n", "\n"))
            if comment:
                end = text.index("\n", text.index(start.replace("\\n", "\n")) + len(start.replace("\\n", "\n")) - 1)
                text = f"{text[:end]}  # expect{comment}{text[end:]}"
        return text + "\n".join(self.lines) + "\n"


def cases_of(path: Path) -> list[Case]:
    """The cases of a golden file."""
    cases: list[Case] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#: case "):
            cases.append(Case(line.removeprefix("#: case ")))
        elif line.startswith("#: change "):
            old, _, new = line.removeprefix("#: change ").partition(" => ")
            cases[-1].changes.append((old, new))
        elif cases:
            cases[-1].lines.append(line)
    return cases


def expected(text: str) -> list[Found]:
    """What the comments of a text expect."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if match := EXPECTED.search(line):
            found.append(Found(number, *match.groups()))
    return found


def told(findings: list[Diagnostic], text: str) -> list[Found]:
    """Findings about a text, in the form of what is expected."""
    lines = text.splitlines()
    return [Found(d.span.line, d.code, marked(d, lines[d.span.line - 1]), d.message) for d in findings if d.span]


def marked(finding: Diagnostic, line: str) -> str:
    """The part of its first line that a finding marks."""
    assert finding.span is not None
    end = finding.span.end_column - 1 if finding.span.end_line == finding.span.line else None
    return line[finding.span.column - 1 : end]
