"""The recorded games that are shipped with the rules are still played as they were.

When rules change on purpose, a game is recorded anew: `rulewright play GAME --seat … --save FILE.journal`, or
`python -m tools.record` where the journal says how.
"""

from pathlib import Path

import pytest

from interpreter.game import Journal, load
from tests.commands.running import ROOT, run

JOURNALS = sorted((ROOT / "rules").glob("**/journals/*.journal"))
GAMES = {entry.parent for entry in (ROOT / "rules").glob("classic/*/game.rules")}
GAMES |= {ROOT / "rules" / name for name in ("seto", "seti")}


def test_there_is_one_of_each_game_and_variant():
    assert {path.parent.parent for path in JOURNALS} >= GAMES
    assert {Journal.read(path).variant for path in JOURNALS} >= {None, "five", "open_board"}


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.relative_to(ROOT / "rules").as_posix())
def test_a_recorded_game_replays_to_its_end(path: Path):
    done = run("replay", path, "--check")
    assert (done.code, done.err) == (0, "")
    journal = Journal.read(path)
    game = load(path.parent.parent, journal.variant, journal.options, len(journal.players))
    assert game.read_journal(path)[-1].over
