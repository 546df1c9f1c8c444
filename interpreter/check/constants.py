"""Works out expressions that must be known before there is a game: sizes of boards, which spaces exist, options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n

Fixed: TypeAlias = "int | bool | str"


class NotFixed(Exception):
    """The expression is not known before the game; says where and why, and which name is not known, if it is one."""

    def __init__(self, message: str, span: Span, word: str | None = None) -> None:
        self.span = span
        self.word = word
        super().__init__(message)


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "per": lambda a, b: a // b if b else 0,
    "mod": lambda a, b: a % b if b else 0,
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def fixed(node: n.Expr, names: Mapping[str, Fixed]) -> Fixed:
    """The value of an expression over `names` (options, and the fields of a space). Raises NotFixed."""
    match node:
        case n.Number(value=value):
            return value
        case n.Name():
            return _name(node, names)
        case n.Minus():
            return -_number(node.of, names)
        case n.Arithmetic():
            return ARITHMETIC[str(node.op)](_number(node.left, names), _number(node.right, names))
        case n.Negation():
            return not fixed_condition(node.of, names)
        case n.Both():
            return fixed_condition(node.left, names) and fixed_condition(node.right, names)
        case n.Either():
            return fixed_condition(node.left, names) or fixed_condition(node.right, names)
        case n.Conditional():
            return fixed(node.then if fixed_condition(node.condition, names) else node.other, names)
        case n.Compare():
            return _compare(node, names)
        case n.Call() if node.name in ("min", "max") and len(node.args) > 1:
            numbers = [_number(arg, names) for arg in node.args]
            return min(numbers) if node.name == "min" else max(numbers)
    raise NotFixed("this must be known before the game starts: use numbers, options and fields of a space", node.span)


def _name(node: n.Name, names: Mapping[str, Fixed]) -> Fixed:
    if node.id in names:
        return names[node.id]
    if node.id in ("yes", "no"):
        return node.id == "yes"
    raise NotFixed(f"`{node.id}` is not known before the game starts", node.span, str(node.id))


def _compare(node: n.Compare, names: Mapping[str, Fixed]) -> bool:
    if node.op in COMPARISONS:
        return COMPARISONS[node.op](_number(node.left, names), _number(node.right, names))
    if node.op in ("is", "is not"):
        return (fixed(node.left, names) == fixed(node.right, names)) == (node.op == "is")
    if node.op in ("in", "not in") and isinstance(node.right, n.ListOf):
        found = fixed(node.left, names) in [fixed(item, names) for item in node.right.items]
        return found == (node.op == "in")
    if node.op in ("in", "not in") and isinstance(node.right, n.Range):
        inside = _number(node.right.low, names) <= _number(node.left, names) <= _number(node.right.high, names)
        return inside == (node.op == "in")
    raise NotFixed("a list or range must be written out here: `[1, 2]` or `[1 to 4]`", node.right.span)


def _number(node: n.Expr, names: Mapping[str, Fixed]) -> int:
    value = fixed(node, names)
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotFixed("a number is needed here", node.span)
    return value


def fixed_condition(node: n.Expr, names: Mapping[str, Fixed]) -> bool:
    """Whether an expression over `names` holds. Raises NotFixed, also for one that is no condition."""
    value = fixed(node, names)
    if not isinstance(value, bool):
        raise NotFixed("a condition is needed here", node.span)
    return value
