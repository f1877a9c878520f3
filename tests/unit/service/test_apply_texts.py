"""What an op of ``apply --ops`` does to the text, byte for byte, and which ops it may not be."""

from pathlib import Path

import pytest
from review_desk import annotated, apply, codes, delete, edited, ids, insert, replace, tree, workspace_of

from reviewer.hashing import content_hash
from reviewer.service.apply import ApplyOptions

GUIDE = b"# Guide\n\nThe pump is blue and teh valve is red.\n\nSee the lsit.\n\n```sh\nrun teh\n```\n\nEnd.\n"


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    path = tmp_path / "guide.md"
    path.write_bytes(GUIDE)
    return path


def made(folder: Path, content: bytes) -> Path:
    path = folder / "made.md"
    path.write_bytes(content)
    return path


def test_a_part_of_a_line_is_replaced_and_the_rest_of_the_line_stays(guide):
    assert apply(guide, replace(3, "teh", "the")).applied == ("RVW-0001",)
    assert edited(guide) == GUIDE.replace(b"and teh valve", b"and the valve")
    assert guide.read_bytes() == GUIDE


def test_two_fixes_on_one_line_both_stay(guide):
    assert apply(guide, replace(3, "blue", "green"), replace(3, "red", "shut")).applied == ("RVW-0001", "RVW-0002")
    assert b"The pump is green and teh valve is shut.\n" in edited(guide)


def test_a_wrong_hash_is_refused_and_nothing_is_overwritten(guide):
    outcome = apply(guide, replace(3, "teh", "the") | {"before_hash": content_hash("something else")})
    assert (outcome.applied, codes(outcome)) == ((), ["REJECT_HASH"])
    assert edited(guide) == GUIDE


def test_a_text_that_is_not_on_the_named_line_is_refused(guide):
    assert codes(apply(guide, replace(5, "valve", "gate"))) == ["REJECT_HASH"]
    assert edited(guide) == GUIDE


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"before_hash": None}, "REJECT_HASH"),
        ({"severity": "low"}, "REJECT_OTHER"),
        ({"after_text": None}, "REJECT_OTHER"),
        ({"id": "RVW-7"}, "REJECT_SCHEMA_ID"),
        ({"id": "RWV-0001"}, "REJECT_SCHEMA_ID"),
        ({"action": "rewrite"}, "REJECT_OTHER"),
        ({"target": None}, "REJECT_OTHER"),
        ({"target": {"line_start": 90, "line_end": 90}}, "REJECT_RANGE"),
        ({"needs_attention": True}, "REJECT_SCHEMA_NOTE"),
    ],
)
def test_one_bad_op_never_stops_the_rest(guide, change, code):
    outcome = apply(guide, replace(3, "teh", "the") | change, replace(5, "lsit", "list"))
    assert (outcome.applied, codes(outcome)) == (("RVW-0001",), [code])
    assert (outcome.counts.changes, outcome.counts.rejected) == (1, 1)
    assert edited(guide) == GUIDE.replace(b"lsit", b"list")


def test_an_op_in_a_fence_is_refused_also_with_a_note(guide):
    note = {"alert": "WARNING", "text": "REVIEWER: sure"}
    outcome = apply(guide, replace(8, "teh", "the", needs_attention=True, review_note=note))
    assert codes(outcome) == ["REJECT_PROTECTED"]
    assert edited(guide) == GUIDE
    assert annotated(guide).encode() == GUIDE


def test_a_flag_in_a_fence_has_its_note_after_the_fence(guide):
    note = {"alert": "WARNING", "text": "REVIEWER: is this right?"}
    flag = replace(8, "run teh", "", action="flag_only", needs_attention=True, review_note=note)
    outcome = apply(guide, flag)
    assert (outcome.applied, outcome.flagged, outcome.counts.changes, outcome.counts.flags) == ((), ("RVW-0001",), 0, 1)
    assert edited(guide) == GUIDE
    assert "```\n\n> [!WARNING]\n> REVIEWER: RVW-0001 — is this right?\n\nEnd.\n" in annotated(guide)


def test_the_same_ops_again_are_already_applied_and_no_byte_changes(guide):
    ops = (replace(3, "teh", "the"), insert(5, "More.\n"), delete(11, 11, "End.\n"))
    assert len(apply(guide, *ops).applied) == 3
    before = tree(guide.parent)
    again = apply(guide, *ops)
    assert (again.applied, again.already_applied) == ((), ("RVW-0001", "RVW-0002", "RVW-0003"))
    assert again.rejected == ()
    assert tree(guide.parent) == before


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_only_lf_crlf_and_cr_end_a_line(tmp_path, separator):
    content = f"# T\n\nOne{separator}two teh.\n\nlsit\n".encode()
    path = made(tmp_path, content)
    assert codes(apply(path, replace(3, "teh", "the"), replace(5, "lsit", "list"))) == []
    assert edited(path) == content.replace(b"teh", b"the").replace(b"lsit", b"list")


