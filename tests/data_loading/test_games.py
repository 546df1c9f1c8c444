"""The data of whole games: what is shipped, and a large one with a closed schema for each of its files."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from interpreter.data import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    YamlText,
    check_schema,
    fields_of,
    load_document,
    load_json,
    nested_rows,
    own_schema,
    repeated_ids,
    rows_of,
    shipped_schema,
)
from interpreter.diagnostics import Rejected
from interpreter.paths import shipped

LARGE = Path(__file__).parent.parent / "data" / "seti_sketch"
TABLES = sorted((LARGE / "data").glob("*.yaml"))
SHIPPED = sorted(shipped("rules").rglob("*.yaml"))

# The keys of the large game's files that hold rules text, and what they hold.
FORMATS = {
    **dict.fromkeys(
        "effect reward cost corner extra_bonus lower scan orbit first_orbit at_discovery final later win_first".split(),
        "effect",
    ),
    **dict.fromkeys(["win_later", "actions"], "effect"),
    **dict.fromkeys(["if", "condition"], "condition"),
    "sets": "amount",
    "when": "trigger",
    "adjusts": "adjusts",
}


def show(path: Path) -> str:
    return path.name


@cache
def load(path: Path) -> Node:
    return load_document(path, path.name, "data", [LARGE], show)


def kind_of(path: Path) -> str:
    """The kind of a shipped file, by what it holds."""
    text = path.read_text(encoding="utf-8")
    if path.name == "screen.yaml":
        return "screen"
    if "lines:" in text:
        return "graph"
    if "symmetry:" in text:
        return "figures"
    return "setup" if re.search(r"\b(art|legend):", text) else "data"


def scalars(node: Node, key: str = ""):
    """Every single value with the key that it stands under."""
    if isinstance(node, Mapping):
        for entry in node:
            yield from scalars(entry.value, entry.key)
    elif isinstance(node, Sequence):
        for item in node:
            yield from scalars(item, key)
    else:
        yield key, node


def mappings(node: Node):
    if isinstance(node, Mapping):
        yield node
        for entry in node:
            yield from mappings(entry.value)
    elif isinstance(node, Sequence):
        for item in node:
            yield from mappings(item)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.relative_to(shipped("rules")).as_posix())
def test_every_shipped_file_fits_its_schema(path):
    game = next(folder for folder in path.parents if (folder / "game.rules").is_file())
    assert load_document(path, path.name, kind_of(path), [game], show)


@pytest.mark.parametrize("path", TABLES, ids=show)
def test_every_file_of_the_large_game_fits_a_closed_schema_of_its_own(path):
    assert own_schema(path.stem, [LARGE], show) is not None
    assert load(path)


@pytest.mark.parametrize("path", sorted((LARGE / "schemas").glob("*.json")), ids=show)
def test_there_is_a_file_for_every_schema(path):
    assert (LARGE / "data" / path.name.replace(".schema.json", ".yaml")).is_file()


@pytest.mark.parametrize("path", sorted(shipped("schemas").glob("*.schema.json")), ids=show)
def test_shipped_schemas_are_json_schemas(path):
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]


@pytest.mark.parametrize("name", ["figures", "setup", "graph", "data", "schema"])
def test_shipped_schemas_of_files_use_the_keywords_that_authors_have(name):
    node = load_json(shipped("schemas") / f"{name}.schema.json", name)
    assert check_schema(node, shipped_schema("schema")) == []


@pytest.mark.parametrize("path", TABLES, ids=show)
def test_rules_text_is_known_as_such_and_nothing_else_is(path):
    for key, node in scalars(load(path)):
        assert isinstance(node, Scalar)
        assert node.format == (FORMATS.get(key) if key != "adjusts" else None), (key, node)


@pytest.mark.parametrize("path", TABLES, ids=show)
def test_rules_text_shows_its_own_characters_in_the_file(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    texts = [node.text for _, node in scalars(load(path)) if node.format] + [
        entry.key_text for node in mappings(load(path)) for entry in node
    ]
    for text in texts:
        assert isinstance(text, YamlText)
        for index, character in enumerate(text.text):
            span = text.stretch(index, index + 1)
            written = lines[span.line - 1][span.column - 1 : span.end_column - 1]
            assert written == ("" if character == "\n" else character) or written.startswith("\\")


def test_the_large_game_has_hundreds_of_rules_texts():
    formats = Counter(node.format for path in TABLES for _, node in scalars(load(path)))
    assert formats["effect"] > 400
    assert formats["trigger"] > 80
    assert formats["condition"] > 40
    assert formats["amount"] == 8


def test_yes_and_no_are_answers_only_where_the_schema_says_so():
    (bodies,) = (load(path) for path in TABLES if path.stem == "bodies")
    rows, _ = rows_of([bodies], "bodies")
    assert {type(row.get("planet").value) for row in rows} == {bool}
    (techs,) = (load(path) for path in TABLES if path.stem == "techs")
    heads = {entry.key: entry.value.value for node in mappings(techs) if node.format == "adjusts" for entry in node}
    assert heads["moon_access(me)"] == "yes"
    assert heads["leaving_cost(me, body)"] == 1


def test_names_are_known_with_their_types():
    names = {node.names for path in TABLES for _, node in scalars(load(path)) if node.names}
    assert {"body", "trace", "maybe colour", "gold_tile", "side", "maybe species"} <= names


def test_cards_of_two_files_share_a_schema():
    first, second = (own_schema(stem, [LARGE], show) for stem in ("cards", "species_cards"))
    assert fields_of(first, "cards").keys() == fields_of(second, "cards").keys()
    assert fields_of(second, "cards", "circles")["when"]["format"] == "trigger"
    documents = [load(path) for path in TABLES if path.stem in ("cards", "species_cards")]
    rows, findings = rows_of(documents, "cards")
    assert (len(rows) > 120, findings, repeated_ids(rows, "cards")) == (True, [], [])
    circles, findings = nested_rows(rows, "circles")
    assert (len(circles) > 40, findings) == (True, [])


# Each case: the file, what is written there, what a slip makes of it, the code, and words of the message.
SLIPS = [
    ("cards", "mission: {if: me.score", "misson: {if: me.score", "RW320", "`c061`: unknown key `misson`"),
    ("cards", "id: c013", "id: C-13", "RW326", "`id` is the text `C-13`"),
    ("cards", "credits: 0, sector", "credits: none, sector", "RW322", "`c001`: `credits` is the text `none`"),
    ("bodies", "id: comet, publicity: 1, planet: no", "id: comet, publicity: 1, planet: false", "RW325", "`comet`"),
    ("bodies", "firsts: [{data: 3}]", "firsts: []", "RW324", "`mercury`: `firsts` has too few items"),
    ("solar", "    4: [hole, hole, hole,", "    4: [hole, hole,", "RW324", "`disc1`: `4` has too few items"),
    ("solar", "    1: [hole, mercury", "    5: [hole, mercury", "RW320", "`disc1`: unknown key `5`"),
    ("sectors", "tile: yes, slots: 3", "tile: yes, slots: 30", "RW324", "`slots` is 30, which is too large"),
    ("techs", "adjusts: {probe_limit(me): 2}", "adjusts: 2", "RW322", "`probe1`: `adjusts` is the number 2"),
    ("objectives", "{if: me.data >= 5}", "{fi: me.data >= 5}", "RW320", "unknown key `fi`"),
    ("rival", "arrow: left, actions: [rival_a", "arrow: left, action: [rival_a", "RW320", "`s1`: unknown key `action`"),
    ("species", "at_discovery: meet_exertians()", "at_discovery:", "RW328", "`exertians`: `at_discovery` has no value"),
]


@pytest.mark.parametrize(("stem", "written", "slip", "code", "message"), SLIPS, ids=[case[2] for case in SLIPS])
def test_a_slip_in_a_large_file_is_told_once_where_it_is(stem, written, slip, code, message, tmp_path):
    text = (LARGE / "data" / f"{stem}.yaml").read_text(encoding="utf-8")
    assert written in text
    path = tmp_path / f"{stem}.yaml"
    path.write_text(text.replace(written, slip, 1), encoding="utf-8")
    with pytest.raises(Rejected) as caught:
        load(path)
    findings = caught.value.diagnostics
    assert findings[0].code == code
    assert any(message in finding.message for finding in findings)
    line = text[: text.index(written)].count("\n") + 1
    assert {finding.span.line for finding in findings} <= {line, line - 1, line - 5}
    assert len(findings) <= (2 if stem == "solar" else 1), findings
