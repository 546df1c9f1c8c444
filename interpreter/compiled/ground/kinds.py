"""How values of the rules' types are held in generated programs."""

from __future__ import annotations

from typing import Any

from interpreter.model import expressions as x
from interpreter.model.types import (
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NothingType,
    NumberType,
    RulesTextType,
    Type,
    YesNoType,
    without_nothing,
)


class Unsupported(Exception):
    """An expression or statement that is left to the reference executor; the text says what it is."""


def kind_of(type_: Type) -> str:
    """How values of a type are held: bool, number, absent (a number that may be absent), member, set."""
    match type_:
        case YesNoType():
            return "bool"
        case NumberType():
            return "number"
        case MaybeType(of=NumberType()):
            return "absent"
        case MaybeType(of=YesNoType()):
            return "other"
        case CollectionType() | MaybeType(of=CollectionType()):
            return "set"
        case (
            MemberType() | MaybeType(of=MemberType()) | RulesTextType() | MaybeType(of=RulesTextType()) | NothingType()
        ):
            return "member"
    return "other"


def is_collection(type_: Type) -> bool:
    """Whether values of a type are sets, lists or piles."""
    return isinstance(without_nothing(type_), CollectionType)


def is_set(type_: Type) -> bool:
    """Whether values of a type are in declared order, with no member twice."""
    bare = without_nothing(type_)
    return isinstance(bare, CollectionType) and bare.shape == "set"


def is_member_set(type_: Type) -> bool:
    """Whether values of a type are sets of members of a domain."""
    bare = without_nothing(type_)
    return (
        isinstance(bare, CollectionType)
        and bare.shape == "set"
        and isinstance(without_nothing(bare.of or YES_NO), MemberType)
    )


def member_type(node: x.Expr) -> Type:
    """The type of a collection's members. Raises Unsupported where that is not known."""
    bare = without_nothing(node.type)
    if isinstance(bare, CollectionType) and bare.of is not None:
        return bare.of
    raise Unsupported("members of an unknown type")


def bounds(type_: Type) -> tuple[int, int] | None:
    """The least and the greatest number of a type, nothing counted as 0; None where one is not known."""
    bare = without_nothing(type_)
    if not isinstance(bare, NumberType) or bare.low is None or bare.high is None:
        return None
    return (bare.low, bare.high) if bare is type_ else (min(bare.low, 0), max(bare.high, 0))


def plain_value(value: Any) -> Any:
    """A value of the reference executor as the program holds it: nothing is -1."""
    if isinstance(value, tuple):
        return tuple(plain_value(one) for one in value)
    return -1 if value is None else value


def number_value(value: Any) -> Any:
    """A number of the reference executor as the program holds it where it may be absent: as it is."""
    return value


def mask_value(value: Any) -> int:
    """A set of the reference executor as a mask."""
    return sum(1 << member for member in set(value or ()))


def members_in(value: object) -> tuple[int, ...]:
    """The members of a constant collection, as numbers; none for anything else."""
    return tuple(one for one in value if isinstance(one, int)) if isinstance(value, tuple) else ()
