"""Texts that say in words what a value is or a procedure does: their braces hold parameters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.check.findings import Findings, did_you_mean, listed
from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n

BRACES = re.compile(r"\{([^{}]*)\}|[{}]")


def check_told(findings: Findings, text: n.Word | None, params: Sequence[str]) -> None:
    """A finding for each brace that is not closed, and for each name in braces that is no parameter."""
    for brace in BRACES.finditer(text or ""):
        if text is None or brace[1] in params:
            continue
        start = text.span.column + 1
        place = Span(text.span.file, text.span.line, start + brace.start(), text.span.line, start + brace.end())
        if brace[1] is None:
            findings.error("RW250", "a brace in this text is not closed or not opened", place, "write `{name}`")
            continue
        known = f"the parameters are {listed(params)}" if params else "there are no parameters"
        findings.error("RW250", f"`{brace[1]}` is no parameter", place, did_you_mean(brace[1], params) or known)
