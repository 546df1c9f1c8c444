"""The texts of actions in scenarios: whether they are ever an option of the game, whatever the position."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.diagnostics import Diagnostic, close_match
from interpreter.game.game import Game
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.types import CollectionType, MemberType, NumberType, Type, YesNoType, without_nothing
from interpreter.model.walk import every_node
from interpreter.syntax import nodes as n

FIXED = ("no", "yes", "again", "done", "go on")
"""Options that decisions have beside those that their notation makes."""


class Forms:
    """Every form in which an option of a game may be written."""

    def __init__(self, game: Game) -> None:
        self.model = game.model
        self.players = game.players
        self.forms: list[tuple[re.Pattern[str], tuple[Type, ...]]] = []
        self.verbs: set[str] = set()
        self.names: set[str] = set(FIXED)
        self._spaces = frozenset(self.model.spaces.names)
        for notation in _notations(game.model):
            self._add(notation)
        for node in every_node(game.model):
            if isinstance(node, s.Part) and node.source is None:
                self.names.add(node.name)
            elif isinstance(node, (s.Part, s.ForEach)) and node.source is not None:
                self._add((_member(node.source.type),))

    def _add(self, notation: tuple[str | Type, ...]) -> None:
        parts = [_spaced(part) if isinstance(part, str) else r"(\S+?)" for part in notation]
        types = tuple(part for part in notation if not isinstance(part, str))
        self.forms.append((re.compile(r"\s*".join(parts)), types))
        head = notation[0] if notation else ""
        if isinstance(head, str) and head.strip():
            self.verbs.add(head.split()[0])

    def finding(self, text: n.Word, refused: bool = False) -> Diagnostic | None:
        """What is wrong with a text that can never be an option; None for one that may.

        A text that is `refused` may name what is not there, but must begin like an option.
        """
        words = " ".join(text.split())
        first, _, rest = words.partition(" ")
        words = rest if first in self.players and rest else words
        if words in self.names or (refused and words.split(" ")[0] in self.verbs):
            return None
        near_forms: list[list[tuple[str, Type]]] = []
        for pattern, types in self.forms:
            found = pattern.fullmatch(words)
            if found is not None:
                near_forms.append(list(zip(found.groups(), types, strict=True)))
                if all(self._fits(word, type_) for word, type_ in near_forms[-1]):
                    return None
        if near_forms:
            problem = next(wrong for word, type_ in near_forms[0] if (wrong := self._wrong(word, type_)))
            return Diagnostic("RW610", f"`{words}` can never be an option: {problem}", text.span)
        verb = words.split(" ")[0] if words else ""
        near = close_match(verb, self.verbs | self.names)
        hint = f"did you mean `{near}`?" if near and near != verb else None
        if verb in self.verbs:
            hint = "its words are not written like those of any option"
        return Diagnostic("RW610", f"`{words}` can never be an option: no action is written like this", text.span, hint)

    def _fits(self, word: str, type_: Type) -> bool:
        """Whether a word is a value of a type."""
        bare = without_nothing(type_)
        if word == "-":
            return True
        match bare:
            case CollectionType(of=of) if of is not None:
                return all(self._fits(part, of) for part in word.split("+"))
            case YesNoType():
                return word in ("yes", "no")
            case NumberType():
                return re.fullmatch(r"-?[0-9]+", word) is not None
            case MemberType(domain):
                return word in self.model.domains[domain].members or (self._on_board(domain) and word in self._spaces)
        return True

    def _wrong(self, word: str, type_: Type) -> str:
        """Why a word is no value of a type; an empty text when it is one."""
        if self._fits(word, type_):
            return ""
        match without_nothing(type_):
            case CollectionType(of=of) if of is not None:
                return next(wrong for part in word.split("+") if (wrong := self._wrong(part, of)))
            case YesNoType():
                return f"`{word}` is neither yes nor no"
            case NumberType():
                return f"`{word}` is no number"
            case MemberType(domain):
                on_board = self._on_board(domain)
                near = close_match(word, [*self.model.domains[domain].members, *(self._spaces if on_board else ())])
                what = "space" if on_board else domain
                return f"there is no {what} `{word}`" + (f", but `{near}`" if near else "")
        return ""

    def _on_board(self, domain: str) -> bool:
        """Whether members are pieces, which are written as their spaces."""
        return self.model.domains[domain].form == "piece"


def _spaced(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split())


def _member(type_: Type) -> Type:
    """The type of the members of a collection."""
    of = type_.of if isinstance(type_, CollectionType) else None
    return type_ if of is None else of


def _notations(model: Model) -> Iterator[tuple[str | Type, ...]]:
    for node in every_node(model):
        if hasattr(node, "notation"):
            yield tuple(part if isinstance(part, str) else part.type for part in node.notation)
