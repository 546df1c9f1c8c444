"""The measuring itself: rates, ratios, tables, and the command from end to end on the smallest game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.bench import heavy
from tools.bench.__main__ import main
from tools.bench.clock import Pace, Rates, Slice, compare, run_slice
from tools.bench.games import CASES, chosen
from tools.bench.table import Settings, Table, written


def rates(*decisions: int) -> Rates:
    return Rates([Slice(seconds=0.5, playouts=2, decisions=made) for made in decisions])


def test_a_rate_is_the_median_of_the_rounds() -> None:
    assert rates(10, 20, 1000).decisions_per_second == 40
    assert rates(10, 20, 30).length == 10
    assert rates(10, 20, 30).playouts_per_second == 4


def test_a_ratio_compares_within_each_round() -> None:
    assert rates(10, 20, 300).ratio(rates(5, 10, 3000)) == 2


def test_everybody_plays_in_every_round() -> None:
    order: list[str] = []

    def player(name: str) -> tuple[int, int]:
        order.append(name)
        return 1, 5

    found = compare({"a": lambda: player("a"), "b": lambda: player("b")}, Pace(slice_seconds=0.001, rounds=4))
    assert {name: len(rate.slices) for name, rate in found.items()} == {"a": 4, "b": 4}
    changes = [name for name, before in zip(order[1:], order, strict=False) if name != before]
    assert "".join(changes) == "bababa"
    assert all(rate.length == 5 for rate in found.values())


def test_a_slice_holds_a_playout_at_least() -> None:
    assert run_slice(lambda: (1, 7), seconds=0).playouts >= 1


def test_figures_have_three_digits() -> None:
    cells = [written(cell) for cell in (None, 0.0, 0.01234, 12.345, 1234.5, 123456, "word")]
    assert cells == ["-", "0", "0.0123", "12.3", "1,234", "123,456", "word"]


def test_a_table_is_aligned() -> None:
    table = Table(
        "key", "Title", ("game", "rate"), [{"game": "one", "rate": 1}, {"game": "other", "rate": None}], ["note"]
    )
    assert table.text().splitlines() == ["Title", "game   rate", "one       1", "other     -", "  note"]


def test_games_are_chosen_by_name() -> None:
    assert [case.name for case in chosen(["hex", "tic_tac_toe"])] == ["tic-tac-toe", "hex"]
    assert chosen([]) == CASES
    with pytest.raises(ValueError, match="no game to measure: whist"):
        chosen(["whist"])


def test_the_command_prints_tables_and_writes_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    arguments = ["--quick", "--games", "tic-tac-toe", "--executor", "reference", "--json", str(file)]
    assert main([*arguments, "--only", "perft", "loading", "copying"]) == 0
    assert "Perft, executor reference" in capsys.readouterr().out
    written_down = json.loads(file.read_text(encoding="utf-8"))
    assert set(written_down["tables"]) == {"perft", "loading", "copying"}
    counts = {row["depth"]: row["sequences"] for row in written_down["tables"]["perft"]["rows"]}
    assert set(counts.items()) <= set(
        enumerate((9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872), start=1)
    )


def test_a_heavy_game_is_played_in_both_ways_and_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy, "GAMES", (("jam", 2),))
    playing, loading = heavy.run(Settings("reference", (), Pace(slice_seconds=0.001, rounds=1), quick=True))
    assert [row["way"] for row in playing.rows] == ["reference, in place", "reference, host"]
    assert all(isinstance(row["slots"], int) and row["slots"] > 10 for row in playing.rows)
    share = playing.rows[1]["offers %"]
    assert isinstance(share, float)
    assert 0 < share < 100
    assert {row["what"].__class__ for row in loading.rows} == {str}
    assert all(isinstance(row["processor ms"], float) and row["processor ms"] > 0 for row in loading.rows)
