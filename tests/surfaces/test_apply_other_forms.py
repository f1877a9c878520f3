"""``apply --ops`` with unified diffs and with proposals, end to end; any bytes are an answer, never a traceback."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

Cli = Callable[..., Any]
TEXT = "# Guide\n\nThe pump is blue.\n\nThe valve is red.\n\n## Parts\n\n- bolt\n- nut\n\n## Spares\n\n- bolt\n- nut\n"
GREEN = TEXT.replace("blue", "green")


@pytest.fixture
def document(folder: Path) -> Path:
    """A document."""
    (folder / "a.md").write_bytes(TEXT.encode())
    return folder / "a.md"


def diff_to(text: str, *options: str) -> None:
    """Write ``x.patch``, from ``a.md`` to ``text``, with the real program."""
    Path("new.md").write_bytes(text.encode())
    done = subprocess.run(["diff", *(options or ("-u",)), "a.md", "new.md"], capture_output=True, check=False)
    Path("x.patch").write_bytes(done.stdout)


def edited(result: Any) -> str:
    """The edited copy."""
    return Path(result.json["outputs"]["edited"]).read_bytes().decode()


def test_a_diff_is_applied_and_then_known(cli: Cli, document: Path) -> None:
    target = GREEN.replace("The valve is red.\n\n", "").replace("- nut\n\n", "- nut\n- cog\n\n")
    diff_to(target)
    result = cli("apply", "a.md", "--ops", "x.patch", "--json")
    assert (result.code, result.err) == (0, "")
    assert edited(result) == target
    assert document.read_bytes().decode() == TEXT
    again = cli("apply", "a.md", "--ops", "x.patch", "--json")
    assert (again.code, again.json["applied"]) == (0, [])
    assert again.json["already_applied"] == result.json["applied"]
    shown = cli("show", "a.md", "RVW-0001").out
    assert "from a diff" in shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ('[null, {"find": "blue", "replace": "green"}]', "an op must be an object, not null"),
        ('[{"find": "The valve is red.\\n\\n", "replace": ""}]', "needs a rationale"),
    ],
    ids=["empty", "blank", "null", "a deletion without a reason"],
)
def test_what_an_ops_file_lacks_is_named(cli: Cli, document: Path, text: str, said: str) -> None:
    Path("ops.json").write_text(text)
    result = cli("apply", "a.md", "--ops", "ops.json")
    assert said in result.out + result.err
    assert document.read_bytes().decode() == TEXT


def test_a_diff_that_was_applied_in_place_is_known_too(cli: Cli, document: Path) -> None:
    diff_to(GREEN)
    assert cli("apply", "a.md", "--ops", "x.patch", "--in-place").code == 0
    assert document.read_bytes().decode() == GREEN
    again = cli("apply", "a.md", "--ops", "x.patch", "--in-place", "--json")
    assert (again.code, again.json["already_applied"]) == (0, ["RVW-0001"])


def test_deleted_lines_are_noted_with_a_caution(cli: Cli, document: Path) -> None:
    diff_to(TEXT.replace("The valve is red.\n\n", ""))
    result = cli("apply", "a.md", "--ops", "x.patch", "--json")
    assert result.json["counts"]["deletions"] == 1
    assert "[!CAUTION]" in Path(result.json["outputs"]["annotated"]).read_text()


def test_a_hunk_that_fits_twice_is_refused(cli: Cli, document: Path) -> None:
    Path("x.patch").write_text("@@ -14,2 +14,2 @@\n-- bolt\n+- screw\n - nut\n")
    result = cli("apply", "a.md", "--ops", "x.patch", "--json")
    assert (result.code, [item["code"] for item in result.json["rejected"]]) == (1, ["REJECT_HASH"])
    assert "lines 9, 14" in result.json["rejected"][0]["message"]


def test_a_diff_that_clears_the_document_needs_leave(cli: Cli, document: Path) -> None:
    diff_to("")
    assert cli("apply", "a.md", "--ops", "x.patch").code == 1
    result = cli("apply", "a.md", "--ops", "x.patch", "--allow-empty", "--json")
    assert (result.code, edited(result)) == (0, "")


def test_a_diff_of_several_files_is_refused_whole(cli: Cli, document: Path) -> None:
    diff_to(GREEN)
    Path("x.patch").write_bytes(Path("x.patch").read_bytes() * 2)
    result = cli("apply", "a.md", "--ops", "x.patch")
    assert result.code == 2
    assert "another file" in result.err


def test_a_changes_own_patch_works_on_another_copy_of_the_document(cli: Cli, document: Path, folder: Path) -> None:
    ops = [{"find": "bolt", "replace": "bolts", "section": "spares"}, {"find": "blue", "replace": "green"}]
    Path("ops.json").write_text(json.dumps(ops))
    patches = Path(cli("apply", "a.md", "--ops", "ops.json", "--json").json["outputs"]["patches"])
    (folder / "b.md").write_bytes(TEXT.encode())
    result = cli("apply", "b.md", "--ops", str(patches / "RVW-0001.patch"), "--in-place", "--json")
    assert (result.code, (folder / "b.md").read_bytes().decode()) == (0, GREEN)
    patch = patches / "RVW-0002.patch"
    assert cli("apply", "b.md", "--ops", str(patch), "--in-place").code == 0
    assert (folder / "b.md").read_bytes().decode() == GREEN[:-13] + GREEN[-13:].replace("bolt", "bolts")


def test_a_changes_own_patch_is_there_already_or_can_be_put_back(cli: Cli, document: Path) -> None:
    Path("ops.json").write_text(json.dumps({"action": "insert", "find": "## Parts", "after": "\nAll parts.\n"}))
    first = cli("apply", "a.md", "--ops", "ops.json", "--json")
    patch = str(Path(first.json["outputs"]["patches"]) / "RVW-0001.patch")
    again = cli("apply", "a.md", "--ops", patch, "--json")
    assert (again.code, again.json["already_applied"], again.json["head"]) == (0, ["RVW-0001"], first.json["head"])
    assert cli("revert", "a.md", "RVW-0001").code == 0
    undone = cli("apply", "a.md", "--ops", patch, "--json")
    assert (undone.code, undone.json["rejected"][0]["code"]) == (1, "REJECT_LEDGER")
    assert "reapply RVW-0001" in undone.json["rejected"][0]["message"]


def test_an_inverse_patch_applies_in_the_state_that_it_names_also_where_its_lines_stand_twice(
    cli: Cli, document: Path
) -> None:
    text = "# T\n\n" + "".join("same\n\nsame\n\nold\n\nsame\n\nsame\n\n" for _ in range(2)) + "end\n"
    document.write_bytes(text.encode())
    Path("ops.json").write_text(json.dumps([{"find": "old", "line": n, "replace": "new"} for n in (7, 17)]))
    first = cli("apply", "a.md", "--ops", "ops.json", "--in-place", "--json")
    assert document.read_bytes().decode() == text.replace("old", "new")
    inverse = Path(first.json["outputs"]["patches"]) / "RVW-0002.inverse.patch"
    assert cli("apply", "a.md", "--ops", str(inverse), "--in-place").code == 0
    assert document.read_bytes().decode() == text.replace("old", "new", 1)
    Path("x.patch").write_bytes(b"\n".join(inverse.read_bytes().split(b"\n")[3:]))
    Path("b.md").write_bytes(text.replace("old", "new").encode())
    result = cli("apply", "b.md", "--ops", "x.patch", "--in-place", "--json")
    assert (result.code, result.json["rejected"][0]["code"]) == (1, "REJECT_HASH")


def test_the_same_edit_at_two_equal_places_by_two_diffs_is_two_edits(cli: Cli, document: Path) -> None:
    text = "# T\n\n" + "a\n\nb\n\nc\n\nd\n\ne\n\n" * 3
    document.write_bytes(text.encode())
    for line in (7, 17):
        lines = document.read_bytes().decode().split("\n")
        lines[line - 1] = "C"
        Path("new.md").write_bytes("\n".join(lines).encode())
        done = subprocess.run(["git", "diff", "--no-index", "a.md", "new.md"], capture_output=True, check=False)
        Path("x.patch").write_bytes(done.stdout)
        result = cli("apply", "a.md", "--ops", "x.patch", "--in-place", "--json")
        assert (result.code, len(result.json["applied"])) == (0, 1)
        assert document.read_bytes().decode().split("\n") == lines
        again = cli("apply", "a.md", "--ops", "x.patch", "--in-place", "--json")
        assert (again.code, len(again.json["already_applied"])) == (0, 1)
        assert document.read_bytes().decode().split("\n") == lines


def test_proposals_are_applied_and_bad_ones_are_named(cli: Cli, document: Path) -> None:
    ops = {"edits": [{"old_text": "blue", "new_text": "green"}, {"find": "bolt", "replace": "screw"}]}
    Path("ops.json").write_text(json.dumps(ops))
    result = cli("apply", "a.md", "--ops", "ops.json", "--json")
    assert (result.code, edited(result)) == (1, GREEN)
    assert "2 times in the document (at line 9, 14)" in result.json["rejected"][0]["message"]


def test_refused_ops_are_named_by_their_place_for_people_and_programs(cli: Cli, document: Path) -> None:
    ops = [{"find": "blue", "replace": "green"}, {"find": "nowhere", "replace": "x"}, {"id": "RVW-9", "find": "red"}]
    Path("ops.json").write_text(json.dumps(ops))
    lines = [line for line in cli("apply", "a.md", "--ops", "ops.json").out.split("\n") if "REJECT" in line]
    assert [line.partition(" REJECT_")[0] for line in lines] == [
        "rejected: op 2 'nowhere'",
        "rejected: op 3 RVW-9 'red'",
    ]
    result = cli("apply", "a.md", "--ops", "ops.json", "--json").json
    assert [(item["index"], item["quote"]) for item in result["rejected"]] == [(2, "nowhere"), (3, "red")]


@pytest.mark.parametrize(
    "text", ["--- a\n+++ b\n@@-3 +3@@\n-x\n+y\n", "--- a\n+++ b\n", "@@@ -1 -1 +1 @@@\n--x\n++y\n"]
)
def test_what_is_no_diff_is_wrong_input_and_its_line_is_named(cli: Cli, document: Path, text: str) -> None:
    Path("x.patch").write_text(text)
    result = cli("apply", "a.md", "--ops", "x.patch", "--json")
    assert (result.code, result.json["code"]) == (2, "bad-ops-file")
    assert " of the diff, " in result.json["message"]
    assert not Path(".review").exists()


def test_proposals_applied_in_place_are_known_again(cli: Cli, document: Path) -> None:
    Path("ops.json").write_text(json.dumps({"find": "pump is blue", "replace": "pump is green"}))
    assert cli("apply", "a.md", "--ops", "ops.json", "--in-place").code == 0
    again = cli("apply", "a.md", "--ops", "ops.json", "--in-place", "--json")
    assert (again.code, again.json["already_applied"]) == (0, ["RVW-0001"])


BYTES = st.binary(max_size=40)
LIKE_A_DIFF = st.text(alphabet=" +-@\\#1,\n\r\ufeffbolt", max_size=60).map(
    lambda text: ("--- a\n+++ b\n@@ -9,2 +9,2 @@\n" + text).encode()
)
LIKE_JSON = st.lists(
    st.dictionaries(
        st.sampled_from(["find", "replace", "line", "section", "action", "op", "source", "id", "target"]),
        st.none() | st.booleans() | st.integers() | st.sampled_from(["blue", "bolt", "delete", "S1", "\ud800", ""]),
    ),
    max_size=3,
).map(lambda value: json.dumps(value).encode())


def test_any_file_is_an_answer_and_never_a_traceback(cli: Cli, document: Path) -> None:
    @settings(max_examples=60)
    @given(st.one_of(BYTES, LIKE_A_DIFF, LIKE_JSON))
    @example(b"[" * 100_000)
    @example(b"@@ -1 +1 @@")
    @example(b"--- a\n+++ b\n")
    @example(b'{"find": "blue", "replace": "\\ud800"}')
    def check(data: bytes) -> None:
        Path("any").write_bytes(data)
        result = cli("apply", "a.md", "--ops", "any")
        assert result.code in {0, 1, 2}
        assert "Traceback" not in result.err + result.out

    check()
