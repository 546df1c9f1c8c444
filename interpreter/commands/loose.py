"""Checking a file that belongs to no game: by its form alone."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.files import read_file, shown_name
from interpreter.check.findings import Findings
from interpreter.commands.targets import RULES, SCHEMA
from interpreter.data import (
    Mapping,
    Node,
    check_graph,
    fit,
    load_yaml,
    own_schema,
    read_figures,
    read_setup,
    shipped_schema,
)
from interpreter.data.schema_files import load_schema
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.syntax import nodes as n

NAMES_OF_KINDS = {"setup": ("legend", "art", "area", "piece", "middle", "fill"), "graph": ("spaces", "lines")}
"""Keys by which a data file is known to be of a kind."""


def check_loose(path: Path) -> list[Diagnostic]:
    """What is wrong with a file by itself: rules by their syntax, data by the schema of the kind it seems to be."""
    if path.suffix == RULES:
        return _rules(path)
    try:
        if path.name.endswith(SCHEMA):
            load_schema(path, shipped_schema("schema"), shown_name)
            return []
        return _data(path)
    except Rejected as rejected:
        return list(rejected.diagnostics)


def _rules(path: Path) -> list[Diagnostic]:
    findings = Findings()
    items = read_file(path, findings)
    if items and not findings.errors:
        alone = "a variant" if any(isinstance(item, n.Variant) for item in items) else "rules"
        findings.warning(
            "RW912",
            f"no game reads `{shown_name(path)}`, so only its form could be checked",
            items[0].span,
            f"{alone} without a game cannot be checked further: put the file into a game's folder and `include` it",
        )
    return findings.sorted()


def _data(path: Path) -> list[Diagnostic]:
    node = load_yaml(path, shown_name(path))
    own = own_schema(path.stem, [path.parent, path.parent.parent], shown_name)
    kind = kind_of(node)
    fitted = fit(node, kind, own)
    match kind:
        case "graph":
            return check_graph(path.stem, fitted)
        case "figures":
            return read_figures(fitted)[1]
        case "setup":
            read_setup(fitted)
    return []


def kind_of(node: Node) -> str:
    """The kind of data file that a document seems to be, by its keys."""
    keys = {entry.key for entry in node.entries} if isinstance(node, Mapping) else set()
    for kind, names in NAMES_OF_KINDS.items():
        if keys & set(names):
            return kind
    return "figures" if "expect" in keys or _draws(node) else "data"


def _draws(node: Node) -> bool:
    """Whether some row of a document has a picture."""
    plain = node.plain()
    groups = plain.values() if isinstance(plain, dict) else ()
    return any(isinstance(row, dict) and "cells" in row for group in groups if isinstance(group, list) for row in group)
