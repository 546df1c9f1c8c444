"""The text of the rules, for quoting: a stretch of a file on one line."""

from __future__ import annotations

import re

from interpreter.diagnostics import Span
from interpreter.diagnostics.sources import Sources

MOST = 160
"""Characters of a quoted stretch."""


class Quotes:
    """Gives stretches of rule files as they are written, without comments and line ends."""

    def __init__(self) -> None:
        self._sources = Sources()

    def text(self, span: Span) -> str:
        """The stretch of a span, on one line; an empty text when the file cannot be read any more."""
        lines = [self._sources.line(span.file, number) for number in range(span.line, span.end_line + 1)]
        found = [line for line in lines if line is not None]
        if len(found) < len(lines) or not found:
            return ""
        if span.end_line == span.line:
            found[0] = found[0][span.column - 1 : span.end_column - 1]
        else:
            found[-1] = found[-1][: span.end_column - 1]
            found[0] = found[0][span.column - 1 :]
        text = " ".join(_without_comment(line).strip() for line in found).strip()
        return text if len(text) <= MOST else text[:MOST] + "…"


def _without_comment(line: str) -> str:
    """A line of rules without its comment; a `#` inside a text is none."""
    found = re.match(r'(?:[^"#]|"[^"]*")*', line)
    return found.group() if found else line
