"""Where schemas come from: those that travel with the interpreter, and those that stand beside a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path

from interpreter.data.nodes import Node
from interpreter.data.schema import apply_schema, check_schema
from interpreter.data.schema_files import SUFFIX, load_schema
from interpreter.data.words import Schema
from interpreter.data.yaml import load_yaml
from interpreter.diagnostics import Rejected
from interpreter.paths import shipped

KINDS = ("figures", "setup", "graph", "data")
"""The kinds of data files; each has a shipped schema of that name."""


def load_document(
    path: Path,
    shown: str,
    kind: str,
    folders: Iterable[Path] = (),
    show: Callable[[Path], str] = str,
) -> Node:
    """A data file, checked, with what the schemas know about it.

    `kind` is one of KINDS. When one of the `folders` (a variant's, then its game's) has `schemas/STEM.schema.json`
    for the file's stem, the file must fit that one too, and it decides what texts mean. `shown` is the file's name in
    findings, `show` gives that of a schema file. Raises Rejected.
    """
    return fit(load_yaml(path, shown), kind, own_schema(path.stem, folders, show))


def fit(node: Node, kind: str, own: Schema | None = None) -> Node:
    """A tree, checked as `load_document` does. Raises Rejected."""
    return _fit(_Same(node), kind, None if own is None else json.dumps(own))


class _Same:
    """A tree that is equal to itself alone, whatever another one says."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.node is self.node

    def __hash__(self) -> int:
        return id(self.node)


@lru_cache(maxsize=64)
def _fit(same: _Same, kind: str, own_text: str | None) -> Node:
    """Remembered, for the files of a game are looked at again with each of its variants."""
    node, own = same.node, None if own_text is None else json.loads(own_text)
    general = shipped_schema(kind)
    findings = check_schema(node, general, strict=own is None)
    if not findings and own is not None:
        findings = check_schema(node, own)
    if findings:
        raise Rejected(findings)
    return apply_schema(node, general if own is None else own)


@cache
def shipped_schema(name: str) -> Schema:
    """The schema of that name which comes with the interpreter, such as `figures`. Raises FileNotFoundError."""
    text = (shipped("schemas") / f"{name}{SUFFIX}").read_text(encoding="utf-8")
    found: Schema = json.loads(text)
    return found


def own_schema(stem: str, folders: Iterable[Path], show: Callable[[Path], str] = str) -> Schema | None:
    """The schema that a game has for the data file with this stem: the first found in the folders. Raises Rejected."""
    for folder in folders:
        path = folder / "schemas" / f"{stem}{SUFFIX}"
        if path.is_file():
            return load_schema(path, shipped_schema("schema"), show)
    return None
