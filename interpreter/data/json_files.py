"""JSON files as located trees, and, where places are not asked for, as trees without them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

from interpreter.data.nodes import Entry, Mapping, Node, Plain, Scalar, Sequence
from interpreter.data.source import check_empty, read_source
from interpreter.data.text import Place, YamlText
from interpreter.data.yaml import DEEPEST, Builder
from interpreter.diagnostics import Diagnostic, Rejected, Span

_FIGURES = 18
"""Whole numbers with more figures are not numbers for the builder."""
_EASY_TEXT = re.compile(r'(?:[^\\]|\\["\\])*')
"""A text without escapes other than those of quotes and of the sign that begins an escape."""
_NOWHERE = Span("", 1, 1, 1, 1)
_NO_TEXT = YamlText("", "", Place(1, 1), ())


def load_json(path: Path, shown: str) -> Node:
    """The tree of a JSON file. Raises Rejected."""
    return parse_json(read_source(path, shown), shown)


def parse_json(text: str, shown: str) -> Node:
    """The tree of a JSON text. Raises Rejected."""
    check_empty(text, shown)
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        span = Span(shown, error.lineno, error.colno, error.lineno, error.colno + 1)
        message = f"this is not JSON: {error.msg[0].lower()}{error.msg[1:]}"
        hint = "JSON wants double quotes around every text, and no comma after the last item."
        raise Rejected([Diagnostic("RW329", message, span, hint=hint)]) from None
    except RecursionError:
        # Whether it is JSON or not, the builder says where it becomes too deep.
        return Builder(text, shown, json=True).document()
    # A tab is only space in JSON, and cannot stand in a text.
    return Builder(text.replace("\t", " "), shown, json=True).document()


def without_places(text: str) -> Node | None:
    """The tree of a JSON text with no place in it; None where anything is uncommon, so that it needs a closer look."""
    if not _EASY_TEXT.fullmatch(text):
        return None
    try:
        plain = json.loads(
            text, object_pairs_hook=_unique, parse_int=_whole, parse_float=_refuse, parse_constant=_refuse
        )
        return _tree(plain, 0)
    except (ValueError, RecursionError):
        return None


def _tree(plain: Plain, depth: int) -> Node:
    if depth >= DEEPEST and isinstance(plain, dict | list):
        raise ValueError("too deep")
    match plain:
        case dict():
            entries = [Entry(key, _NOWHERE, _tree(value, depth + 1), _NO_TEXT) for key, value in plain.items()]
            return Mapping(tuple(entries), _NOWHERE)
        case list():
            return Sequence(tuple(_tree(item, depth + 1) for item in plain), _NOWHERE)
    return Scalar(plain, _NOWHERE, None if plain is None else _NO_TEXT)


def _unique(pairs: Iterable[tuple[str, Plain]]) -> dict[str, Plain]:
    found: dict[str, Plain] = {}
    for key, value in pairs:
        if key in found or key == "<<":
            raise ValueError(key)
        found[key] = value
    return found


def _whole(figures: str) -> int:
    if len(figures) > _FIGURES:
        raise ValueError(figures)
    return int(figures)


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)
