"""The catalogue of findings: one page of documentation for each code.

A page is a Markdown file `pages/RWnnn.md`:

    # RW101: what is wrong, in one line
    ## What it means          the cause and the way out, in the author's words
    ## How                    (optional) how the finding comes about, when it is not by checking the files
    ## Bad                    an example that gives this finding and no other
    ## Good                   the same example, put right

An example is one or more fenced blocks. The word after the fence names the file that the block stands for, and the
files of one example make a small game; where that word is no file name it names the kind of fragment that the block is.
In a block, `{"TEXT" times N}` stands for the text (a JSON string) written that many times.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PAGES = Path(__file__).with_name("pages")

_TITLE = re.compile(r"# (RW\d{3}): (.+)\n")
_SECTION = re.compile(r"^## (.+)\n", re.MULTILINE)
_FENCE = re.compile(r"^(`{3,})(\S+)\n(.*?)^\1\n", re.MULTILINE | re.DOTALL)
_TIMES = re.compile(r'\{("(?:[^"\\]|\\.)*") times (\d+)\}')


@dataclass(frozen=True)
class Page:
    """What is to be known about one code.

    `bad` and `good` give the text of each file (or fragment) of the examples by its name. `how` says in one word what
    must be done with the example for the finding to come about; unless the page says otherwise it is `read` for the
    syntax of a rules file (RW1..) and `check` for everything else. `text` is the whole page as it is written.
    """

    code: str
    title: str
    meaning: str
    how: str
    bad: Mapping[str, str]
    good: Mapping[str, str]
    text: str


@cache
def all_codes() -> tuple[str, ...]:
    """Every code that has a page, in order."""
    return tuple(sorted(path.stem for path in PAGES.glob("RW[0-9][0-9][0-9].md")))


@cache
def page(code: str) -> Page:
    """The page of a code. Raises KeyError when there is none, ValueError when the page lacks a part."""
    if code not in all_codes():
        raise KeyError(code)
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    title = _TITLE.match(text)
    if title is None or title.group(1) != code:
        raise ValueError(f"the page {code} must begin with the line `# {code}: title`")
    parts = _SECTION.split(text[title.end() :])
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    missing = {"What it means", "Bad", "Good"} - sections.keys()
    if missing:
        raise ValueError(f"the page {code} lacks {', '.join(sorted(missing))}")
    how = sections.get("How", "read" if code.startswith("RW1") else "check").strip().strip("`")
    bad, good = _example(sections["Bad"]), _example(sections["Good"])
    if not bad or not good:
        raise ValueError(f"the page {code} lacks an example")
    return Page(code, title.group(2).strip(), sections["What it means"].strip(), how, bad, good, text)


def _example(section: str) -> dict[str, str]:
    return {name: _TIMES.sub(_repeated, text) for _, name, text in _FENCE.findall(section)}


def _repeated(found: re.Match[str]) -> str:
    text: str = json.loads(found.group(1))
    return text * int(found.group(2))
