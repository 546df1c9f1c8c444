"""What a row of data says, for people in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.commands.show_rows import Pages
from interpreter.commands.titles import titles_of
from interpreter.game.game import Game
from interpreter.model.program import Domain


def info_lines(game: Game, text: str) -> Iterator[str]:
    """The rows of that name, or whose title begins so: their figures, and their rules in words."""
    wanted = text.casefold()
    titles = titles_of(game.model)
    rows = [
        (domain, number)
        for domain in game.model.domains.values()
        if domain.form == "row" and "." not in domain.name
        for number, name in enumerate(domain.members)
        if name == text or (name in titles and titles[name].casefold().startswith(wanted))
    ]
    if not text:
        yield "about what? Write the name or the title of a card, or of another row of data, after it."
    elif not rows:
        yield f"nothing in the data of this game is called `{text[:40]}`"
    if not text or not rows:
        return
    pages = Pages(game.checked)
    for domain, number in _outer(pages, rows):
        yield from pages.row(domain, number)


def _outer(pages: Pages, rows: list[tuple[Domain, int]]) -> list[tuple[Domain, int]]:
    """Rows inside others are told there, when those are among them."""
    outer = [(domain, number) for domain, number in rows if domain.name not in pages.nested]
    return outer or rows
