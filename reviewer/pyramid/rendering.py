"""Prompt templates, and delimiters that quoted text cannot close (DESIGN §7: document text is untrusted)."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from reviewer.hashing import content_hash

_UNSEEN = r"[\s\u00ad\u200b-\u200f\u2060\ufeff]"
_SHORTEST = 6
"""Hexadecimal digits of a delimiter, unless they stand in the text."""


def render(template: str, inputs: Mapping[str, Any]) -> str:
    """A template with exactly the inputs that it declares; texts go in as they are.

    Raises:
        jinja2.TemplateError: a template that does not parse, or an input that is missing.
    """
    return _compiled(template).render(dict(inputs))


def delimiter(name: str, texts: Sequence[str]) -> str:
    """``name``, with digits behind it where a text speaks of such a tag; no text can close it.

    The digits stand in none of the texts. The same for the same texts.
    """
    if not any(re.search(rf"[</]{_UNSEEN}*{re.escape(name)}", text, re.IGNORECASE) for text in texts):
        return name
    digits = content_hash("\0".join(texts)).removeprefix("sha256:")
    length = _SHORTEST
    while length < len(digits) and any(digits[:length] in text for text in texts):
        length += 2
    return f"{name}-{digits[:length]}"


@lru_cache(maxsize=32)
def _compiled(template: str) -> Template:
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701 - prompts are no HTML
    return environment.from_string(template)
