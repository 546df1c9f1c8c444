"""Data files: YAML in which every value knows its place, checked by schemas; and the pictures that they hold."""

from interpreter.data.figures import (
    Expected,
    Figure,
    Figures,
    Placement,
    check_counts,
    expand,
    read_figures,
)
from interpreter.data.graphs import check_graph
from interpreter.data.json_files import load_json
from interpreter.data.nodes import Entry, Mapping, Node, Plain, Scalar, Sequence
from interpreter.data.pictures import Frame, frame_of
from interpreter.data.rows import fields_of, id_of, nested_rows, repeated_ids, rows_of
from interpreter.data.schema import apply_schema, check_schema
from interpreter.data.schemas import KINDS, fit, load_document, own_schema, shipped_schema
from interpreter.data.setup import FieldValue, Fill, Named, Placed, SetUp, place, read_position, read_setup
from interpreter.data.source import decode, read_source
from interpreter.data.text import Place, YamlText
from interpreter.data.words import RULES_TEXT, Schema
from interpreter.data.yaml import load_yaml, parse_yaml

__all__ = [
    "KINDS",
    "RULES_TEXT",
    "Entry",
    "Expected",
    "FieldValue",
    "Figure",
    "Figures",
    "Fill",
    "Frame",
    "Mapping",
    "Named",
    "Node",
    "Place",
    "Placed",
    "Placement",
    "Plain",
    "Scalar",
    "Schema",
    "Sequence",
    "SetUp",
    "YamlText",
    "apply_schema",
    "check_counts",
    "check_graph",
    "check_schema",
    "decode",
    "expand",
    "fields_of",
    "fit",
    "frame_of",
    "id_of",
    "load_document",
    "load_json",
    "load_yaml",
    "nested_rows",
    "own_schema",
    "parse_yaml",
    "place",
    "read_figures",
    "read_position",
    "read_setup",
    "read_source",
    "repeated_ids",
    "rows_of",
    "shipped_schema",
]
