"""The parser's tables, made beforehand: working them out from the grammar takes most of a second.

`grammar.tables` belongs to one grammar and one version of Lark, which its first line tells. With another grammar or
Lark it is of no use, and the parser makes its tables itself. `python -m tools.grammar` writes it anew.
"""

from __future__ import annotations

import base64
import hashlib
import io
import zlib
from pathlib import Path

import lark

TABLES = Path(__file__).with_name("grammar.tables")
LINE = 120


def first_line(grammar: str) -> bytes:
    """What tables for this grammar begin with."""
    return f"lark {lark.__version__} sha256 {_digest(grammar.encode())}".encode()


def read_tables(grammar: str, path: Path = TABLES) -> lark.Lark | None:
    """A parser from ready tables; None when they are missing, damaged, or belong to another grammar or Lark."""
    try:
        head, digest, *lines = path.read_bytes().splitlines()
    except (OSError, ValueError):
        return None
    body = b"".join(lines)
    if head != first_line(grammar) or digest.decode("latin-1") != _digest(body):
        return None
    return lark.Lark.load(io.BytesIO(zlib.decompress(base64.b64decode(body))))


def write_tables(parser: lark.Lark, grammar: str, path: Path = TABLES) -> None:
    """Writes the tables of a parser that was made from the grammar, as lines of letters and digits."""
    tables = io.BytesIO()
    parser.save(tables)
    body = base64.b64encode(zlib.compress(tables.getvalue(), 9))
    lines = [first_line(grammar), _digest(body).encode()]
    lines += (body[at : at + LINE] for at in range(0, len(body), LINE))
    path.write_bytes(b"\n".join(lines) + b"\n")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
