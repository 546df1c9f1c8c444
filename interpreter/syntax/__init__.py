"""The rules language as text: grammar, syntax tree, syntax errors, printer."""

from interpreter.syntax.read import read_rules, read_text

__all__ = ["read_rules", "read_text"]
