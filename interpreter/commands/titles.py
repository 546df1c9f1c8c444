"""What rows are called by people: their `title`, where an author gives one, beside the name that the rules use."""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.model.program import Domain, Model
from interpreter.model.types import MemberType, StringType, without_nothing

TITLE = "title"
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def is_titled(domain: Domain) -> bool:
    """Whether the rows of a domain have titles."""
    field = domain.fields.get(TITLE)
    return domain.form == "row" and field is not None and isinstance(without_nothing(field.type), StringType)


def titles_of(model: Model) -> Mapping[str, str]:
    """Titles by the names of rows. Rows inside others that have none of their own go by the outer row's."""
    found: dict[str, str] = {}
    for domain in model.domains.values():
        if is_titled(domain):
            pairs = zip(domain.members, domain.fields[TITLE].values, strict=True)
            found |= {name: title for name, title in pairs if isinstance(title, str)}
    outer = {name: domain for name, domain in model.domains.items() if is_titled(domain)}
    for domain in model.domains.values():
        link = None if domain.form != "row" or is_titled(domain) else _link(domain, outer)
        if link is not None:
            owners = outer[link].members
            pairs = zip(domain.members, domain.fields[link].values, strict=True)
            found |= {name: found[owners[row]] for name, row in pairs if isinstance(row, int) and owners[row] in found}
    return found


def told(words: str, titles: Mapping[str, str]) -> str:
    """The titles of the rows that words name, each once; empty where they name none."""
    named = (titles[word] for word in _WORD.findall(words) if word in titles)
    return " + ".join(dict.fromkeys(named))


def _link(domain: Domain, outer: Mapping[str, Domain]) -> str | None:
    """The field of a row inside another that leads back to the outer one and is called like its type."""
    for name in outer:
        field = domain.fields.get(name)
        if field is not None and field.type == MemberType(name):
            return name
    return None
