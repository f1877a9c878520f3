"""An undo takes back that very change, to the byte, whatever else the document holds."""

from pathlib import Path

import pytest
from review_desk import annotated, apply, delete, edited, entries, ids, insert, replace, tree, workspace_of
from undo_desk import blocked, fits, patched, reapply, revert

from reviewer.errors import UserError
from reviewer.ledger.patches import patch_pair
from reviewer.service.workspace.history import read_history


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def given(doc: Path, text: str | bytes, *ops: object) -> bytes:
    """The document with ops applied; its bytes before."""
    raw = text if isinstance(text, bytes) else text.encode()
    doc.write_bytes(raw)
    assert apply(doc, *ops).rejected == ()
    return raw


WHOLE = {
    "a deletion of lines": (
        "# Pumps\n\nOne.\n\nTwo goes.\nTwo stays.\n\nEnd.\n",
        delete(5, 6, "Two goes.\nTwo stays.\n"),
    ),
    "three lines of which the middle one stays": (
        "# Pumps\n\nalpha bad\nmiddle\ngamma bad\n\nEnd.\n",
        replace(3, "alpha bad\nmiddle\ngamma bad", "alpha good\nmiddle\ngamma good", last=5),
    ),
    "a blank line put between two lines": (
        "# Pumps\n\nfirst\nsecond\n\nEnd.\n",
        replace(3, "first\nsecond", "first\n\nsecond", last=4),
    ),
    "a line that begins like a signature": (
        "# Pumps\n\n-- optoin\n\n- x\n\nEnd.\n",
        replace(3, "-- optoin", "-- option"),
    ),
    "an insertion": ("# Pumps\n\nOne.\n\nEnd.\n", insert(3, "\nInserted line.\n")),
    "an insertion after a last line without its end": ("# Pumps\n\nOne.\n\nEnd.", insert(5, "\nInserted.\n")),
    "text that stands elsewhere before it": (
        "# Pumps\n\ncolor is fine\n\nother\n\ncolour is fine\n\nEnd.\n",
        replace(7, "colour is fine", "color is fine"),
    ),
    "text that is part of another word": ("# Pumps\n\nThe-saurus thinks\n\nTeh\n\nEnd.\n", replace(5, "Teh", "The")),
    "part of a line": ("# Pumps\n\nA long line with teh error.\n\nEnd.\n", replace(3, "teh", "the")),
    "the first line behind a byte order mark": ("\ufeff# Pumsp\n\nEnd.\n", replace(1, "Pumsp", "Pumps")),
    "a line near a byte order mark": ("\ufeff# Pumps\n\nteh\n\nEnd.\n", replace(3, "teh", "the")),
    "carriage returns": ("# Pumps\r\n\r\nUn fuax mot.\r\n\r\nEnd.\r\n", replace(3, "fuax", "faux")),
    "separators that are no line ends": (
        "# Pumps\n\nun\u2028deux\x0btrois\x0cteh\x85quatre\n\nEnd.\n",
        replace(3, "teh", "the"),
    ),
}


@pytest.mark.parametrize("name", WHOLE)
def test_reverted_alone_it_gives_the_first_bytes(doc, name):
    text, op = WHOLE[name]
    raw = given(doc, text, op)
    changed = edited(doc)
    assert changed != raw
    outcome = revert(doc, "RVW-0001")
    assert (outcome.status, outcome.reverted, outcome.failed) == ("completed", ("RVW-0001",), ())
    assert edited(doc) == raw
    assert fits(doc)
    assert reapply(doc, "RVW-0001").status == "completed"
    assert edited(doc) == changed
    assert fits(doc)


@pytest.mark.parametrize("name", WHOLE)
def test_reverted_beside_a_later_change_it_leaves_that_one(doc, name):
    text, op = WHOLE[name]
    raw = given(doc, text, op)
    lines = edited(doc).decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    last = next(number for number in range(len(lines), 0, -1) if lines[number - 1].startswith("End."))
    doc.write_bytes(edited(doc))
    assert apply(doc, replace(last, "End", "Last")).applied == ("RVW-0002",)
    assert revert(doc, "RVW-0001").failed == ()
    assert edited(doc) == raw.replace(b"End", b"Last")
    assert fits(doc)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("program", ["git", "patch"])
