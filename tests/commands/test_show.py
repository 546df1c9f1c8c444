"""`rulewright show`."""

import re

import pytest

from interpreter.syntax import read_rules
from tests.commands.running import run

SECTIONS = ["rules", "options", "actions", "spaces", "pieces", "figures", "cards"]
GAMES = ["seto", "tic-tac-toe", "connect-four", "breakthrough", "othello", "hex", "morris", "draughts", "jam"]


@pytest.mark.parametrize("game", GAMES)
def test_every_section_of_every_game_can_be_shown(game):
    done = run("show", game, *(f"--{section}" for section in SECTIONS))
    assert (done.code, done.err) == (0, "")
    assert "sha256:" in done.out


def test_the_merged_rules_are_rules_and_say_where_they_come_from():
    done = run("show", "seto", "--variant", "five")
    rules = done.out[done.out.index("\ngame ") :]
    items, findings = read_rules(rules, "shown.rules")
    assert findings == []
    assert len(items) > 50
    assert "game.rules:6; set to 5 by variant five" in rules
    assert re.search(r'rule break_reply "Gentle Break":  # variants/five/variant.rules:\d+, variant five\n', rules)
    assert "rows added from variants/five/patterns.yaml" in rules
    assert "changed by variants/five/setup.yaml" in rules


def test_options_are_shown_with_their_ranges_and_questions():
    out = run("show", "seto", "--options", "--option", "target_score=3").out
    assert "target_score = 3  (usually 7)   may be 1 to 20" in out
    assert "Points that win at once" in out


def test_the_board_is_shown_with_its_names():
    out = run("show", "seto", "--spaces").out
    assert "  0 z0 a0 b0 c0 d0 e0" in out
    assert "inside: grid, 16 spaces" in out
    graph = run("show", "morris", "--spaces").out
    assert "24 spaces" in graph


def test_the_pieces_are_shown_where_they_start():
    out = run("show", "seto", "--pieces").out
    assert "  1  .     wrD   erT   wrT   erD   ." in out
    assert "D delta" in out
    assert "tokens: 16 of token" in out


def test_all_placements_of_figures_are_drawn():
    out = run("show", "seto", "--figures").out
    assert "fours: 18 placements on inside" in out
    assert out.count("points 1") == 18
    assert "4 x . . x" in out


def test_rows_of_data_are_shown_with_their_fields():
    assert "pear_1  fruit pear · worth 1" in run("show", "jam", "--cards").out


def test_pictures_for_people_fit_the_width():
    out = run("show", "seto", "--figures", "--pieces", "--spaces").out
    assert max(map(len, out.splitlines())) <= 120


def test_what_a_file_adds_to_others_is_told_where_it_stands(tmp_path):
    rules = """game tiny "Tiny" version 1 players white, red
include "parts/*.rules"
kind moods of mood is glad, sad
group moves is take
data cards of card from "base.yaml"
counter coins for each player from 0 up to 9
action take as "take":
  gain 1 coins
phase play:
  turns alternate from white
  must moves
  stuck error
finish when any p in players where p.coins is 9:
  winner mover
"""
    part = """action rest as "rest":
  gain 2 coins
add rest to group moves
add calm to kind moods
add rows to cards from "parts/a.yaml"
"""
    (tmp_path / "parts").mkdir()
    (tmp_path / "game.rules").write_text(rules, encoding="utf-8")
    (tmp_path / "base.yaml").write_text("cards: [{id: pie}]\n", encoding="utf-8")
    (tmp_path / "parts" / "a.rules").write_text(part, encoding="utf-8")
    (tmp_path / "parts" / "a.yaml").write_text("cards: [{id: jam}]\n", encoding="utf-8")
    out = run("show", str(tmp_path)).out
    assert "kind moods of mood is glad, sad, calm  # game.rules:3; changed in parts/a.rules:4\n" in out
    assert "group moves is take, rest  # game.rules:4; changed in parts/a.rules:3\n" in out
    assert 'data cards of card from "base.yaml"  # game.rules:5; cards: rows added from parts/a.yaml\n' in out
