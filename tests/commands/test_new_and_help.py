"""`rulewright new`, `help` and `schema`."""

import json

import jsonschema
import pytest

from interpreter.diagnostics.catalogue import all_codes
from tests.commands.running import process, run, write


def test_a_new_game_is_clean_and_laid_out(tmp_path):
    done = run("new", "my-game", folder=tmp_path)
    assert done.code == 0
    assert "rulewright play ./my-game" in done.out
    rules = (tmp_path / "my-game" / "game.rules").read_text(encoding="utf-8")
    assert 'game my_game "My game" version 1' in rules
    assert run("check", "my-game", folder=tmp_path).code == 0
    assert run("format", "--check", "my-game", folder=tmp_path).code == 0


def test_nothing_is_overwritten(tmp_path):
    write(tmp_path, {"mygame/notes.txt": "mine"})
    done = run("new", "mygame", folder=tmp_path)
    assert done.code == 1
    assert done.err.startswith("RW909")
    assert [path.name for path in (tmp_path / "mygame").iterdir()] == ["notes.txt"]


def test_a_new_game_may_have_a_title_and_lie_deeper(tmp_path):
    assert run("new", "games/uno", "--title", "Number One!", folder=tmp_path).code == 0
    assert '"Number One!"' in (tmp_path / "games" / "uno" / "game.rules").read_text(encoding="utf-8")
    assert run("new", "two", "--title", 'a "b"', folder=tmp_path).err.startswith("RW910")


@pytest.mark.parametrize("name", ["My-Game", "3x", "first", "a b", "", "-", "x" * 70, "ä"])
def test_a_name_that_cannot_be_one_is_refused(name, tmp_path):
    done = run("new", "--", name, folder=tmp_path)
    assert done.code == 2
    assert done.err.startswith("RW910")
    assert list(tmp_path.iterdir()) == []


def test_help_lists_all_codes_and_shows_each():
    listed = run("help").out
    assert all(code in listed for code in all_codes())
    for code in (all_codes()[0], all_codes()[-1].lower(), all_codes()[0].removeprefix("RW")):
        done = run("help", code)
        assert done.code == 0
        assert "## What it means" in done.out
    assert run("help", "RW999").err.startswith("RW907")
    assert run("help", "nonsense").code == 2


def test_the_schema_of_a_games_states_is_a_schema():
    schema = json.loads(run("schema", "seto", "--variant", "five").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["rules"]["const"]["variant"] == "five"


@pytest.mark.parametrize("kind", ["figures", "setup", "graph", "data", "cards"])
def test_other_schemas_are_printed_too(kind):
    schema = json.loads(run("schema", "jam", "--kind", kind).out)
    jsonschema.Draft202012Validator.check_schema(schema)


def test_an_unknown_kind_of_schema_is_told():
    done = run("schema", "jam", "--kind", "figurs")
    assert done.code == 2
    assert "did you mean `figures`?" in done.err


def test_help_and_the_version_start_without_what_they_do_not_need():
    listing = "import sys; sys.argv[1:] = {}; from interpreter.commands import main; main(); print(*sys.modules)"
    process("play", "tic-tac-toe")  # from now on the game is kept, and need not be checked again
    for arguments in (["--version"], ["help"], ["play", "tic-tac-toe"], ["simulate", "tic-tac-toe", "--games", "1"]):
        done = process_python(listing.format(arguments))
        loaded = set(done.split())
        assert not {"lark", "ruamel.yaml", "jsonschema", "rich"} & loaded, arguments


def process_python(code: str) -> str:
    import subprocess
    import sys

    from tests.commands.running import ROOT

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60, input=""
    )
    return done.stdout


def test_a_game_named_by_a_missing_folder_is_told():
    done = process("schema", "no/such/game")
    assert done.code == 1
    assert done.err.startswith("RW204")
