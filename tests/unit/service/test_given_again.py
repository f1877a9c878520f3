"""An ops file that was applied in place is known again as a whole: its lines are those of the document as it was."""

import json

import pytest
from undo_desk import revert

from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.model.edit import RejectCode
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.clock import SystemClock

TEXT = "# T\n\none.\n\ntwo.\n"


def insert(line, text):
    return {"action": "insert", "target": {"line_start": line, "line_end": line}, "after_text": text}


def replace(line, before, after):
    target = {"line_start": line, "line_end": line}
    told = {"before_text": before, "before_hash": content_hash(before), "after_text": after}
    return {"action": "replace", "target": target, **told}


def applied(path, ops, *, in_place=True, style=None):
    file = path.with_suffix(".json")
    file.write_text(ops if isinstance(ops, str) else json.dumps(ops))
    config = ReviewerConfig(in_place=in_place, style=style or {})
    return apply_ops(ApplyRequest(path, file, config), SystemClock())


FILES = {
    "two insertions": [insert(3, "\nA.\n"), insert(5, "\nB.\n")],
    "an insertion and a replacement": [insert(3, "\nA.\n"), replace(5, "two.", "2.")],
    "of one group": [{**insert(1, "\nA.\n"), "group": "g"}, {**insert(5, "\nB.\n"), "group": "g"}],
    "one that removes lines": [replace(1, "# T", "# Title"), insert(3, "\nA.\n\nC.\n"), insert(5, "\nB.\n")],
}


@pytest.mark.parametrize("ops", FILES.values(), ids=FILES)
def test_applied_again_in_place_it_changes_nothing(tmp_path, ops):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    first = applied(path, ops)
    text = path.read_text()
    assert len(first.applied) == len(ops)
    for _ in range(2):
        again = applied(path, ops)
        assert (again.applied, set(again.already_applied), again.rejected) == ((), set(first.applied), ())
        assert path.read_text() == text


