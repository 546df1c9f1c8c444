"""Declares pieces, figures and tables, and what may be said about them."""

from __future__ import annotations

import json

from .boards import COLUMNS, Ground
from .texts import DIRECTION, NUMBER, PLAYER, SPACE, YES_NO, Symbol, Type, Variable, set_of
from .world import World

TOKEN, MAN, FIGURE = Type("token"), Type("man"), Type("figure")


class Things:
    """Writes declarations that stand on boards."""

    def __init__(self, world: World, ground: Ground) -> None:
        self.world = world
        self.dice = world.dice
        self.rules, self.files = ground.rules, ground.files

    def declare(self) -> None:
        """Writes all of them."""
        world = self.world
        if world.chance(0.6) and "board" in world.areas:
            self._tokens()
        if world.has("pool", 0.8):
            self._men()
        if world.has("figures", 0.6) and "board" in world.grids and not world.has("wrapped"):
            self._figures()
        if TOKEN not in world.pieces:
            self._marks()
        for name in ("table", "second table"):
            if world.has(name, 0.8):
                self._table("ways_of" if name == "table" else "worth_of")

    # ---- pieces

    def _piece(self, one: Type, many: str, mobile: bool) -> None:
        world = self.world
        world.pieces.append(one)
        world.plurals[one] = many
        world.mobile[one] = mobile
        world.add(
            Symbol(SPACE, "{0}.space", (one,), weight=2.0),
            Symbol(PLAYER, "{0}.owner", (one,), weight=1.5),
            Symbol(set_of(SPACE), "spaces_of({0})", (set_of(one),), weight=1.5),
        )

    def _field(self, one: Type, name: str, type_: Type, high: int = 0, maybe: bool = False) -> None:
        """A field that rules may set: then it is part of the state."""
        self.world.add(Symbol(type_, f"{{0}}.{name}", (one,), finite=high > 0))
        self.world.variables.append(
            Variable(f"{one.of}.{name}", type_, f"{{0}}.{name}", (one,), "field", 0, high, maybe=maybe)
        )

    def _tokens(self) -> None:
        world = self.world
        mobile = world.has("tokens leave", 1.5)
        self._piece(TOKEN, "tokens", mobile)
        fields = ["owner: player", "space: maybe space" if mobile else "space"]
        legend = [f"{letter}: {{owner: {player}" for letter, player in zip("wbr", world.players, strict=False)]
        tinted = world.has("token tint", 1.5)
        if tinted:
            fields.append("tint")
            tints = world.constants[Type("tint")]
            legend = [f"{line}, tint: {tints[k % len(tints)]}" for k, line in enumerate(legend)]
            self._field(TOKEN, "tint", Type("tint"))
        if world.has("token number"):
            fields.append("worth: number 0 to 4")
            self._field(TOKEN, "worth", NUMBER, 4)
        if world.has("token flag", 1.5):
            fields.append("marked: yes_no")
            self._field(TOKEN, "marked", YES_NO)
        if world.has("token home", 0.6):
            fields.append("home: maybe space")
            self._field(TOKEN, "home", SPACE, maybe=True)
        self.rules.append(f"piece tokens of token has {', '.join(fields)}")
        self.rules.append('setup from "setup.yaml"')
        letters = "wbr"[: len(legend)]
        rows = ["".join(f"{line}}}\n  " for line in legend)]
        text = f"piece: token\narea: board\nlegend:\n  {rows[0].rstrip()}\n"
        if world.has("order", 0.6) and tinted:
            text += "order: [owner, tint]\n"
        self.files["setup.yaml"] = text + "art:\n" + self._art(letters)

    def _art(self, letters: str) -> str:
        columns, rows = self.world.extent
        names = self.world.constants[SPACE]
        share = self.dice.choice([0.1, 0.4])
        art = ""
        for row in range(rows, 0, -1):
            words = [
                self.dice.choice(letters) if self.dice.random() < share and f"{column}{row}" in names else "."
                for column in COLUMNS[:columns]
            ]
            if row == rows:
                words[0] = letters[0]
                words[-1] = letters[-1] if f"{COLUMNS[columns - 1]}{row}" in names else "."
            art += f'- "{" ".join(words)}"\n'
        return art

    def _men(self) -> None:
        world = self.world
        count = self.dice.randint(1, 4)
        self._piece(MAN, "men", True)
        fields = ["space: maybe space"]
        if world.has("man rank", 0.6):
            fields.append("grade: number 0 to 3")
            self._field(MAN, "grade", NUMBER, 3)
        self.rules.append(f"piece men of man for each player up to {count} has {', '.join(fields)}")
        world.constants[MAN] = [f"{player}_man_{number}" for player in world.players for number in range(1, count + 1)]

    def _marks(self) -> None:
        """Marks kept for each space, which a picture may lay out."""
        world, dice = self.world, self.dice
        area = world.areas[0]
        self.rules.append(f"keep mark for each space of {area} as maybe player")
        forms = ["{0}.mark", "mark[{0}]"]
        world.variables.append(Variable("mark", PLAYER, dice.choice(forms), (SPACE,), maybe=True))
        world.add(*(Symbol(PLAYER, form, (SPACE,), weight=1.5) for form in forms))
        if area == "board" and world.chance(0.6):
            letters = "wbr"[: len(world.players)]
            legend = "".join(f"  {k}: {{mark: {p}}}\n" for k, p in zip(letters, world.players, strict=False))
            self.files["setup.yaml"] = f"area: board\nlegend:\n{legend}art:\n{self._art(letters)}"
            self.rules.append('setup from "setup.yaml"')

    # ---- figures and tables

    def _figures(self) -> None:
        world, dice = self.world, self.dice
        long = [["x x x"]] if min(world.extent) > 2 else []
        rows = ""
        pictures = dice.choice([[["x x"], ["x", "x"]], [["x x"], ["x", "x"], ["x x", ". x"], *long]])
        for number, cells in enumerate(dice.sample(pictures, dice.randint(1, len(pictures))), 1):
            rows += f"- {{id: form_{number}, points: {dice.randint(1, 3)}, place: anywhere, "
            rows += f"symmetry: {dice.choice(['none', 'turns_and_mirrors'])}, cells: {json.dumps(cells)}}}\n"
        self.files["figures.yaml"] = f"forms:\n{rows}"
        self.rules.append('figures forms from "figures.yaml" on board')
        one = Type("forms figure")
        world.plurals[one] = "forms"
        world.add(
            Symbol(set_of(one), "forms", weight=2.0),
            Symbol(set_of(SPACE), "{0}.cells", (one,), weight=1.5),
            Symbol(NUMBER, "{0}.points", (one,), weight=0.6, finite=True),
        )

    def _table(self, name: str) -> None:
        """A table by kind or by player, with a column of each of some types."""
        world, dice = self.world, self.dice
        key = Type(dice.choice(["tint", "player"]))
        columns: list[tuple[str, Type]] = [("power", NUMBER)]
        columns += [("lucky", YES_NO)] if world.chance(0.4) else []
        columns += [("friend", Type("tint"))] if world.chance(0.4) else []
        columns += [("front", DIRECTION)] if world.chance(0.4) else []
        columns += [("reach", set_of(DIRECTION))] if world.chance(0.5) else []
        columns += [("likes", set_of(Type("tint")))] if world.chance(0.3) else []
        rows = [f"  columns {', '.join(column for column, _ in columns)}"]
        for member in world.constants[key]:
            rows.append(f"  {member}: {' '.join(self._cell(type_) for _, type_ in columns)}")
        self.rules.append("\n".join([f"table {name} by {key.of}:", *rows]))
        for column, type_ in columns:
            finite = type_ == NUMBER
            world.add(Symbol(type_, f"{name}[{{0}}].{column}", (key,), weight=0.8, finite=finite))

    def _cell(self, type_: Type) -> str:
        dice = self.dice
        if type_ == NUMBER:
            return str(dice.randint(0, 4))
        if type_ == YES_NO:
            return dice.choice(["yes", "no"])
        words = self.world.constants[Type(type_.of)]
        if type_.shape == "one":
            return dice.choice(words)
        return f"[{', '.join(dice.sample(words, dice.randint(1, min(3, len(words)))))}]"
