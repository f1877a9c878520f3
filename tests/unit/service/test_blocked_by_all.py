"""A refused undo or redo names all that a cascade would take along, and the command that it gives does it."""

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from growth import grows_linearly
from hypothesis import given, settings
from hypothesis import strategies as st
from review_desk import apply, edited, entries, replace, workspace_of
from undo_desk import blocked, fits, obeyed, reapply, revert

from reviewer.ledger.fold import History
from reviewer.model.undo import FailedUndo
from reviewer.service.revert import _with_commands
from reviewer.service.undo.plan import Step, UndoPlan, plan_reapply, plan_revert
from reviewer.service.workspace.history import read_history
from reviewer.surfaces.cli.undo_text import undo_lines

TEXT = "# T\n\none two three\n\nfour five six\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_text(TEXT)
    return path


def chain(doc: Path, *steps: tuple[str, str]) -> None:
    """Replacements on line 3, each made on what the one before left."""
    for before, after in steps:
        doc.write_bytes(edited(doc)) if workspace_is_there(doc) else None
        assert apply(doc, replace(3, before, after)).rejected == ()


def workspace_is_there(doc: Path) -> bool:
    return (doc.parent / ".review").is_dir()


def three(doc: Path) -> None:
    """RVW-0003 stands on RVW-0002, which stands on RVW-0001."""
    chain(doc, ("two", "alpha beta"), ("beta", "gamma delta"), ("delta", "omega"))


def by_hand(doc: Path, before: str, after: str) -> None:
    copy = workspace_of(doc).edited
    copy.write_text(copy.read_text().replace(before, after))


def test_an_undo_names_everything_that_stands_on_the_change(doc: Path) -> None:
    three(doc)
    outcome = revert(doc, "RVW-0001")
    assert blocked(outcome) == {"RVW-0001": ("RVW-0002", "RVW-0003")}
    assert outcome.failed[0].command == f"reviewctl revert {doc} RVW-0001 --cascade"
    assert f"  all the same: {outcome.failed[0].command}" in undo_lines(outcome, "reverted")
    assert obeyed(doc, outcome.failed[0]).reverted == ("RVW-0003", "RVW-0002", "RVW-0001")
    assert edited(doc) == TEXT.encode()


@pytest.mark.parametrize("asked", [{}, {"cascade": True}])
def test_a_hand_edit_at_the_end_of_the_chain_is_named_at_once(doc: Path, asked: dict[str, bool]) -> None:
    three(doc)
    by_hand(doc, "omega", "my own omega")
    by_hand(doc, "omega", "OMEGA")
    outcome = revert(doc, "RVW-0001", **asked)
    (names,) = blocked(outcome).values()
    assert names[:2] == ("RVW-0002", "RVW-0003")
    assert all(name.startswith("EXT-") for name in names[2:])
    assert names[2:]
    assert outcome.failed[0].command == f"reviewctl revert {doc} RVW-0001 --cascade-external"
    assert "--cascade-external" in outcome.failed[0].reason
    assert set(obeyed(doc, outcome.failed[0]).reverted) == {"RVW-0001", *names}


def test_what_goes_along_anyway_is_not_in_the_way(doc: Path) -> None:
    three(doc)
    outcome = revert(doc, "RVW-0001", "RVW-0003", keep_going=True)
    assert outcome.reverted == ("RVW-0003",)
    assert blocked(outcome) == {"RVW-0001": ("RVW-0002",)}


def test_a_redo_names_everything_that_the_change_stands_on(doc: Path) -> None:
    three(doc)
    revert(doc, "RVW-0001", cascade=True)
    outcome = reapply(doc, "RVW-0003")
    assert blocked(outcome) == {"RVW-0003": ("RVW-0001", "RVW-0002")}
    assert outcome.failed[0].command == f"reviewctl reapply {doc} RVW-0003 --cascade"
    assert obeyed(doc, outcome.failed[0]).reapplied == ("RVW-0001", "RVW-0002", "RVW-0003")


@pytest.mark.parametrize("asked", [{}, {"cascade": True}])
def test_a_redo_names_what_is_in_the_way_of_what_it_needs(doc: Path, asked: dict[str, bool]) -> None:
    three(doc)
    revert(doc, "RVW-0001", cascade=True)
    chain(doc, ("two", "other words"), ("words", "things"))
    outcome = reapply(doc, "RVW-0003", **asked)
    named = blocked(outcome)["RVW-0003"]
    assert named == ("RVW-0001", "RVW-0002", "RVW-0004", "RVW-0005")
    item = next(item for item in outcome.failed if item.id == "RVW-0003")
    first, then = (f"reviewctl {words}" for words in (f"revert {doc} RVW-0004 RVW-0005", f"reapply {doc} RVW-0003"))
    assert item.command == f"{first} && {then} --cascade"
    assert obeyed(doc, item).reapplied == ("RVW-0001", "RVW-0002", "RVW-0003")


