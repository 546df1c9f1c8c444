"""Keeps checked and compiled games from one run to the next, so that a game that has not changed starts at once.

A kept game is found by its files, variant, options and seats; it counts only while every file it was made of, this
package and Python are the same. Reading it needs neither the parser nor the readers of data files.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path

from interpreter.compiled.code.made import Compiled
from interpreter.model.program import Model
from interpreter.paths import cache_folder, shipped

MARK = b"rulewright 1\n"
SUFFIXES = {".rules", ".yaml", ".json"}
MOST_FILES = 400
MOST_MET = 4_000
"""A game of more files, or in a folder that holds more of any kind, is not kept: it may be the folder of anything."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a kept game is found by: its folder and entry, and a digest of everything that it depends on."""

    folder: Path
    digest: str

    @property
    def path(self) -> Path:
        """The file that it is kept in."""
        return cache_folder() / f"game-{self.digest[:40]}.bin"


@dataclass(frozen=True, slots=True)
class Warm:
    """A kept game. `program` is None for one that was kept for the reference executor."""

    model: Model
    program: Compiled | None


def key_of(
    target: str | Path, variant: str | None, options: Mapping[str, object] | None, players: int | None
) -> Key | None:
    """The key of a game, or None for one that is not kept: it does not exist, or has too many files."""
    entry = _entry(str(target))
    if entry is None:
        return None
    digest = hashlib.sha256(MARK + MAGIC_NUMBER + _package().encode())
    chosen = sorted((name, repr(value)) for name, value in (options or {}).items())
    digest.update(repr((entry.name, variant, chosen, players, os.getcwd())).encode())
    files = _files(entry.parent)
    if files is None:
        return None
    for path in files:
        try:
            content = path.read_bytes()
        except OSError:
            return None
        digest.update(str(path).encode() + b"\0" + hashlib.sha256(content).digest())
    return Key(entry.parent, digest.hexdigest())


def find(key: Key) -> Warm | None:
    """The kept game, or None when there is none or its file is damaged."""
    try:
        content = key.path.read_bytes()
    except OSError:
        return None
    head, body = content[: len(MARK) + 32], content[len(MARK) + 32 :]
    if head != MARK + hashlib.sha256(body).digest():
        return None
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    found = pickle.loads(body)
    return found if isinstance(found, Warm) else None


def keep(key: Key, warm: Warm) -> None:
    """Keeps a game. Whoever reads meanwhile finds the old file or the new one, never half of one."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    body = pickle.dumps(warm, protocol=pickle.HIGHEST_PROTOCOL)
    try:
        with tempfile.NamedTemporaryFile(dir=key.path.parent, prefix="game-", suffix=".part", delete=False) as part:
            part.write(MARK + hashlib.sha256(body).digest() + body)
        os.replace(part.name, key.path)
    except OSError:
        return


def _entry(target: str) -> Path | None:
    """The file that a target names: a folder's entry, a rules file, or a shipped game."""
    path = Path(target)
    if path.is_dir():
        path = path / "game.rules"
    elif not path.is_file():
        name = target.replace("-", "_")
        path = next((p for p in shipped("rules").rglob("game.rules") if p.parent.name == name), path)
    return path.resolve() if path.is_file() else None


def _files(folder: Path) -> list[Path] | None:
    """The files that a game can be made of, in order; None when there are too many, or the folder holds much else."""
    found: list[Path] = []
    met = 0
    for place, _, names in os.walk(folder):
        met += 1 + len(names)
        paths = (Path(place, name) for name in names)
        found += (path for path in paths if path.suffix in SUFFIXES and path.is_file())
        if met > MOST_MET or len(found) > MOST_FILES:
            return None
    return sorted(found)


@cache
def _package() -> str:
    """Which copy of this package it is: another one makes other programs."""
    package = Path(__file__).resolve().parent.parent
    files = [
        *sorted(package.rglob("*.py")),
        *sorted(package.rglob("*.lark")),
        *sorted(shipped("schemas").glob("*.json")),
    ]
    stamps = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files]
    return hashlib.sha256(repr((sys.version, stamps)).encode()).hexdigest()
