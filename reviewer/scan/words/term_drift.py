"""``term-drift``: two names for one thing in one section, and glossary terms that are written differently."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding
from reviewer.scan.shown import Shown

_START = r"(?<![\w@/\\.:+#$&=~\u2011-])"
_END = r"(?![\w@/\\+#&=$\u2011-]|[.:]\w)"
_TOKEN = lazy_pattern(r"[^\W_]+(?:[.\-_'’]+[^\W_]+)*")
_ELISION = lazy_pattern(r"^(?:[cdjlmnst]|qu)['’]")
"""French: l'OpenGateway."""
_GAP = 24
_LEAST_SPLIT = 7
_GLOSS = lazy_pattern(
    r"[(\[/«“\"=:]|\b(?:or|ou|aka|alias|i\.e\.|dit|called|appelée?|soit|en anglais|in French)\b", re.I
)
"""What stands between a term and its translation: "dead code (code mort)"."""


class _Hit(NamedTuple):
    start: int
    end: int
    form: int


class TermDrift:
    """Reports sections that use both forms of a pair of ``style.term_pairs``, and other spellings of a glossary term.

    Forms count as whole words, in any case, singular or plural. A form that explains the other one ("dead code (code
    mort)") or is quoted does not count. A glossary term's other spellings are those equal after folding case and
    removing all but letters and digits (VueJS for Vue.js), as whole tokens: not in addresses, paths, file names,
    package names, hyphenated words or code. Terms that begin or end with a sign (C++, .NET) have no other spelling:
    "net" is a word of its own. Tables are left out.
    """

    id = "term-drift"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a pair and section, at the rarer form; one finding a misspelt glossary term."""
        shown, folded = scan.shown, scan.folded
        for pair in scan.config.style.term_pairs:
            yield from self._pair(scan, shown, folded, pair)
        yield from self._glossary(scan, folded)

    def _pair(self, scan: ScanInput, shown: Shown, folded: str, pair: tuple[str, str]) -> Iterator[Finding]:
        if any(form.split()[0].lower() not in folded for form in pair if form.split()):
            return
        hits = [
            _Hit(match.start(), match.end(), form)
            for form, term in enumerate(pair)
            for match in _find_form(folded, term)
        ]
        for both in _by_section(scan.parsed, _without_glosses(folded, sorted(hits, key=lambda hit: hit.start))):
            used = [hit for hit in both if not shown.holds(hit.start, hit.end)]
            counts = [sum(hit.form == form for hit in used) for form in (0, 1)]
            if not all(counts):
                continue
            rarer = 0 if counts[0] < counts[1] else 1 if counts[1] < counts[0] else used[-1].form
            hit = next(hit for hit in used if hit.form == rarer)
            message = (
                f"{pair[rarer]!r} ({counts[rarer]}×) and {pair[1 - rarer]!r} ({counts[1 - rarer]}×) in one section"
            )
            yield finding(self, scan.parsed.document, scan.parsed.prose.span(hit.start, hit.end), message)

    def _glossary(self, scan: ScanInput, folded: str) -> Iterator[Finding]:
        prose = scan.parsed.prose
        glossary = scan.config.style.glossary
        tokens = _tokens_by_key(folded) if glossary else {}
        for term in glossary:
            for start, end in _other_spellings(folded, tokens, term):
                written = prose.text[start:end]
                if written in glossary or written in _inflected(term):
                    continue
                if prose.block_at(start).kind is not BlockKind.TABLE:
                    message = f"{written!r} is written {term!r} in the glossary"
                    yield finding(self, scan.parsed.document, prose.span(start, end), message)


def _tokens_by_key(folded: str) -> dict[str, set[str]]:
    """The text's tokens by their letters and digits."""
    found: dict[str, set[str]] = {}
    for token in set(_TOKEN.findall("\n".join(set(folded.split())))):
        bare = _ELISION.sub("", token)
        found.setdefault(_key(bare), set()).add(bare)
    return found


def _key(token: str) -> str:
    return "".join(char for char in token.lower() if char.isalnum())


def _other_spellings(folded: str, tokens: dict[str, set[str]], term: str) -> Iterator[tuple[int, int]]:
    """Places of whole tokens that equal the term but for case and signs; none for terms such as C++ and .NET."""
    key = _key(term)
    if len(key) < 2 or not term[:1].isalnum() or not term[-1:].isalnum():
        return
    forms = tokens.get(key, set()) | _split_forms(term, tokens)
    if len(term.split()) > 1:
        forms = forms | {term.lower()}
    for form in sorted(forms):
        yield from (match.span() for match in _find_form(folded, form, exact=True))


def _split_forms(term: str, tokens: dict[str, set[str]]) -> set[str]:
    """The term written as two words of the text (Open Gateway for OpenGateway, Vue js for Vue.js).

    A short term only where it has a sign itself: elsewhere two words that only happen to stand together are likelier.
    """
    key = _key(term)
    signs = [len(_key(term[:place])) for place, char in enumerate(term) if not (char.isalnum() or char.isspace())]
    places = (
        range(2, len(key) - 1) if len(key) >= _LEAST_SPLIT else sorted({cut for cut in signs if 1 < cut < len(key)})
    )
    cuts = [cut for cut in places if key[:cut] in tokens and key[cut:] in tokens]
    return {f"{left} {right}" for cut in cuts for left in tokens[key[:cut]] for right in tokens[key[cut:]]}


def _find_form(folded: str, term: str, *, exact: bool = False) -> Iterator[re.Match[str]]:
    """Whole-word matches; the first word is searched for as plain text, which is much faster than the pattern."""
    first = next(iter(term.lower().split()), "")
    pattern = _form_pattern(term, "" if exact else "(?:e?s|x)?")
    position = folded.find(first) if first else -1
    while position >= 0:
        match = pattern.match(folded, position)
        if match:
            yield match
        position = folded.find(first, position + len(first))


def _form_pattern(term: str, plural: str) -> re.Pattern[str]:
    words = r"[ \n\u00a0]+".join(re.escape(word) + plural for word in term.lower().split())
    return re.compile(f"{_START}{words}{_END}" if words else r"(?!)")


def _inflected(term: str) -> tuple[str, ...]:
    """The term as it may stand at the start of a sentence: only a term without capitals takes one."""
    return (term, term[0].upper() + term[1:]) if term == term.lower() else (term,)


def _without_glosses(text: str, hits: Iterable[_Hit]) -> list[_Hit]:
    kept: list[_Hit] = []
    previous: _Hit | None = None
    for hit in hits:
        gap = text[previous.end : hit.start] if previous and previous.form != hit.form else ""
        if not (gap and len(gap) <= _GAP and "\ufffc" not in gap and _GLOSS.search(gap)):
            kept.append(hit)
        previous = hit
    return kept


def _by_section(parsed: ParsedDocument, hits: Iterable[_Hit]) -> Iterator[list[_Hit]]:
    sections: dict[int, list[_Hit]] = {}
    for hit in hits:
        block = parsed.prose.block_at(hit.start)
        if block.kind is not BlockKind.TABLE:
            sections.setdefault(block.section, []).append(hit)
    yield from sections.values()


RULES = (TermDrift(),)
