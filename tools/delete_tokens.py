"""Breaks a game in every small way there is, and looks at what the checker makes of it.

Each mutation changes one token or line of one file of a copy of the game: it is left out, written twice, exchanged with
the next one, misspelt, or replaced by another name of the file. The checker must answer each with findings or a clean
check, never with a traceback. Crashes are printed, and on demand the mutations that give more findings than `--most`
(probably one mistake told several times) and those that give none (perhaps a mistake that is not seen).

    python tools/delete_tokens.py rules/seto --kinds delete --show clean
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from interpreter.check import check_folder
from interpreter.diagnostics import Diagnostic
from interpreter.syntax.words import all_words

TOKEN_KINDS = ("delete", "duplicate", "swap", "misspell", "rename")
KINDS = (*TOKEN_KINDS, "drop_line", "double_line", "cut")
RULES_TOKEN = re.compile(r'#[^\n]*|"[^"\n]*"|[a-z][a-z0-9_]*|\d+|<=|>=|\n[ \t]*|[^\s]')
LAST_LINES = 4
STRIDE = 7
SCENARIOS = "scenarios"
DATA_TOKEN = re.compile(r"#[^\n]*|[A-Za-z_][A-Za-z0-9_]*|\d+|\n[ \t]*|[^\s]")


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change of one text: `what` happened to `token` on `line`, and the `text` that came of it."""

    kind: str
    line: int
    token: str
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind} {self.token!r}"


