"""The screen of a game: tables, cards with titles, options with what they mean, with and without `screen.yaml`."""

from __future__ import annotations

import pytest

from interpreter.commands.tables import beside, cut, length, pages, table, wrapped
from tests.commands.running import run, write

RULES = """\
game market "Market" version 1 players 2 to 3 of white, red, blue
kind suits of suit is red_suit, green_suit
data cards of card from "cards.yaml"
data stalls of stall from "stalls.yaml" with corners of corner
places of card:
  pile deck hidden
  row shelf size 2
  set hand for each player seen by owner
  set spent for each player
counter score for each player from 0 up to 99
counter coins for each player from 3 up to 20
counter visits for each stall, player from 0 up to 9
keep open for each stall as yes_no from yes
keep watched for each corner as maybe player
keep best_stall for each 1 to 2 as maybe stall
keep friends for each player as set of stall
keep secret for each player as number 0 to 9 from 7 seen by owner
procedure deal():
  for each c in cards:
    move c to deck
  draw 2 from deck to shelf
  for each p in players:
    draw 2 from deck to p.hand
  set best_stall[2] to far
main action sell "Sell a card" as "sell {card}":
  choose card from me.hand
  choose stall from stalls where stall.open as "at {stall}"
  move card to me.spent
  gain 1 visits[stall, me]
  add stall to me.friends
  choose one:
    part cash "Take the money":
      score 2
    part wait "Wait for more":
      set (first c in stall.corners).watched to me
main action rest "Sleep under a cart" as "rest":
  gain 1 coins
phase dealing:
  do deal
  next play
phase play:
  turns alternate from white
  must one of sell, rest
  stuck error
finish when any p in players where p.score >= 4:
  winner best p in players by p.score highest
"""
CARDS = """\
cards:
- {id: k1, title: "Red Carpet", suit: red_suit, price: 2}
- {id: k2, title: "Green Glass", suit: green_suit, price: 1}
- {id: k3, title: "Old Lamp", suit: red_suit, price: 4}
- {id: k4, title: "Silver Spoon", suit: red_suit, price: 3}
- {id: k5, title: "Brass Bell", suit: green_suit, price: 5}
- {id: k6, title: "Cracked Jug", suit: green_suit, price: 0}
- {id: k7, title: "Blue Vase", suit: green_suit, price: 0}
"""
STALLS = "stalls:\n- {id: near, size: 2, corners: [{id: north}]}\n- {id: far, size: 5, corners: [{id: south}]}\n"
SCREEN = """\
blocks:
- {title: Stalls, rows: stall, order_down: size, show: [size, visits, watched, best_stall, friends]}
- {title: Traders, rows: player, show: [coins, hand, secret]}
words: {visits: been here, best_stall: rank, coins: money}
sum_up: {spent: suit}
hide: [open]
"""


@pytest.fixture
def market(tmp_path):
    return write(tmp_path, {"game.rules": RULES, "cards.yaml": CARDS, "stalls.yaml": STALLS})


@pytest.fixture
def ordered(market):
    return write(market, {"screen.yaml": SCREEN})


def last_screen(done):
    """The lines from the last title on."""
    return ("Market  " + done.out.rpartition("Market  ")[2]).splitlines()


def starting(lines, start):
    return next(line for line in lines if line.strip().startswith(start))


def test_without_help_everything_is_told(market):
    lines = last_screen(run("play", market, typed="sell k5\nat near\nwait\n"))
    assert "hand" in " ".join(lines)
    stalls = starting(lines, "near")
    assert "w1" in stalls
    assert "yes" in stalls
    assert starting(lines, "watched:").endswith("north w")
    assert starting(lines, "spent:").endswith("white k5 Brass Bell")


