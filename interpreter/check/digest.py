"""The content hash of a game: equal when two sets of files mean the same rules, data, options and seats."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

from interpreter import data as d
from interpreter.check.extensions import Merged
from interpreter.model.program import OptionModel
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import print_items

LANGUAGE = 1
"""The version of the language and of the layout; part of every hash."""


def content_hash(
    merged: Merged, documents: Iterable[d.Node], options: Mapping[str, OptionModel], players: tuple[str, ...]
) -> str:
    """SHA-256 over the merged rules as the formatter prints them, the data, the options and the seats."""
    rules = print_items([entry.item for entry in merged.items if not isinstance(entry.item, (n.Scenario, n.Include))])
    content = {
        "language": LANGUAGE,
        "rules": rules,
        "data": [document.plain() for document in documents],
        "removed": {table: [str(word) for word in change.removed] for table, change in sorted(merged.rows.items())},
        "options": {name: option.value for name, option in sorted(options.items())},
        "players": players,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
