"""Run the rules over one document and keep what may be reported."""

from collections.abc import Mapping

from reviewer.config import ReviewerConfig
from reviewer.model.finding import FailedRule, Finding, ScanResult, Severity
from reviewer.model.parsed import ParsedDocument
from reviewer.scan.directives import RULE_ID as DIRECTIVE_RULE
from reviewer.scan.directives import Silence, silence
from reviewer.scan.language import Languages, detect_languages
from reviewer.scan.registry import RULE_IDS, RULES
from reviewer.scan.rule import Rule, ScanInput

CONSISTENCY_VERSION = "9"
NUMBERING_VERSION = "3"
"""Part of cache keys: raise a kernel's when one of its rules, or what rules read, would give other findings."""

_SPELLED = frozenset({"misspelling", "indefinite-article"})


def asks_speller(config: ReviewerConfig) -> bool:
    """Whether a rule is on that reads what a speller says: for its findings, or as evidence against a repair."""
    return not _SPELLED.issubset(config.rules.disable)


def scan_input(
    parsed: ParsedDocument,
    config: ReviewerConfig,
    spelling: Mapping[str, tuple[str, ...]] | None = None,
    spelling_failure: str | None = None,
    languages: Languages | None = None,
) -> ScanInput:
    """What the rules read. ``spelling`` is a speller's answer for this document's ``spelling_words`` (others ignored).

    ``spelling_failure`` says why there is no answer; the rule ``misspelling`` is then reported as failed.
    ``languages`` saves work where they are known already.
    """
    known = languages or detect_languages(parsed, config.style.language)
    return ScanInput(parsed, known, config, spelling or {}, spelling_failure)


def run_rules(scan: ScanInput, kernel: str | None = None, rules: tuple[Rule, ...] = RULES) -> ScanResult:
    """Findings of all rules, or of those of one kernel, in document order.

    Left out: rules in ``rules.disable``, findings inside a protected span outside the rule's scope (a paragraph that
    holds code is not inside it), findings in passages that a directive switches off. ``rules.severity`` overrides
    severities. A rule that raises gives a ``FailedRule`` and no finding; the others still run.
    """
    quiet = silence(scan.parsed, RULE_IDS)
    found: list[Finding] = []
    failed: list[FailedRule] = []
    for rule in rules:
        if (kernel is not None and rule.kernel != kernel) or rule.id in scan.config.rules.disable:
            continue
        try:
            raw = tuple(rule.find(scan))
        except Exception as error:  # noqa: BLE001 - one rule's fault must not take the others down
            failed.append(FailedRule(rule=rule.id, error=f"{type(error).__name__}: {error}"))
            continue
        override = scan.config.rules.severity.get(rule.id)
        kept = (item for item in raw if _reportable(rule, item, scan.parsed, quiet))
        found.extend(item.model_copy(update={"severity": Severity(override)}) if override else item for item in kept)
    found.sort(key=lambda item: (item.span, item.rule, item.message))
    return ScanResult(findings=tuple(found), failed_rules=tuple(failed))


def _reportable(rule: Rule, item: Finding, parsed: ParsedDocument, quiet: Silence) -> bool:
    inside = (region for region in parsed.protected_in(item.span) if region.span.contains(item.span))
    if any(region.kind not in rule.scope for region in inside):
        return False
    return rule.id == DIRECTIVE_RULE or not quiet.covers(rule.id, item.span.start)
