"""SETO by hand as one writes it down first: pieces are objects, the board is a dictionary from points to pieces.

The rules are those of the shipped game with its default options. `hand_seto_lists.py` plays the same game over lists
and tables. A point is a pair (column, row); main cells have both from 1 to 4, the ring around them has a 0 or a 5.
"""

from __future__ import annotations

Point = tuple[int, int]

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
ANY_WAY = (*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1))
WAYS = {"D": ANY_WAY, "O": ANY_WAY, "T": STRAIGHT, "X": STRAIGHT}
JUMPERS = "DT"
START = ("esX wsO esO wsX", "wsD esT wsT esD", "erX wrO erO wrX", "wrD erT wrT erD")
CELLS = [(column, row) for row in range(1, 5) for column in range(1, 5)]


def cells(names: str) -> frozenset[Point]:
    """Cells by their names, such as `a1 b2`."""
    return frozenset((" abcd".index(name[0]), int(name[1])) for name in names.split())


FOURS = {
    *(frozenset((column, row) for column in range(1, 5)) for row in range(1, 5)),
    *(frozenset((column, row) for row in range(1, 5)) for column in range(1, 5)),
    *(cells("a1 b2 c3 d4"), cells("a4 b3 c2 d1"), cells("a1 a4 d1 d4"), cells("b2 b3 c2 c3")),
    *(cells("a1 a2 b1 b2"), cells("c1 c2 d1 d2"), cells("a3 a4 b3 b4"), cells("c3 c4 d3 d4")),
    *(cells("b1 d2 c4 a3"), cells("c1 d3 b4 a2")),
}
CROSS = cells("a1 b2 c3 d4 a4 b3 c2 d1")
EIGHTS = {CROSS, frozenset(CELLS) - CROSS}


def is_inside(point: Point) -> bool:
    return 1 <= point[0] <= 4 and 1 <= point[1] <= 4


def is_outside(point: Point) -> bool:
    x, y = point
    return 0 <= x <= 5 and 0 <= y <= 5 and not is_inside(point)


class Piece:
    """A piece and where it stands."""

    def __init__(self, owner: int, shape: str, symbol: str, point: Point) -> None:
        self.owner = owner
        self.shape = shape
        self.symbol = symbol
        self.point = point
        self.asleep = False
        self.orbited = False

    def near(self, ways: tuple[Point, ...] = STRAIGHT) -> list[Point]:
        x, y = self.point
        return [(x + dx, y + dy) for dx, dy in ways]


Move = tuple[str, Piece | None, Point | Piece | None]
"""Verb, piece, and where it goes: a point, or the other piece of a switch."""


