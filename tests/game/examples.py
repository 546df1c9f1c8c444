"""Ways in which the example of a page about scenarios, saves, journals and actions gives its finding.

The game is `game.rules` of the example with the files beside it, else the small game of `base.rules`. Blocks:

- `scenario`: scenarios, checked and run (how: `scenario`);
- `save`: a part of a save, put over the save of a game that begins: what it leaves out is as it is there;
  `save.json`: the whole text of a save (how: `save`);
- `journal`: a journal; the word HASH in it stands for the game's own hash (how: `journal`);
- `action`: actions, one a line, taken one after the other (how: `action`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.game import Game, Journal, load
from interpreter.game.scenarios import Scenarios

BASE = (Path(__file__).parents[1] / "diagnostics" / "base.rules").read_text(encoding="utf-8")
MERGED = ("rules", "random", "flow")


def game_of(example: Mapping[str, str], folder: Path) -> Game:
    """The game of an example, in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"game.rules": BASE, **{name: text for name, text in example.items() if name.endswith((".rules", ".yaml"))}}
    if "scenario" in example:
        files["scenarios.rules"] = example["scenario"]
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return load(folder)


def scenario(example: Mapping[str, str], folder: Path) -> list[str]:
    scenarios = Scenarios(game_of(example, folder))
    return codes([finding for result in scenarios.run_all() for finding in result.findings])


def save(example: Mapping[str, str], folder: Path) -> list[str]:
    game = game_of(example, folder)
    path = folder / "save.json"
    if "save.json" in example:
        path.write_bytes(example["save.json"].encode("utf-8", errors="surrogateescape"))
    else:
        document = game.new().to_json()
        for section, part in json.loads(example["save"]).items():
            document[section] = {**document[section], **part} if section in MERGED else part
        path.write_text(json.dumps(document), encoding="utf-8")
    return caught(lambda: game.read_save(path))


def journal(example: Mapping[str, str], folder: Path) -> list[str]:
    game = game_of(example, folder)
    text = example["journal"].replace("HASH", game.hash)
    return caught(lambda: game.replay(Journal.parse(text, "game.journal")))


def action(example: Mapping[str, str], folder: Path) -> list[str]:
    game = game_of(example, folder)
    return caught(lambda: game.new().play(*example["action"].splitlines()))


def caught(action: Callable[[], object]) -> list[str]:
    try:
        action()
    except Rejected as rejected:
        return codes(rejected.diagnostics)
    return []


def codes(findings: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[str]:
    return [finding.code for finding in findings]


PRODUCERS = {"scenario": scenario, "save": save, "journal": journal, "action": action}
