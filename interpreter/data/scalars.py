"""From the signs of a scalar in a YAML file to its text, character by character.

YAML writes text in five ways: plain, in single or double quotes, and as a literal (`|`) or folded (`>`) block. The
parser tells where a scalar starts and ends; here the source between is read once more, so that each character of the
text keeps its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.data.text import Place, Run

ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b", " ": " ",
    '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
CODES = {"x": 2, "u": 4, "U": 8}


def read_plain(lines: Sequence[str], start: Place, end: Place) -> list[Run]:
    """A text without quotes, from its first sign to after its last; further lines are joined by folding."""
    if start.line == end.line:
        text = lines[start.line - 1][start.column - 1 : end.column - 1]
        return [Run(text, start, 1)] if text else []
    return _Flow(lines, start, end, "").read()


def read_single(lines: Sequence[str], start: Place, end: Place) -> list[Run]:
    """A text in single quotes, from the opening quote to after the closing one."""
    return _Flow(lines, *_within_quotes(start, end), "'").read()


def read_double(lines: Sequence[str], start: Place, end: Place) -> list[Run]:
    """A text in double quotes, from the opening quote to after the closing one."""
    return _Flow(lines, *_within_quotes(start, end), '"').read()


def _within_quotes(start: Place, end: Place) -> tuple[Place, Place]:
    return Place(start.line, start.column + 1), Place(end.line, end.column - 1)


class _Flow:
    """Reads a text that is not a block. `lines` is the source by lines; `quote` is empty for a plain text."""

    def __init__(self, lines: Sequence[str], start: Place, end: Place, quote: str) -> None:
        self.lines, self.end, self.quote = lines, end, quote
        self.sign = "\\" if quote == '"' else quote
        self.runs: list[Run] = []
        self._open(start.line)
        self.column = start.column

    def _open(self, line: int) -> None:
        """Go to the first sign of a line that is not a space. Spaces before a line break count for nothing."""
        self.line = line
        last = line == self.end.line
        self.source = self.lines[line - 1][: self.end.column - 1] if last else self.lines[line - 1]
        self.behind = len(self.source) + 1 if last else len(self.source.rstrip(" ")) + 1
        self.column = _indent(self.source) + 1

    def read(self) -> list[Run]:
        while (self.line, self.column) < self.end:
            if self.column >= self.behind:
                here = Place(self.line, self.column)
                self.runs += [Run(sign, here, 0) for sign in ("\n" * self._skip_blank() or " ")]
                continue
            special = self.source.find(self.sign, self.column - 1) if self.sign else -1
            if special == self.column - 1:
                self._special()
            else:
                stop = self.behind if special < 0 else special + 1
                self._add(self.source[self.column - 1 : stop - 1], 1)
        return self.runs

    def _add(self, text: str, width: int) -> None:
        self.runs.append(Run(text, Place(self.line, self.column), width))
        self.column += len(text) * width

    def _skip_blank(self) -> int:
        """Go on to the next line that is not blank; how many blank lines were between."""
        passed = 0
        self._open(self.line + 1)
        while self.column >= self.behind and self.line < self.end.line:
            passed += 1
            self._open(self.line + 1)
        return passed

    def _special(self) -> None:
        """A doubled quote in single quotes, or an escape in double quotes."""
        sign = self.source[self.column : self.column + 1]
        if self.quote == "'":
            self._add("'", 2)
        elif not sign:
            here = Place(self.line, self.column)
            self.runs += [Run("\n", here, 0)] * self._skip_blank()
        elif sign in CODES:
            digits = self.source[self.column + 1 : self.column + 1 + CODES[sign]]
            self._add(chr(int(digits, 16)), 2 + CODES[sign])
            self._join_surrogates()
        else:
            self._add(ESCAPES[sign], 2)

    def _join_surrogates(self) -> None:
        """JSON writes a character beyond U+FFFF as two escapes; make one character of them."""
        if len(self.runs) < 2:
            return
        high, low = self.runs[-2:]
        if "\ud800" <= high.text <= "\udbff" and "\udc00" <= low.text <= "\udfff":
            both = (high.text + low.text).encode("utf-16", "surrogatepass").decode("utf-16")
            self.runs[-2:] = [Run(both, high.start, high.width + low.width)]


def read_block(lines: Sequence[str], start: Place, value: str) -> list[Run]:
    """A literal or folded block whose `|` or `>` stands at `start`, and whose text the parser has read as `value`.

    Walks through the source lines and through the value together: chomping and folding have then been decided.
    """
    header = Place(start.line, len(lines[start.line - 1].rstrip()) + 1)
    if not value.strip(" \n"):
        return [Run(sign, header, 0) for sign in value]
    first = next(line for line in lines[start.line :] if line.strip(" "))
    indent = _indent(first) - _indent(next(line for line in value.split("\n") if line.strip(" ")))
    runs: list[Run] = []
    line, at = start.line, 0
    while at < len(value):
        content = lines[line][indent:]
        line += 1
        if content:
            runs.append(Run(content, Place(line, indent + 1), 1))
        at += len(content)
        folded = value[at : at + 1] == " " and not lines[line][indent:].startswith(" ")
        if folded or value[at : at + 1] == "\n":
            runs.append(Run(value[at], Place(line, max(indent, len(lines[line - 1])) + 1), 0))
            at += 1
    return runs


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
