"""One field over all rows of a table: which type its values have, and the values as executors want them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from interpreter import data as d
from interpreter.check.findings import did_you_mean, listed, one
from interpreter.check.kinds_of import in_words
from interpreter.check.scope import DomainInfo, TextInfo, World
from interpreter.model.expressions import Constant
from interpreter.model.types import (
    NUMBER,
    PLAYER,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MemberType,
    NumberType,
    RulesTextType,
    StringType,
    TextForm,
    Type,
    UnknownType,
    YesNoType,
    empty_value,
    maybe,
    without_nothing,
)

FORMS: dict[str, TextForm] = {"effect": "effect", "condition": "condition", "amount": "amount", "trigger": "trigger"}


@dataclass(slots=True)
class Column:
    """A field of a domain; `bound` gives the names that the rules text of a row may use."""

    world: World
    info: DomainInfo
    key: str
    bound: Callable[[int], tuple[tuple[str, MemberType, int], ...]]


def column_of(
    column: Column, nodes: Sequence[d.Node | None], gone: Sequence[d.Node | None] = ()
) -> tuple[Type, tuple[Constant, ...]]:
    """The type of a field and its value in each row. What a row leaves out is 0, no, empty, or else nothing.

    `gone` are values in rows that a variant has taken out: they only help to find the type.
    """
    every = [*nodes, *gone]
    form = rules_form(every)
    if form is not None:
        return rules_column(column, nodes, form)
    type_ = declared_type(column, every) or inferred_type(column, every)
    kept = without_nothing(type_)
    nodes = [None if node is not None and names_absent(column, node, kept) else node for node in nodes]
    missing = any(node is None for node in nodes)
    note_type(column, type_)
    whole = (
        maybe(type_)
        if missing and not isinstance(kept, (NumberType, YesNoType, CollectionType, UnknownType))
        else type_
    )
    values = tuple(empty_value(kept) if node is None else value_of(column, node, kept) for node in nodes)
    if isinstance(kept, NumberType):
        numbers = [value for value in values if isinstance(value, int)]
        whole = NumberType(min(numbers), max(numbers)) if numbers else kept
    return whole, values


def names_absent(column: Column, node: d.Node, type_: Type | None) -> bool:
    """Whether a value of a type is the name of a seat that nobody has taken."""
    return type_ == PLAYER and isinstance(node, d.Scalar) and node.value in column.world.absent


def note_type(column: Column, type_: Type) -> None:
    """Notes that a kind or another type of rows is used by a field."""
    one = without_nothing(type_)
    if isinstance(one, CollectionType) and one.of is not None:
        note_type(column, one.of)
    elif isinstance(one, MemberType):
        column.world.used_names.add(f"type {one.domain}")


# ---- rules text


def rules_form(nodes: Sequence[d.Node | None]) -> TextForm | None:
    """The form of a field that holds rules text."""
    for node in nodes:
        if isinstance(node, (d.Scalar, d.Sequence)) and node.format in FORMS:
            return FORMS[node.format]
        if isinstance(node, d.Sequence):
            inner = rules_form(node.items)
            if inner is not None:
                return inner
    return None


def rules_column(column: Column, nodes: Sequence[d.Node | None], form: TextForm) -> tuple[Type, tuple[Constant, ...]]:
    """A field of rules text: each text gets a number. A list of effects stays a list; a list of triggers is one."""
    several = form != "trigger" and any(isinstance(node, d.Sequence) for node in nodes)
    values: list[Constant] = []
    for number, node in enumerate(nodes):
        texts = list(scalars(node)) if node is not None else []
        if form == "trigger":
            values.append(register(column, number, form, texts) if texts else None)
        elif several:
            values.append(tuple(register(column, number, form, [text]) for text in texts))
        else:
            values.append(register(column, number, form, texts) if texts else None)
    one: Type = RulesTextType(form)
    if several:
        return CollectionType("list", one), tuple(values)
    return (one if all(value is not None for value in values) else maybe(one)), tuple(values)


def scalars(node: d.Node) -> Iterator[d.Scalar]:
    """The single values in a value or list."""
    if isinstance(node, d.Scalar):
        yield node
    elif isinstance(node, d.Sequence):
        for item in node.items:
            yield from scalars(item)


def register(column: Column, number: int, form: TextForm, texts: Sequence[d.Scalar]) -> int:
    """Keeps a rules text to be checked later; its number is its value."""
    world = column.world
    row = f"{column.info.members[number]}, {column.key}"
    field = f"{column.info.name}.{column.key}"
    world.texts.append(TextInfo(len(world.texts), form, tuple(texts), row, field, column.bound(number)))
    return len(world.texts) - 1


# ---- types


def declared_type(column: Column, nodes: Sequence[d.Node | None]) -> Type | None:
    """The type that a schema gives a field by `names`."""
    for node in nodes:
        if isinstance(node, d.Scalar) and node.names is not None:
            return named_type(column, node, node.names)
        if isinstance(node, d.Sequence):
            inner = declared_type(column, node.items)
            if inner is not None:
                return CollectionType("list", without_nothing(inner))
    return None


def named_type(column: Column, node: d.Scalar, names: str) -> Type:
    """The domain that a schema names."""
    word = names.removeprefix("maybe ")
    if word not in column.world.domains:
        column.world.findings.unknown(
            "RW215",
            word,
            f"the schema says that `{column.key}` names {one(word)}, but there is no such type",
            node.span,
        )
        return UNKNOWN
    return maybe(MemberType(word)) if names.startswith("maybe ") else MemberType(word)


def inferred_type(column: Column, nodes: Sequence[d.Node | None]) -> Type:
    """The type that all values of a field have: yes or no, numbers, members of one domain, lists of these, or text."""
    given = [node for node in nodes if node is not None]
    if any(isinstance(node, d.Sequence) for node in given):
        items = [item for node in given if isinstance(node, d.Sequence) for item in node.items]
        rows = [item for item in items if isinstance(item, d.Mapping)]
        if rows:
            unnamed_rows(column, rows[0])
            return CollectionType("list", UNKNOWN)
        return CollectionType("list", inferred_type(column, items) if items else None)
    if any(isinstance(node, d.Mapping) for node in given):
        items = [entry.value for node in given if isinstance(node, d.Mapping) for entry in node.entries]
        return CollectionType("list", inferred_type(column, items))
    values = [node.value for node in given if isinstance(node, d.Scalar)]
    if values and all(isinstance(value, bool) or value in ("yes", "no") for value in values):
        return YES_NO
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return NUMBER
    words = {str(value) for value in values}
    if words and words <= column.world.absent:
        return PLAYER
    words -= column.world.absent
    domains = column.world.domains
    home = domains.get(column.key)
    if home is not None and words & set(home.members):
        return MemberType(home.name)
    homes = [info for info in domains.values() if words <= set(info.members)] or most_of(words, domains.values())
    if len(homes) == 1:
        return MemberType(homes[0].name)
    if len(homes) > 1:
        column.world.findings.error(
            "RW217",
            f"the values of `{column.key}` could be {listed(f'a {info.name}' for info in homes)}",
            given[0].span,
            "call the field like the type, or name the type in the table's schema",
        )
        return UNKNOWN
    if 2 * sum(isinstance(value, bool) or value in ("yes", "no") for value in values) >= len(values):
        return YES_NO
    if 2 * sum(isinstance(value, int) for value in values) >= len(values):
        return NUMBER
    return StringType()


def most_of(words: set[str], domains: Iterable[DomainInfo]) -> list[DomainInfo]:
    """The one domain that has more than half of the words: the others are probably slips. Empty when there is none."""
    found = [info for info in domains if 2 * len(words & set(info.members)) > len(words)]
    return found if len(found) == 1 else []


def unnamed_rows(column: Column, row: d.Mapping) -> None:
    """The finding for rows inside of rows for which the rules have no name."""
    if not column.world.findings.lacking:
        hint = f"add `with {column.key} of …` to the line that says `data {column.info.many}`"
        column.world.findings.error("RW247", f"the rules do not name the rows in `{column.key}`", row.span, hint)


def value_of(column: Column, node: d.Node, type_: Type) -> Constant:
    """A value as executors want it; a finding when it does not fit the type."""
    match type_:
        case CollectionType(of=of):
            if isinstance(node, d.Mapping):
                return tuple(value_of(column, entry.value, of or UNKNOWN) for entry in node.entries)
            if isinstance(node, d.Sequence):
                items = [item for item in node.items if not names_absent(column, item, of)]
                return tuple(value_of(column, item, of or UNKNOWN) for item in items)
        case NumberType() if (
            isinstance(node, d.Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool)
        ):
            return node.value
        case YesNoType() if isinstance(node, d.Scalar) and (
            isinstance(node.value, bool) or node.value in ("yes", "no")
        ):
            return node.value is True or node.value == "yes"
        case MemberType(domain):
            return member_of(column, node, domain)
        case StringType() if isinstance(node, d.Scalar):
            return str(node.value)
        case UnknownType():
            return None
    column.world.findings.error("RW218", f"`{column.key}` must be {in_words(type_)} in every row", node.span)
    return None


def member_of(column: Column, node: d.Node, domain: str) -> int | None:
    """The member that a word names."""
    info = column.world.domains.get(domain)
    number = None if info is None or not isinstance(node, d.Scalar) else info.number(str(node.value))
    if info is None or info.incomplete or number is not None:
        return number
    if isinstance(node, d.Scalar) and node.value in ("nothing", None):
        return None
    word = str(node.value) if isinstance(node, d.Scalar) else "this"
    column.world.findings.unknown(
        "RW214",
        word,
        f"there is no {domain} `{word}`",
        node.span,
        did_you_mean(word, info.members) or f"{one(domain)} is {listed(info.members)}",
    )
    return None
