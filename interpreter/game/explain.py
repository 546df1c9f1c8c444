"""Why an action is legal or not: what it would do, or the first line of the rules that forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.diagnostics import Span, close_match
from interpreter.game.attempts import Attempt, Failure, Written, try_ensures
from interpreter.game.changes import changes
from interpreter.game.decisions import LONGEST, Decision, Option, find, offered
from interpreter.game.look import Look
from interpreter.game.menus import Refusal, on_offer
from interpreter.game.sources import Quotes
from interpreter.game.wording import Part, Wording
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.walk import every_node

if TYPE_CHECKING:
    from interpreter.game.state import State

MOST_ALTERNATIVES = 6


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an action is legal or not.

    `reason` is one sentence: the author's own (`else "…"`) where the failing line has one. For an illegal action
    `clause` is that line as it is written, `place` where it stands, `parts` its condition part by part with the values
    it looked at, `names` what had been chosen before, `instead` options that are offered and look alike. For a legal
    one `changes` are the differences it makes, `follows` the rules that run, `then` what is to be decided next. What
    chance or hidden cards would bring is never told. `known` is no for a text that names no action of the game.
    """

    legal: bool
    action: str
    reason: str
    clause: str = ""
    place: Span | None = None
    names: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    instead: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    then: str = ""
    known: bool = True

    def lines(self) -> list[str]:
        """The explanation as text."""
        where = f"   {self.place.file}:{self.place.line}" if self.place is not None else ""
        if self.legal:
            found = [f"Legal.  {self.reason}{where}"]
            found += [f"  {change}" for change in self.changes]
            found += [f"  after it: {', '.join(self.follows)}"] if self.follows else []
            return [*found, f"  then: {self.then}"]
        found = [f"Not legal.  {self.reason}"]
        if self.clause:
            found.append(f"  {self.clause}{where}")
        elif where:
            found.append(f"  at {where.strip()}")
        found += [f"  {name}" for name in self.names]
        width = max((len(part.text) for part in self.parts), default=0)
        for part in self.parts:
            answer = "yes" if part.holds else "no"
            found.append(f"    {part.text.ljust(width)}   {answer:<3}   {part.detail}".rstrip())
        if self.instead:
            found.append(f"  Legal now: {', '.join(self.instead)}.")
        return found


def explain(state: State, text: str) -> Explanation:
    """Why an action, as it is written, is legal in a state or not; see `Explanation`."""
    words = " ".join(text.split())[:LONGEST]
    decision = state.decision
    if decision is None:
        return Explanation(False, words, "The game is over.")
    option = find(words, decision)
    if option is not None:
        return _legal(state, option)
    first, _, rest = words.partition(" ")
    if first in state.game.players and first != decision.player:
        reason = f"It is {decision.player}'s decision, not {first}'s: {asked(decision)}."
        return Explanation(False, words, reason, place=decision.place, instead=_alike(decision, rest))
    words = rest if first == decision.player else words
    return _Illegal(state, decision, words).explanation()


def asked(decision: Decision) -> str:
    """What a decision is about, for people."""
    match decision.kind:
        case "turn":
            return f"a turn in the phase {decision.purpose}"
        case "free" | "pause":
            return "a free action, or going on"
        case "choose" | "several":
            return f"to choose {decision.purpose}"
    return decision.purpose


# ---- legal


def _legal(state: State, option: Option) -> Explanation:
    decision, game = state.decision, state.game
    assert decision is not None
    after = state.after(option)
    seat = game.seat(decision.player)
    told, news = changes(game.writer, state.vector, after.vector, seat)
    follows = [] if news else _witnessed(state, option)[len(_witnessed(state)) :]
    rules = {rule.name: rule.text for rule in game.model.rules}
    names = [f"{name} ({rules[name]})" if rules.get(name) else name for kind, name in follows if kind == "rule"]
    action = None if option.action is None else game.model.actions[option.action]
    reason = option.words if action is None else f"{action.name}: {action.text or action.name}"
    if news:
        told.append("what chance or hidden cards bring is not told beforehand")
    return Explanation(
        True, option.words, reason, place=None if action is None else action.span,
        changes=tuple(told), follows=tuple(dict.fromkeys(names)), then=_next(after, news),
    )  # fmt: skip