def test_what_no_command_can_do_has_none(doc: Path) -> None:
    three(doc)
    outcome = revert(doc, "RVW-0009", "RVW-0003")
    assert [(item.id, item.command) for item in outcome.failed] == [("RVW-0009", "")]


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_every_command_that_a_refusal_gives_goes_through(seed: int) -> None:
    """Random edits upon edits on one line, by ops and by hand, some of them undone."""
    dice = random.Random(seed)
    with TemporaryDirectory() as folder:
        doc = Path(folder) / "doc.md"
        doc.write_text(TEXT)
        apply(doc, replace(5, "five", "5"))
        for number in range(dice.randint(3, 8)):
            words = edited(doc).decode().split("\n")[2].split(" ")
            place = dice.randrange(len(words))
            last = min(place + dice.randint(1, 2), len(words))
            before, after = " ".join(words[place:last]), f"w{number} v{number}"
            if dice.random() < 0.25:
                by_hand(doc, before, after)
            else:
                doc.write_bytes(edited(doc))
                apply(doc, replace(3, " ".join(words), " ".join([*words[:place], after, *words[last:]])))
            if dice.random() < 0.3:
                names = [entry["id"] for entry in entries(doc) if entry["event"] in {"change", "external"}]
                revert(doc, dice.choice(names), cascade_external=dice.random() < 0.5)
        names = [entry["id"] for entry in entries(doc) if entry["event"] in {"change", "external"}]
        for act in (revert, reapply):
            outcome = act(doc, dice.choice(names), dry_run=True)
            for item in outcome.failed:
                if item.blocked_by:
                    done = obeyed(doc, item)
                    assert item.id in {*done.reverted, *done.reapplied}
        assert fits(doc)


def many(doc: Path, count: int, *, undone: bool) -> list[str]:
    """``count`` changes that cannot be undone or redone, since others are made on their text, and as many that can."""
    doc.write_text("".join(f"red {number} green\n\n" for number in range(2 * count)))
    lines = range(1, 4 * count, 2)
    assert apply(doc, *(replace(line, "red", "blue") for line in lines)).rejected == ()
    names = [entry["id"] for entry in entries(doc)]
    if undone:
        assert revert(doc, *names).failed == ()
    doc.write_bytes(edited(doc))
    word = "red" if undone else "blue"
    assert apply(doc, *(replace(line, word, "grey") for line in lines[:count])).rejected == ()
    return names


@cache
def history_of_many(count: int, *, undone: bool) -> tuple[History, list[str]]:
    with TemporaryDirectory() as folder:
        doc = Path(folder) / "doc.md"
        names = many(doc, count, undone=undone)
        return read_history(workspace_of(doc))[0], names


@pytest.mark.parametrize("undone", [False, True])
def test_what_is_asked_for_is_not_looked_at_again_for_each_change_that_is_refused(*, undone: bool) -> None:
    repeated = 0

    def prepare(count: int) -> Callable[[], UndoPlan]:
        history, names = history_of_many(count, undone=undone)
        if undone:
            return lambda: plan_reapply(history, names, cascade=False)
        asked = names + names[count:] * repeated
        return lambda: plan_revert(history, asked, cascade=False, external=False)

    history, names = history_of_many(80, undone=undone)
    enabled = set(history.replay.enabled)
    plan = prepare(80)()
    assert len(plan.ids) == len(plan.failed) == len(names) // 2
    assert history.replay.enabled == enabled
    repeated = 20  # so that a look at all that go, for each that is refused, would outweigh everything else
    assert grows_linearly(prepare, 80)


def test_a_redo_that_another_one_is_in_the_way_of_is_refused_only_by_that(doc: Path) -> None:
    """Two changes of one place, both undone: what is redone beside them is not named."""
    apply(doc, replace(3, "one", "1"), replace(5, "four", "4"))
    revert(doc, "RVW-0001", "RVW-0002")
    doc.write_bytes(edited(doc))
    apply(doc, replace(3, "one two", "1 2"))
    outcome = reapply(doc, "RVW-0001", "RVW-0002", keep_going=True)
    assert outcome.reapplied == ("RVW-0002",)
    assert blocked(outcome) == {"RVW-0001": ("RVW-0003",)}
    assert obeyed(doc, outcome.failed[0]).reapplied == ("RVW-0001",)


def test_the_index_of_reviews_is_not_read_for_each_change_that_is_refused(doc: Path) -> None:
    """With as many refused changes as reviewed documents in the folder, the work grows with both."""
    three(doc)
    workspace, index = workspace_of(doc), doc.parent / ".review" / "index.json"
    known = json.loads(index.read_text())["documents"]

    def prepare(count: int) -> Callable[[], tuple[FailedUndo, ...]]:
        others = {f"other-{number}.md": {"workspace": f"other_{number}"} for number in range(10 * count)}
        index.write_text(json.dumps({"schema": 1, "documents": known | others}))
        names = [f"RVW-{number:04}" for number in range(1, count + 1)]
        failed = tuple(FailedUndo(id=name, reason="it is refused") for name in names)
        plan = UndoPlan((), failed, {name: (Step("revert", (name,), "--cascade"),) for name in names})
        return lambda: _with_commands(plan, workspace)

    assert [item.command for item in prepare(2)()] == [
        f"reviewctl revert {doc} RVW-0001 --cascade",
        f"reviewctl revert {doc} RVW-0002 --cascade",
    ]
    assert grows_linearly(prepare, 100)


@pytest.mark.parametrize("keep_going", [False, True])
def test_of_two_that_cannot_both_come_back_the_refused_one_has_a_command(doc: Path, keep_going: bool) -> None:
    apply(doc, replace(3, "two", "pig"))
    revert(doc, "RVW-0001")
    apply(doc, replace(3, "two three", "both"))
    revert(doc, "RVW-0002")
    apply(doc, replace(3, "three", "cow"))
    outcome = reapply(doc, "RVW-0001", "RVW-0002", keep_going=keep_going)
    (refused,) = [item for item in outcome.failed if item.id == "RVW-0002"]
    obeyed(doc, refused)
    assert edited(doc) == TEXT.replace("two three", "both").encode()
