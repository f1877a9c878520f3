"""References to clauses and articles where a document's own sections are called so: "see clause 14", and 9 is the last.

Most documents that speak of articles speak of those of a law. So a document must number its own: headings ``Article
1``, ``Clause 2``; or plain ones, which the text calls so twice at least. Then what is referred to must not be another
document's for any reason that holds for sections, nor stand in a paragraph that speaks of a law, nor lie far beyond the
document's own numbers, nor be named as a part of something else anywhere. Told are only numbers that nothing opens
with.
"""

import re
from collections.abc import Iterator

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument
from reviewer.scan.references.document_names import CITED
from reviewer.scan.references.other_documents import OtherDocuments
from reviewer.scan.references.reference_text import Family, Reference, called_references
from reviewer.scan.references.section_index import leading_numbers, section_index
from reviewer.scan.references.whose import Whose

_LABEL = lazy_pattern(
    r"[*_\s]*(?:(?P<article>article|art\.)|clause)[ \u00a0](?:n[°º][ \u00a0])?(?P<number>\d{1,3}(?:\.\d{1,3})*)(?!\w)",
    re.IGNORECASE,
)
_OPENING = lazy_pattern(
    r"(?m)^[ \t#>|*_~(\[+-]{0,20}(?:article|art\.|clause)[ \u00a0](?P<number>\d{1,3}(?:\.\d{1,3})*)"
    r"[*_]{0,3}[ \u00a0]?(?:[.:)|–—-]|$)",
    re.IGNORECASE,
)
"""A line that is a clause's heading without being a heading of Markdown."""
_LAW = lazy_pattern(
    r"\b(?:Acts?|Codes?|Regulations?|Directives?|Treat(?:y|ies)|Statutes?|Constitution|[Ll]ois?|codes?|[Dd]écrets?"
    r"|directives?|[Oo]rdonnances?|[Aa]rrêtés?|Règlement|[Tt]raité|jurisprudence)\b"
)
_OF_A_PART = lazy_pattern(
    r"\b(?:annexe?|appendix|schedule|exhibit|part|partie|chapter|chapitre|titre|book|livre)\s+\S{1,8}\s?,?\s\Z",
    re.IGNORECASE,
)
_LEAST_HEADINGS = 3
_LEAST_USES = 2
_REACH = 40


def dead_clauses_and_articles(parsed: ParsedDocument) -> tuple[Reference, ...]:
    """Those to numbers that the document does not have, in document order."""
    title = parsed.sections[1].title if len(parsed.sections) > 1 else ""
    if CITED.search(title):
        return ()
    found = [one for family in (Family.CLAUSE, Family.ARTICLE) for one in _dead(parsed, family)]
    return tuple(sorted(found, key=lambda one: one.span))


def _dead(parsed: ParsedDocument, family: Family) -> Iterator[Reference]:
    references = tuple(called_references(parsed, family))
    if not references:
        return
    index = section_index(parsed)
    headed = frozenset(_headed(parsed, family))
    plain = frozenset(index.numbers) if {0, 1} & index.tops and len(index.tops) >= _LEAST_HEADINGS else frozenset()
    own = headed if len({_top(number) for number in headed}) >= _LEAST_USES else plain
    if not own or min(map(_top, own)) > 1:
        return
    others = OtherDocuments(parsed)
    named = [(one, others.whose(one.span.start, one.span.end) is Whose.OURS) for one in references]
    foreign = {one.number for one, ours in named if not ours}
    uses = sum(ours and one.number in own for one, ours in named)
    known = own | headed | foreign | frozenset(index.numbers)
    missing = [one for one, ours in named if ours and one.number not in known and _is_near(one.number, own)]
    enough = max(uses, len(headed))
    if not missing or len(foreign) > enough or len(missing) > enough or (own is plain and uses < _LEAST_USES):
        return
    opening = leading_numbers(parsed) | _opening(parsed)
    yield from (one for one in missing if one.number not in opening and _is_plain(parsed, one))


def _headed(parsed: ParsedDocument, family: Family) -> Iterator[str]:
    for section in parsed.sections[1:]:
        match = _LABEL.match(section.title)
        if match is not None and (match["article"] is not None) is (family is Family.ARTICLE):
            yield match["number"]


def _opening(parsed: ParsedDocument) -> frozenset[str]:
    return frozenset(match["number"] for match in _OPENING.finditer(parsed.document.text))


def _top(number: str) -> int:
    head = number.split(".", 1)[0]
    return int(head) if head.isdigit() else 0


def _is_near(number: str, own: frozenset[str]) -> bool:
    """Beyond the last one, but not far; or beside its own headings: 3.9 where there are 3.1 and 3.2."""
    highest = max(map(_top, own))
    if _top(number) > highest:
        return _top(number) <= 2 * highest + 2
    prefix = number.rpartition(".")[0]
    return bool(prefix) and {f"{prefix}.1", f"{prefix}.2"} <= own


def _is_plain(parsed: ParsedDocument, reference: Reference) -> bool:
    """Not in a paragraph that speaks of a law, nor a part of an annex."""
    text, block = parsed.prose.text, parsed.prose.block_at(reference.span.start)
    start, end = max(block.start, reference.span.start - 2_000), min(block.end, reference.span.end + 2_000)
    if CITED.search(text, start, end) or _LAW.search(text, start, end):
        return False
    return _OF_A_PART.search(text[max(start, reference.span.start - _REACH) : reference.span.start]) is None
