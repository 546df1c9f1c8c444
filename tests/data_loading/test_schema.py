"""Schemas: findings in an author's words, one for each cause; and what a schema says about a tree."""

import pytest

from interpreter.data import Mapping, apply_schema, check_schema, parse_yaml, shipped_schema
from interpreter.data.nodes import mapping, sequence
from interpreter.data.words import found, listed, quoted, what
from interpreter.diagnostics import Span

ROW = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "price"],
    "dependentRequired": {"later": ["effect"]},
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z_]+$", "description": "Small letters."},
        "price": {"type": "integer", "minimum": 0, "maximum": 9, "description": "In coins."},
        "secret": {"type": "boolean"},
        "kind": {"enum": ["red", "black"]},
        "suits": {"type": "array", "items": {"names": "suit"}, "minItems": 1, "maxItems": 3, "uniqueItems": True},
        "effect": {"format": "effect"},
        "later": {"format": "effect"},
        "when": {"format": "trigger"},
        "adjusts": {"format": "adjusts"},
        "next": {"names": "maybe card"},
        "note": {"type": "string", "minLength": 2, "maxLength": 4},
        "task": {
            "anyOf": [
                {"type": "object", "additionalProperties": False, "properties": {"if": {"format": "condition"}}},
                {"type": "integer"},
            ]
        },
        "by": {
            "type": "object",
            "propertyNames": {"pattern": "^[1-4]$", "description": "A number up to 4."},
            "additionalProperties": {"type": "integer"},
            "minProperties": 1,
        },
        "version": {"const": 1},
    },
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"cards": {"type": "array", "items": {"$ref": "#/$defs/card"}}},
    "$defs": {"card": ROW},
}


def check(text, schema=SCHEMA, strict=True):
    return check_schema(parse_yaml(text, "f"), schema, strict)


def card(text):
    """The findings about one card with these further keys."""
    return check(f"cards:\n- id: ace\n  price: 3\n  {text}\n")


def test_a_tree_that_fits():
    text = """
    cards:
    - {id: ace, price: 3, secret: yes, kind: red, suits: [a, b], effect: score 3, when: [x, y], next: king, version: 1}
    - {id: king, price: 0, effect: 5, later: x, adjusts: {"price(me, card)": 0, other: yes}, by: {1: 2, "3": 4}}
    """
    assert check(text) == []


