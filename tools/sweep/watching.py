"""Has the reference executor tell what it runs: actions and rules it tells by itself, the rest is listened in to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TypeVar

from interpreter.run import Engine
from interpreter.run.calls import Instead
from interpreter.run.machine import Frame, Machine

from .coverage import ACTIONS, PROCEDURES, RULES, Catalogue

Given = TypeVar("Given")


def watch(engine: Engine, catalogue: Catalogue) -> None:
    """From now on the coverage counts what this executor carries out; what it only tries out does not count."""
    note = catalogue.coverage.note
    groups = {"action": ACTIONS, "rule": RULES}
    engine.observer = lambda kind, name: note(groups[kind], name) if kind in groups else None
    for name, procedure in engine.program.procedures.items():
        procedure.execute = _told(procedure.execute, partial(note, PROCEDURES, name))
    instead: Iterable[list[Instead]] = chain(
        (procedure.instead for procedure in engine.program.procedures.values()), engine.program.instead_of_gain.values()
    )
    for rules in instead:
        rules[:] = [
            rule if rule.site else replace(rule, execute=_told(rule.execute, partial(note, RULES, rule.name)))
            for rule in rules
        ]
    for number, (group, item) in catalogue.texts.items():
        text, tell = engine.program.texts[number], partial(note, group, item)
        text.lines = tuple((_told(line, tell) if k == 0 else line, span) for k, (line, span) in enumerate(text.lines))
        text.value = _told(text.value, tell)


def _told(run: Callable[[Machine, Frame], Given], tell: Callable[[], None]) -> Callable[[Machine, Frame], Given]:
    def told(r: Machine, f: Frame) -> Given:
        if not (r.trying or r.scratch):
            tell()
        return run(r, f)

    return told
