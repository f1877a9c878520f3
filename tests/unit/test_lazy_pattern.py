"""A pattern that is compiled at its first use is the pattern that was written, and every one in the program is one."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

import reviewer.markdown
import reviewer.scan
from reviewer import lazy_pattern as module
from reviewer.lazy_pattern import lazy_pattern


def test_it_answers_as_the_compiled_pattern_does() -> None:
    lazy, compiled = lazy_pattern(r"(\w)-(\d)", re.IGNORECASE), re.compile(r"(\w)-(\d)", re.IGNORECASE)
    text = "a-1, B-2; c-3"
    assert lazy.findall(text) == compiled.findall(text)
    assert [match.span() for match in lazy.finditer(text, 3)] == [match.span() for match in compiled.finditer(text, 3)]
    assert lazy.sub(r"\2-\1", text) == compiled.sub(r"\2-\1", text)
    assert (lazy.pattern, lazy.flags, lazy.groups) == (compiled.pattern, compiled.flags, compiled.groups)


def test_it_is_compiled_once_and_not_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    really = re.compile

    def counted(source: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(source)
        return really(source, flags)

    monkeypatch.setattr(module.re, "compile", counted)
    pattern = lazy_pattern("a+")
    assert compiled == []
    assert pattern.search("baab") is not None
    assert pattern.fullmatch("b") is None
    assert compiled == ["a+"]


def test_every_pattern_of_the_rules_and_the_parser_is_one() -> None:
    patterns = [*_patterns(reviewer.scan), *_patterns(reviewer.markdown)]
    assert len(patterns) > 100
    for where, pattern in patterns:
        assert re.compile(pattern.pattern, pattern.flags), where


def _patterns(room: ModuleType) -> Iterator[tuple[str, re.Pattern[str]]]:
    for info in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        found = vars(importlib.import_module(info.name))
        for name, value in found.items():
            yield from ((f"{info.name}.{name}", one) for one in _held(value) if isinstance(one, module._LazyPattern))


def _held(value: object) -> Iterator[object]:
    """The value itself, or what a table of patterns holds."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for item in value:
            yield from _held(item)
    else:
        yield value
