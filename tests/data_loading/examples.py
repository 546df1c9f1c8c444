"""Runs the examples of the documentation pages of RW301 to RW349.

An example is some files. `figures.yaml`, `setup.yaml`, `graph.yaml` and `data.yaml` are what their names say; where the
example has a `game.rules`, its lines `… from "FILE"` say it instead. A schema of a data file stands in `schemas/`. All
pictures are of the area `board`, 4 by 4, without one diagonal when the rules leave it out; rows are those of `cards`.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from interpreter.data import (
    Node,
    check_counts,
    check_graph,
    expand,
    frame_of,
    load_document,
    place,
    read_figures,
    read_setup,
    repeated_ids,
    rows_of,
)
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.geometry import Axis, Spaces, grid

KINDS = ("figures", "setup", "graph", "data")


def run(files: Mapping[str, str], folder: Path) -> list[Diagnostic]:
    """The findings about an example, whose files are written into the folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    findings: list[Diagnostic] = []
    for kind, name in named(files):
        try:
            document = load_document(folder / name, name, kind, [folder], lambda path: path.name)
        except Rejected as rejected:
            findings += rejected.diagnostics
        else:
            findings += READERS[kind](document, files.get("game.rules", ""))
    return findings


def named(files: Mapping[str, str]) -> list[tuple[str, str]]:
    """Kind and name of each data file of an example."""
    if "game.rules" in files:
        return re.findall(r'^(figures|setup|graph|data)\b.*?from "(.+?)"', files["game.rules"], re.MULTILINE)
    return [(kind, f"{kind}.yaml") for kind in KINDS if f"{kind}.yaml" in files]


def board(rules: str = ""):
    """The frame of the area that the pictures are of."""
    axes = [Axis("column", 1, 4), Axis("row", 1, 4)]
    keep = (lambda place: place["column"] != place["row"]) if "column is not row" in rules else None
    return frame_of(Spaces([grid("board", axes, keep=keep)]), "board")


def _figures(document: Node, rules: str) -> list[Diagnostic]:
    figures, findings = read_figures(document)
    placed = {}
    for group, drawn in figures.groups.items() if not findings else ():
        placed[group], faults = expand(drawn, board(rules))
        findings += faults
    return findings or check_counts(figures.expect, placed)


def _setup(document: Node, rules: str) -> list[Diagnostic]:
    return place(read_setup(document), board(rules))[1]


def _graph(document: Node, rules: str) -> list[Diagnostic]:
    return check_graph("board", document)


def _data(document: Node, rules: str) -> list[Diagnostic]:
    rows, findings = rows_of([document], "cards")
    return findings + repeated_ids(rows, "cards")


READERS: dict[str, Callable[[Node, str], list[Diagnostic]]] = {
    "figures": _figures,
    "setup": _setup,
    "graph": _graph,
    "data": _data,
}
