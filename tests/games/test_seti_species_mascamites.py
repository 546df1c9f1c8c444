"""The Mascamites against the facts: board, samples and cards, what they do in whole games, and what stays hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from interpreter.check import check_game
from interpreter.commands.show_rows import cards_lines
from interpreter.game import State, load
from tests.games.shared import cited_by_passing
from tests.games.species_facts import Row, check_card, facts, lines, rows, written
from tests.games.species_play import cards_in, check_all_there

NAME = "mascamites"
FACTS = facts(NAME)
CARDS = rows(NAME, "cards", "cards")
SAMPLES = [row["id"] for row in rows(NAME, "samples", "samples")]
SAMPLE = r"\bsample_[a-z]+\b"
HIDDEN = ("unmet_samples", "lying", "cargo")
COPIES = {"one_with_own_probe": "copy_sample(probe_bodies(me))", "jupiter_or_saturn": "copy_sample([jupiter, saturn])"}
LIKED = ("play et", "land", "orbit", "pack", "copy", "at ", "open", "mission")
"""How choices begin that have to do with samples."""
LOOKING = ("pack", "copy")
"""Those that come after a look."""
MECHANICS = """setup_on_discovery; discoverers; species_card_rule; board_fill_order; capsule several_allowed;
pick_sample; pick_sample none_left; pick_sample only_at;
capsule starts_at; capsule moves; capsule gains_publicity_on_marked_spaces;
capsule pays_extra_to_leave_asteroids; capsule counts_as_probe_for_card_and_tech_effects; capsule bound_to_card;
capsule counts_for_probe_limit; capsule may_orbit_or_land; capsule carried_or_pushed_by_rotation; delivery;
delivery one_capsule_completes; delivery afterwards; peek_and_copy; missing 1; missing 2; differs 1; differs 2"""
"""What the facts say beside the figures; `missing` and `differs` are numbered as there. The third point of each needs
no scenario: no card of the deck is delivered where it was picked, and the kinds of the cards are compared here."""


def told(steps: Sequence[Row], destination: str = "") -> list[str]:
    """Steps of the facts as the lines that the rules have for them."""
    found: list[str] = []
    plain: list[Row] = []
    landing = ""
    for step in steps:
        match step:
            case {"sample_reward": "token_on_space"}:
                found.append("run used_sample(self).reward")
            case {"sample_reward": {"times": n}}:
                found.append(f"deliver({destination}, {n})")
            case {"land": {"at": "planet_or_moon", "without_tech": True}}:
                landing = "with moon_access(me) is yes: land_for_sample()"
            case {"land": {"at": "planet"}}:
                landing = "land_for_sample()"
            case {"orbit_or_land": {"at": "planet"}}:
                landing = "orbit_or_land_for_sample()"
            case {"pick_sample": _}:
                found.append(landing)
            case {"peek_and_copy": {"planet": where}}:
                found.append(COPIES[where])
            case {"rotate": _}:
                plain = [step]
            case _:
                found += written([*plain, step], NAME)
                plain = []
    return found


def test_the_board_is_as_printed() -> None:
    (row,) = rows(NAME, "species", "all_species")
    assert row["title"] == FACTS["printed_name"]
    for space, fact in zip(row["board_spaces"], FACTS["board"], strict=True):
        assert space["id"] == f"{NAME}_{fact['color']}_{fact['pos']}"
        assert (space["trace"], space["height"]) == (f"{fact['color']}_trace", fact["pos"])
        assert ("repeatable" in space, "cost" in space) == (fact["repeatable"], bool(fact["cost"]))
        assert lines(space["reward"]) == told(fact["reward"])
        assert ("open_if" in space) == ("opens" in fact)


def test_the_samples_are_as_printed() -> None:
    assert len(SAMPLES) == FACTS["components"]["sample_tokens"]
    gains = sorted(lines(row["reward"]) for row in rows(NAME, "samples", "samples"))
    assert gains == sorted(told(fact["reward"]) for fact in FACTS["sample_tokens"])


@pytest.mark.parametrize(
    ("card", "fact"), list(zip(CARDS, FACTS["deck"], strict=True)), ids=[card["id"] for card in CARDS]
)
def test_a_card_is_as_printed(card: Row, fact: Row) -> None:
    check_card(card, {**fact, "id": f"ET.{int(fact['id'][3:]):02d}"}, NAME)
    assert lines(card["effect"]) == told(fact["effect"])
    assert ("mission" in card, "final" in card) == ("mission" in fact, "end_game" in fact)
    match fact:
        case {"kind": "mission_delivery", "mission": {"if": {"capsule_at": where}, "reward": reward}}:
            assert card["mission"]["if"] == f"capsule_at(me, {where})"
            assert lines(card["mission"]["reward"]) == told(reward, where)
        case {"kind": "mission_conditional", "mission": {"if": {"traces": wanted}, "reward": reward}}:
            assert card["mission"]["if"] == f"marks_here(me, {wanted['color']}_trace) >= {wanted['n']}"
            assert lines(card["mission"]["reward"]) == told(reward)
        case _:
            assert fact["end_game"] == {"vp": 1, "per": {"trace": "any", "species": "this"}}
            assert card["final"] == "score marks_with(me, mascamites)"


def test_every_card_space_sample_and_ruling_has_a_scenario() -> None:
    cited = cited_by_passing(f"species_{NAME}")
    assert {fact["id"] for fact in (*FACTS["deck"], *FACTS["sample_tokens"])} <= cited
    assert {f"{NAME}: {' '.join(mechanic.split())}" for mechanic in MECHANICS.split(";")} <= cited
    kinds = {(fact["color"], str(fact["reward"])) for fact in FACTS["board"] if fact["id"] in cited}
    assert {kind for _, kind in kinds} == {str(fact["reward"]) for fact in FACTS["board"]}


def test_the_page_of_all_cards_tells_each_in_words() -> None:
    page = " ".join(" ".join(cards_lines(check_game("seti"))).split())
    for card in CARDS:
        assert f"{card['id']} title {card['title']} ·" in page
    assert "effect: Gain 1 moves. Land, look at the samples there and put one in a capsule. mission:" in page
    assert "if your capsule at earth: Open a capsule at earth and gain the reward of its sample 2 times." in page


def test_a_seat_knows_the_samples_that_it_has_looked_at_and_no_others() -> None:
    looked: Counter[str] = Counter()
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        chance, state = random.Random(seed), met(players, seed)
        seen: dict[str | None, set[str]] = {seat: set() for seat in (*state.game.players, None)}
        for _ in range(80):
            if state.decision is None:
                break
            if state.decision.kind == "turn":
                check_samples(state)
            offered, seat = state.decision.options, state.decision.player
            liked = [option for option in offered if option.words.startswith(LIKED)]
            ending = offered[-1:] if offered[-1].words in ("go on", "done") else offered
            choice = chance.choice(liked or ending)
            state = state.apply(choice)
            if choice.words.startswith(LOOKING):
                looked[choice.words.split()[0]] += 1
                seen[seat] |= {found for option in offered for found in re.findall(SAMPLE, option.words)}
                for seat_or_watcher, known in seen.items():
                    assert hidden(state, seat_or_watcher) <= known
            else:
                assert not any(re.search(SAMPLE, option.words) for option in offered)
    assert all(looked[word] > 1 for word in LOOKING), looked


def test_who_has_looked_before_does_not_see_which_sample_another_takes() -> None:
    state = met(2, 1)
    three = set(cards_in(state.to_json()["places"]["lying"]["jupiter"]))
    copied = play(state, "play et05", "at jupiter", "copy")
    assert hidden(copied, "blue") == three
    assert hidden(copied, "green") == hidden(copied, None) == set()
    picked = play(copied, "done", "play et04", "land", "overflow", "orange_trace left_shelf", "pack")
    assert hidden(picked, "green") == three
    assert hidden(picked, "blue") == hidden(picked, None) == set()
    green: Any = picked.view("green")["places"]
    blue: Any = picked.view("blue")["places"]
    assert len(green["lying"]["jupiter"]) == blue["lying"]["jupiter"] == 2
    assert [len(cargo) for cargo in green["cargo"]["green"].values() if cargo] == [1]
    assert [cargo for cargo in blue["cargo"]["green"].values() if cargo] == [1]


def met(players: int, seed: int) -> State:
    """A position in which the species is known: blue has ET.5, green ET.4, all more cards and probes."""
    game = load("seti", players=players)
    document: Any = game.new(seed).to_json()
    keeps, places, counters = document["keeps"], document["places"], document["counters"]
    keeps["angle"] = dict.fromkeys(keeps["angle"], 0)
    keeps["known"]["left_shelf"] = keeps["species_at"]["left_shelf"] = NAME
    keeps["covered"]["jupiter_first"] = True
    samples = random.Random(seed).sample(SAMPLES, len(SAMPLES))
    places["unmet_samples"] = []
    places["lying"].update(jupiter=samples[:3], saturn=samples[3:6])
    places["used_at"]["3"] = samples[6:]
    deck = ["et05", "et04", "et01", "et02", "et03", "et06", "et07", "et08", "et09", "et10"]
    places["species_deck"][NAME] = []
    for number, card in enumerate(deck):
        places["hand"][game.players[number % players]].append(card)
    for seat in game.players:
        document["pieces"][f"{seat}_probe_1"]["space"] = "ring3_x3"
        document["pieces"][f"{seat}_probe_2"]["space"] = "ring3_x7"
        counters["credits"][seat] = counters["energy"][seat] = 30
    document["flow"].update(phase="play", mover="blue")
    return game.from_json(document)


def play(state: State, *words: str) -> State:
    """The state after the choices that begin so; where none of the options does, going on."""
    for word in words:
        while state.decision is not None:
            found = [option for option in state.decision.options if option.words.startswith(word)]
            state = state.apply(found[0] if found else state.decision.options[-1])
            if found:
                break
    return state


def hidden(state: State, seat: str | None) -> set[str]:
    """The samples in hidden places that a seat knows."""
    places: Any = state.view(seat)["places"]
    return {sample for place in HIDDEN for sample in cards_in(places[place])}


def open_samples(state: State) -> set[str]:
    """The samples that lie open."""
    places: Any = state.view(None)["places"]
    return {sample for place in ("opened", "used_at") for sample in cards_in(places[place])}


def check_samples(state: State) -> None:
    """That each sample is in one place, and that capsules are the probes with a sample."""
    document: Any = state.to_json()
    places, loads = document["places"], document["keeps"]["load"]
    found = [sample for place in (*HIDDEN, "opened", "used_at") for sample in cards_in(places[place])]
    assert sorted(found) == sorted(SAMPLES)
    capsules = {(probe.split("_")[0], load_) for probe, load_ in loads.items() if load_ != "plain_probe"}
    assert {(seat, load_) for seat, of in places["cargo"].items() for load_, cargo in of.items() if cargo} == capsules
    for probe, load_ in loads.items():
        assert load_ == "plain_probe" or document["pieces"][probe]["space"] is not None
    if state.over:
        assert not places["opened"]
        check_all_there(document)
