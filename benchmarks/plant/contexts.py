"""What stands around a planted error: emphasis, a link, code or math close to it; a list item or a block quote."""

import re
from random import Random

from benchmarks.plant.sentences import Site

CONTEXTS = ("plain", "emphasis", "link", "list", "quote", "code", "math")
_INSERTED = {
    "link": ("([notes](https://example.org/notes))", "([page](pages/first.md))"),
    "code": ("(`level_2`)", "(`open --all`)"),
    "math": ("($x_n$)", r"($p_1\le2$)"),
}
_NEXT = re.compile(r" [^\W\d_]{4,}(?=[ ,.])")
"""The first longer word that follows: what is put in after it does not part an article from its noun."""


def in_context(site: Site, context: str, rng: Random) -> Site:
    """The sentence with its surroundings; the error itself is untouched. Blocks are the document's affair."""
    if context == "emphasis":
        return _emphasised(site)
    if context in _INSERTED:
        return _beside(site, rng.choice(_INSERTED[context]))
    return site


def _emphasised(site: Site) -> Site:
    """The error and the words beside it between stars."""
    before, space, word = site.head.rstrip(" ").rpartition(" ")
    head = f"{before}{space}*{word} " if site.head.endswith(" ") else f"{site.head}*"
    following = re.match(r" [^\W\d_]+", site.tail)
    taken = following[0] if following else ""
    return Site(head, site.wrong, site.right, f"{taken}*{site.tail[len(taken) :]}")


def _beside(site: Site, inserted: str) -> Site:
    """Right after a misspelt word; after the next longer word where the error is a small one; before a last one."""
    if _is_word(site.wrong) and site.tail[:1] in {" ", ",", "."}:
        return Site(site.head, site.wrong, site.right, f" {inserted}{site.tail}")
    if found := _NEXT.search(site.tail):
        end = found.end()
        return Site(site.head, site.wrong, site.right, f"{site.tail[:end]} {inserted}{site.tail[end:]}")
    if not site.tail:
        return Site(f"{site.head}{inserted} ", site.wrong, site.right, "")
    last = re.search(r"[.,]*$", site.tail)
    end = last.start() if last else len(site.tail)
    return Site(site.head, site.wrong, site.right, f"{site.tail[:end]} {inserted}{site.tail[end:]}")


def _is_word(text: str) -> bool:
    return len(text) > 5 and text.isalpha()
