"""Small games for tests, written as rules, and a person who plays them by typing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from interpreter.check import check_game
from interpreter.diagnostics import Rejected
from interpreter.layout import Value
from interpreter.run import Decision, Engine, Position


class Player:
    """Plays one game: `play` enters options as they are printed, `words` are those on offer."""

    def __init__(self, engine: Engine, seed: int = 1) -> None:
        self.engine = engine
        self.position: Position = engine.start(seed)

    @property
    def decision(self) -> Decision:
        assert self.position.decision is not None, "the game is over"
        return self.position.decision

    @property
    def words(self) -> list[str]:
        return [option.words for option in self.decision.options]

    @property
    def seat(self) -> str:
        return self.engine.model.players[self.decision.seat]

    @property
    def over(self) -> bool:
        return self.position.decision is None

    @property
    def winners(self) -> list[str]:
        mask = self.position.vector[self.engine.layout.winner]
        return [name for seat, name in enumerate(self.engine.model.players) if mask >> seat & 1]

    def play(self, *texts: str) -> Player:
        for text in texts:
            matching = [option.choice for option in self.decision.options if option.words == text]
            assert matching, f"{text!r} is not among {self.words}"
            choices = (*self.position.choices, matching[0])
            self.position = self.engine.advance(self.position.vector, choices)
        return self

    def value(self, variable: str, *keys: int) -> Value:
        """A variable as of the settled state."""
        return self.engine.layout.variables[variable].get(list(self.position.vector), *keys)

    def place(self, name: str, *keys: int) -> list[str]:
        """The names of the cards in a place, as of the settled state."""
        domain = self.engine.model.places[name].domain
        cards = self.engine.layout.cards[domain]
        spot = cards.spot(name, keys)
        assert spot is not None
        return [
            self.engine.model.domains[domain].members[card] for card in cards.read(list(self.position.vector), spot)
        ]


def engine_of(folder: Path, rules: str, **files: str) -> Engine:
    """The engine of a game whose `game.rules` is given.

    Other files by name, `_yaml` standing for `.yaml`; `schema` is that of the rows in `charms.yaml`.
    """
    (folder / "schemas").mkdir(parents=True, exist_ok=True)
    (folder / "game.rules").write_text(rules, encoding="utf-8")
    for name, text in files.items():
        file = "schemas/charms.schema.json" if name == "schema" else name.replace("_yaml", ".yaml")
        (folder / file).write_text(text, encoding="utf-8")
    return Engine(check_game(folder).model)


def play_example(example: Mapping[str, str], folder: Path) -> list[str]:
    """Codes that are found when a game is checked and then played, always by the first option, for 40 decisions."""
    for name, text in example.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    try:
        checked = check_game(folder)
        engine = Engine(checked.model)
        engine.playout(engine.start_vector(1), lambda decision: 0, most=40)
    except Rejected as rejected:
        return [finding.code for finding in rejected.diagnostics]
    return [finding.code for finding in checked.findings]


TELLING = """
kind steps of step is a, b, c, d, e, f, g, h, i, j
keep told as list of step up to 60
keep ended as yes_no from no
"""

ALTERNATE = """
phase play:
  turns alternate from white
  must go
  stuck error
finish when ended:
  winner nobody
"""


def telling(folder: Path, rules: str, flow: str = ALTERNATE, head: str = "players white, red", **files: str) -> Player:
    """A game whose rules write letters from a to j into `told`; its action is called `go` unless `flow` says not."""
    game = f'game example "Example" version 1 {head}\n'
    return Player(engine_of(folder, game + TELLING + rules + flow, **files))


def told(player: Player) -> str:
    """What has been told so far, as one word."""
    return "".join("abcdefghij"[step] for step in player.value("told"))
