"""Writes the parser's ready tables: `python -m tools.grammar`, to be run when the grammar or Lark's version changes."""

import sys

from interpreter.syntax.parser import GRAMMAR, make_parser
from interpreter.syntax.tables import TABLES, write_tables


def main() -> int:
    """Makes the tables and says how large they are."""
    write_tables(make_parser(), GRAMMAR.read_text(encoding="utf-8"))
    print(f"{TABLES.name}: {TABLES.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
