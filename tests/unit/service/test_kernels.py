"""Keys of cached results: what must change them does, what must not does not."""

import inspect
import re
from dataclasses import replace

import pytest

from reviewer.config import ChunkConfig, FingerprintConfig, LLMConfig, ReviewerConfig, RuleConfig, StyleRules
from reviewer.errors import UserError
from reviewer.hashing import bytes_hash
from reviewer.markdown.source import read_document
from reviewer.model.results import ChunkPlan
from reviewer.scan.registry import RULES
from reviewer.service.stages import kernels
from reviewer.service.stages.kernels import (
    BY_NAME,
    IRRELEVANT,
    KERNELS,
    KernelInput,
    closure,
    is_listed,
    kernel_key,
    key_identities,
    leaf_fields,
    visible_config,
)

HASH = bytes_hash(b"# A document\n")
SPELLER = {"speller": "typos 1.0"}
DEFAULT = ReviewerConfig()


class NoSpeller:
    identity = "none 1"

    def corrections(self, words):
        return {}


def keys(config=DEFAULT, doc_hash=HASH):
    return {k.name: kernel_key(k, doc_hash, config, SPELLER if k.spells else {}) for k in KERNELS}


def changed(config):
    before, after = keys(), keys(config)
    return {name for name in before if before[name] != after[name]}


def test_a_key_is_flat_and_names_kernel_and_version():
    for name, key in keys().items():
        assert re.fullmatch(rf"{name}-v{BY_NAME[name].version}-[0-9a-f]{{64}}", key)


def test_the_same_inputs_give_the_same_key_and_no_two_kernels_share_one():
    assert keys() == keys(ReviewerConfig())
    assert len(set(keys().values())) == len(KERNELS) == 7


def test_another_content_changes_every_key():
    other = keys(doc_hash=bytes_hash(b"# A document.\n"))
    assert not set(other.values()) & set(keys().values())


@pytest.mark.parametrize("doc_hash", ["", "guide.md", "sha256:", "sha256:" + "g" * 64, "md5:" + "0" * 32, HASH + "0"])
def test_an_input_without_a_digest_is_an_error(doc_hash):
    with pytest.raises(ValueError, match="no content hash"):
        kernel_key(BY_NAME["md_chunk"], doc_hash, ReviewerConfig())


@pytest.mark.parametrize("extra", [None, {}, {"speller": ""}])
def test_a_kernel_that_spells_has_no_key_without_the_speller(extra):
    with pytest.raises(ValueError, match="speller has no identity"):
        kernel_key(BY_NAME["md_consistency_scan"], HASH, ReviewerConfig(), extra)


def test_another_speller_changes_the_key_of_the_kernel_that_spells_and_of_no_other():
    assert key_identities(BY_NAME["md_consistency_scan"], NoSpeller()) == {"speller": "none 1"}
    assert [k.name for k in KERNELS if key_identities(k, NoSpeller())] == ["md_consistency_scan"]
    scan = BY_NAME["md_consistency_scan"]
    assert kernel_key(scan, HASH, ReviewerConfig(), {"speller": "typos 2"}) != keys()["md_consistency_scan"]


def test_a_version_that_is_no_file_name_is_an_error():
    with pytest.raises(ValueError, match="version '1/2'"):
        kernel_key(replace(BY_NAME["md_chunk"], version="1/2"), HASH, ReviewerConfig())


@pytest.mark.parametrize(
    ("bumped", "expected"),
    [
        ("md_fingerprint_chunk", {"md_fingerprint_chunk"}),
        ("md_chunk", {"md_chunk", "md_fingerprint_chunk"}),
        ("md_numbering_control", {"md_numbering_control"}),
        (
            "md_structure",
            {"md_structure", "md_chunk", "md_consistency_scan", "md_numbering_control", "md_fingerprint_chunk"},
        ),
        ("md_inventory", {kernel.name for kernel in KERNELS}),
    ],
)
def test_a_new_version_changes_the_keys_of_the_kernel_and_of_what_stands_on_it(bumped, expected, monkeypatch):
    before = keys()
    newer = {name: replace(k, version="99") if name == bumped else k for name, k in BY_NAME.items()}
    monkeypatch.setattr(kernels, "BY_NAME", newer)
    after = {k.name: kernel_key(k, HASH, ReviewerConfig(), SPELLER if k.spells else {}) for k in newer.values()}
    assert {name for name in before if before[name] != after[name]} == expected


def test_a_new_parser_changes_every_key(monkeypatch):
    before = keys()
    monkeypatch.setattr(kernels.parse, "VERSION", "99")
    assert not set(before.values()) & set(keys().values())


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (ReviewerConfig(chunk=ChunkConfig(max_chunk_tokens=900)), {"md_chunk", "md_fingerprint_chunk"}),
        (ReviewerConfig(chunk=ChunkConfig(overlap_tokens=7)), set()),
        (ReviewerConfig(fingerprint=FingerprintConfig(safety_keywords=("x",))), {"md_fingerprint_chunk"}),
        (ReviewerConfig(style=StyleRules(language="fr")), {"md_consistency_scan", "md_numbering_control"}),
        (ReviewerConfig(rules=RuleConfig(disable=("doubled-word",))), {"md_consistency_scan"}),
        (ReviewerConfig(rules=RuleConfig(severity={"term-drift": "critical"})), {"md_consistency_scan"}),
        (ReviewerConfig(llm=LLMConfig(temperature=0.9)), set()),
        (ReviewerConfig(operator="someone", in_place=True, cache_mode="off", fixers=False, strict=True), set()),
    ],
)
def test_a_changed_configuration_changes_the_keys_of_what_reads_it(config, expected):
    assert changed(config) == expected