def _witnessed(state: State, option: Option | None = None) -> list[tuple[str, str]]:
    """The actions and rules that run from where the flow last waited to a state's decision, or on through an option."""
    told: list[tuple[str, str]] = []
    engine, position = state.game.reference, state.position
    choices = [*position.choices, *([] if option is None else [position.raw[option.number]])]
    before, engine.observer = engine.observer, lambda kind, name: told.append((kind, name))
    try:
        engine.advance(state.settled, choices)
    finally:
        engine.observer = before
    return told


def _next(after: State, news: bool) -> str:
    """What is to be decided next; nothing that would give away what chance or hidden cards bring."""
    if news:
        return "what comes next may depend on that"
    decision = after.decision
    if decision is None:
        return f"the game is over; {' and '.join(after.winners) or 'nobody'} has won"
    count = len(decision.options)
    return f"{decision.player} decides: {asked(decision)} ({count} option{'' if count == 1 else 's'})"


# ---- not legal


def _alike(decision: Decision, words: str) -> tuple[str, ...]:
    """Options that begin like what was written, then those that speak of the same thing."""
    if not words.strip():
        return ()
    verb, _, rest = words.partition(" ")
    thing = _first_name(rest or verb)
    same = [option.words for option in decision.options if _first_name(option.words.partition(" ")[2]) == thing]
    begin = [option.words for option in decision.options if option.words.split(" ")[0] == verb]
    return tuple(list(dict.fromkeys([*same, *begin]))[:MOST_ALTERNATIVES])


def _first_name(words: str) -> str:
    name = ""
    for letter in words.strip():
        if not (letter.isalnum() or letter == "_"):
            break
        name += letter
    return name


