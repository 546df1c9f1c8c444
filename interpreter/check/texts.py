"""Rules text of data rows, and the adjustments that rows bring while they are in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter import data as d
from interpreter.check.findings import did_you_mean, one
from interpreter.check.phases import Phases
from interpreter.check.scope import Frame, TextInfo, World
from interpreter.diagnostics import Related, Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.types import NUMBER, MemberType
from interpreter.syntax import nodes as n
from interpreter.syntax import read_text


class Texts:
    """Checks the rules text of rows. `adjusts` are the adjustments of rows: type, field, number of the row, heads."""

    def __init__(self, world: World, checker: Phases, adjusts: Sequence[tuple[str, str, int, d.Mapping]]) -> None:
        self.w = world
        self.checker = checker
        self.adjusts = adjusts

    def text(self, info: TextInfo) -> m.TextModel:
        """Checked rules text of a data row."""
        frame = Frame(True, "in rules text")
        block: s.Block = ()
        value: x.Expr | None = None
        triggers = []
        span = Span("", 1, 1, 1, 1)
        self.row_constants(frame, info.bound)
        with self.checker.in_frame(frame):
            for scalar in info.source:
                if scalar.text is None:
                    continue
                span = scalar.span
                node, found = read_text(scalar.text.text, info.form, scalar.text.span)
                self.w.findings.add(found)
                if node is None:
                    continue
                match info.form:
                    case "effect":
                        block += self.checker.block(node)
                    case "condition":
                        value = self.checker.condition(node)
                    case "amount":
                        value = self.checker.typed(node, NUMBER, "an amount")
                    case _:
                        trigger = self.trigger(node)
                        if trigger is not None:
                            triggers.append(trigger)
        return m.TextModel(info.form, info.row, frame.slots, block, value, tuple(triggers), span)

    def row_constants(self, frame: Frame, bound: Iterable[tuple[str, MemberType, int]]) -> None:
        """Binds `self` and the row's own type in rules text."""
        for name, type_, number in bound:
            frame.constants[name] = x.Const(type_, Span("", 1, 1, 1, 1), number)

    def trigger(self, node: n.Pattern) -> tuple[str, tuple[x.MatchArg, ...], x.Expr | None] | None:
        """What a trigger waits for."""
        event = self.w.events.get(str(node.call.name))
        if event is None:
            self.checker.unknown_event(node.call.name)
            return None
        self.w.heard.add(event.name)
        with self.checker.frame.scope():
            args = self.checker.match_args(
                node.call.args, event.params, event.names, f"the event `{event.name}`", node.call.span
            )
            condition = None if node.condition is None else self.checker.condition(node.condition)
        return event.name, args, condition

    def standings(self, items: Iterable[n.Item]) -> tuple[m.StandingModel, ...]:
        """The adjustments of rows, as far as a `standing` line puts them in force."""
        found: list[m.StandingModel] = []
        lines: dict[tuple[str, str], n.Standing] = {}
        adjusted = {(domain, key) for domain, key, _, _ in self.adjusts}
        standing = [item for item in items if isinstance(item, n.Standing)]
        for item in standing:
            if self.standing_line(item, adjusted, lines):
                lines[str(item.row), str(item.field)] = item
        if len(lines) < len(standing):
            return ()
        for domain, key, row, mapping in self.adjusts:
            line = lines.get((domain, key))
            if line is None:
                self.w.findings.error(
                    "RW419",
                    f"nothing says when the `{key}` of {one(domain)} are in force",
                    mapping.span,
                    f"add `standing {key} of {domain} while …`",
                )
                continue
            for adjusted_value in mapping.entries:
                model = self.standing(line, domain, row, adjusted_value)
                if model is not None:
                    found.append(model)
        return tuple(found)

    def standing_line(
        self, line: n.Standing, adjusted: set[tuple[str, str]], lines: Mapping[tuple[str, str], n.Standing]
    ) -> bool:
        """Whether a `standing` line speaks of adjustments that rows have, and is the first to do so."""
        row, name = str(line.row), str(line.field)
        if row not in self.w.domains:
            hint = did_you_mean(row, self.w.domains)
            self.w.findings.unknown("RW215", row, f"there is no type `{row}`", line.row.span, hint)
            return False
        if (row, name) not in adjusted and not self.w.domains[row].incomplete:
            hint = did_you_mean(name, [key for domain, key in adjusted if domain == row])
            self.w.findings.unknown(
                "RW216", name, f"{one(row)} has no field `{name}` with adjustments", line.field.span, hint
            )
            return False
        if (row, name) in lines:
            first = Related(lines[row, name].span, "it is said here first")
            self.w.findings.error(
                "RW211", f"it is said twice when the `{name}` of {one(row)} are in force", line.span, related=(first,)
            )
            return False
        return True

    def standing(self, line: n.Standing, domain: str, row: int, entry: d.Entry) -> m.StandingModel | None:
        frame = Frame(True, "in an adjustment")
        slot = frame.bind(domain, MemberType(domain))
        info = self.w.domains[domain]
        if not isinstance(entry.value, d.Scalar) or entry.value.text is None or slot != 0:
            return None
        head, found = read_text(entry.key_text.text, "condition", entry.key_text.span)
        value, more = read_text(entry.value.text.text, "condition", entry.value.text.span)
        self.w.findings.add([*found, *more])
        if head is None or value is None:
            return None
        with self.checker.in_frame(frame):
            condition = self.checker.condition(line.condition)
            frame.constants["self"] = x.Const(MemberType(domain), line.span, info.members.index(info.members[row]))
            adjustment = self.checker.adjustment(n.Changed(head.span, head, value))
        if adjustment is None:
            return None
        return m.StandingModel(domain, row, condition, frame.slots, adjustment)