def mutations(text: str, data: bool, kinds: Sequence[str] = KINDS) -> Iterator[Mutation]:
    """All mutations of a rules text, or of a data file."""
    if set(TOKEN_KINDS) & set(kinds):
        yield from _token_mutations(text, DATA_TOKEN if data else RULES_TOKEN, kinds)
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        before, after = "".join(lines[: number - 1]), "".join(lines[number:])
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if "drop_line" in kinds:
            yield Mutation("drop_line", number, line.strip(), before + after)
        if "double_line" in kinds:
            yield Mutation("double_line", number, line.strip(), before + line + line + after)
        if "cut" in kinds:
            yield Mutation("cut", number, line.strip(), before + line[: len(line) // 2])


def _token_mutations(text: str, pattern: re.Pattern[str], kinds: Sequence[str]) -> Iterator[Mutation]:
    found = [match for match in pattern.finditer(text) if not match.group().startswith("#")]
    words = {match.group() for match in found if re.fullmatch(r"[a-z][a-z0-9_]*", match.group())}
    others = sorted(words - all_words())
    for number, match in enumerate(found):
        start, end, token = match.start(), match.end(), match.group()
        line = text.count("\n", 0, start) + 1
        following = found[number + 1] if number + 1 < len(found) else None
        if "delete" in kinds:
            yield Mutation("delete", line, token, text[:start] + text[end:])
            if token.startswith("\n") and len(token) > 1:
                yield Mutation("delete", line, token[1:], text[: start + 1] + text[end:])
        if "duplicate" in kinds and not token.isspace():
            yield Mutation("duplicate", line, token, f"{text[:end]} {text[start:]}")
        if "swap" in kinds and following is not None and not token.isspace() and not following.group().isspace():
            rest = f"{text[end : following.start()]}{token}{text[following.end() :]}"
            yield Mutation("swap", line, token, f"{text[:start]}{following.group()}{rest}")
        if "rename" in kinds and token in others:
            name = others[(number * STRIDE + others.index(token)) % len(others)]
            yield Mutation("rename", line, token, f"{text[:start]}{name}{text[end:]}")
        if "misspell" in kinds and re.match(r"[A-Za-z_]{2}", token):
            yield Mutation("misspell", line, token, f"{text[:start]}{token[:-2]}{token[-1]}{token[-2]}x{text[end:]}")


def game_files(folder: Path) -> list[Path]:
    """The rules and data files of a game, by name."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".rules", ".yaml"))


def variant_of(file: Path) -> str | None:
    """The variant to check a game with when this file of it (named from its folder) has been changed."""
    parts = file.parts
    return parts[1].removesuffix(".rules") if parts[0] == "variants" else None


class Workshop:
    """A copy of a game in which one file at a time is changed. Scenarios matter to nothing else, so they stay out."""

    def __init__(self, game: Path, place: Path) -> None:
        self.folder = place / game.name
        shutil.copytree(game, self.folder, dirs_exist_ok=True)
        self.sources = {str(path.relative_to(self.folder)): path.read_bytes() for path in game_files(self.folder)}
        for file in self.sources:
            if SCENARIOS in file:
                (self.folder / file).unlink()

    def check(self, file: str, text: str) -> list[Diagnostic]:
        """The findings about the game when `file` holds `text` instead."""
        path = self.folder / file
        path.write_text(text, encoding="utf-8")
        try:
            return check_folder(self.folder, variant_of(Path(file)))
        finally:
            if SCENARIOS in file:
                path.unlink()
            else:
                path.write_bytes(self.sources[file])


@dataclass(slots=True)
class Summary:
    """What came of the mutations of one file."""

    crashes: list[str] = field(default_factory=list)
    counts: Counter[int] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, mutation: Mutation, findings: Sequence[Diagnostic]) -> None:
        """Counts the findings about one mutation."""
        self.counts[len(findings)] += 1
        self.codes.update({finding.code for finding in findings})


def tell(file: str, mutation: Mutation, findings: Sequence[Diagnostic]) -> None:
    """Prints a mutation and what was found."""
    print(f"{file} {mutation}")
    for finding in findings:
        place = "-" if finding.span is None else finding.span.point().rpartition("/")[2]
        print(f"    {place} {finding.code} {finding.message}" + (f" | {finding.hint}" if finding.hint else ""))


def examine(shop: Workshop, file: str, options: argparse.Namespace) -> Summary:
    """Tries the mutations of one file."""
    text = shop.sources[file].decode("utf-8")
    summary = Summary()
    every = list(mutations(text, file.endswith(".yaml"), options.kinds))[options.skip :: options.every]
    with ThreadPoolExecutor(1) as pool:
        for mutation in every:
            attempt = pool.submit(shop.check, file, mutation.text)
            error = attempt.exception()
            if error is not None:
                last = traceback.format_exception(error)[-LAST_LINES:]
                summary.crashes.append(f"{file} {mutation}\n{''.join(last)}")
                continue
            findings = attempt.result()
            summary.add(mutation, findings)
            many = options.show == "many" and len(findings) > options.most
            if many or options.show == "all" or (options.show == "clean" and not findings):
                tell(file, mutation, findings)
    return summary


def main() -> int:
    """Tries all games and files named on the command line; 1 when the checker failed on one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+", type=Path, help="folders of games")
    parser.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=["delete"], help="what to do to each token or line"
    )
    parser.add_argument("--files", default="*", help="which files to change, for example '*.yaml'")
    parser.add_argument("--every", type=int, default=1, help="try only each n-th mutation")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first n mutations of a file")
    parser.add_argument("--show", choices=("none", "clean", "many", "all"), default="none", help="which ones to print")
    parser.add_argument("--most", type=int, default=1, help="with --show many: how many findings are not many yet")
    options = parser.parse_args()
    failed = 0
    for game in options.games:
        with tempfile.TemporaryDirectory() as place:
            shop = Workshop(game.resolve(), Path(place))
            for file in shop.sources:
                if not fnmatch(file, options.files):
                    continue
                summary = examine(shop, file, options)
                print(f"{game / file}: findings {dict(sorted(summary.counts.items()))}, crashes {len(summary.crashes)}")
                print("  " + ", ".join(f"{code} {number}" for code, number in summary.codes.most_common()))
                print("\n".join(summary.crashes), end="\n" if summary.crashes else "", flush=True)
                failed += len(summary.crashes)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
