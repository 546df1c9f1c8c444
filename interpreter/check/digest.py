"""The content hash of a game: equal when two sets of files mean the same rules, data, options and seats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

from interpreter import data as d
from interpreter.check.extensions import Merged
from interpreter.model.program import OptionModel
from interpreter.syntax import nodes as n
from interpreter.syntax.once import once
from interpreter.syntax.printer import print_items

LANGUAGE = 1
"""The version of the language and of the layout; part of every hash."""


def content_hash(
    merged: Merged, documents: Iterable[d.Node], options: Mapping[str, OptionModel], players: tuple[str, ...]
) -> str:
    """SHA-256 over the merged rules as the formatter prints them, the data, the options and the seats.

    It is taken of one JSON object with sorted keys; what a document says in it is worked out once.
    """
    items = [entry.item for entry in merged.items if not isinstance(entry.item, (n.Scenario, n.Include))]
    parts = {
        "data": f"[{','.join(map(_plain, documents))}]",
        "language": _json(LANGUAGE),
        "options": _json({name: option.value for name, option in options.items()}),
        "players": _json(players),
        "removed": _json({table: [str(word) for word in change.removed] for table, change in merged.rows.items()}),
        "rules": _json(print_items(items)),
    }
    text = f"{{{','.join(f'{_json(key)}:{part}' for key, part in parts.items())}}}"
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


@once
def _plain(document: d.Node) -> str:
    return _json(document.plain())


def _json(content: object) -> str:
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
