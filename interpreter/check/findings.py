"""Collects what the checker has to say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.check.echoes import without_echoes
from interpreter.diagnostics import Diagnostic, Rejected, Related, Span, close_match

UNSURE = ("RW408", "RW428", "RW429")
"""Something is never used, or does nothing: not told beside errors, which may well be the reason."""

MOST_PLACES = 3
"""How many more places of the same mistake are shown with the first."""


class Findings:
    """All findings so far. The checker goes on after each, so that a file's faults are told together.

    What only follows from a fault that has been told is kept back. `broken` holds the names of things that are
    declared, but not rightly: nothing that names them is a fault of its own. `lacking` says that some rows or spaces
    could not be read, so that a word nobody declares may be one of theirs.
    """

    def __init__(self) -> None:
        self._all: list[Diagnostic] = []
        self._seen: set[tuple[str, Span | None]] = set()
        self._same: dict[str, list[Diagnostic]] = {}
        self.broken: set[str] = set()
        self.lacking = False

    def add(self, found: Iterable[Diagnostic]) -> None:
        """Takes over findings made elsewhere; the same code at the same place is told once."""
        for diagnostic in found:
            key = (diagnostic.code, diagnostic.span)
            if key not in self._seen:
                self._seen.add(key)
                self._all.append(diagnostic)

    def error(
        self,
        code: str,
        message: str,
        span: Span | None,
        hint: str | None = None,
        expected: str | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Adds an error."""
        self.add([Diagnostic(code, message, span, hint, expected, related)])

    def unknown(self, code: str, word: str, message: str, span: Span, hint: str | None = None) -> None:
        """Adds the error that nothing is called `word`. One word is told once, with the other places it stands at."""
        if word not in self.broken:
            self.once(code, word, message, span, hint)

    def once(self, code: str, about: str, message: str, span: Span, hint: str | None = None) -> None:
        """Adds an error that is told once for all that is said `about` the same thing, with the other places."""
        self._same.setdefault(about, []).append(Diagnostic(code, message, span, hint))

    def warning(self, code: str, message: str, span: Span | None, hint: str | None = None) -> None:
        """Adds a warning: the game can be played, but its author probably meant something else."""
        self.add([Diagnostic(code, message, span, hint, severity="warning")])

    def give_up(self, *names: str) -> None:
        """Notes that what these names stand for could not be declared; the reason has been told."""
        self.broken.update(names)

    @property
    def gathered(self) -> tuple[Diagnostic, ...]:
        """What was added, as it came; what is told once for several places is not among it."""
        return tuple(self._all)

    @property
    def errors(self) -> bool:
        """Whether there is an error among them."""
        return bool(self._same) or any(d.severity == "error" for d in self._all)

    def sorted(self) -> list[Diagnostic]:
        """All findings by file and place."""
        found = without_echoes(self._all)
        if self.errors:
            found = [d for d in found if d.code not in UNSURE]
        return sorted([*found, *map(_one_of, self._same.values())], key=lambda d: d.order)

    def stop_on_errors(self) -> None:
        """Raises Rejected with all findings when there is an error: what follows would only tell consequences."""
        if self.errors:
            raise Rejected(self.sorted())


def _one_of(same: list[Diagnostic]) -> Diagnostic:
    """One finding for what is the same in several places: the first of them, with the others as related."""
    first, *others = sorted(same, key=lambda d: d.order)
    spans = dict.fromkeys(d.span for d in others if d.span is not None and d.span != first.span)
    notes = [Related(span, "here too") for span in list(spans)[:MOST_PLACES]]
    if len(spans) > MOST_PLACES:
        notes[-1] = notes[-1]._replace(note=f"here too, and in {len(spans) - MOST_PLACES} more places")
    return replace(first, related=tuple(notes))


def one(word: str) -> str:
    """A word of the rules with its article: `a card`, `an action`."""
    return f"an {word}" if word[:1] in tuple("aeio") else f"a {word}"


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the known word nearest to `word`, or None."""
    near = close_match(word, known)
    return None if near is None else f"did you mean `{near}`?"


def listed(words: Iterable[str], most: int = 12, last: str = "or") -> str:
    """Words for people: `a, b or c`; a long list is cut."""
    names = list(words)
    if len(names) > most:
        return ", ".join(names[:most]) + ", …"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}" if names else ""
