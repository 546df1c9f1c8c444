"""From rules to the model: decisions, notation, what is kept for how long, pieces and their names."""

from __future__ import annotations

from pathlib import Path

from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import MaybeType, MemberType, NumberType
from tests.check.games import model

MEN = 'piece men of man has owner: player, crowned: yes_no, space: maybe space\nsetup from "setup.yaml"\n'
SETUP = """piece: man
area: board
legend:
  w: {owner: white}
  b: {owner: black}
  W: {owner: white, crowned: yes}
order: [owner]
art:
- "b . b"
- ". . ."
- "w W ."
"""


def rule_block(folder: Path, lines: str, rules: str = "") -> s.Block:
    """The checked block of a rule after the action of the game."""
    text = "".join(f"  {line}\n" for line in lines.splitlines())
    return model(folder, f"{rules}rule test:\n  after take\n{text}").rules[0].routine.block


def test_neighbouring_choices_are_one_decision(tmp_path: Path) -> None:
    lines = """choose p from players
choose s from board where s.column is p.coins
choose q from players as "{p}, {s}, {q}"
choose r from players"""
    first, second, _ = rule_block(tmp_path, f"{lines}\nlose 1 coins for r")
    assert isinstance(first, s.Decide)
    assert [bind.name for bind in first.binds] == ["p", "s", "q"]
    assert isinstance(second, s.Decide)
    assert [bind.name for bind in second.binds] == ["r"]


def test_a_notation_ends_a_decision(tmp_path: Path) -> None:
    lines = 'choose p from players as "first {p}"\nchoose q from players\nlose 1 coins for q'
    first, second, _ = rule_block(tmp_path, lines)
    assert isinstance(first, s.Decide)
    assert isinstance(second, s.Decide)
    assert first.notation[0] == "first "
    assert [part for part in second.notation if isinstance(part, str)] == ["q "]


def test_a_choice_that_may_be_declined_binds_nothing_then(tmp_path: Path) -> None:
    decision, change = rule_block(tmp_path, "may choose p from players\nlose 1 coins for p")
    assert isinstance(decision, s.Decide)
    assert decision.may
    assert isinstance(change, s.ChangeCounter)
    assert change.keys[0].type == MaybeType(MemberType("player"))


def test_several_are_chosen_one_by_one(tmp_path: Path) -> None:
    decision, _ = rule_block(tmp_path, "choose up to 2 gone from board\nlose gone.size coins")
    assert isinstance(decision, s.DecideSeveral)
    assert decision.mode == "up_to"
    assert decision.slot != decision.bind.slot


def test_an_action_prints_as_its_name_and_what_was_bound(tmp_path: Path) -> None:
    rules = """action pay:
  choose p from players
  choose n from [1 to 3]
  lose n coins for p
phase paying:
  turns once from white
  must pay
  stuck error
  next play
"""
    action = model(tmp_path, rules).actions["pay"]
    assert [part if isinstance(part, str) else part.name for part in action.notation] == ["pay", " ", "p", " ", "n"]
    assert action.kind == "main"
    assert len(action.bound) == 2


def test_the_offer_ends_at_the_first_other_line(tmp_path: Path) -> None:
    rules = """action pay "Pay" as "pay {p}":
  choose p from players
  let most be p.coins
  require most > 0
  cost 1 coins
  limit 2 per turn for me, p
  lose 1 coins for p
  choose q from players
  ensure q.coins > 0 else "Too poor."
phase paying:
  turns once from white
  must pay
  stuck error
  next play
"""
    # A decision before an `ensure` is a mistake, so it goes here.
    action = model(tmp_path, rules.replace("  choose q from players\n", "").replace("q.coins", "p.coins")).actions[
        "pay"
    ]
    assert [type(step).__name__ for step in action.offer] == ["Bind", "Let", "Require", "Cost", "Limit"]
    assert action.ensured == 2


def test_limits_are_hidden_counters(tmp_path: Path) -> None:
    rules = """free action sell as "sell":
  limit 2 per turn for me
  gain 1 coins
phase selling:
  turns once from white
  must take
  may any of sell
  stuck error
  next play
"""
    limit = model(tmp_path, rules).variables["limit:sell"]
    assert (limit.role, limit.high, limit.reset) == ("limit", 2, "turn")
    assert [key.size for key in limit.keys] == [2]


def test_groups_are_opened_up(tmp_path: Path) -> None:
    rules = """action rest as "rest":
  lose 1 coins
group all_moves is take, rest
phase resting:
  turns once from white
  must all_moves
  stuck error
  next play
rule noticing:
  after all_moves
  gain 1 coins
"""
    found = model(tmp_path, rules)
    assert found.phases[0].must[0].actions == ("take", "rest")
    assert found.rules[0].names == ("take", "rest")


