"""The geometry of playing surfaces: areas, and how their spaces lie to each other. Plain data and pure functions."""

from interpreter.geometry.area import MOST_PLACES, MOST_SPACES, Area, Axis, GeometryError, Keep
from interpreter.geometry.directions import DIRECTION_NAMES, Ways, opposite
from interpreter.geometry.graphs import graph, graph_faults
from interpreter.geometry.grids import DEFAULT_AXES, grid, ring
from interpreter.geometry.pictures import Picture, PictureRow, draw_text, layout_picture
from interpreter.geometry.runs import Jump, Line
from interpreter.geometry.spaces import Spaces

__all__ = [
    "DEFAULT_AXES",
    "DIRECTION_NAMES",
    "MOST_PLACES",
    "MOST_SPACES",
    "Area",
    "Axis",
    "GeometryError",
    "Jump",
    "Keep",
    "Line",
    "Picture",
    "PictureRow",
    "Spaces",
    "Ways",
    "draw_text",
    "graph",
    "graph_faults",
    "grid",
    "layout_picture",
    "opposite",
    "ring",
]
