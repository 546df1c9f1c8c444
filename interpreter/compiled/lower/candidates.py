"""What can be chosen in a playout: found, counted, and one of them put in its names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of

NARROWEST = 16
"""Masks of at most so many bits are remembered with their members."""

SPARSE = 4
"""A mask is sparse when at most one bit in so many is set."""


def widths(size: int) -> int:
    """The width of masks for so many bits, as `nth_bit` knows it."""
    width = NARROWEST
    while width < size:
        width *= 2
    return width


@dataclass(frozen=True, slots=True)
class Candidates:
    """What the clauses of a choice come to, kept in the variable `held`.

    `form`: `mask` for the members of a set, `list` for a sequence of what the names are bound to, `flag` (0 or 1) for a
    choice without names. Masks have at most `size` bits.
    """

    names: tuple[str, ...]
    form: str
    held: low.Var
    found: low.Expr
    size: int

    @property
    def setup(self) -> list[low.Stmt]:
        """Finds them."""
        return [low.Let(self.held.name, self.found)]

    @property
    def count(self) -> low.Expr:
        """How many there are."""
        if self.form == "flag":
            return self.held
        return low.Population(self.held) if self.form == "mask" else low.Length(self.held)

    def taken(self, number: low.Expr) -> list[low.Stmt]:
        """Puts the candidate of a number in the names; one of one is drawn all the same, as every decision is."""
        if self.form == "flag" or not self.names:
            return [low.Do(number)] if isinstance(number, low.Draw) else []
        if len(self.names) > 1:
            return [low.Unpack(self.names, low.Item(self.held, number))]
        (name,) = self.names
        if self.form == "list":
            return [low.Let(name, low.Item(self.held, number))]
        width = widths(self.size)
        nth = low.Let(name, low.Call("nth_bit", (self.held, number, low.Lit(width))))
        if not isinstance(number, low.Draw) or number.by != "rand":
            return [nth]
        # By chance, it is quicker to try one bit after another, as long as many are set.
        guess = low.Let(name, low.Draw(low.Lit(self.size), "rand"))
        hit = low.If(low.HasBit(self.held, low.Var(name)), (low.Jump("leave"),))
        many = low.Bin(">", number.number, low.Lit(self.size // SPARSE))
        return [low.If(many, (low.Loop((guess, hit)),), (nth,))]


def candidates(held: str, names: Sequence[str], clauses: Sequence[low.Clause], size: int) -> Candidates:
    """The candidates of a choice of names by clauses; masks have at most `size` bits."""
    first = list(takewhile(lambda clause: clause.kind == "if", clauses))
    rest = list(clauses[len(first) :])
    condition = all_of(clause.value for clause in first)
    form = "list"
    found: low.Expr = low.Walk("list", tuple(rest), _value(names))
    match rest:
        case []:
            form, found = "flag", low.Lit(1)
        case [low.Clause("for", value=low.Bits(mask, few))] if len(names) == 1 and not few:
            form, found = ("list", low.Bits(mask, True)) if size <= NARROWEST else ("mask", mask)
    if condition != low.Lit(True):
        found = low.Choose(condition, found, low.Sequence(()) if form == "list" else low.Lit(0))
    return Candidates(tuple(names), form, low.Var(held), found, size)


def _value(names: Sequence[str]) -> low.Expr:
    return low.Var(names[0]) if len(names) == 1 else low.Sequence(tuple(low.Var(name) for name in names))
