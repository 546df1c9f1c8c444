"""Cards: where they lie, in which order, who knows them, and what chance does to them."""

from __future__ import annotations

from tests.run.playing import Player, telling

CARDS = {
    "cards_yaml": "cards:\n" + "".join(f"- {{id: c{number}, worth: {number}}}\n" for number in range(1, 7)),
}
DECK = """
data cards of card from "cards.yaml"
places of card:
  pile deck hidden refilled from heap
  pile heap
  row line size 3
  set hand for each player seen by owner
procedure deal():
  for each k in cards: move k to deck
"""
FLOW = """
phase dealing:
  do deal
  next play
phase play:
  turns alternate from white
  must go
  stuck error
finish when ended:
  winner nobody
"""


def cards(folder, rules: str) -> Player:
    return telling(folder, DECK + rules, FLOW, **CARDS)


def known(player: Player, card: int) -> list[str]:
    slots = player.engine.layout.cards["card"]
    mask = slots.known(list(player.position.vector), card - 1)
    return [name for seat, name in enumerate(player.engine.model.players) if mask >> seat & 1]


def test_a_pile_is_read_from_its_top(tmp_path):
    player = cards(
        tmp_path,
        """
action go as "go":
  let lowest_one be first k in cards where k.worth is 1
  move lowest_one to bottom of deck
  draw 2 from deck to heap
  let third be first k in cards where k.worth is 3
  move third to bottom of heap
""",
    )
    assert player.place("deck") == ["c6", "c5", "c4", "c3", "c2", "c1"]
    player.play("go")
    assert player.place("heap") == ["c5", "c6", "c3"]
    assert player.place("deck") == ["c4", "c2", "c1"]


def test_a_row_fills_its_first_gap_and_takes_no_more_than_it_has_room_for(tmp_path):
    player = cards(
        tmp_path,
        """
action go as "go":
  draw 5 from deck to line
  if line.size is 3:
    skip
    let middle be first k in line where k.worth is 5
    move middle to me.hand
    draw 1 from deck to line
""",
    )
    player.play("go")
    assert player.place("line") == ["c6", "c3", "c4"]
    assert player.place("hand", 0) == ["c5"]
    assert player.place("deck") == ["c2", "c1"]


def test_drawing_takes_as_many_as_there_are_and_refills_an_empty_pile(tmp_path):
    player = cards(
        tmp_path,
        """
action go as "go":
  draw 4 from deck to heap
  draw 5 from deck to me.hand
  let upper be first k in deck
  if upper is nothing: move (first k in hand[me]) to heap
""",
    )
    player.play("go")
    assert len(player.place("hand", 0)) == 5
    assert len(player.place("deck")) == 1
    assert player.place("heap") == []
    player.play("go")
    assert [len(player.place("deck")), len(player.place("heap")), len(player.place("hand", 1))] == [0, 1, 0]


def test_who_knows_a_card(tmp_path):
    player = cards(
        tmp_path,
        """
action go as "go {n}":
  choose n from [1 to 5]
  if n is 1: draw 1 from deck to me.hand
  if n is 2: show (first k in deck) to opponent
  if n is 3:
    for each k in me.hand: move k to heap
  if n is 4:
    for each k in heap: move k to deck
  if n is 5: shuffle deck
""",
    )
    assert known(player, 6) == []
    player.play("go 1")
    assert (known(player, 6), player.decision.revealed) == (["white"], True)
    player.play("go 2")
    assert (known(player, 5), player.decision.revealed) == (["white"], True)
    player.play("go 1")
    assert known(player, 5) == ["white"]
    player.play("go 1", "go 3")
    assert (known(player, 6), known(player, 5)) == (["white", "red"], ["white", "red"])
    assert player.decision.revealed
    player.play("go 4")
    assert (known(player, 6), player.decision.revealed) == ([], False)
    player.play("go 2", "go 5")
    assert [known(player, card) for card in (1, 2, 3, 5, 6)] == [[], [], [], [], []]


def test_shuffling_depends_on_the_seed_alone(tmp_path):
    player = cards(tmp_path, 'action go as "go":\n  shuffle deck\n')
    orders = set()
    for seed in range(5):
        one, other = Player(player.engine, seed), Player(player.engine, seed)
        assert one.play("go").place("deck") == other.play("go").place("deck")
        assert sorted(one.place("deck")) == [f"c{number}" for number in range(1, 7)]
        orders.add(tuple(one.place("deck")))
    assert len(orders) > 1
