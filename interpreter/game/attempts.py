"""Why an option is not there: what was written is taken apart by the notation, and the lines of the offer are tried one
by one until one fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from interpreter.diagnostics import Span
from interpreter.game.look import Look
from interpreter.game.wording import Part, Wording
from interpreter.layout import Value
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import Type
from interpreter.model.walk import walk
from interpreter.run.signals import Abandon, GameOver, Given, Happened

MOST_TRIES = 20_000
"""How many bindings are tried; what is left out is not explained."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The line that fails: `sentence` says so for people, `reason` is the author's own text (`else "…"`), if any.

    `parts` are those of its condition, `names` the names that were bound before, with their values; `far` grows with
    how many lines have passed.
    """

    sentence: str
    reason: str | None
    span: Span
    parts: tuple[Part, ...]
    names: tuple[str, ...]
    far: int


class Written:
    """A notation: which texts it fits, and what the parts of such a text say."""

    def __init__(self, notation: s.Notation, look: Look) -> None:
        self.look = look
        self.exprs = [part for part in notation if not isinstance(part, str)]
        pieces = [_literal(part) if isinstance(part, str) else r"(\S+?)" for part in notation]
        self.pattern = re.compile(r"\s*".join(pieces))
        self.slots = [frozenset(n.slot for n in walk(expr) if isinstance(n, x.Local)) for expr in self.exprs]

    def words(self, text: str) -> tuple[str, ...] | None:
        """What stands in the places of the values; None when the text is of another form."""
        found = self.pattern.fullmatch(text)
        return None if found is None else found.groups()

    def fits(self, words: Sequence[str], frame: Sequence[Value], slot: int, bound: frozenset[int]) -> bool:
        """Whether the values that `slot` completes are written as in the text; `bound` are the names known by now."""
        for expr, needed, word in zip(self.exprs, self.slots, words, strict=True):
            known = slot in needed and needed <= bound
            if known and self.look.words(expr.type, self.look.value(expr, frame)) != word:
                return False
        return True

    def word_for(self, words: Sequence[str], slot: int) -> str:
        """What the text says in the places that speak of a name."""
        return " ".join(word for word, needed in zip(words, self.slots, strict=True) if slot in needed)


def _literal(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split()) if text.strip() else ""


class Attempt:
    """Goes through the lines of an offer, or of a `choose` in mid-effect, with what was written."""

    def __init__(self, look: Look, wording: Wording, steps: Sequence[s.OfferStep], written: Written) -> None:
        self.look, self.wording = look, wording
        self.steps, self.written = steps, written
        self.tries = 0
        self.failure: Failure | None = None

    def run(self, words: Sequence[str], frame: list[Value]) -> list[Value] | None:
        """The names of the first binding that passes every line; None, and `failure` is set, when there is none."""
        before = frozenset(slot for slot, value in enumerate(frame) if value is not None)
        return next(self._from(0, words, frame, before), None)

    def _from(self, at: int, words: Sequence[str], frame: list[Value], bound: frozenset[int]) -> Iterator[list[Value]]:
        if at == len(self.steps):
            yield frame
            return
        match self.steps[at]:
            case s.Bind() as bind:
                for member in self._members(at, bind, words, frame, bound):
                    inner = list(frame)
                    inner[bind.slot] = member
                    yield from self._from(at + 1, words, inner, bound | {bind.slot})
                return
            case s.Let() as let:
                frame = list(frame)
                frame[let.slot] = self.look.value(let.value, frame)
                bound |= {let.slot}
            case s.Require() as require:
                if not self.look.value(require.condition, frame):
                    self._fail(at, "a condition is not met", require, frame, require.condition)
                    return
            case s.Cost() as cost:
                lacking = self._lacking(frame, at)
                if lacking:
                    self._fail(at, lacking, cost, frame)
                    return
            case s.Limit() as limit:
                if self._reached(limit, frame):
                    self._fail(at, f"it has been done {_times(limit.number)} already", limit, frame)
                    return
        yield from self._from(at + 1, words, frame, bound)

    def _members(
        self, at: int, bind: s.Bind, words: Sequence[str], frame: list[Value], bound: frozenset[int]
    ) -> list[Value]:
        """The candidates of a name that are written like this and meet its condition; a failure when there is none."""
        source = self.look.value(bind.source, frame) or ()
        fitting: list[list[Value]] = []
        for member in source:
            self.tries += 1
            if self.tries > MOST_TRIES:
                break
            inner = list(frame)
            inner[bind.slot] = member
            if self.written.fits(words, inner, bind.slot, bound | {bind.slot}):
                fitting.append(inner)
        if not fitting:
            self._not_among(at, bind, words, frame, bound)
            return []
        if bind.condition is None:
            return [inner[bind.slot] for inner in fitting]
        passing = [inner[bind.slot] for inner in fitting if self.look.value(bind.condition, inner)]
        if not passing:
            named = self.wording.named(_member_type(bind), fitting[0][bind.slot])
            sentence = f"`{bind.name}` cannot be {named}"
            self._fail(at, sentence, bind, fitting[0], bind.condition, bind.reason)
        return passing

    def _not_among(
        self, at: int, bind: s.Bind, words: Sequence[str], frame: list[Value], bound: frozenset[int]
    ) -> None:
        word = self.written.word_for(words, bind.slot)
        text = self.wording.text(bind.source)

        def fits(member: Value) -> bool:
            inner = list(frame)
            inner[bind.slot] = member
            return self.written.fits(words, inner, bind.slot, bound | {bind.slot})

        parts = tuple(self.wording.absent(bind.source, frame, fits, word or bind.name))
        sentence = f"`{word}` is not among `{text}`" if word else f"there is no `{bind.name}` for this in `{text}`"
        reason = bind.reason if bind.condition is None else None  # with a condition, it speaks of that one
        self._note(Failure(sentence, reason, bind.span, parts, self._names(frame), at))

    def _fail(
        self,
        at: int,
        sentence: str,
        step: s.OfferStep,
        frame: list[Value],
        condition: x.Expr | None = None,
        reason: str | None = None,
    ) -> None:
        parts = () if condition is None else tuple(self.wording.parts(condition, frame))
        reason = step.reason if isinstance(step, s.Require) else reason
        self._note(Failure(sentence, reason, step.span, parts, self._names(frame), at))

    def _note(self, failure: Failure) -> None:
        if self.failure is None or failure.far > self.failure.far:
            self.failure = failure

    def _names(self, frame: Sequence[Value]) -> tuple[str, ...]:
        """The names bound so far with their values."""
        found = []
        for step in self.steps:
            if isinstance(step, (s.Bind, s.Let)) and frame[step.slot] is not None:
                type_ = _member_type(step) if isinstance(step, s.Bind) else step.value.type
                found.append(f"{step.name} is {self.wording.named(type_, frame[step.slot])}")
        return tuple(found)

    def _lacking(self, frame: Sequence[Value], at: int) -> str:
        """What is lacking to pay all costs up to a line; an empty text when they can be paid."""
        due: dict[tuple[str, tuple[Value, ...]], int] = {}
        for step in self.steps[: at + 1]:
            for price in step.prices if isinstance(step, s.Cost) else ():
                keys = tuple(self.look.value(key, frame) for key in price.keys)
                amount = self.look.value(price.amount, frame) or 0
                if amount > 0:
                    due[price.variable, keys] = due.get((price.variable, keys), 0) + amount
        for (name, keys), amount in due.items():
            slots = self.look.engine.layout.variables[name]
            has = slots.get(self.look.vector, *keys)
            if has - amount < slots.variable.low:
                return f"it costs {amount} {name}, and there are {has}"
        return ""

    def _reached(self, limit: s.Limit, frame: Sequence[Value]) -> bool:
        """Whether a limit is used up."""
        keys = [self.look.value(key, frame) for key in limit.keys]
        slots = self.look.engine.layout.variables[limit.variable]
        at = slots.at(keys)
        return at is None or slots.codec.read(self.look.vector, at) >= limit.number


def try_ensures(look: Look, wording: Wording, action: str, frame: list[Value]) -> Failure | None:
    """The `ensure` that fails when an action is tried on a copy of the state; None when it can be done."""
    model = look.engine.model.actions[action]
    compiled = look.engine.program.actions[action]
    before = look.machine
    look.machine = machine = copy(before)
    machine.v, machine.scratch, machine.moved = before.v.copy(), True, set()
    machine.collected, machine.events = machine.moved, (*before.events, [])
    longer = [*frame, *[None] * (compiled.size - len(frame))]
    try:
        compiled.take(machine, longer, False)
        for node, execute in zip(model.block[: model.ensured], compiled.tested, strict=False):
            if isinstance(node, s.Ensure) and not look.value(node.condition, longer):
                parts = tuple(wording.parts(node.condition, longer))
                return Failure("it would not do what it must", node.reason, node.span, parts, (), len(model.offer) + 1)
            execute(machine, longer)
    except (Abandon, GameOver, Given, Happened):
        return None
    finally:
        look.machine = before
    return None


def _member_type(bind: s.Bind) -> Type:
    of = getattr(bind.source.type, "of", None)
    found: Type = bind.source.type if of is None else of
    return found


def _times(number: int) -> str:
    return "once" if number == 1 else "twice" if number == 2 else f"{number} times"
