"""Promises about the tree as a whole: who may import whom, which words may stand where, what a wheel carries."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "interpreter"
SOURCES = sorted(PACKAGE.rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# The parts of the package; each may import itself and the parts before it. "interpreter" is the package's own
# `__init__`, the public names.
ORDER = (
    *(
        "paths",
        "records",
        "diagnostics",
        "syntax",
        "geometry",
        "data",
        "model",
        "check",
        "layout",
        "run",
        "compiled",
        "game",
        "bots",
    ),
    *("interpreter", "commands", "__main__"),
)

# The stages of the compiled executor, each of which may import itself and those before it.
STAGES = ("code", "ground", "support", "improve", "lower", "parts", "generate", "stepping", "engine")

# Import names of the distributions in pyproject.toml whose two names differ.
IMPORT_NAMES = {"ruamel.yaml": "ruamel"}

# Words of the shipped games: games, pieces, moves, places, peoples. The interpreter knows none of them. A plural in "s"
# is found as well; words that a rules interpreter needs itself ("jump", "switch", "mark", "checkers") are left out.
GAME_WORDS = frozenset(
    """
    seto seti othello reversi draughts morris breakthrough tictactoe connectfour
    vault orbit orbiter orbiting relay ace pinwheel omega tetra
    mill crowned crowning nought
    probe asteroid telescope planet moon lander landing spacecraft satellite rover comet galaxy publicity sector
    species alien mascamite exertian centaurian oumuamua anomaly anomalies
    mercury venus mars jupiter saturn uranus neptune pluto enceladus
    """.split()
)
GAME_PHRASES = re.compile(
    r"""tic.tac.toe | connect[ _-]four | nine.men | leap_in | key_out
    | \bHex\b | ["'`/]hex["'`/]""",  # the game's name, not the figures of a number or a hexagon
    re.VERBOSE,
)

