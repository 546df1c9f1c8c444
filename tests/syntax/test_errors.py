"""Golden files of mistakes: each line of `tests/errors/*.rules` says in a comment what is found on it.

`# expect CODE "part of the finding"` stands on the faulty line, `# … expect-line N CODE "part"` elsewhere. A finding is
compared as it is printed, without the lines of the file.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.syntax import read_rules

FILES = sorted((Path(__file__).parents[1] / "errors").glob("*.rules"))
HERE = re.compile(r'expect (RW\d{3}) "(.*)"$')
ELSEWHERE = re.compile(r'expect-line (\d+) (RW\d{3}) "(.*)"$')


def expected(text: str) -> dict[int, tuple[str, str]]:
    """Code and part of the finding that each line must have, by line number."""
    found = {}
    for number, line in enumerate(text.split("\n"), 1):
        if match := HERE.search(line):
            found[number] = (match.group(1), match.group(2))
        elif match := ELSEWHERE.search(line):
            found[int(match.group(1))] = (match.group(2), match.group(3))
    return found


def told(finding: Diagnostic) -> str:
    return f"{finding.message} | {finding.hint} | expected: {finding.expected}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_faulty_line_has_its_finding_and_no_other_line_has_one(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    wanted = expected(text)
    findings = read_rules(text, path.name)[1]
    found = {finding.span.line: (finding.code, told(finding)) for finding in findings if finding.span}
    assert len(found) == len(findings), "two findings on one line"
    problems = [
        f"line {line}: wanted {wanted.get(line)}, found {found.get(line)}"
        for line in sorted(wanted.keys() | found.keys())
        if line not in wanted
        or line not in found
        or wanted[line][0] != found[line][0]
        or wanted[line][1] not in found[line][1]
    ]
    assert not problems, "\n".join(problems)


def test_there_are_files_to_compare() -> None:
    assert len(FILES) >= 5
