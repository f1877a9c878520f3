"""How other well-known renderers make anchors from headings: enough to tell that a document is written for one of them.

Sources: GitLab's Markdown guide (runs of hyphens become one), kramdown ``basic_generate_id``, Pandoc
``auto_identifiers``, Python-Markdown ``slugify`` (MkDocs), VuePress and VitePress ``slugify``, markdown-it-anchor's
default, and BitBucket's ``markdown-header-`` prefix. GitHub's own rule is ``ParsedDocument.anchors``; Docusaurus and
Hugo follow it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator

from reviewer.lazy_pattern import lazy_pattern

SlugRule = Callable[[str], str]

_SPACES = lazy_pattern(r"\s+")
_HYPHENS = lazy_pattern(r"-{2,}")
_NOT_WORD = lazy_pattern(r"[^\w\- ]")


def _gitlab(title: str) -> str:
    return _HYPHENS.sub("-", _NOT_WORD.sub("", title.strip().lower()).replace(" ", "-"))


def _kramdown(title: str) -> str:
    start = re.sub(r"^[^a-zA-Z]+", "", title)
    return re.sub(r"[^a-zA-Z0-9 -]", "", start).replace(" ", "-").lower()


def _pandoc(title: str) -> str:
    kept = "".join(c for c in title if c.isalnum() or c in "_-. \t")
    return re.sub(r"^[^^\W\d_]*?(?=[^\W\d_])", "", _SPACES.sub("-", kept.strip()).lower())


def without_accents(title: str) -> str:
    """Python-Markdown's default (MkDocs): ASCII only."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _mkdocs_unicode(title: str) -> str:
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", unicodedata.normalize("NFKC", title)).strip().lower())


def _vuepress(title: str) -> str:
    plain = re.sub(r"[\u0300-\u036f]", "", unicodedata.normalize("NFKD", title))
    joined = re.sub(r"[\s~`!@#$%^&*()\-_+=[\]{}|\\;:\"'“”‘’<>,.?/]+", "-", plain)
    slug = _HYPHENS.sub("-", joined).strip("-").lower()
    return f"_{slug}" if slug[:1].isdigit() else slug


def _markdown_it_anchor(title: str) -> str:
    return _SPACES.sub("-", title.strip().lower())


def _wiki(title: str) -> str:
    return title.strip().replace(" ", "_")


def _hexo(title: str) -> str:
    return title.strip().replace(" ", "-")


def _bitbucket(title: str) -> str:
    return f"markdown-header-{without_accents(title)}"


SLUG_RULES: tuple[SlugRule, ...] = (
    _gitlab,
    _kramdown,
    _pandoc,
    without_accents,
    _mkdocs_unicode,
    _vuepress,
    _markdown_it_anchor,
    _bitbucket,
)
CASE_RULES: tuple[SlugRule, ...] = (_wiki, _hexo)
"""Rules that keep capitals; asked only where ``keeps_case`` speaks for one."""


def keeps_case(fragment: str) -> bool:
    """Several words with a capital: what MediaWiki, Gitiles and Hexo make of a title, and nobody writes by hand."""
    return fragment != fragment.lower() and ("-" in fragment or "_" in fragment)


def anchors_under(rule: SlugRule, titles: tuple[str, ...]) -> Iterator[str]:
    """The anchors that a rule gives to all headings; a repetition is marked ``-1`` and, as MkDocs does, ``_1``."""
    seen: dict[str, int] = {}
    for title in titles:
        base = rule(title)
        count = seen.get(base, 0)
        seen[base] = count + 1
        yield base
        if count:
            yield f"{base}-{count}"
            yield f"{base}_{count}"
