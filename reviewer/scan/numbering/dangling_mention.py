"""Mentions of a figure, table or equation that has no caption (seed: ``md_numbering_control``).

Only in documents with at least one caption of that label. A chapter whose captions all have one prefix (6.1, 6.2) is
not asked about those of other chapters. ``Figure 2`` is there when 2a is, and 2b when 2 is; or when its caption stands
in a table, in code or the like (``captions_elsewhere``). Nor is one asked about that the text says is withdrawn.
"""

from collections.abc import Iterator

from reviewer.model.finding import Finding, Severity
from reviewer.model.structure import ProtectedKind
from reviewer.scan.numbering.captions import Label, Numbering, numberings
from reviewer.scan.numbering.captions_elsewhere import elsewhere_of
from reviewer.scan.references.withdrawn import withdrawn_captions
from reviewer.scan.rule import Rule, ScanInput, finding


class _DanglingMention:
    """``dangling-figure``, ``dangling-table`` or ``dangling-equation``."""

    severity: Severity = Severity.ATTENTION
    kernel: str = "md_numbering_control"
    scope: frozenset[ProtectedKind] = frozenset()

    def __init__(self, label: Label) -> None:
        self.id: str = f"dangling-{label.value}"
        self._label = label

    def find(self, scan: ScanInput) -> Iterator[Finding]:
        """One finding a line and number."""
        found = scan.shared(numberings, self._label)
        if not found.captions:
            return
        known = {(caption.prefix, caption.number, caption.suffix) for caption in found.captions}
        plain = {(prefix, number) for prefix, number, _ in known}
        prefixes = {caption.prefix for caption in found.captions}
        seen: set[tuple[int, str]] = set()
        for mention in found.mentions:
            whole = (mention.prefix, mention.number)
            exists = (
                (whole in plain) if not mention.suffix else (*whole, "") in known or (*whole, mention.suffix) in known
            )
            if exists or not _answerable(mention, prefixes):
                continue
            if mention.number in elsewhere_of(scan, self._label).get(mention.prefix, ()):
                continue
            if mention.number in withdrawn_captions(scan, self._label, mention.prefix):
                continue
            line = scan.parsed.document.position(mention.span.start).line
            if (line, mention.name) not in seen:
                seen.add((line, mention.name))
                message = f"no caption has the number of {self._label.value} {mention.name}"
                yield finding(self, scan.parsed.document, mention.shown, message)


def _answerable(mention: Numbering, prefixes: set[str]) -> bool:
    """Not a hyphen that may be a range, nor another chapter's number where all captions are of one chapter."""
    if mention.prefix.endswith("-") and not any(prefix.endswith("-") for prefix in prefixes):
        return False
    return not mention.prefix or mention.prefix in prefixes or len(prefixes) > 1 or "" in prefixes


RULES: tuple[Rule, ...] = tuple(_DanglingMention(label) for label in Label)
