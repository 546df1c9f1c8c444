"""The games that are measured, and who else can play them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from . import hand, hand_morris, hand_seto, hand_seto_lists


class HandGame(Protocol):
    """What every engine written by hand can do."""

    over: bool

    def legal(self) -> list[Any]: ...

    def play(self, move: Any) -> None: ...


@dataclass(frozen=True)
class Case:
    """A game of ours by its name, and what it is called elsewhere (None: not there).

    `hand` is the engine written by hand that ours is measured against; `tables` is another one of the same game, in
    which all that never changes has been worked out beforehand. `aim` and `host_aim` are how many times as fast as
    `hand` the compiled executor must be, playing in place and from state to state.
    """

    name: str
    hand: type[HandGame]
    tables: type[HandGame] | None = None
    open_spiel: str | None = None
    ludax: str | None = None
    aim: float | None = None
    host_aim: float | None = None


CASES = (
    Case("seto", hand_seto.Seto, hand_seto_lists.Seto, aim=5.0, host_aim=4.0),
    Case("tic-tac-toe", hand.LIST["ttt"], open_spiel="tic_tac_toe", ludax="tic_tac_toe", aim=2.3, host_aim=1.0),
    Case("connect-four", hand.LIST["c4"], open_spiel="connect_four", ludax="connect_four", aim=1.9, host_aim=1.0),
    Case("breakthrough", hand.LIST["bt8"], open_spiel="breakthrough", aim=1.5, host_aim=1.0),
    Case("othello", hand.LIST["othello"], open_spiel="othello", ludax="reversi", aim=1.5, host_aim=1.0),
    Case("hex", hand.LIST["hex11"], open_spiel="hex(board_size=11)", ludax="hex", aim=3.2, host_aim=1.0),
    Case("morris", hand_morris.Morris, open_spiel="nine_mens_morris", host_aim=1.0),
)


def chosen(names: Iterable[str]) -> tuple[Case, ...]:
    """The cases of those names, all for none. Raises ValueError for a name that is none of them."""
    wanted = [name.replace("_", "-") for name in names]
    unknown = sorted(set(wanted) - {case.name for case in CASES})
    if unknown:
        raise ValueError(f"no game to measure: {', '.join(unknown)}; there are {', '.join(c.name for c in CASES)}")
    return tuple(case for case in CASES if not wanted or case.name in wanted)
