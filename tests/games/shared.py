"""The scenarios of SETI, as several tests play them: the games that these are played in are made once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from interpreter.game import load
from interpreter.game.scenarios import Scenarios


@cache
def scenarios() -> Scenarios:
    """All scenarios of the game."""
    return Scenarios(load("seti"))


def cited_by_passing(*starts: str, fewest: int = 1) -> set[str]:
    """What the scenarios in those files cite whose names begin so; each of them passes, and so many there are."""
    cited: set[str] = set()
    played = [one for one in scenarios().all if Path(one.title.span.file).name.startswith(starts)]
    assert len(played) >= fewest
    for scenario in played:
        result = scenarios().run(scenario)
        assert result.passed, (result.title, [finding.message for finding in result.findings])
        cited |= set(result.cites)
    return cited
