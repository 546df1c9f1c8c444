"""The picture of a scenario's position: what is drawn becomes pieces on spaces, or what is kept for spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter import data as d
from interpreter.diagnostics import Diagnostic
from interpreter.game.game import Game
from interpreter.layout import PieceSlots, Value
from interpreter.model.program import Domain, Variable
from interpreter.model.types import CollectionType, MemberType, NumberType, YesNoType
from interpreter.syntax import nodes as n


def draw(game: Game, v: list[int], picture: n.Picture) -> list[Diagnostic]:
    """Clears what a picture shows and puts there what it draws; what is wrong with the picture."""
    return _Drawing(game, v, picture).draw()


class _Drawing:
    def __init__(self, game: Game, v: list[int], picture: n.Picture) -> None:
        self.game, self.v, self.picture = game, v, picture
        self.model, self.layout = game.model, game.layout
        self.findings: list[Diagnostic] = []

    def draw(self) -> list[Diagnostic]:
        setup, legend = self.game.checked.setup, self.model.legend
        if setup is None or setup.legend is None or legend is None:
            hint = "give the game a set-up with a `legend`, or say the position by `put`, `set` and `play`"
            message = "this game has no letters for pictures: its set-up has no legend"
            return [Diagnostic("RW605", message, self.picture.span, hint)]
        areas = self.areas(setup)
        if areas is None:
            return self.findings
        frame = d.frame_of(self.model.spaces, *areas)
        rows = [(str(row), row.span) for row in self.picture.rows]
        placed, faults = d.read_position(rows, setup, frame)
        if faults:
            return faults
        shown = {space for row in frame.rows for space in row if space is not None}
        meant = [(one, self.fields(one, legend.letters)) for one in placed]
        if legend.piece is None:
            self.keep(shown, meant)
        else:
            self.place(self.model.domains[legend.piece], self.layout.pieces[legend.piece], shown, meant)
        return self.findings

    def areas(self, setup: d.SetUp) -> tuple[str, ...] | None:
        """The areas that the picture shows: the one that is named, or the whole plane of the set-up."""
        spaces = self.model.spaces
        if self.picture.area is None:
            return spaces.plane(setup.area.name if setup.area is not None else spaces.areas[0].name)
        name = str(self.picture.area)
        if name in spaces.first:
            return (name,)
        known = ", ".join(f"`{area.name}`" for area in spaces.areas)
        hint = f"the boards are {known}"
        self.findings.append(Diagnostic("RW242", f"there is no board `{name}`", self.picture.area.span, hint))
        return None

    def fields(self, placed: d.Placed, letters: Mapping[str, Sequence[tuple[str, Value]]]) -> dict[str, Value]:
        """What the letters of one word say, as values."""
        found: dict[str, Value] = {}
        for given in placed.fields.values():
            found.update(letters[given.letter.name])
        return found

    # ---- letters that stand for what is kept for spaces

    def keep(self, shown: set[int], meant: list[tuple[d.Placed, dict[str, Value]]]) -> None:
        legend = self.model.legend
        names = {name for pairs in legend.letters.values() for name, _ in pairs} if legend is not None else set()
        for name in sorted(names):
            variable, slots = self.model.variables[name], self.layout.variables[name]
            for space in shown:
                slots.put(self.v, (space,), default(variable))
        for placed, fields in meant:
            for name, value in fields.items():
                self.layout.variables[name].put(self.v, (placed.space,), value)

    # ---- letters that stand for pieces

    def place(
        self, domain: Domain, pieces: PieceSlots, shown: set[int], meant: list[tuple[d.Placed, dict[str, Value]]]
    ) -> None:
        before = {piece: pieces.space(self.v, piece) for piece in range(pieces.pieces)}
        for piece, space in before.items():
            if space in shown:
                pieces.move(self.v, piece, None)
        free = sorted(before, key=lambda piece: before[piece] is not None and before[piece] not in shown)
        for placed, fields in meant:
            found = next((piece for piece in free if self.fits(domain, piece, fields)), None)
            if found is None:
                self.none_left(domain, placed, fields)
                continue
            free.remove(found)
            pieces.move(self.v, found, placed.space)
            self.dress(domain, found, fields)

    def fits(self, domain: Domain, piece: int, fields: Mapping[str, Value]) -> bool:
        """Whether a piece has the fixed fields that are drawn."""
        return all(
            domain.fields[name].values[piece] == value for name, value in fields.items() if name in domain.fields
        )

    def dress(self, domain: Domain, piece: int, fields: Mapping[str, Value]) -> None:
        """Gives a piece the changing fields that its letters say, and the others as they are without a letter."""
        for name, variable_name in domain.owned.items():
            variable = self.model.variables[variable_name]
            if name in fields:
                self.layout.variables[variable_name].put(self.v, (piece,), fields[name])
            elif name != "space" and variable.role == "field" and not isinstance(variable.type, MemberType):
                self.layout.variables[variable_name].put(self.v, (piece,), default(variable))

    def none_left(self, domain: Domain, placed: d.Placed, fields: Mapping[str, Value]) -> None:
        have = sum(self.fits(domain, piece, fields) for piece in range(len(domain.members)))
        message = f"no {domain.name} is left for this: the game has {have or 'none'} like it"
        hint = "it is drawn more often than there are such pieces" if have else "no letter may be wrong or missing"
        self.findings.append(Diagnostic("RW606", message, placed.span, hint))


def default(variable: Variable) -> Value:
    """What a variable holds where nothing is drawn: 0, no, nothing, the empty set."""
    match variable.type:
        case NumberType():
            return min(max(0, variable.low), variable.high)
        case YesNoType():
            return False
        case CollectionType():
            return ()
        case MemberType():
            return 0
    return None
