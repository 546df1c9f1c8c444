"""Which constructs of the language rule sets have: those of their checked models, by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.types import CollectionType, MaybeType, Type
from interpreter.model.walk import walk

TELLING = ("kind", "op", "name", "mode", "scope", "up_to", "may", "lose", "bottom")
"""Attributes that tell one construct of a class from another."""

CLAUSES = ("do", "otherwise_must", "may", "after_main", "then", "until", "skipping", "stuck_action", "stuck_block")


def constructs(model: Model) -> Iterator[str]:
    """The constructs of a model, each as often as it is met: `Compare is`, `Repeat up_to`, `keep set`, `rule after`."""
    kinds = (*get_args(x.Expr), *get_args(s.Stmt), s.Bind)
    for node in walk(model):
        if isinstance(node, kinds):
            yield _name(node)
    for variable in model.variables.values():
        yield f"{variable.role} {_shape(variable.type)}"
        yield f"{variable.role} for {', '.join(key.domain or 'number' for key in variable.keys) or 'the game'}"
    yield from (f"rule {rule.cause}" for rule in model.rules)
    yield from (f"place {place.shape}" for place in model.places.values())
    yield from (f"text {text.form}" for text in model.texts)
    yield from (f"site {site.kind}" for site in model.sites)
    yield from ("standing" for _ in model.standings)
    for phase in model.phases:
        yield f"phase turns {phase.turns or 'none'}"
        yield from (f"phase {word}" for word in CLAUSES if getattr(phase, word))


def _name(node: object) -> str:
    words = [type(node).__name__]
    for attribute in TELLING:
        value = getattr(node, attribute, None)
        if isinstance(value, bool):
            words += [attribute] if value else []
        elif isinstance(value, str) and not isinstance(node, (x.Local, s.Bind, s.Let, s.Part, s.Adjustment)):
            words.append(value)
    return " ".join(words)


def _shape(type_: Type) -> str:
    if isinstance(type_, CollectionType):
        return type_.shape
    return "maybe" if isinstance(type_, MaybeType) else type(type_).__name__
