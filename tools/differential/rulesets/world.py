"""What a rule set has declared so far, and what the text at hand may use of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from .texts import Place, Routine, Symbol, Type, Variable

Item = TypeVar("Item")

RICHNESS = (0.1, 0.3, 0.6)
"""The shares of all features that rule sets have: some are plain, some have something of everything."""

OF_BOARD_GAMES = frozenset(
    {
        *("after rules", "ask", "choose later", "ensure", "figures", "for each", "graph", "hexagonal", "hole"),
        *("let in offer", "limit", "named grid", "number option", "opening", "order", "otherwise must", "pool"),
        *("ring", "second table", "setting up", "skipping", "table", "token flag", "token home", "token number"),
        *("token tint", "tokens leave", "until", "winner", "word option", "wrapped", "yes option"),
        *("counter", "cap of", "below zero", "reset of", "kind", "phase"),
    }
)
"""The features that plain board games have, some by the start of their names; executors know such games best."""

SIZES = (0, 0, 1, 2)
"""How much of everything rule sets have, by itself: most are small."""


class NoWay(Exception):
    """Nothing of the wanted type can be written here; another way is tried."""


@dataclass(slots=True)
class World:
    """Everything declared so far, and the dice.

    `constants`: names of members by type. `plurals`: the set of all members by type. `areas`: boards, `extent` the
    columns and rows of the plain grid. `mobile`: whether pieces of a type may be off the board. `steps`: counts what
    can be carried out, in the order of declaration: nothing may use what comes later, so that nothing leads back to
    itself. `plain`: it is a board game without cards, parts, free actions and the like.
    """

    dice: Random
    players: list[str] = field(default_factory=list)
    constants: dict[Type, list[str]] = field(default_factory=dict)
    plurals: dict[Type, str] = field(default_factory=dict)
    areas: list[str] = field(default_factory=list)
    grids: list[str] = field(default_factory=list)
    pieces: list[Type] = field(default_factory=list)
    rows: list[Type] = field(default_factory=list)
    symbols: dict[Type, list[Symbol]] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    events: list[Routine] = field(default_factory=list)
    procedures: list[Routine] = field(default_factory=list)
    actions: list[Routine] = field(default_factory=list)
    values: list[Routine] = field(default_factory=list)
    mobile: dict[Type, bool] = field(default_factory=dict)
    extent: tuple[int, int] = (0, 0)
    names: int = 0
    steps: int = 0
    richness: float = 0.3
    size: int = 1
    plain: bool = False
    _features: dict[str, bool] = field(default_factory=dict)

    def has(self, feature: str, share: float = 1.0) -> bool:
        """Whether this rule set has a feature: decided once, more readily in rich rule sets."""
        if feature not in self._features:
            known = feature in OF_BOARD_GAMES or feature.rpartition(" ")[0] in OF_BOARD_GAMES
            self._features[feature] = self.dice.random() < self.richness * share and (known or not self.plain)
        return self._features[feature]

    def chance(self, share: float) -> bool:
        """Yes, so often."""
        return self.dice.random() < share

    def one(self, items: Sequence[Item]) -> Item:
        """Any of these, each alike."""
        return self.dice.choice(items)

    def weighed(self, items: Sequence[tuple[float, Item]]) -> Item:
        """Any of these, by weight."""
        return self.dice.choices([item for _, item in items], [weight for weight, _ in items])[0]

    def fresh(self, word: str = "it") -> str:
        """A name that nothing else has."""
        self.names += 1
        return f"{word}{self.names}"

    def step(self) -> int:
        """The number of a new thing that can be carried out."""
        self.steps += 1
        return self.steps

    def add(self, *symbols: Symbol) -> None:
        """Makes symbols known."""
        for symbol in symbols:
            self.symbols.setdefault(symbol.gives, []).append(symbol)

    def known(self) -> list[Type]:
        """The types of members that something can be said about: those of which all can be named at once."""
        return list(self.plurals)


@dataclass(slots=True)
class Scope:
    """What a piece of rules text may use.

    `me`: somebody acts. `step`: what is declared in this step or later cannot be used. `loops`: how many members are
    gone through at once around here. `plain`: nothing may be called, emitted or gained here. `counting`: events are
    being counted. `usual`: there is something that is done as usual. `gives`: what `give` must give. `used`: the
    symbols that have been used, for whoever asks.
    """

    step: int
    me: bool = False
    locals: list[Symbol] = field(default_factory=list)
    loops: int = 0
    plain: bool = False
    counting: bool = False
    usual: bool = False
    gives: Type | None = None
    used: list[Symbol] = field(default_factory=list)

    def bind(self, name: str, type_: Type, finite: bool = False) -> None:
        """Makes a name known from here on."""
        self.locals.append(Symbol(type_, name, finite=finite or type_.of not in ("number", "yes_no")))

    @contextmanager
    def loop(self) -> Iterator[None]:
        """Something is gone through inside."""
        self.loops += 1
        try:
            yield
        finally:
            self.loops -= 1

    @property
    def needs_me(self) -> bool:
        """Whether something has been used that needs somebody who acts."""
        return any(symbol.me for symbol in self.used)

    @property
    def reach(self) -> int:
        """The latest step of what has been used."""
        return max((symbol.step for symbol in self.used), default=0)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Names bound inside end with it."""
        known = len(self.locals)
        try:
            yield
        finally:
            del self.locals[known:]
