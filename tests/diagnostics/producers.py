"""Ways in which the example of a page of the catalogue is made to give its finding.

A page says in its section "How" which of them is meant. Each takes the example's blocks by name and an empty folder to
write the files among them into, and gives the codes of what is found. Blocks that are no files:

- `effect`, `condition`, `amount`, `trigger` are rules text of a data file;
- `declarations` and `statements` stand in the small game of `base.rules`, statements in a rule of it;
- `command` is what is entered behind `rulewright`, in the folder of the example, and `input` what is then typed.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import get_args
from unittest.mock import patch

from interpreter.check import check_folder
from interpreter.commands.application import execute
from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.syntax import read_rules, read_text
from interpreter.syntax.files import read_file
from interpreter.syntax.parser import Start
from tests.data_loading.examples import run as run_data
from tests.game.examples import PRODUCERS as GAME_EXAMPLES
from tests.run.playing import play_example

BASE = (Path(__file__).parent / "base.rules").read_text(encoding="utf-8")
FRAGMENTS = {"declarations": "{}", "statements": "rule example:\n  after place\n{}"}
"""How the base game takes in each kind of fragment."""
NO_FILES = {*FRAGMENTS, *get_args(Start), "command", "input"}


def read(example: Mapping[str, str], folder: Path) -> list[str]:
    """Read `game.rules`, or rules text of a data file."""
    found: list[Diagnostic] = []
    texts = [(start, example[start]) for start in get_args(Start) if start in example]
    for start, text in texts:
        found += read_text(text, start, lambda *place: Span("data.yaml", *place))[1]
    if not texts:
        write(example, folder)
        rules, found = read_file(folder / "game.rules", "game.rules")
        found += read_rules(rules, "game.rules")[1] if rules is not None else []
    return [finding.code for finding in found]


def data(example: Mapping[str, str], folder: Path) -> list[str]:
    """Read data files."""
    return [finding.code for finding in run_data(example, folder)]


def check(example: Mapping[str, str], folder: Path) -> list[str]:
    """Check a game."""
    write(example, folder)
    return [finding.code for finding in check_folder(folder)]


def command(example: Mapping[str, str], folder: Path) -> list[str]:
    """Carry out a command; a code counts when it is printed, too."""
    write(example, folder)
    output, rejected = io.StringIO(), list[str]()
    typed = io.StringIO(example.get("input", ""))
    with chdir(folder), redirect_stdout(output), redirect_stderr(output), patch.object(sys, "stdin", typed):
        for line in example["command"].splitlines():
            try:
                execute(shlex.split(line))
            except Rejected as problem:
                rejected += [finding.code for finding in problem.diagnostics]
    return [*rejected, *re.findall(r"\bRW\d{3}(?=  )", output.getvalue())]


PRODUCERS: dict[str, Callable[[Mapping[str, str], Path], list[str]]] = {
    "read": read,
    "data": data,
    "check": check,
    "command": command,
    "play": play_example,
    **GAME_EXAMPLES,
}


def write(example: Mapping[str, str], folder: Path) -> None:
    """Write the files of an example; `\\udcXX` in a text becomes the byte XX."""
    files = {name: text for name, text in example.items() if name not in NO_FILES}
    fragments = [name for name in FRAGMENTS if name in example]
    if fragments:
        files["game.rules"] = "\n".join([BASE, *(_fitted(name, example[name]) for name in fragments)])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", errors="surrogateescape"))


def _fitted(kind: str, text: str) -> str:
    if kind == "statements":
        text = "".join(f"  {line}\n" for line in text.splitlines())
    return FRAGMENTS[kind].format(text)
