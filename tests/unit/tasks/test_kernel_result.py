"""Stored results: served only when they are exactly what was written."""

import json

import pytest
from prefect.results import ResultStore
from prefect.serializers import Serializer

from reviewer.model.finding import FailedRule, Finding, ScanResult, Severity
from reviewer.model.position import Span
from reviewer.model.results import ChunkPlan, ProtectedRegions
from tasks.results import KernelResult, stored_state

FOUND = Finding(
    rule="doubled-word",
    severity=Severity.MINOR,
    span=Span(10, 17),
    line=2,
    column=1,
    end_line=2,
    end_column=8,
    text="the the é \u2028 \x00",
    message='{"__class__": "reviewer.config.ReviewerConfig", "data": {}}',
)
RESULT = ScanResult(findings=(FOUND,), failed_rules=(FailedRule(rule="x", error="y"),))
SCANS = KernelResult(kernel="md_consistency_scan", key="some-key")


def store(folder):
    from prefect.filesystems import LocalFileSystem

    return ResultStore(
        result_storage=LocalFileSystem(basepath=str(folder)), serializer=SCANS, cache_result_in_memory=False
    )


def test_a_result_comes_back_equal_and_of_its_own_type():
    again = SCANS.loads(SCANS.dumps(RESULT))
    assert again == RESULT
    assert type(again) is ScanResult
    assert type(again.findings[0].span) is Span


def test_another_type_than_the_kernels_is_not_stored():
    with pytest.raises(TypeError, match="gives ScanResult, not ChunkPlan"):
        SCANS.dumps(ChunkPlan())


def test_no_flipped_bit_is_accepted():
    blob = SCANS.dumps(ScanResult(failed_rules=(FailedRule(rule="r", error="1"),)))
    for place in range(len(blob)):
        for bit in range(8):
            damaged = blob[:place] + bytes([blob[place] ^ (1 << bit)]) + blob[place + 1 :]
            with pytest.raises(ValueError):
                SCANS.loads(damaged)


def test_no_truncation_is_accepted():
    blob = SCANS.dumps(RESULT)
    for length in range(len(blob)):
        with pytest.raises(ValueError):
            SCANS.loads(blob[:length])


def test_a_result_of_another_kernel_with_the_same_model_is_not_accepted():
    with pytest.raises(ValueError, match="damaged"):
        KernelResult(kernel="md_numbering_control").loads(SCANS.dumps(RESULT))


def test_a_result_under_another_key_is_not_accepted():
    with pytest.raises(ValueError, match="damaged"):
        KernelResult(kernel="md_consistency_scan", key="other-key").loads(SCANS.dumps(RESULT))


def test_a_field_that_the_model_does_not_know_is_not_accepted():
    spans = KernelResult(kernel="md_protected_regions")
    body = b'{"spans":[],"more":1}'
    assert spans.loads(spans.dumps(ProtectedRegions())) == ProtectedRegions()
    with pytest.raises(ValueError, match="more"):
        spans.loads(spans._checksum(body) + b"\n" + body)


def test_prefect_finds_the_serializer_by_its_type_and_stores_no_class_name():
    dumped = json.loads(SCANS.model_dump_json())
    assert dumped == {"type": "reviewctl-kernel-result", "kernel": "md_consistency_scan", "key": "some-key"}
    assert Serializer(**dumped) == SCANS


def test_what_prefect_stores_is_read_back_and_told_good(tmp_path):
    results = store(tmp_path)
    assert stored_state(tmp_path, "md_consistency_scan", "some-key") == "missing"
    results.write(key="some-key", obj=RESULT)
    assert stored_state(tmp_path, "md_consistency_scan", "some-key") == "good"
    assert results.exists("some-key")
    assert results.read("some-key").result == RESULT


def one_digit(text):
    assert text.count("[10,17]") == 1
    return text.replace("[10,17]", "[10,18]")


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: "",
        lambda t: t[:-20],
        lambda t: t[: len(t) // 2],
        one_digit,
        lambda _: "{}",
        lambda _: "[]",
        lambda _: "null",
    ],
    ids=["emptied", "cut", "halved", "one digit", "no record", "a list", "null"],
)
def test_a_damaged_file_is_a_miss_for_prefect_and_told_damaged(tmp_path, damage):
    results = store(tmp_path)
    results.write(key="some-key", obj=RESULT)
    path = tmp_path / "some-key"
    before = path.read_text(encoding="utf-8")
    path.write_text(damage(before), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != before
    assert stored_state(tmp_path, "md_consistency_scan", "some-key") == "damaged"
    assert not results.exists("some-key")


def test_a_record_that_names_another_kernel_is_damaged(tmp_path):
    store(tmp_path).write(key="some-key", obj=RESULT)
    assert stored_state(tmp_path, "md_numbering_control", "some-key") == "damaged"


def test_a_folder_in_the_place_of_a_result_is_damaged(tmp_path):
    (tmp_path / "some-key").mkdir()
    assert stored_state(tmp_path, "md_consistency_scan", "some-key") == "damaged"