def test_the_order_in_which_rules_are_disabled_does_not_matter():
    one, two = (
        ReviewerConfig(rules=RuleConfig(disable=d))
        for d in (("term-drift", "ai-leftover"), ("ai-leftover", "term-drift"))
    )
    assert keys(one) == keys(two)


def test_every_configuration_field_is_read_by_a_kernel_or_listed_with_a_reason():
    reads = tuple(name for kernel in KERNELS for name in kernel.reads)
    for name, _ in leaf_fields(ReviewerConfig()):
        assert is_listed(name, reads) != is_listed(name, IRRELEVANT), name
    assert all(IRRELEVANT.values())


def test_no_list_names_a_field_that_does_not_exist():
    names = [name for name, _ in leaf_fields(ReviewerConfig())]
    for listed in (*IRRELEVANT, *(name for kernel in KERNELS for name in kernel.reads)):
        assert any(is_listed(name, (listed,)) for name in names), listed


def test_a_kernel_sees_defaults_for_what_is_not_in_its_key():
    config = ReviewerConfig(chunk=ChunkConfig(max_chunk_tokens=900, overlap_tokens=7), operator="someone")
    seen = visible_config(BY_NAME["md_fingerprint_chunk"], config)
    assert seen == ReviewerConfig(chunk=ChunkConfig(max_chunk_tokens=900))


def test_every_style_option_that_a_rule_reads_is_in_the_keys_of_the_scans():
    from pathlib import Path

    import reviewer.scan

    folder = Path(reviewer.scan.__file__).parent
    common = sorted(folder.glob("*.py"))
    for name in ("md_consistency_scan", "md_numbering_control"):
        rooms = {Path(inspect.getfile(type(rule))).parent for rule in RULES if rule.kernel == name}
        files = [*common, *(file for room in rooms - {folder} for file in room.glob("*.py"))]
        read = {m for f in files for m in re.findall(r"\bstyle\.([a-z_]+)", f.read_text(encoding="utf-8"))}
        assert read
        assert {f"style.{option}" for option in read} <= set(BY_NAME[name].reads)


def test_numbering_is_not_looked_at_again_for_words_and_leftovers():
    reads = set(BY_NAME["md_numbering_control"].reads)
    assert not reads & {"style.ai_leftover_patterns", "style.glossary", "style.term_pairs"}


def test_kernels_come_after_those_that_they_need_or_stand_on():
    done = set()
    for kernel in KERNELS:
        assert {*kernel.needs, *kernel.upstream} <= done
        done.add(kernel.name)
    assert [k.name for k in closure(BY_NAME["md_fingerprint_chunk"])] == [
        "md_chunk", "md_fingerprint_chunk", "md_inventory", "md_protected_regions", "md_structure",
    ]  # fmt: skip


def test_results_hold_nothing_of_the_place_of_the_document():
    raw = b"---\nlang: en\n---\n# T\n\nSee the the [x](#none).\n\n| a |\n|---|\n| 1 |\n"
    for kernel in KERNELS:
        results = {
            "md_chunk": BY_NAME["md_chunk"].compute(KernelInput(read_document(raw, "a"), ReviewerConfig(), NoSpeller()))
        }
        one, two = (
            kernel.compute(KernelInput(read_document(raw, name), ReviewerConfig(), NoSpeller(), results))
            for name in ("secret-place.md", "other.md")
        )
        assert one == two
        assert isinstance(one, kernel.result)
        assert "secret-place" not in one.model_dump_json()


def test_a_speller_that_fails_costs_one_rule_and_no_other():
    class Broken(NoSpeller):
        def corrections(self, words):
            raise UserError("no-speller", "typos was not found")

    document = read_document(b"# T\n\nThis is the the recieve of a letter that is long enough.\n", "a.md")
    result = BY_NAME["md_consistency_scan"].compute(KernelInput(document, ReviewerConfig(), Broken()))
    assert [failed.rule for failed in result.failed_rules] == ["misspelling"]
    assert [found.rule for found in result.findings] == ["doubled-word"]


def test_fingerprints_need_a_chunk_plan():
    source = KernelInput(read_document(b"x\n", "a.md"), ReviewerConfig(), NoSpeller(), {"md_chunk": ChunkPlan()})
    assert BY_NAME["md_fingerprint_chunk"].compute(source).items == ()
    with pytest.raises(KeyError):
        BY_NAME["md_fingerprint_chunk"].compute(replace(source, results={}))
