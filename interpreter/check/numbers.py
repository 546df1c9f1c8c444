"""Ranges of numbers, as far as they can be known before playing."""

from __future__ import annotations

from interpreter.model.types import NumberType, Type, without_nothing


def arithmetic_range(op: str, left: Type, right: Type) -> NumberType:
    """The range of `left op right`."""
    a, b = without_nothing(left), without_nothing(right)
    if not isinstance(a, NumberType) or not isinstance(b, NumberType):
        return NumberType()
    match op:
        case "+":
            return NumberType(_add(a.low, b.low), _add(a.high, b.high))
        case "-":
            return NumberType(_sub(a.low, b.high), _sub(a.high, b.low))
        case "*":
            return _product(a, b)
        case "mod" if b.low is not None and b.high is not None and b.low > 0:
            return NumberType(0, b.high - 1)
        case "per" if a.low is not None and a.low >= 0 and b.low is not None and b.low >= 0:
            return NumberType(0, a.high)
    return NumberType()


def _add(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _sub(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a - b


def _product(a: NumberType, b: NumberType) -> NumberType:
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return NumberType()
    corners = [p * q for p in (a.low, a.high) for q in (b.low, b.high)]
    return NumberType(min(corners), max(corners))
