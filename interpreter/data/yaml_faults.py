"""From what the YAML parser complains about to what the author has done.

The parser reports where it could not go on, in its own terms. The cause is often earlier: a quote or a bracket that
was left open, a text that needed quotes, a line that stands too far in. Each cause has one code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.tokens import (
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    ScalarToken,
)

from interpreter.data.text import Place
from interpreter.diagnostics import Diagnostic, Related, Span

_QUOTING = "Put the whole text in double quotes, or write it as a block: `|` here, and the text indented below."
_NAMED = {"]": "[", "}": "{"}


def explain(error: MarkedYAMLError, text: str, shown: str) -> Diagnostic:
    """The finding for a complaint that has a place."""
    return _Fault(error, text, shown).finding()


def unplaced(error: Exception, lines: Sequence[str], shown: str) -> Diagnostic:
    """The finding for a complaint without a place: a number after `\\U` beyond all characters, a broken directive."""
    for number, line in enumerate(lines, 1):
        found = re.search(r"\\U(?!000|0010)[0-9A-Fa-f]{8}", line)
        if found:
            span = Span(shown, number, found.start() + 1, number, found.end() + 1)
            return Diagnostic("RW316", f"there is no character `{found.group()}`", span, hint=_ESCAPES)
    return Diagnostic("RW315", f"this is not YAML: {error}", Span(shown, 1, 1, 1, 1))


_ESCAPES = r"In double quotes `\n` is a line break, `\"` a quote and `\\` a backslash; single quotes take all as it is."


@dataclass(frozen=True, slots=True)
class _Last:
    """What stands before the place of a complaint."""

    kind: type
    start: Place
    end: Place
    quote: str
    leads: bool

    @property
    def quoted(self) -> bool:
        return self.quote in ("'", '"')


class _Fault:
    def __init__(self, error: MarkedYAMLError, text: str, shown: str) -> None:
        self.context, self.problem = error.context or "", error.problem or ""
        self.text, self.lines, self.shown = text, text.split("\n"), shown
        self.opened = _place(error.context_mark)
        self.here = _place(error.problem_mark) or self.opened or Place(1, 1)
        self.open_brackets: list[Place] = []
        self.last = self._before()

    def finding(self) -> Diagnostic:
        for words, explain_it in (
            ("double-quoted", self._escape),
            ("quoted scalar", self._unclosed_quote),
            ("anchor", self._anchor),
            ("alias", self._anchor),
            ("tag", self._tag),
            ("directive", self._directive),
            ("document", self._directive),
            ("block scalar", self._block_header),
            ("simple key", self._no_colon),
            ("flow ", self._in_brackets),
            ("block mapping", self._in_block),
            ("block collection", self._in_block),
        ):
            if words in self.context or words in self.problem:
                return explain_it()
        return self._elsewhere()

    def _before(self) -> _Last | None:
        """The last token before the complaint; notes the brackets that are open there."""
        found: _Last | None = None
        line = 0
        try:
            for token in YAML(typ="safe", pure=True).scan(self.text):
                start, end = _place(token.start_mark), _place(token.end_mark)
                if start is None or end is None or end > self.here or start == end:
                    if start is not None and start > self.here:
                        break
                    continue
                if isinstance(token, (FlowSequenceStartToken, FlowMappingStartToken)):
                    self.open_brackets.append(start)
                elif isinstance(token, (FlowSequenceEndToken, FlowMappingEndToken)) and self.open_brackets:
                    self.open_brackets.pop()
                style = token.style if isinstance(token, ScalarToken) else None
                found = _Last(type(token), start, end, style or "", start.line != line)
                line = end.line
        except YAMLError:
            return found
        return found

    def _at(self, place: Place, width: int = 1) -> Span:
        return Span(self.shown, place.line, place.column, place.line, place.column + width)

    def _rest(self, place: Place) -> str:
        """What stands on the line from this place on."""
        return self.lines[place.line - 1][place.column - 1 :].strip() if place.line <= len(self.lines) else ""

    def _fault(
        self, code: str, message: str, place: Place, hint: str | None = None, *related: Related, width: int = 1
    ) -> Diagnostic:
        return Diagnostic(code, message, self._at(place, width), hint=hint, related=related)

    def _indent(self, line: int) -> int:
        source = self.lines[line - 1]
        return len(source) - len(source.lstrip(" "))

    # --- quotes and brackets

    def _unclosed_quote(self) -> Diagnostic:
        return self._quote_left_open(self.opened or self.here)

    def _quote_left_open(self, opened: Place) -> Diagnostic:
        quote = self._rest(opened)[:1]
        message = f"the text that starts here with {quote} is not closed"
        return self._fault("RW310", message, opened, f"Put {quote} after the end of the text.")

    def _in_brackets(self) -> Diagnostic:
        opened = self.open_brackets[-1] if self.open_brackets else self.opened or self.here
        bracket = self._rest(opened)[:1]
        closing = "]" if bracket == "[" else "}"
        met = re.split("but (?:got|found) ", self.problem)[-1].strip("'")
        if self.last and self.last.quoted and self._runs_on(self.last):
            return self._quote_left_open(self.last.start)
        left_open = met in ("]", "}") or "end" in met or "block" in met or met == "-"
        if not left_open and self.here.line > opened.line:
            left_open = self._indent(self.here.line) <= self._indent(opened.line)
        if left_open:
            message = f"`{bracket}` is opened here and not closed before line {self.here.line}"
            if "end" in met:
                message = f"`{bracket}` is opened here and not closed before the end of the file"
            elif self.here.line == opened.line:
                message = f"`{bracket}` is opened here, but `{met}` comes before `{closing}`"
            related = Related(self._at(self.here), f"`{closing}` is due here at the latest")
            return self._fault("RW311", message, opened, f"Put `{closing}` after the last item.", related)
        if met == ":" and (self.last is None or self.last.start.line == self.here.line):
            start = self.last.start if self.last else self.here
            return self._fault("RW317", "a text with a colon inside brackets needs quotes", start, _QUOTING)
        if met == ",":
            return self._fault("RW315", "nothing stands before this comma", self.here)
        message = f"a comma is missing before this line, inside the `{bracket}` of line {opened.line}"
        place = Place(self.here.line, self._indent(self.here.line) + 1)
        if self.last and self.last.start.line == self.here.line:
            message, place = f"a comma is missing before this, inside the `{bracket}`", self.here
        return self._fault("RW315", message, place)

    def _runs_on(self, last: _Last) -> bool:
        """Whether a quoted text goes over its line's end and something follows it: its own end was forgotten."""
        return last.end.line > last.start.line and self.here.line == last.end.line

    # --- blocks

    def _in_block(self) -> Diagnostic:
        met = self.problem.rsplit("but found ", 1)[-1].strip("'")
        last = self.last
        same_line = last is not None and last.end.line == self.here.line
        if met in ("]", "}", ","):
            return self._stray(met)
        if last and last.quoted and self._runs_on(last):
            return self._quote_left_open(last.start)
        if last and same_line and last.quoted:
            message = "something follows the closing quote"
            return self._fault("RW317", message, self.here, "Put the whole text in one pair of quotes.")
        if last and same_line and last.kind in (FlowSequenceEndToken, FlowMappingEndToken):
            start = self._opening(last)
            sign = self._rest(start)[:1]
            return self._fault("RW317", f"a text that starts with `{sign}` needs quotes", start, _QUOTING)
        return self._indented()

    def _opening(self, last: _Last) -> Place:
        """Where the bracket opens that closes with `last`, by counting back on its line."""
        depth = 0
        line = self.lines[last.end.line - 1]
        for at in range(last.end.column - 2, -1, -1):
            depth += (line[at] in "]}") - (line[at] in "[{")
            if depth == 0:
                return Place(last.end.line, at + 1)
        return last.start

    def _stray(self, sign: str) -> Diagnostic:
        if sign == ",":
            return self._fault("RW315", "a comma stands where nothing is listed", self.here)
        message = f"`{sign}` closes nothing: no `{_NAMED[sign]}` is open here"
        return self._fault("RW311", message, self.here)

    def _indented(self) -> Diagnostic:
        line = self.here.line
        width = max(len(self.lines[line - 1].rstrip()) - self.here.column + 1, 1) if line <= len(self.lines) else 1
        message = f"this line stands {_spaces(self.here)} in, which fits no line above"
        if self.opened and self.opened.column == self.here.column:
            above, this = (
                ("items of a list", "a key") if "collection" in self.context else ("keys", "an item of a list")
            )
            message = f"the lines above are {above}, this one is {this}"
        elif self.opened:
            message += f"; the lines it could belong to stand {_spaces(self.opened)} in"
        hint = "Lines that belong together start in the same column; items of one list all have `-` or none."
        return self._fault("RW315", message, self.here, hint, width=width)

    def _no_colon(self) -> Diagnostic:
        start = self.opened or self.here
        if self._rest(start)[:1] in ("'", '"'):
            return self._quote_left_open(start)
        return self._missing_colon(start)

    def _missing_colon(self, start: Place) -> Diagnostic:
        written = self._rest(start).split("  ")[0]
        message = f"a colon is missing: `{written}` is neither `key: value` nor an item of a list"
        return self._fault("RW315", message, start, "A key is followed by a colon and a space.", width=len(written))

    def _block_header(self) -> Diagnostic:
        message = "after `|` or `>` nothing else stands on the line; the text starts on the next one"
        if "indented" in self.context:
            message = "the blank lines before this text hold spaces, which hides how far the text stands in"
        return self._fault("RW315", message, self.here)

    # --- what data files do without

    def _anchor(self) -> Diagnostic:
        message = "a text that starts with `&` or `*` is a place or a repetition to YAML, which data files do not know"
        return self._fault("RW308", message, self.opened or self.here, _QUOTING)

    def _tag(self) -> Diagnostic:
        message = "a text that starts with `!` is a tag to YAML, which data files do not know"
        return self._fault("RW309", message, self.opened or self.here, _QUOTING)

    def _directive(self) -> Diagnostic:
        for number, line in enumerate(self.lines, 1):
            if line.startswith("%"):
                message = "a line that starts with `%` speaks to YAML itself, which data files do not need"
                return self._fault("RW312", message, Place(number, 1), "Take the line away.", width=len(line))
            if line.rstrip() in ("---", "..."):
                message = f"`{line.rstrip()}` divides a file into documents, but a data file holds one"
                return self._fault("RW312", message, Place(number, 1), "Take the line away.", width=3)
        return self._after_root()

    def _after_root(self) -> Diagnostic:
        """Something follows a value that, as it stands, is the whole file."""
        first = next(line for line in self.lines if line.strip() and not line.lstrip().startswith("#"))
        indent = len(first) - len(first.lstrip(" "))
        self.context = "block mapping"
        self.opened = Place(1, indent + 1) if indent >= self.here.column else None
        return self._in_block()

    # --- single characters

    def _escape(self) -> Diagnostic:
        line = self.lines[self.here.line - 1]
        start = line.rfind("\\", 0, self.here.column) + 1
        message = f"`{line[start - 1 : self.here.column]}` means nothing in double quotes"
        place = Place(self.here.line, start)
        return self._fault("RW316", message, place, _ESCAPES, width=self.here.column - start + 1)

    def _elsewhere(self) -> Diagnostic:
        last = self.last
        if "cannot start any token" in self.problem:
            sign = self._rest(self.here)[:1]
            return self._fault("RW317", f"a text that starts with `{sign}` needs quotes", self.here, _QUOTING)
        if "sequence entries" in self.problem:
            message = "a list that starts with `-` stands on lines of its own, below its key"
            return self._fault("RW315", message, self.here)
        if "mapping values" in self.problem and last and last.kind is ScalarToken:
            return self._colon(last)
        met = self.problem.rsplit("but found ", 1)[-1].strip("'")
        if met in ("]", "}", ","):
            return self._stray(met)
        if "mapping values" in self.problem:
            return self._fault("RW315", "no key stands before this colon", self.here)
        return self._fault("RW315", "the file cannot be read on from here", self.here)

    def _colon(self, last: _Last) -> Diagnostic:
        """A colon after a value: the value is a text that holds one, or it is a key on the wrong line."""
        if last.quoted:
            if self._runs_on(last):
                return self._quote_left_open(last.start)
            return self._fault("RW317", "something follows the closing quote", self.here, _QUOTING)
        if last.start.line == self.here.line:
            return self._fault("RW317", "a text that holds a colon and a space needs quotes", last.start, _QUOTING)
        if last.leads:
            return self._missing_colon(last.start)
        place = Place(self.here.line, self._indent(self.here.line) + 1)
        message = "this line stands further in than the one above, whose value is already complete"
        return self._fault("RW315", message, place, "Let keys that belong together start in the same column.")


def _spaces(place: Place) -> str:
    return "1 space" if place.column == 2 else f"{place.column - 1} spaces"


def _place(mark: Any) -> Place | None:
    return None if mark is None else Place(mark.line + 1, mark.column + 1)
