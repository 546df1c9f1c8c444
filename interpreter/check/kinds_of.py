"""Types in the author's words, and which type fits where."""

from __future__ import annotations

from interpreter.check.findings import one
from interpreter.model.types import (
    CollectionType,
    MaybeType,
    MemberType,
    NothingType,
    NumberType,
    RulesTextType,
    StringType,
    Type,
    UnknownType,
    YesNoType,
)


def in_words(type_: Type) -> str:
    """A type as an author would say it: `a number`, `a set of space`."""
    match type_:
        case NumberType():
            return "a number"
        case YesNoType():
            return "yes or no"
        case MemberType(domain, area):
            return one(domain) if area is None else f"{one(domain)} of {area}"
        case MaybeType(of):
            return f"{in_words(of)} or nothing"
        case CollectionType(shape, of):
            if of is None:
                return f"an empty {shape}"
            return f"a {shape} of {of.domain if isinstance(of, MemberType) else plain_words(of)}"
        case NothingType():
            return "nothing"
        case StringType():
            return "a text"
        case RulesTextType(form):
            return f"rules text ({form})"
        case UnknownType():
            return "something unknown"


def plain_words(type_: Type) -> str:
    """A type without its article."""
    words = in_words(type_)
    return words.removeprefix("a ").removeprefix("an ")


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is declared. Nothing fits everywhere."""
    if given is wanted or isinstance(given, UnknownType) or isinstance(wanted, UnknownType):
        return True
    if isinstance(given, MaybeType):
        return fits(given.of, wanted.of if isinstance(wanted, MaybeType) else wanted)
    if isinstance(wanted, MaybeType):
        return isinstance(given, NothingType) or fits(given, wanted.of)
    if isinstance(given, NothingType):
        return True
    if isinstance(given, MemberType):
        return isinstance(wanted, MemberType) and given.domain == wanted.domain
    if isinstance(given, CollectionType):
        return isinstance(wanted, CollectionType) and (
            given.of is None or wanted.of is None or fits(given.of, wanted.of)
        )
    if isinstance(given, RulesTextType):
        return isinstance(wanted, RulesTextType) and given.form == wanted.form
    return type(given) is type(wanted)


def comparable(left: Type, right: Type) -> bool:
    """Whether `is` between the two can ever be yes."""
    return fits(left, right) or fits(right, left)


def common(left: Type, right: Type) -> Type | None:
    """The type of either of two values, or None when there is none."""
    if isinstance(left, UnknownType) or isinstance(right, UnknownType):
        return right if isinstance(left, UnknownType) else left
    if isinstance(left, NothingType):
        return right if isinstance(right, (MaybeType, NothingType)) else MaybeType(right)
    if isinstance(right, NothingType):
        return left if isinstance(left, MaybeType) else MaybeType(left)
    if isinstance(left, MaybeType) or isinstance(right, MaybeType):
        of = common(_of(left), _of(right))
        return None if of is None else MaybeType(of)
    match left, right:
        case NumberType(), NumberType():
            return join_ranges(left, right)
        case MemberType(), MemberType() if left.domain == right.domain:
            return left if left.area == right.area else MemberType(left.domain)
        case CollectionType(), CollectionType():
            if left.of is None or right.of is None:
                return right if left.of is None else left
            of = common(left.of, right.of)
            return None if of is None else CollectionType(left.shape if left.shape == right.shape else "list", of)
    return left if left == right else None


def join_ranges(left: NumberType, right: NumberType) -> NumberType:
    """The range that holds both."""
    low = None if left.low is None or right.low is None else min(left.low, right.low)
    high = None if left.high is None or right.high is None else max(left.high, right.high)
    return NumberType(low, high)


def _of(type_: Type) -> Type:
    return type_.of if isinstance(type_, MaybeType) else type_
