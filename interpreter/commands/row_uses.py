"""How often rows of data tables were used in games: chosen in actions and effects, and their effects carried out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.commands.completed import figure_domains
from interpreter.model.program import Domain, Model
from interpreter.run import Decision, Option

EFFECTS = "effects"
"""By what a row was chosen, when it was no action itself but a choice in the middle of one."""

RAN = "ran"
"""By what a row was used whose own effect was carried out."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """What was used and how: a row of a domain, by an action, by EFFECTS, or because its effect RAN."""

    domain: str
    row: str
    by: str


class RowUses:
    """Tells what decisions use, for the rows of one game: cards and the like, but no figures."""

    def __init__(self, model: Model) -> None:
        figures = figure_domains(model)
        rows = (domain for name, domain in model.domains.items() if domain.form == "row" and name not in figures)
        self.domains: list[Domain] = [domain for domain in rows if "." not in domain.name]
        self._of: dict[str, list[str]] = {}
        for domain in self.domains:
            for name in domain.members:
                self._of.setdefault(name, []).append(domain.name)

    def chosen(self, decision: Decision, option: Option) -> Iterator[Use]:
        """The rows that an option names."""
        if not self._of or decision.kind == "parts":
            return
        for word in _WORD.findall(option.words):
            for domain in self._of.get(word, ()):
                yield Use(domain, word, option.action or EFFECTS)

    def ran(self, told: Mapping[str, int]) -> Counter[Use]:
        """What an executor has told of effects carried out, `row, field`, by rows."""
        found: Counter[Use] = Counter()
        for text, count in told.items():
            row, _, _ = text.partition(",")
            for domain in self._of.get(row, ()):
                found[Use(domain, row, RAN)] += count
        return found

    def never(self, uses: Mapping[Use, int]) -> dict[str, list[str]]:
        """The rows that nothing has used, by domain (called in the plural), of domains some of whose rows were used."""
        found: dict[str, list[str]] = {}
        for domain in self.domains:
            used = {use.row for use in uses if use.domain == domain.name}
            if used:
                found[domain.many] = [name for name in domain.members if name not in used]
        return found
