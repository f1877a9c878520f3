"""Which finding is which after the document has changed elsewhere."""

from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.checked import Identity
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.position import Span
from reviewer.plan.finding_identity import identities
from reviewer.plan.from_findings import ops_from_findings


def identify(text: str, *marked: str) -> tuple[Identity, ...]:
    """Identities of a finding at every occurrence of the marked words, in document order."""
    parsed = parse(read_document(text.encode(), "a.md"))
    found = []
    for word in marked:
        start = text.find(word)
        while start >= 0:
            found.append((start, word))
            start = text.find(word, start + 1)
    return identities(parsed, [a_finding(start, word) for start, word in sorted(found)])


def a_finding(start: int, text: str) -> Finding:
    return Finding(
        rule="misspelling",
        severity=Severity.MINOR,
        span=Span(start, start + len(text)),
        line=1,
        column=1,
        end_line=1,
        end_column=2,
        text=text,
        message="",
    )


def test_the_section_is_the_path_of_anchors() -> None:
    text = "wrod\n\n# Guide\n\nwrod\n\n## Set up\n\nwrod\n"
    assert [identity.section for identity in identify(text, "wrod")] == ["top", "guide", "guide/set-up"]


def test_equal_findings_of_a_section_are_counted() -> None:
    first, second, third = identify("# A\n\nwrod wrod\n\n# B\n\nwrod\n", "wrod")
    assert [first.ordinal, second.ordinal, third.ordinal] == [1, 2, 1]
    assert len({first.fingerprint, second.fingerprint, third.fingerprint}) == 3


def test_text_inserted_elsewhere_keeps_identity() -> None:
    before = identify("# A\n\nwrod\n\n# B\n\nx\n", "wrod")
    after = identify("Intro.\n\n# New\n\ny\n\n# A\n\nz\n\nmore, wrod\n", "wrod")
    assert before == after


def test_white_space_inside_the_match_does_not_count() -> None:
    assert identify("# A\n\nthe\nthe\n", "the\nthe") == identify("# A\n\nthe the\n", "the the")


def test_another_rule_text_or_section_is_another_finding() -> None:
    prints = {identify(f"# {title}\n\n{word}\n", word)[0].fingerprint for title in "AB" for word in ("wrod", "teh")}
    assert len(prints) == 4


def test_the_fingerprint_is_that_of_the_op_in_the_ledger() -> None:
    text = "# A\n\nx wrod y\n"
    parsed = parse(read_document(text.encode(), "a.md"))
    start = text.index("wrod")
    repair = Repair(span=Span(start, start + 4), before_text="wrod", after_text="word", kind="typo")
    finding = a_finding(start, "wrod").model_copy(update={"repairs": (repair,)})
    config = ReviewerConfig()
    (op,) = ops_from_findings(parsed, chunk_plan(parsed, config.chunk), [finding], config)
    assert identities(parsed, [finding])[0].fingerprint == op.fingerprint
