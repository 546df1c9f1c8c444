"""What a host sees of a decision, and how an entered line is matched with its options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, NoReturn, overload

from interpreter.diagnostics import Diagnostic, Rejected, Span, close_match
from interpreter.run import Decision as RunDecision
from interpreter.run import Option as RunOption

MOST_SHOWN = 8
"""How many options a finding lists."""

LONGEST = 200
"""Characters of a line that may be an option; a longer one is not compared with any."""


class Option:
    """One way to decide.

    `text` is the whole line, `who verb words`, as journals hold it; `words` is the line without who. `action` names the
    action that it takes, None for a decision inside an effect. `number` is its place among the options, from 0.
    Not to be changed.
    """

    __slots__ = ("_written", "number")

    def __init__(self, text: str, words: str, action: str | None, number: int) -> None:
        self._written = text, words, action
        self.number = number

    @property
    def text(self) -> str:
        """The whole line."""
        return self._written[0]

    @property
    def words(self) -> str:
        """The line without who."""
        return self._written[1]

    @property
    def action(self) -> str | None:
        """The action that it takes."""
        return self._written[2]

    @property
    def _parts(self) -> tuple[str, str, str | None, int]:
        return self.text, self.words, self.action, self.number

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, Option) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts)

    def __repr__(self) -> str:
        return f"<Option {self.number}: {self.text}>"


class _LateOption(Option):
    """An option that is written when it is looked at; `of` are the executor's options, `who` decides."""

    __slots__ = ("_of", "_who")

    def __init__(self, who: str, of: Sequence[RunOption], number: int) -> None:
        self._who = who
        self._of = of
        self.number = number

    @property
    def text(self) -> str:
        return f"{self._who} {self.words}"

    @property
    def words(self) -> str:
        return self._of[self.number].words

    @property
    def action(self) -> str | None:
        return self._of[self.number].action


class _Options(Sequence[Option]):
    """The options of a decision. Going through them costs nothing; looking at what one says has all of them written."""

    __slots__ = ("_found", "_who")

    def __init__(self, who: str, found: Sequence[RunOption]) -> None:
        self._who = who
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, number: int) -> Option: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, number: int | slice) -> Option | tuple[Option, ...]:
        count = len(self._found)
        if isinstance(number, slice):
            return tuple(_LateOption(self._who, self._found, one) for one in range(count)[number])
        if not -count <= number < count:
            raise IndexError(number)
        return _LateOption(self._who, self._found, number if number >= 0 else number + count)

    def __eq__(self, other: object) -> bool:
        return self[:] == other[:] if isinstance(other, (tuple, _Options)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self[:])

    def __repr__(self) -> str:
        return repr(self[:])


class Decision(NamedTuple):
    """Somebody must choose one of the options; there is always at least one, and no two are written alike.

    `player` is who decides (a seat's name), `purpose` says in a word or two what for, `place` where in the rules it is
    asked. `kind` is `turn` (the main or a free action of a turn), `free` or `pause` (free actions beside it), or what
    an effect asks: `choose`, `several`, `perform`, `may`, `parts`, `repeat`, `order`. `revealed` says that chance or
    hidden news has come since the decision before, so that nobody may take that one back.
    """

    player: str
    purpose: str
    kind: str
    place: Span
    options: Sequence[Option]
    revealed: bool


def decision_of(found: RunDecision, players: Sequence[str]) -> Decision:
    """The decision of an executor, with names."""
    who = players[found.seat]
    return Decision(who, found.purpose, found.kind, found.span, _Options(who, found.options), found.revealed)


def matched(text: str, decision: Decision | None, players: Sequence[str], span: Span | None = None) -> Option:
    """The option that an entered line means.

    `who` may be left out, and spaces do not count. Raises Rejected (RW831) when the game is over, (RW830) when the line
    is none of the options; `span` is where the line stands, if it comes from a file.
    """
    if decision is None:
        raise Rejected([Diagnostic("RW831", "the game is over, so nothing can be done any more", span)])
    found = find(text, decision)
    if found is None:
        refuse(text, decision, players, span)
    return found


def find(text: str, decision: Decision) -> Option | None:
    """The option that an entered line means, or None."""
    words = " ".join(text.split())
    if len(words) > LONGEST:
        return None
    for option in decision.options:
        if words in (option.words, option.text):
            return option
    for squeezed in (_squeezed(words), _squeezed(words.removeprefix(f"{decision.player} "))):
        near = [option for option in decision.options if _squeezed(option.words) == squeezed]
        if len(near) == 1:
            return near[0]
    return None


def refuse(text: str, decision: Decision, players: Sequence[str], span: Span | None = None) -> NoReturn:
    """Raises Rejected (RW830) for a line that is none of the options."""
    words = " ".join(text.split())
    shown = words if len(words) <= 60 else words[:60] + "…"
    if not words:
        _fail("an action is missing here", decision, None, span)
    first, _, rest = words.partition(" ")
    if first in players and first != decision.player:
        _fail(f"it is {decision.player}'s decision, not {first}'s", decision, None, span)
    inner = rest if first == decision.player else words
    near = close_match(inner[:LONGEST], [option.words for option in decision.options])
    hint = None if near is None else f"did you mean `{near}`?"
    _fail(f"`{shown}` is none of {decision.player}'s options now", decision, hint, span)


def _fail(message: str, decision: Decision, hint: str | None, span: Span | None) -> NoReturn:
    raise Rejected([Diagnostic("RW830", message, span, hint, offered(decision))])


def offered(decision: Decision, most: int = MOST_SHOWN) -> str:
    """The options for people, the first of many and how many more there are."""
    shown = [option.words for option in decision.options[:most]]
    more = len(decision.options) - len(shown)
    return ", ".join(f"`{words}`" for words in shown) + (f" and {more} more" if more else "")


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text).casefold()
