"""Why a finding asks for no edit and for no flag: it stands in the report alone."""

from reviewer.config import ReviewerConfig
from reviewer.model.finding import Finding


def left_because(finding: Finding, config: ReviewerConfig) -> str:
    """The reason, for a finding of which ``from_findings`` makes no op: a minor one without a repair to be made."""
    if finding.repairs and not config.fixers:
        return "fixers are switched off (fixers)"
    if finding.withheld:
        return "nothing is mended at such a place (a cell, a quotation, a directive); a person may"
    if finding.advice is not None:
        return "the rule mends it only where it is sure and no link leads to the words; a person may"
    return "the rule proposes no repair here, it only reports"