class _Illegal:
    """Looks for the line that forbids what was written."""

    def __init__(self, state: State, decision: Decision, words: str) -> None:
        self.state, self.decision, self.words = state, decision, words
        self.model = state.game.model
        self.look: Look = state.look
        self.wording = Wording(self.look, Quotes())

    def explanation(self) -> Explanation:
        if self.decision.kind in ("turn", "free", "pause"):
            return self.action()
        if isinstance(self.look.asking, (s.Decide, s.DecideSeveral)):
            return self.choice(self.look.asking)
        return self.unfit()

    def unfit(self) -> Explanation:
        """What was written is nothing that is asked now."""
        question = asked(self.decision)
        end = "" if question.endswith(("?", "!", ".")) else "."
        return self.told(f"Now {self.decision.player} decides: {question}{end}", place=self.decision.place)

    def told(self, reason: str, place: Span | None = None, clause: str = "") -> Explanation:
        instead = _alike(self.decision, self.words) or tuple(o.words for o in self.decision.options[:MOST_ALTERNATIVES])
        return Explanation(False, self.words, reason, clause, place, instead=instead)

    def failed(self, failure: Failure, what: str) -> Explanation:
        reason = failure.reason or f"{failure.sentence[:1].upper()}{failure.sentence[1:]}."
        clause = self.wording.quotes.text(failure.span)
        shown = f"{what}: {clause}" if clause else what
        alike = _alike(self.decision, self.words)
        return Explanation(False, self.words, reason, shown, failure.span, failure.names, failure.parts, alike)

    # -- a choice in mid-effect

    def choice(self, asking: s.Decide | s.DecideSeveral) -> Explanation:
        binds = asking.binds if isinstance(asking, s.Decide) else (asking.bind,)
        written = Written(asking.notation, self.look)
        words = written.words(self.words)
        if words is None:
            return self.unfit()
        frame = list(self.look.frame)
        for bind in binds:
            frame[bind.slot] = None
        attempt = Attempt(self.look, self.wording, binds, written)
        if attempt.run(words, frame) is None and attempt.failure is not None:
            return self.failed(attempt.failure, self.decision.purpose)
        if isinstance(asking, s.DecideSeveral):
            reason = "Several are picked in the order in which they are listed, each once: this one's turn has passed."
            return self.told(reason, asking.span, self.wording.quotes.text(asking.span))
        return self.unfit()

    # -- an action

    def action(self) -> Explanation:
        failures: list[tuple[int, Explanation]] = []
        for name, written, words in self.fitting():
            failures.append(self.tried(name, written, words))
        if not failures:
            return self.no_such_action()
        return max(failures, key=lambda failure: failure[0])[1]

    def fitting(self) -> Iterator[tuple[str, Written, tuple[str, ...]]]:
        """The actions whose notation fits what was written."""
        for name, action in self.model.actions.items():
            written = Written(action.notation, self.look)
            words = written.words(self.words)
            if words is not None:
                yield name, written, words

    def tried(self, name: str, written: Written, words: tuple[str, ...]) -> tuple[int, Explanation]:
        """Why one action cannot be taken as it is written, and how far it got."""
        action = self.model.actions[name]
        frame: list[object] = [None] * action.slots
        attempt = Attempt(self.look, self.wording, action.offer, written)
        bound = attempt.run(words, frame)
        failure = attempt.failure if bound is None else try_ensures(self.look, self.wording, name, bound)
        refusal = on_offer(self.state, self.look, self.wording, name)
        if refusal is not None and (failure is None or failure.reason is None):
            return -1, self.kept_out(refusal)
        if failure is not None:
            return failure.far, self.failed(failure, name)
        reason = f"`{name}` would come to nothing: it could not do anything of what it says."
        return len(action.offer) + 1, self.told(reason, action.span, name)

    def kept_out(self, refusal: Refusal) -> Explanation:
        shown = self.wording.quotes.text(refusal.span)
        if refusal.phase == shown:
            shown = f"phase {shown}"
        alike = _alike(self.decision, self.words)
        return Explanation(False, self.words, refusal.sentence, shown, refusal.span, (), refusal.parts, alike)

    def no_such_action(self) -> Explanation:
        verb = self.words.split(" ")[0] if self.words else ""
        verbs = {option.words.split(" ")[0] for option in self.decision.options}
        verbs |= {_verb(action.notation) for action in self.model.actions.values()} - {""}
        if verb in verbs:
            forms = [_form(action.notation) for action in self.model.actions.values() if _verb(action.notation) == verb]
            return self.told(f"`{verb}` is written {' or '.join(f'`{form}`' for form in forms)}." if forms else "")
        if verb in _words_inside(self.model):
            return self.unfit()
        near = close_match(verb, verbs)
        hint = f" Did you mean `{near}`?" if near else ""
        few = len(self.decision.options) <= 3
        known = f" Possible now: {offered(self.decision)}." if few else f" There are {', '.join(sorted(verbs))}."
        return replace(self.told(f"There is no action `{verb}`.{hint or known}"), known=False)


def _verb(notation: s.Notation) -> str:
    head = notation[0] if notation else ""
    return head.split(" ")[0] if isinstance(head, str) and head.strip() else ""


def _words_inside(model: Model) -> set[str]:
    """The words that begin options of decisions inside effects."""
    found = {"yes", "no", "again", "done", "go"}
    for node in every_node(model):
        if isinstance(node, s.Part):
            found.add(node.name)
        elif isinstance(node, (s.Decide, s.DecideSeveral)):
            found.add(_verb(node.notation))
    return found


def _form(notation: s.Notation) -> str:
    """A notation for people: `step {t}>{dest}`."""
    parts = []
    for part in notation:
        name = getattr(part, "name", None) or getattr(getattr(part, "of", None), "name", None) or "…"
        parts.append(part if isinstance(part, str) else f"{{{name}}}")
    return "".join(parts)
