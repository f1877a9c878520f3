"""``review`` of whatever a file can hold: a defined result or one clear error, never a changed original."""

from collections.abc import Callable
from pathlib import Path

import pytest
from growth import grows_linearly
from review_desk import annotated, edited, ids, review, tree, workspace_of

from reviewer.errors import UserError
from reviewer.service.verify import verify

PROSE = "The crew checks the the lock before they leave the harbour."
LONG = " ".join(f"word{number}" for number in range(22_000))

NOTHING_TO_DO = {
    "empty": b"",
    "only a BOM": b"\xef\xbb\xbf",
    "only a newline": b"\n",
    "only YAML front matter": b"---\ntitle: the the\n---\n",
    "only TOML front matter": b"+++\ntitle = 'the the'\n+++\n",
    "one line of 200 KB": LONG.encode() + b"\n",
    "an unclosed fence": f"# T\n\n```\n{PROSE}\n\n# {PROSE}\n".encode(),
    "an unclosed comment": f"# T\n\n<!-- open\n\n{PROSE}\n".encode(),
    "3,000 unclosed dollars": b"# T\n\n" + b"$$ a\n\n" * 3000,
    "lists 200 deep": b"".join(b"  " * depth + b"- x\n" for depth in range(200)),
    "a table of 2,000 rows": b"| a | b |\n| --- | --- |\n" + b"| c | d |\n" * 2000,
}
ONE_FIX = {
    "no headings": PROSE.encode(),
    "a NUL byte": f"# T\n\nA\0B. {PROSE}\n".encode(),
    "CRLF": f"# T\r\n\r\n{PROSE}\r\n".encode(),
    "lone CR": f"# T\r\r{PROSE}\r".encode(),
    "mixed line ends": f"# T\r\n\n{PROSE}\r\rEnd.\n".encode(),
    "a BOM": f"\ufeff# T\n\n{PROSE}\n".encode(),
    "no last newline": f"# T\n\n{PROSE}".encode(),
    "other line separators": f"# T\n\nA\u2028b\u0085c\x0cd\x0be. {PROSE}\n".encode(),
    "front matter before it": f"---\ntitle: the the\n---\n\n{PROSE}\n".encode(),
}


def made(folder: Path, content: bytes) -> Path:
    path = folder / "made.md"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("content", NOTHING_TO_DO.values(), ids=NOTHING_TO_DO.keys())
def test_where_there_is_nothing_to_do_all_copies_are_identical(tmp_path, content):
    path = made(tmp_path, content)
    outcome = review(path)
    assert (outcome.status, outcome.applied, outcome.failures) == ("completed", (), ())
    assert path.read_bytes() == edited(path) == workspace_of(path).snapshot.read_bytes() == content
    assert outcome.flagged or annotated(path).encode() == content
    assert verify(workspace_of(path))["status"] == "ok"


@pytest.mark.parametrize("content", ONE_FIX.values(), ids=ONE_FIX.keys())
def test_one_fix_changes_its_own_bytes_and_the_second_run_nothing(tmp_path, content):
    path = made(tmp_path, content)
    assert review(path).applied == ("RVW-0001",)
    assert edited(path) == content.replace(b"checks the the lock", b"checks the lock")
    assert path.read_bytes() == content
    before = tree(tmp_path)
    second = review(path)
    assert (second.applied, second.flagged, second.already_applied) == ((), (), ("RVW-0001",))
    assert tree(tmp_path) == before
    assert ids(path) == ["RVW-0001"]


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"abc\xff", "not-utf8"), (None, "missing-file"), ("folder", "is-a-folder"), (b"\xff\xfea\0", "not-utf8")],
)
def test_what_is_no_document_is_one_error_and_leaves_nothing_behind(tmp_path, content, code):
    path = tmp_path / "made.md"
    if content == "folder":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError) as raised:
        review(path)
    assert raised.value.code == code
    assert str(path) in raised.value.message
    assert raised.value.hint
    assert not (tmp_path / ".review").exists()


def test_a_review_stays_linear_in_paragraphs_with_a_fix_each(tmp_path):
    def prepare(count: int) -> Callable[[], object]:
        path = tmp_path / f"{count}-{len(list(tmp_path.iterdir()))}.md"
        path.write_text("# T\n\n" + "".join(f"Number {i}: the crew checks the the lock.\n\n" for i in range(count)))
        return lambda: changes.append(review(path).counts.changes)

    changes: list[int] = []
    assert grows_linearly(prepare, 300)
    assert set(changes) == {300, 1200}


def test_findings_without_a_repair_become_flags_with_a_note_and_change_nothing(tmp_path):
    path = made(tmp_path, b"# T\n\nSee [the end](#nowhere-at-all) for what is left of this.\n")
    outcome = review(path)
    assert (outcome.applied, outcome.flagged) == ((), ("RVW-0001",))
    assert (outcome.counts.findings, outcome.counts.flags, outcome.counts.changes) == (1, 1, 0)
    assert edited(path) == path.read_bytes()
    assert "> [!WARNING]\n> REVIEWER: RVW-0001 — " in annotated(path)
    assert "broken-anchor" in workspace_of(path).report.read_text()


def test_without_fixers_nothing_is_changed(tmp_path):
    path = made(tmp_path, ONE_FIX["CRLF"])
    outcome = review(path, fixers=False)
    assert (outcome.applied, outcome.counts.findings) == ((), 1)
    assert edited(path) == path.read_bytes()


def test_text_in_a_fence_is_never_touched_by_a_rule(tmp_path):
    content = f"# T\n\n{PROSE}\n\n```\n{PROSE}\n```\n\n> - ~~~\n>   {PROSE}\n>   ~~~\n".encode()
    path = made(tmp_path, content)
    assert review(path).counts.changes == 1
    assert edited(path) == content.replace(b"the the", b"the", 1)