def test_patches_of_change_revert_and_redo_apply_in_the_states_that_they_name(doc, tmp_path, name, program):
    text, op = WHOLE[name]
    raw = given(doc, text, op)
    changed = edited(doc)
    revert(doc, "RVW-0001")
    reapply(doc, "RVW-0001")
    assert ids(doc) == ["RVW-0001", "REVERT-RVW-0001", "REAPPLY-RVW-0001"]
    history, _ = read_history(workspace_of(doc))
    for entry_id, before, after in (
        ("RVW-0001", raw, changed), ("REVERT-RVW-0001", changed, raw), ("REAPPLY-RVW-0001", raw, changed),
    ):  # fmt: skip
        pair = patch_pair(history, entry_id)
        assert (workspace_of(doc).patches / f"{entry_id}.patch").read_bytes() == pair.forward
        assert patched(tmp_path / "x", before, pair.forward, program) == after
        assert patched(tmp_path / "x", after, pair.inverse, program) == before


TEXT = "# Pumps\n\none teh\n\ntwo teh\n\nthree teh\n\nfour teh\n"


def four(doc: Path) -> bytes:
    return given(doc, TEXT, *(replace(line, "teh", "the") for line in (3, 5, 7, 9)))


@pytest.mark.parametrize("order", [("RVW-0001", "RVW-0003"), ("RVW-0003", "RVW-0001")])
def test_several_go_in_any_order_given_and_together(doc, order):
    four(doc)
    outcome = revert(doc, *order)
    assert outcome.reverted == ("RVW-0003", "RVW-0001")
    assert edited(doc) == b"# Pumps\n\none teh\n\ntwo the\n\nthree teh\n\nfour the\n"
    new = entries(doc)[4:]
    assert [entry["id"] for entry in new] == ["REVERT-RVW-0003", "REVERT-RVW-0001"]
    assert len({entry["txn"] for entry in new}) == 1
    assert [entry["refs"] for entry in new] == [["RVW-0003"], ["RVW-0001"]]


def test_all_gives_the_first_bytes_and_the_ledger_only_grows(doc):
    raw = four(doc)
    before = workspace_of(doc).ledger.read_bytes()
    assert len(revert(doc, all=True).reverted) == 4
    assert edited(doc) == raw
    assert workspace_of(doc).ledger.read_bytes().startswith(before)
    assert reapply(doc, all=True).reapplied == ("RVW-0001", "RVW-0002", "RVW-0003", "RVW-0004")
    assert edited(doc) == raw.replace(b"teh", b"the")


def test_undo_and_redo_in_turns(doc):
    raw = given(doc, "x\n\ny\n\nz\n", replace(1, "x", "X"), replace(5, "z", "Z"))
    steps = [
        (revert, ["RVW-0001"], b"x\n\ny\n\nZ\n"), (reapply, ["RVW-0001"], b"X\n\ny\n\nZ\n"),
        (revert, ["RVW-0001", "RVW-0002"], raw), (reapply, ["RVW-0002"], b"x\n\ny\n\nZ\n"),
    ]  # fmt: skip
    for step, names, expected in steps:
        assert step(doc, *names).failed == ()
        assert edited(doc) == expected
    assert ids(doc)[-1] == "REAPPLY-RVW-0002"
    revert(doc, "RVW-0002")
    assert ids(doc)[-1] == "REVERT-RVW-0002.2"
    assert (workspace_of(doc).patches / "REVERT-RVW-0002.2.inverse.patch").exists()


def test_twice_is_refused_and_writes_no_entry(doc):
    four(doc)
    revert(doc, "RVW-0002")
    before = ids(doc)
    outcome = revert(doc, "RVW-0002")
    assert (outcome.status, [item.id for item in outcome.failed]) == ("refused", ["RVW-0002"])
    assert "undone already" in outcome.failed[0].reason
    assert [item.reason for item in reapply(doc, "RVW-0001").failed] == ["it is in force already"]
    assert ids(doc) == before


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("REVERT-RVW-0001", "name RVW-0001 instead"), ("RVW-0099", "no change of this id"),
        ("rvw-0001", "did you mean RVW-0001"), ("x", "no id of a change"), ("EXT-0001", "no change of this id"),
    ],
)  # fmt: skip
def test_what_is_no_change_is_refused_with_a_reason(doc, name, said):
    four(doc)
    revert(doc, "RVW-0001")
    outcome = revert(doc, name)
    assert outcome.status == "refused"
    assert said in outcome.failed[0].reason


def test_a_flag_has_nothing_to_undo(doc):
    note = {"alert": "NOTE", "text": "REVIEWER: see"}
    given(doc, TEXT, replace(3, "teh", "", action="flag_only", needs_attention=True, review_note=note))
    assert "flag" in revert(doc, "RVW-0001").failed[0].reason


