"""States as documents: out and in again, for every state that is met; what does not fit is told in one finding."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.game import State, load
from tests.game.playing import SHIPPED, WORKSHOP, game, wander

ROOT = Path(__file__).parents[2]
GENERIC = Draft202012Validator(json.loads((ROOT / "schemas" / "state.schema.json").read_text(encoding="utf-8")))


@cache
def derived(name: str) -> Draft202012Validator:
    schema = game(name).schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(name: str, document: object) -> list[str]:
    """What the schema of all games and that of this game have against a document."""
    return [error.message for schema in (GENERIC, derived(name)) for error in schema.iter_errors(document)]


@pytest.mark.parametrize("name", [*SHIPPED, "workshop"])
@settings(max_examples=4)
@given(seed=st.integers(0, 2**64 - 1))
def test_every_state_of_a_random_game_comes_back_from_its_document(name: str, seed: int) -> None:
    for number, state in enumerate(wander(game(name).new(seed), seed, 60)):
        if number % 6 == 0 or state.trail:
            document = state.to_json()
            again = game(name).from_json(json.loads(json.dumps(document)))
            assert again == state
            assert hash(again) == hash(state)
            assert again.to_json() == document
            assert again.seed == seed
            assert faults(name, document) == []


@pytest.mark.parametrize("variant", ["five", "open_board"])
def test_states_under_a_variant_come_back_too(variant: str) -> None:
    varied = load("seto", variant, {"draw_colours": True})
    for state in wander(varied.new(4), 4, 60):
        assert varied.from_json(state.to_json()) == state


def test_a_state_goes_on_alike_after_loading() -> None:
    for state in list(wander(game("workshop").new(8), 8, 14))[::3]:
        again = game("workshop").from_json(state.to_json())
        endings = [list(wander(begun, 5, 30))[-1] for begun in (state, again)]
        assert endings[0] == endings[1]


def test_a_document_says_everything_once_under_its_declared_name() -> None:
    state = game("workshop").new(1).play("paint a1 blue")
    document = state.to_json()
    assert list(document) == [
        *("format", "rules", "random", "flow", "counters", "pieces", "keeps", "places", "known", "limits"),
        *("this_turn", "choices"),
    ]
    assert document["rules"]["options"] == {"length": 12, "hard": False, "shade": "green"}
    assert document["flow"] == {
        "phase": "work",
        "step": "after",
        "mover": "anna",
        "first": "anna",
        "turns_taken": 0,
        "round": 1,
        "over": False,
        "winner": None,
    }
    assert document["counters"]["strokes"]["blue"] == {"anna": 1, "bert": 0}
    assert document["pieces"]["bert_cart_1"] == {"space": "b2", "load": 1}
    assert document["pieces"]["anna_bin_1"] == {"space": None}
    assert document["keeps"]["painted"]["a1"] == "blue"
    assert document["limits"]["hurry"] == {"anna": 0, "bert": 0}
    assert sorted(document["places"]["bench"]) == ["awl", "drill"]


def test_what_a_turn_holds_is_in_the_document() -> None:
    state = game("workshop").new(1).play("hurry blue")
    lines = state.to_json()["this_turn"]
    assert [line["line"] for line in lines] == [
        *("value price", "when painting", "when painting 2", "when painting 3"),
    ]
    assert lines[1]["answered"] is False
    assert lines[2] == {
        "line": "when painting 2",
        "by": "anna",
        "age": 3,
        "names": {"c": "blue"},
        "answered": [],
    }
    painted = state.apply("paint a1 green")
    again = game("workshop").from_json(painted.to_json())
    assert again == painted


def test_choices_in_the_middle_of_an_effect_are_part_of_the_state() -> None:
    state = game("workshop").new(1).play("think", "go on", "mark anna_cart_1".replace("anna_cart_1", "c1"))
    document = state.to_json()
    assert document["choices"] == ["anna think", "anna go on", "anna mark c1"]
    assert document["counters"]["depth"] == -1
    assert game("workshop").from_json(document) == state


def test_a_gap_in_a_row_is_kept() -> None:
    state = game("workshop").new(1)
    first = state.to_json()["places"]["bench"][0]
    gapped = state.apply(f"scrap {first}")
    bench = gapped.to_json()["places"]["bench"]
    assert bench[0] is None
    assert game("workshop").from_json(gapped.to_json()) == gapped


# ---- what does not fit


def refused(document: object, name: str = "workshop") -> Diagnostic:
    with pytest.raises(Rejected) as caught:
        game(name).from_json(document)
    (found,) = caught.value.diagnostics
    return found


def changed(change: Callable[[Any], object], *moves: str) -> Any:
    document = copy.deepcopy(game("workshop").new(1).play(*moves).to_json())
    change(document)
    return document


def put(*path: Any) -> Callable[[Any], None]:
    """A change: the value at the end of a path becomes the last word."""

    def change(document: Any) -> None:
        *way, key, value = path
        for step in way:
            document = document[step]
        document[key] = value

    return change


CASES: list[tuple[Callable[[Any], object], str, str]] = [
    (put("format", 9), "RW803", "`format`: this save has format 9, which is not known here"),
    (put("format", "1"), "RW807", "`format`: the number of a format is needed here, but this is the text '1'"),
    (put("format", True), "RW807", "`format`: the number of a format is needed here, but this is true"),
    (lambda d: d.pop("format"), "RW805", "`format` is missing, so this is no save of a game"),
    (put("rules", "game", "chess"), "RW804", "`rules.game`: this save is of the game `chess`, not of `workshop`"),
    (put("rules", "version", 2), "RW804", "this save is of version 2 of the game, which is now version 3"),
    (put("rules", "variant", "wide"), "RW804", "this save was played with the variant `wide`, here it is none"),
    (put("rules", "options", "hard", True), "RW804", "in this save the option `hard` is yes, here it is no"),
    (put("rules", "players", ["anna"]), "RW804", "this save has other seats than anna, bert"),
    (put("rules", "hash", "sha256:0"), "RW804", "the rules have changed since this was saved"),
    (put("random", "state", "xyz"), "RW807", "`random.state`: the generator's state must be 16 figures from 0 to f"),
    (put("random", "seed", -1), "RW809", "`random.seed`: -1 is out of range"),
    (put("flow", "phase", "wrok"), "RW808", "`flow.phase`: there is no phase `wrok`"),
    (put("flow", "mover", "dora"), "RW808", "`flow.mover`: there is no player `dora`"),
    (put("flow", "mover", None), "RW811", "`flow.mover`: in the phase work it is somebody's turn"),
    (put("flow", "phase", "filling"), "RW811", "`flow.step`: the phase filling has no turns"),
    (put("flow", "step", "enter"), "RW811", "`flow.mover`: before the phase work is entered it is nobody's turn"),
    (put("flow", "winner", "anna"), "RW811", "`flow.winner`: a game that is not over has no winner"),
    (put("flow", "winner", ["anna", "anna"]), "RW810", "`flow.winner[1]`: `anna` stands twice among the winners"),
    (put("flow", "turns_taken", 1.5), "RW807", "a whole number is needed here, but this is the number 1.5"),
    (put("counters", "coins", "anna", 10), "RW809", "10 is out of range: it must be from 0 to 9"),
    (put("counters", "coins", "anna", 10**30), "RW809", "`counters.coins.anna`: a huge number is out of range"),
    (put("counters", "coins", []), "RW807", "`counters.coins`: an object with keys is needed here, but this is a list"),
    (lambda d: d["counters"].pop("depth"), "RW805", "`counters`: `depth` is missing"),
    (put("counters", "dept", 1), "RW806", "`counters.dept`: there is no `dept` here"),
    (put("pieces", "bert_cart_1", "space", "z9"), "RW808", "`pieces.bert_cart_1.space`: there is no space `z9`"),
    (put("pieces", "bert_cart_1", "load", True), "RW807", "a whole number is needed here, but this is true"),
    (put("keeps", "painted", "a1", "red"), "RW808", "`keeps.painted.a1`: there is no colour `red`"),
    (put("keeps", "liked", ["blue", "blue"]), "RW810", "`keeps.liked[1]`: `blue` stands twice in this set"),
    (put("keeps", "marked", [None]), "RW807", "`keeps.marked[0]`: a member is needed here, but this is null"),
    (put("keeps", "queue", ["blue"] * 4), "RW809", "`keeps.queue`: 4 are too many here: there is room for 3"),
    (put("keeps", "level", None), "RW807", "a whole number is needed here, but this is null"),
    (put("places", "scrap", ["axe"]), "RW808", "`places.scrap[0]`: there is no tool `axe`"),
    (put("places", "chest", []), "RW810", "`places`: the tool `"),
    (lambda d: d["places"]["scrap"].append(d["places"]["bench"][0]), "RW810", "lies in two places or twice in one"),
    (put("places", "bench", [None] * 5), "RW809", "`places.bench`: 5 are too many here: there is room for 4"),
    (put("places", "scrap", [None]), "RW807", "the name of a tool is needed here, but this is null"),
    (put("known", "tool", {"saw": ["dora"]}), "RW808", "`known.tool.saw[0]`: there is no player `dora`"),
    (put("known", "tools", {}), "RW806", "`known.tools`: there is no `tools` here"),
    (put("limits", {}), "RW805", "`limits`: `swap_tools` is missing"),
    (put("this_turn", [{"line": "when sleeping"}]), "RW805", "`this_turn[0]`: `by` is missing"),
    (put("this_turn", [{"counted": "sleep", "for": {}}]), "RW808", "there is no count `sleep`"),
    (put("this_turn", [7]), "RW807", "`this_turn[0]`: an object with keys is needed here, but this is the number 7"),
    (put("choices", [7]), "RW807", "`choices[0]`: a text is needed here, but this is the number 7"),
    (put("choices", ["anna dance"]), "RW812", "`choices[0]`: `anna dance` is none of anna's options now"),
    (put("extra", 1), "RW806", "`extra`: there is no `extra` here"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "code", "message"), CASES, ids=[f"{n}-{c[1]}" for n, c in enumerate(CASES)])
def test_what_does_not_fit_is_told_with_its_place(change: Callable[[Any], object], code: str, message: str) -> None:
    found = refused(changed(change))
    assert (found.code, message in found.message) == (code, True), found.message


@pytest.mark.parametrize("document", [None, 7, "save", [], {}, [[[]]], 1.5, {"a": 1}, object(), {1: 2}])
def test_what_is_no_save_at_all_is_refused(document: object) -> None:
    assert refused(document).code in ("RW805", "RW807")


def test_a_line_in_force_that_contradicts_itself_is_refused() -> None:
    def twice(document: Any) -> None:
        document["this_turn"].append(document["this_turn"][0])

    assert refused(changed(twice, "hurry blue")).code == "RW810"
    assert refused(changed(lambda d: d["this_turn"][1].pop("answered"), "hurry blue")).code == "RW805"
    assert refused(changed(lambda d: d["this_turn"][0].update(answered=True), "hurry blue")).code == "RW806"


def test_what_the_rules_do_with_a_strange_save_is_told() -> None:
    """A save may fit and still lead to a fault of the rules: here nobody can do anything."""
    full = game("jam").new(1).to_json()
    full["places"] = {"deck": [], "heap": [], "hand": {"amber": [], "jade": []}, "jars": {"amber": [], "jade": []}}
    full["places"]["jars"]["jade"] = list(game("jam").model.domains["card"].members)
    assert refused(full, "jam").code == "RW709"


# ---- damaged in any way

SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-3, 10**25), st.text(max_size=4), st.floats(allow_nan=False))
JUNK = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner))


def spots(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values of a document."""
    found = [path] if path else []
    items = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in items:
        found += spots(value, (*path, key))
    return found


