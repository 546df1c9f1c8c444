"""Fields of data rows and of other members, written for people."""

from __future__ import annotations

from interpreter.game.names import plain_value
from interpreter.model.program import Domain, Field, Model
from interpreter.model.types import (
    CollectionType,
    MaybeType,
    NumberType,
    RulesTextType,
    Type,
    YesNoType,
    without_nothing,
)


def written(model: Model, field: Field, value: object) -> str:
    """A field's value for people; rules text by its place."""
    bare = without_nothing(field.type)
    if isinstance(bare, CollectionType) and isinstance(value, tuple):
        inner = Field(field.name, bare.of or MaybeType(bare), ())
        return ", ".join(written(model, inner, member) for member in value)
    if isinstance(bare, RulesTextType) and isinstance(value, int):
        span = model.texts[value].span
        return f"({span.file.rpartition('/')[2]}:{span.line})"
    plain = plain_value(model, field.type, value)
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    return str(plain)


def field_texts(model: Model, domain: Domain, number: int, without: str) -> list[str]:
    """The fields of a member that say something, but for one, each as `name value`."""
    found = []
    for name, field in domain.fields.items():
        value = field.values[number]
        if name != without and "@" not in name and not is_left_out(field.type, value):
            found.append(f"{name} {written(model, field, value)}")
    return found


def is_left_out(type_: Type, value: object) -> bool:
    """Whether a value is what a row has that leaves the field out."""
    return value is None or value == () or (isinstance(without_nothing(type_), NumberType | YesNoType) and not value)
