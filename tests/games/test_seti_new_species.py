"""A new species of SETI is a new file: nothing else of the game changes, and nothing else names it."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.game import Game, load
from interpreter.game.scenarios import Scenarios
from interpreter.paths import shipped

ROOT = Path(__file__).parents[2]
NEW = ROOT / "tests/data/new_species"
SETI = shipped("rules") / "seti"
SPECIES = sorted(path.stem for path in (SETI / "species").glob("*.rules"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the game with one file and its folder put in, and the scenarios of the new species alone."""
    place = tmp_path_factory.mktemp("games") / "seti"
    shutil.copytree(SETI, place, ignore=shutil.ignore_patterns("scenarios", "journals"))
    shutil.copytree(NEW / "species", place / "species", dirs_exist_ok=True)
    shutil.copytree(NEW / "scenarios", place / "scenarios")
    return place


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(folder, players=3, options={f"with_{name}": False for name in SPECIES[1:]})


def rules_of_the_base() -> Iterator[Path]:
    yield from (*SETI.glob("*.rules"), *(SETI / "data").glob("*.yaml"), *(SETI / "schemas").glob("*.json"))


def test_the_base_rules_name_no_species() -> None:
    named = re.compile("|".join(SPECIES + [name.rstrip("s") for name in SPECIES]), re.IGNORECASE)
    for path in rules_of_the_base():
        assert not named.search(path.read_text(encoding="utf-8")), path.name


def test_what_the_new_species_does(folder: Path) -> None:
    scenarios = Scenarios(load(folder))
    assert len(scenarios.all) == 3
    for scenario in scenarios.all:
        result = scenarios.run(scenario)
        assert result.passed, (result.title, [finding.message for finding in result.findings])


def test_it_lies_beside_the_planets_with_the_one_other_that_is_wanted(game: Game) -> None:
    for seed in range(3):
        assert set(game.new(seed).to_json()["keeps"]["species_at"].values()) == {"lanterns", SPECIES[0]}


@pytest.mark.parametrize("seed", range(3))
def test_games_with_it_end(game: Game, seed: int) -> None:
    chance, state = random.Random(seed), game.new(seed)
    while state.decision is not None:
        state = state.apply(chance.choice(state.decision.options))
    assert state.over