# Built from halves, so that this file does not contain what it looks for.
SILENCERS = re.compile("|".join(("# " + "noqa", "type: " + "ignore", "pragma: " + "no cover")))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def texts(*folders: str, pattern: str = "*") -> Iterator[tuple[Path, str]]:
    """Every file of that pattern below the folders, and its text; what has been compiled is left out."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob(pattern)):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".tables":
                yield path, path.read_text(encoding="utf-8")


def imports(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything that a module in the package imports, wherever in the text it does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*parents, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def part_of(dotted: str) -> str:
    """The part of the package that a dotted name belongs to."""
    words = dotted.split(".")
    known = len(words) > 1 and (words[1] in ORDER or (PACKAGE / words[1]).is_dir())
    return words[1] if known else "interpreter"


def module_of(path: Path) -> str:
    words = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(words[:-1] if words[-1] == "__init__" else words)


def backward_imports(source: str, module: str, package: str) -> list[str]:
    own = part_of(module)
    return [
        f"line {line}: {own} may not import {name}"
        for line, name in imports(source, package)
        if name.split(".")[0] == "interpreter" and ORDER.index(part_of(name)) > ORDER.index(own)
    ]


def game_words(text: str) -> set[str]:
    """The words of games in a text, also inside names such as `start_orbit` and `startOrbit`."""
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)}
    return {w for w in words if w in GAME_WORDS or w.removesuffix("s") in GAME_WORDS} | set(GAME_PHRASES.findall(text))


def test_every_part_of_the_package_has_its_place_in_the_order():
    parts = {p.relative_to(PACKAGE).parts[0].removesuffix(".py") for p in SOURCES} - {"__init__"}
    assert parts <= set(ORDER)


@pytest.mark.parametrize("path", SOURCES, ids=shown)
def test_imports_only_go_back_in_the_order(path):
    module = module_of(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    assert backward_imports(path.read_text(encoding="utf-8"), module, package) == []


def test_stages_of_the_compiled_executor_only_go_back():
    own = PACKAGE / "compiled"
    assert {path.relative_to(own).parts[0].removesuffix(".py") for path in own.rglob("*.py")} - {"__init__"} == {
        *STAGES
    }
    for path in sorted(own.rglob("*.py")):
        stage = path.relative_to(own).parts[0].removesuffix(".py")
        if stage == "__init__":
            continue
        module = module_of(path)
        for line, name in imports(path.read_text(encoding="utf-8"), module.rpartition(".")[0]):
            words = name.split(".")
            if words[:2] == ["interpreter", "compiled"]:
                assert STAGES.index(words[2]) <= STAGES.index(stage), f"{shown(path)}:{line} imports {name}"


@pytest.mark.parametrize(
    ("source", "module", "package", "found"),
    [
        ("from interpreter.syntax import nodes", "interpreter.check.names", "interpreter.check", 0),
        ("from interpreter.check import names", "interpreter.syntax.nodes", "interpreter.syntax", 1),
        ("from interpreter import check", "interpreter.syntax", "interpreter.syntax", 1),
        ("from interpreter import load", "interpreter.game.state", "interpreter.game", 1),
        ("from interpreter import load", "interpreter.commands", "interpreter.commands", 0),
        ("from ..check import names", "interpreter.syntax.nodes", "interpreter.syntax", 1),
        ("from .. import check", "interpreter.syntax.nodes", "interpreter.syntax", 1),
        ("from . import nodes", "interpreter.syntax.parser", "interpreter.syntax", 0),
        ("def f():\n  import interpreter.game", "interpreter.run.step", "interpreter.run", 1),
        ("import os, json", "interpreter.paths", "interpreter", 0),
    ],
)
def test_the_import_test_sees_imports_of_every_form(source, module, package, found):
    assert len(backward_imports(source, module, package)) == found


def test_the_package_imports_only_what_it_declares():
    declared = {re.split(r"[<>=~!\[; ]", line)[0] for line in PROJECT["dependencies"]}
    allowed = {IMPORT_NAMES.get(name, name) for name in declared} | sys.stdlib_module_names | {"interpreter"}
    found = {
        f"{shown(path)}:{line}: {name}"
        for path in SOURCES
        for line, name in imports(path.read_text(encoding="utf-8"), module_of(path))
        if name.split(".")[0] not in allowed
    }
    assert found == set()


@pytest.mark.parametrize("name", ["environment", "run", "test"])
def test_the_two_commands_of_a_bare_machine_need_only_the_standard_library(name):
    source = (ROOT / "tools" / f"{name}.py").read_text(encoding="utf-8")
    roots = {dotted.split(".")[0] for _, dotted in imports(source, "tools")}
    assert roots <= sys.stdlib_module_names | {"environment"}


def test_the_interpreter_knows_no_game():
    named = {shown(path): words for path, text in texts("interpreter") if (words := game_words(text))}
    assert named == {}


def test_no_file_of_the_interpreter_is_called_after_a_game():
    assert [shown(path) for path, _ in texts("interpreter") if game_words(shown(path))] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the vault", {"vault"}),
        ("two Probes", {"probes"}),
        ("def start_orbit():", {"orbit"}),
        ("class StartOrbit:", {"orbit"}),
        ("rules/classic/tic-tac-toe", {"tic-tac-toe"}),
        ("play Hex", {"Hex"}),
        ("a hexagonal grid, hexdigest(), space, defaults, setoff, family, milliseconds", set()),
    ],
)
def test_the_word_test_finds_words_inside_names_only_whole(text, found):
    assert game_words(text) == found


def test_rules_and_schemas_hold_no_python():
    allowed = {".rules", ".yaml", ".json", ".md", ".journal"}
    odd = [shown(path) for path, text in texts("rules", "schemas") if path.suffix not in allowed or "!!python" in text]
    assert odd == []


def test_no_finding_of_a_tool_is_silenced():
    sources = texts("interpreter", "tools", "tests", pattern="*.py")
    assert [shown(path) for path, text in sources if SILENCERS.search(text)] == []


def test_the_change_notes_begin_with_the_version_of_the_package():
    notes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", notes, re.MULTILINE)[0] == PROJECT["version"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """A wheel built from the tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def carried(wheel) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_a_wheel_carries_the_whole_package(carried):
    assert {shown(path) for path, _ in texts("interpreter")} <= carried


def test_a_wheel_carries_the_games_and_the_schemas_inside_the_package(carried):
    wanted = {f"interpreter/shipped/{shown(path)}" for path, _ in texts("rules", "schemas")}
    assert wanted == {name for name in carried if name.startswith("interpreter/shipped/")}


def test_a_wheel_carries_nothing_else(carried):
    assert {name.split("/")[0] for name in carried} == {"interpreter", f"rulewright-{PROJECT['version']}.dist-info"}


def test_a_wheel_has_the_command_and_the_licence(wheel):
    info = f"rulewright-{PROJECT['version']}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        commands = archive.read(f"{info}/entry_points.txt").decode()
        about = Parser().parsestr(archive.read(f"{info}/METADATA").decode())
    assert "rulewright = interpreter.commands:main" in commands
    assert about["License-Expression"] == "MIT"
    assert about["Requires-Python"] == ">=3.11"


@pytest.mark.parametrize("folder", ["rules", "schemas"])
def test_the_shipped_folders_are_found_in_a_checkout_and_from_a_wheel(folder, wheel, tmp_path):
    ask = f"from interpreter.paths import shipped; print(shipped({folder!r}))"

    def answer(where: Path) -> str:
        environment = {**os.environ, "PYTHONPATH": str(where)}
        command = [sys.executable, "-P", "-c", ask]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()

    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    assert Path(answer(ROOT)) == ROOT / folder
    assert Path(answer(tmp_path / "installed")) == tmp_path / "installed" / "interpreter" / "shipped" / folder
