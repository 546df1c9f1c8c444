"""Findings about a game as a whole: what nothing uses, hears, reaches or reads, and options that print alike."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.core import parts_of
from interpreter.check.files import Located
from interpreter.check.findings import did_you_mean, one
from interpreter.check.scope import World
from interpreter.diagnostics import Related
from interpreter.model import program as m
from interpreter.model.types import StringType, without_nothing
from interpreter.syntax import nodes as n


def lint(world: World, rules: Sequence[m.RuleModel], phases: Sequence[m.PhaseModel], items: Sequence[Located]) -> None:
    """Adds all findings of this kind to the world's."""
    _events(world, rules)
    _unused(world, items)
    _phases(world, phases)
    _unread(world)
    _alike(world, phases)


def _events(world: World, rules: Sequence[m.RuleModel]) -> None:
    any_heard = any(rule.cause == "when_any" for rule in rules)
    for event in world.events.values():
        if event.name not in world.emitted:
            world.findings.warning(
                "RW407", f"the event `{event.name}` is never emitted", event.span, "add `emit …`, or remove it"
            )
        elif event.name not in world.heard and not any_heard:
            world.findings.warning(
                "RW407", f"nothing waits for the event `{event.name}`", event.span, "add `rule …: when …`, or remove it"
            )


def _unused(world: World, items: Sequence[Located]) -> None:
    w = world
    for value in w.values.values():
        if not value.used:
            w.findings.warning("RW408", f"the value `{value.node.name}` is never used", value.node.name.span)
    for procedure in w.procedures.values():
        if not procedure.used:
            w.findings.warning(
                "RW408", f"the procedure `{procedure.node.name}` is never called", procedure.node.name.span
            )
    for action in w.actions.values():
        if not action.used:
            w.findings.warning(
                "RW409",
                f"the action `{action.node.name}` is offered by no phase",
                action.node.name.span,
                "name it in a phase: `must …` or `may any of …`",
            )
    for entry in items:
        match entry.item:
            case n.Counter(names=names) | n.Keep(names=names):
                for name in names:
                    if str(name) not in w.used_names:
                        w.findings.warning("RW408", f"`{name}` is never used", name.span)
            case n.Kind(rows=rows, words=words):
                ways = {str(rows.many), f"type {rows.one}", *map(str, words)}
                if not ways & w.used_names:
                    w.findings.warning("RW408", f"the kind `{rows.many}` is never used", rows.many.span)
            case n.Figures(names=names):
                for name in names:
                    if str(name) not in w.used_names:
                        w.findings.warning("RW408", f"the figures `{name}` are never used", name.span)
            case n.Places():
                for place in entry.item.places:
                    if str(place.name) not in w.used_names:
                        w.findings.warning("RW408", f"the place `{place.name}` is never used", place.name.span)
            case n.Table(name=name) | n.Option(name=name) | n.Group(name=name):
                known = f"group {name}" if isinstance(entry.item, n.Group) else str(name)
                if known not in w.used_names and not _names_option(items, str(name)):
                    w.findings.warning("RW408", f"`{name}` is never used", name.span)


def _names_option(items: Sequence[Located], name: str) -> bool:
    """Whether a declaration that is worked out early (a board, a seat) speaks of an option."""
    return any(
        isinstance(part, n.Name) and str(part.id) == name
        for entry in items
        if isinstance(entry.item, (n.Grid, n.Ring, n.Seat, n.Counter, n.Keep, n.Piece, n.Places))
        for part in parts_of(entry.item)
    )


def _phases(world: World, phases: Sequence[m.PhaseModel]) -> None:
    if not phases:
        return
    by_name = {phase.name: phase for phase in phases}
    reached: list[str] = [phases[0].name]
    for name in reached:
        reached += [following for following, _ in by_name[name].next if following not in reached]
    lost = [phase for phase in phases if phase.name not in reached]
    led_to = {following for phase in lost for following, _ in phase.next if following != phase.name}
    for phase in [phase for phase in lost if phase.name not in led_to] or lost[:1]:
        world.findings.warning(
            "RW418", f"the phase `{phase.name}` is never reached", phase.span, "another phase must say `next …`"
        )


FOR_PEOPLE = ("title", "sign")
"""Fields that screens and boards read."""


def _unread(world: World) -> None:
    """Fields of rows that nothing reads. A text may be for people, unless it is probably a slip of another key."""
    for info in world.domains.values():
        if info.form != "row" or info.incomplete:
            continue
        read = [key for domain, key in world.read_fields if domain == info.name]
        for name, field in info.fields.items():
            if name in read or "@" in name or name == "cells":
                continue
            near = did_you_mean(name, read)
            if isinstance(without_nothing(field.type), StringType) and (near is None or name in FOR_PEOPLE):
                continue
            world.findings.warning(
                "RW410",
                f"nothing reads the field `{name}` of {one(info.name)}",
                info.field_spans.get(name, info.span),
                near or "remove it, or let a rule use it",
            )


def _alike(world: World, phases: Sequence[m.PhaseModel]) -> None:
    """Two actions of one phase whose options could print alike."""
    for phase in phases:
        met: dict[str, m.ActionModel] = {}
        names = dict.fromkeys(name for guarded in (*phase.must, *phase.may) for name in guarded.actions)
        for name in names:
            model = world.actions[name].model
            if model is None:
                continue
            skeleton = "".join(part if isinstance(part, str) else "{}" for part in model.notation)
            other = met.setdefault(skeleton, model)
            if other is not model:
                first, second = sorted((other, model), key=lambda action: action.span)
                world.findings.error(
                    "RW405",
                    f"options of `{second.name}` print like those of `{first.name}`",
                    second.span,
                    'give one of them another notation: `as "…"`',
                    related=(Related(first.span, "the other action"),),
                )
