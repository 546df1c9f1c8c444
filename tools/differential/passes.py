"""The choices of optimising passes that are compared, and their names."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code.made import PASSES

NONE: frozenset[str] = frozenset()


def every_choice() -> list[frozenset[str]]:
    """All passes, none, and each single one left out."""
    return [PASSES, NONE, *(PASSES - {name} for name in sorted(PASSES))]


def chosen(words: Sequence[str]) -> list[frozenset[str]]:
    """The choices that words ask for: `each`, `all`, `none`, or passes by name. Raises ValueError for other words."""
    if len(words) == 1 and words[0] in ("each", "all", "none"):
        return {"each": every_choice(), "all": [PASSES], "none": [NONE]}[words[0]]
    unknown = [word for word in words if word not in PASSES]
    if unknown:
        raise ValueError(f"there is no pass {unknown[0]!r}; the passes are {', '.join(sorted(PASSES))}")
    return [frozenset(words)]


def named(passes: frozenset[str]) -> str:
    """A choice of passes in words."""
    if not passes:
        return "no passes"
    missing = sorted(PASSES - passes)
    if not missing:
        return "all passes"
    return f"all passes but {', '.join(missing)}" if len(missing) < 4 else f"the passes {', '.join(sorted(passes))}"
