"""Games broken in small ways: the checker answers with findings that can be shown, or finds nothing; it never fails.

These are samples. `tools/delete_tokens.py` tries every way on a whole game.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.diagnostics.render import render
from interpreter.diagnostics.sources import Sources
from interpreter.paths import shipped
from tests.check.golden_cases import FOLDER
from tools.delete_tokens import KINDS, TOKEN_KINDS, Mutation, Workshop, game_files, mutations

GAMES = [FOLDER, *(shipped("rules") / "classic" / name for name in ("jam", "draughts", "morris"))]
SAMPLES = 2
"""How many mutations of each kind are tried in each file."""

WORDS_OF_THE_INSIDE = ("None", "Traceback", "_NL", "_INDENT", "object at", "MemberType", "NAME")


def sample(text: str, data: bool, kind: str) -> list[Mutation]:
    """Some of the mutations of one kind, spread over the text; others in each kind."""
    every = list(mutations(text, data, [kind]))
    step = max(1, len(every) // SAMPLES)
    return every[KINDS.index(kind) % step :: step]


def files_of(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in game_files(folder) if "scenarios" not in str(path)]


@pytest.mark.parametrize(
    ("game", "file"), [(game, file) for game in GAMES for file in files_of(game)], ids=lambda part: Path(part).name
)
def test_a_broken_game_is_told_to_be_broken_or_is_a_game(game: Path, file: str, tmp_path: Path) -> None:
    shop = Workshop(game, tmp_path)
    text = shop.sources[file].decode("utf-8")
    for kind in KINDS:
        for mutation in sample(text, file.endswith(".yaml"), kind):
            assert_can_be_shown(shop.check(file, mutation.text), shop, str(mutation))


def assert_can_be_shown(findings: list[Diagnostic], shop: Workshop, what: str) -> None:
    """Every finding has a text without words of the inside, and a place in a file of the game."""
    for finding in findings:
        told = f"{finding.message} {finding.hint} {finding.expected or ''}".removesuffix(" None ")
        assert not any(word in finding.message for word in WORDS_OF_THE_INSIDE), (what, told)
        if finding.span is not None:
            assert Path(finding.span.file).resolve().is_relative_to(shop.folder.resolve()), (what, finding)
            assert finding.span.line >= 1, (what, finding)
            assert finding.span.column >= 1, (what, finding)
            assert finding.span[1:3] <= finding.span[3:5], (what, finding)
    assert render(findings, Sources()).count("\n") >= len(findings)


def test_every_kind_of_mutation_is_made() -> None:
    made = {mutation.kind for mutation in mutations('value a is "b" + c  # d\nvalue e is f\n', data=False)}
    assert made == set(KINDS)


def test_remarks_are_left_alone() -> None:
    tokens = mutations("value a is 1  # a remark\n", False, TOKEN_KINDS)
    assert not any("remark" in mutation.token for mutation in tokens)