# Each case: further keys of a card, the code, the place, the message, and the hint or what is expected.
SLIPS = {
    "unknown": ("efect: x", "RW320", (4, 3), "`ace`: unknown key `efect`", "Did you mean `effect`?"),
    "unknown, near to none": ("zzz: x", "RW320", (4, 3), "`ace`: unknown key `zzz`", "Known here: `adjusts`, `by`"),
    "a second slip of a key": ("prices: 3", "RW320", (4, 3), "`ace`: unknown key `prices`", "Did you mean `price`?"),
    "text for a number": ("price2: 3", "RW320", (4, 3), "unknown key `price2`", "Did you mean `price`?"),
    "list for a word": ("note: [a]", "RW322", (4, 9), "`note` is a list, but must be a text", "a text"),
    "keys for a word": ("note: {a: b}", "RW322", (4, 9), "`note` is keys with values, but must", "a text"),
    "number for a word": ("note: 12", "RW322", (4, 9), "`note` is the number 12, but must be a text", "a text"),
    "word for a list": ("suits: a", "RW322", (4, 10), "`suits` is the text `a`, but must be a list", "a list"),
    "number for a name": ("next: 3", "RW322", (4, 9), "`next` is the number 3", "the name of a card"),
    "list for rules": ("effect: [a]", "RW322", (4, 11), "`effect` is a list, but must", "rules text: what happens"),
    "list in a trigger": ("when: [a, [b]]", "RW322", (4, 13), "item 2 of `when` is a list", "an event to wait for"),
    "empty trigger": ("when: []", "RW322", (4, 9), "`when` is an empty list", "an event to wait for"),
    "word for adjustments": ("adjusts: x", "RW322", (4, 12), "`adjusts` is the text `x`", "values of the rules"),
    "list in adjustments": ("adjusts: {x: [1]}", "RW322", (4, 16), "`x` is a list", "values of the rules"),
    "item of a list": ("suits: [a, 2]", "RW322", (4, 14), "item 2 of `suits` is the number 2", "the name of a suit"),
    "none of several kinds": ("task: [x]", "RW322", (4, 9), "`task` is a list", "keys with values or a whole number"),
    "nearest of several kinds": ("task: {fi: x}", "RW320", (4, 10), "`ace`: unknown key `fi`", "Known here: `if`."),
    "unknown word": (
        "kind: rd",
        "RW323",
        (4, 9),
        "`kind` is the text `rd`, but must be `red` or",
        "Did you mean `red`?",
    ),
    "number for one of some words": ("kind: 3", "RW323", (4, 9), "`kind` is the number 3", "`red` or `black`"),
    "another constant": ("version: 2", "RW323", (4, 12), "`version` is the number 2, but must be `1`", "`1`"),
    "too few": ("suits: []", "RW324", (4, 10), "`suits` has too few items: at least 1", ""),
    "too many": ("suits: [a, b, c, d]", "RW324", (4, 10), "`suits` has too many items: at most 3", ""),
    "too short": ("note: a", "RW324", (4, 9), "`note` is too short: at least 2", ""),
    "too long": ("note: abcde", "RW324", (4, 9), "`note` is too long: at most 4", ""),
    "no keys": ("by: {}", "RW324", (4, 7), "`by` has too few keys: at least 1", ""),
    "true": ("secret: true", "RW325", (4, 11), "`secret` is `true`, but the answer is written", "Did you mean `yes`?"),
    "off": ("secret: Off", "RW325", (4, 11), "`secret` is `Off`", "Did you mean `no`?"),
    "neither yes nor no": ("secret: maybe", "RW322", (4, 11), "`secret` is the text `maybe`", "yes or no"),
    "key of the wrong form": ("by: {5: 1}", "RW326", (4, 8), "`5` cannot be a key here", "A number up to 4."),
    "twice": ("suits: [a, b, a]", "RW327", (4, 17), "`suits` holds the text `a` twice", ""),
    "no value": ("note:", "RW328", (4, 3), "`note` has no value", "a text"),
    "no rules": ("effect: ~", "RW328", (4, 11), "`effect` has no value", "rules text"),
    "no value among words": ("kind: ", "RW328", (4, 3), "`kind` has no value", "`red` or `black`"),
    "one beside another": (
        "later: x",
        "RW321",
        (2, 3),
        "`ace`: the key `effect` is missing beside `later`",
        "rules text",
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_each_slip_has_one_finding_at_its_cause(name):
    text, code, place, message, more = SLIPS[name]
    (finding,) = card(text)
    assert (finding.code, (finding.span.line, finding.span.column)) == (code, place), finding
    assert message in finding.message
    assert more in f"{finding.hint} {finding.expected}"


def test_a_number_out_of_range():
    (finding,) = check("cards: [{id: ace, price: 12}]")
    assert (finding.code, finding.message) == ("RW324", "`ace`: `price` is 12, which is too large: at most 9")
    assert (finding.expected, finding.hint) == ("a whole number from 0 to 9", "In coins.")


def test_several_faults_of_one_row_are_all_told_and_sorted():
    findings = check("cards:\n- secret: on\n  price: x\n  kind: blue\n  zzz: 1\n- {id: A}\n")
    assert [(finding.code, finding.span.line) for finding in findings] == [
        ("RW321", 2),
        ("RW325", 2),
        ("RW322", 3),
        ("RW323", 4),
        ("RW320", 5),
        ("RW321", 6),
        ("RW326", 6),
    ]
    assert findings[0].message == "row 1 of `cards`: the key `id` is missing"
    assert findings[0].span == Span("f", 2, 3, 2, 9)


def test_a_slip_of_a_key_that_must_be_there_is_one_finding():
    (finding,) = check("cards: [{id: ace, prise: 3}]")
    assert (finding.code, finding.hint) == ("RW320", "Did you mean `price`?")


def test_a_text_with_a_comma_in_braces():
    (finding,) = check("cards: [{id: ace, price: 1, effect: visit(me, there)}]")
    assert (finding.code, finding.message) == ("RW320", "`ace`: unknown key `there)`")
    assert "a text that holds commas needs quotes" in finding.hint


def test_a_row_without_an_id_is_named_by_its_number():
    findings = check("cards:\n- {id: ace, price: 1}\n- {price: 99, id: [x]}\n")
    assert [finding.message for finding in findings] == [
        "row 2 of `cards`: `price` is 99, which is too large: at most 9",
        "row 2 of `cards`: `id` is a list, but must be a text",
    ]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("cards:x", "the file is the text `cards:x`, but must be keys with values", "A key is followed by a colon"),
        ("- x", "the file is a list, but must be keys with values", None),
        ("cards: [x]", "item 1 of `cards` is the text `x`, but must be keys with values", None),
        ("[[x]]", "the file is a list, but must be keys with values", None),
    ],
)
def test_a_file_of_another_shape(text, message, hint):
    (finding,) = check(text)
    assert (finding.code, finding.message) == ("RW322", message)
    assert finding.hint is None or hint in finding.hint


