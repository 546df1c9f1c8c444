"""Scenarios: tests that authors write in the rules' own notation."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.syntax.nodes.base import Node, Word
from interpreter.syntax.nodes.expressions import Expr


@dataclass(frozen=True, slots=True)
class Ground(Node):
    """`cites`, `variant`, `players`, `seed`, `phase`, `turn`, `play`, `offers` or `offers only` and its words.

    `kind` is cites, variant, players, seed, phase, turn, play, offers, offers_only or offers_number; players, seed and
    offers_number hold one word of figures.
    """

    kind: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class OptionIs(Node):
    """`option name is value`."""

    name: Word
    value: Expr


@dataclass(frozen=True, slots=True)
class Picture(Node):
    """`board [area]:` and its rows, top row first."""

    area: Word | None
    rows: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Put(Node):
    """`put things on space` (kind on) or `put things in place` (kind in)."""

    kind: str
    things: tuple[Word, ...]
    where: Expr


@dataclass(frozen=True, slots=True)
class SetField(Node):
    """`set field to value`."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Refuses(Node):
    """`refuses "action" because "start of the reason"`."""

    action: Word
    reason: Word | None


@dataclass(frozen=True, slots=True)
class Expect(Node):
    """`expect condition`."""

    condition: Expr


ScenarioLine = Ground | OptionIs | Picture | Put | SetField | Refuses | Expect


@dataclass(frozen=True, slots=True)
class Scenario(Node):
    """`scenario "title": lines`."""

    title: Word
    lines: tuple[ScenarioLine, ...]
