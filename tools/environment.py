"""The project's own virtual environment, `.venv`: made and filled when that is needed, and left alone otherwise.

Only the standard library is used, for this runs on machines with nothing but Python and git. The syntax stays one that
any Python 3 can read, so that an old one gets as far as the sentence that says what is wrong.
"""

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, NoReturn

if sys.version_info < (3, 11):
    sys.exit(
        "Rulewright needs Python 3.11 or newer, and this is Python {}.{} ({}).\n"
        "Install a newer one and start the same command with it, for example: python3.12 {}".format(
            sys.version_info[0], sys.version_info[1], sys.executable, " ".join(sys.argv)
        )
    )

ROOT = Path(__file__).resolve().parent.parent

Runner = Callable[[list[str]], int]


class Stamp(NamedTuple):
    """What an environment was filled for; it is written last, so an environment without one is half made."""

    project: str
    place: str
    extras: tuple[str, ...]

    def serves(self, wanted: "Stamp") -> bool:
        """Whether an environment with this stamp has all that the wanted one would have."""
        return self[:2] == wanted[:2] and set(wanted.extras) <= set(self.extras)


def prepare(*extras: str, root: Path = ROOT, run: Runner | None = None) -> Path:
    """The environment of the project at `root`, holding its dependencies and those of the extras.

    Pip is started only when `pyproject.toml` has changed, the project has moved, an extra is new or the environment is
    missing or half made. `run` starts a program and gives its exit code. Exits with a message for people when the
    environment cannot be made.
    """
    run = run or _run
    venv = root / ".venv"
    stamp_file = venv / "rulewright.json"
    digest = hashlib.sha256((root / "pyproject.toml").read_bytes()).hexdigest()
    found = _read_stamp(stamp_file)
    wanted = Stamp(digest, str(root), extras)
    if found and found.serves(wanted) and program(venv, "python").exists():
        return venv
    wanted = wanted._replace(extras=tuple(sorted({*extras, *(found.extras if found else ())})))
    started = time.monotonic()
    stamp_file.unlink(missing_ok=True)
    if not _usable(venv, run):
        _make(venv, run)
    _fill(venv, root, wanted.extras, run)
    stamp_file.write_text(json.dumps(wanted._asdict(), indent=2) + "\n", encoding="utf-8")
    _say(f"The environment {venv} is ready ({time.monotonic() - started:.0f} s).")
    return venv


def program(venv: Path, name: str) -> Path:
    """Where an environment keeps the program of that name."""
    return venv / "Scripts" / f"{name}.exe" if os.name == "nt" else venv / "bin" / name


def hand_over(command: list[str]) -> NoReturn:
    """Go on as another program: what it reads, prints and exits with is as if it had been started instead."""
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(command[0], command)
    process = subprocess.Popen(command)
    while True:
        try:
            sys.exit(process.wait())
        except KeyboardInterrupt:
            continue  # the other program has been interrupted too, and it decides what that means


def _read_stamp(file: Path) -> Stamp | None:
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        return Stamp(written["project"], written["place"], tuple(written["extras"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _usable(venv: Path, run: Runner) -> bool:
    python = program(venv, "python")
    check = "import sys, importlib.util as u; sys.exit(sys.version_info < (3, 11) or not u.find_spec('pip'))"
    return python.exists() and run([str(python), "-c", check]) == 0


def _make(venv: Path, run: Runner) -> None:
    _say(f"Making the environment {venv} ...")
    if run([sys.executable, "-m", "venv", "--clear", str(venv)]) != 0:
        sys.exit(
            f"The environment {venv} could not be made; the reason stands above.\n"
            "On Debian and Ubuntu, Python's part for this is a package of its own: sudo apt install python3-venv"
        )


def _fill(venv: Path, root: Path, extras: tuple[str, ...], run: Runner) -> None:
    _say("Installing what Rulewright needs into it; the first time this takes a minute ...")
    project = str(root) + (f"[{','.join(extras)}]" if extras else "")
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--editable", project]
    if run([str(program(venv, "python")), "-m", "pip", "install", *options]) != 0:
        sys.exit(
            "Pip could not install what Rulewright needs; its reason stands above.\n"
            "Often there is just no way to the network. Start the same command again when that is mended: it repairs\n"
            f"what is half made. To begin from nothing, delete the folder {venv}."
        )


def _run(command: list[str]) -> int:
    """Start a program, with all that it prints sent to standard error, and give its exit code."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode
    except OSError as problem:
        _say(f"{command[0]}: {problem.strerror}")
        return 1
    except KeyboardInterrupt:
        sys.exit("Stopped. The same command, started again, goes on with what is half made.")


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
