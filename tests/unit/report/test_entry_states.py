"""The ledger's table says of everything that is not in force what became of it."""

from test_markdown_report import entry, report, table

from reviewer.report.states import states

UNDO = {"event": "revert", "refs": ("RVW-0001",)}


def test_an_undone_change_names_its_revert_also_in_the_report():
    entries = (entry(1), entry(2), entry(3, id="REVERT-RVW-0001", **UNDO))
    rows = table(report(*entries, active={"RVW-0002"}), "Ledger")
    assert [row[-1] for row in rows] == ["undone by REVERT-RVW-0001", "in force", "—"]


def test_the_last_revert_is_the_one_that_holds():
    entries = (
        entry(1),
        entry(2, id="REVERT-RVW-0001", **UNDO),
        entry(3, "reapply", id="REAPPLY-RVW-0001", refs=("RVW-0001",)),
        entry(4, id="REVERT-RVW-0001.2", **UNDO),
    )
    assert states(entries[:3], {"RVW-0001"})["RVW-0001"] == "in force"
    assert states(entries, set())["RVW-0001"] == "undone by REVERT-RVW-0001.2"


def test_flags_are_closed_by_a_decision_or_settled_by_themselves():
    decision = entry(3, "decision", id="DEC-0001", refs=("RVW-0001",))
    assert states((entry(1, "flag"), entry(2, "flag"), decision), {"RVW-0007"}) == {
        "RVW-0001": "closed by DEC-0001", "RVW-0002": "settled", "DEC-0001": "—",
    }  # fmt: skip


def test_hand_edits_have_a_state_too():
    undo = entry(2, id="REVERT-EXT-0001", event="revert", refs=("EXT-0001",))
    hand = entry(1, "external", id="EXT-0001")
    assert states((hand,), {"EXT-0001"})["EXT-0001"] == "in force"
    assert states((hand, undo), set())["EXT-0001"] == "undone by REVERT-EXT-0001"


def test_a_decision_about_a_change_closes_no_change():
    entries = (entry(1), entry(2, id="REVERT-RVW-0001", **UNDO), entry(3, "decision", id="DEC-1", refs=("RVW-0001",)))
    assert states(entries, set())["RVW-0001"] == "undone by REVERT-RVW-0001"
