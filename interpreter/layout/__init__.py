"""The layout of a game: one flat vector of integers, and how values are read from it and written to it."""

from interpreter.layout.cards import NOWHERE, CardSlots, Spot
from interpreter.layout.chance import Chance
from interpreter.layout.codecs import Codec, Value
from interpreter.layout.layout import AFTER, ENTER, TURN, VERSION, Layout
from interpreter.layout.turn import CountSlots, SiteSlots
from interpreter.layout.variables import PieceSlots, VariableSlots

__all__ = [
    "AFTER",
    "ENTER",
    "NOWHERE",
    "TURN",
    "VERSION",
    "CardSlots",
    "Chance",
    "Codec",
    "CountSlots",
    "Layout",
    "PieceSlots",
    "SiteSlots",
    "Spot",
    "Value",
    "VariableSlots",
]
