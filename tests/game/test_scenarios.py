"""Scenarios: those that are shipped pass; slips in them are found; what fails is told so that a person can read it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter.diagnostics import Diagnostic
from interpreter.game import load
from interpreter.game.scenarios import Result, Scenarios, check_scenario
from tests.game.playing import SHIPPED, WORKSHOP, game

SMALL = """
game small "Small" version 1 players white, red
option size is 3 from 2 to 5
grid board size by size
piece men of man has owner: player, space, tired: yes_no
setup from "setup.yaml"
counter score for each player from 0 up to 9
action walk "Go one square" as "walk {m}>{dest}":
  choose m from men where m.owner is me else "Take one of your own."
  choose dest from neighbours(m.space, straight) where none n in men where n.space is dest
  require not m.tired else "This man is tired."
  move m to dest
  score 1
action rest as "rest":
  for each m in men where m.owner is me:
    set m.tired to no
phase play:
  turns alternate from white
  must one of walk, rest
  stuck error
finish when any p in players where p.score is 9:
  winner first p in players where p.score is 9
"""
SETUP = """
piece: man
area: board
legend:
  w: {owner: white}
  r: {owner: red}
  z: {tired: yes}
art:
- "r . r"
- ". . ."
- "w . w"
"""


def run(folder: Path, scenario: str) -> list[Result]:
    (folder / "game.rules").write_text(SMALL, encoding="utf-8")
    (folder / "setup.yaml").write_text(SETUP, encoding="utf-8")
    (folder / "scenarios.rules").write_text(scenario, encoding="utf-8")
    return list(Scenarios(load(folder)).run_all())


def findings(folder: Path, lines: str) -> list[Diagnostic]:
    """What is wrong with one scenario of the small game, given by its lines."""
    text = 'scenario "Test":\n' + "".join(f"  {line}\n" for line in lines.splitlines())
    (result,) = run(folder, text)
    return list(result.findings)


def found(folder: Path, lines: str) -> list[tuple[str, str]]:
    return [(finding.code, finding.message) for finding in findings(folder, lines)]


@cache
def shipped_scenarios(name: str) -> Scenarios:
    """The scenarios of a game, which is made once under each variant."""
    return Scenarios(game(name))


@pytest.mark.parametrize("name", SHIPPED)
def test_all_scenarios_of_the_shipped_games_pass(name: str) -> None:
    scenarios = shipped_scenarios(name)
    assert scenarios.all
    failed = {result.title: result.findings for result in scenarios.run_all() if not result.passed}
    assert failed == {}


@pytest.mark.parametrize("name", SHIPPED)
def test_all_scenarios_of_the_shipped_games_are_checked_without_playing(name: str) -> None:
    scenarios = shipped_scenarios(name)
    assert [finding for scenario in scenarios.all for finding in scenarios.check(scenario)] == []


def test_one_scenario_can_be_checked() -> None:
    (scenario, *_) = Scenarios(game("hex")).all
    assert check_scenario(game("hex"), scenario) == []


def test_a_game_without_scenarios_has_none_to_run() -> None:
    assert list(Scenarios(load(WORKSHOP)).run_all()) == []


def test_a_scenario_tells_what_it_cites_and_where_it_stands(tmp_path: Path) -> None:
    (result,) = run(tmp_path, 'scenario "A walk":\n  cites "page 1", "page 2"\n  play "walk a1>a2"\n')
    assert (result.title, result.cites, result.passed, result.board) == ("A walk", ("page 1", "page 2"), True, "")
    assert (Path(result.span.file).name, result.span.line) == ("scenarios.rules", 1)


# ---- positions


@pytest.mark.parametrize(
    "lines",
    [
        'board:\n  "r r ."\n  ". . ."\n  "wz w ."\nexpect white_man_1.tired and white_man_1.space is a1',
        'board:\n  "r r ."\n  ". . ."\n  "wz w ."\nrefuses "walk a1>a2" because "This man is tired."',
        'board board:\n  ". r ."\n  "r . ."\n  "w . w"\noffers 4',
        "put white_man_1 on b2\nexpect white_man_1.space is b2",
        "set white_man_1.tired to yes\nexpect count m in men where m.tired is 1".replace("count", "(count").replace(
            " is 1", ") is 1"
        ),
        'set red.score to 8\nturn red\nplay "walk a3>b3"\nexpect over and winner is red and red in winners',
        "phase play\nexpect decider is white and mover is white",
        "turn red\nexpect decider is red and mover is red and not over and winner is nobody",
        "option size is 3\nexpect (count s in board) is 9",
        "seed 77\nexpect (count l in lines(board, 2)) is 20",
        'play "walk a1>a2", "red walk a3>b3"\nexpect white.score is 1 and red.score is 1',
        "expect distance(a1, c3, straight) is 4 and opponent_of(decider) is red",
    ],
)
def test_a_position_is_as_its_lines_say(lines: str, tmp_path: Path) -> None:
    assert found(tmp_path, lines) == []


def test_without_a_turn_the_flow_stays_as_it_was_at_the_start() -> None:
    scenarios = Scenarios(game("jam"))
    dealt = next(s for s in scenarios.all if str(s.title).startswith("Everybody is dealt"))
    assert scenarios.run(dealt).passed


def test_a_picture_clears_what_it_shows(tmp_path: Path) -> None:
    lines = 'board:\n  ". . ."\n  ". . ."\n  "w w r"\nexpect over'
    (finding,) = findings(tmp_path, lines)
    assert finding.code == "RW609"
    assert finding.message == "every man must stand on a space, but the position leaves out `red_man_2`"


# ---- slips


@pytest.mark.parametrize(
    ("lines", "code", "message"),
    [
        ("expect wite.score is 0", "RW214", "unknown name `wite`"),
        ("expect white.scroe is 0", "RW216", "a player has no field `scroe`"),
        ("expect white.score", "RW230", "a condition is needed here, but this is a number"),
        ("expect me.score is 0", "RW231", "nobody acts here, so there is no `me` in a scenario"),
        ("put green_man on a1\nexpect not over", "RW214", "there is no piece `green_man`"),
        ("put white_man_1 on z9\nexpect not over", "RW214", "unknown name `z9`"),
        ("put white_man_1 in deck\nexpect not over", "RW214", "unknown name `deck`"),
        ("put white_man_1 in white.score\nexpect not over", "RW242", "cards are put in a place"),
        ("set size to 3\nexpect not over", "RW228", "this cannot be set"),
        ("set white_man_1.space to a2\nexpect not over", "RW413", "where a piece stands is said by `put`, not `set`"),
        ("set white.score to yes\nexpect not over", "RW218", "`score` must be a number, but this is yes or no"),
        ("set white.score to 10\nexpect not over", "RW608", "`score` cannot be 10: it goes from 0 to 9"),
        ("phase paly\nexpect not over", "RW240", "there is no phase `paly`"),
        ("turn green\nexpect not over", "RW214", "there is no player `green`"),
        ("variant odd\nexpect not over", "RW604", "there is no variant `odd`"),
        ("option syze is 3\nexpect not over", "RW604", "there is no option `syze`"),
        ("option size is 9\nexpect not over", "RW604", "the option `size` cannot be `9`"),
        ("option size is me\nexpect not over", "RW604", "the option `size` cannot be `me`"),
        ("option size is 4\nexpect not over", "RW604", "under this the game cannot be played: "),
        ("players 3\nexpect not over", "RW604", "`small` is for 2 players, not 3"),
        ('board:\n  "w . ."\nexpect not over', "RW338", "the picture is 3 wide and 1 high"),
        ('board:\n  "x . ."\n  ". . ."\n  "w r ."\nexpect not over', "RW333", "the legend has no letter `x`"),
        ('board side:\n  "w . ."\nexpect not over', "RW242", "there is no board `side`"),
        ('board:\n  "w w w"\n  "r r ."\n  ". . ."\nexpect not over', "RW606", "no man is left for this"),
        ('play "wlak a1>a2"', "RW610", "`wlak a1>a2` can never be an option: no action is written like this"),
        ('play "walk a1-a2"', "RW610", "`walk a1-a2` can never be an option: no action is written like this"),
        ('offers "walk a1>a9"', "RW610", "`walk a1>a9` can never be an option: there is no space `a9`"),
        ('refuses "wakl a1>a2"', "RW610", "`wakl a1>a2` can never be an option"),
        ('play "rest"\nturn white', "RW601", "`turn` must stand before the first `play`, `offers`, "),
        ("turn white\nseed 3\nexpect not over", "RW601", "`seed` must stand before the position"),
        ("turn white\nturn red\nexpect not over", "RW602", "`turn` is said twice"),
        ("option size is 3\noption size is 4\nexpect not over", "RW602", "`option size` is said twice"),
        ("turn white", "RW603", "this scenario tests nothing"),
    ],
)
def test_a_slip_in_a_scenario_gets_one_finding_with_its_place(
    lines: str, code: str, message: str, tmp_path: Path
) -> None:
    (finding, *more) = findings(tmp_path, lines)
    assert more == []
    assert (finding.code, message in finding.message) == (code, True), finding.message
    assert finding.span is not None
    assert Path(finding.span.file).name == "scenarios.rules"


def test_all_slips_are_told_at_once(tmp_path: Path) -> None:
    lines = 'turn green\nphase paly\nplay "wlak a1>a2"\nexpect wite.score is 0'
    assert [code for code, _ in found(tmp_path, lines)] == ["RW214", "RW240", "RW610", "RW214"]


def test_a_cause_elsewhere_is_shown_with_the_line_of_the_ground(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, "option size is 4\nexpect not over")
    ((place, note),) = finding.related
    assert Path(place.file).name == "setup.yaml"
    assert note.startswith("the picture of the set-up is 3 wide and 3 high")


def test_a_faulty_scenario_does_not_disturb_the_others(tmp_path: Path) -> None:
    text = 'scenario "A":\n  expect wite.score is 0\nscenario "B":\n  expect white.score is 0\n'
    assert [result.passed for result in run(tmp_path, text)] == [False, True]


# ---- failures


@pytest.mark.parametrize(
    ("lines", "code", "message"),
    [
        ('play "walk a1>b2"', "RW650", "`walk a1>b2` cannot be played: `b2` is not among `neighbours"),
        ('play "walk a3>a2"', "RW650", "`walk a3>a2` cannot be played: Take one of your own."),
        ('offers "walk a1>c1"', "RW651", "`walk a1>c1` is not offered: `c1` is not among"),
        ('offers only "rest", "walk a1>a2"', "RW652", "these are offered too: `walk a1>b1`, `walk c1>b1`, `walk "),
        ("offers 7", "RW653", "5 options are offered, not 7"),
        ('refuses "rest"', "RW654", "`rest` is not refused: it is one of the options"),
        ('refuses "walk a3>a2" because "It is"', "RW655", "`walk a3>a2` is refused for another reason: Take one of"),
        ("expect white.score is 2", "RW656", "expected white.score is 2, but white.score is 0"),
        ("expect not over and red.score > 0", "RW656", "expected red.score > 0, but red.score is 0"),
        ("expect over", "RW656", "expected over, but it is not so"),
        ("expect decider is red", "RW656", "expected decider is red, but decider is white"),
        (
            "expect all m in men where m.tired",
            "RW656",
            "expected all m in men where m.tired, but not for white_man_1 on a1: m.tired",
        ),
    ],
)  # fmt: skip
def test_what_fails_is_told(lines: str, code: str, message: str, tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, lines)
    assert (finding.code, finding.message.startswith(message)) == (code, True), finding.message


def test_a_failure_shows_the_board_and_what_would_be_legal(tmp_path: Path) -> None:
    (result,) = run(tmp_path, 'scenario "A":\n  play "walk a1>a2", "walk a2>a3"\n')
    assert result.board.splitlines() == ["3 r . r", "2 w . .", "1 . . w", "  a b c"]
    assert result.findings[0].expected == "legal now: `walk a3>b3`, `walk c3>c2`, `walk c3>b3`"
    assert result.findings[0].hint is not None


def test_after_a_play_that_cannot_be_made_nothing_more_is_looked_at(tmp_path: Path) -> None:
    assert [code for code, _ in found(tmp_path, 'play "walk a1>b2"\nexpect white.score is 1')] == ["RW650"]


def test_other_lines_that_fail_are_all_told(tmp_path: Path) -> None:
    lines = 'offers 1\nexpect white.score is 1\nplay "rest"\nexpect red.score is 1'
    assert [code for code, _ in found(tmp_path, lines)] == ["RW653", "RW656", "RW656"]


def test_a_fault_of_the_rules_while_a_scenario_runs_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    text = 'scenario "A":\n  board:\n    "r r ."\n    ". . ."\n    "w w ."\n  expect not over\n'
    (result,) = run(tmp_path / "sub", text)
    assert result.passed
    rules = SMALL.replace("must one of walk, rest", "must walk")
    (tmp_path / "sub" / "game.rules").write_text(rules, encoding="utf-8")
    stuck = 'scenario "A":\n  board:\n    ". r r"\n    "wz . ."\n    "wz . ."\n  play "walk a1>b1"\n'
    (tmp_path / "sub" / "scenarios.rules").write_text(stuck, encoding="utf-8")
    (result,) = Scenarios(load(tmp_path / "sub")).run_all()
    assert [finding.code for finding in result.findings] == ["RW709"]