def test_an_item_of_a_list_of_lists():
    schema = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}
    (finding,) = check("[[1, x]]", schema)
    assert finding.message == "item 2 is the text `x`, but must be a whole number"


# --- open mappings

OPEN = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"symmetry": {"type": "string"}, "id": {"type": "string"}},
        "additionalProperties": {"type": ["string", "integer"]},
    },
}


def test_a_key_that_is_nearly_a_known_one_is_a_slip_even_where_other_keys_are_allowed():
    (finding,) = check("[{simmetry: x, points: 1}]", OPEN)
    assert (finding.code, finding.hint) == ("RW320", "Did you mean `symmetry`?")
    assert check("[{simmetry: x, points: 1}]", OPEN, strict=False) == []


def test_beside_the_known_key_a_similar_one_is_no_slip():
    assert check("[{symmetry: x, symmetry2: y}]", OPEN) == []


def test_short_keys_are_near_to_too_much():
    assert check("[{aid: x}]", OPEN) == []


# --- what a schema says about a tree


def applied(text):
    node = parse_yaml(f"cards:\n- {text}\n", "f")
    return mapping(sequence(mapping(apply_schema(node, SCHEMA)).get("cards")).items[0])


def test_yes_and_no_become_booleans_where_the_schema_says_so():
    row = applied("{id: yes, secret: yes, suits: [no]}")
    assert row.plain() == {"id": "yes", "secret": True, "suits": ["no"]}
    assert applied("{secret: no}").plain() == {"secret": False}


def test_texts_know_what_they_mean():
    row = applied("{id: ace, effect: score 3, when: [x, y], suits: [a], next: b, task: {if: c}, adjusts: {h: 1}}")
    assert isinstance(row, Mapping)
    assert (row.get("id").format, row.get("id").names) == (None, None)
    assert (row.get("effect").format, row.get("effect").text.text) == ("effect", "score 3")
    assert (row.get("when").format, [item.format for item in row.get("when")]) == ("trigger", ["trigger"] * 2)
    assert [item.names for item in row.get("suits")] == ["suit"]
    assert row.get("next").names == "maybe card"
    assert row.get("task").get("if").format == "condition"
    assert (row.get("adjusts").format, row.get("adjusts").get("h").format) == ("adjusts", None)


def test_the_branch_that_fits_says_what_a_text_means():
    assert applied("{task: 3}").get("task").format is None


def test_places_stay():
    node = parse_yaml("cards:\n- {id: ace, secret: yes}\n", "f")
    row = mapping(sequence(mapping(apply_schema(node, SCHEMA)).get("cards")).items[0])
    assert row.get("secret").span == Span("f", 2, 21, 2, 24)


# --- words


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer"}, "a whole number"),
        ({"type": "integer", "minimum": 2}, "a whole number from 2"),
        ({"type": "integer", "maximum": 2}, "a whole number up to 2"),
        ({"type": "integer", "minimum": 1, "maximum": 2}, "a whole number from 1 to 2"),
        ({"type": ["string", "boolean", "array"]}, "a text, yes or no or a list"),
        ({"$ref": "#/$defs/x"}, "a text"),
        ({"anyOf": [{"$ref": "#/$defs/x"}, {"const": 3}, {"type": "string"}]}, "a text or `3`"),
        ({"names": "card"}, "the name of a card"),
        ({}, "another value"),
    ],
)
def test_what_a_schema_asks_for(schema, words):
    assert what(schema, {"$defs": {"x": {"type": "string"}}}) == words


def test_long_texts_and_lists_are_shortened():
    (node,) = parse_yaml(f"[{'word ' * 30}]", "f").items
    assert found(node) == f"the text `{('word ' * 30)[:39]}…`"
    assert quoted(range(20)).endswith("`11`, …")
    assert (listed([]), listed(["a"]), listed("abc", "and")) == ("", "a", "a, b and c")


@pytest.mark.parametrize("name", ["figures", "setup", "graph", "data", "schema"])
def test_every_shipped_schema_is_one_that_authors_could_use(name):
    node = parse_yaml(str(shipped_schema(name)).replace("False", "no").replace("True", "yes"), "f")
    assert check_schema(node, shipped_schema("schema")) == []
