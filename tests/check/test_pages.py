"""The bad example of a page about names, types, rules of use or variants gives its finding, and that once."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.diagnostics.catalogue import all_codes, page
from tests.diagnostics.producers import PRODUCERS

CODES = [code for code in all_codes() if code[2] in "245"]


@pytest.mark.parametrize("code", CODES)
def test_the_bad_example_gives_one_finding(code: str, tmp_path: Path) -> None:
    shown = page(code)
    assert PRODUCERS[shown.how](shown.bad, tmp_path / "bad") == [code]
