"""What all parts of the lowering share: the model, the tables, and the routine whose text is being lowered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from interpreter.compiled.code import low
from interpreter.compiled.code.made import Borrowed, Decision, Fault
from interpreter.compiled.ground.inverses import Inverses
from interpreter.compiled.ground.kinds import Unsupported
from interpreter.compiled.ground.regions import Regions
from interpreter.compiled.ground.rewrite import Rewriter
from interpreter.compiled.ground.sure import sure_variables
from interpreter.compiled.ground.tables import Tables, Tabulator
from interpreter.diagnostics import Span
from interpreter.layout import Layout
from interpreter.model import expressions as x
from interpreter.model.program import Model
from interpreter.model.types import NumberType, Type, without_nothing

ME = low.Var("me")

Playing = Literal["draw", "rand"]
"""Who decides in a playout: a function that is asked for numbers, or chance."""


@dataclass
class Names:
    """The names of the routine being lowered, by slot.

    `types` of all; `definite`: never nothing; `masks`: sets held as masks. A slot's variable is called `prefix` and the
    slot's number, or as `aliases` say. `me` is the seat that acts, for sure a player where `seated`; `mover` the mover
    where that is at hand. `facts`: what a variable of the state holds at a slot, where that is known; `placed`: domains
    and slots of pieces that are on the board, if they are not nothing. `loose`: numbers that a caller
    hands on, which may be any, whatever their types say. `framed`: slots of a frame that hold something.
    """

    types: dict[int, Type] = field(default_factory=dict)
    definite: set[int] = field(default_factory=set)
    masks: set[int] = field(default_factory=set)
    prefix: str = "x"
    aliases: dict[int, str] = field(default_factory=dict)
    me: low.Expr = ME
    seated: bool = True
    mover: low.Expr | None = None
    facts: dict[tuple[str, int], int] = field(default_factory=dict)
    placed: set[tuple[str, int]] = field(default_factory=set)
    loose: frozenset[int] = frozenset()
    framed: frozenset[int] = frozenset()

    def forget(self) -> None:
        """Something unknown has happened to the state."""
        self.facts.clear()
        self.placed.clear()


def parameters(types: Sequence[Type], seated: bool = False) -> Names:
    """The names of a routine with parameters of some types, in slots 0, 1, …"""
    loose = frozenset(slot for slot, type_ in enumerate(types) if isinstance(without_nothing(type_), NumberType))
    return Names(types=dict(enumerate(types)), seated=seated, loose=loose)


class Lowering(ABC):
    """The lowering of one game's rules.

    The classes built on this one add a subject each, in this order: Places, Scalars, Masks, Pieces, Sequences,
    Quantifiers and Sets lower expressions, Changes, Moves, Decisions and Steps statements, Offers, Actions and Turns
    the flow. What one of them asks of a later one is declared here.
    """

    def __init__(
        self,
        model: Model,
        layout: Layout,
        rewriter: Rewriter,
        tabulator: Tabulator,
        tables: Tables,
        inverses: Inverses,
        passes: frozenset[str],
    ) -> None:
        self.model = model
        self.layout = layout
        self.rewriter = rewriter
        self.tabulator = tabulator
        self.tables = tables
        self.inverses = inverses
        self.passes = passes
        self.regions = Regions(layout, inverses, tables)
        self.playing: Playing | None = None
        """Set while playouts are lowered, in which every decision is made at once."""
        self.alone: frozenset[str] = frozenset()
        """Domains whose pieces never share a space in a playout (see alone.py)."""
        self.lasting: list[int] = []
        """Clauses for the end of the game whose conditions hold in no turn that is begun (see settled.py)."""
        self.following = False
        """Set while steps from position to position are lowered, which only begin where everything is as usual."""
        self.sure = sure_variables(model)
        self.numbers = {name: number for number, name in enumerate(model.actions)}
        self.names = Names()
        self.finish_reads = [
            frozenset() if finish.condition is None else tabulator.analysis.reads(finish.condition)
            for finish in model.finishes
        ]
        self.functions: dict[str, low.Function | None] = {}
        """Functions that others call, by name; None for one that is being made, or cannot be."""
        self.borrowed: list[Borrowed] = []
        self.decisions: list[Decision] = []
        self.faults: list[Fault] = []
        self.spans: list[Span] = []
        self._temporaries = 0
        self._parts: dict[str, tuple[object, ...]] = {}

    def temporary(self) -> str:
        """A name for a value in passing."""
        self._temporaries += 1
        return f"t{self._temporaries}"

    def stand_alone(self, domain: str) -> bool:
        """Whether no two pieces of a domain share a space where what is being lowered runs."""
        return (self.playing is not None or self.following) and domain in self.alone

    def variable(self, slot: int) -> str:
        """The name of a slot's variable."""
        return self.names.aliases.get(slot) or f"{self.names.prefix}{slot}"

    def type_of(self, slot: int) -> Type:
        """The type of a local variable. Raises Unsupported where it is not known."""
        if slot not in self.names.types:
            raise Unsupported("a name whose type is not known")
        return self.names.types[slot]

    @contextmanager
    def routine(self, names: Names) -> Iterator[None]:
        """Lowers the text of another routine, with names of its own."""
        before, self.names = self.names, names
        try:
            yield
        finally:
            self.names = before

    @abstractmethod
    def scalar(self, node: x.Expr) -> low.Expr:
        """A number, a member, or yes or no; sets come as sequences. Declared values are written out already."""

    @abstractmethod
    def definite(self, node: x.Expr) -> bool:
        """Whether an expression cannot be nothing."""

    @abstractmethod
    def may_be_absent(self, node: x.Expr) -> bool:
        """Whether a number that is no `maybe` may be nothing all the same."""

    @abstractmethod
    def mask(self, node: x.Expr) -> low.Expr | None:
        """A set as a mask; None where it cannot be held so."""

    @abstractmethod
    def occupied(self, slot: int, test: x.Quantifier) -> low.Expr | None:
        """Spaces on which a piece of a fixed group stands: `any p in pieces where p.space is x and …`."""

    @abstractmethod
    def spaces_of(self, pieces: x.Expr, domain: str) -> low.Expr | None:
        """The spaces of a set of pieces."""

    @abstractmethod
    def standing(self, slot: int, source: x.Expr, test: x.Expr) -> low.Expr | None:
        """Pieces whose space meets a test."""

    @abstractmethod
    def sequence(self, node: x.Expr) -> low.Expr:
        """A collection as a sequence of its members in order."""

    @abstractmethod
    def quantifier(self, node: x.Quantifier) -> low.Expr:
        """Whether, how many, which or what members of a collection meet conditions."""

    @abstractmethod
    def aggregate(self, node: x.Aggregate) -> low.Expr:
        """A sum, a union and their like over the members of a collection."""

    @abstractmethod
    def any_member(self, node: x.Expr) -> low.Expr:
        """Whether a collection has a member."""

    @abstractmethod
    def contains(self, member: x.Expr, collection: x.Expr) -> low.Expr:
        """Whether a collection has a certain member."""

    @abstractmethod
    def within_set(self, left: x.Expr, right: x.Expr) -> low.Expr:
        """Whether all members of one collection are in another."""

    @abstractmethod
    def equal_sets(self, left: x.Expr, right: x.Expr) -> low.Expr:
        """Whether two collections have the same members in the same order."""

    @abstractmethod
    def builtin(self, node: x.CallBuiltin) -> low.Expr:
        """A built-in of the language."""
