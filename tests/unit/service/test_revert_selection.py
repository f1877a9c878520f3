"""Which changes a selection means."""

from pathlib import Path

import pytest
from review_desk import apply, delete, edited, replace
from undo_desk import reapply, revert

from reviewer.errors import UserError
from reviewer.model.selection import Selection

TEXT = "# Top\n\naa teh\n\n## Part\n\nbb teh\n\n### Deep\n\ncc teh\n\n## Other\n\ndd teh\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_text(TEXT)
    ops = [
        replace(3, "teh", "the", kind="typo"), replace(7, "teh", "the", kind="style", severity="attention"),
        replace(11, "teh", "the", kind="typo"), replace(15, "teh", "the", kind="grammar"),
    ]  # fmt: skip
    assert apply(path, *ops).rejected == ()
    return path


@pytest.mark.parametrize(
    ("chosen", "numbers"),
    [
        ({"ids": "RVW-0002..RVW-0003"}, [2, 3]),
        ({"ids": "RVW-0003 .. RVW-0099"}, [3, 4]),
        ({"ids": "RVW-0001,RVW-0003"}, [1, 3]),
        ({"ids": ["RVW-0001..RVW-0002", "RVW-0002", "RVW-0004"]}, [1, 2, 4]),
        ({"kind": "typo"}, [1, 3]),
        ({"severity": "attention"}, [2]),
        ({"section": "S1"}, [2, 3]),
        ({"section": "S1.1"}, [3]),
        ({"section": "S"}, [1, 2, 3, 4]),
        ({"section": "deep"}, [3]),
        ({"section": "S1", "kind": "typo"}, [3]),
        ({"source": "human"}, [1, 2, 3, 4]),
        ({"all": True}, [1, 2, 3, 4]),
    ],
)
def test_a_selection_means_these_changes(doc, chosen, numbers):
    options = dict(chosen)
    names = options.pop("ids", ())
    outcome = revert(doc, *([names] if isinstance(names, str) else names), **options)
    assert outcome.reverted == tuple(f"RVW-{number:04}" for number in reversed(numbers))
    for number, word in enumerate(("aa", "bb", "cc", "dd"), start=1):
        assert f"{word} {'teh' if number in numbers else 'the'}".encode() in edited(doc)


def test_a_range_and_a_filter_leave_out_what_is_undone_already(doc):
    revert(doc, "RVW-0002")
    assert revert(doc, "RVW-0001..RVW-0003").reverted == ("RVW-0003", "RVW-0001")
    again = revert(doc, "RVW-0001..RVW-0003")
    assert (again.status, again.reverted, len(again.notes)) == ("completed", (), 1)
    assert reapply(doc, kind="typo").reapplied == ("RVW-0001", "RVW-0003")


@pytest.mark.parametrize(
    ("names", "options", "code"),
    [
        ((), {}, "nothing-selected"),
        (("RVW-0001",), {"all": True}, "mixed-selection"),
        (("RVW-0001",), {"kind": "typo"}, "mixed-selection"),
        ((), {"kind": "typo", "all": True}, "mixed-selection"),
        (("RVW-0003..RVW-0001",), {}, "bad-range"),
        (("RVW-0001..EXT-0003",), {}, "bad-range"),
        (("RVW-0001..",), {}, "bad-range"),
        (("..RVW-0001",), {}, "bad-range"),
        (("REVERT-RVW-0001..REVERT-RVW-0002",), {}, "bad-range"),
        (("RVW-0008..RVW-0009",), {}, "no-match"),
        ((), {"kind": "tpyo"}, "no-match"),
        ((), {"section": "S9"}, "no-match"),
        ((), {"source": ""}, "empty-filter"),
        ((), {"section": " "}, "empty-filter"),
        ((), {"kind": "typo", "severity": ""}, "empty-filter"),
        ((), {"kind": "", "all": True}, "empty-filter"),
    ],
)
def test_a_selection_that_cannot_be_meant_is_refused(doc, names, options, code):
    with pytest.raises(UserError) as caught:
        revert(doc, *names, **options)
    assert caught.value.code == code


def test_deletions_are_found_whatever_severity_they_were_given(tmp_path):
    path = tmp_path / "doc.md"
    path.write_text("# T\n\none\n\ntwo\n\nthree\n\nfour\n")
    plain = delete(5, 6, "two\n\n")
    del plain["severity"]
    ops = [delete(3, 4, "one\n\n"), plain, replace(7, "three", "3", severity="deletion"), replace(9, "four", "4")]
    assert apply(path, *ops).rejected == ()
    assert revert(path, severity="minor", dry_run=True).reverted == ("RVW-0004", "RVW-0002")
    assert revert(path, severity="deletion").reverted == ("RVW-0003", "RVW-0002", "RVW-0001")


def test_a_selection_goes_through_json_unchanged():
    selection = Selection(ids=("RVW-0001..RVW-0002", "EXT-0001"), kind=None)
    assert Selection.model_validate_json(selection.model_dump_json()) == selection


def test_all_of_nothing_is_nothing_to_do(tmp_path):
    path = tmp_path / "doc.md"
    path.write_text(TEXT)
    apply(path)
    assert (revert(path, all=True).status, revert(path, all=True).reverted) == ("completed", ())


@pytest.mark.parametrize(
    ("names", "options", "said", "hint"),
    [
        ((), {"kind": "tpyo"}, "--kind 'tpyo'", "kinds in the ledger: "),
        ((), {"severity": "huge"}, "--severity 'huge'", "severities in the ledger: "),
        ((), {"kind": "typo", "section": "S9"}, "--kind 'typo' --section 'S9'", "list the entries"),
        (("RVW-0008..RVW-0009",), {}, "RVW-0008..RVW-0009", "list the entries"),
    ],
)
def test_a_selection_that_nothing_passes_is_named_with_a_command_that_can_be_pasted(doc, names, options, said, hint):
    with pytest.raises(UserError) as caught:
        revert(doc, *names, **options)
    assert said in str(caught.value)
    assert caught.value.hint.startswith(hint)
    assert caught.value.hint.endswith(f"list the entries with: reviewctl log {doc}")
