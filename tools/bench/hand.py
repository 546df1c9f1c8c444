"""Hand-written pure-Python playouts: the yardstick every other system is divided by.

usage: hand.py IMPL GAME SECONDS
  IMPL  list  a plain class over a list board: legal() / play() / over, moves drawn with random.choice
        bit   one tight function per game, int bitboards, locals only (no state API)
  GAME  ttt c4 bt8 bt6 hex11 othello      (bit: all but hex11)

Prints READY once the first legal-move list exists, then one JSON line.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from random import choice
from typing import Any, ClassVar

Rand = Callable[[], float]
Playout = Callable[[Rand], tuple[int, int]]
Measured = tuple[int, int, float, list[int]]

# --------------------------------------------------------------------------- idiomatic: list boards


class TicTacToe:
    LINES: ClassVar = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self) -> None:
        self.board = [0] * 9
        self.player = 1
        self.winner = 0
        self.over = False

    def legal(self) -> list[int]:
        return [i for i, v in enumerate(self.board) if v == 0]

    def play(self, move: int) -> None:
        board, player = self.board, self.player
        board[move] = player
        for a, b, c in self.LINES:
            if board[a] == board[b] == board[c] == player:
                self.winner = player
                self.over = True
                return
        if 0 not in board:
            self.over = True
        self.player = 3 - player


class ConnectFour:
    ROWS, COLS = 6, 7
    DIRS: ClassVar = [(0, 1), (1, 0), (1, 1), (1, -1)]

    def __init__(self) -> None:
        self.board = [[0] * self.COLS for _ in range(self.ROWS)]
        self.heights = [0] * self.COLS
        self.player = 1
        self.winner = 0
        self.over = False
        self.moves = 0

    def legal(self) -> list[int]:
        return [c for c in range(self.COLS) if self.heights[c] < self.ROWS]

    def play(self, col: int) -> None:
        board, player = self.board, self.player
        row = self.heights[col]
        board[row][col] = player
        self.heights[col] += 1
        self.moves += 1
        for dr, dc in self.DIRS:
            n = 1
            for sign in (1, -1):
                r, c = row + sign * dr, col + sign * dc
                while 0 <= r < self.ROWS and 0 <= c < self.COLS and board[r][c] == player:
                    n += 1
                    r += sign * dr
                    c += sign * dc
            if n >= 4:
                self.winner = player
                self.over = True
                return
        if self.moves == self.ROWS * self.COLS:
            self.over = True
        self.player = 3 - player


class Breakthrough:
    N = 8

    def __init__(self) -> None:
        n = self.N
        self.board = [[2] * n, [2] * n] + [[0] * n for _ in range(n - 4)] + [[1] * n, [1] * n]
        self.player = 1
        self.winner = 0
        self.over = False
        self.count = [0, 2 * n, 2 * n]

    def legal(self) -> list[tuple[int, int, int, int]]:
        n, board, player = self.N, self.board, self.player
        step = -1 if player == 1 else 1
        moves = []
        for r in range(n):
            row = board[r]
            for c in range(n):
                if row[c] != player:
                    continue
                ahead = board[r + step]
                if ahead[c] == 0:
                    moves.append((r, c, r + step, c))
                if c > 0 and ahead[c - 1] != player:
                    moves.append((r, c, r + step, c - 1))
                if c < n - 1 and ahead[c + 1] != player:
                    moves.append((r, c, r + step, c + 1))
        return moves

    def play(self, move: tuple[int, int, int, int]) -> None:
        r, c, r2, c2 = move
        board, player = self.board, self.player
        enemy = 3 - player
        if board[r2][c2] == enemy:
            self.count[enemy] -= 1
        board[r][c] = 0
        board[r2][c2] = player
        if r2 == 0 or r2 == self.N - 1 or self.count[enemy] == 0:
            self.winner = player
            self.over = True
        self.player = enemy


class Breakthrough6(Breakthrough):
    N = 6


class Hex:
    """No swap.  Player 1 joins top and bottom, player 2 left and right; union-find with two edge nodes each."""

    N = 11
    NB: ClassVar = [
        [
            r2 * 11 + c2
            for r2, c2 in ((r - 1, c), (r - 1, c + 1), (r, c - 1), (r, c + 1), (r + 1, c - 1), (r + 1, c))
            if 0 <= r2 < 11 and 0 <= c2 < 11
        ]
        for r in range(11)
        for c in range(11)
    ]

    def __init__(self) -> None:
        n = self.N
        self.board = [0] * (n * n)
        self.parent = list(range(n * n + 4))  # + top, bottom, left, right
        self.player = 1
        self.winner = 0
        self.over = False

    def find(self, x: int) -> int:
        parent = self.parent
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    def legal(self) -> list[int]:
        return [i for i, v in enumerate(self.board) if v == 0]

    def play(self, cell: int) -> None:
        n, board, player = self.N, self.board, self.player
        board[cell] = player
        joins = [x for x in self.NB[cell] if board[x] == player]
        row, col = divmod(cell, n)
        top = n * n
        if player == 1:
            a, b = top, top + 1
            if row == 0:
                joins.append(a)
            if row == n - 1:
                joins.append(b)
        else:
            a, b = top + 2, top + 3
            if col == 0:
                joins.append(a)
            if col == n - 1:
                joins.append(b)
        for x in joins:
            self.parent[self.find(x)] = self.find(cell)
        if self.find(a) == self.find(b):
            self.winner = player
            self.over = True
        self.player = 3 - player


class Othello:
    RAYS: ClassVar[list[list[list[int]]]] = []
    for _r in range(8):
        for _c in range(8):
            _rays = []
            for _dr in (-1, 0, 1):
                for _dc in (-1, 0, 1):
                    if _dr or _dc:
                        _ray, _r2, _c2 = [], _r + _dr, _c + _dc
                        while 0 <= _r2 < 8 and 0 <= _c2 < 8:
                            _ray.append(_r2 * 8 + _c2)
                            _r2 += _dr
                            _c2 += _dc
                        if len(_ray) > 1:
                            _rays.append(_ray)
            RAYS.append(_rays)

    def __init__(self) -> None:
        self.board = [0] * 64
        self.board[27] = self.board[36] = 2
        self.board[28] = self.board[35] = 1
        self.player = 1
        self.winner = 0
        self.over = False
        self._legal: list[int] | None = None

    def flips(self, cell: int, player: int) -> list[int]:
        board = self.board
        out: list[int] = []
        for ray in self.RAYS[cell]:
            line: list[int] = []
            for x in ray:
                v = board[x]
                if v == 0:
                    break
                if v == player:
                    out += line
                    break
                line.append(x)
        return out

    def moves_of(self, player: int) -> list[int]:
        board = self.board
        return [i for i in range(64) if board[i] == 0 and self.flips(i, player)]

    def legal(self) -> list[int]:
        if self._legal is None:
            self._legal = self.moves_of(self.player) or [-1]  # -1 = pass
        return self._legal

    def play(self, cell: int) -> None:
        player = self.player
        if cell >= 0:
            for x in self.flips(cell, player):
                self.board[x] = player
            self.board[cell] = player
        self.player = 3 - player
        self._legal = None
        if self.legal() == [-1] and (cell < 0 or not self.moves_of(player)):
            self.over = True
            a, b = self.board.count(1), self.board.count(2)
            self.winner = 1 if a > b else 2 if b > a else 0


def run_list(cls: Any, seconds: float) -> Measured:
    state = cls()
    state.legal()
    print("READY", flush=True)
    wins = [0, 0, 0]
    games = plies = 0
    clock = time.process_time
    start = clock()
    end = start + seconds
    while True:
        state = cls()
        while not state.over:
            state.play(choice(state.legal()))
            plies += 1
        games += 1
        wins[state.winner] += 1
        now = clock()
        if now >= end:
            break
    return games, plies, now - start, wins


# --------------------------------------------------------------------------- tight: int bitboards

TTT_WIN = bytearray(512)
for _m in range(512):
    for _line in (7, 56, 448, 73, 146, 292, 273, 84):
        if _m & _line == _line:
            TTT_WIN[_m] = 1
TTT_FREE = [[i for i in range(9) if not m >> i & 1] for m in range(512)]


def ttt_bit(rand: Rand) -> tuple[int, int]:
    me = opp = plies = 0
    side = 1
    while True:
        free = TTT_FREE[me | opp]
        me |= 1 << free[int(rand() * len(free))]
        plies += 1
        if TTT_WIN[me]:
            return plies, side
        if plies == 9:
            return 9, 0
        me, opp = opp, me
        side = 3 - side


C4_FULL_COL = [0b111111 << (7 * c) for c in range(7)]
C4_COL_OF = [0b1111111 << (7 * c) for c in range(7)]
C4_BASE = [1 << (7 * c) for c in range(7)]


def c4_bit(rand: Rand) -> tuple[int, int]:
    me = occ = plies = 0  # 7 bits per column, the top one stays empty
    heights = list(C4_BASE)  # next free bit of each open column
    tops = [1 << (7 * c + 6) for c in range(7)]
    side = 1
    while True:
        k = int(rand() * len(heights))
        bit = heights[k]
        me |= bit
        occ |= bit
        plies += 1
        m = me & me >> 1
        if m & m >> 2:
            return plies, side
        m = me & me >> 7
        if m & m >> 14:
            return plies, side
        m = me & me >> 6
        if m & m >> 12:
            return plies, side
        m = me & me >> 8
        if m & m >> 16:
            return plies, side
        bit <<= 1
        if bit == tops[k]:
            del heights[k], tops[k]
            if not heights:
                return plies, 0
        else:
            heights[k] = bit
        me ^= occ
        side = 3 - side


def make_bt_bit(n: int) -> Playout:
    full = (1 << (n * n)) - 1
    not_left = sum(1 << (r * n + c) for r in range(n) for c in range(1, n))
    not_right = sum(1 << (r * n + c) for r in range(n) for c in range(n - 1))
    start_low = (1 << (2 * n)) - 1
    start_high = start_low << (n * n - 2 * n)
    goal_low = (1 << n) - 1
    goal_high = goal_low << (n * n - n)

    def bt_bit(rand: Rand) -> tuple[int, int]:
        low, high, plies = start_low, start_high, 0  # low moves up (<<), high moves down (>>)
        while True:
            # three target sets; the k-th set bit over all three is the move
            a = low << n & ~high & ~low & full
            b = (low & not_left) << (n - 1) & ~low
            c = (low & not_right) << (n + 1) & ~low
            na, nb = a.bit_count(), b.bit_count()
            k = int(rand() * (na + nb + c.bit_count()))
            if k < na:
                t, back = a, n
            elif k < na + nb:
                k -= na
                t, back = b, n - 1
            else:
                k -= na + nb
                t, back = c, n + 1
            while k:
                t &= t - 1
                k -= 1
            t &= -t
            low ^= t | t >> back
            high &= ~t
            plies += 1
            if t & goal_high or not high:
                return plies, 1
            a = high >> n & ~low & ~high
            b = (high & not_right) >> (n - 1) & ~high
            c = (high & not_left) >> (n + 1) & ~high
            na, nb = a.bit_count(), b.bit_count()
            k = int(rand() * (na + nb + c.bit_count()))
            if k < na:
                t, back = a, n
            elif k < na + nb:
                k -= na
                t, back = b, n - 1
            else:
                k -= na + nb
                t, back = c, n + 1
            while k:
                t &= t - 1
                k -= 1
            t &= -t
            high ^= t | t << back
            low &= ~t
            plies += 1
            if t & goal_low or not low:
                return plies, 2

    return bt_bit


OTH_FULL = (1 << 64) - 1
OTH_MID = 0x7E7E7E7E7E7E7E7E
OTH_DIRS = ((1, OTH_MID), (8, OTH_FULL), (7, OTH_MID), (9, OTH_MID))


def oth_moves(me: int, opp: int) -> int:
    empty = ~(me | opp) & OTH_FULL
    moves = 0
    for s, mask in OTH_DIRS:
        o = opp & mask
        x = me << s & o
        x |= x << s & o
        x |= x << s & o
        x |= x << s & o
        x |= x << s & o
        x |= x << s & o
        y = me >> s & o
        y |= y >> s & o
        y |= y >> s & o
        y |= y >> s & o
        y |= y >> s & o
        y |= y >> s & o
        moves |= x << s | y >> s
    return moves & empty


def oth_bit(rand: Rand) -> tuple[int, int]:
    me, opp = 1 << 28 | 1 << 35, 1 << 27 | 1 << 36
    plies, side, passed = 0, 1, False
    while True:
        moves = oth_moves(me, opp)
        if not moves:
            if passed:
                a, b = me.bit_count(), opp.bit_count()
                return plies - 1, 0 if a == b else side if a > b else 3 - side
            passed = True
            plies += 1
            me, opp, side = opp, me, 3 - side
            continue
        passed = False
        k = int(rand() * moves.bit_count())
        while k:
            moves &= moves - 1
            k -= 1
        bit = moves & -moves
        flips = 0
        for s, mask in OTH_DIRS:
            o = opp & mask
            x, f = bit << s & o, 0
            while x:
                f |= x
                y = x << s
                if y & me:
                    flips |= f
                    break
                x = y & o
            x, f = bit >> s & o, 0
            while x:
                f |= x
                y = x >> s
                if y & me:
                    flips |= f
                    break
                x = y & o
        me |= flips | bit
        opp ^= flips
        plies += 1
        me, opp, side = opp, me, 3 - side


def run_bit(playout: Playout, seconds: float) -> Measured:
    print("READY", flush=True)
    rand = random.random
    wins = [0, 0, 0]
    games = plies = 0
    clock = time.process_time
    start = clock()
    end = start + seconds
    while True:
        n, who = playout(rand)
        plies += n
        games += 1
        wins[who] += 1
        if not games & 15 and clock() >= end:
            break
    return games, plies, clock() - start, wins


LIST: dict[str, Any] = {
    "ttt": TicTacToe,
    "c4": ConnectFour,
    "bt8": Breakthrough,
    "bt6": Breakthrough6,
    "hex11": Hex,
    "othello": Othello,
}
BIT: dict[str, Callable[[], Playout]] = {
    "ttt": lambda: ttt_bit,
    "c4": lambda: c4_bit,
    "bt8": lambda: make_bt_bit(8),
    "bt6": lambda: make_bt_bit(6),
    "othello": lambda: oth_bit,
}

if __name__ == "__main__":
    impl, game, secs = sys.argv[1], sys.argv[2], float(sys.argv[3])
    if impl == "list":
        g, p, s, w = run_list(LIST[game], secs)
    else:
        g, p, s, w = run_bit(BIT[game](), secs)
    print(json.dumps({"playouts": g, "plies": p, "secs": s, "wins": w, "python": sys.version.split()[0]}))
