"""`rulewright check`."""

import json

import jsonschema
import pytest

from tests.commands.running import ROOT, SMALL, run, write

SCHEMA = json.loads((ROOT / "schemas" / "diagnostics.schema.json").read_text(encoding="utf-8"))
SLIP = SMALL.replace("set s.mark", "set s.mrak")


def test_a_clean_game_is_reported_with_its_number_of_files(tmp_path):
    write(tmp_path, {"game.rules": SMALL, "scenarios.rules": 'scenario "a":\n  offers 9\n'})
    done = run("check", tmp_path)
    assert done.code == 0
    assert done.out.startswith("no findings in 2 files (")


@pytest.mark.parametrize("name", ["tic-tac-toe", "tic_tac_toe", "rules/classic", "rules/classic/jam/game.rules"])
def test_shipped_games_are_clean_by_whatever_they_are_called(name):
    done = run("check", name)
    assert (done.code, done.err) == (0, "")


def test_a_finding_shows_its_line_and_counts(tmp_path):
    done = run("check", write(tmp_path, {"game.rules": SLIP}))
    assert done.code == 1
    assert "game.rules:7" in done.out
    assert "mrak" in done.out
    assert "1 error, 0 warnings in 1 file (" in done.out
    assert "rulewright help RW" in done.out


def test_findings_as_json_fit_their_schema(tmp_path):
    done = run("check", write(tmp_path, {"game.rules": SLIP}), "--format", "json")
    assert done.code == 1
    found = json.loads(done.out)
    jsonschema.validate(found, SCHEMA)
    assert found["errors"] == 1


def test_a_clean_game_as_json():
    done = run("check", "hex", "--format", "json")
    assert (done.code, json.loads(done.out)) == (0, {"errors": 0, "warnings": 0, "findings": []})


def test_what_is_not_there_is_a_finding_beside_others(tmp_path):
    done = run("check", "nothing-of-the-kind", write(tmp_path, {"game.rules": SLIP}), "missing.yaml")
    assert done.code == 1
    assert "RW204" in done.out
    assert "mrak" in done.out
    assert "missing.yaml" in done.out


def test_variants_are_checked_with_their_game(tmp_path):
    variant = "variant wide of small version 1:\n  set size to 5\n  set sise to 4\n"
    write(tmp_path, {"game.rules": SMALL, "variants/wide.rules": variant})
    for path in (tmp_path, tmp_path / "variants" / "wide.rules"):
        done = run("check", path)
        assert done.code == 1
        assert "wide.rules:3" in done.out
    assert run("check", tmp_path / "game.rules", "--variant", "wide").code == 1


def test_a_variants_form_is_checked_even_when_its_game_is_faulty(tmp_path):
    rules = SMALL.replace("phase play:", "phase play")
    write(tmp_path, {"game.rules": rules, "variants/wide.rules": "variant wide of small version 1\n  set size to 5\n"})
    done = run("check", tmp_path)
    assert "wide.rules:1" in done.out
    assert "game.rules:8" in done.out


def test_what_a_variant_leaves_unused_of_its_game_is_no_finding(tmp_path):
    rules = SMALL.replace("action place", "value free(s: space) is s.mark is nobody\naction place")
    rules = rules.replace("where s.mark is nobody", "where free(s)")
    variant = (
        'variant over of small version 1:\n  replace action place "Put your mark anywhere" as "{s}":\n'
        "    choose s from board where s.mark is not me\n    set s.mark to me\n"
    )
    write(tmp_path, {"game.rules": rules, "variants/over.rules": variant})
    assert run("check", tmp_path).code == 0


def test_a_variant_that_is_a_link_to_itself_cannot_be_read(tmp_path):
    write(tmp_path, {"game.rules": SMALL, "variants/wide.rules": ""})
    (tmp_path / "variants" / "wide.rules").unlink()
    (tmp_path / "variants" / "wide.rules").symlink_to("wide.rules")
    done = run("check", tmp_path)
    assert (done.code, done.out.split()[0]) == (1, "RW138")


def test_an_included_file_is_checked_within_its_game(tmp_path):
    included = "value corner(s: space) is s.column is 1 and s.row is size\n"
    rules = SMALL.replace("is nobody else", "is nobody and not corner(s) else").replace(
        "grid board", 'include "corners.rules"\ngrid board'
    )
    write(tmp_path, {"game.rules": rules, "corners.rules": included})
    assert run("check", tmp_path / "corners.rules").code == 0
    (tmp_path / "corners.rules").write_text(included.replace("size", "sise"), encoding="utf-8")
    done = run("check", tmp_path / "corners.rules")
    assert "corners.rules:1" in done.out


def test_rules_that_no_game_reads_are_checked_for_their_form(tmp_path):
    write(tmp_path, {"alone.rules": "value corner(s: space) is s.column is 1\n", "broken.rules": "value corner(\n"})
    assert "RW912" in run("check", tmp_path / "alone.rules").out
    done = run("check", tmp_path / "broken.rules")
    assert done.code == 1
    assert "RW912" not in done.out


