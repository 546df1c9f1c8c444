"""Records the shipped games anew whose rules have changed on purpose: `python -m tools.record`.

Only journals that say how they were recorded, in a first line like `; recorded by: rulewright play jam --seat …`.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REMARK = "; recorded by: rulewright "


def main(arguments: Sequence[str] | None = None) -> int:
    """Records the journals that are named, or all that can no longer be replayed; 1 when one could not be recorded."""
    parser = argparse.ArgumentParser(prog="python -m tools.record", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("journals", nargs="*", type=Path, help="default: all in rules/ that are not replayed any more")
    given: list[Path] = parser.parse_args(arguments).journals
    failed = 0
    for path in given or [path for path in sorted((ROOT / "rules").rglob("*.journal")) if not _replayed(path)]:
        command = command_of(path)
        done = command is not None and record(path, command)
        print(f"{path}: {'recorded' if done else 'not recorded'}", flush=True)
        failed += not done
    return 1 if failed else 0


def command_of(path: Path) -> list[str] | None:
    """The arguments of `rulewright` that recorded a journal; None for one that does not say."""
    head = path.read_text(encoding="utf-8").partition("\n")[0]
    return shlex.split(head.removeprefix(REMARK)) if head.startswith(REMARK) else None


def record(path: Path, command: Sequence[str]) -> bool:
    """Plays the game of a command into a journal; whether it was played to a journal that is replayed to its end."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "game.journal"
        if not _rulewright(*command, "--save", str(fresh)) or not fresh.is_file():
            return False
        path.write_text(f"{REMARK}{shlex.join(command)}\n{fresh.read_text(encoding='utf-8')}", encoding="utf-8")
    return _replayed(path)


def _replayed(path: Path) -> bool:
    return _rulewright("replay", str(path), "--check")


def _rulewright(*arguments: str) -> bool:
    command = [sys.executable, "-m", "interpreter", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