def test_after_another_file_too(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    first = applied(path, FILES["two insertions"])
    applied(path, [insert(1, "\nlead\n")])
    text = path.read_text()
    assert set(applied(path, FILES["two insertions"]).already_applied) == set(first.applied)
    assert path.read_text() == text


def test_new_ops_are_made(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    applied(path, [insert(3, "\nA.\n")])
    assert len(applied(path, [insert(3, "\nB.\n")]).applied) == 1
    assert path.read_text() == "# T\n\none.\n\nB.\n\nA.\n\ntwo.\n"


FENCED = "# T\n\none.\n\ntwo.\n\n```\na\nb\n```\n\nthree.\n\nfour.\n"
PARTLY = {
    "one quotes what is not there": (TEXT, [*FILES["two insertions"], replace(1, "nope", "x")]),
    "one is in protected text": (FENCED, [*FILES["two insertions"], insert(8, "x\n")]),
    "one is behind the last line": (TEXT, [*FILES["two insertions"], insert(7, "\nC.\n")]),
    "one half of a group is refused": (
        TEXT,
        [*FILES["two insertions"], {**insert(1, "\nC.\n"), "group": "g"}, {**replace(3, "nope", "x"), "group": "g"}],
    ),
}


@pytest.mark.parametrize(("text", "ops"), PARTLY.values(), ids=PARTLY)
def test_what_was_refused_at_first_is_refused_again(tmp_path, text, ops):
    path = tmp_path / "d.md"
    path.write_text(text)
    first = applied(path, ops)
    assert len(first.applied) == 2
    edited = path.read_text()
    for _ in range(2):
        again = applied(path, ops)
        assert (again.applied, set(again.already_applied)) == ((), set(first.applied))
        assert [(op.index, op.code) for op in again.rejected] == [(op.index, op.code) for op in first.rejected]
        assert path.read_text() == edited


def test_an_op_that_asks_for_an_id_does_not_hide_the_others(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    ops = [{**insert(3, "\nA.\n"), "id": "RVW-0007"}, insert(5, "\nB.\n")]
    first = applied(path, ops)
    text = path.read_text()
    again = applied(path, ops)
    assert (again.applied, set(again.already_applied), again.rejected) == ((), set(first.applied), ())
    assert path.read_text() == text


def test_a_row_of_files_is_known_again(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    files = [[insert(3, f"\nA{number}.\n"), insert(5, f"\nB{number}.\n")] for number in range(6)]
    made = [set(applied(path, ops).applied) for ops in files]
    text = path.read_text()
    assert [set(applied(path, ops).already_applied) for ops in files] == made
    assert path.read_text() == text


def test_lines_are_those_of_the_document_that_the_file_was_applied_to(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    applied(path, [insert(3, "\none.\n")], in_place=False)
    ops = [insert(3, "\nA.\n"), insert(5, "\nB.\n")]
    first = applied(path, ops)
    assert path.read_text() == "# T\n\none.\n\none.\n\nA.\n\ntwo.\n\nB.\n"
    again = applied(path, ops)
    assert (again.applied, set(again.already_applied)) == ((), set(first.applied))


def test_an_op_that_is_added_to_the_file_is_made_where_the_document_is_now(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    ops = [insert(3, "\nA.\n"), insert(5, "\nB.\n")]
    first = applied(path, ops)
    more = [*ops, replace(7, "two.", "2."), insert(9, "\nC.\n")]
    second = applied(path, more)
    assert (len(second.applied), set(second.already_applied)) == (2, set(first.applied))
    text = "# T\n\none.\n\nA.\n\n2.\n\nB.\n\nC.\n"
    assert path.read_text() == text
    for number in range(4):
        applied(path, [insert(0, f"{number}.\n\n")])
    third = applied(path, more)
    assert (third.applied, set(third.already_applied)) == ((), {*first.applied, *second.applied})
    assert path.read_text() == "3.\n\n2.\n\n1.\n\n0.\n\n" + text


def test_an_op_that_is_mended_is_made_where_the_document_is_now(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    ops = [insert(3, "\nA.\n"), insert(5, "\nB.\n")]
    assert applied(path, [*ops, replace(7, "two.", "2.")]).rejected
    assert path.read_text() == "# T\n\none.\n\nA.\n\ntwo.\n\nB.\n"
    again = applied(path, [*ops, replace(7, "two.", "2.")])
    assert (again.applied, again.rejected) == (("RVW-0003",), ())
    assert path.read_text() == "# T\n\none.\n\nA.\n\n2.\n\nB.\n"
    assert applied(path, [*ops, replace(7, "two.", "2.")]).applied == ()


def test_an_op_that_is_allowed_the_second_time_goes_to_its_own_place(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("# T\n\none.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\ntwo.\n")
    ops = [insert(3, "\nA.\n\nB.\n"), insert(7, "| 3 | 4 |\n")]
    assert len(applied(path, ops).rejected) == 1
    allowed = applied(path, ops, style={"protect_tables": False})
    text = "# T\n\none.\n\nA.\n\nB.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\ntwo.\n"
    assert (allowed.rejected, path.read_text()) == ((), text)
    for style in ({"protect_tables": False}, {}):
        again = applied(path, ops, style=style)
        assert (again.applied, len(again.already_applied), path.read_text()) == ((), 2, text)


def test_the_same_ops_written_in_another_way(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    ops = [insert(3, "\nA.\n"), insert(5, "\nB.\n")]
    first = applied(path, ops)
    text = path.read_text()
    for other in ({"ops": ops}, ops[::-1], [{**op, "rationale": "why"} for op in ops]):
        again = applied(path, other)
        assert (again.applied, set(again.already_applied), path.read_text()) == ((), set(first.applied), text)


def test_a_hand_edit_in_between_stays(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    ops = [insert(3, "\nA.\n"), insert(5, "\nB.\n"), replace(5, "two.", "2.")]
    first = applied(path, ops)
    path.write_text("By hand.\n\n" + path.read_text().replace("A.", "AA.") + "\nend\n")
    again = applied(path, ops)
    assert (again.applied, set(again.already_applied)) == ((), set(first.applied))
    assert path.read_text() == "By hand.\n\n# T\n\none.\n\nAA.\n\n2.\n\nB.\n\nend\n"


def test_a_text_that_a_person_put_back_stays(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    ops = [replace(3, "one.", "1."), insert(5, "\nB.\n")]
    first = applied(path, ops)
    path.write_text(path.read_text().replace("1.", "New.\n\none."))
    text = path.read_text()
    again = applied(path, ops)
    assert (again.applied, set(again.already_applied), path.read_text()) == ((), set(first.applied), text)


def test_the_original_that_was_put_back_is_edited_again(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    ops = [insert(3, "\nA.\n"), insert(5, "\nB.\n")]
    applied(path, ops)
    text = path.read_text()
    path.write_text(TEXT)
    applied(path, ops)
    assert path.read_text() == text


def test_what_was_undone_is_named(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    ops = [insert(3, "\nA.\n"), insert(5, "\nB.\n")]
    applied(path, ops)
    revert(path, "RVW-0002")
    again = applied(path, ops)
    assert (again.applied, again.already_applied) == ((), ("RVW-0001",))
    assert [(op.index, op.code) for op in again.rejected] == [(2, RejectCode.LEDGER)]
    assert "reapply RVW-0002" in again.rejected[0].message
    assert path.read_text() == "# T\n\none.\n\nA.\n\ntwo.\n"


def test_a_diff_is_known_by_all_that_it_did(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    diff = "--- a\n+++ b\n@@ -3,3 +3,7 @@\n one.\n \n+A.\n+\n two.\n+\n+B.\n"
    first = applied(path, diff)
    again = applied(path, diff)
    assert (again.applied, set(again.already_applied), again.rejected) == ((), set(first.applied), ())
    assert path.read_text() == "# T\n\none.\n\nA.\n\ntwo.\n\nB.\n"


def test_a_quote_that_stands_in_another_section_now_is_a_new_one(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("# A\n\nold.\n\n# B\n\nno.\n")
    ops = [{"find": "old.", "replace": "new."}, {"action": "insert", "find": "# B", "after": "\nlead."}]
    applied(path, ops)
    path.write_text(path.read_text().replace("no.", "old."))
    assert len(applied(path, ops).applied) == 1
    text = "# A\n\nnew.\n\n# B\n\nlead.\n\nnew.\n"
    for _ in range(2):
        assert path.read_text() == text
        assert applied(path, ops).applied == ()


def test_a_section_that_the_file_itself_renames_makes_nothing_new(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("# A\n\nold.\n\n# B\n\nno.\n")
    ops = [{"find": "# A", "replace": "# AA"}, {"find": "old.", "replace": "old, old."}]
    first = applied(path, ops)
    text = path.read_text()
    assert text == "# AA\n\nold, old.\n\n# B\n\nno.\n"
    assert set(applied(path, ops).already_applied) == set(first.applied)
    assert path.read_text() == text


def test_equal_lines_do_not_take_each_others_edits(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("# A\n\nsame.\n\n# B\n\nsame.\n")
    ops = [insert(1, "\nlead.\n\n# C\n"), replace(7, "same.", "other.")]
    first = applied(path, ops)
    path.write_text(path.read_text().replace("lead.", "lead.\n\nend."))
    text = path.read_text()
    assert text.split("\n")[8] == "same."
    ops_again = applied(path, ops)
    assert (ops_again.applied, set(ops_again.already_applied)) == ((), set(first.applied))
    assert path.read_text() == text


def proposal(find, after, **more):
    return {"find": find, "replace": after, "rationale": "x", **more}


RIVALS = {
    "two halves of a word": ("colour\n", [proposal("col", "COL"), proposal("our", "or")], "COLour\n"),
    "a word in what the other wrote": (
        "big colour here\n",
        [proposal("big colour here", "my colour there"), proposal("colour", "color")],
        "my colour there\n",
    ),
    "ops in full": ("colour\n", [replace(1, "col", "COL"), replace(1, "our", "or")], "COLour\n"),
    "one of a group": (
        "colour\n\nother\n",
        [proposal("col", "COL"), proposal("our", "or", group="g"), proposal("other", "another", group="g")],
        "COLour\n\nother\n",
    ),
    "a weaker one in the middle of three": (
        "colour\n",
        [proposal("co", "CO"), proposal("lo", "LO", source="tool"), proposal("ur", "UR")],
        "COlour\n",
    ),
}


@pytest.mark.parametrize(("text", "ops", "made"), RIVALS.values(), ids=RIVALS)
def test_what_lost_to_another_op_of_the_file_is_lost_again(tmp_path, text, ops, made):
    path = tmp_path / "d.md"
    path.write_text(text)
    first = applied(path, ops)
    assert ({op.code for op in first.rejected}, path.read_text()) == ({RejectCode.OVERLAP}, made)
    for _ in range(2):
        again = applied(path, ops)
        assert (again.applied, again.already_applied, path.read_text()) == ((), first.applied, made)
        assert [(op.index, op.code) for op in again.rejected] == [(op.index, op.code) for op in first.rejected]
        assert "RVW-0001" in again.rejected[0].message


def test_what_lost_to_another_op_is_made_where_the_document_was_mended(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("colour\n")
    ops = [proposal("col", "COL"), proposal("our", "or")]
    applied(path, ops)
    path.write_text("COL and our own\n")
    again = applied(path, ops)
    assert (again.rejected, path.read_text()) == ((), "COL and or own\n")


def test_what_lost_to_another_op_is_made_once_that_one_is_undone(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("colour\n")
    ops = [proposal("col", "COL"), proposal("our", "or")]
    applied(path, ops)
    revert(path, "RVW-0001")
    again = applied(path, ops)
    assert ([op.code for op in again.rejected], path.read_text()) == ([RejectCode.LEDGER], "color\n")


def test_another_file_may_edit_what_the_first_one_wrote(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("colour\n")
    applied(path, [proposal("col", "COL"), proposal("our", "or")])
    assert applied(path, [proposal("our", "or")]).rejected == ()
    assert path.read_text() == "COLor\n"


def test_an_equal_op_is_lost_with_the_one_that_lost(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("colour\n")
    ops = [proposal("col", "COL"), proposal("our", "or"), proposal("our", "or")]
    first = applied(path, ops)
    again = applied(path, ops)
    for outcome in (first, again):
        assert [(op.index, op.code) for op in outcome.rejected] == [(2, RejectCode.OVERLAP), (3, RejectCode.OVERLAP)]
        assert outcome.notes == first.notes


def test_what_overlapped_a_change_that_the_document_did_not_show_is_refused_again(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("colour\n\nother\n")
    applied(path, [proposal("col", "COL")], in_place=False)
    ops = [proposal("our", "or"), proposal("other", "another")]
    first = applied(path, ops)
    text = path.read_text()
    assert (len(first.applied), [op.index for op in first.rejected], text) == (1, [1], "COLour\n\nanother\n")
    for _ in range(2):
        again = applied(path, ops)
        assert (again.applied, again.already_applied, path.read_text()) == ((), first.applied, text)
        assert [(op.index, op.code) for op in again.rejected] == [(1, RejectCode.OVERLAP)]


def test_a_hand_edit_that_mends_the_place_since_is_no_rival(tmp_path):
    path = tmp_path / "d.md"
    path.write_text("# T\n\n```\ncolour\n```\n\nother\n")
    ops = [proposal("colour", "color"), proposal("other", "another")]
    assert [op.code for op in applied(path, ops).rejected] == [RejectCode.PROTECTED]
    path.write_text("# T\n\nthe colour\n\nanother\n")
    again = applied(path, ops)
    assert (again.rejected, path.read_text()) == ((), "# T\n\nthe color\n\nanother\n")
