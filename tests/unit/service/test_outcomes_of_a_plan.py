"""What became of a finding is read off the plan and the commit: made, refused, lost, undone, or equal to another."""

from dataclasses import replace

import pytest

from reviewer.config import ReviewerConfig
from reviewer.ledger.commit import CommitResult
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import EditPlan, Judged, Overlapped, RejectCode
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.position import Span
from reviewer.plan.finding_identity import identities
from reviewer.plan.finding_left import left_because
from reviewer.plan.from_findings import ops_from_findings
from reviewer.plan.merge import gave_way
from reviewer.plan.refusal import rejection
from reviewer.service.ops.finding_outcomes import Asked, Settled, finding_outcomes

TEXT = "Teh first teh second.\n"
PARSED = parse(read_document(TEXT.encode(), "doc.md"))
CONFIG = ReviewerConfig()
NOTHING = CommitResult((), (), (), TEXT)


def finding(start: int, *repairs: str, **fields: object) -> Finding:
    text = TEXT[start : start + 3]
    made = tuple(Repair(span=Span(start, start + 3), before_text=text, after_text=new, kind="typo") for new in repairs)
    given = {
        "rule": "misspelling", "severity": Severity.MINOR, "span": Span(start, start + 3), "line": 1,
        "column": start + 1, "end_line": 1, "end_column": start + 4, "text": text, "message": "misspelt",
    }  # fmt: skip
    return Finding(**{**given, "repairs": made, **fields})


FIRST, SECOND, BARE = finding(0, "The"), finding(10, "the"), finding(4)
FOUND = (FIRST, SECOND, BARE)
KNOWN = identities(PARSED, FOUND)
OPS = ops_from_findings(PARSED, chunk_plan(PARSED, CONFIG.chunk), FOUND, CONFIG, KNOWN)
ASKED = tuple(Asked(one, known.fingerprint, "no reason") for one, known in zip(FOUND, KNOWN, strict=True))
ONE, TWO = (op.op_id for op in OPS)


def outcomes(plan: dict[str, object], became: dict[str, str], refused: tuple[object, ...] = (), **undone: object):
    made = EditPlan(doc_hash="", ledger_head="", **plan)
    settled = Settled(replace(NOTHING, became=tuple(became.items())), refused, undone.get("undone", {}))
    return [(one.entries, one.left) for one in finding_outcomes(ASKED, made, settled)]


def test_entries_are_named_and_what_asks_for_nothing_says_why():
    found = outcomes({"ops": OPS}, {ONE: "RVW-0007", TWO: "RVW-0008"})
    assert found == [(("RVW-0007",), ""), (("RVW-0008",), ""), ((), "no reason")]


def test_a_refusal_names_the_validator():
    refused = rejection(OPS[0], RejectCode.OTHER, "“Teh” is a term (protected_terms)")
    found = outcomes({"ops": OPS[1:], "rejected": (refused,)}, {TWO: "RVW-0001"}, (refused,))
    assert found[0] == ((), "refused: “Teh” is a term (protected_terms)")


def test_what_lost_to_a_rival_names_the_change_that_the_rival_is():
    lost = Overlapped(op=OPS[0], winner=TWO)
    found = outcomes({"ops": OPS[1:], "overlapped": (lost,)}, {TWO: "RVW-0001"}, (gave_way(lost),))
    assert found[0][1].startswith("lost to a rival: overlaps the change RVW-0001, ")


def test_protected_text_is_told_as_such():
    refused = rejection(OPS[0], RejectCode.PROTECTED, "it would touch inline code")
    assert outcomes({"ops": OPS}, {TWO: "RVW-0001"}, (refused,))[0] == ((), "protected: it would touch inline code")


def test_an_equal_edit_of_another_rule_counts_as_done():
    same = Judged(op_id=ONE, kind="typo", verdicts=(), equals=TWO, fingerprint=KNOWN[0].fingerprint)
    assert outcomes({"ops": OPS[1:], "also_judged": (same,)}, {TWO: "RVW-0001"})[0] == (("RVW-0001",), "")


def test_what_a_person_undid_is_named():
    assert outcomes({"ops": OPS}, {TWO: "RVW-0002"}, undone={ONE: ("RVW-0001",)})[0][1] == (
        "a person undid or rejected the same before (RVW-0001); see --again"
    )


def test_an_op_that_nobody_speaks_of_is_not_passed_over():
    assert outcomes({"ops": OPS}, {TWO: "RVW-0001"})[0] == ((), "nothing is recorded of its edit")


@pytest.mark.parametrize(
    ("span", "touched"),
    [
        (Span(4, 9), True), (Span(0, 22), True), (Span(8, 12), True), (Span(6, 6), True), (Span(6, 7), True),
        (Span(9, 10), False), (Span(4, 4), False), (Span(9, 9), False), (Span(10, 13), False),
    ],
)  # fmt: skip
def test_an_edit_of_another_in_the_text_of_a_finding_that_was_left_is_named(span, touched):
    bare = finding(4, span=Span(4, 9), end_column=10, text="first", rule="term-drift")
    edit = OPS[0].model_copy(update={"op_id": "op-model", "span": span, "fingerprint": "other"})
    before = OPS[0].model_copy(update={"op_id": "op-before", "span": Span(0, 0), "fingerprint": "other"})
    plan = EditPlan(doc_hash="", ledger_head="", ops=(before, edit))
    settled = Settled(replace(NOTHING, became=(("op-model", "RVW-0001"), ("op-before", "RVW-0002"))), (), {})
    (found,) = finding_outcomes([Asked(bare, "mark", "no repair")], plan, settled)
    assert (found.entries, found.left, found.touched) == ((), "no repair", ("RVW-0001",) if touched else ())


@pytest.mark.parametrize(
    ("asked", "config", "why"),
    [
        (FIRST, ReviewerConfig(fixers=False), "fixers are switched off"),
        (finding(0, withheld=True, advice=FIRST.repairs[0]), CONFIG, "nothing is mended at such a place"),
        (finding(0, advice=FIRST.repairs[0]), CONFIG, "the rule mends it only where it is sure and no link"),
        (BARE, CONFIG, "the rule proposes no repair here"),
    ],
)
def test_why_a_finding_asks_for_nothing(asked, config, why):
    assert left_because(asked, config).startswith(why)
    assert ops_from_findings(PARSED, (), (asked,), config) == ()
