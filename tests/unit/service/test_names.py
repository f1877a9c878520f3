"""Names that are made from names fit, and stay apart."""

import hashlib
from pathlib import Path

import pytest
from review_desk import apply, edited, replace, review, tree, workspace_of

from reviewer.errors import UserError
from reviewer.service.apply import ApplyOptions
from reviewer.service.files.names import fitted, refuse_long
from reviewer.service.verify import verify
from reviewer.service.workspace.folder import open_workspace

TEXT = "# Guide\n\nThe cat sat on the mat.\n"
EMOJI = "\N{GRINNING FACE}"


def test_a_name_that_fits_is_left_alone() -> None:
    assert fitted("guide", ".md", "REVIEW_") == "REVIEW_guide.md"
    assert fitted("x" * 245, ".md", "REVIEW_") == "REVIEW_" + "x" * 245 + ".md"


def test_a_longer_one_is_cut_and_marked_with_the_hash_of_its_stem() -> None:
    stem = "x" * 246
    mark = "~" + hashlib.sha256(stem.encode()).hexdigest()[:8]
    assert fitted(stem, ".md", "REVIEW_") == "REVIEW_" + "x" * 236 + mark + ".md"


@pytest.mark.parametrize("char", ["x", "\xe9", "\u20ac", EMOJI])
@pytest.mark.parametrize("length", [251, 252, 253])
def test_the_cut_is_between_characters_and_the_name_is_as_long_as_it_can_be(char: str, length: int) -> None:
    stem = (char * length)[: length // len(char.encode())] + "y" * (length % len(char.encode()))
    size = len(fitted(stem, ".md", "REVIEW_").encode())
    assert 255 - len(char.encode()) < size <= 255


def test_stems_that_differ_behind_the_cut_keep_names_of_their_own() -> None:
    assert fitted("x" * 250 + "a", ".md", "REVIEW_") != fitted("x" * 250 + "b", ".md", "REVIEW_")


def test_a_path_that_no_system_call_takes_is_refused() -> None:
    refuse_long(Path("/" + "/".join(["d" * 200] * 19)))
    for path, below in ((Path("/" + "d" * 256), 0), (Path("/" + "d/" * 2100), 0), (Path("/" + "d/" * 1900), 300)):
        with pytest.raises(UserError) as raised:
            refuse_long(path, below)
        assert raised.value.code == "path-too-long"
        assert len(raised.value.message) < 400


@pytest.mark.parametrize("stem", ["x" * 252, "y" * 246, EMOJI * 63, "\xe9" * 126])
def test_a_document_with_the_longest_name_is_reviewed_like_any_other(tmp_path: Path, stem: str) -> None:
    path = tmp_path / f"{stem}.md"
    path.write_text(TEXT)
    review(path)
    apply(path, replace(3, "cat", "dog"))
    workspace = workspace_of(path)
    assert edited(path).decode() == TEXT.replace("cat", "dog")
    assert workspace.report.is_file()
    assert verify(workspace)["status"] == "ok"
    assert review(path).notes == ()


def test_its_report_that_was_edited_by_hand_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 252}.md"
    path.write_text(TEXT)
    review(path)
    report = workspace_of(path).report
    report.write_text("mine\n")
    (note,) = review(path).notes
    kept = Path(note.rpartition(" ")[2])
    assert kept.read_text() == "mine\n"
    assert kept.parent == report.parent


def test_an_output_with_the_longest_name_has_its_annotated_copy_beside_it(tmp_path: Path) -> None:
    path, out = tmp_path / "guide.md", tmp_path / f"{'z' * 252}.md"
    path.write_text(TEXT)
    outcome = apply(path, replace(3, "cat", "dog"), options=ApplyOptions(output=out))
    copy = out.with_name(fitted("z" * 252, ".REVIEWED.md"))
    assert outcome.written == (str(out), str(copy))
    assert copy.read_bytes() == workspace_of(path).annotated.read_bytes()


def test_a_workspace_whose_files_would_have_no_path_is_refused_and_none_is_left(tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_text(TEXT)
    before = tree(tmp_path)
    with pytest.raises(UserError) as raised:
        review(path, workspace=tmp_path / "/".join(["d" * 200] * 20))
    assert raised.value.code == "path-too-long"
    with pytest.raises(UserError, match="more than 255 bytes"):
        review(path, workspace=tmp_path / ("d" * 256))
    assert tree(tmp_path) == before
    assert [file.name for file in tmp_path.iterdir()] == ["guide.md"]


def test_a_document_so_deep_that_its_workspace_has_no_path_is_reviewed_with_a_named_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path
    monkeypatch.chdir(tmp_path)
    while len(str(folder)) < 3850:
        folder /= "d" * min(200, 3850 - len(str(folder)))
        Path(folder.name).mkdir()
        monkeypatch.chdir(folder.name)
    path = folder / "guide.md"
    Path("guide.md").write_text(TEXT)
    with pytest.raises(UserError) as raised:
        review(path)
    assert (raised.value.code, "-w DIR" in raised.value.hint) == ("path-too-long", True)
    assert [file.name for file in folder.iterdir()] == ["guide.md"]
    assert review(path, workspace=tmp_path / "ws").status == "completed"
    assert open_workspace(path, None, tmp_path / "ws").root == tmp_path / "ws"
