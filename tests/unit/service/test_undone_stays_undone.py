"""What a person undid is not made again, and what they asked for is not done twice, also where headings changed."""

from pathlib import Path

import pytest
from review_desk import apply, delete, edited, ids, insert, replace, review
from undo_desk import fits, reapply, revert

from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.service.clock import SystemClock
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.spelling import TyposSpeller

BOM = b"\xef\xbb\xbf"


def spelling_review(path: Path):
    request = ReviewRequest(path, ReviewerConfig(no_llm=True, in_place=True))
    return review_document(request, Tools(TyposSpeller(), SystemClock()))


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "doc.md"
    path.parent.mkdir()
    return path


def test_letters_that_were_put_in_and_undone_are_not_put_in_again(doc: Path) -> None:
    doc.write_text("# S\n\nFirst adress here.\n\nNow adress there.\n\nAnd adress gone.\n")
    assert len(spelling_review(doc).applied) == 3
    revert(doc, "RVW-0002", "RVW-0003")
    undone = doc.read_text()
    assert undone.count("adress") == 2
    again = spelling_review(doc)
    assert again.applied == ()
    assert doc.read_text() == undone


@pytest.mark.parametrize(
    ("count", "named"),
    [
        (1, "1 proposal was left out, because a person undid or rejected the same before (RVW-0001);"),
        (3, "3 proposals were left out, because a person undid or rejected the same before (RVW-0001, RVW-0002, "),
        (12, "RVW-0009, RVW-0010 and 2 more)"),
    ],
)
def test_the_note_names_everything_that_is_not_proposed_again(doc: Path, count: int, named: str) -> None:
    doc.write_text("# S\n" + "".join(f"\nThe crew checks the the lock of gate {number}.\n" for number in range(count)))
    assert len(review(doc).applied) == count
    assert revert(doc, all=True).failed == ()
    (note,) = review(doc).notes
    assert named in note


def test_an_undone_slip_below_a_heading_that_got_a_new_number_is_not_made_again(doc: Path) -> None:
    doc.write_text("# 1. T\n\n## 1.1 A\n\ntext\n\n## 1.3 B\n\nThe bandwith is low.\n")
    spelling_review(doc)
    revert(doc, kind="typo")
    undone = doc.read_text()
    assert "bandwith" in undone
    assert "1.2 B" in undone
    assert spelling_review(doc).applied == ()
    assert doc.read_text() == undone


def test_ops_applied_twice_in_place_are_done_once_where_one_of_them_renames_their_section(doc: Path) -> None:
    doc.write_text("# T\n\n## Old name\n\nFirst line.\n")
    ops = [replace(3, "Old", "New"), insert(5, "\nA new paragraph.\n")]
    first = apply(doc, *ops, in_place=True)
    assert len(first.applied) == 2
    done = doc.read_text()
    again = apply(doc, *ops, in_place=True)
    assert (again.applied, again.rejected) == ((), ())
    assert set(again.already_applied) == set(first.applied)
    assert doc.read_text() == done


def test_two_ops_that_quote_one_whole_line_are_already_applied_the_second_time(doc: Path) -> None:
    line = "one two three four"
    doc.write_text(f"# T\n\n{line}\n")
    ops = [replace(3, line, "1 two three four"), replace(3, line, "one two three 4")]
    assert len(apply(doc, *ops, in_place=True).applied) == 2
    assert doc.read_text() == "# T\n\n1 two three 4\n"
    again = apply(doc, *ops, in_place=True)
    assert (again.applied, again.rejected) == ((), ())
    assert len(again.already_applied) == 2


def test_ops_that_shortened_the_document_are_already_applied_the_second_time(doc: Path) -> None:
    doc.write_text("# T\n\nteh cat\n\nend teh\n")
    ops = [delete(3, 4, "teh cat\n\n"), replace(5, "teh", "the")]
    assert len(apply(doc, *ops, in_place=True).applied) == 2
    again = apply(doc, *ops, in_place=True)
    assert (again.applied, again.rejected) == ((), ())
    assert len(again.already_applied) == 2


@pytest.mark.parametrize(
    "proposal",
    [{"find": "gamma", "replace": "G", "line": 5}, {"action": "delete", "find": "gamma ", "line": 5, "rationale": "x"}],
    ids=["replaced", "deleted"],
)
@pytest.mark.parametrize("others", [1, 2])
def test_a_proposal_that_names_a_line_is_done_once_there_and_never_elsewhere(
    doc: Path, proposal: dict[str, object], others: int
) -> None:
    more = "\nthree gamma too\n" * (others - 1)
    doc.write_text(f"# T\n\none gamma here\n\ntwo gamma there\n{more}")
    assert apply(doc, proposal, in_place=True).applied == ("RVW-0001",)
    done = doc.read_text()
    assert "one gamma here" in done
    again = apply(doc, proposal, in_place=True)
    assert doc.read_text() == done
    assert again.applied == ()
    revert(doc, "RVW-0001")
    assert apply(doc, proposal).applied == ()


def test_an_op_that_quotes_what_is_on_no_line_is_still_refused(doc: Path) -> None:
    doc.write_text("# T\n\none two\n")
    apply(doc, replace(3, "one", "1"), in_place=True)
    refused = apply(doc, replace(3, "three", "3"), in_place=True).rejected
    assert [item.code.value for item in refused] == ["REJECT_HASH"]


def marked(doc: Path) -> None:
    """A document changed in place, to which an editor then added a byte-order mark."""
    doc.write_text("# T\n\nalpha beta gamma\n")
    apply(doc, replace(3, "beta", "B"), in_place=True)
    doc.write_bytes(BOM + doc.read_bytes())


def test_an_undo_that_cannot_reach_a_document_that_gained_its_mark_says_so(doc: Path) -> None:
    marked(doc)
    before = doc.read_bytes()
    outcome = revert(doc, "RVW-0001")
    assert doc.read_bytes() == before
    assert any("byte-order mark" in note and "RVW-0001" in note for note in outcome.notes)
    assert edited(doc) == b"# T\n\nalpha beta gamma\n"
    reapply(doc, "RVW-0001")
    assert ids(doc) == ["RVW-0001", "REVERT-RVW-0001", "REAPPLY-RVW-0001"]
    assert fits(doc)


def test_an_undo_in_place_of_a_document_that_gained_its_mark_is_refused(doc: Path) -> None:
    marked(doc)
    with pytest.raises(UserError) as refused:
        revert(doc, "RVW-0001", in_place=True)
    assert refused.value.code == "bom-changed"
    assert ids(doc) == ["RVW-0001"]


@pytest.mark.parametrize(("before", "after", "typed"), [("XYZ", "abc", "hand abc two"), ("XYZ ", "", "hand two")])
def test_text_typed_in_the_gap_of_a_change_stands_on_it(doc: Path, before: str, after: str, typed: str) -> None:
    doc.write_text("# T\n\nXYZ two\n")
    apply(doc, replace(3, before, after), in_place=True)
    doc.write_text(f"# T\n\n{typed}\n")
    review(doc, in_place=True)
    refused = revert(doc, "RVW-0001")
    assert [item.blocked_by for item in refused.failed] == [("EXT-0001",)]
    assert doc.read_text() == f"# T\n\n{typed}\n"
    revert(doc, "RVW-0001", cascade_external=True)
    assert doc.read_text() == "# T\n\nXYZ two\n"
