"""What `rulewright simulate` tells of rows of data, of scores and of bots."""

import json

import pytest

from tests.commands.running import run, write

RULES = """\
game stall "Stall" version 1 players 2 to 3 of white, red, blue
data cards of card from "cards.yaml"
places of card:
  set table
  set hand for each player
counter score for each player from 0 up to 99
procedure spread():
  for each c in cards:
    move c to table
main action take "Take a card from the table" as "take {card}":
  choose card from table where card.price < 9
  move card to me.hand
  run card.gift
main action drop "Give a card back" as "drop":
  choose card from me.hand as "give {card}"
  move card to table
phase laying:
  do spread
  next play
phase play:
  turns alternate from white
  must one of take, drop
  stuck: winner nobody
finish when any p in players where p.score >= 5:
  winner best p in players by p.score highest
"""
CARDS = """\
cards:
- {id: apple, price: 1, gift: score 1}
- {id: pear, price: 1, gift: score 2}
- {id: rope, price: 2}
- {id: crown, price: 9, gift: score 5}
"""
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "cards": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "id": {"type": "string"},
                    "price": {"type": "integer"},
                    "gift": {"format": "effect"},
                },
            },
        }
    },
}


@pytest.fixture
def stall(tmp_path):
    files = {"game.rules": RULES, "cards.yaml": CARDS, "schemas/cards.schema.json": json.dumps(SCHEMA)}
    return write(tmp_path, files)


def test_rows_are_counted_by_what_they_were_used_for(stall):
    found = json.loads(run("simulate", stall, "--games", "20", "--json").out)
    cards = found["rows"]["cards"]
    assert set(cards) == {"apple", "pear", "rope"}
    assert set(cards["apple"]) == {"take", "effects", "ran"}
    assert cards["apple"]["ran"]["times"] == cards["apple"]["take"]["times"]
    assert "ran" not in cards["rope"]
    assert 0 < cards["pear"]["take"]["by_winners"] < cards["pear"]["take"]["times"]
    assert sum(card["take"]["times"] for card in cards.values()) == found["actions"]["take"]


def test_what_never_occurred_is_named(stall):
    done = run("simulate", stall, "--games", "20")
    assert " never cards     crown\n" in done.out
    assert json.loads(run("simulate", stall, "--games", "20", "--json").out)["never_used"]["cards"] == ["crown"]


def test_people_read_shares_by_use(stall):
    lines = run("simulate", stall, "--games", "20").out.splitlines()
    starts = [line[17:].partition(" ")[0] for line in lines if line.startswith(" cards ")]
    assert set(starts) == {"take:", "effects:", "ran:"}
    assert max(map(len, lines)) <= 100


def test_a_compiled_run_tells_of_choices_alone(stall):
    found = json.loads(run("simulate", stall, "--games", "3", "--json", "--executor", "compiled").out)
    assert {use for uses in found["rows"]["cards"].values() for use in uses} <= {"take", "effects"}


def test_scores_are_told_for_each_seat(stall):
    found = json.loads(run("simulate", stall, "--games", "20", "--players", "3", "--json").out)
    assert set(found["scores"]) == {"white", "red", "blue"}
    for spread in found["scores"].values():
        assert spread["0%"] <= spread["mean"] <= spread["100%"] <= 6
    assert " scores " in run("simulate", stall, "--games", "20").out
    assert " scores " not in run("simulate", "tic-tac-toe", "--games", "2").out


def test_bots_can_change_seats_from_game_to_game():
    arguments = ["simulate", "tic-tac-toe", "--games", "6", "--seats", "search:40,random"]
    staying = json.loads(run(*arguments, "--json").out)
    moving = json.loads(run(*arguments, "--turn-seats", "--json").out)
    for found in (staying, moving):
        bots = found["bots"]
        assert {name: bot["seats"] for name, bot in bots.items()} == {"search:40": 6, "random": 6}
        assert bots["search:40"]["won"] == bots["random"]["lost"] >= 3
        assert bots["search:40"]["rounds"] > 100
        assert bots["random"]["rounds"] == 0
    assert staying["wins"]["cross"]["count"] == staying["bots"]["search:40"]["won"]
    assert moving["wins"]["nought"]["count"] > 0
    text = run(*arguments, "--turn-seats").out
    assert "moving on by a seat from game to game" in text
    assert "rounds a second" in text
