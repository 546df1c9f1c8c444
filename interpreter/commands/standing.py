"""What a terminal tells of a state besides its boards: scores, counters, cards, whose turn it is, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter.commands.board import MARGIN, Painter
from interpreter.commands.cards import card_lines
from interpreter.commands.figures import NONE, Figures, says_nothing
from interpreter.commands.tables import WIDEST, Block, beside, length, pages, room_for_lines, table, wrapped
from interpreter.commands.titles import is_titled
from interpreter.game.state import State
from interpreter.model.program import Domain, Variable
from interpreter.model.screen import ScreenBlock

SCORE = "score"
TO_DO = {"turn": "to move", "free": "may add free actions", "pause": "may take free actions"}
"""What somebody is to do who is asked for more than a choice."""

FEW = 3
"""Up to so many figures of players are told in a line rather than in a table."""


def title_line(state: State, decided: int, painter: Painter) -> str:
    """The game, its scores, how many decisions there have been, and whose the next one is; two lines where need be."""
    game = state.game
    scores = [(name, state.score(name)) for name in game.players]
    shown = " · ".join(f"{painter.seat(name)} {score}" for name, score in scores if score is not None)
    variant = f" ({game.variant})" if game.variant else ""
    decision = state.decision
    if decision is None:
        todo = "over"
    else:
        what = TO_DO.get(decision.kind, f"decides: {decision.purpose}")
        todo = f"{painter.seat(decision.player)} {what}"
    told = [f"{game.title}{variant}", shown, f"decision {decided + 1}", todo, f"seed {state.seed}"]
    parts = [part for part in told if part]
    line = "   ".join(parts)
    return line if length(line) <= WIDEST else f"{'   '.join(parts[:-3])}\n  {'   '.join(parts[-3:])}"


def standing_lines(state: State, viewer: str | None, painter: Painter, boards: Sequence[str] = ()) -> Iterator[str]:
    """The boards, and beside and below them counters and cards, as a seat sees them (None: a watcher)."""
    figures = Figures(state, viewer, painter)
    told = _Told(figures)
    blocks = list(told.blocks())
    indent = " " * MARGIN
    for line in beside([[line.removeprefix(indent) for line in boards], *blocks], room_for_lines()):
        yield f"{indent}{line}".rstrip()
    if blocks:
        yield ""
    yield from told.lines()
    yield from card_lines(figures, viewer, told.columns if blocks else frozenset())


class _Told:
    """Which figures stand in tables, which in lines. `columns` are the names that tables tell."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.model = figures.model
        self.hinted = figures.screen.blocks
        self.columns = frozenset(name for block in self.hinted for name in block.columns)
        self.of_players: list[Variable] = []
        self.of_rows: dict[str, list[Variable]] = {}
        self.single: list[Variable] = []
        for variable in self.model.variables.values():
            self._sort(variable)
        small = [variables for variables in self.of_rows.values() if len(variables) < 2]
        self.single += [variable for variables in small for variable in variables]
        self.of_rows = {name: variables for name, variables in self.of_rows.items() if len(variables) > 1}

    def blocks(self) -> Iterator[Block]:
        """The tables: those that the author wants, then one for each type that has figures left over."""
        for block in self.hinted:
            yield self._table(block)
        if len(self.of_players) > FEW:
            places = [place.name for place in self.model.places.values() if self._counted(place.name)]
            names = [variable.name for variable in self.of_players]
            self.columns |= {*names, *places}
            yield self._table(ScreenBlock("players", "player", (*names, *places)))
        for name, variables in self.of_rows.items():
            columns = tuple(variable.name for variable in variables)
            yield self._table(ScreenBlock(self.model.domains[name].many.replace("_", " "), name, columns))

    def lines(self) -> Iterator[str]:
        """What is left: figures of the game and of players in a line, then a line for each that has many values."""
        texts = [] if len(self.of_players) > FEW else [text for v in self.of_players for text in self._short(v)]
        yield from wrapped(" · ".join([*(text for v in self.single if not v.keys for text in self._short(v)), *texts]))
        for variable in self.single:
            text = self.figures.cell(self.figures.value(variable)) if variable.keys else None
            if text is not None:
                yield from wrapped(f"{self.figures.heading(variable.name)}: {text}")

    def _sort(self, variable: Variable) -> None:
        boards = {"space", *(name for name, domain in self.model.domains.items() if domain.form == "piece")}
        keys = [key.domain for key in variable.keys]
        left_out = variable.name in self.columns or variable.name in self.figures.screen.hidden
        if variable.role not in ("counter", "keep") or variable.name == SCORE or left_out or boards & set(keys):
            return
        home = next((key for key in keys if key is not None and key != "player"), None)
        if home is not None:
            self.of_rows.setdefault(home, []).append(variable)
        elif keys == ["player"]:
            self.of_players.append(variable)
        else:
            self.single.append(variable)

    def _counted(self, name: str) -> bool:
        place = self.model.places[name]
        screen = self.figures.screen
        known = name in self.columns or name in screen.hidden or name in screen.sums
        return (
            not known and [k.domain for k in place.keys] == ["player"] and is_titled(self.model.domains[place.domain])
        )

    def _short(self, variable: Variable) -> list[str]:
        """A name with its value, or with that of each player; nothing where that says nothing."""
        value, painter = self.figures.value(variable), self.figures.painter
        name = self.figures.heading(variable.name)
        if self.hinted and says_nothing(value):
            return []
        if not isinstance(value, Mapping):
            return [] if value in (None, []) else [f"{name} {self._word(value)}"]
        shown = [
            f"{painter.seat(player)} {self._word(inner)}"
            for player, inner in value.items()
            if not says_nothing(inner) or not isinstance(inner, Mapping | list)
        ]
        return [f"{name} {' '.join(shown)}"] if shown else []

    def _word(self, value: object) -> str:
        if isinstance(value, str):
            return self.figures.painter.seat(value)
        if isinstance(value, list):
            return "+".join(map(self._word, value)) or NONE
        return ("yes" if value else "no") if isinstance(value, bool) else NONE if value is None else str(value)

    def _table(self, block: ScreenBlock) -> Block:
        """A table; columns and rows that say nothing are left out, players and numbers never."""
        figures, domain = self.figures, self.model.domains[block.rows]
        columns = [figures.column(name, domain) for name in block.columns]
        players = domain.form == "player"
        rows = [
            at
            for at in range(len(domain.members))
            if players or any(not c.fixed and c.cells[at] is not None for c in columns)
        ]
        if block.order is not None:
            order = columns[block.columns.index(block.order)].order
            rows.sort(key=lambda at: _sortable(order[at]), reverse=block.highest)
        keep = players and (block in self.hinted or not self.hinted)
        columns = [c for c in columns if (c.numbers and keep) or any(c.cells[at] not in (None, "0") for at in rows)]
        if not rows or not columns:
            return []
        names = [block.title, *(self._name(domain, at) for at in rows)]
        cells = [[c.heading, *(c.cells[at] or NONE for at in rows)] for c in columns]
        widths = [max(map(length, column)) for column in [names, *cells]]
        lines: Block = []
        for part in pages(widths, room_for_lines()):
            first = names if not lines else ["", *names[1:]]
            shown = [first, *(cells[at - 1] for at in part)]
            right = frozenset(place for place, at in enumerate(part, 1) if columns[at - 1].numbers)
            made = table(list(zip(*shown, strict=True)), room_for_lines(), right)
            lines += [figures.painter.heading(made[0]), *made[1:]]
        return lines

    def _name(self, domain: Domain, at: int) -> str:
        """A row's name at the beginning of its line; whose turn it is is marked."""
        name = domain.members[at]
        if domain.form != "player":
            return name
        decision = self.figures.state.decision
        sign = ">" if decision is not None and decision.player == name else " "
        return f"{sign} {self.figures.painter.seat(name)}"


def _sortable(value: object) -> tuple[int, str]:
    text = str(value)
    return (int(text), "") if text.lstrip("-").isdecimal() else (0, text)


def result_line(state: State) -> str | None:
    """How the game ended; None while it goes on."""
    if not state.over:
        return None
    winners = state.winners
    if not winners:
        return "the game is over: nobody has won"
    if len(winners) == 1:
        return f"the game is over: {winners[0]} has won"
    return f"the game is over: {', '.join(winners[:-1])} and {winners[-1]} share the win"
