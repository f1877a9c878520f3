"""The order of the stages: everything runs, a failure is a value, and nothing is planned on unknown protection."""

from functools import partial

import pytest

from reviewer.config import ReviewerConfig
from reviewer.markdown.source import read_document
from reviewer.model.finding import FailedRule, ScanResult
from reviewer.model.results import KernelFailure
from reviewer.service.stages.kernels import KERNELS
from reviewer.service.stages.pipeline import KernelFailed, analyse, call_directly
from reviewer.service.stages.planned import plan_review
from reviewer.service.stages.ruled import ruled

RAW = b"""# Guide

This paragraph has the the doubled word in it, and it is long enough to be English.

```
the the
```

## Part

See [there](#nowhere) for more of the same, which is what a reader would expect here.
"""
HEAD = "sha256:" + "0" * 64


class Speller:
    identity = "test 1"

    def corrections(self, words):
        return {}


def document():
    return read_document(RAW, "guide.md")


def planned(analysis, config):
    return plan_review(ruled(analysis, config), HEAD, config)


def failing(name, error):
    """Run kernels directly, but let one of them fail."""

    def raises():
        raise error

    def run(kernel, source):
        return raises if kernel.name == name else call_directly(kernel, source)

    return run


def test_all_stages_of_a_document():
    analysis = analyse(document(), ReviewerConfig(), Speller())
    assert analysis.failures == ()
    assert analysis.problems == ()
    assert analysis.inventory.path == "guide.md"
    assert analysis.inventory.doc_hash == analysis.document.doc_hash
    assert [section.id for section in analysis.structure.section_index] == ["S0", "S", "S1"]
    assert [span.info for span in analysis.protected if span.kind == "code_fence"] == [""]
    assert "".join(analysis.document.text[slice(*chunk.span)] for chunk in analysis.chunks) == RAW.decode()
    assert [item.chunk_id for item in analysis.fingerprints] == [chunk.chunk_id for chunk in analysis.chunks]
    assert [(found.rule, found.line) for found in analysis.consistency.findings] == [("doubled-word", 3)]


def test_findings_of_both_scans_come_in_document_order():
    analysis = analyse(document(), ReviewerConfig(), Speller())
    starts = [found.span.start for found in analysis.findings]
    assert starts == sorted(starts)
    assert len(starts) == len(analysis.consistency.findings) + len(analysis.numbering.findings)


def test_every_kernel_is_started_before_one_is_waited_for_unless_it_needs_a_value():
    log = []

    def run(kernel, source):
        log.append(f"start {kernel.name}")

        def wait():
            log.append(f"wait {kernel.name}")
            return kernel.compute(source)

        return wait

    analyse(document(), ReviewerConfig(), Speller(), run)
    started = [kernel.name for kernel in KERNELS]
    assert [entry for entry in log if entry.startswith("start")] == [f"start {name}" for name in started]
    assert log.index("wait md_chunk") < log.index("start md_fingerprint_chunk")
    assert log[:6] == [f"start {name}" for name in started[:6]]
    assert sorted(log[6:]) == sorted(["start md_fingerprint_chunk", *(f"wait {name}" for name in started)])


@pytest.mark.parametrize("name", [kernel.name for kernel in KERNELS])
def test_a_kernel_that_raises_is_a_failure_and_the_others_still_run(name):
    whole = analyse(document(), ReviewerConfig(), Speller())
    analysis = analyse(document(), ReviewerConfig(), Speller(), failing(name, ValueError("no luck")))
    assert analysis.failures[0] == KernelFailure(kernel=name, error="ValueError: no luck")
    assert f"{name}: ValueError: no luck" in analysis.problems
    lost = {name} | ({"md_fingerprint_chunk"} if name == "md_chunk" else set())
    assert {failure.kernel for failure in analysis.failures} == lost
    fields = {
        "md_inventory": "inventory", "md_structure": "structure", "md_protected_regions": "protected",
        "md_chunk": "chunks", "md_consistency_scan": "consistency", "md_numbering_control": "numbering",
        "md_fingerprint_chunk": "fingerprints",
    }  # fmt: skip
    for kernel, attribute in fields.items():
        value = getattr(analysis, attribute)
        assert value in (None, (), ScanResult()) if kernel in lost else value == getattr(whole, attribute)


def test_a_kernel_that_needs_a_failed_one_says_so():
    analysis = analyse(document(), ReviewerConfig(), Speller(), failing("md_chunk", ValueError("x")))
    assert "md_fingerprint_chunk: not run, because md_chunk failed" in analysis.problems


def test_a_failure_that_is_told_is_kept_as_told():
    told = KernelFailure(kernel="md_chunk", error="backend_error: cache_miss")
    analysis = analyse(document(), ReviewerConfig(), Speller(), failing("md_chunk", KernelFailed(told)))
    assert told in analysis.failures


def test_a_failed_rule_is_a_problem_and_the_findings_stay():
    def run(kernel, source):
        if kernel.name != "md_numbering_control":
            return call_directly(kernel, source)
        return partial(ScanResult, failed_rules=(FailedRule(rule="figure-sequence", error="KeyError: 'x'"),))

    analysis = analyse(document(), ReviewerConfig(), Speller(), run)
    assert analysis.failures == ()
    assert analysis.problems == ("figure-sequence: KeyError: 'x'",)


def test_a_result_of_the_wrong_type_is_our_own_bug():
    def run(kernel, source):
        return ScanResult if kernel.name == "md_chunk" else call_directly(kernel, source)

    with pytest.raises(TypeError, match="md_chunk gave ScanResult, not ChunkPlan"):
        analyse(document(), ReviewerConfig(), Speller(), run)


def test_a_plan_names_document_and_head_and_mends_the_findings():
    analysis = analyse(document(), ReviewerConfig(), Speller())
    plan = planned(analysis, ReviewerConfig())
    assert (plan.doc_hash, plan.ledger_head) == (analysis.document.doc_hash, HEAD)
    typos = [op for op in plan.ops if op.kind == "typo"]
    assert [(op.action, op.target.line_start) for op in typos] == [("replace", 3)]
    (typo,) = typos
    text = analysis.document.text
    assert "has the doubled word" in text[: typo.span.start] + typo.after_text + text[typo.span.end :]


def test_the_same_document_gives_the_same_plan():
    config = ReviewerConfig()
    plans = [planned(analyse(document(), config, Speller()), config) for _ in range(2)]
    assert plans[0] == plans[1]


@pytest.mark.parametrize("name", ["md_protected_regions", "md_chunk"])
def test_nothing_is_planned_where_protection_or_chunks_are_unknown(name):
    analysis = analyse(document(), ReviewerConfig(), Speller(), failing(name, ValueError("x")))
    proposed = planned(analyse(document(), ReviewerConfig(), Speller()), ReviewerConfig()).ops
    assert proposed
    plan = plan_review(ruled(analysis, ReviewerConfig()), HEAD, ReviewerConfig(), proposed)
    assert (plan.ops, plan.rejected) == ((), ())


def test_an_empty_document_has_empty_stages():
    analysis = analyse(read_document(b"", "empty.md"), ReviewerConfig(), Speller())
    assert analysis.failures == ()
    assert (analysis.chunks, analysis.findings, analysis.protected) == ((), (), ())
    assert planned(analysis, ReviewerConfig()).ops == ()
