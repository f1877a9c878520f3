"""Anchors against npm github-slugger; the fixture says which version made it."""

import json
from pathlib import Path

import pytest

from reviewer.markdown.slug import Slugger, slug

GOLDEN = json.loads((Path(__file__).parents[3] / "fixtures/golden/slugs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "expected"), GOLDEN["single"])
def test_slug_equals_github_slugger(text: str, expected: str) -> None:
    assert slug(text) == expected


@pytest.mark.parametrize("run", GOLDEN["runs"])
def test_repeated_headings_get_the_same_suffixes_as_github_slugger(run: list[list[str]]) -> None:
    slugger = Slugger()
    assert [slugger.anchor(text) for text, _ in run] == [anchor for _, anchor in run]


def test_the_oracle_has_at_least_sixty_inputs() -> None:
    assert len(GOLDEN["single"]) >= 60