@cache
def documents(name: str) -> tuple[str, ...]:
    states = list(wander(game(name).new(6), 6, 30))
    return tuple(json.dumps(state.to_json()) for state in states[::5])


@pytest.mark.parametrize("name", ["workshop", "jam", "seto", "othello"])
@settings(max_examples=40)
@given(data=st.data())
def test_a_damaged_document_is_refused_or_loaded_but_never_breaks(name: str, data: st.DataObject) -> None:
    document = json.loads(data.draw(st.sampled_from(documents(name))))
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(spots(document)))
        target = document
        for step in way:
            target = target[step]
        if data.draw(st.booleans()) and isinstance(target, dict):
            del target[last]
        else:
            target[last] = data.draw(JUNK)
        if not document:
            break
    state = loaded(name, document)
    if state is not None:
        assert game(name).from_json(state.to_json()) == state


def loaded(name: str, document: object) -> State | None:
    """The state of a document; None when it is refused as it should be."""
    try:
        return game(name).from_json(document)
    except Rejected:
        return None


def file_of(folder: Path, data: bytes) -> Path:
    path = folder / "game.save"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "RW802"),
        (b"   \n", "RW802"),
        (b"\xff\xfe\x00\x01", "RW801"),
        (b"\x00" * 100, "RW802"),
        (b"[" * 100_000, "RW802"),
        (b'{"a":' * 100_000, "RW802"),
        (b'{"format": 1, "format": 1}', "RW802"),
        (b'{"format": NaN}', "RW802"),
        (b'{"format": ' + b"9" * 10_000 + b"}", "RW802"),
        (b'{"format": 1e999}', "RW807"),
        (b'"a text"', "RW807"),
        (b"\xef\xbb\xbf{}", "RW805"),
        (b'{"format": 1} and more', "RW802"),
    ],
)
def test_a_file_that_is_no_save_gets_one_finding(data: bytes, code: str, tmp_path: Path) -> None:
    with pytest.raises(Rejected) as caught:
        game("workshop").read_save(file_of(tmp_path, data))
    assert [found.code for found in caught.value.diagnostics] == [code]


