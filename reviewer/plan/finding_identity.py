"""Which finding is which, independent of line numbers: for baselines and SARIF fingerprints."""

from collections import Counter
from collections.abc import Sequence

from reviewer.model.checked import Identity
from reviewer.model.finding import Finding
from reviewer.model.parsed import ParsedDocument
from reviewer.plan.identity import fingerprint, normalised
from reviewer.plan.place import Places

SHOWN = 120
"""Characters of a snippet that are kept for people; the fingerprint is over all of it."""


def identities(parsed: ParsedDocument, findings: Sequence[Finding]) -> tuple[Identity, ...]:
    """The identity of each finding, in the same order; its fingerprint is the one that the ledger has for its op.

    Inserting or deleting text elsewhere and changing white space or case keep it; renaming a section above or changing
    the matched text does not. Linear in sections and findings.
    """
    places = Places(parsed, ())
    seen: Counter[tuple[int, str, str]] = Counter()
    found = []
    for finding in findings:
        section = places.section(finding.span.start)
        key = (section, finding.rule, normalised(finding.text))
        seen[key] += 1
        path = places.section_path(section)
        mark = fingerprint(finding.rule, finding.text, path, seen[key])
        found.append(Identity("/".join(path), " ".join(finding.text.split())[:SHOWN], seen[key], mark))
    return tuple(found)
