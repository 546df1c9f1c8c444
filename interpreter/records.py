"""Records: small classes of values that never change, of which there are many kinds and very many objects.

They are dataclasses that may not be assigned to, which type checkers make sure of. At run time nothing watches over
that, so that a record is made with one step for each field, and its class in one step instead of seven.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(kind: type[Kind]) -> type[Kind]:
    """Makes a class a frozen dataclass with slots; two records are equal when their kinds and compared fields are."""
    made: type[Kind] = dataclass(slots=True, eq=False, repr=False)(kind)
    for name, method in (("__eq__", _equal), ("__hash__", _hash), ("__repr__", _shown)):
        setattr(made, name, method)
    return made


class _Compared(dict[type, "Callable[[Any], tuple[Any, ...]]"]):
    """Gives those fields of a record that count when it is compared."""

    def __missing__(self, kind: type) -> Callable[[Any], tuple[Any, ...]]:
        self[kind] = found = self._of([each.name for each in fields(kind) if each.compare])
        return found

    def _of(self, names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
        if not names:
            return lambda one: ()
        get = attrgetter(*names)
        return get if len(names) > 1 else lambda one: (get(one),)


_COMPARED = _Compared()


def _equal(self: object, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    compared = _COMPARED[self.__class__]
    return compared(self) == compared(other)


def _hash(self: object) -> int:
    return hash(_COMPARED[self.__class__](self))


def _shown(self: Any) -> str:
    told = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{self.__class__.__qualname__}({told})"
