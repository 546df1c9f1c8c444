"""The tools for a machine with nothing but Python: when they make, fill and mend the project's environment."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def tool(name: str):
    spec = importlib.util.spec_from_file_location(f"tools_{name}", TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


environment = tool("environment")


class Machine:
    """A project folder, and in place of real programs a record of what was started."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.python = environment.program(root / ".venv", "python")
        self.started: list[str] = []
        self.failing = ""
        self.describe("one")

    def describe(self, text: str) -> None:
        (self.root / "pyproject.toml").write_text(text, encoding="utf-8")

    def run(self, command: list[str]) -> int:
        kind = "look" if command[1] == "-c" else command[2]
        self.started.append(f"pip {command[-1].removeprefix(str(self.root))}".strip() if kind == "pip" else kind)
        if kind == self.failing:
            return 1
        if kind == "venv":
            self.python.parent.mkdir(parents=True, exist_ok=True)
            self.python.touch()
        return 0

    def prepare(self, *extras: str) -> list[str]:
        """Prepare the environment and give what had to be started for it."""
        self.started.clear()
        environment.prepare(*extras, root=self.root, run=self.run)
        return list(self.started)


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path)


def test_the_first_time_the_environment_is_made_and_filled(machine):
    assert machine.prepare() == ["venv", "pip"]


def test_an_environment_that_is_up_to_date_is_left_alone(machine):
    machine.prepare()
    assert machine.prepare() == []


def test_it_is_filled_again_when_the_project_file_has_changed(machine):
    machine.prepare()
    machine.describe("two")
    assert machine.prepare() == ["look", "pip"]
    assert machine.prepare() == []


def test_an_extra_is_added_once_and_stays(machine):
    machine.prepare()
    assert machine.prepare("dev") == ["look", "pip [dev]"]
    assert machine.prepare("dev") == []
    assert machine.prepare() == []
    machine.describe("two")
    assert machine.prepare() == ["look", "pip [dev]"]


def test_it_is_filled_again_when_the_project_has_moved(machine, tmp_path):
    machine.prepare()
    moved = machine.root.rename(tmp_path.with_name(f"{tmp_path.name}-moved"))
    machine.root, machine.python = moved, environment.program(moved / ".venv", "python")
    assert machine.prepare() == ["look", "pip"]


def test_a_folder_without_a_working_python_is_made_anew(machine):
    machine.prepare()
    machine.python.unlink()
    assert machine.prepare() == ["venv", "pip"]


def test_a_python_without_pip_is_made_anew(machine):
    machine.prepare()
    machine.describe("two")
    machine.failing = "look"
    assert machine.prepare() == ["look", "venv", "pip"]


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"project": 1}'])
def test_a_stamp_that_cannot_be_read_counts_as_none(machine, content):
    machine.prepare()
    (machine.root / ".venv" / "rulewright.json").write_text(content, encoding="utf-8")
    assert machine.prepare() == ["look", "pip"]


@pytest.mark.parametrize(("failing", "words"), [("venv", "python3-venv"), ("pip", "Pip could not install")])
def test_a_failure_is_told_in_words_and_mended_the_next_time(machine, failing, words):
    machine.failing = failing
    with pytest.raises(SystemExit, match=words):
        machine.prepare()
    machine.failing = ""
    assert machine.prepare()[-1] == "pip"
    assert machine.prepare() == []


def test_a_failed_refill_is_not_taken_for_a_full_environment(machine):
    machine.prepare()
    machine.describe("two")
    machine.failing = "pip"
    with pytest.raises(SystemExit):
        machine.prepare()
    machine.describe("one")
    machine.failing = ""
    assert machine.prepare() == ["look", "pip"]


def test_going_on_as_another_program_passes_on_output_and_exit_code():
    script = "import environment, sys; environment.hand_over([sys.executable, '-c', 'print(7); raise SystemExit(5)'])"
    ended = subprocess.run([sys.executable, "-c", script], cwd=TOOLS, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout.strip()) == (5, "7")


@pytest.mark.parametrize(
    ("codes", "verdict", "exit_code"),
    [
        ({}, "All 4 checks passed: ruff check, ruff format, mypy, pytest", 0),
        ({"mypy": 1, "pytest": 2}, "FAILED: mypy, pytest", 1),
    ],
)
def test_every_check_is_run_and_the_last_line_says_how_they_ended(monkeypatch, capsys, codes, verdict, exit_code):
    monkeypatch.setitem(sys.modules, "environment", environment)
    check = tool("test")
    commands = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess:
        commands.append(command)
        return subprocess.CompletedProcess(command, codes.get(command[2], 0))

    monkeypatch.setattr(check.subprocess, "run", run)
    assert check.run_checks("python", ["-k", "some"]) == exit_code
    assert [command[2] for command in commands] == ["ruff", "ruff", "mypy", "pytest"]
    assert [command[-1] == "some" for command in commands] == [False, False, False, True]
    assert capsys.readouterr().out.splitlines()[-1].startswith(verdict)
