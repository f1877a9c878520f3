"""``ai-leftover``: phrases that a language model puts around its answer, left at the start of a paragraph."""

import re
from collections.abc import Iterator, Sequence

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.finding import Finding, Severity
from reviewer.model.parsed import BlockKind
from reviewer.model.structure import ProtectedKind
from reviewer.scan.rule import ScanInput, finding
from reviewer.user_pattern import BadPattern, compile_pattern

_OPENING_MARKS = lazy_pattern(r"[*_ \t]*")
_ENDS = lazy_pattern(r"[*_ \t]*(?:[!.:]|\Z)")
_SPEAKS = lazy_pattern(r"(?:\s+language\s+model)?(?:,\s+I\b|[!.:])")
_SELF = frozenset({"as an ai", "as a language model"})


class AiLeftover:
    """The configured patterns (``style.ai_leftover_patterns``), only where they are not ordinary prose.

    A match must begin a paragraph and be followed by ``!``, ``.``, ``:`` or the paragraph's end; a pattern that ends
    in ``!`` brings its own. ``As an AI`` (also ``As an AI language model``) and ``As a language model`` count before
    ``, I`` too: "As an AI engineer, I …" and "In conclusion, the …" are prose.
    """

    id = "ai-leftover"
    severity = Severity.MINOR
    kernel = "md_consistency_scan"
    scope: frozenset[ProtectedKind] = frozenset()

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a paragraph, over the phrase. Raises ``BadPattern`` for a pattern that cannot be used."""
        patterns = [compile_pattern(pattern) for pattern in scan.config.style.ai_leftover_patterns]
        any_of_them = _any_of(patterns)
        prose = scan.parsed.prose
        for block in prose.blocks:
            if block.kind is not BlockKind.PARAGRAPH:
                continue
            start = block.start
            if prose.text[start] in "*_ \t":
                opening = _OPENING_MARKS.match(prose.text, start, block.end)
                start = opening.end() if opening else start
            if any_of_them is not None and any_of_them.match(prose.text, start, block.end) is None:
                continue
            for pattern in patterns:
                match = pattern.match(prose.text, start, block.end)
                if match and match.end() > start and _is_leftover(match, block.end):
                    span = prose.span(match.start(), match.end())
                    yield finding(self, scan.parsed.document, span, "looks like a phrase left by a language model")
                    break


def _any_of(patterns: Sequence[re.Pattern[str]]) -> re.Pattern[str] | None:
    """One pattern that matches where any of them does, to ask once a paragraph instead of once a pattern.

    None where they cannot be joined: other flags than one leading ``(?i)``, groups, whose numbers would shift, or as
    many groups inside each other as one pattern may have.
    """
    alternatives = []
    for pattern in patterns:
        written, in_any_case = pattern.pattern.removeprefix("(?i)"), pattern.pattern.startswith("(?i)")
        if pattern.groups or pattern.flags != re.UNICODE | (re.IGNORECASE if in_any_case else re.NOFLAG):
            return None
        alternatives.append(f"(?i:{written})" if in_any_case else f"(?:{written})")
    try:
        return compile_pattern("|".join(alternatives))
    except BadPattern:
        return None


def _is_leftover(match: re.Match[str], end: int) -> bool:
    text = match.string
    if text[match.end() - 1] == "!" or _ENDS.match(text, match.end(), end):
        return True
    return match.group().casefold() in _SELF and _SPEAKS.match(text, match.end(), end) is not None


RULES = (AiLeftover(),)
