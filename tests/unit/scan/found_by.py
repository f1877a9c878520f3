"""Run one rule over a text, as the runner does: findings in protected text outside the rule's scope are dropped."""

from collections.abc import Sequence

from reviewer.config import ReviewerConfig
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.finding import Finding
from reviewer.scan.language import detect_languages
from reviewer.scan.rule import Rule, ScanInput


def scan_of(text: str) -> ScanInput:
    parsed = parse(read_document(text.encode(), "test.md"))
    return ScanInput(parsed, detect_languages(parsed, None), ReviewerConfig())


def findings(rules: Sequence[Rule], rule_id: str, text: str) -> list[Finding]:
    scan = scan_of(text)
    rule = next(rule for rule in rules if rule.id == rule_id)
    kept = []
    for item in rule.find(scan):
        assert item.text == text[item.span.start : item.span.end]
        for repair in item.repairs:
            assert text[repair.span.start : repair.span.end] == repair.before_text
        if all(region.kind in rule.scope for region in scan.parsed.protected_in(item.span)):
            kept.append(item)
    return sorted(kept, key=lambda item: item.span)


def texts(rules: Sequence[Rule], rule_id: str, text: str) -> list[str]:
    return [item.text for item in findings(rules, rule_id, text)]


def repaired(rules: Sequence[Rule], rule_id: str, text: str) -> str:
    """The text with every repair of the rule made (equal repairs of several findings once)."""
    edits = {(r.span, r.after_text) for item in findings(rules, rule_id, text) for r in item.repairs}
    for span, after in sorted(edits, reverse=True):
        text = text[: span.start] + after + text[span.end :]
    return text
