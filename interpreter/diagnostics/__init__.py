"""Findings about what a user wrote: where, what is wrong, what would have been right."""

from interpreter.diagnostics.model import Diagnostic, Rejected, Related, Severity, Span, close_match

__all__ = ["Diagnostic", "Rejected", "Related", "Severity", "Span", "close_match"]
