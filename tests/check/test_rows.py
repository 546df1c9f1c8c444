"""Data rows: which types their fields have, and which values."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.model.types import (
    NUMBER,
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NumberType,
    RulesTextType,
    StringType,
    Type,
)
from tests.check.games import checked, codes, model

DATA = 'kind fruits of fruit is apple, berry\ndata cards of card from "cards.yaml"\n'
STEPS = DATA.replace('"\n', '" with steps of step\n')


def fields(folder: Path, rows: str, rules: str = DATA, files: dict[str, str] | None = None):
    """The fields of the rows, by name."""
    return model(folder, rules, {"cards.yaml": f"cards:\n{rows}", **(files or {})}).domains["card"].fields


def schema(**fields: str) -> dict[str, str]:
    """A schema of cards with these fields."""
    inner = ", ".join(f'"{name}": {text}' for name, text in {"id": '{"type": "string"}', **fields}.items())
    items = f'{{"type": "object", "additionalProperties": false, "properties": {{{inner}}}}}'
    return {
        "schemas/cards.schema.json": '{"type": "object", "additionalProperties": false, "properties": {"cards": '
        f'{{"type": "array", "items": {items}}}}}}}'
    }


@pytest.mark.parametrize(
    ("first", "second", "type_", "values"),
    [
        ("x: 3", "x: 5", NumberType(3, 5), (3, 5)),
        ("x: 3", "", NumberType(0, 3), (3, 0)),
        ("x: yes", "x: no", YES_NO, (True, False)),
        ("x: yes", "", YES_NO, (True, False)),
        ("x: apple", "x: berry", MemberType("fruit"), (0, 1)),
        ("x: apple", "", MaybeType(MemberType("fruit")), (0, None)),
        ("x: white", "x: black", MemberType("player"), (0, 1)),
        ("x: a1", "x: c3", MemberType("space"), (0, 8)),
        ("x: one", "x: two", MemberType("card"), (0, 1)),
        ("x: [apple, apple]", "x: []", CollectionType("list", MemberType("fruit")), ((0, 0), ())),
        ("x: [1, 2]", "", CollectionType("list", NUMBER), ((1, 2), ())),
        ("x: A text for people", "x: Another", StringType(), ("A text for people", "Another")),
        ("x: [[1, 2], [3]]", "", CollectionType("list", CollectionType("list", NUMBER)), (((1, 2), (3,)), ())),
    ],
)
def test_the_type_of_a_field_is_found_from_its_values(
    tmp_path: Path, first: str, second: str, type_: Type, values: tuple[object, ...]
) -> None:
    comma = ", " if second else ""
    found = fields(tmp_path, f"- {{id: one, {first}}}\n- {{id: two{comma}{second}}}\n")["x"]
    assert (found.type, found.values) == (type_, values)


def test_a_field_called_like_a_type_has_that_type(tmp_path: Path) -> None:
    rules = DATA + "kind pies of pie is apple, plum\n"
    found = fields(tmp_path, "- {id: one, fruit: apple}\n", rules)["fruit"]
    assert (found.type, found.values) == (MemberType("fruit"), (0,))


def test_a_schema_names_the_type_of_a_field(tmp_path: Path) -> None:
    rules = DATA + "kind pies of pie is apple, plum\n"
    names = schema(x='{"type": "string", "names": "pie"}', y='{"type": "string", "names": "maybe fruit"}')
    found = fields(tmp_path, "- {id: one, x: apple, y: apple}\n", rules, names)
    assert found["x"].type == MemberType("pie")
    assert found["y"].type == MaybeType(MemberType("fruit"))


@pytest.mark.parametrize(
    "rows",
    [
        "- {id: one, x: 3}\n- {id: two, x: apple}\n",
        "- {id: one, x: apple}\n- {id: two, x: [apple]}\n",
        "- {id: one, x: yes}\n- {id: two, x: 3}\n",
        "- {id: one, x: yes}\n- {id: two, x: apple}\n",
    ],
)
def test_a_field_of_two_types_is_a_mistake(tmp_path: Path, rows: str) -> None:
    found = codes(tmp_path, DATA, {"cards.yaml": f"cards:\n{rows}"})
    assert [code for code in found if code != "RW410"] == ["RW218"]


def test_a_word_that_could_be_of_two_types_is_a_mistake(tmp_path: Path) -> None:
    rules = DATA + "kind pies of pie is apple, plum\n"
    assert codes(tmp_path, rules, {"cards.yaml": "cards:\n- {id: one, x: apple}\n"}) == ["RW217"]


def test_rows_of_several_files_stand_one_after_the_other(tmp_path: Path) -> None:
    rules = DATA.replace('"cards.yaml"', '"cards.yaml", "more.yaml"')
    files = {"cards.yaml": "cards:\n- {id: one}\n", "more.yaml": "cards:\n- {id: two}\n"}
    assert model(tmp_path, rules, files).domains["card"].members == ("one", "two")


def test_rows_inside_of_rows_lead_back_to_them(tmp_path: Path) -> None:
    rows = "cards:\n- {id: one, steps: [{cost: 1}, {cost: 2}]}\n- {id: two}\n- {id: three, steps: [{cost: 5}]}\n"
    found = model(tmp_path, STEPS, {"cards.yaml": rows})
    assert found.domains["step"].members == ("one_step_1", "one_step_2", "three_step_3")
    assert found.domains["card"].fields["steps"].values == ((0, 1), (), (2,))
    assert found.domains["step"].fields["card"].values == (0, 0, 2)
    assert found.domains["step"].fields["cost"].values == (1, 2, 5)


def test_a_mapping_is_a_row_of_its_own(tmp_path: Path) -> None:
    rows = "cards:\n- {id: one, gain: {coins: 2}}\n- {id: two}\n"
    found = model(tmp_path, DATA, {"cards.yaml": rows})
    assert found.domains["card"].fields["gain"].type == MaybeType(MemberType("card.gain"))
    assert found.domains["card.gain"].fields["coins"].values == (2,)


def test_rules_text_is_kept_by_number(tmp_path: Path) -> None:
    texts = schema(effect='{"type": "string", "format": "effect"}')
    rows = "cards:\n- {id: one, effect: gain 1 coins}\n- {id: two}\n- {id: three, effect: lose 1 coins}\n"
    found = model(tmp_path, DATA, {"cards.yaml": rows, **texts})
    field = found.domains["card"].fields["effect"]
    assert field.type == MaybeType(RulesTextType("effect"))
    assert field.values == (0, None, 1)
    assert [text.row for text in found.texts] == ["one, effect", "three, effect"]


def test_a_list_of_rules_texts_stays_a_list(tmp_path: Path) -> None:
    texts = schema(ways='{"type": "array", "items": {"type": "string", "format": "effect"}}')
    rows = "cards:\n- {id: one, ways: [gain 1 coins, lose 1 coins]}\n- {id: two}\n"
    field = model(tmp_path, DATA, {"cards.yaml": rows, **texts}).domains["card"].fields["ways"]
    assert field.type == CollectionType("list", RulesTextType("effect"))
    assert field.values == ((0, 1), ())


def test_self_and_the_row_are_known_in_rules_text(tmp_path: Path) -> None:
    texts = schema(worth='{"type": "integer"}', effect='{"type": "string", "format": "effect"}')
    good = "cards:\n- {id: one, worth: 2, effect: gain self.worth + card.worth coins}\n"
    assert model(tmp_path, DATA, {"cards.yaml": good, **texts}).texts
    bad = good.replace("card.worth", "step.worth")
    assert codes(tmp_path, DATA, {"cards.yaml": bad, **texts}) == ["RW214"]


def test_a_slip_of_a_key_is_told_where_it_stands(tmp_path: Path) -> None:
    rows = "cards:\n- {id: pie, misson: 1}\n- {id: jam, mission: 2}\n"
    rules = DATA + "value worth(card) is card.mission\nrule test:\n  after take\n  gain worth(pie) coins\n"
    findings = checked(tmp_path, rules, {"cards.yaml": rows}).findings
    (found,) = [finding for finding in findings if finding.code == "RW410"]
    assert found.hint == "did you mean `mission`?"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (2, 13)


def test_a_slip_among_words_of_one_type_is_told(tmp_path: Path) -> None:
    rows = "cards:\n- {id: pie, x: apple}\n- {id: jam, x: bery}\n- {id: tart, x: berry}\n"
    assert "RW214" in codes(tmp_path, DATA, {"cards.yaml": rows})


@pytest.mark.parametrize(
    ("told", "type_", "value"),
    [
        ('{"type": "integer"}', NumberType(0, 0), 0),
        ('{"type": "boolean"}', YES_NO, False),
        ('{"type": "string"}', MaybeType(StringType()), None),
        ('{"format": "effect"}', MaybeType(RulesTextType("effect")), None),
        ('{"names": "fruit"}', MaybeType(MemberType("fruit")), None),
    ],
)
def test_a_field_that_only_the_schema_has_is_left_out_by_every_row(
    tmp_path: Path, told: str, type_: Type, value: object
) -> None:
    found = fields(tmp_path, "- {id: pie}\n- {id: jam}\n", files=schema(extra=told))["extra"]
    assert (found.type, found.values) == (type_, (value, value))


def test_what_no_row_of_a_nested_table_has(tmp_path: Path) -> None:
    row = '{"type": "object", "additionalProperties": false, "properties": {"far": {"type": "integer"}, "turn": {}}}'
    files = {
        "cards.yaml": "cards:\n- {id: pie, steps: [{turn: leftward}]}\n",
        **schema(steps=f'{{"type": "array", "items": {row}}}'),
    }
    found = model(tmp_path, STEPS + "kind turns of turn is leftward, rightward\n", files)
    assert found.domains["step"].fields["far"].values == (0,)
