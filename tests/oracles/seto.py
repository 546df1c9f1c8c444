"""An independent engine of SETO, for comparison with the rule files.

It is written from the printed rules and their rulings, with ordinary classes and sets, and shares nothing with the
rules language: no file of the game is read. Options are the same texts as those of the rule files (`step a2>b2`).

A point is a pair (column, row). On a board of n by n the main cells have both numbers from 1 to n; the points of
the ring around it have a 0 or an n + 1.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tests.oracles.seto_patterns import Cells, Point, chart, shifted_to_corner

STRAIGHT: tuple[Point, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
ANY_WAY: tuple[Point, ...] = (*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1))
WAYS = {"delta": ANY_WAY, "omega": ANY_WAY, "tetra": STRAIGHT, "chi": STRAIGHT}
JUMPERS = ("delta", "tetra")
START = (
    "esX wsO esO wsX",
    "wsD esT wsT esD",
    "erX wrO erO wrX",
    "wrD erT wrT erD",
)
START_OF_FIVE = (
    "esX wsO esO wsX .",
    "wsD esT wsT esD .",
    ".   .   .   .   .",
    "erX wrO erO wrX .",
    "wrD erT wrT erD .",
)
OWNERS = {"w": "white", "e": "red"}
SHAPES = {"r": "round", "s": "square"}
SYMBOLS = {"D": "delta", "O": "omega", "T": "tetra", "X": "chi"}
PHASES = ("opening", "first_turns", "play")


@dataclass(frozen=True)
class Options:
    """What may be chosen before a game. `open_board` and `five` are the two shipped variants."""

    target_score: int = 7
    corners: bool = True
    pattern_return: str = "completing"
    strict_first_turn: bool = False
    open_board: bool = False
    five: bool = False

    @property
    def size(self) -> int:
        return 5 if self.five else 4


@dataclass(frozen=True)
class Piece:
    owner: str
    shape: str
    symbol: str

    @property
    def name(self) -> str:
        return f"{self.owner}_{self.shape}_{self.symbol}"


@dataclass(frozen=True)
class Action:
    """One option: `piece` goes to `dest`; a Switch also names the `partner` that it changes places with."""

    verb: str
    piece: Piece | None = None
    dest: Point | None = None
    partner: Piece | None = None


class Seto:
    """A game in progress. `options()` are the texts that `apply` takes."""

    def __init__(self, rules: Options | None = None) -> None:
        self.rules = rules or Options()
        self.size = self.rules.size
        self.fours, self.eights = chart(self.rules.five)
        self.drawings = {shifted_to_corner(four) for four in self.fours}
        self.where: dict[Piece, Point] = {}
        self.score = {"white": 0, "red": 0}
        self.turns = 0
        self.passes = 0
        self.over = False
        self.winner: str | None = None
        self.asleep: set[Piece] = set()
        self.orbited: set[Piece] = set()
        self.vaulted: set[str] = set()
        self.switched: set[tuple[str, str]] = set()
        self.relays: set[Piece] = set()
        self.claimed: Piece | None = None
        self.lay_out(START_OF_FIVE if self.rules.five else START)

    # --- positions

    def lay_out(self, picture: Sequence[str]) -> None:
        """Places the pieces as drawn, top row first: the main cells alone, or with the ring around them.

        A piece is its owner, shape and symbol as letters (`wrD`); `z` after them marks a Key that still sleeps, `l` a
        piece that has to wait with another Orbit.
        """
        rows = [line.split() for line in picture]
        first = 1 if len(rows) == self.size else 0
        self.where, self.asleep, self.orbited = {}, set(), set()
        for number, line in enumerate(rows):
            for column, letters in enumerate(line, start=first):
                if letters != ".":
                    piece = Piece(OWNERS[letters[0]], SHAPES[letters[1]], SYMBOLS[letters[2]])
                    self.where[piece] = (column, first + len(rows) - 1 - number)
                    self.asleep |= {piece} if "z" in letters[3:] else set()
                    self.orbited |= {piece} if "l" in letters[3:] else set()

    def set_turn(self, phase: str, mover: str) -> None:
        """Goes to a phase (`opening`, `first_turns`, `play`) with this player to move."""
        self.turns = PHASES.index(phase) * 2 + ("white", "red").index(mover)

    def copy(self) -> Seto:
        twin = copy.copy(self)
        for name in ("where", "score", "asleep", "orbited", "vaulted", "switched", "relays"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.where if piece.name == name)

    def name_of(self, point: Point) -> str:
        return f"{'zabcdefgh'[point[0]]}{point[1]}"

    # --- whose decision it is, and what is where

    @property
    def phase(self) -> str:
        return PHASES[min(self.turns // 2, 2)]

    @property
    def mover(self) -> str:
        return "red" if self.turns % 2 else "white"

    @property
    def opponent(self) -> str:
        return "white" if self.turns % 2 else "red"

    @property
    def decider(self) -> str:
        return self.opponent if self.relays or self.claimed else self.mover

    def is_inside(self, point: Point) -> bool:
        return 1 <= point[0] <= self.size and 1 <= point[1] <= self.size

    def is_outside(self, point: Point) -> bool:
        ends = (0, self.size + 1)
        if not (0 <= point[0] <= self.size + 1 and 0 <= point[1] <= self.size + 1):
            return False
        at_ends = (point[0] in ends) + (point[1] in ends)
        return at_ends == 1 or (at_ends == 2 and self.rules.corners)

    def piece_on(self, point: Point) -> Piece | None:
        return next((piece for piece, there in self.where.items() if there == point), None)

    def is_free_cell(self, point: Point) -> bool:
        return self.is_inside(point) and self.piece_on(point) is None

    def is_free_outside(self, point: Point) -> bool:
        return self.is_outside(point) and self.piece_on(point) is None

    def free_cells(self) -> list[Point]:
        cells = ((column, row) for row in range(1, self.size + 1) for column in range(1, self.size + 1))
        return [cell for cell in cells if self.is_free_cell(cell)]

    def own(self) -> list[Piece]:
        return [piece for piece in self.where if piece.owner == self.mover]

    def near(self, piece: Piece, ways: Iterable[Point] = STRAIGHT) -> list[Point]:
        x, y = self.where[piece]
        return [(x + dx, y + dy) for dx, dy in ways]

    def same_shape(self, piece: Piece) -> set[Piece]:
        return {other for other in self.where if (other.owner, other.shape) == (piece.owner, piece.shape)}

    def cells_of(self, pieces: Iterable[Piece]) -> Cells:
        return frozenset(self.where[piece] for piece in pieces)

    # --- options

    def options(self) -> list[str]:
        """The texts of everything that the decider may do now; none when the game is over."""
        return list(self.actions())

    def actions(self) -> dict[str, Action]:
        if self.over:
            return {}
        found = {self.text(action): action for action in self.offered()}
        return found or {"pass": Action("pass")}

    def offered(self) -> Iterator[Action]:
        if self.relays:
            for relay in (piece for piece in self.where if piece in self.relays):
                cells = self.free_cells()
                near = self.near(relay, ANY_WAY)
                yield from (Action("break", relay, c) for c in cells if not self.rules.five or c in near)
        elif self.claimed:
            yield from (Action("put", self.claimed, cell) for cell in self.free_cells())
        elif self.phase == "opening":
            yield from (Action("key", piece, end) for piece in self.own() for end in self.ends(piece))
        else:
            for piece in self.own():
                yield from self.inside_actions(piece) if self.is_inside(self.where[piece]) else self.returns(piece)

    def ends(self, piece: Piece) -> list[Point]:
        """The free points beyond both ends of a piece's row and column."""
        x, y = self.where[piece]
        beyond = self.size + 1
        return [end for end in ((0, y), (beyond, y), (x, 0), (x, beyond)) if self.is_free_outside(end)]

    def jumps(self, piece: Piece) -> Iterator[tuple[Piece, Point]]:
        """Whom a piece can jump over, and the free main cell beyond."""
        if piece.symbol in JUMPERS:
            x, y = self.where[piece]
            for dx, dy in WAYS[piece.symbol]:
                over, dest = self.piece_on((x + dx, y + dy)), (x + 2 * dx, y + 2 * dy)
                if over is not None and self.is_inside(self.where[over]) and self.is_free_cell(dest):
                    yield over, dest

    def inside_actions(self, piece: Piece) -> Iterator[Action]:
        yield from (Action("step", piece, p) for p in self.near(piece, WAYS[piece.symbol]) if self.is_free_cell(p))
        if self.rules.open_board:
            yield from (Action("out", piece, p) for p in self.near(piece) if self.is_free_outside(p))
        strict = self.phase == "first_turns" and self.rules.strict_first_turn
        for over, dest in self.jumps(piece):
            if over.owner == piece.owner:
                yield Action("hop", piece, dest)
            elif piece.owner not in self.vaulted and not strict:
                yield Action("vault", piece, dest)
        if piece.shape == "round" and not strict:
            partner = Piece(piece.owner, "square", piece.symbol)
            if self.may_switch(piece, partner):
                yield Action("switch", piece, partner=partner)

    def may_switch(self, piece: Piece, partner: Piece) -> bool:
        if (piece.owner, piece.symbol) in self.switched:
            return False
        if self.where[partner] not in self.near(piece) or not self.is_inside(self.where[partner]):
            return False
        after = self.copy()
        after.exchange(piece, partner)
        return any(after.cells_of(after.same_shape(moved)) in self.fours for moved in (piece, partner))

    def returns(self, piece: Piece) -> Iterator[Action]:
        if piece in self.asleep or self.phase != "play":
            return
        if piece not in self.orbited:
            yield from (Action("orbit", piece, p) for p in self.near(piece) if self.is_free_outside(p))
        yield from (Action("enter", piece, cell) for cell in self.near(piece) if self.is_free_cell(cell))
        yield from (Action("leap", piece, dest) for over, dest in self.jumps(piece) if over.owner == piece.owner)
        if self.may_claim(piece):
            yield Action("claim", piece)

    def may_claim(self, piece: Piece) -> bool:
        others = self.cells_of(self.same_shape(piece) - {piece})
        if not all(self.is_inside(cell) for cell in others):
            return False
        if self.rules.pattern_return == "spanning":
            return shifted_to_corner(others | {self.where[piece]}) in self.drawings
        return any(others < four and self.is_free_cell(next(iter(four - others))) for four in self.fours)

    def text(self, action: Action) -> str:
        if action.verb == "put" and action.dest:
            return f"put {self.name_of(action.dest)}"
        words = action.verb
        if action.piece:
            words += f" {self.name_of(self.where[action.piece])}"
        if action.partner:
            words += f"~{self.name_of(self.where[action.partner])}"
        return f"{words}>{self.name_of(action.dest)}" if action.dest else words

    # --- playing

    def apply(self, text: str) -> None:
        """Plays one option; raises ValueError for a text that is not among them."""
        action = self.actions().get(text)
        if action is None:
            raise ValueError(f"{self.decider} may not: {text}")
        if action.verb in ("break", "put"):
            self.answer(action)
        else:
            self.act(action)
        if not (self.over or self.relays or self.claimed):
            self.turns += 1

    def answer(self, action: Action) -> None:
        """What the opponent decides in the mover's turn: a Break, or where a claimed piece goes. It never scores."""
        self.move(action)
        self.relays, self.claimed = set(), None

    def act(self, action: Action) -> None:
        if action.verb == "pass":
            self.passes += 1
            if self.passes == 2:
                self.end(best(self.score))
            return
        self.passes = 0
        if action.verb == "claim":
            self.claimed = action.piece
            return
        self.move(action)
        if action.verb == "key" and action.piece:
            self.asleep.add(action.piece)
        elif action.verb == "orbit" and action.piece:
            self.orbited.add(action.piece)
        elif action.verb in ("step", "hop", "out"):
            self.asleep -= set(self.own())
            self.orbited -= set(self.own())
        elif action.verb == "vault":
            self.vaulted.add(self.mover)
        if action.verb not in ("key", "orbit", "out"):
            self.count_patterns({piece for piece in (action.piece, action.partner) if piece})

    def move(self, action: Action) -> None:
        if action.piece and action.partner:
            self.exchange(action.piece, action.partner)
            self.switched.add((action.piece.owner, action.piece.symbol))
        elif action.piece and action.dest:
            self.where[action.piece] = action.dest

    def exchange(self, piece: Piece, partner: Piece) -> None:
        self.where[piece], self.where[partner] = self.where[partner], self.where[piece]

    def count_patterns(self, moved: set[Piece]) -> None:
        """Scores every pattern that the moved pieces complete, and opens the Break.

        A player has exactly four pieces of each shape: a pattern stands when their cells are its cells. A single
        moved piece came to a vacant cell, so a pattern with it in it is new; a Switch occupies the same eight cells
        as before.
        """
        points, stood_on = 0, set()
        for shape in {piece.shape for piece in moved}:
            four = {piece for piece in self.own() if piece.shape == shape}
            if self.cells_of(four) in self.fours:
                points += 1
                stood_on |= four
        if len(moved) == 1 and self.cells_of(self.own()) in self.eights:
            points += 2
            stood_on |= set(self.own())
        self.score[self.mover] += points
        if self.score[self.mover] >= self.rules.target_score:
            self.end(self.mover)
        elif points and self.can_break(stood_on - moved):
            self.relays = stood_on - moved

    def can_break(self, relays: set[Piece]) -> bool:
        cells = self.free_cells()
        return bool(cells) and (
            not self.rules.five or any(cell in self.near(relay, ANY_WAY) for relay in relays for cell in cells)
        )

    def end(self, winner: str | None) -> None:
        self.over, self.winner = True, winner


def best(score: dict[str, int]) -> str | None:
    """The player with more points, nobody when they are equal."""
    if score["white"] == score["red"]:
        return None
    return max(score, key=lambda player: score[player])