def test_data_of_a_game_are_checked_within_it_and_others_alone(tmp_path):
    assert run("check", "rules/seto/patterns.yaml", "rules/seto/variants/five/setup.yaml").code == 0
    write(tmp_path, {"figures.yaml": 'fours:\n- {id: block, cells: ["x x", "x o"]}\n'})
    done = run("check", tmp_path / "figures.yaml")
    assert done.code == 1
    assert "figures.yaml:2" in done.out


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("piece: man\narea: board\nlegend:\n  w: {owner: white}\nart: ['w']\n", None),
        ("legnd:\n  w: {owner: white}\nart: ['w']\n", "legnd"),
        ("spaces: [a, b]\nlines: [[a, b]]\n", None),
        ("spaces: [a, b]\nlines: [[a, c]]\n", '"c"'),
        ("cards:\n- {id: one, worth: 3}\n", None),
        ("cards:\n- {worth: 3}\n", "id"),
        ("groups:\n- {id: one, cells: []}\n", "cells"),
        ("- a\n", "RW3"),
    ],
)
def test_a_data_file_alone_is_checked_by_what_it_seems_to_be(text, found, tmp_path):
    done = run("check", write(tmp_path, {"some.yaml": text}) / "some.yaml")
    assert done.code == (0 if found is None else 1)
    assert found is None or found in done.out


def test_a_game_for_several_numbers_of_players_is_checked_with_each(tmp_path):
    rules = SMALL.replace("turns alternate from white", "turns alternate from blue")
    done = run("check", write(tmp_path, {"game.rules": rules}))
    assert done.code == 1
    assert "blue" in done.out
    assert run("check", tmp_path, "--players", "3").code == 0


def test_options_are_checked_too(tmp_path):
    write(tmp_path, {"game.rules": SMALL})
    assert run("check", tmp_path, "--option", "size=9").code == 0
    assert "RW234" in run("check", tmp_path, "--option", "size=10").out
    assert "RW233" in run("check", tmp_path, "--option", "sise=3").out


def test_a_file_of_another_kind_cannot_be_checked(tmp_path):
    done = run("check", write(tmp_path, {"notes.txt": "hello"}) / "notes.txt")
    assert done.code == 2
    assert done.err.startswith("RW911")


def test_schemas_of_a_game_are_checked_with_it_and_others_alone(tmp_path):
    assert run("check", "rules/classic/jam/schemas/cards.schema.json").code == 0
    write(tmp_path, {"things.schema.json": '{"type": "object", "proprties": {}}'})
    assert "proprties" in run("check", tmp_path / "things.schema.json").out


def test_an_empty_word_names_nothing():
    assert run("check", "").err.startswith("RW903")


def test_a_name_that_is_too_long_for_a_file_is_told():
    done = run("check", "x" * 5000 + "/y")
    assert done.code == 1
    assert done.err.startswith("RW") or done.out.startswith("RW")


def test_a_folder_is_searched_for_the_games_that_are_in_order(tmp_path):
    write(tmp_path, {"one/game.rules": SMALL, ".hidden/game.rules": "no rules"})
    (tmp_path / "strange" / "game.rules").mkdir(parents=True)
    assert run("check", tmp_path).code == 0
    done = run("check", tmp_path / "strange")
    assert done.code == 1
    assert "holds no `game.rules`" in done.out


def test_an_empty_game_is_told_with_its_file(tmp_path):
    write(tmp_path, {"game.rules": ""})
    assert run("check", ".", folder=tmp_path).out.startswith("game.rules:1:1  RW210")


RIVAL = """game duel "Duel" version 1 players red, blue
option rival is no "Does the house play?"
seat house when rival
counter coins for each player from 0 up to 9
action take as "take":
  require me is not house
  gain 1 coins
phase play:
  turns alternate from red
  must take
  stuck: skip
rule reward:
  after take
  gain 1 coins for {}
finish when any p in players where p.coins is 9:
  winner mover
"""


def test_a_game_is_checked_with_the_seats_that_an_option_brings_in(tmp_path):
    assert run("check", write(tmp_path, {"game.rules": RIVAL.format("house")})).code == 0
    done = run("check", write(tmp_path, {"game.rules": RIVAL.format("opponent")}))
    assert done.code == 1
    assert "RW232" in done.out
    assert "(where `rival` is yes)" in done.out


@pytest.mark.parametrize(
    ("beside", "option", "said"),
    [
        ("1 players", [], None),
        ("2 to 3 players", [], None),
        ("2 players", ["--option", "rival=yes"], None),
        ("2 players", ["--option", "rival=yes", "--players", "1"], "`house` plays with 2 players, not with 1"),
        ("4 players", [], "`house` plays with 4 players, not with 1 (where `rival` is yes)"),
        ("4 players", ["--option", "rival=yes"], "`house` plays with 4 players, not with 1"),
    ],
)
def test_a_game_is_checked_with_the_numbers_of_players_that_a_seat_plays_with(tmp_path, beside, option, said):
    rules = RIVAL.format("house").replace("players red, blue", "players 1 to 3 of red, blue, green")
    write(tmp_path, {"game.rules": rules.replace("when rival\n", f"when rival with {beside}\n")})
    done = run("check", tmp_path, *option)
    assert done.code == (0 if said is None else 1)
    assert said is None or f"RW235  {said}\n" in done.out
