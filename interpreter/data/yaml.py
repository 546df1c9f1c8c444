"""YAML files as located trees: the small, strict part of YAML that rule authors need.

Refused, each with its own finding: tabs, keys that stand twice, anchors and merged keys, tags, several documents, and
keys that are not a word or a number. `yes` and `no` stay text until a schema says that they mean a boolean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from interpreter.data import scalars, yaml_faults
from interpreter.data.nodes import Entry, Mapping, Node, Scalar, Sequence
from interpreter.data.scanning import make_yaml
from interpreter.data.source import CONTROL, check_empty, check_tabs, read_source
from interpreter.data.text import Place, Run, YamlText
from interpreter.diagnostics import Diagnostic, Rejected, Related, Span

DEEPEST = 40
"""How deep lists and mappings may stand in each other."""

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_ABSENT = ("", "~", "null")
_BOOLEANS = {"true": True, "false": False}


def load_yaml(path: Path, shown: str) -> Node:
    """The tree of a YAML file; `shown` is the file's name in findings. Raises Rejected with all that is wrong."""
    return parse_yaml(read_source(path, shown), shown)


@lru_cache(maxsize=64)
def parse_yaml(text: str, shown: str) -> Node:
    """The tree of a YAML text whose line breaks are `\\n`. Raises Rejected with all that is wrong."""
    check_tabs(text, shown)
    check_empty(text, shown)
    return Builder(text, shown).document()


