"""Ways in which the example of a page of the catalogue is made to give its finding.

A page says in its section "How" which of them is meant. Each takes the example's files by name and an empty folder to
write them into, and gives the findings. An example that is a fragment stands in a small game: see `whole_files`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args

from interpreter.check import check_folder
from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.syntax import read_rules, read_text
from interpreter.syntax.files import read_file
from interpreter.syntax.parser import Start
from tests.data_loading.examples import run as run_data

BASE = (Path(__file__).parent / "base.rules").read_text(encoding="utf-8")
FRAGMENTS = {
    "declarations": "{}",
    "statements": "rule example:\n  after place\n{}",
}
"""Kinds of fragment, and how the game around them takes them in."""


def read(files: Mapping[str, str], folder: Path) -> list[Diagnostic]:
    """Read `game.rules`, or rules text of the kind that the example is named after."""
    found: list[Diagnostic] = []
    texts = {name: text for name, text in files.items() if name in get_args(Start)}
    for start in get_args(Start):
        if start in texts:
            found += read_text(texts[start], start, lambda *place: Span("data.yaml", *place))[1]
    if not texts:
        write(files, folder)
        text, found = read_file(folder / "game.rules", "game.rules")
        found += read_rules(text, "game.rules")[1] if text is not None else []
    return found


def check(files: Mapping[str, str], folder: Path) -> list[Diagnostic]:
    """Check a game folder."""
    write(whole_files(files), folder)
    return caught(lambda: check_folder(folder))


def whole_files(files: Mapping[str, str]) -> dict[str, str]:
    """The files of an example, in which fragments have been put into the base game."""
    fragments = [name for name in files if name in FRAGMENTS]
    whole = {name: text for name, text in files.items() if name not in FRAGMENTS}
    if fragments:
        parts = [FRAGMENTS[name].format(_fitted(name, files[name])) for name in fragments]
        whole["game.rules"] = "\n".join([BASE, *parts])
    return whole


def _fitted(kind: str, text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines()) if kind == "statements" else text


def write(files: Mapping[str, str], folder: Path) -> None:
    """Write the files of an example; `\\udcXX` in a text becomes the byte XX."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", errors="surrogateescape"))


def caught(action: Callable[[], list[Diagnostic]]) -> list[Diagnostic]:
    """What an action finds or is rejected with."""
    try:
        return action()
    except Rejected as rejected:
        return list(rejected.diagnostics)


PRODUCERS: dict[str, Callable[[Mapping[str, str], Path], list[Diagnostic]]] = {
    "read": read,
    "data": run_data,
    "check": check,
}
