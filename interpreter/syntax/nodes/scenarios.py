"""Scenarios: tests that authors write in the rules' own notation."""

from __future__ import annotations

from interpreter.records import record
from interpreter.syntax.nodes.base import Node, Word
from interpreter.syntax.nodes.expressions import Expr


@record
class Ground(Node):
    """`cites`, `variant`, `players`, `seed`, `phase`, `turn`, `play`, `offers` or `offers only` and its words.

    `kind` is cites, variant, players, seed, phase, turn, play, offers, offers_only or offers_number; players, seed and
    offers_number hold one word of figures.
    """

    kind: str
    words: tuple[Word, ...]


@record
class OptionIs(Node):
    """`option name is value`."""

    name: Word
    value: Expr


@record
class Picture(Node):
    """`board [area]:` and its rows, top row first."""

    area: Word | None
    rows: tuple[Word, ...]


@record
class Put(Node):
    """`put things on space` (kind on) or `put things in place` (kind in)."""

    kind: str
    things: tuple[Word, ...]
    where: Expr


@record
class SetField(Node):
    """`set field to value`."""

    target: Expr
    value: Expr


@record
class Refuses(Node):
    """`refuses "action" because "start of the reason"`."""

    action: Word
    reason: Word | None


@record
class Expect(Node):
    """`expect condition`."""

    condition: Expr


ScenarioLine = Ground | OptionIs | Picture | Put | SetField | Refuses | Expect


@record
class Scenario(Node):
    """`scenario "title": lines`."""

    title: Word
    lines: tuple[ScenarioLine, ...]
