"""JSON without places says what the located tree says, and is not used where that tree has something to tell."""

import json

import pytest

from interpreter.data.json_files import parse_json, without_places
from interpreter.data.schema import check_schema
from interpreter.data.words import linked
from interpreter.data.yaml import DEEPEST
from interpreter.diagnostics import Rejected
from interpreter.paths import shipped

SCHEMAS = list(shipped("rules").rglob("*.schema.json"))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_schema_says_the_same_without_places(path):
    text = path.read_text(encoding="utf-8")
    node = without_places(text)
    assert node is not None
    assert node.plain() == parse_json(text, "here").plain() == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        '{"<<": 1}',
        '{"a": 1.5}',
        '{"a": 1e3}',
        '{"a": NaN}',
        '{"a": 1234567890123456789}',
        '{"a": "\\u0041"}',
        '{"a": "b\\tc"}',
        '{"a": }',
        "",
        "[" * DEEPEST + "[]" + "]" * DEEPEST,
        "[" * 100_000,
    ],
)
def test_what_is_uncommon_is_looked_at_with_its_places(text):
    assert without_places(text) is None


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [1, -20, 0, "1", "", "yes", true, false, null], "": {}, "b": []}',
        '{"a\\\\d+": "he says \\"no\\" # no remark", "ä": "ß: {x}"}',
        "[" * (DEEPEST - 1) + "[]" + "]" * (DEEPEST - 1),
    ],
)
def test_common_values_are_the_same_with_places_and_without(text):
    node = without_places(text)
    assert node is not None
    assert node.plain() == parse_json(text, "here").plain()


def test_a_linked_schema_holds_itself_where_a_reference_leads_back():
    schema = {
        "$ref": "#/$defs/tree",
        "$defs": {
            "tree": {"type": "object", "properties": {"in": {"$ref": "#/$defs/tree"}, "$ref": {"type": "string"}}}
        },
    }
    tree = linked(schema)["allOf"][0]
    assert tree["properties"]["in"] is tree
    assert tree["properties"]["$ref"] == {"type": "string"}


@pytest.mark.parametrize(("text", "number"), [('{"in": {"in": {}}}', 0), ('{"in": {"in": 1}}', 1), ('{"in": []}', 1)])
def test_findings_are_those_of_the_schema_with_its_references(text, number):
    schema = {
        "$ref": "#/$defs/tree",
        "$defs": {"tree": {"type": "object", "properties": {"in": {"$ref": "#/$defs/tree"}}}},
    }
    assert len(check_schema(parse_json(text, "here"), schema)) == number


def test_a_key_that_stands_twice_is_told_with_its_place():
    with pytest.raises(Rejected) as told:
        parse_json('{\n  "a": 1,\n  "a": 2\n}', "here")
    assert [(finding.code, finding.span.line) for finding in told.value.diagnostics] == [("RW307", 3)]
