"""Runs along rays that end in a certain value: what lies between a space and the first space with another value.

`union (leading c in ray(s, way) where c.x is A) if (first c in ray(s, way) where c.x is not A).x is B otherwise []
for way in ways` is a common shape of rules (spaces taken from both ends). For all spaces at once it is a few shifts of
masks.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.compiled.code import low
from interpreter.compiled.ground.rewrite import identity
from interpreter.compiled.lower.lowering import Lowering
from interpreter.geometry import Spaces
from interpreter.model import expressions as x
from interpreter.model.types import MemberType


@dataclass(frozen=True, slots=True)
class Between:
    """The parts of such an expression: the variable, the space, the value between (A) and the value at the end (B)."""

    variable: str
    space: x.Expr
    between: x.Expr
    end: x.Expr
    ways: tuple[int, ...]


def between(node: x.Expr) -> Between | None:
    """The parts of an expression of the shape above, or None."""
    if not (isinstance(node, x.Aggregate) and node.kind == "union" and node.condition is None):
        return None
    ways, value = node.source, node.value
    if not (isinstance(ways, x.Const) and isinstance(ways.value, tuple) and isinstance(value, x.Conditional)):
        return None
    run, test, other = value.then, value.condition, value.other
    if not (
        isinstance(other, x.Const) and other.value == () and isinstance(run, x.Quantifier) and run.kind == "leading"
    ):
        return None
    inside = _having(run)
    space = _ray(run.source, node.slot)
    if inside is None or space is None or not (isinstance(test, x.Compare) and test.op == "is"):
        return None
    variable, between_value, same = inside
    read, end = test.left, test.right
    if not (isinstance(read, x.ReadVariable) and read.variable == variable and len(read.keys) == 1 and same):
        return None
    first = read.keys[0]
    if not (
        isinstance(first, x.Quantifier) and first.kind == "first" and identity(first.source) == identity(run.source)
    ):
        return None
    outside = _having(first)
    if outside is None or outside[2] or identity(outside[1]) != identity(between_value) or outside[0] != variable:
        return None
    numbers = tuple(way for way in ways.value if isinstance(way, int))
    return Between(variable, space, between_value, end, numbers)


def _having(node: x.Quantifier) -> tuple[str, x.Expr, bool] | None:
    """For `… where c.x is E` (or is not): the variable, E, and whether it says `is`."""
    test = node.condition
    if not (isinstance(test, x.Compare) and test.op in ("is", "is_not") and isinstance(test.left, x.ReadVariable)):
        return None
    keys = test.left.keys
    if len(keys) != 1 or not isinstance(keys[0], x.Local) or keys[0].slot != node.slot:
        return None
    return test.left.variable, test.right, test.op == "is"


def _ray(node: x.Expr, way: int) -> x.Expr | None:
    """The space that a ray in the way of a slot starts from."""
    if isinstance(node, x.CallBuiltin) and node.name == "ray" and len(node.args) == 2:
        direction = node.args[1]
        if isinstance(direction, x.Local) and direction.slot == way and isinstance(node.args[0].type, MemberType):
            return node.args[0]
    return None


def plan(spaces: Spaces, ways: tuple[int, ...]) -> tuple[tuple[int, int], ...] | None:
    """Per way how far apart neighbours are in number, and the mask of spaces that have one; None where that differs."""
    found: list[tuple[int, int]] = []
    for way in ways:
        steps = {other - space for space in range(spaces.size) if (other := spaces.neighbour[space][way]) is not None}
        if len(steps) > 1:
            return None
        if steps:
            valid = sum(1 << space for space in range(spaces.size) if spaces.neighbour[space][way] is not None)
            found.append((steps.pop(), valid))
    return tuple(found)


def starts_from(node: x.Expr, slot: int) -> bool:
    """Whether an expression has the shape above and starts from the space in a slot."""
    parts = between(node)
    return parts is not None and isinstance(parts.space, x.Local) and parts.space.slot == slot


def any_between(lowering: Lowering, node: x.Aggregate) -> low.Expr | None:
    """Whether something lies between a space and an end, for one space."""
    parts = between(node)
    found = spaces_between(lowering, node)
    if found is None or parts is None:
        return None
    return low.HasBit(found, lowering.scalar(parts.space))


def spaces_between(lowering: Lowering, node: x.Expr) -> low.Expr | None:
    """The mask of spaces for which an expression of the shape above has a member."""
    parts = between(node) if "between" in lowering.passes else None
    inverse = None if parts is None else lowering.inverses.value_masks(parts.variable)
    if parts is None or inverse is None or inverse.low != -1:
        return None
    steps = plan(lowering.model.spaces, parts.ways)
    if inverse.first_key or inverse.keys != lowering.model.spaces.size or steps is None:
        return None
    if not (lowering.definite(parts.between) and lowering.definite(parts.end)):
        return None
    inside = low.Slot(low.Bin("+", lowering.scalar(parts.between), low.Lit(inverse.base)))
    end = low.Slot(low.Bin("+", lowering.scalar(parts.end), low.Lit(inverse.base)))
    return low.Call("ends_between", (inside, end, lowering.tables.add(steps)))


def between_sequence(lowering: Lowering, node: x.Aggregate) -> low.Expr | None:
    """What lies between, for one space, as a sequence."""
    parts = between(node) if "between" in lowering.passes else None
    if parts is None or not all(map(lowering.definite, (parts.between, parts.end, parts.space))):
        return None
    slots = lowering.layout.variables[parts.variable]
    if slots.variable.keys[0].first or len(slots.variable.keys) != 1:
        return None
    spaces = lowering.model.spaces
    rays = tuple(tuple(ray for way in parts.ways if (ray := spaces.ray(s, way))) for s in range(spaces.size))
    row = low.Item(lowering.tables.add(rays), lowering.scalar(parts.space))
    values = (lowering.scalar(parts.between), lowering.scalar(parts.end))
    return low.Call("between", (low.Var("v"), low.Lit(slots.base), row, *values))
