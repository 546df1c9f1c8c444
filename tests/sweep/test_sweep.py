"""The sweep: games of a sample end well, what is wrong with a state is seen, and what never came up is named."""

import json
from pathlib import Path

import pytest

from interpreter.diagnostics import Rejected
from interpreter.game import load
from interpreter.layout.cards import NOWHERE
from tools.sweep.__main__ import INVARIANTS, main, report
from tools.sweep.conserving import Keeper
from tools.sweep.coverage import Coverage
from tools.sweep.playing import Sweep, Sweeper
from tools.sweep.strategies import STRATEGIES

STARTS = INVARIANTS.parent / "starts"
COUNTING = """game counting "Counting" version 1 players ann, bob
data cards of card from "cards.yaml"
places of card:
  set stock
  set hand for each player
counter score for each player from 0 up to 9
phase play:
  turns alternate from ann
  must take
  may any of refuse
  stuck error
  until stock.size is 0
finish when stock.size is 0:
  winner ann
main action take as "take {card}":
  choose card from stock
  move card to me.hand
  run card.effect
free action refuse:
  require me.score > 8
  lose 1 score
procedure never_called():
  gain 1 score
"""
CARDS = """cards:
- {id: one, effect: gain 1 score}
- {id: two, effect: gain 1 score}
- {id: three}
"""
SCHEMA = """{"type": "object", "additionalProperties": false, "required": ["cards"], "properties": {"cards": {
  "type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["id"], "properties": {
    "id": {"type": "string"}, "effect": {"type": "string", "format": "effect"}}}}}}
"""


@pytest.fixture
def counting(tmp_path: Path) -> Path:
    (tmp_path / "game.rules").write_text(COUNTING, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(CARDS, encoding="utf-8")
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "cards.schema.json").write_text(SCHEMA, encoding="utf-8")
    return tmp_path


def swept(target, strategy="random", games=3, invariants=None, starts=None, **choice) -> Sweep:
    sweep = Sweep()
    game = load(target, executor="reference", **choice)
    sweeper = Sweeper(game, strategy, STRATEGIES[strategy](game.model), sweep, invariants, starts)
    for seed in range(1, games + 1):
        sweeper.play(seed)
    return sweep


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("players", [2, 3])
def test_games_of_seti_end_and_every_state_on_the_way_makes_sense(players, strategy):
    sweep = swept("seti", strategy, 1, INVARIANTS / "seti.rules", players=players)
    assert [str(trouble) for trouble in sweep.troubles] == []
    assert sweep.games == 1


def test_the_curious_come_to_more_than_chance_does():
    found = {name: swept("seti", name, 3, players=2).coverage for name in ("random", "curious")}
    missing = {
        name: sum(len(coverage.never(group)) for group in coverage.counts if not group.startswith("in "))
        for name, coverage in found.items()
    }
    assert missing["curious"] < missing["random"]


def test_what_never_came_up_is_named(counting):
    coverage = swept(counting).coverage
    assert coverage.never("actions") == ["refuse"]
    assert coverage.never("procedures") == ["never_called"]
    assert coverage.counts["chosen in take: card"] == {"one": 3, "two": 3, "three": 3}
    assert coverage.counts["text card.effect"] == {"one": 3, "two": 3}
    assert coverage.never("in stock") == ["one", "two", "three"]
    assert coverage.never("in hand") == []


def test_an_invariant_that_fails_is_told_with_the_decisions_before(counting, tmp_path, capsys):
    invariants = tmp_path / "always.rules"
    invariants.write_text('scenario "Nobody has two":\n  expect ann.score < 2 and bob.score < 1\n', encoding="utf-8")
    report_file = tmp_path / "report.json"
    arguments = ["--games", "4", "--invariants", str(invariants), "--json", str(report_file)]
    assert main([str(counting), *arguments]) == 1
    troubles = json.loads(report_file.read_text(encoding="utf-8"))["troubles"]
    assert troubles
    assert all("not so: Nobody has two" in trouble["what"] and trouble["decisions"] for trouble in troubles)
    assert "TROUBLE: 2 seats, random, seed" in capsys.readouterr().out


def test_invariants_that_cannot_be_read_are_refused(counting, tmp_path, capsys):
    invariants = tmp_path / "always.rules"
    invariants.write_text('scenario "What":\n  expect nonsense > 1\n', encoding="utf-8")
    assert main([str(counting), "--invariants", str(invariants)]) == 2
    assert "nonsense" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--option", "what"], ["--strategy", "clever"]])
