"""SIGKILL at every file operation of review, apply, revert and reapply through the service (DESIGN §6).

The next command finishes it: nothing is lost, no id is given twice, and every file is as without the kill.
"""

import itertools
import json
import re
import shutil

import lethal
import pytest

from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.model.selection import Selection
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.revert import UndoRequest, undo
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.verify import verify
from reviewer.service.workspace.folder import require_workspace

TEXT = (
    "\ufeff# Guide\r\n\r\nAs an AI, I cannot help here.\r\n\r\n"
    + "".join(f"Line {n} has teh word and the the end.\r\n\r\n" for n in range(4))
    + "Nothing is here"
)


class Words:
    """Knows one wrong word."""

    identity = "one 1"

    def corrections(self, words):
        return {word: ("the",) for word in words if word == "teh"}


class Clock:
    """It is always the same moment."""

    def now(self):
        return "2031-02-03T04:05:06.000007+00:00"


class Desk:
    """A document in a folder of its own; the commands of a person, always the same ones."""

    def __init__(self, folder):
        self.folder, self.document = folder, folder / "doc.md"

    def config(self, in_place=False):
        return ReviewerConfig(no_llm=True, in_place=in_place)

    def review(self, in_place=False):
        return review_document(ReviewRequest(self.document, self.config(in_place)), Tools(Words(), Clock()))

    def apply(self, in_place=False):
        file = self.folder / "ops.json"
        return apply_ops(ApplyRequest(self.document, file, self.config(in_place)), Clock())

    def undo(self, direction="revert", **more):
        ids = ("RVW-0002", "RVW-0003")
        return undo(UndoRequest(self.document, Selection(ids=ids), self.config(), direction=direction, **more), Clock())

    def revert(self):
        return self.undo()

    def reapply(self):
        return self.undo("reapply")

    def by_hand(self):
        """A person changes the edited copy and the document."""
        for path in (self.document, *self.folder.glob(".review/*/stage3/doc.edited.md")):
            path.write_bytes(path.read_bytes().replace(b"Nothing is here", b"Something is here now"))

    def workspace(self):
        return require_workspace(self.document)


def review(desk):
    desk.review()


def review_in_place(desk):
    desk.review(in_place=True)


LIVES = {
    "first review": ((), review),
    "first review, in place": ((), review_in_place),
    "apply": ((review,), Desk.apply),
    "apply, in place": ((review_in_place,), lambda desk: desk.apply(in_place=True)),
    "revert": ((review, Desk.apply), Desk.revert),
    "revert, in place": ((review_in_place,), Desk.revert),
    "reapply": ((review, Desk.revert), Desk.reapply),
    "review after hand edits": ((review, Desk.by_hand), review),
    "revert after hand edits": ((review, Desk.by_hand), Desk.revert),
}
"""What a person did before, and the command that is killed."""


def begun(folder, before):
    """A fresh folder in which the steps ``before`` were done."""
    folder.mkdir()
    (folder / "doc.md").write_bytes(TEXT.encode())
    ops = [
        {
            "action": "replace",
            "target": {"line_start": line, "line_end": line},
            "before_text": "Line",
            "before_hash": content_hash("Line"),
            "after_text": "Row",
        }
        for line in (7, 9)
    ]
    (folder / "ops.json").write_text(json.dumps(ops))
    desk = Desk(folder)
    for step in before:
        step(desk)
    return desk


def look(place):
    """What is left; but for the ledger's head in the plan, which may lie before or behind recorded hand edits."""
    heads = re.compile(rb'"ledger_head": *"[^"]*"')
    return {
        name: heads.sub(b"", raw) if name.endswith("edit_plan.json") else raw
        for name, raw in lethal.tree(place).items()
    }


class Trial:
    """One life, killed at many points. Every trial runs in a folder of the same name: paths are in the files.

    ``repeated`` is what the same command gives when it is run twice: after an in-place review that was killed late, it
    looks at the edited document.
    """

    def __init__(self, root, name):
        self.before, self.command = LIVES[name]
        self.place, self.start = root / "desk", root / "start"
        begun(self.place, self.before)
        shutil.copytree(self.place, self.start)
        self.operations = lethal.run(self.place, self.again)
        self.wanted = look(self.place)
        self.again()
        self.repeated = look(self.place)

    def again(self):
        return self.command(Desk(self.place))

    def reset(self):
        shutil.rmtree(self.place)
        shutil.copytree(self.start, self.place, copy_function=shutil.copy2)

    def kill(self, point, *, after):
        """Kill at ``point``, run the command again, and look at everything."""
        self.reset()
        known = self.ids()
        assert lethal.run(self.place, self.again, point, after=after) is True
        torn = self.ledger_bytes()
        self.again()
        self.assert_as_without_the_kill(torn)
        assert self.ids()[: len(known)] == known

    def ids(self):
        return [json.loads(line)["id"] for line in self.ledger_bytes().splitlines() if line.endswith(b"}")]

    def ledger_bytes(self):
        return b"".join(path.read_bytes() for path in self.place.glob(".review/*/review/ledger.jsonl"))

    def assert_as_without_the_kill(self, torn):
        left = look(self.place)
        assert left.keys() == self.wanted.keys()
        assert {name for name in left if left[name] not in (self.wanted[name], self.repeated[name])} == set()
        for name in ("doc.md", *(name for name in left if name.endswith(("edited.md", "ledger.jsonl", ".patch")))):
            assert left[name] == self.wanted[name]
        ids = self.ids()
        assert len(set(ids)) == len(ids)
        assert verify(Desk(self.place).workspace())["status"] == "ok"
        kept = self.ledger_bytes() + b"".join(p.read_bytes() for p in self.place.glob(".review/*/review/*.torn.*"))
        assert all(line in kept for line in torn.split(b"\n") if line)


def points(operations, share):
    """Pairs of point and side; ``share`` 3 takes every third one."""
    every = itertools.product(range(1, operations + 1), (False, True))
    return [pair for number, pair in enumerate(every) if number % share == 0]


def killed(tmp_path, name, share):
    trial = Trial(tmp_path, name)
    chosen = points(trial.operations, share)
    for point, after in chosen:
        trial.kill(point, after=after)
    return len(chosen)


@pytest.mark.parametrize("name", ["first review", "apply, in place", "revert", "review after hand edits"])
def test_killed_at_some_file_operations_the_same_command_completes_it(tmp_path, name):
    assert killed(tmp_path, name, 29) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("name", LIVES)
def test_killed_at_every_file_operation_the_same_command_completes_it(tmp_path, name):
    count = killed(tmp_path, name, 1)
    print(f"{name}: {count} kill points")  # noqa: T201 - the figure
    assert count >= 50