def test_after_any_except_names_all_the_others(tmp_path: Path) -> None:
    rules = """action rest as "rest":
  lose 1 coins
action leave as "leave":
  lose 2 coins
phase resting:
  turns once from white
  must one of rest, leave
  stuck error
  next play
rule noticing:
  after any except leave
  gain 1 coins
"""
    assert model(tmp_path, rules).rules[0].names == ("rest", "take")


def test_pieces_are_named_by_the_fields_of_their_order(tmp_path: Path) -> None:
    found = model(tmp_path, MEN, {"setup.yaml": SETUP})
    men = found.domains["man"]
    assert men.members == ("white_1", "white_2", "black_1", "black_2")
    assert men.fields["crowned"].values == (False, True, False, False)
    assert men.fields["space@start"].values == (0, 1, 6, 8)
    assert men.owned == {"space": "man.space"}


def test_a_field_that_a_rule_sets_is_kept(tmp_path: Path) -> None:
    rules = f"{MEN}rule crowning:\n  after take\n  for each m in men: set m.crowned to yes\n"
    men = model(tmp_path, rules, {"setup.yaml": SETUP}).domains["man"]
    assert men.owned == {"crowned": "man.crowned", "space": "man.space"}
    assert men.fields["crowned@start"].values == (False, True, False, False)


def test_pools_are_numbered_for_each_player(tmp_path: Path) -> None:
    rules = "piece men of man for each player up to 2 has space: maybe space\n"
    men = model(tmp_path, rules).domains["man"]
    assert men.members == ("white_man_1", "white_man_2", "black_man_1", "black_man_2")
    assert men.fields["owner"].values == (0, 0, 1, 1)
    assert men.pooled


def test_letters_may_set_what_is_kept_for_each_space(tmp_path: Path) -> None:
    rules = 'keep disc for each space of board as maybe player\nsetup from "setup.yaml"\n'
    setup = 'area: board\nlegend: {w: {disc: white}, b: {disc: black}}\nart:\n- ". . ."\n- ". w b"\n- ". . ."\n'
    found = model(tmp_path, rules, {"setup.yaml": setup})
    start = found.variables["disc"].start
    assert isinstance(start, x.ReadField)
    assert found.domains["space"].fields[start.field].values == (None, None, None, None, 0, 1, None, None, None)
    assert found.legend is not None
    assert found.legend.letters["w"] == (("disc", 0),)


def test_what_holds_this_turn_takes_along_what_it_speaks_of(tmp_path: Path) -> None:
    rules = "event paid(who: player)\n"
    lines = """let bonus be me.coins
let other be 3
this turn when paid(p) where p is me once per p:
  gain bonus coins
emit paid(me)
lose other coins"""
    found = model(
        tmp_path, f"{rules}rule test:\n  after take\n" + "".join(f"  {line}\n" for line in lines.splitlines())
    )
    (site,) = found.sites
    assert [slot for slot, _ in site.captured] == [0]
    assert site.once
    assert site.once_type == MemberType("player")


def test_the_highest_value_of_a_counter_may_be_a_value(tmp_path: Path) -> None:
    rules = """value purse(p: player) is 9 if p is white otherwise 6
counter savings for each player from 0 up to purse
"""
    savings = model(tmp_path, rules).variables["savings"]
    assert savings.high == 9
    assert isinstance(savings.cap, x.CallValue)


def test_the_start_may_speak_of_what_it_is_kept_for(tmp_path: Path) -> None:
    start = model(tmp_path, "counter stars for each player from (2 if player is white otherwise 1) up to 5\n")
    assert isinstance(start.variables["stars"].start, x.Conditional)


def test_seats_that_the_rules_play(tmp_path: Path) -> None:
    rules = 'option level is 0 from 0 to 3 "How strong?"\nseat robot when level > 0\nvalue bonus is level\n'
    assert model(tmp_path, rules).players == ("white", "black")
    played = model(tmp_path, rules, options={"level": 2})
    assert (played.players, played.rules_played) == (("white", "black", "robot"), (False, False, True))


def test_numbers_known_before_the_game(tmp_path: Path) -> None:
    rules = """option length is 2 from 1 to 5
kind sorts of sort is plain, fancy
option first_sort is fancy
grid side (length * 2) by 3 where not (column is 1 and row in [1 to 2]) or first_sort is plain
keep depth as number (0 - length) to max(length, 4)
"""
    found = model(tmp_path, rules)
    assert len(found.spaces.spaces_of("side")) == 10
    assert found.variables["depth"].type == NumberType(-2, 4)