@pytest.mark.parametrize(
    ("content", "ops", "result"),
    [
        (b"# T\r\n\r\nteh\r\n", [replace(3, "teh", "the\nnew")], b"# T\r\n\r\nthe\r\nnew\r\n"),
        (b"# T\r\rteh\r\rx", [replace(3, "teh", "the\nnew")], b"# T\r\rthe\rnew\r\rx"),
        (b"# T\r\n\nteh\r\rx\n", [replace(3, "teh", "a\nb"), replace(5, "x", "y\nz")], b"# T\r\n\na\rb\r\ry\nz\n"),
        (b"# T\n\nteh", [replace(3, "teh", "the")], b"# T\n\nthe"),
        (b"# T\n\nend", [insert(3, "more")], b"# T\n\nend\nmore\n"),
        (b"# T\r\n\r\nend\r\n", [insert(3, "a\nb\n")], b"# T\r\n\r\nend\r\na\r\nb\r\n"),
        (b"\xef\xbb\xbf# T\n\nteh\n", [replace(3, "teh", "the")], b"\xef\xbb\xbf# T\n\nthe\n"),
        (b"# T\n\na\nb\n\nc\n", [delete(3, 4, "a\nb\n")], b"# T\n\n\nc\n"),
        (b"# T\n\nkeep gone.\n", [delete(3, 3, " gone")], b"# T\n\nkeep.\n"),
        (b"# T\n\na\0b teh\n", [replace(3, "teh", "the")], b"# T\n\na\0b the\n"),
    ],
    ids=[
        "crlf",
        "lone-cr",
        "mixed",
        "no-final-newline",
        "insert-after-it",
        "insert-crlf",
        "bom",
        "lines",
        "part",
        "nul",
    ],
)
def test_line_ends_bom_and_the_missing_last_newline_are_the_documents_own(tmp_path, content, ops, result):
    path = made(tmp_path, content)
    assert codes(apply(path, *ops)) == []
    assert edited(path) == result
    assert path.read_bytes() == content


def test_a_note_stands_behind_the_block_that_grew_above_it(tmp_path):
    path = made(tmp_path, b"# T\n\nalpha\n\nbeta\n\ngamma\n\n## U\n\ndelta\n")
    apply(path, replace(3, "alpha", "one\ntwo\nthree\nfour", kind="factual"), replace(7, "gamma", "GAMMA"))
    note = "> [!NOTE]\n> REVIEWER: RVW-000{} — replace ({})\n"
    expected = "four\n\n" + note.format(1, "factual") + "\nbeta\n\nGAMMA\n\n" + note.format(2, "style") + "\n## U\n"
    assert expected in annotated(path)


def test_the_note_of_a_deleted_block_stands_in_its_own_section(tmp_path):
    path = made(tmp_path, b"# T\n\nkeep\n\ngone one\ngone two\n\n## U\n\ndelta\n")
    outcome = apply(path, delete(5, 6, "gone one\ngone two\n"))
    assert (outcome.counts.changes, outcome.counts.deletions, outcome.counts.attention) == (1, 1, 1)
    text = annotated(path)
    assert "keep\n\n> [!CAUTION]\n> REVIEWER: RVW-0001 — no longer true\n" in text
    assert text.index("RVW-0001") < text.index("## U")
    report = workspace_of(path).report.read_text()
    assert "| Changes in force | 1 |" in report
    assert "deletions | 1 |" in report


def test_an_id_is_kept_if_it_is_free_and_the_next_one_follows_it(guide):
    assert apply(guide, replace(3, "teh", "the", id="RVW-0007"), replace(5, "lsit", "list")).applied == (
        "RVW-0007",
        "RVW-0008",
    )


def test_an_id_of_other_content_is_refused(guide):
    apply(guide, replace(3, "teh", "the", id="RVW-0007"))
    outcome = apply(guide, replace(5, "lsit", "list", id="RVW-0007"))
    assert (codes(outcome), ids(guide)) == (["REJECT_LEDGER"], ["RVW-0007"])


@pytest.mark.parametrize("more", [{"id": "RVW-0007"}, {}])
def test_the_same_op_with_its_id_or_without_one_is_already_applied(guide, more):
    apply(guide, replace(3, "teh", "the", id="RVW-0007"))
    outcome = apply(guide, replace(3, "teh", "the", **more))
    assert (outcome.already_applied, outcome.rejected, ids(guide)) == (("RVW-0007",), (), ["RVW-0007"])


@pytest.mark.parametrize(
    ("content", "op"),
    [
        (b"# T\n\n## A\n\nonly this\n\n## B\n\nb\n", delete(5, 5, "only this\n")),
        (b"only this\n", delete(1, 1, "only this\n")),
    ],
    ids=["section", "document"],
)
def test_emptying_a_section_or_the_document_needs_a_word(tmp_path, content, op):
    path = made(tmp_path, content)
    outcome = apply(path, op)
    assert codes(outcome) == ["REJECT_OTHER"]
    assert "--allow-empty" in outcome.rejected[0].message
    assert edited(path) == content
    assert apply(path, op, options=ApplyOptions(allow_empty=True)).applied == ("RVW-0001",)
    assert edited(path) == content.replace(b"only this\n", b"")


def test_text_goes_into_an_empty_document(tmp_path):
    path = made(tmp_path, b"")
    assert apply(path, insert(0, "first")).applied == ("RVW-0001",)
    assert edited(path) == b"first\n"


def test_overlapping_ops_the_second_is_refused(guide):
    outcome = apply(guide, replace(3, "pump is blue", "fan was grey"), replace(3, "blue and", "green and"))
    assert codes(outcome) == ["REJECT_OVERLAP"]
    assert outcome.applied == ("RVW-0001",)
    assert b"The fan was grey and teh valve" in edited(guide)
