"""How games are played: at random, after what has come up least, or stubbornly the same way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from interpreter.model.program import Model
from interpreter.model.statements import Bind, Decide, DecideSeveral
from interpreter.model.types import CollectionType, MemberType, without_nothing
from interpreter.model.walk import every_node
from interpreter.run import Decision, Option

from .coverage import NAMED

TELLING = (*NAMED, "space")
"""The forms of domains whose members make one option another than the next."""

IDLY = 0.15
"""How often the curious strategy does anything at all, so that it does not always go the same ways."""


class Trait(NamedTuple):
    """What tells an option from others: where it is chosen, and a member that it binds (of no domain: all it says)."""

    where: object
    domain: str
    value: object


class Strategy(Protocol):
    """Answers decisions; one game after the other."""

    def begin(self, seed: int) -> None:
        """A game begins."""

    def choose(self, decision: Decision) -> int:
        """The number of an option."""


class Uniform:
    """Every option is as likely as any other."""

    def __init__(self) -> None:
        self.chance = random.Random(0)

    def begin(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, decision: Decision) -> int:
        return self.chance.randrange(len(decision.options))


class Curious:
    """Likes best what it has chosen least in all games so far: an action, or a row, kind or space with it.

    An option is worth the less, the more often the rarest thing about it was chosen. Ending a turn, a round and the
    like is common, so that games go on as long as they can.
    """

    def __init__(self, model: Model) -> None:
        self.chance = random.Random(0)
        self.chosen: Counter[Trait] = Counter()
        self.telling = _telling(model)

    def begin(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, decision: Decision) -> int:
        options = decision.options
        traits = [list(self._traits(decision, option)) for option in options]
        if len(options) == 1 or self.chance.random() < IDLY:
            number = self.chance.randrange(len(options))
        else:
            (number,) = self.chance.choices(range(len(options)), [self.weight(own) for own in traits])
        self.note(traits[number])
        return number

    def weight(self, traits: Sequence[Trait]) -> float:
        """How much an option is worth, by what tells it from others."""
        return 1 / (1 + min(self.chosen[trait] for trait in traits)) ** 2

    def note(self, traits: Sequence[Trait]) -> None:
        """An option has been chosen."""
        self.chosen.update(traits)

    def _traits(self, decision: Decision, option: Option) -> Iterator[Trait]:
        values: Sequence[int] = option.choice
        where: object = decision.span
        if option.action is not None:
            where = option.action
            values = values if decision.kind == "perform" else values[1:]
        domains = self.telling.get(where, ())
        if any(domains) and len(values) == len(domains):
            for place, (domain, value) in enumerate(zip(domains, values, strict=True)):
                if domain:
                    yield Trait((where, place), domain, value)
        elif option.action is None:
            yield Trait(where, "", values)
        yield Trait(where, "", decision.kind)


class Stubborn(Curious):
    """Takes actions like the curious strategy, but rows, kinds and spaces that were taken often in this game.

    So all that happens comes to the same few places: what needs many things in one place comes up.
    """

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.here: Counter[tuple[str, object]] = Counter()

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self.here.clear()

    def weight(self, traits: Sequence[Trait]) -> float:
        often = max((self.here[trait.domain, trait.value] for trait in traits if trait.domain), default=0)
        return super().weight(traits[-1:]) * (1 + often) ** 2

    def note(self, traits: Sequence[Trait]) -> None:
        super().note(traits)
        self.here.update((trait.domain, trait.value) for trait in traits if trait.domain)


STRATEGIES: Mapping[str, Callable[[Model], Strategy]] = {
    "random": lambda model: Uniform(),
    "curious": Curious,
    "stubborn": Stubborn,
}


def _telling(model: Model) -> Mapping[object, Sequence[str]]:
    """For each action by name and each question by place: the domains of the values that it binds, if they tell."""
    found: dict[object, Sequence[str]] = {}
    for name, action in model.actions.items():
        binds = {step.slot: step for step in action.offer if isinstance(step, Bind)}
        found[name] = [_domain(model, binds[slot]) if slot in binds else "" for slot in action.bound]
    for node in every_node(model):
        if isinstance(node, Decide):
            found[node.span] = [_domain(model, bind) for bind in node.binds]
        elif isinstance(node, DecideSeveral):
            found[node.span] = [_domain(model, node.bind)]
    return found


def _domain(model: Model, bind: Bind) -> str:
    """The domain that a name is a member of; an empty text for one whose members do not tell."""
    bare = without_nothing(bind.source.type)
    of = bare.of if isinstance(bare, CollectionType) else None
    return of.domain if isinstance(of, MemberType) and model.domains[of.domain].form in TELLING else ""
