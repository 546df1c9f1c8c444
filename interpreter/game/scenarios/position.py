"""The position of a scenario: the start of the game, changed line by line."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.diagnostics import Diagnostic, Span
from interpreter.game.game import Game
from interpreter.game.items import shortened
from interpreter.game.look import Look
from interpreter.game.scenarios.pictures import draw
from interpreter.game.scenarios.script import Line, PutIn, PutOn, SetTo
from interpreter.game.state import State
from interpreter.layout import ENTER, TURN, Value
from interpreter.model import expressions as x
from interpreter.model.types import CollectionType, MaybeType, MemberType, NumberType, without_nothing
from interpreter.run import Position
from interpreter.syntax import nodes as n


def position_of(
    start: State, lines: Sequence[Line], title: Span, offers: bool = True
) -> tuple[State, list[Diagnostic]]:
    """The state in which a scenario begins, and what is wrong with the lines that make it from the start of the game.

    Without `offers` a position in which somebody has a turn is left at that, and `start` is given: what could be done
    in it is not worked out. Raises Rejected when the rules go wrong on the way to the first decision.
    """
    game = start.game
    edits = [line for line in lines if isinstance(line, (n.Picture, PutOn, PutIn, SetTo)) or _is_flow(line)]
    if not edits:
        return start, []
    editor = _Editor(game, start)
    editor.apply(edits)
    if not editor.findings:
        editor.all_somewhere(edits[0].span if title is None else title)
    if editor.findings or (not offers and editor.v[game.layout.step] == TURN):
        return start, editor.findings
    return State(game, game.executor.advance(editor.v, ()), start.seed, ()), []


def _is_flow(line: Line) -> bool:
    return isinstance(line, n.Ground) and line.kind in ("phase", "turn")


class _Editor:
    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        self.model, self.layout = game.model, game.layout
        self.v = list(start.settled)
        self.findings: list[Diagnostic] = []

    def apply(self, lines: Sequence[Line]) -> None:
        """Carries the lines out: first whose turn it is, since a turn starts afresh, then what stands where."""
        flow = {line.kind: line.words[0] for line in lines if isinstance(line, n.Ground)}
        if flow:
            self.fresh()
            self.flow(flow.get("phase"), flow.get("turn"))
        for line in lines:
            match line:
                case n.Picture():
                    self.findings += draw(self.game, self.v, line)
                case PutOn():
                    space = self.value(line.where, line.size)
                    for domain, piece in line.pieces:
                        if space is not None:
                            self.layout.pieces[domain].move(self.v, piece, space)
                case PutIn():
                    self.put_in(line)
                case SetTo():
                    self.set_to(line)

    def fresh(self) -> None:
        """Limits and what holds for a turn begin anew."""
        self.layout.end_turn(self.v)
        for name, variable in self.model.variables.items():
            if variable.role == "limit":
                for _, at in self.layout.variables[name].places():
                    self.layout.variables[name].codec.write(self.v, at, 0)

    def flow(self, phase: n.Word | None, turn: n.Word | None) -> None:
        """Puts the game into a phase and makes it a seat's turn; without a seat the phase is entered as always."""
        at, v = self.layout, self.v
        if phase is not None:
            v[at.phase] = next(k for k, found in enumerate(self.model.phases) if found.name == str(phase))
            v[at.step] = ENTER
            v[at.mover] = v[at.first] = -1
            v[at.turns_taken] = 0
        if turn is None:
            return
        model = self.model.phases[v[at.phase]]
        if model.turns is None:
            message = f"nobody has a turn in the phase `{model.name}`, which only does something"
            self.findings.append(Diagnostic("RW607", message, turn.span, "name a phase with turns: `phase …`"))
            return
        v[at.step] = TURN
        v[at.mover] = v[at.first] = self.game.seat(str(turn))
        v[at.turns_taken], v[at.round] = 0, max(1, v[at.round])

    def put_in(self, line: PutIn) -> None:
        """Puts cards in a place. In a full one each changes places with the first card there that is not put too."""
        cards = self.layout.cards[line.domain]
        spot = cards.spot(line.place, [self.value(key, line.size) for key in line.keys])
        if spot is None:
            return
        for card in line.cards:
            before = cards.spot_of(self.v, card)
            cards.take(self.v, card)
            there = cards.read(self.v, spot)
            given = None if cards.room(self.v, spot) else next((one for one in there if one not in line.cards), -1)
            if given == -1:
                message = f"`{line.place}` is full: it has room for {spot.size}"
                self.findings.append(Diagnostic("RW608", message, line.span))
                return
            if given is not None:
                cards.take(self.v, given)
            cards.put(self.v, card, spot)
            if given is not None and before is not None:
                cards.put(self.v, given, before)

    def set_to(self, line: SetTo) -> None:
        variable, slots = self.model.variables[line.variable], self.layout.variables[line.variable]
        at = slots.at([self.value(key, line.size) for key in line.keys])
        value = self.value(line.value, line.size)
        if at is None:
            return
        if isinstance(without_nothing(variable.type), NumberType):
            value = 0 if value is None and not isinstance(variable.type, MaybeType) else value
            if value is not None and not variable.low <= value <= variable.high:
                shown = variable.name.split(".")[-1]
                message = f"`{shown}` cannot be {value}: it goes from {variable.low} to {variable.high}"
                self.findings.append(Diagnostic("RW608", message, line.span))
                return
        size = variable.type.size if isinstance(variable.type, CollectionType) else None
        if size is not None and len(value or ()) > size:
            message = f"`{variable.name}` has room for {size}"
            self.findings.append(Diagnostic("RW608", message, line.span))
            return
        slots.codec.write(self.v, at, value)

    def value(self, expr: x.Expr, size: int) -> Value:
        """The value of an expression in the position as it is so far."""
        if isinstance(expr, x.Const):
            return expr.value
        return Look(self.game.reference, Position(tuple(self.v), (), None)).value(expr, [None] * size)

    def all_somewhere(self, span: Span) -> None:
        """Every piece must stand where its type allows."""
        for domain, pieces in self.layout.pieces.items():
            type_ = pieces.spaces.variable.type
            names = self.model.domains[domain].members
            lost = [names[piece] for piece in range(pieces.pieces) if pieces.space(self.v, piece) is None]
            if lost and not isinstance(type_, MaybeType):
                message = f"every {domain} must stand on a space, but the position leaves out {shortened(lost, 6)}"
                self.findings.append(Diagnostic("RW609", message, span))
            kept = without_nothing(type_)
            area = kept.area if isinstance(kept, MemberType) else None
            for piece in range(pieces.pieces):
                space = pieces.space(self.v, piece)
                if area is not None and space is not None and self.model.spaces.area_of[space] != area:
                    where = self.model.spaces.names[space]
                    message = f"{names[piece]} must stand on `{area}`, but the position puts it on {where}"
                    self.findings.append(Diagnostic("RW609", message, span))
