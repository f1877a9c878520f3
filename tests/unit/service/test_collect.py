"""Which documents ``check`` looks at."""

import os
from pathlib import Path

import pytest

from reviewer.errors import UserError
from reviewer.service.files.collect import Exclusion, collect


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(folder: Path, *names: str) -> None:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("text\n")


def paths(*named: str, exclude: tuple[str, ...] = ()) -> list[str]:
    return [item.path for item in collect(named, Exclusion(exclude), lambda _: ".REVIEWED.md") if item.error is None]


def test_a_folder_is_read_to_the_bottom_in_the_order_of_names(folder: Path) -> None:
    make(folder, "d/b.md", "d/a.markdown", "d/c.txt", "d/sub/x.md", "d/a/z.MD")
    assert paths("d") == ["d/a.markdown", "d/b.md", "d/a/z.MD", "d/sub/x.md"]


def test_machine_made_folders_and_outputs_are_left_out(folder: Path) -> None:
    make(folder, "a.md", "a.REVIEWED.md", ".review/w/doc.edited.md", ".git/x.md", "node_modules/p/README.md")
    make(folder, "env/pyvenv.cfg", "env/lib/note.md", ".github/template.md")
    assert paths(".") == ["a.md", ".github/template.md"]


def test_each_file_counts_once_under_its_first_name(folder: Path) -> None:
    make(folder, "d/a.md", "d/b.md")
    os.symlink("a.md", folder / "d" / "c.md")
    assert paths("d/b.md", "d", "./d/a.md") == ["d/b.md", "d/a.md"]


def test_links_to_folders_are_not_followed(folder: Path) -> None:
    make(folder, "d/a.md")
    os.symlink("..", folder / "d" / "up")
    assert paths("d") == ["d/a.md"]


def test_a_named_file_needs_no_markdown_name(folder: Path) -> None:
    make(folder, "NOTES")
    assert paths("NOTES") == ["NOTES"]


@pytest.mark.parametrize(
    "pattern",
    [
        "old",
        "old/",
        "d/old",
        "./d/old",
        "d/o*",
        "*/old/*",
        "x.md",
        "**/old/**",
        "d/old/**",
        "old/**",
        "old/*",
        "old/x.md",
    ],
)
def test_a_pattern_takes_out_what_it_matches(folder: Path, pattern: str) -> None:
    make(folder, "d/a.md", "d/old/x.md")
    assert paths("d", exclude=(pattern,)) == ["d/a.md"]


def test_a_pattern_may_be_a_full_path(folder: Path) -> None:
    make(folder, "d/a.md", "d/old/x.md", "b.md")
    assert paths("d", "b.md", exclude=(f"{folder}/d/old", str(folder / "b*"))) == ["d/a.md"]


def test_a_pattern_counts_from_the_named_folder_above_the_current_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(folder, "d/a.md", "d/old/x.md", "here/b.md")
    monkeypatch.chdir(folder / "here")
    assert paths("..", exclude=("d/old",)) == ["../d/a.md", "../here/b.md"]


def test_a_pattern_that_matches_nothing_is_known(folder: Path) -> None:
    make(folder, "d/a.md", "d/old/x.md")
    exclusion = Exclusion(["old", "olds", "d/old", "e/**"])
    collect(["d"], exclusion, lambda _: ".REVIEWED.md")
    assert exclusion.unused == ("olds", "e/**")


def test_a_pattern_also_takes_out_named_files(folder: Path) -> None:
    make(folder, "a.md", "b.md")
    assert paths("a.md", "b.md", exclude=("b.*",)) == ["a.md"]


def test_part_of_a_name_is_no_match() -> None:
    exclusion = Exclusion(["old", "d/new"])
    assert not exclusion.matches("d/older/x.md")
    assert not exclusion.matches("e/d/new/x.md")


def test_a_folder_without_documents_is_an_error_and_the_others_go_on(folder: Path) -> None:
    make(folder, "a.md", "empty/x.txt")
    found = collect(["empty", "a.md"], Exclusion([]), lambda _: ".REVIEWED.md")
    assert [(item.path, item.error.code if item.error else "") for item in found] == [
        ("empty", "no-documents"),
        ("a.md", ""),
    ]


def test_a_folder_whose_documents_were_already_named_is_no_error(folder: Path) -> None:
    make(folder, "d/a.md")
    assert [item.error for item in collect(["d/a.md", "d"], Exclusion([]), lambda _: ".REVIEWED.md")] == [None]


def test_nothing_left_is_an_error_not_a_success(folder: Path) -> None:
    make(folder, "a.REVIEWED.md")
    with pytest.raises(UserError) as caught:
        collect(["a.REVIEWED.md"], Exclusion([]), lambda _: ".REVIEWED.md")
    assert caught.value.code == "no-documents"


