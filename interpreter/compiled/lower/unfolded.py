"""Two loops as one through pairs, where few members can be met in either, whatever the state is.

That a member is in a kept set is tested after what tells more: the members were looked for there, so most are in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import bits_of, factors, parts
from interpreter.compiled.lower.lowering import ME, Lowering

MOST_PAIRS = 12
"""With more pairs for one seat the loops stay."""


def unfolded(lowering: Lowering, clauses: Sequence[low.Clause]) -> tuple[low.Clause, ...]:
    """The clauses of an option with its two loops as one, where that can be; as they are where it cannot."""
    same = tuple(clauses)
    loops = [clause for clause in clauses if clause.kind == "for"]
    if "unfold" not in lowering.passes or len(loops) != 2:
        return same
    first, second = loops
    place, end = same.index(first), same.index(second)
    before, between, rest = same[:place], same[place + 1 : end], same[end + 1 :]
    if any(clause.kind != "if" for clause in (*before, *between)) or first.beside or second.beside:
        return same
    table: list[tuple[tuple[int, int], ...]] = []
    for seat in range(len(lowering.model.players)):
        pairs: list[tuple[int, int]] = []
        members = _members(lowering, first.value, {"me": seat})
        if members is None:
            return same
        for one in members:
            others = _members(lowering, second.value, {"me": seat, first.name: one})
            if others is None or len(pairs) + len(others) > MOST_PAIRS:
                return same
            pairs += [(one, other) for other in others]
        table.append(tuple(pairs))
    if not any(table):
        return same
    known = tuple(takewhile(_is_plain_test, rest))
    return (
        *before,
        low.Clause("for", first.name, low.Item(lowering.tables.add((*table, ())), ME), (second.name,)),
        *known,
        *between,
        *_kept(first),
        *_kept(second),
        *rest[len(known) :],
    )


def _is_plain_test(clause: low.Clause) -> bool:
    return clause.kind == "if" and not any(isinstance(part, (low.Call, low.Walk)) for part in parts(clause.value))


def _kept(clause: low.Clause) -> Iterator[low.Clause]:
    """Tests of a member for the kept sets that it is looked for in."""
    for mask in factors(clause.value.mask) if isinstance(clause.value, low.Bits) else ():
        if any(isinstance(part, low.Slot) for part in parts(mask)):
            yield low.Clause("if", "", low.HasBit(mask, low.Var(clause.name)))


def _members(lowering: Lowering, source: low.Expr, known: dict[str, int]) -> Sequence[int] | None:
    """What a source can have for members, whatever the state is, for known variables; None where that may be any."""
    if not isinstance(source, low.Bits):
        listed = _value(lowering, source, known)
        return listed if isinstance(listed, tuple) else None
    whole: int | None = None
    for mask in factors(source.mask):
        value = _value(lowering, mask, known)
        if isinstance(value, int) and value >= 0:
            whole = value if whole is None else whole & value
        elif not any(isinstance(part, low.Slot) for part in parts(mask)):
            return None
    return None if whole is None else bits_of(whole)


def _value(lowering: Lowering, node: low.Expr, known: dict[str, int]) -> Any:
    """A number, or an entry of a table by known variables; None for anything else."""
    match node:
        case low.Lit(value):
            return value
        case low.Table(number):
            return lowering.tables.values[number]
        case low.Item(of, low.Var(name)) if name in known:
            values = _value(lowering, of, known)
            return values[known[name]] if isinstance(values, tuple) else None
    return None
