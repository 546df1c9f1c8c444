"""The options of a decision as lines: with numbers, those of one action together, with titles of what they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from interpreter.commands.board import MARGIN, Painter
from interpreter.commands.tables import Block, cut, length, padded, room_for_lines
from interpreter.commands.titles import titles_of, told
from interpreter.diagnostics import Span
from interpreter.game.decisions import Decision, Option
from interpreter.game.state import State
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.walk import every_node

GAP = 2
SEVERAL = 3
"""From so many options on an action has lines of its own."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")

Group = tuple[str, list[Option]]


@dataclass(frozen=True, slots=True)
class _Entry:
    """An option as it is shown: its number, what to type, and what that is for people."""

    number: int
    words: str
    title: str

    def text(self, digits: int, words: int, painter: Painter) -> str:
        shown = f"{self.number:>{digits}}  {self.words}"
        return f"{shown.ljust(digits + 2 + words)}  {painter.dim(self.title)}" if self.title else shown


def offer_lines(state: State, decision: Decision, painter: Painter) -> Iterator[str]:
    """All options in groups: main and free actions of a turn, and in each group action by action."""
    model = state.game.model
    titles = dict(titles_of(model)) | (_parts_of(model, decision.place) if decision.kind == "parts" else {})
    signs = _signs(state)
    digits = len(str(len(decision.options)))
    for name, options in groups_of(model, decision):
        if name:
            yield f"{' ' * MARGIN}{painter.heading(name)}"
        for part in _parts(options, titles):
            entries = [_Entry(one.number + 1, one.words, _title(one, model, titles, signs)) for one in part]
            yield from (f"{' ' * MARGIN}{line}" for line in _grid(entries, digits, painter))


def groups_of(model: Model, decision: Decision) -> list[Group]:
    """The options of a decision, those of a turn as main and free ones where there are both."""
    main: list[Option] = []
    free: list[Option] = []
    rest: list[Option] = []
    for option in decision.options:
        action = None if option.action is None else model.actions.get(option.action)
        (rest if action is None else free if action.kind == "free" else main).append(option)
    groups = [("main", main), ("free", free), ("or", rest)]
    filled = [(name, options) for name, options in groups if options]
    return filled if len(filled) > 1 else [("", options) for _, options in filled]


def _parts(options: Sequence[Option], titles: Mapping[str, str]) -> Iterator[list[Option]]:
    """Options that stand in lines together: those of an action with several or with titles, else of some actions."""
    waiting: list[Option] = []
    for _, run in groupby(options, lambda option: option.action):
        found = list(run)
        if len(found) < SEVERAL and not any(told(option.words, titles) for option in found):
            waiting += found
            continue
        if waiting:
            yield waiting
            waiting = []
        yield found
    if waiting:
        yield waiting


def _grid(entries: Sequence[_Entry], digits: int, painter: Painter) -> Block:
    """Options in as many columns as there is room for, their numbers going down."""
    room = room_for_lines()
    words = max(len(entry.words) for entry in entries)
    texts = [cut(entry.text(digits, words, painter), room) for entry in entries]
    wide = max(map(length, texts))
    many = max(1, (room + GAP) // (wide + GAP))
    rows = -(-len(texts) // many)
    return [(" " * GAP).join(padded(text, wide) for text in texts[row::rows]).rstrip() for row in range(rows)]


def _title(option: Option, model: Model, titles: Mapping[str, str], signs: Mapping[str, str]) -> str:
    """What an option is, for people: the rows that it names by their titles, else what shows on the last of the spaces.

    An action that names nothing is told by its own text.
    """
    text = told(option.words, titles)
    if text:
        return text
    words = _WORD.findall(option.words)
    spaces = [word for word in words if word in signs]
    if spaces:
        return signs[spaces[-1]]
    action = None if option.action is None else model.actions[option.action]
    return action.text or "" if action is not None and not action.bound else ""


def _parts_of(model: Model, place: Span) -> dict[str, str]:
    """What the parts among which is chosen at a place of the rules are for people, by their names."""
    for node in every_node(model):
        if isinstance(node, s.Alternatives) and node.span == place:
            return {part.name: part.text for part in node.parts if part.text}
    return {}


def _signs(state: State) -> Mapping[str, str]:
    """The signs that the boards write on spaces, by the names of these."""
    letters = state.game.letters
    if letters.shown is None:
        return {}
    return dict(zip(state.game.model.spaces.names, letters.ground(state.look), strict=True))
