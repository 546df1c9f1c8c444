"""Nine men's morris by hand, in the spirit of `hand.py`: a plain class over a list board.

The rules are those of the shipped game with its default options. Points are numbered row by row from the bottom.
"""

from __future__ import annotations

Move = tuple[int, int]
"""From where to where. From is PLACE for a new man, and TAKE when a man of the opponent is taken off."""

PLACE, TAKE = -1, -2
MEN = 9
QUIET_LIMIT = 100

MILLS = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23)),
    *((0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23)),
)
MILLS_OF = [[mill for mill in MILLS if point in mill] for point in range(24)]
NEAR = [[other for a, b, c in MILLS_OF[point] for other in ((a, c) if point == b else (b,))] for point in range(24)]


class Morris:
    def __init__(self) -> None:
        self.board = [0] * 24
        self.placed = [0, 0, 0]
        self.men = [0, 0, 0]
        self.player = 1
        self.quiet = 0
        self.taking = False
        self.over = False
        self.winner = 0

    def in_mill(self, point: int) -> bool:
        board = self.board
        owner = board[point]
        (a, b, c), (d, e, f) = MILLS_OF[point]
        return board[a] == board[b] == board[c] == owner or board[d] == board[e] == board[f] == owner

    def legal(self) -> list[Move]:
        """Nothing when the player cannot move."""
        board, player = self.board, self.player
        if self.taking:
            theirs = [point for point, owner in enumerate(board) if owner == 3 - player]
            return [(TAKE, point) for point in theirs if not self.in_mill(point)] or [(TAKE, p) for p in theirs]
        if self.placed[player] < MEN:
            return [(PLACE, point) for point, owner in enumerate(board) if owner == 0]
        if self.men[player] == 3:
            free = [point for point, owner in enumerate(board) if owner == 0]
            return [(point, dest) for point, owner in enumerate(board) if owner == player for dest in free]
        moves = []
        for point, owner in enumerate(board):
            if owner == player:
                for dest in NEAR[point]:
                    if board[dest] == 0:
                        moves.append((point, dest))
        return moves

    def play(self, move: Move) -> None:
        start, dest = move
        board, player = self.board, self.player
        if start == TAKE:
            board[dest] = 0
            self.men[3 - player] -= 1
            self.taking = False
        else:
            if start == PLACE:
                self.placed[player] += 1
                self.men[player] += 1
            else:
                board[start] = 0
            board[dest] = player
            self.taking = self.in_mill(dest)
            if self.taking:
                self.quiet = 0
                return
            self.quiet += 1
        self.pass_on()

    def pass_on(self) -> None:
        other = 3 - self.player
        if self.placed[other] == MEN and self.men[other] < 3:
            self.end(self.player)
        elif self.quiet >= QUIET_LIMIT:
            self.end(0)
        else:
            self.player = other
            if not self.can_move():
                self.end(3 - other)

    def can_move(self) -> bool:
        player, board = self.player, self.board
        if self.placed[player] < MEN or self.men[player] == 3:
            return True
        for point, owner in enumerate(board):
            if owner == player:
                for dest in NEAR[point]:
                    if board[dest] == 0:
                        return True
        return False

    def end(self, winner: int) -> None:
        self.over, self.winner = True, winner
