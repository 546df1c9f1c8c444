"""What each optimising pass of the compiled executor is worth: the same playouts with one of them left out."""

from __future__ import annotations

from interpreter.check import check_game
from interpreter.compiled.code.made import PASSES
from interpreter.compiled.engine import CompiledEngine

from . import ours
from .clock import compare
from .table import Cell, Settings, Table

KEY = "passes"


def run(settings: Settings) -> list[Table]:
    """Per game: decisions per second, in place and from state to state, against the program with all passes."""
    rows = [row for case in settings.cases for row in _rows(case.name, settings)]
    title = "The compiled executor with passes left out: speed against that with all of them (1: the pass is no use)"
    return [Table(KEY, title, ("game", "without", "direct", "host"), rows)]


def _rows(name: str, settings: Settings) -> list[dict[str, Cell]]:
    model = check_game(name).model
    programs = {"nothing": CompiledEngine(model)}
    programs |= {one: CompiledEngine(model, PASSES - {one}) for one in sorted(PASSES)}
    programs["all of them"] = CompiledEngine(model, frozenset())
    direct = compare({left: ours.direct(program) for left, program in programs.items()}, settings.pace)
    host = compare({left: ours.host(program) for left, program in programs.items()}, settings.pace)
    return [
        {
            "game": name,
            "without": left,
            "direct": direct[left].ratio(direct["nothing"]),
            "host": host[left].ratio(host["nothing"]),
        }
        for left in programs
    ]
