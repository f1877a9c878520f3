"""Documents changed since a commit, asked of a real git."""

import os
import subprocess

import pytest
from batch_desk import run, states, write

from reviewer.errors import UserError
from reviewer.service.batch.git import changed_since


def git(folder, *arguments):
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ("-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, env={**os.environ, **own})


@pytest.fixture
def repository(tmp_path):
    """A repository with three committed documents."""
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    write(folder, "a.md", "docs/b.md", "docs/with\nline.md")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    return folder


def code_of(call):
    with pytest.raises(UserError) as told:
        call()
    return told.value.code


def test_only_what_differs_from_the_commit_is_reviewed(repository):
    write(repository, "docs/new.md")
    (repository / "docs/with\nline.md").write_text("# Other\n\nText.\n")
    outcome = run(repository, changed_since="main")
    assert sorted(states(outcome)) == ["new.md", "with\nline.md"]
    assert any("2 documents left out: not changed since main" in note for note in outcome.notes)


def test_committed_staged_and_renamed_count_deleted_does_not(repository):
    git(repository, "tag", "v1")
    git(repository, "mv", "a.md", "moved.md")
    git(repository, "rm", "-q", "docs/b.md")
    git(repository, "commit", "-qm", "second")
    write(repository, "staged.md")
    git(repository, "add", "staged.md")
    assert sorted(states(run(repository, changed_since="v1"))) == ["moved.md", "staged.md"]


def test_what_git_ignores_is_as_changed(repository):
    (repository / ".gitignore").write_text("local.md\n")
    write(repository, "local.md")
    assert sorted(states(run(repository, changed_since="HEAD"))) == ["local.md"]


def test_nothing_changed_is_no_error(repository):
    outcome = run(repository, changed_since="HEAD")
    assert (outcome.documents, outcome.status) == ((), "completed")


def test_names_from_a_folder_below_and_through_a_link(repository, tmp_path, monkeypatch):
    (repository / "docs/b.md").write_text("# Other\n")
    (tmp_path / "link").symlink_to(repository / "docs")
    monkeypatch.chdir(repository / "docs")
    assert changed_since(["b.md"], "HEAD") == {"b.md"}
    named = str(tmp_path / "link" / "b.md")
    assert changed_since([named, str(tmp_path / "link" / "with\nline.md")], "HEAD") == {named}


def test_a_link_has_changed_with_its_target(repository):
    (repository / "also.md").symlink_to("a.md")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "link")
    assert changed_since([str(repository / "also.md")], "HEAD") == frozenset()
    (repository / "a.md").write_text("# Other\n")
    assert changed_since([str(repository / "also.md")], "HEAD") == {str(repository / "also.md")}


def test_a_repository_within_is_asked_itself(repository):
    inner = repository / "inner"
    inner.mkdir()
    git(inner, "init", "-q", "-b", "main")
    write(inner, "c.md", "d.md")
    git(inner, "add", "-A")
    git(inner, "commit", "-qm", "inner")
    (inner / "d.md").write_text("# Other\n")
    names = [str(inner / "c.md"), str(inner / "d.md"), str(repository / "a.md")]
    assert changed_since(names, "main") == {str(inner / "d.md")}


@pytest.mark.parametrize("ref", ["nowhere", "", "--output=/tmp/x", "HEAD:a.md", "a\0b", "HEAD^{tree}"])
def test_a_bad_ref_is_told(repository, ref):
    assert code_of(lambda: changed_since([str(repository / "a.md")], ref)) == "bad-ref"


def test_outside_of_a_repository(tmp_path):
    write(tmp_path, "a.md")
    assert code_of(lambda: changed_since([str(tmp_path / "a.md")], "HEAD")) == "no-repository"


def test_without_git(repository, monkeypatch):
    monkeypatch.setenv("PATH", str(repository))
    assert code_of(lambda: changed_since([str(repository / "a.md")], "HEAD")) == "no-git"


def test_a_broken_repository_is_told_in_git_s_words(repository):
    (repository / ".git/HEAD").write_text("nonsense")
    assert code_of(lambda: changed_since([str(repository / "a.md")], "HEAD")) == "git-failed"


def test_variables_of_a_hook_do_not_lead_elsewhere(repository, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert changed_since([str(repository / "a.md")], "main") == frozenset()


def test_programs_that_a_repository_names_are_not_started(repository, tmp_path):
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    git(repository, "config", "core.fsmonitor", str(trap))
    git(repository, "config", "diff.external", str(trap))
    (repository / "a.md").write_text("# Other\n")
    assert changed_since([str(repository / "a.md")], "HEAD") == {str(repository / "a.md")}
    assert not (tmp_path / "sprung").exists()
