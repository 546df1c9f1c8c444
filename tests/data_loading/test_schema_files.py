"""Schemas that authors write: where they are found, what can be wrong with them, and how they share definitions."""

import json
from pathlib import Path

import pytest

from interpreter.data import KINDS, fields_of, load_document, load_json, own_schema, shipped_schema
from interpreter.diagnostics import Rejected

GOOD = {"type": "object", "additionalProperties": False, "properties": {"cards": {"type": "array"}}}


def show(path: Path) -> str:
    return path.name


def save(folder: Path, stem: str, schema: object) -> None:
    (folder / "schemas").mkdir(exist_ok=True)
    text = schema if isinstance(schema, str) else json.dumps(schema)
    (folder / "schemas" / f"{stem}.schema.json").write_text(text, encoding="utf-8")


def refused(call, *arguments):
    with pytest.raises(Rejected) as caught:
        call(*arguments)
    return caught.value.diagnostics


def fault(folder: Path, schema: object):
    save(folder, "cards", schema)
    (finding,) = refused(own_schema, "cards", [folder], show)
    return finding


def test_the_first_folder_that_has_one_counts(tmp_path):
    variant, game = tmp_path / "variant", tmp_path / "game"
    variant.mkdir()
    game.mkdir()
    assert own_schema("cards", [variant, game]) is None
    save(game, "cards", {"type": "object"})
    assert own_schema("cards", [variant, game]) == {"type": "object", "$defs": {}}
    save(variant, "cards", {"type": "array"})
    assert own_schema("cards", [variant, game])["type"] == "array"


def test_a_file_must_fit_the_general_schema_and_its_own(tmp_path):
    save(tmp_path, "cards", GOOD)
    path = tmp_path / "cards.yaml"
    path.write_text("cards: [{id: ace}]\n")
    assert load_document(path, "cards.yaml", "data", [tmp_path], show).plain() == {"cards": [{"id": "ace"}]}
    path.write_text("card: [{id: ace}]\n")
    (finding,) = refused(load_document, path, "cards.yaml", "data", [tmp_path], show)
    assert (finding.code, finding.hint) == ("RW320", "Did you mean `cards`?")
    path.write_text("cards: [{}]\n")
    (finding,) = refused(load_document, path, "cards.yaml", "data", [tmp_path], show)
    assert finding.code == "RW321"


def test_a_key_like_a_general_one_may_stand_in_a_schema_of_ones_own(tmp_path):
    row = {"type": "object", "additionalProperties": False, "properties": {}}
    row["properties"] = {"id": {"type": "string"}, "cells": {"type": "array"}, "places": {"type": "integer"}}
    group = {"type": "array", "items": row}
    save(tmp_path, "f", {"type": "object", "additionalProperties": False, "properties": {"rows": group}})
    path = tmp_path / "f.yaml"
    path.write_text('rows: [{id: row, places: 3, cells: ["x x"]}]\n')
    assert load_document(path, "f.yaml", "figures", [tmp_path], show)
    (finding,) = refused(load_document, path, "f.yaml", "figures")
    assert (finding.code, finding.hint) == ("RW320", "Did you mean `place`?")


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_a_shipped_schema_of_each_kind(kind):
    assert shipped_schema(kind)["title"]


def test_no_schema_of_that_name_is_shipped():
    with pytest.raises(FileNotFoundError):
        shipped_schema("nothing")


# --- what can be wrong

BROKEN = {
    "a trailing comma": ('{"type": "object",}', "RW329", 1, 19, "this is not JSON"),
    "single quotes": ("{'type': 'object'}", "RW329", 1, 2, "this is not JSON"),
    "empty": ("  \n", "RW304", 1, 1, "is empty"),
    "a key twice": ('{"type": "object",\n "type": "array"}', "RW307", 2, 2, "`type` stands twice"),
    "deep": ("[" * 3000 + "]" * 3000, "RW313", 1, 41, "more than 40 deep"),
    "rather deep": ("[" * 60 + "]" * 60, "RW313", 1, 41, "more than 40 deep"),
    "a list": ("[]", "RW330", 1, 1, "the file is an empty list, but must be keys"),
    "an unknown keyword": ('{"requierd": []}', "RW330", 1, 2, "unknown key `requierd`"),
    "an unknown type": ('{"type": "text"}', "RW330", 1, 10, "`type` is the text `text`, but must be"),
    "a list of unknown types": ('{"type": ["string", "date"]}', "RW330", 1, 21, "item 2 of `type`"),
    "a wrong limit": ('{"minimum": "3"}', "RW330", 1, 13, "`minimum` is the text `3`"),
    "a fraction": ('{"minimum": 0.5}', "RW330", 1, 13, "`minimum` is the text `0.5`"),
    "an unknown format": ('{"format": "efect"}', "RW330", 1, 12, "there is no format `efect`"),
    "a pattern that is none": ('{"pattern": "("}', "RW330", 1, 13, "`(` is not a pattern"),
    "a key pattern that is none": (
        '{"patternProperties": {"[": {}}, "additionalProperties": false}',
        *("RW330", 1, 24, "`[` is not a pattern"),
    ),
    "left open": ('{"type": "object", "properties": {"a": {}}}', "RW330", 1, 20, "lets every other key pass"),
    "a lost reference": ('{"$ref": "#/$defs/card"}', "RW330", 1, 10, "has no `card` among its `$defs`"),
    "a foreign reference": ('{"$ref": "http://x/y"}', "RW330", 1, 10, "does not have the form"),
    "a circle": ('{"$defs": {"a": {"$ref": "#/$defs/a"}}}', "RW330", 1, 1, "`a` is made of nothing but itself"),
    "a long circle": (
        '{"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}}}',
        *("RW330", 1, 1, "made of nothing but itself"),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_each_slip_has_one_finding_at_its_cause(name, tmp_path):
    text, code, line, column, message = BROKEN[name]
    finding = fault(tmp_path, text)
    assert (finding.code, finding.span.line, finding.span.column) == (code, line, column), finding
    assert message in finding.message
    assert finding.span.file == "cards.schema.json"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('{"format": "efect"}', "Did you mean `effect`?"),
        ('{"format": "date"}', "Known are `effect`, `condition`, `amount`, `trigger` and `adjusts`."),
        ('{"$ref": "#/$defs/crad", "$defs": {"card": {}}}', "Did you mean `card`?"),
        ('{"items": {"properties": {"a": {}}}}', 'Add `"additionalProperties": false`'),
    ],
)
def test_hints(text, hint, tmp_path):
    assert fault(tmp_path, text).hint.startswith(hint)


