"""Where files are: those that come with the package, the user's caches, what links lead to."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Literal

Folder = Literal["rules", "schemas"]

_PACKAGE = Path(__file__).resolve().parent


def resolved(path: Path) -> Path:
    """A path with all links followed that lead somewhere; of two that lead to each other, one stays."""
    return Path(os.path.realpath(path))


def shipped(folder: Folder) -> Path:
    """The folder of that name which came with this copy of the package.

    In a checkout the folders stand beside the package; an installed wheel carries them inside it. Raises
    FileNotFoundError when the installation lacks the folder.
    """
    inside = _PACKAGE / "shipped"
    found = (inside if inside.is_dir() else _PACKAGE.parent) / folder
    if not found.is_dir():
        raise FileNotFoundError(f"this installation of rulewright is incomplete: {found} is missing")
    return found


def cache_folder() -> Path:
    """Where this user's caches go: RULEWRIGHT_CACHE, else the platform's usual place, else the temporary folder."""
    chosen = os.environ.get("RULEWRIGHT_CACHE")
    if chosen:
        folder = Path(chosen)
    elif sys.platform == "win32" and "LOCALAPPDATA" in os.environ:
        folder = Path(os.environ["LOCALAPPDATA"]) / "rulewright" / "cache"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(tempfile.gettempdir())
