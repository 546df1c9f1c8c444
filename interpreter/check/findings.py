"""Collects what the checker has to say."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.diagnostics import Diagnostic, Rejected, Related, Span, close_match


class Findings:
    """All findings so far. The checker goes on after each, so that a file's faults are told together."""

    def __init__(self) -> None:
        self._all: list[Diagnostic] = []
        self._seen: set[tuple[str, Span | None]] = set()

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

    def warning(self, code: str, message: str, span: Span | None, hint: str | None = None) -> None:
        """Adds a warning: the game can be played, but its author probably meant something else."""
        self.add([Diagnostic(code, message, span, hint, severity="warning")])

    @property
    def errors(self) -> bool:
        """Whether there is an error among them."""
        return any(d.severity == "error" for d in self._all)

    def sorted(self) -> list[Diagnostic]:
        """All findings by file and place."""
        return sorted(self._all, key=lambda d: d.order)

    def stop_on_errors(self) -> None:
        """Raises Rejected with all findings when there is an error: what follows would only tell consequences."""
        if self.errors:
            raise Rejected(self.sorted())


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that names the known word nearest to `word`, or None."""
    near = close_match(word, known)
    return None if near is None else f"did you mean `{near}`?"


def listed(words: Iterable[str], most: int = 12) -> str:
    """Words for people: `a, b or c`; a long list is cut."""
    names = list(words)
    if len(names) > most:
        return ", ".join(names[:most]) + ", …"
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1] if names else ""
