"""Every page of RW301 to RW349: its bad example gives exactly its finding, its good example none."""

import pytest

from interpreter.diagnostics.catalogue import all_codes, page
from tests.data_loading.examples import run

CODES = [code for code in all_codes() if "RW301" <= code <= "RW349"]


@pytest.mark.parametrize("code", CODES)
def test_the_bad_example_gives_this_finding_and_no_other(code, tmp_path):
    assert [finding.code for finding in run(page(code).bad, tmp_path)] == [code]


@pytest.mark.parametrize("code", CODES)
def test_the_good_example_gives_no_finding(code, tmp_path):
    assert run(page(code).good, tmp_path) == []


@pytest.mark.parametrize("code", CODES)
def test_the_page_says_how_its_examples_are_read(code):
    assert page(code).how == "data"