def test_wrong_arguments_end_with_2(counting, arguments):
    with pytest.raises(SystemExit) as ended:
        main([str(counting), *arguments])
    assert ended.value.code == 2


def test_the_command_tells_what_came_up(counting, capsys):
    assert main([str(counting), "--games", "2", "--names", "1", "--strategy", "curious"]) == 0
    told = capsys.readouterr().out
    assert "2 games ended, 0 troubles; 6 decisions" in told
    assert "actions: 1 of 2; never refuse" in told
    assert "in stock: 0 of 3; never one and 2 more" in told


def lost(v, layout):
    v[layout.cards["card"].spot_base] = NOWHERE
    layout.rebuild(v)


def doubled(v, layout):
    cards = layout.cards["card"]
    for spot in cards.spots[:2]:
        v[cards.mask_base + spot.number * cards.width] |= 1


def beyond(v, layout):
    v[layout.variables["score"].base] = 10


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lost, "one is lost"),
        (doubled, "not every card is in exactly one place"),
        (beyond, "score[0] is 10"),
    ],
)
def test_what_is_wrong_with_a_state_is_seen(counting, spoil, what):
    game = load(counting, executor="reference")
    keeper = Keeper(game, None)
    before = game.new(1).settled
    v = list(before)
    assert list(keeper.faults(before, v)) == []
    spoil(v, game.layout)
    assert what in list(keeper.faults(before, v))


def test_a_state_whose_document_is_another_state_is_told(counting, monkeypatch):
    game = load(counting, executor="reference")
    keeper, first = Keeper(game, None), game.new(1)
    assert list(keeper.writes(first)) == []
    later = first.apply("take one")
    monkeypatch.setattr(type(game), "from_json", lambda self, document: later)
    assert list(keeper.writes(first)) == ["its document is read as another state"]

    def refuse(self, document):
        raise Rejected([])

    monkeypatch.setattr(type(game), "from_json", refuse)
    assert list(keeper.writes(first)) == ["its document is refused: "]


def test_a_report_names_no_more_than_is_asked_for():
    sweep = Sweep(Coverage())
    sweep.coverage.expect("things", ["one", "two", "three"])
    sweep.coverage.note("things", "two")
    assert "things: 1 of 3; never one and 1 more" in list(report(sweep, 1))


def test_games_may_start_from_the_positions_of_scenarios(counting: Path, tmp_path: Path) -> None:
    starts = tmp_path / "starts.rules"
    starts.write_text('scenario "Last card":\n  put two, three in hand[bob]\n  phase play\n  turn bob\n', "utf-8")
    sweep = swept(counting, games=2, starts=starts)
    assert (sweep.games, sweep.decisions) == (2, 2), "one decision a game: the last card"
    starts.write_text('scenario "A card that is not there":\n  put four in hand[bob]\n', "utf-8")
    sweep = swept(counting, games=1, starts=starts)
    assert sweep.games == 0
    assert "four" in str(sweep.troubles[0])


@pytest.mark.parametrize("players", [2, 4])
def test_games_in_which_both_species_are_met(players: int) -> None:
    sweep = swept("seti", "random", 1, INVARIANTS / "seti.rules", STARTS / "seti_met.rules", players=players)
    assert [str(trouble) for trouble in sweep.troubles] == []
    assert sweep.games == 1


def test_who_interrupts_gets_the_report_on_the_games_so_far(counting, capsys, monkeypatch):
    usual = Sweeper.play

    def play(self, seed):
        if seed == 3:
            raise KeyboardInterrupt
        usual(self, seed)

    monkeypatch.setattr(Sweeper, "play", play)
    assert main([str(counting), "--games", "9"]) == 0
    assert "2 games ended, 0 troubles" in capsys.readouterr().out


def test_a_game_against_the_rival_and_the_rules_that_stand_instead_of_others() -> None:
    solo = {"solo_level": "3"}
    sweep = swept("seti", "random", 1, INVARIANTS / "seti.rules", STARTS / "seti_solo.rules", players=1, options=solo)
    assert [str(trouble) for trouble in sweep.troubles] == []
    assert sweep.coverage.counts["rules"]["rival_trace"] > 0
