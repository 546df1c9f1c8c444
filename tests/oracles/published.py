"""Published numbers of sequences by length, from the start position: depth 1 first."""

from __future__ import annotations

DECISIONS = {
    "seto": (32, 960, 4_712, 23_194, 157_015),
    "tic_tac_toe": (9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872),
    "connect_four": (7, 49, 343, 2_401, 16_807, 117_649, 823_536),
    "breakthrough": (22, 484),
    "othello": (4, 12, 56, 244, 1_396, 8_200),
}
"""Sequences of decisions. SETO's are those of its rulings."""

TURNS = {"draughts": (7, 49, 302, 1_469, 7_361, 36_768)}
"""Sequences of whole turns, for games in which a turn may take several decisions."""

TIC_TAC_TOE_GAMES = 255_168
"""The number of different games of tic-tac-toe."""
