"""Golden files of mistakes in games: what is found is written as a comment on the faulty line.

A file `golden/*.rules` holds cases. A case begins with `#: case TITLE`, and its lines are put behind the small game
`base.rules`. A case of `golden/*.files` changes a game of several files, `base_folder`. These lines change the game:

- `#: change OLD => NEW`, or for a game of several files `#: change FILE: OLD => NEW`; `\\n` in NEW begins a line
- `#: write FILE` puts the lines below into a file, `#: remove FILE` takes one away
- `#: variant NAME` and `#: option NAME=VALUE` say what is checked

`# expect CODE >>MARKED<< MESSAGE` says what is found on a line, and which part of it is marked. All that is found must
be expected, and the other way round.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from interpreter.check import check_game
from interpreter.diagnostics import Diagnostic, Rejected

HERE = Path(__file__).parent
BASE = (HERE / "base.rules").read_text(encoding="utf-8")
FOLDER = HERE / "base_folder"
EXPECTED = re.compile(r"# expect (RW\d{3}) >>(.*?)<< (.*)$")


class Found(NamedTuple):
    """A finding as golden files write it."""

    file: str
    line: int
    code: str
    marked: str
    message: str


@dataclass(slots=True)
class Case:
    """One case: changes of files, files that are written anew, and what is checked."""

    title: str
    changes: list[tuple[str, str, str]] = field(default_factory=list)
    written: dict[str, list[str]] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    variant: str | None = None
    options: dict[str, str] = field(default_factory=dict)

    def lay_out(self, folder: Path, several: bool) -> Path:
        """Writes the game of the case into an empty folder."""
        if several:
            shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
        else:
            (folder / "game.rules").write_text(BASE, encoding="utf-8")
        for file, old, new in self.changes:
            path = folder / file
            path.write_text(_changed(path.read_text(encoding="utf-8"), old, new), encoding="utf-8")
        for file, lines in self.written.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            before = (folder / file).read_text(encoding="utf-8") if file == "game.rules" else ""
            (folder / file).write_text(before + "".join(f"{line}\n" for line in lines), encoding="utf-8")
        for file in self.removed:
            (folder / file).unlink()
        return folder

    def findings(self, folder: Path) -> tuple[Diagnostic, ...]:
        """What the checker finds about the game of the case."""
        try:
            return check_game(folder, self.variant, self.options).findings
        except Rejected as rejected:
            return rejected.diagnostics


def _changed(text: str, old: str, new: str) -> str:
    """The text with `old` replaced; a comment at the end of `new` goes to the end of the line."""
    assert text.count(old) == 1, old
    *whole, last = new.split("\\n")
    last, _, comment = last.partition("  # expect")
    start = "\n".join([*whole, last])
    before, after = text.split(old)
    if comment:
        rest, line_end, later = after.partition("\n")
        after = f"{rest}  # expect{comment}{line_end}{later}"
    return before + start + after


def cases_of(path: Path) -> list[Case]:
    """The cases of a golden file."""
    cases: list[Case] = []
    file = "game.rules"
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.removeprefix("#: ").partition(" ") if line.startswith("#: ") else ("", "", line)
        match word:
            case "case":
                cases.append(Case(rest))
                file = "game.rules"
            case "change":
                name, _, change = rest.partition(": ") if path.suffix == ".files" else (file, "", rest)
                old, _, new = change.partition(" => ")
                cases[-1].changes.append((name, old, new))
            case "write":
                file = rest
            case "remove":
                cases[-1].removed.append(rest)
            case "variant":
                cases[-1].variant = rest
            case "option":
                name, _, value = rest.partition("=")
                cases[-1].options[name] = value
            case _ if cases:
                cases[-1].written.setdefault(file, []).append(line)
    return cases


def expected(folder: Path) -> list[Found]:
    """What the comments in the files of a folder expect."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := EXPECTED.search(line):
                found.append(Found(str(path.relative_to(folder)), number, *match.groups()))
    return sorted(found)


def told(findings: Iterable[Diagnostic], folder: Path) -> list[Found]:
    """Findings about the game in a folder, in the form of what is expected."""
    found = []
    for finding in findings:
        assert finding.span is not None, finding
        path = Path(finding.span.file)
        line = path.read_text(encoding="utf-8").splitlines()[finding.span.line - 1]
        name = str(path.resolve().relative_to(folder.resolve()))
        message = finding.message.replace(f"{folder}/", "")
        found.append(Found(name, finding.span.line, finding.code, marked(finding, line), message))
    return sorted(found)


def marked(finding: Diagnostic, line: str) -> str:
    """The part of its first line that a finding marks."""
    assert finding.span is not None
    end = finding.span.end_column - 1 if finding.span.end_line == finding.span.line else None
    return line[finding.span.column - 1 : end].partition("  # expect")[0]
