"""Types of the rules language, as the checker knows them and executors rely on.

At run time a number is an int, yes/no a bool, a member of a domain its number (0, 1, … in declared order), a
collection a tuple, a text a str, rules text its number in `Model.texts`; nothing is None everywhere.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from interpreter.records import record

Shape = Literal["set", "list", "pile"]
TextForm = Literal["effect", "condition", "amount", "trigger"]


@record
class NumberType:
    """A whole number; the bounds are what the checker could find out, None where it could not."""

    low: int | None = None
    high: int | None = None


@record
class YesNoType:
    """yes or no."""


@record
class MemberType:
    """A member of a domain; `area` narrows spaces to one board."""

    domain: str
    area: str | None = None


@record
class MaybeType:
    """`of`, or nothing."""

    of: Type


@record
class CollectionType:
    """A set (in declared order, no member twice), a list (its own order) or a pile (a list whose first is the top).

    `size` is the greatest number of members where one is known. `of` is None for the empty list `[]`.
    """

    shape: Shape
    of: Type | None
    size: int | None = None


@record
class NothingType:
    """The type of `nothing`, `nobody` and `nowhere`."""


@record
class StringType:
    """A text that only people read."""


@record
class RulesTextType:
    """Rules text of a data row."""

    form: TextForm


@record
class UnknownType:
    """The type of what has been reported already; exists during checking only, never in a finished model."""


Type: TypeAlias = (
    NumberType
    | YesNoType
    | MemberType
    | MaybeType
    | CollectionType
    | NothingType
    | StringType
    | RulesTextType
    | UnknownType
)

NUMBER = NumberType()
YES_NO = YesNoType()
NOTHING = NothingType()
UNKNOWN = UnknownType()
PLAYER = MemberType("player")
SPACE = MemberType("space")
DIRECTION = MemberType("direction")


def without_nothing(type_: Type) -> Type:
    """The type of a value of `type_` that is known not to be nothing."""
    return type_.of if isinstance(type_, MaybeType) else type_


def maybe(type_: Type) -> Type:
    """`maybe type_`; nothing is added twice, and a type that has its own empty value stays as it is."""
    if isinstance(type_, (MaybeType, NothingType)):
        return type_
    return MaybeType(type_)


def empty_value(type_: Type) -> int | bool | tuple[()] | None:
    """What a value of a type is where there is none: 0, no, the empty collection, else nothing."""
    match type_:
        case NumberType():
            return 0
        case YesNoType():
            return False
        case CollectionType():
            return ()
    return None