def test_a_field_may_be_called_like_a_keyword(tmp_path):
    fields = {"format": {"type": "string"}, "pattern": {"type": "integer"}, "properties": {"type": "string"}}
    save(tmp_path, "cards", {"type": "object", "additionalProperties": False, "properties": fields})
    assert own_schema("cards", [tmp_path])["properties"] == fields


def test_a_schema_may_be_indented_by_tabs(tmp_path):
    save(tmp_path, "cards", '{\n\t"type": "object"\n}')
    assert own_schema("cards", [tmp_path])["type"] == "object"


def test_json_knows_true_and_false_and_yes_is_a_text(tmp_path):
    (tmp_path / "a.json").write_text('{"a": [true, false, null, "yes", 3]}')
    assert load_json(tmp_path / "a.json", "a.json").plain() == {"a": [True, False, None, "yes", 3]}


# --- definitions of other schemas

CARDS = {
    "$defs": {
        "name": {"type": "string"},
        "card": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"id": {"$ref": "#/$defs/name"}, "next": {"$ref": "#/$defs/card"}},
        },
    }
}
OTHERS = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"cards": {"type": "array", "items": {"$ref": "cards.schema.json#/$defs/card"}}},
    "$defs": {"name": {"type": "integer"}},
}


def test_definitions_of_a_schema_beside_it(tmp_path):
    save(tmp_path, "cards", CARDS)
    save(tmp_path, "others", OTHERS)
    (tmp_path / "others.yaml").write_text("cards: [{id: ace, next: {id: king}}]\n")
    load_document(tmp_path / "others.yaml", "others.yaml", "data", [tmp_path], show)
    (tmp_path / "others.yaml").write_text("cards: [{id: ace, next: {id: [x]}}]\n")
    (finding,) = refused(load_document, tmp_path / "others.yaml", "others.yaml", "data", [tmp_path], show)
    assert finding.message == "`ace`: `id` is a list, but must be a text"


def test_two_schemas_may_refer_to_each_other(tmp_path):
    item = {"type": "array", "items": {"$ref": "b.schema.json#/$defs/b"}}
    save(tmp_path, "a", {"$ref": "#/$defs/a", "$defs": {"a": item}})
    item = {"type": "array", "items": {"$ref": "a.schema.json#/$defs/a"}}
    save(tmp_path, "b", {"$defs": {"b": item}})
    assert set(own_schema("a", [tmp_path])["$defs"]) == {"a", "a_a", "b_b"}


def test_the_other_schema_is_checked_too(tmp_path):
    save(tmp_path, "others", OTHERS)
    (finding,) = refused(own_schema, "others", [tmp_path], show)
    assert (finding.code, finding.span.file) == ("RW301", "cards.schema.json")
    save(tmp_path, "cards", '{"typ": 1}')
    (finding,) = refused(own_schema, "others", [tmp_path], show)
    assert (finding.code, finding.span.file) == ("RW330", "cards.schema.json")
    save(tmp_path, "cards", {"$defs": {"cards": {}}})
    (finding,) = refused(own_schema, "others", [tmp_path], show)
    assert (finding.code, finding.hint) == ("RW330", "Did you mean `cards`?")


# --- fields


def test_the_fields_of_rows_and_of_rows_in_them():
    schema = {
        "properties": {"cards": {"type": "array", "items": {"$ref": "#/$defs/card"}}},
        "$defs": {
            "card": {
                "properties": {
                    "id": {"$ref": "#/$defs/name"},
                    "tasks": {
                        "type": "array",
                        "items": {
                            "anyOf": [
                                {"properties": {"if": {"format": "condition"}}},
                                {"properties": {"when": {"format": "trigger"}}},
                            ]
                        },
                    },
                    "mission": {"$ref": "#/$defs/mission"},
                }
            },
            "mission": {"properties": {"reward": {"format": "effect"}}},
            "name": {"type": "string"},
        },
    }
    assert list(fields_of(schema, "cards")) == ["id", "tasks", "mission"]
    assert fields_of(schema, "cards")["id"] == {"type": "string"}
    assert fields_of(schema, "cards", "tasks") == {"when": {"format": "trigger"}, "if": {"format": "condition"}}
    assert fields_of(schema, "cards", "mission") == {"reward": {"format": "effect"}}
    assert fields_of(schema, "nothing") == fields_of(schema, "cards", "id") == {}


def test_a_general_schema_says_nothing_about_fields():
    assert fields_of(shipped_schema("data"), "cards") == {}