class Builder:
    """Builds the tree from the parser's events. With `json`, `true` and `false` are booleans."""

    def __init__(self, text: str, shown: str, json: bool = False) -> None:
        self.text, self.shown, self.json = text, shown, json
        self.lines = text.split("\n")
        self.findings: list[Diagnostic] = []
        self.repeated: list[Related] = []
        self.events = self._parse()
        self.ready: Any = None

    def document(self) -> Node:
        """The whole file. Raises Rejected."""
        self._next(StreamStartEvent)
        self._marker(self._next(DocumentStartEvent))
        node = self._node(0)
        self._marker(self._next(DocumentEndEvent))
        rest = self._peek()
        if not isinstance(rest, StreamEndEvent):
            self._marker(rest)
        self._tell_repeated()
        if self.findings:
            raise Rejected(sorted(self.findings, key=lambda finding: finding.order))
        return node

    def _tell_repeated(self) -> None:
        """One finding for all anchors, repetitions and merged keys of the file."""
        if self.repeated:
            first, *others = sorted(self.repeated)
            hint = "Take it away, and write out what is repeated."
            self._refuse("RW308", f"{first.note}, which data files do not know", first.span, hint, *others)

    def _parse(self) -> Iterator[Any]:
        yaml = make_yaml()
        try:
            yield from yaml.parse(self.text)
        except MarkedYAMLError as error:
            self._give_up(yaml_faults.explain(error, self.text, self.shown))
        except (YAMLError, ValueError, OverflowError) as error:
            # The parser gives some faults of tags, escapes and directives no place and no kind of their own.
            self._give_up(yaml_faults.unplaced(error, self.lines, self.shown))

    def _give_up(self, finding: Diagnostic) -> NoReturn:
        self._tell_repeated()
        raise Rejected(sorted([*self.findings, finding], key=lambda each: each.order)) from None

    def _peek(self) -> Any:
        if self.ready is None:
            self.ready = next(self.events)
        return self.ready

    def _next(self, kind: type) -> Any:
        event = self._peek()
        if not isinstance(event, kind):
            raise TypeError(f"the parser gave {event!r} where {kind.__name__} was due")
        self.ready = None
        return event

    def _marker(self, event: Any) -> None:
        line = event.start_mark.line
        if event.explicit and not isinstance(event, DocumentEndEvent) and self.lines[line - 1].startswith("%"):
            span = Span(self.shown, line, 1, line, len(self.lines[line - 1]) + 1)
            message = "a line that starts with `%` speaks to YAML itself, which data files do not need"
            self._refuse("RW312", message, span, "Take this line away, and the one with `---`.")
        elif event.explicit:
            mark = "..." if isinstance(event, DocumentEndEvent) else "---"
            self._refuse(
                "RW312",
                f"`{mark}` divides a file into documents, but a data file holds one",
                self._span(event),
                f"Take the line with `{mark}` away; put what follows into a file of its own if it is something else.",
            )

    def _refuse(self, code: str, message: str, span: Span, hint: str, *related: Related) -> None:
        self.findings.append(Diagnostic(code, message, span, hint=hint, related=related))

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.shown, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _node(self, depth: int) -> Node:
        event = self._peek()
        if isinstance(event, AliasEvent):
            self._next(AliasEvent)
            self.repeated.append(Related(self._span(event), f"`*{event.anchor}` repeats what stands elsewhere"))
            return Scalar(None, self._span(event), None)
        self._properties(event)
        if isinstance(event, ScalarEvent):
            return self._scalar(self._next(ScalarEvent))
        if depth >= DEEPEST:
            message = f"lists and mappings stand more than {DEEPEST} deep in each other here"
            self._give_up(Diagnostic("RW313", message, self._span(event), hint="Is a bracket left open above?"))
        if isinstance(event, SequenceStartEvent):
            return self._sequence(depth)
        return self._mapping(depth)

    def _properties(self, event: Any) -> None:
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        if event.anchor is not None:
            span = Span(self.shown, line, column, line, column + len(event.anchor) + 1)
            self.repeated.append(Related(span, f"`&{event.anchor}` names a place to repeat it elsewhere"))
        if event.tag is not None:
            written = re.match(r"\S*", self.lines[line - 1][column - 1 :])
            tag = written.group() if written else "!"
            span = Span(self.shown, line, column, line, column + len(tag))
            hint = "Take it away; a text that starts with `!` must stand in quotes."
            self._refuse("RW309", f"`{tag}` is a tag of YAML, which data files do not know", span, hint)

    def _sequence(self, depth: int) -> Sequence:
        start = self._span(self._next(SequenceStartEvent))
        items: list[Node] = []
        while not isinstance(self._peek(), SequenceEndEvent):
            items.append(self._node(depth + 1))
        end = self._next(SequenceEndEvent)
        return Sequence(tuple(items), self._around(start, [item.span for item in items], end))

    def _mapping(self, depth: int) -> Mapping:
        opening = self._next(MappingStartEvent)
        start = self._span(opening)
        entries: dict[str, Entry] = {}
        spans: list[Span] = []
        while not isinstance(self._peek(), MappingEndEvent):
            key = self._node(depth + 1)
            value = self._node(depth + 1)
            spans += [key.span, value.span]
            entry = self._entry(key, value)
            if entry is None:
                continue
            if entry.key in entries:
                first = Related(entries[entry.key].key_span, "it stands here first")
                hint = "Only one of them could count; take one away or rename it."
                self._refuse("RW307", f"the key `{entry.key}` stands twice", entry.key_span, hint, first)
            else:
                entries[entry.key] = entry
        end = self._next(MappingEndEvent)
        flow = bool(opening.flow_style)
        return Mapping(tuple(entries.values()), self._around(start, spans, end), flow)

    def _around(self, start: Span, spans: list[Span], end: Any) -> Span:
        """From the start of a collection to its bracket, or to the end of its last item when it has none."""
        if end.end_mark.index > end.start_mark.index or not spans:
            return start.to(self._span(end))
        return start.to(max(spans, key=lambda span: (span.end_line, span.end_column)))

    def _entry(self, key: Node, value: Node) -> Entry | None:
        if not isinstance(key, Scalar) or key.text is None:
            what = "a value without a key" if isinstance(key, Scalar) else "a list or a mapping as a key"
            self._refuse("RW314", f"here stands {what}", key.span, "A key is a word, a number or a text.")
            return None
        if key.text.text == "<<":
            self.repeated.append(Related(key.span, "`<<` takes keys over from elsewhere"))
            return None
        if isinstance(value, Scalar) and value.text is None and value.span.column == value.span.end_column:
            value = Scalar(value.value, key.span, None)
        return Entry(key.text.text, key.span, value, key.text)

    def _scalar(self, event: Any) -> Scalar:
        span = self._span(event)
        start, end = Place(span.line, span.column), Place(span.end_line, span.end_column)
        if event.anchor is not None or event.tag is not None:
            return Scalar(None, span, None)
        if event.style == '"':
            runs = scalars.read_double(self.lines, start, end)
            self._check_escapes(runs)
        elif event.style == "'":
            runs = scalars.read_single(self.lines, start, end)
        elif event.style:
            runs = scalars.read_block(self.lines, start, event.value)
        else:
            runs = scalars.read_plain(self.lines, start, end)
        text = YamlText.of(self.shown, Place(start.line, start.column + (1 if event.style else 0)), runs)
        if event.style in ("|", ">"):
            last = text.whole
            span = Span(self.shown, span.line, span.column, last.end_line, last.end_column)
        if event.style:
            return Scalar(text.text, span, text)
        return self._resolve(text, span)

    def _resolve(self, text: YamlText, span: Span) -> Scalar:
        """What a text without quotes is: a number, nothing, or just text."""
        if text.text in _ABSENT:
            return Scalar(None, span, None)
        if self.json and text.text in _BOOLEANS:
            return Scalar(_BOOLEANS[text.text], span, text)
        if _NUMBER.fullmatch(text.text):
            return Scalar(int(text.text), span, text)
        return Scalar(text.text, span, text)

    def _check_escapes(self, runs: list[Run]) -> None:
        for sign, start, width in runs:
            if width > 1 and (sign == "\t" or CONTROL.match(sign) or "\ud800" <= sign <= "\udfff"):
                span = Span(self.shown, start.line, start.column, start.line, start.column + width)
                message = f"this stands for U+{ord(sign):04X}, which is no sign that can be shown"
                self._refuse("RW316", message, span, "Texts hold letters, figures, signs, spaces and line breaks.")
                return
