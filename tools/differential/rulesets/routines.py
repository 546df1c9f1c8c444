"""Writes values, events with their rules, procedures, and the rules text of data rows."""

from __future__ import annotations

import json
from typing import Any

from .blocks import Blocks
from .boards import JUMP, Ground
from .state import CARD, PART, Rows
from .statements import Lines, indented
from .texts import (
    EFFECT,
    NUMBER,
    PLAYER,
    SPACE,
    YES_NO,
    Routine,
    Symbol,
    Type,
    list_of,
    set_of,
)
from .world import NoWay, Scope, World

LAST = 10_000
"""A step after everything that is declared."""


class Routines:
    """Writes what can be called, one thing after the other: each may use those before it."""

    def __init__(self, world: World, ground: Ground, cards: Rows | None) -> None:
        self.world = world
        self.dice = world.dice
        self.blocks = Blocks(world)
        self.rules, self.files = ground.rules, ground.files
        self.cards = cards
        self.texts: dict[str, list[str | None]] = {}
        self.part_texts: list[str] = []
        self.adjusts: dict[int, dict[str, str]] = {}
        self.fits: Symbol | None = None

    def declare(self) -> None:
        """Writes all of them, in a random order."""
        dice, size = self.dice, self.world.size
        todo = [self.value] * dice.randint(0, 2 + size) + [self.event] * dice.randint(0, 1 + size // 2)
        todo += [self.procedure] * dice.randint(0, 1 + size)
        if self.cards is not None:
            todo += [self.row_texts] * dice.randint(0, 1 + size)
        dice.shuffle(todo)
        if self.world.has("walks", 0.4):
            self._walk_worth()
        for write in todo:
            try:
                write()
            except NoWay:
                continue
        if self.cards is not None:
            self._standing()
            self._data(self.cards)

    def param_types(self, most: int) -> list[Type]:
        """Some types that parameters may have."""
        types = [of for of in self.world.known() if " " not in of.of]
        types += [NUMBER, SPACE, *self.world.pieces, JUMP]
        types += [set_of(SPACE)] if self.world.chance(0.2) else []
        return [self.dice.choice(types) for _ in range(self.dice.randint(0, most))]

    def params(self, types: list[Type], scope: Scope) -> str:
        """Parameters in brackets; their names are bound in the scope."""
        written = []
        for of in types:
            name = self.world.fresh()
            word = {"number": "number 0 to 5"}.get(of.of, of.of)
            written.append(f"{name}: {word if of.shape == 'one' else f'set of {word}'}")
            scope.bind(name, of, finite=True)
        return f"({', '.join(written)})"

    # ---- values

    def value(self) -> None:
        """A value of some type."""
        world = self.world
        scope = Scope(LAST, me=world.chance(0.6))
        params = self.param_types(2)
        name = world.fresh("val")
        written = self.params(params, scope) if params or world.chance(0.3) else ""
        of = self.blocks.expressions.member_type(scope)
        gives = world.weighed([(2.0, of), (2.0, set_of(of)), (1.5, NUMBER), (2.0, YES_NO)])
        body = self.blocks.make(gives, scope, 3)
        self.rules.append(f"value {name}{written} is {body}")
        self.known_value(name, params, gives, scope.needs_me, scope.reach, bool(written))

    def known_value(
        self, name: str, params: list[Type], gives: Type, me: bool, step: int = 0, brackets: bool = True
    ) -> None:
        """Makes a value known."""
        places = ", ".join(f"{{{k}}}" for k in range(len(params)))
        form = f"{name}({places})" if brackets else name
        self.world.add(Symbol(gives, form, tuple(params), me, step, weight=2.5))
        if not step:
            self.world.values.append(Routine(name, tuple(params), gives, me))

    def _walk_worth(self) -> None:
        """What it is worth to leave and to enter spaces, for walks over several."""
        for name in ("leaving", "entering"):
            scope = Scope(1)
            scope.bind("s", SPACE)
            self.rules.append(f"value {name}(s: space) is {self.blocks.make(NUMBER, scope)}")
            self.known_value(name, [SPACE], NUMBER, False)
        form = "walk_worth({0}, {1}, min({2}, 4), leaving, entering)"
        self.world.add(Symbol(NUMBER, form, (SPACE, SPACE, NUMBER), weight=2.0))

    # ---- events and procedures

    def event(self) -> None:
        """An event, and the rules that answer to it."""
        world = self.world
        step = world.step()
        name = world.fresh("event")
        params = self.param_types(2)
        self.rules.append(f"event {name}{self.params(params, Scope(step))}")
        event = Routine(name, tuple(params), step=step)
        for _ in range(self.dice.choices([0, 1, 2], [1, 4, 2])[0]):
            scope = self.answering(Scope(step))
            pattern = self.blocks.pattern(name, event.params, scope)
            self.rule(f"when {pattern}", self.blocks.block(scope, 3))
        world.events.append(event)

    def answering(self, scope: Scope) -> Scope:
        """The scope of text that answers to an event, which rows may be waiting for."""
        if self.fits is not None and self.fits.step < scope.step:
            scope.locals.append(self.fits)
        return scope

    def rule(self, cause: str, block: Lines) -> None:
        """A rule."""
        name = self.world.fresh("rule_")
        title = ' "A rule"' if self.world.chance(0.2) else ""
        self.rules.append("\n".join([f"rule {name}{title}:", *indented([cause, *block])]))

    def procedure(self) -> None:
        """A procedure, and perhaps a rule instead of it."""
        world = self.world
        step = world.step()
        name = world.fresh("proc")
        scope = Scope(step, me=world.chance(0.7))
        params = self.param_types(2) if world.chance(0.6) else []
        written = self.params(params, scope)
        gives = None
        head = f"procedure {name}{written}"
        if world.has("results", 1.2) and world.chance(0.6):
            gives = self.dice.choice([NUMBER, YES_NO, *(of for of in world.known() if " " not in of.of)])
            maybe = "maybe " if gives not in (NUMBER, YES_NO) and world.chance(0.6) else ""
            head += f" gives {maybe}{gives.of}"
        scope.gives = gives
        block = self._simple(scope) if world.plain and world.chance(0.6) else self.blocks.block(scope, 4)
        if gives is not None:
            block.append(f"give {self.blocks.make(gives, scope)}")
        self.rules.append("\n".join([f"{head}:", *indented(block)]))
        procedure = Routine(name, tuple(params), gives, scope.needs_me, step)
        if world.has("instead", 0.8):
            inner = Scope(step, me=scope.needs_me, usual=True, gives=gives)
            pattern = self.blocks.pattern(name, procedure.params, inner)
            if " where " not in pattern:
                pattern += f" where {self.blocks.make(YES_NO, inner, 1)}"
            self.rule(f"instead of {pattern}", self.blocks.block(inner, 2))
        world.procedures.append(procedure)

    def _simple(self, scope: Scope) -> Lines:
        """A few lines that ask nobody and are never abandoned."""
        lines: Lines = []
        for _ in range(self.dice.randint(1, 2)):
            line = self.world.weighed(self.blocks.changes(scope)[:-1])()
            lines += [f"if {self.blocks.make(YES_NO, scope)}: {line[0]}"] if self.world.chance(0.3) else line
        return lines

    # ---- rules text of rows

    def row_texts(self) -> None:
        """A field of rules text in the rows, of a kind that they do not have yet."""
        world = self.world
        kinds = [
            kind for kind in ("effect", "condition", "amount", "trigger", "effects", "bonus") if kind not in self.texts
        ]
        if not world.events:
            kinds = [kind for kind in kinds if kind != "trigger"]
        if not world.has("nested rows", 0.6):
            kinds = [kind for kind in kinds if kind != "bonus"]
        if not kinds or self.cards is None:
            return
        kind, step = self.dice.choice(kinds), world.step()
        texts: list[str | None] = []
        for _ in self.cards.ids:
            texts.append(self._text(kind, step) if world.chance(0.75) or not texts else None)
        self.texts[kind] = texts
        match kind:
            case "effect":
                world.add(
                    Symbol(EFFECT, "{0}.effect", (CARD,), step=step),
                    Symbol(YES_NO, "possible({0}.effect)", (CARD,), True, step),
                )
            case "effects":
                world.add(Symbol(list_of(EFFECT), "{0}.effects", (CARD,), step=step))
            case "bonus":
                world.add(Symbol(EFFECT, "{0}.bonus", (PART,), step=step))
            case "condition":
                world.add(Symbol(YES_NO, "holds({0}.condition, {1})", (CARD, PLAYER), step=step))
            case "amount":
                world.add(Symbol(NUMBER, "amount_of({0}.amount, {1})", (CARD, PLAYER), step=step))
            case _:
                self.fits = Symbol(YES_NO, "fits({0}.trigger)", (CARD,), step=step, weight=4.0)

    def _text(self, kind: str, step: int) -> str:
        scope = Scope(step, me=True)
        for name, of in (("self", PART if kind == "bonus" else CARD), ("card", CARD)):
            scope.locals.append(Symbol(of, name, finite=True))
        if kind in ("effect", "effects", "bonus"):
            return "\n".join(self.blocks.block(scope, 2, 1))
        if kind == "trigger":
            event = self.dice.choice(self.world.events)
            return self.blocks.pattern(event.name, event.params, scope)
        return self.blocks.make(YES_NO if kind == "condition" else NUMBER, scope)

    def _standing(self) -> None:
        world = self.world
        values = [value for value in world.values if value.gives is not None and value.gives.shape == "one"]
        if not values or self.cards is None or not world.has("standing", 0.8):
            return
        scope = Scope(LAST, me=True, locals=[Symbol(CARD, "card", finite=True)])
        where = "card in me.hand" if world.chance(0.7) else self.blocks.make(YES_NO, scope)
        self.rules.append(f"standing adjusts of card while {where}")
        for value in self.dice.sample(values, min(len(values), self.dice.randint(1, 2))):
            inner = Scope(LAST, me=True)
            args = [
                self.blocks.make(param, Scope(LAST, me=True), 0) if world.chance(0.3) else world.fresh()
                for param in value.params
            ]
            for arg, param in zip(args, value.params, strict=True):
                if arg.startswith("it"):
                    inner.bind(arg, param)
            head = f"{value.name}({', '.join(args)})" if args else value.name
            assert value.gives is not None
            row = self.adjusts.setdefault(self.dice.randrange(len(self.cards.ids)), {})
            row[head] = self.blocks.make(value.gives, inner, 1)

    # ---- files

    def _data(self, rows: Rows) -> None:
        """The file of the rows, and the schema that says what its texts mean."""
        lines = ["cards:"]
        for number, (name, fields) in enumerate(zip(rows.ids, rows.fields, strict=True)):
            lines.append(f"- id: {name}")
            parts = fields.get("parts")
            for key, value in fields.items():
                if key != "parts":
                    lines.append(f"  {key}: {value}")
            for kind, texts in self.texts.items():
                text = texts[number]
                if text is None or kind == "bonus":
                    continue
                if kind == "effects":
                    lines += [f"  {kind}:", "  - |", *indented(indented(indented(text.split("\n"))))]
                else:
                    lines += [f"  {kind}: |", *indented(indented(text.split("\n")))]
            if number in self.adjusts:
                lines.append("  adjusts:")
                lines += [
                    f"    {json.dumps(head)}: {json.dumps(value)}" for head, value in self.adjusts[number].items()
                ]
            if parts is not None:
                lines += ["  parts:", *self._parts(parts, number)]
        self.files["cards.yaml"] = "\n".join(lines) + "\n"
        self.files["schemas/cards.schema.json"] = json.dumps(self._schema(rows), indent=1)

    def _parts(self, parts: str, number: int) -> Lines:
        lines: Lines = []
        bonus = self.texts.get("bonus", [])
        for part in parts.strip("[]").split("}, {"):
            lines.append(f"  - {part.strip('{}')}")
            text = bonus[number] if bonus else None
            if text is not None:
                lines += ["    bonus: |", *indented(indented(indented(text.split("\n"))))]
        return lines

    def _schema(self, rows: Rows) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "id": {"type": "string"},
            "tint": {"names": "tint"},
            "worth": {"type": "integer"},
            "rare": {"type": "boolean"},
            "next": {"names": "maybe card"},
            "targets": {"type": "array", "items": {"names": "tint"}},
        }
        row = {key: value for key, value in plain.items() if key == "id" or any(key in each for each in rows.fields)}
        for kind in self.texts:
            if kind == "effects":
                row[kind] = {"type": "array", "items": {"format": "effect"}}
            elif kind != "bonus":
                row[kind] = {"format": kind}
        if self.adjusts:
            row["adjusts"] = {"format": "adjusts"}
        if any("parts" in each for each in rows.fields):
            part: dict[str, Any] = {"size": {"type": "integer"}}
            part |= {"bonus": {"format": "effect"}} if "bonus" in self.texts else {}
            row["parts"] = {"type": "array", "items": _object(part)}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **_object({"cards": {"type": "array", "items": _object(row)}}),
        }


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": properties}