class Seto:
    def __init__(self) -> None:
        self.board: dict[Point, Piece] = {}
        self.armies: list[list[Piece]] = [[], []]
        for row, line in enumerate(START):
            for column, letters in enumerate(line.split()):
                piece = Piece("we".index(letters[0]), letters[1], letters[2], (column + 1, 4 - row))
                self.board[piece.point] = piece
                self.armies[piece.owner].append(piece)
        self.score = [0, 0]
        self.turns = 0
        self.passes = 0
        self.player = 0
        self.vaulted: set[int] = set()
        self.switched: set[tuple[int, str]] = set()
        self.relays: list[Piece] = []
        self.claimed: Piece | None = None
        self.over = False
        self.winner: int | None = None

    def free_cells(self) -> list[Point]:
        return [cell for cell in CELLS if cell not in self.board]

    def is_free_cell(self, point: Point) -> bool:
        return is_inside(point) and point not in self.board

    def four(self, piece: Piece) -> list[Piece]:
        """The pieces of one player and shape."""
        return [other for other in self.armies[piece.owner] if other.shape == piece.shape]

    def stands_on_pattern(self, piece: Piece) -> bool:
        return frozenset(other.point for other in self.four(piece)) in FOURS

    # --- options

    def legal(self) -> list[Move]:
        if self.relays:
            free = self.free_cells()
            return [("break", relay, cell) for relay in self.relays for cell in free]
        if self.claimed:
            return [("put", self.claimed, cell) for cell in self.free_cells()]
        moves: list[Move] = []
        for piece in self.armies[self.player]:
            if self.turns < 2:
                moves += self.keys(piece)
            elif is_inside(piece.point):
                moves += self.inside_moves(piece)
            elif self.turns >= 4 and not piece.asleep:
                moves += self.returns(piece)
        return moves or [("pass", None, None)]

    def keys(self, piece: Piece) -> list[Move]:
        x, y = piece.point
        return [("key", piece, end) for end in ((0, y), (5, y), (x, 0), (x, 5)) if end not in self.board]

    def jumps(self, piece: Piece) -> list[tuple[Piece, Point]]:
        """Whom a piece can jump over, and the free cell beyond."""
        if piece.symbol not in JUMPERS:
            return []
        found = []
        x, y = piece.point
        for dx, dy in WAYS[piece.symbol]:
            over, dest = self.board.get((x + dx, y + dy)), (x + 2 * dx, y + 2 * dy)
            if over and is_inside(over.point) and self.is_free_cell(dest):
                found.append((over, dest))
        return found

    def inside_moves(self, piece: Piece) -> list[Move]:
        moves: list[Move] = [
            ("step", piece, dest) for dest in piece.near(WAYS[piece.symbol]) if self.is_free_cell(dest)
        ]
        for over, dest in self.jumps(piece):
            if over.owner == self.player:
                moves.append(("hop", piece, dest))
            elif self.player not in self.vaulted:
                moves.append(("vault", piece, dest))
        if piece.shape == "r" and (self.player, piece.symbol) not in self.switched:
            for point in piece.near():
                partner = self.board.get(point)
                if partner and is_inside(point) and self.may_switch(piece, partner):
                    moves.append(("switch", piece, partner))
        return moves

    def may_switch(self, piece: Piece, partner: Piece) -> bool:
        if partner.owner != piece.owner or partner.symbol != piece.symbol:
            return False
        piece.point, partner.point = partner.point, piece.point
        completes = self.stands_on_pattern(piece) or self.stands_on_pattern(partner)
        piece.point, partner.point = partner.point, piece.point
        return completes

    def returns(self, piece: Piece) -> list[Move]:
        moves: list[Move] = []
        for point in piece.near():
            if point not in self.board:
                if is_inside(point):
                    moves.append(("enter", piece, point))
                elif is_outside(point) and not piece.orbited:
                    moves.append(("orbit", piece, point))
        moves += [("leap", piece, dest) for over, dest in self.jumps(piece) if over.owner == self.player]
        if self.may_claim(piece):
            moves.append(("claim", piece, None))
        return moves

    def may_claim(self, piece: Piece) -> bool:
        others = [other.point for other in self.four(piece) if other is not piece]
        if not all(is_inside(point) for point in others):
            return False
        return any(frozenset([*others, cell]) in FOURS for cell in self.free_cells())

    # --- playing

    def play(self, move: Move) -> None:
        verb, piece, target = move
        if piece is None:
            self.passes += 1
            if self.passes == 2:
                self.end(0 if self.score[0] > self.score[1] else 1 if self.score[1] > self.score[0] else None)
        elif verb in ("break", "put"):
            self.move(piece, target)
            self.relays, self.claimed = [], None
        else:
            self.passes = 0
            self.act(verb, piece, target)
        if not (self.over or self.relays or self.claimed):
            self.turns += 1
            self.player = 1 - self.player

    def act(self, verb: str, piece: Piece, target: Point | Piece | None) -> None:
        if verb == "claim":
            self.claimed = piece
            return
        self.move(piece, target)
        if verb == "key":
            piece.asleep = True
        elif verb == "orbit":
            piece.orbited = True
        elif verb in ("step", "hop"):
            for own in self.armies[self.player]:
                own.asleep = own.orbited = False
        elif verb == "vault":
            self.vaulted.add(self.player)
        if verb not in ("key", "orbit"):
            self.count_patterns([piece, target] if isinstance(target, Piece) else [piece])

    def move(self, piece: Piece, target: Point | Piece | None) -> None:
        if isinstance(target, Piece):
            piece.point, target.point = target.point, piece.point
            self.board[piece.point], self.board[target.point] = piece, target
            self.switched.add((piece.owner, piece.symbol))
        elif target is not None:
            del self.board[piece.point]
            piece.point = target
            self.board[target] = piece

    def count_patterns(self, moved: list[Piece]) -> None:
        points = 0
        stood: list[Piece] = []
        for piece in moved:
            if self.stands_on_pattern(piece):
                points += 1
                stood += self.four(piece)
        army = self.armies[self.player]
        if len(moved) == 1 and frozenset(piece.point for piece in army) in EIGHTS:
            points += 2
            stood = army
        self.score[self.player] += points
        if self.score[self.player] >= 7:
            self.end(self.player)
        elif points and self.free_cells():
            self.relays = [piece for piece in stood if piece not in moved]

    def end(self, winner: int | None) -> None:
        self.over, self.winner = True, winner
