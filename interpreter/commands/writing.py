"""Writing files so that nothing is lost: a file is replaced as a whole or stays as it was."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Rejected


def write_text(path: Path, text: str) -> None:
    """Writes a file, by way of a new one beside it that takes its place when it is complete.

    Raises Rejected when that is not possible; what stood there before is there still.
    """
    target = path.resolve() if path.is_symlink() else path
    try:
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(13, "it is write-protected")
        _replace(target, text.encode("utf-8", errors="replace"))
    except OSError as error:
        raise unwritable(path, error) from error


def create_text(path: Path, text: str) -> None:
    """Writes a file that must not be there yet. Raises Rejected when it is, or when that is not possible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> Rejected:
    """The exception for a file that cannot be written."""
    reason = (error.strerror or str(error) or "unknown reason").lower()
    return Rejected([Diagnostic("RW908", f"`{path}` cannot be written: {reason}")])


def _replace(target: Path, content: bytes) -> None:
    """A new file takes the place of another, and its access rights."""
    number, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_mask())
        os.replace(name, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _mask() -> int:
    """The rights that new files of this process lack; asking means setting it for a moment."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