def test_the_output_suffix_is_that_of_the_folder(folder: Path) -> None:
    make(folder, "d/a.md", "d/a.out.md", "e/b.md", "e/b.out.md")
    found = collect(["d", "e"], Exclusion([]), lambda place: ".out.md" if place.name == "d" else ".REVIEWED.md")
    assert [item.path for item in found] == ["d/a.md", "e/b.md", "e/b.out.md"]


def errors(*named: str, exclude: tuple[str, ...] = ()) -> dict[str, str]:
    found = collect(named, Exclusion(exclude), lambda _: ".REVIEWED.md")
    return {item.path: item.error.code for item in found if item.error is not None}


def test_links_that_lead_nowhere_are_named_and_the_others_go_on(folder: Path) -> None:
    make(folder, "d/a.md", "d/z.md")
    (folder / "d" / "gone.md").symlink_to("nowhere")
    (folder / "d" / "loop.md").symlink_to("loop.md")
    assert paths("d") == ["d/a.md", "d/z.md"]
    assert errors("d") == {"d/gone.md": "missing-file", "d/loop.md": "missing-file"}
    assert errors("d", exclude=("gone.md", "loop.md")) == {}


def test_a_link_to_a_folder_with_the_name_of_a_document_is_not_followed_either(folder: Path) -> None:
    make(folder, "d/a.md", "other/b.md")
    (folder / "d" / "link.md").symlink_to("../other")
    assert (paths("d"), errors("d")) == (["d/a.md"], {})


def test_a_folder_whose_configuration_cannot_be_read_is_told_of_each_of_its_documents(folder: Path) -> None:
    make(folder, "a.md", "bad/b.md", "bad/c.md", "z/d.md")

    def suffix_of(place: Path) -> str:
        if place.name == "bad":
            raise UserError("bad-toml", "m", "h")
        return ".REVIEWED.md"

    found = collect([".", "bad/b.md"], Exclusion(()), suffix_of)
    assert [(item.path, item.error and item.error.code) for item in found] == [
        ("a.md", None),
        ("bad/b.md", "bad-toml"),
        ("bad/c.md", "bad-toml"),
        ("z/d.md", None),
        ("bad/b.md", "bad-toml"),
    ]


def test_a_path_that_no_system_call_takes_is_left_to_the_reader_to_refuse(folder: Path) -> None:
    make(folder, "a.md")
    long = "d/" * 3000 + "a.md"
    assert paths(long, "a.md") == [long, "a.md"]


def test_an_ignore_file_holds_for_its_folder_and_all_below(folder: Path) -> None:
    make(folder, "d/drafts/a.md", "d/sub/drafts/b.md", "d/sub/c.md", "d/old-c.md", "drafts/e.md", "d/sub/deep/f.md")
    (folder / "d/.reviewctlignore").write_text("# what is not ready\n\ndrafts/\n  old-*.md\r\n/sub/deep\n")
    assert paths(".") == ["d/sub/c.md", "drafts/e.md"]
    assert paths("d/sub") == ["d/sub/c.md"], "a file above the named folder counts"


def test_what_an_ignore_file_names_is_left_out_also_when_it_is_named(folder: Path) -> None:
    make(folder, "a.md", "b.md")
    (folder / ".reviewctlignore").write_text("a.md\n")
    assert paths("a.md", "b.md") == ["b.md"]


def test_patterns_of_an_ignore_file_say_nothing_of_folders_above_it(folder: Path) -> None:
    make(folder, "docs/docs/a.md", "docs/b.md")
    (folder / "docs/.reviewctlignore").write_text("docs\n")
    assert paths("docs") == ["docs/b.md"]


def test_an_ignore_file_matches_names_that_are_no_utf_8(folder: Path) -> None:
    make(folder, "a.md")
    name = os.fsdecode(b"caf\xe9.md")
    make(folder, name)
    (folder / ".reviewctlignore").write_bytes(b"caf\xe9.*\n")
    assert paths(".") == ["a.md"]


@pytest.mark.parametrize("make_it", [lambda file: file.write_text("a\n!b\n"), lambda file: file.mkdir()])
def test_an_ignore_file_that_is_not_understood_is_an_error(folder: Path, make_it) -> None:
    make(folder, "d/a.md")
    make_it(folder / "d/.reviewctlignore")
    with pytest.raises(UserError) as told:
        paths("d")
    assert told.value.code == "bad-ignore-file"


def test_include_says_what_is_looked_for_in_folders(folder: Path) -> None:
    make(folder, "d/a.md", "d/b.txt", "d/specs/c.md", "e.md")
    found = collect(["d", "e.md"], Exclusion([]), lambda _: ".REVIEWED.md", Exclusion(["*.txt", "specs/*"]))
    assert [item.path for item in found] == ["d/b.txt", "d/specs/c.md", "e.md"]
