"""Where the files that come with the package are: the games and the schemas."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Folder = Literal["rules", "schemas"]

_PACKAGE = Path(__file__).resolve().parent


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