def test_one_failure_stops_all_unless_told_to_keep_going(doc):
    raw = four(doc)
    outcome = revert(doc, "RVW-0001", "RVW-0077", "RVW-0002")
    assert (outcome.status, outcome.reverted) == ("refused", ())
    assert edited(doc) == raw.replace(b"teh", b"the")
    outcome = revert(doc, "RVW-0001", "RVW-0077", "RVW-0002", keep_going=True)
    assert (outcome.status, outcome.reverted, list(blocked(outcome))) == (
        "partial", ("RVW-0002", "RVW-0001"), ["RVW-0077"],
    )  # fmt: skip
    assert edited(doc) == b"# Pumps\n\none teh\n\ntwo teh\n\nthree the\n\nfour the\n"


def test_a_change_on_which_another_stands_names_it_and_a_cascade_takes_both(doc):
    given(doc, TEXT, replace(3, "one teh", "one very long the"))
    doc.write_bytes(edited(doc))
    apply(doc, replace(3, "long", "short"))
    outcome = revert(doc, "RVW-0001")
    assert blocked(outcome) == {"RVW-0001": ("RVW-0002",)}
    outcome = revert(doc, "RVW-0001", cascade=True)
    assert (outcome.reverted, outcome.cascaded) == (("RVW-0002", "RVW-0001"), ("RVW-0002",))
    assert edited(doc) == TEXT.encode()
    assert blocked(reapply(doc, "RVW-0002")) == {"RVW-0002": ("RVW-0001",)}
    outcome = reapply(doc, "RVW-0002", cascade=True)
    assert (outcome.reapplied, outcome.cascaded) == (("RVW-0001", "RVW-0002"), ("RVW-0001",))
    assert b"one very short the" in edited(doc)
    assert fits(doc)


def test_a_redo_is_refused_while_another_change_stands_in_its_place(doc):
    given(doc, TEXT, replace(3, "teh", "the"))
    revert(doc, "RVW-0001")
    apply(doc, replace(3, "teh", "a"))
    assert blocked(reapply(doc, "RVW-0001")) == {"RVW-0001": ("RVW-0002",)}
    revert(doc, "RVW-0002")
    assert reapply(doc, "RVW-0001").failed == ()
    assert edited(doc) == TEXT.replace("one teh", "one the").encode()


def test_a_dry_run_shows_the_diff_and_writes_nothing(doc, tmp_path):
    four(doc)
    now = edited(doc)
    before = tree(doc.parent / ".review")
    outcome = revert(doc, "RVW-0002", dry_run=True)
    assert (outcome.status, outcome.reverted, outcome.dry_run) == ("completed", ("RVW-0002",), True)
    assert patched(tmp_path / "x", now, outcome.diff.encode()) == now.replace(b"two the", b"two teh")
    assert outcome.head == entries(doc)[-1]["entry_hash"]
    assert tree(doc.parent / ".review") == before
    assert ids(doc) == ["RVW-0001", "RVW-0002", "RVW-0003", "RVW-0004"]


def test_the_reason_is_in_the_ledger(doc):
    four(doc)
    revert(doc, "RVW-0001", reason="the author said so")
    assert entries(doc)[-1]["reason"] == "the author said so"


def test_the_annotated_copy_and_the_report_follow(doc):
    note = {"alert": "WARNING", "text": "REVIEWER: look at this"}
    given(doc, TEXT, replace(3, "one teh", "one flugelhorn", needs_attention=True, review_note=note))
    assert "RVW-0001" in annotated(doc)
    revert(doc, "RVW-0001")
    assert annotated(doc) == TEXT
    report = workspace_of(doc).report.read_text(encoding="utf-8")
    assert "REVERT-RVW-0001" in report
    reapply(doc, "RVW-0001")
    assert "RVW-0001" in annotated(doc)


def test_one_change_of_a_group_can_be_undone_alone(doc):
    raw = b"# A\n\n## 1. One\n\ntext\n\n## 3. Three\n\nSee Section 3.\n"
    group = [replace(7, "3.", "2.", group="g"), replace(9, "Section 3", "Section 2", group="g")]
    given(doc, raw, *group)
    assert revert(doc, "RVW-0002").failed == ()
    assert b"## 2. Three\n\nSee Section 3." in edited(doc)


def test_a_document_without_a_review_is_named(doc):
    doc.write_text("x\n")
    with pytest.raises(UserError) as caught:
        revert(doc, "RVW-0001")
    assert caught.value.code == "no-review"