def test_tables_are_as_the_author_wants_them(ordered):
    lines = last_screen(run("play", ordered, typed="sell k5\nat near\nwait\n"))
    head = starting(lines, "Stalls")
    assert head.split("  Traders")[0].split() == ["Stalls", "size", "been", "here", "watched", "rank", "friends"]
    far, near = starting(lines, "far"), starting(lines, "near")
    assert lines.index(far) < lines.index(near)
    assert far.split()[:5] == ["far", "5", "-", "-", "2"]
    assert near.split()[1:6] == ["2", "w1", "north", "w", "-"]
    assert near.split()[6] == "w"
    assert "spent: white 1 green" in " ".join(line.strip() for line in lines)
    assert not any("open" in line for line in lines)


def test_who_decides_is_marked_and_sees_no_secret_of_others(ordered):
    lines = last_screen(run("play", ordered, typed="rest\n"))
    red = next(line for line in lines if "> red" in line)
    white = next(line for line in lines if "  white" in line and ">" not in line and "Market" not in line)
    assert red.split()[-1] == "7"
    assert white.split()[-1] == "-"


def test_cards_have_lines_of_their_own_with_titles(ordered):
    lines = last_screen(run("play", ordered))
    assert next(line for line in lines if "card  title" in line).split() == ["card", "title", "suit", "price"]
    assert starting(lines, "shelf").split() == ["shelf", "k7", "Blue", "Vase", "green", "0"]
    assert starting(lines, "hand").split() == ["hand", "k4", "Silver", "Spoon", "red", "3"]
    text = "\n".join(lines)
    for hidden in ("k1", "Red Carpet", "k2", "Green Glass", "k3", "Old Lamp"):
        assert hidden not in text


def test_options_are_told_with_titles_and_texts(market):
    done = run("play", market, typed="1\n1\n")
    first, second, third = done.out.split("\n> ")
    assert "Sleep under a cart" in first
    assert "sell k5  Brass Bell" in first
    assert "sell k4 (Silver Spoon)" in second
    assert "cash  Take the money" in third
    assert "wait  Wait for more" in third


def test_explanations_are_broken_into_lines(market):
    done = run("play", market, typed="nonsense of a kind that is rather long and goes on for quite a while\ninfo k5\n")
    assert "There is no action `nonsense`" in done.out
    assert max(map(len, done.out.split("> nonsense")[1].splitlines()[1:])) <= 100
    assert "k5  title Brass Bell · suit green_suit · price 5" in done.out


def test_what_a_bot_does_with_hidden_cards_is_not_told(market):
    done = run("play", market, "--seat", "red=random", typed="rest\nlog\nq\n")
    assert "red (random): " in done.out
    assert "  1  white rest" in done.out


def test_a_table_is_cut_where_it_has_no_room():
    assert table([["", "a", "b"], ["x", "1", "22"]], 20, frozenset({2})) == ["   a   b", "x  1  22"]
    assert table([["x", "a long text"]], 8) == ["x  a lo…"]


def test_control_codes_take_no_room(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    text = "\x1b[1mbold\x1b[0m text"
    assert length(text) == 9
    assert length(cut(text, 6)) == 6
    assert cut(text, 9) == text
    words = " ".join(["\x1b[31mred\x1b[0m"] * 60)
    assert max(map(length, wrapped(words))) <= 100
    assert len(wrapped(words)) == 3


def test_columns_that_do_not_fit_go_below():
    assert [list(part) for part in pages([6, 10, 10, 10, 10], 32)] == [[1, 2], [3, 4]]
    assert [list(part) for part in pages([6, 40, 3], 20)] == [[1], [2]]


def test_blocks_stand_beside_one_another_where_they_fit():
    tall, small, wide = ["aa"] * 6, ["b", "b"], ["c" * 30]
    assert list(beside([tall, small, small], 20)) == ["aa    b", "aa    b", "aa", "aa    b", "aa    b", "aa"]
    assert list(beside([small, wide], 20)) == ["b", "b", "", "c" * 30]
    assert list(beside([[], small], 20)) == ["b", "b"]
