"""Whether a phase offers an action at all, and if not, why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.diagnostics import Span
from interpreter.game.look import Look
from interpreter.game.wording import Part, Wording
from interpreter.model.program import Guarded, PhaseModel

if TYPE_CHECKING:
    from interpreter.game.state import State


@dataclass(frozen=True, slots=True)
class Refusal:
    """The clause of a phase that keeps an action out, or the phase itself where no clause speaks of the action."""

    phase: str
    sentence: str
    span: Span
    parts: tuple[Part, ...] = ()


def on_offer(state: State, look: Look, wording: Wording, action: str) -> Refusal | None:
    """Why the phase does not offer an action at this decision; None when it does."""
    decision = state.decision
    assert decision is not None
    shown = _verb(state, action)
    phase = state.game.model.phases[look.vector[state.game.layout.phase]]
    lists = {
        "turn": [phase.must, phase.otherwise_must, phase.may],
        "free": [phase.may],
        "pause": [phase.may],
    }[decision.kind]
    guards = [guard for listed in lists for guard in listed if action in guard.actions]
    if not guards:
        return _not_listed(phase, decision.kind, action, shown, [option.words for option in decision.options])
    closed = [guard for guard in guards if guard.condition is not None and not look.value(guard.condition)]
    if len(closed) == len(guards):
        guard = closed[0]
        assert guard.condition is not None
        sentence = f"The phase `{phase.name}` does not offer `{shown}` now."
        return Refusal(phase.name, sentence, guard.span, tuple(wording.parts(guard.condition, ())))
    if decision.kind == "turn" and all(guard in phase.otherwise_must for guard in guards):
        first = [option.words for option in decision.options if _is_in(phase.must, option.action)]
        if first:
            sentence = f"`{shown}` counts only when nothing else can be done; possible now: {_some(first)}."
            return Refusal(phase.name, sentence, guards[0].span)
    return None


def _verb(state: State, action: str) -> str:
    """What an action is called where options are written."""
    head = next(iter(state.game.model.actions[action].notation), "")
    return head.split()[0] if isinstance(head, str) and head.strip() else action


def _not_listed(phase: PhaseModel, kind: str, action: str, verb: str, options: Sequence[str]) -> Refusal:
    if kind != "turn":
        return Refusal(phase.name, "Now only a free action can be taken, or none.", phase.span)
    if phase.stuck_action == action:
        return Refusal(
            phase.name, f"`{verb}` is for when nothing else can be done; possible now: {_some(options)}.", phase.span
        )
    return Refusal(phase.name, f"The phase `{phase.name}` does not offer `{verb}`.", phase.span)


def _some(options: Sequence[str]) -> str:
    return ", ".join(f"`{words}`" for words in options[:4]) + (" …" if len(options) > 4 else "")


def _is_in(guards: Sequence[Guarded], action: str | None) -> bool:
    return any(action in guard.actions for guard in guards)
