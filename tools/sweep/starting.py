"""Positions that the games of a sweep start from, where the normal start leads to some things too seldom."""

from __future__ import annotations

from pathlib import Path

from interpreter.check.files import read_file
from interpreter.check.findings import Findings
from interpreter.diagnostics import Rejected
from interpreter.game import Game
from interpreter.game.scenarios.position import position_of
from interpreter.game.scenarios.script import ScriptChecker
from interpreter.run import Position
from interpreter.syntax import nodes as n


class Starts:
    """The starts of games: by the rules, or as the position lines of scenarios say, which then take turns."""

    def __init__(self, game: Game, file: Path | None) -> None:
        """`file` holds scenarios of position lines. Raises Rejected for what is wrong in it."""
        self.game = game
        self.scenarios: list[n.Scenario] = []
        if file is not None:
            findings = Findings()
            items = read_file(file, findings)
            findings.stop_on_errors()
            self.scenarios = [item for item in items if isinstance(item, n.Scenario)]

    def start(self, seed: int) -> Position:
        """The first position of the game with a seed. Raises Rejected for lines that do not fit the game."""
        if not self.scenarios:
            return self.game.reference.start(seed)
        scenario = self.scenarios[seed % len(self.scenarios)]
        checker = ScriptChecker(self.game)
        lines = checker.lines(scenario)
        checker.findings.stop_on_errors()
        state, wrong = position_of(self.game.new(seed), lines, scenario.title.span)
        if wrong:
            raise Rejected(wrong)
        return state.position
