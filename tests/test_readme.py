"""The README says what is true: its tour is walked word for word, its program is run, its lists are complete.

Only what takes long is made shorter: scenarios are run by their title, and simulations play fewer games.
"""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from interpreter.commands.application import COMMANDS
from interpreter.paths import shipped
from tests.commands.running import ROOT, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS = re.compile(r"\(\d+\.\d+ s\)")


def section(title: str) -> str:
    """The text below a heading, up to the next one of its rank or a higher one."""
    heading = re.search(rf"^(#+) {re.escape(title)}$", README, re.MULTILINE)
    assert heading is not None, title
    rest = README[heading.end() :]
    after = re.search(rf"^#{{1,{len(heading[1])}}} ", rest, re.MULTILINE)
    return rest[: after.start()] if after else rest


def blocks(title: str, language: str = "") -> list[str]:
    """The blocks of code of a section that are in a language."""
    return [text for kind, text in BLOCK.findall(section(title)) if kind == language]


def commands(title: str) -> list[list[str]]:
    """The arguments of each `rulewright` command that a section shows in a block."""
    lines = [line.removeprefix("$ ") for text in blocks(title) for line in text.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("rulewright ")]


def untimed(text: str) -> str:
    return SECONDS.sub("(some s)", text)


def rows(title: str) -> list[str]:
    """The first cell of each row of a section's table, without its sign for code."""
    return re.findall(r"^\| `([^`]+)` \|", section(title), re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which the tour has made its copy of a game."""
    assert "cp -r rules/seto my-seto" in blocks("2. Change a rule")[0]
    shutil.copytree(ROOT / "rules" / "seto", tmp_path / "my-seto")
    return tmp_path


def change(folder: Path, old: str, new: str) -> None:
    """Changes one place in the copy's rules."""
    file = folder / "my-seto" / "game.rules"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_the_rule_at_the_top_is_that_of_the_game():
    shown = BLOCK.search(README)
    assert shown is not None
    assert shown[2] in (ROOT / "rules" / "seto" / "game.rules").read_text(encoding="utf-8")


def test_playing(tmp_path):
    plain, against, fewer = commands("1. Play")
    typed = re.search(r"the action itself \(`([^`]+)`\)", section("1. Play"))
    assert typed is not None
    played = run(*plain, folder=tmp_path, typed=f"{typed[1]}\nundo\nwhy {typed[1]}\nhint\n1\nsave\nquit\n")
    assert (played.code, played.err) == (0, "")
    assert played.out.count("decision 2") == 2
    assert "Legal." in played.out
    assert (tmp_path / "seto.save").is_file()
    for arguments in (against, fewer):
        played = run(*arguments, folder=tmp_path, typed="1\nquit\n")
        assert (played.code, played.err) == (0, "")


def test_changing_a_rule(folder):
    _, snippet, _, shown = blocks("2. Change a rule")
    check, test = commands("2. Change a rule")
    old = "  limit 1 per game for me\n  choose t from my_inside\n  choose leap"
    change(folder, old, old.replace("  limit 1 per game for me\n", snippet))
    assert run(*check, folder=folder).code == 0
    tested = run(*test, "--only", "One Vault a game", folder=folder)
    finding, summary = shown.split("\n\n")
    assert tested.code == 1
    assert finding in tested.out
    assert re.fullmatch(r"\d+ passed, 1 failed \(\d+\.\d s\)\n", summary)


def test_breaking_a_rule(folder):
    wrong, right = re.findall(r"write `(\w+)` for `(\w+)`", section("3. Break a rule"))[0]
    orbit = "  choose dest from neighbours(t.space, {}) where dest in outside and vacant(dest)\n  require not t.asleep"
    change(folder, orbit.format(right), orbit.format(wrong))
    (arguments,) = commands("3. Break a rule")
    checked = run(*arguments, folder=folder)
    assert checked.code == 1
    assert untimed(checked.out) == untimed(blocks("3. Break a rule")[0].split("\n", 1)[1])


def test_asking_why_not(folder):
    (arguments,) = commands("4. Ask why not")
    told = run(*arguments, folder=folder)
    assert told.code == 0
    assert told.out == blocks("4. Ask why not")[0].split("\n", 1)[1]


def test_writing_a_variant(folder):
    title = "5. Write a variant"
    variant = folder / "my-seto" / "variants" / "stairs"
    variant.mkdir()
    (variant / "patterns.yaml").write_text(blocks(title, "yaml")[0], encoding="utf-8")
    (variant / "variant.rules").write_text(blocks(title)[0], encoding="utf-8")
    test, play = commands(title)
    tested = run(*test, "--only", "stair", folder=folder)
    assert tested.code == 0
    assert tested.out.startswith("1 passed, 0 failed")
    assert run(*play, folder=folder, typed="1\nquit\n").code == 0
    text = run("show", "my-seto", "--variant", "stairs", folder=folder).out
    assert "target_score 5" in text
    assert "variants/stairs/patterns.yaml" in text
    for arguments in commands("6. See whether it is any good"):
        arguments[arguments.index("--games") + 1] = "1"
        assert run(*arguments, folder=folder).code == 0


def test_beginning_a_game(tmp_path):
    name = re.search(r"`rulewright new (\S+)`", section("From here"))
    assert name is not None
    assert run("new", name[1], folder=tmp_path).code == 0
    assert run("check", name[1], folder=tmp_path).code == 0
    assert run("test", name[1], folder=tmp_path).code == 0


def test_the_program(capsys):
    (program,) = blocks("In a program", "python")
    exec(compile(program, "README.md", "exec"), {})
    assert "'over': True" in capsys.readouterr().out


def test_all_commands_and_games_are_listed():
    assert [row.split()[0] for row in rows("The command")] == list(COMMANDS)
    named = {row.replace("-", "_") for row in rows("The games")}
    assert named == {entry.parent.name for entry in shipped("rules").rglob("game.rules")}
