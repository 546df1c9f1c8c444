"""From a path to text that can be parsed: what can be wrong with a file before anything in it is read."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Rejected, Span, close_match

LARGEST = 5_000_000
"""Files of more bytes are refused: no set of rules comes near, and reading one would look like a hang."""

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters that belong in no text file: they control something, or break lines that no editor shows as broken."""


def read_source(path: Path, shown: str) -> str:
    """The text of a file, with line breaks `\\n` and without a byte order mark.

    `shown` is the file's name in findings. Raises Rejected when there is no such file, it cannot be opened, is too
    large, or is not text in UTF-8.
    """
    if path.is_dir():
        raise Rejected([Diagnostic("RW302", f"`{shown}` is a folder, not a file", _start(shown))])
    if not path.exists():
        raise Rejected([_missing(path, shown)])
    try:
        if not path.is_file():
            raise Rejected([Diagnostic("RW302", f"`{shown}` is not an ordinary file", _start(shown))])
        size = path.stat().st_size
        if size > LARGEST:
            message = f"`{shown}` is too large: {size:,} bytes, and at most {LARGEST:,} are read"
            raise Rejected([Diagnostic("RW305", message, _start(shown), hint="Divide it into several files.")])
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "the system gives no reason"
        raise Rejected([Diagnostic("RW302", f"cannot read `{shown}`: {reason}", _start(shown))]) from None
    return decode(data, shown)


def decode(data: bytes, shown: str) -> str:
    """The text that these bytes of a file are. Raises Rejected when they are not text in UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", errors="replace")
        raise Rejected([_not_text(before, shown, f"the byte {data[error.start]:#04x} is not UTF-8")]) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = CONTROL.search(text)
    if found:
        sign = f"the character U+{ord(found.group()):04X} does not belong in a text file"
        raise Rejected([_not_text(text[: found.start()], shown, sign)])
    return text


def check_tabs(text: str, shown: str) -> None:
    """Raises Rejected when a tab stands in the text: it looks like spaces and counts as something else."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if "\t" in line]
    if not lines:
        return
    number, line = lines[0]
    column = line.index("\t") + 1
    width = len(line) - len(line[column - 1 :].lstrip("\t")) - column + 1
    more = f" (so do {len(lines) - 1} more lines)" if len(lines) > 2 else " (so does another)" if lines[1:] else ""
    where = "starts with a tab" if not line[: column - 1].strip(" ") else "holds a tab"
    raise Rejected(
        [
            Diagnostic(
                "RW306",
                f"this line {where}{more}",
                Span(shown, number, column, number, column + width),
                hint="Use spaces; most editors can replace every tab of a file at once.",
            )
        ]
    )


def check_empty(text: str, shown: str) -> None:
    """Raises Rejected when there is nothing but blank lines and remarks."""
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.split("\n")):
        what = "is empty" if not text.strip() else "holds nothing but remarks"
        raise Rejected([Diagnostic("RW304", f"`{shown}` {what}", _start(shown))])


def _start(shown: str) -> Span:
    return Span(shown, 1, 1, 1, 1)


def _missing(path: Path, shown: str) -> Diagnostic:
    hint = None
    if path.parent.is_dir():
        names = sorted(entry.name for entry in path.parent.iterdir())
        near = close_match(path.name, names)
        hint = f"Did you mean `{near}`?" if near else None
    else:
        hint = f"There is no folder `{path.parent.name}` either."
    return Diagnostic("RW301", f"there is no file `{shown}`", _start(shown), hint=hint)


def _not_text(before: str, shown: str, reason: str) -> Diagnostic:
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    span = Span(shown, line, column, line, column + 1)
    return Diagnostic("RW303", f"`{shown}` is not a text file: {reason}", span, hint="Save the file as text in UTF-8.")
