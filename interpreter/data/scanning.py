"""The parts of ruamel.yaml that take most of its time; here they do the same in fewer steps."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.parser import Parser
from ruamel.yaml.reader import Reader
from ruamel.yaml.scanner import Scanner


def make_yaml() -> YAML:
    """A reader of YAML 1.2 for one text."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Reader, yaml.Scanner, yaml.Parser = _Reader, _Scanner, _Parser
    return yaml


class _Reader(Reader):
    """Passes over the signs of a line all at once."""

    def forward(self, length: int = 1) -> None:
        stop = self.pointer + length
        passed = self.buffer[self.pointer : stop]
        if "\n" in passed or "\r" in passed or "\ufeff" in passed or stop + 1 >= len(self.buffer):
            super().forward(length)
            return
        self.pointer = stop
        self.index += length
        self.column += length


class _Scanner(Scanner):
    """Asks but once for each token whether the next is needed to know what it is."""

    def reset_scanner(self) -> None:
        self._settled = -1
        super().reset_scanner()

    def _settle(self) -> None:
        while self.need_more_tokens():
            self.fetch_more_tokens()
        self._settled = self.tokens_taken

    def check_token(self, *choices: Any) -> bool:
        if self._settled != self.tokens_taken:
            self._settle()
        return bool(self.tokens) and (not choices or isinstance(self.tokens[0], choices))

    def peek_token(self) -> Any:
        if self._settled != self.tokens_taken:
            self._settle()
        return self.tokens[0] if self.tokens else None

    def get_token(self) -> Any:
        token = self.peek_token()
        if token is not None:
            self.tokens_taken += 1
            del self.tokens[0]
        return token


class _Parser(Parser):
    """Knows where its tokens come from."""

    @cached_property
    def scanner(self) -> Any:
        return self.loader.scanner
