"""SETO by hand, over a list board, with all that never changes worked out beforehand in tables.

The rules are those of the shipped game with its default options. Points are numbered row by row over the 6 by 6 square
that holds the main area and the ring around it; pieces are numbered, red ones from 8 on.
"""

from __future__ import annotations

Move = tuple[str, int, int]
"""Verb, piece, and where it goes: a point, or the other piece of a switch. Pass and claim leave 0 there."""

N = 6
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
ANY_WAY = (*STRAIGHT, (1, 1), (1, -1), (-1, -1), (-1, 1))
DELTA, OMEGA, TETRA, CHI = range(4)
ROUND, SQUARE = range(2)
START = ("esX wsO esO wsX", "wsD esT wsT esD", "erX wrO erO wrX", "wrD erT wrT erD")
EMPTY = -1


def points(cells: str) -> frozenset[int]:
    """The points of cells by their names, such as `a1 b2`."""
    return frozenset(int(cell[1]) * N + "zabcde".index(cell[0]) for cell in cells.split())


ROWS = [" ".join(f"{column}{row}" for column in "abcd") for row in "1234"]
COLUMNS = [" ".join(f"{column}{row}" for row in "1234") for column in "abcd"]
BLOCKS = ["a1 a2 b1 b2", "c1 c2 d1 d2", "a3 a4 b3 b4", "c3 c4 d3 d4", "b2 b3 c2 c3"]
OTHERS = ["a1 b2 c3 d4", "a4 b3 c2 d1", "a1 a4 d1 d4", "b1 d2 c4 a3", "c1 d3 b4 a2"]
FOURS = {points(cells) for cells in (*ROWS, *COLUMNS, *BLOCKS, *OTHERS)}
CROSS = points("a1 b2 c3 d4 a4 b3 c2 d1")
INSIDE = [point for point in range(N * N) if 0 < point % N < N - 1 and 0 < point // N < N - 1]
IS_INSIDE = [point in INSIDE for point in range(N * N)]
EIGHTS = {CROSS, frozenset(INSIDE) - CROSS}


def beside(point: int, ways: tuple[tuple[int, int], ...], far: int = 1) -> list[int]:
    """The points so many steps away, as far as there are any."""
    x, y = point % N, point // N
    there = [(x + far * dx, y + far * dy) for dx, dy in ways]
    return [j * N + i for i, j in there if 0 <= i < N and 0 <= j < N]


NEAR = [beside(point, STRAIGHT) for point in range(N * N)]
NEAR_INSIDE = [[other for other in near if IS_INSIDE[other]] for near in NEAR]
NEAR_OUTSIDE = [[other for other in near if not IS_INSIDE[other]] for near in NEAR]
WAYS = {DELTA: ANY_WAY, OMEGA: ANY_WAY, TETRA: STRAIGHT, CHI: STRAIGHT}
STEPS = {s: [[p for p in beside(point, WAYS[s]) if IS_INSIDE[p]] for point in range(N * N)] for s in WAYS}
JUMPS = {
    symbol: [
        [
            ((point + dest) // 2, dest)
            for dest in beside(point, WAYS[symbol], far=2)
            if IS_INSIDE[dest] and IS_INSIDE[(point + dest) // 2]
        ]
        for point in range(N * N)
    ]
    for symbol in (DELTA, TETRA)
}
ENDS = [[x, (N - 1) * N + x, y * N, y * N + N - 1] for y in range(N) for x in range(N)]


class Seto:
    OWNER = [0] * 8 + [1] * 8
    SHAPE = [ROUND, ROUND, ROUND, ROUND, SQUARE, SQUARE, SQUARE, SQUARE] * 2
    SYMBOL = [DELTA, OMEGA, TETRA, CHI] * 4
    OWN = (range(8), range(8, 16))

    def __init__(self) -> None:
        self.board = [EMPTY] * (N * N)
        self.where = [0] * 16
        for row, line in enumerate(START):
            for column, letters in enumerate(line.split()):
                piece = "we".index(letters[0]) * 8 + "rs".index(letters[1]) * 4 + "DOTX".index(letters[2])
                self.put(piece, (4 - row) * N + column + 1)
        self.score = [0, 0]
        self.turns = 0
        self.passes = 0
        self.player = 0
        self.asleep = [False] * 16
        self.orbited = [False] * 16
        self.vaulted = [False, False]
        self.switched = [False] * 8
        self.relays: list[int] = []
        self.claimed = EMPTY
        self.over = False
        self.winner: int | None = None

    def put(self, piece: int, point: int) -> None:
        self.board[point] = piece
        self.where[piece] = point

    def move(self, piece: int, point: int) -> None:
        self.board[self.where[piece]] = EMPTY
        self.put(piece, point)

    def four(self, piece: int) -> range:
        """The pieces of one player and shape."""
        first = piece // 4 * 4
        return range(first, first + 4)

    def stand_on_pattern(self, piece: int) -> bool:
        return frozenset([self.where[other] for other in self.four(piece)]) in FOURS

    # --- options

    def legal(self) -> list[Move]:
        board = self.board
        if self.relays or self.claimed != EMPTY:
            free = [cell for cell in INSIDE if board[cell] == EMPTY]
            if self.relays:
                return [("break", relay, cell) for relay in self.relays for cell in free]
            return [("put", self.claimed, cell) for cell in free]
        moves: list[Move] = []
        for piece in self.OWN[self.player]:
            if self.turns < 2:
                moves += [("key", piece, end) for end in ENDS[self.where[piece]] if board[end] == EMPTY]
            elif IS_INSIDE[self.where[piece]]:
                self.inside_moves(piece, moves)
            elif self.turns >= 4 and not self.asleep[piece]:
                self.returns(piece, moves)
        return moves or [("pass", 0, 0)]

    def inside_moves(self, piece: int, moves: list[Move]) -> None:
        board, point, symbol = self.board, self.where[piece], self.SYMBOL[piece]
        for cell in STEPS[symbol][point]:
            if board[cell] == EMPTY:
                moves.append(("step", piece, cell))
        if symbol in JUMPS:
            for over, dest in JUMPS[symbol][point]:
                if board[over] != EMPTY and board[dest] == EMPTY:
                    if self.OWNER[board[over]] == self.player:
                        moves.append(("hop", piece, dest))
                    elif not self.vaulted[self.player]:
                        moves.append(("vault", piece, dest))
        if self.SHAPE[piece] == ROUND and not self.switched[self.player * 4 + symbol]:
            partner = piece + 4
            if self.where[partner] in NEAR_INSIDE[point] and self.would_complete(piece, partner):
                moves.append(("switch", piece, partner))

    def would_complete(self, piece: int, partner: int) -> bool:
        where = self.where
        where[piece], where[partner] = where[partner], where[piece]
        completes = self.stand_on_pattern(piece) or self.stand_on_pattern(partner)
        where[piece], where[partner] = where[partner], where[piece]
        return completes

    def returns(self, piece: int, moves: list[Move]) -> None:
        board, point, symbol = self.board, self.where[piece], self.SYMBOL[piece]
        if not self.orbited[piece]:
            moves += [("orbit", piece, other) for other in NEAR_OUTSIDE[point] if board[other] == EMPTY]
        moves += [("enter", piece, cell) for cell in NEAR_INSIDE[point] if board[cell] == EMPTY]
        if symbol in JUMPS:
            for over, dest in JUMPS[symbol][point]:
                if board[over] != EMPTY and self.OWNER[board[over]] == self.player and board[dest] == EMPTY:
                    moves.append(("leap", piece, dest))
        if self.may_claim(piece):
            moves.append(("claim", piece, 0))

    def may_claim(self, piece: int) -> bool:
        others = [self.where[other] for other in self.four(piece) if other != piece]
        for point in others:
            if not IS_INSIDE[point]:
                return False
        filled = [frozenset([*others, cell]) for cell in INSIDE if self.board[cell] == EMPTY]
        return not FOURS.isdisjoint(filled)

    # --- playing

    def play(self, move: Move) -> None:
        verb, piece, target = move
        if verb == "break" or verb == "put":
            self.move(piece, target)
            self.relays, self.claimed = [], EMPTY
        elif verb == "pass":
            self.passes += 1
            if self.passes == 2:
                self.end(0 if self.score[0] > self.score[1] else 1 if self.score[1] > self.score[0] else None)
        else:
            self.passes = 0
            self.act(verb, piece, target)
        if not self.over and not self.relays and self.claimed == EMPTY:
            self.turns += 1
            self.player = 1 - self.player

    def act(self, verb: str, piece: int, target: int) -> None:
        if verb == "claim":
            self.claimed = piece
            return
        if verb == "switch":
            here, there = self.where[piece], self.where[target]
            self.put(piece, there)
            self.put(target, here)
            self.switched[self.player * 4 + self.SYMBOL[piece]] = True
            self.count_patterns([piece, target])
            return
        self.move(piece, target)
        if verb == "key":
            self.asleep[piece] = True
        elif verb == "orbit":
            self.orbited[piece] = True
        else:
            if verb == "vault":
                self.vaulted[self.player] = True
            elif verb == "step" or verb == "hop":
                for own in self.OWN[self.player]:
                    self.asleep[own] = self.orbited[own] = False
            self.count_patterns([piece])

    def count_patterns(self, moved: list[int]) -> None:
        points = 0
        stood: list[int] = []
        for piece in moved:
            if self.stand_on_pattern(piece):
                points += 1
                stood += self.four(piece)
        if len(moved) == 1:
            own = self.OWN[self.player]
            if frozenset([self.where[piece] for piece in own]) in EIGHTS:
                points += 2
                stood = list(own)
        if not points:
            return
        self.score[self.player] += points
        if self.score[self.player] >= 7:
            self.end(self.player)
        elif any(self.board[cell] == EMPTY for cell in INSIDE):
            self.relays = [piece for piece in stood if piece not in moved]

    def end(self, winner: int | None) -> None:
        self.over, self.winner = True, winner
