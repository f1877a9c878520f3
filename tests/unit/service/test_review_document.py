"""``review`` of one document without an orchestrator."""

import pytest

from reviewer.config import ReviewerConfig
from reviewer.model.results import KernelFailure
from reviewer.service.files.documents import load_document
from reviewer.service.review import ReviewRequest, Tools, reference, review_document
from reviewer.service.stages.pipeline import KernelFailed, call_directly
from reviewer.service.workspace.folder import require_workspace

RAW = b"# Harbour\n\nThe crane lifts the the container, and the crew checks every lock before they leave.\n"
MENDED = RAW.replace(b"the the", b"the")


class Speller:
    identity = "test 1"

    def corrections(self, words):
        return {}


class FixedClock:
    def now(self):
        return "2030-01-02T03:04:05.000006+00:00"


TOOLS = Tools(Speller(), FixedClock())


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "harbour.md"
    path.write_bytes(RAW)
    return path


def tree(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_review_writes_the_edited_text_and_leaves_the_original(path):
    outcome = review_document(ReviewRequest(path, ReviewerConfig()), TOOLS)
    workspace = require_workspace(path)
    assert outcome.status == "completed"
    assert outcome.applied == ("RVW-0001",)
    assert path.read_bytes() == RAW
    assert workspace.edited.read_bytes() == MENDED
    assert (workspace.stage2 / "edit_plan.json").exists()


def test_again_on_an_unchanged_document_no_byte_changes(path, tmp_path):
    first = review_document(ReviewRequest(path, ReviewerConfig()), TOOLS)
    before = tree(tmp_path)
    second = review_document(ReviewRequest(path, ReviewerConfig()), TOOLS)
    assert second.head == first.head
    assert (second.applied, second.counts.changes) == ((), 0)
    assert tree(tmp_path) == before


def test_kernels_are_given_a_place_that_has_the_reviewed_bytes(path):
    seen = []
    tools = Tools(Speller(), FixedClock(), lambda ref: seen.append(ref) or call_directly)
    review_document(ReviewRequest(path, ReviewerConfig(in_place=True)), tools)
    review_document(ReviewRequest(path, ReviewerConfig(in_place=True)), tools)
    assert path.read_bytes() == MENDED
    assert [ref.path for ref in seen] == [require_workspace(path).snapshot, path]
    assert seen[1].doc_hash == load_document(path).doc_hash
    assert reference(require_workspace(path), load_document(path)) == seen[1]


def test_a_failed_kernel_is_in_the_outcome_and_the_rest_is_done(path):
    failure = KernelFailure(kernel="md_numbering_control", error="KeyError: 'x'")

    def raises():
        raise KernelFailed(failure)

    def run(kernel, source):
        return raises if kernel.name == failure.kernel else call_directly(kernel, source)

    outcome = review_document(ReviewRequest(path, ReviewerConfig()), Tools(Speller(), FixedClock(), lambda _: run))
    assert outcome.status == "completed_with_failures"
    assert outcome.failures == ("md_numbering_control: KeyError: 'x'",)
    assert outcome.applied == ("RVW-0001",)
