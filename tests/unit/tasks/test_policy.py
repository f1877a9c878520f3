"""The cache policy without a server: keys, modes, and what a task's body makes of failures."""

import re

import pytest
from prefect.cache_policies import NO_CACHE

from reviewer.config import ChunkConfig, ReviewerConfig
from reviewer.hashing import bytes_hash
from reviewer.markdown.source import read_document
from reviewer.model.finding import FailedRule, ScanResult
from reviewer.model.results import ChunkPlan, KernelFailure
from reviewer.service.files.documents import DocumentRef
from reviewer.service.stages.kernels import BY_NAME, KERNELS, Kernel, KernelInput, kernel_key
from tasks.held import Held, failed, released
from tasks.policy import KernelJob, KernelPolicy, compute, make_job, run_options
from tasks.registry import TASKS
from tasks.results import KernelResult

RAW = b"# T\n\nA paragraph with a secret word.\n"


class Speller:
    identity = "test 1"

    def corrections(self, words):
        return {}


@pytest.fixture
def ref(tmp_path):
    path = tmp_path / "doc.raw.md"
    path.write_bytes(RAW)
    return DocumentRef(path, "doc.md", bytes_hash(RAW))


DEFAULT = ReviewerConfig()


def source(config=DEFAULT):
    return KernelInput(read_document(RAW, "doc.md"), config, Speller())


def job_for(name, ref, config=DEFAULT, mode="write_through"):
    return make_job(BY_NAME[name], ref, source(config), mode)


def test_every_kernel_has_one_task_with_our_policy_and_serializer():
    assert list(TASKS) == [
        *(kernel.name for kernel in KERNELS),
        "md_pyramid",
        "md_edit_plan",
        "md_proofread",
        "md_validate",
    ]
    for name, task in TASKS.items():
        assert isinstance(task.cache_policy, KernelPolicy)
        assert task.cache_policy.key_storage is None
        assert task.result_serializer == KernelResult(kernel=name)
        assert task.persist_result is True
        assert task.retries == 0
        assert task.cache_result_in_memory is False


def test_the_policy_hands_over_the_key_of_the_job(ref):
    config = ReviewerConfig(chunk=ChunkConfig(max_chunk_tokens=900))
    job = job_for("md_chunk", ref, config)
    assert job.key == kernel_key(BY_NAME["md_chunk"], ref.doc_hash, config)
    assert KernelPolicy().compute_key(None, {"job": job}, {}) == job.key


def test_a_job_does_not_depend_on_where_the_document_is(ref, tmp_path):
    other = DocumentRef(tmp_path / "elsewhere.md", "other.md", ref.doc_hash)
    for kernel in KERNELS:
        assert job_for(kernel.name, ref).key == job_for(kernel.name, other).key


def test_a_job_without_a_digest_cannot_be_made(ref):
    with pytest.raises(ValueError, match="no content hash"):
        job_for("md_chunk", DocumentRef(ref.path, ref.source_id, ""))


@pytest.mark.parametrize("inputs", [{}, {"document": "x"}, {"job": "x"}, {"job": None, "client": object()}])
def test_a_task_with_other_inputs_has_no_key(inputs):
    with pytest.raises((TypeError, KeyError)):
        KernelPolicy().compute_key(None, inputs, {})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("REVIEWCTL_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "results"


def test_write_through_reads_and_stores(ref, folder):
    options, stored = run_options(job_for("md_chunk", ref), "write_through")
    assert stored == "missing"
    serializer = options.pop("result_serializer")
    assert (serializer.kernel, serializer.key) == ("md_chunk", job_for("md_chunk", ref).key)
    assert options == {"result_storage": folder, "refresh_cache": False}
    assert run_options(job_for("md_chunk", ref), "write_through", refresh=True)[0]["refresh_cache"] is True


@pytest.mark.parametrize("mode", ["read_prefer", "read_only", "off"])
def test_other_modes_store_nothing_on_a_miss(ref, folder, mode):
    options, _ = run_options(job_for("md_chunk", ref), mode, refresh=True)
    assert options == {"cache_policy": NO_CACHE, "persist_result": False}


def test_a_computed_result_is_the_kernels(ref):
    result = compute(BY_NAME["md_chunk"], job_for("md_chunk", ref))
    assert isinstance(result, ChunkPlan)
    assert [chunk.section_id for chunk in result.chunks] == ["S"]


def test_in_read_only_mode_a_miss_is_a_failure(ref):
    state = compute(BY_NAME["md_chunk"], job_for("md_chunk", ref, mode="read_only"))
    assert (state.type.value, state.name) == ("FAILED", "cache_miss")
    assert released(state) == KernelFailure(kernel="md_chunk", error="backend_error: cache_miss")


def failing(_source):
    raise ValueError("cannot read 'secret word'")


def test_a_failure_is_a_state_whose_message_does_not_quote_the_document(ref):
    kernel = Kernel("md_chunk", "1", (), (), ChunkPlan, failing)
    state = compute(kernel, job_for("md_chunk", ref))
    assert (state.type.value, state.name, state.message) == ("FAILED", "kernel_failed", "md_chunk: ValueError")
    assert released(state) == KernelFailure(kernel="md_chunk", error="ValueError: cannot read 'secret word'")


def test_a_document_that_changed_is_a_failure(ref):
    ref.path.write_bytes(b"other\n")
    state = compute(BY_NAME["md_chunk"], job_for("md_chunk", ref))
    assert state.message == "md_chunk: IntegrityError"


def test_findings_with_a_failed_rule_are_shown_as_failed_and_keep_their_value(ref):
    partial = ScanResult(failed_rules=(FailedRule(rule="term-drift", error="secret word"),))
    kernel = Kernel("md_consistency_scan", "1", (), (), ScanResult, lambda _: partial)
    state = compute(kernel, job_for("md_consistency_scan", ref))
    assert (state.type.value, state.name, state.message) == (
        "FAILED",
        "rules_failed",
        "md_consistency_scan: term-drift",
    )
    assert released(state) == partial


def test_a_job_is_small_and_its_key_is_a_file_name(ref):
    job = job_for("md_consistency_scan", ref)
    assert isinstance(job, KernelJob)
    assert re.fullmatch(r"[a-z0-9_-]+", job.key)
    assert not hasattr(job, "text")


def test_the_value_of_a_failure_is_never_shown():
    state = failed("kernel_failed", "md_chunk: ValueError", KernelFailure(kernel="md_chunk", error="a secret word"))
    assert "secret" not in repr(state) + str(state) + repr(state.data) + str(state.data)
    assert repr(Held("secret")) == "<str held in the process>"