def test_a_missing_and_a_huge_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="RW801"):
        game("workshop").read_save(tmp_path / "none.save")
    with pytest.raises(Rejected, match="RW801"):
        game("workshop").read_save(tmp_path)
    with pytest.raises(Rejected, match="RW801"):
        game("workshop").read_save(tmp_path / "a\0b")
    huge = tmp_path / "huge.save"
    with huge.open("wb") as file:
        file.truncate(30_000_000)
    with pytest.raises(Rejected, match="too large"):
        game("workshop").read_save(huge)


@settings(max_examples=40)
@given(cut=st.integers(0, 10**6))
def test_a_file_that_was_cut_off_is_refused(cut: int) -> None:
    text = documents("workshop")[0]
    with pytest.raises(Rejected) as caught:
        game("workshop").from_text(text[: cut % len(text)], "game.save")
    assert [found.code for found in caught.value.diagnostics] == ["RW802"]


def test_a_finding_points_into_the_file(tmp_path: Path) -> None:
    document = json.dumps(changed(put("counters", "coins", "bert", 99)), indent=1)
    with pytest.raises(Rejected) as caught:
        game("workshop").read_save(file_of(tmp_path, document.encode()))
    (found,) = caught.value.diagnostics
    assert found.span is not None
    line = document.splitlines()[found.span.line - 1]
    assert line[found.span.column - 1 : found.span.end_column - 1] == "99"


def test_a_saved_file_loads(tmp_path: Path) -> None:
    state = game("workshop").new(9).play("think", "go on")
    path = file_of(tmp_path, json.dumps(state.to_json(), indent=2).encode())
    assert game("workshop").read_save(path) == state


def test_another_number_of_players_is_another_game() -> None:
    three = load(WORKSHOP, players=3)
    document = three.new(1).to_json()
    assert three.from_json(document) == three.new(1)
    assert refused(document).code == "RW804"
