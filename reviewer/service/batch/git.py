"""Which files have changed since a git commit. The one place that runs git."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

from reviewer.errors import UserError
from reviewer.json_text import shown
from reviewer.path_text import shown_path

_SECONDS = 120
_SAFE = ("--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
"""Settings of a repository that would start programs of its choice are off."""

_TRUSTED = frozenset({"PATH", "HOME", "XDG_CONFIG_HOME", "LANG", "TMPDIR"})
"""Variables that git sees. ``GIT_DIR`` and its like, set inside a hook, would turn it to another repository."""


def changed_since(documents: Iterable[str], ref: str) -> frozenset[str]:
    """Those of the documents that differ from what ``ref`` has at their place, or that git does not know there.

    A renamed document has changed (its name is new), a deleted one is not there. What git ignores is as changed, for
    nothing is known of it. Each document is asked about in the repository that it lies in.

    Raises:
        UserError: ``no-git``, ``no-repository`` (naming the document), ``bad-ref``, ``git-failed``.
    """
    program = shutil.which("git")
    if program is None:
        raise UserError("no-git", "git was not found on PATH", "install git, or leave out --changed-since")
    places: dict[str, Path] = {}
    repositories: dict[Path, _Repository] = {}
    found = set()
    for document in documents:
        folder = os.path.realpath(os.path.dirname(document) or ".")
        root = places.get(folder) or places.setdefault(folder, _root_of(Path(folder), document))
        if root not in repositories:
            repositories[root] = _Repository(program, root, ref)
        name = os.path.relpath(os.path.join(folder, os.path.basename(document)), root)
        if repositories[root].has_changed(name) or _leads_to_changed(document, repositories[root], root):
            found.add(document)
    return frozenset(found)


def _leads_to_changed(document: str, repository: "_Repository", root: Path) -> bool:
    """Whether a link's target has changed; one that leads out of the repository is as changed."""
    if not os.path.islink(document):
        return False
    name = os.path.relpath(os.path.realpath(document), root)
    return name.startswith("..") or repository.has_changed(name)


def _root_of(folder: Path, document: str) -> Path:
    for place in (folder, *folder.parents):
        if os.path.lexists(place / ".git"):
            return place
    raise UserError(
        "no-repository",
        f"{shown_path(document)} lies in no git repository, so what changed there since a commit is not known",
        "leave out --changed-since, or name folders of a repository",
    )


class _Repository:
    """One repository: what it knew at a commit, and what differs from that now."""

    def __init__(self, program: str, root: Path, ref: str) -> None:
        self._program, self._root = program, root
        commit = self._commit(ref)
        self._differing = frozenset(self._names("diff", *_PLAIN, "--name-only", "--no-renames", "-z", commit, "--"))
        self._known = frozenset(self._names("ls-tree", "-r", "--name-only", "--full-tree", "-z", commit, "--"))

    def has_changed(self, name: str) -> bool:
        """Whether a file differs from the commit, or was not in it. ``name`` is told from the root."""
        return name in self._differing or name not in self._known

    def _commit(self, ref: str) -> str:
        whether = self._run("rev-parse", "--git-dir")
        if whether.returncode != 0:  # broken, or another user's: not the ref's fault
            raise self._failure(whether)
        asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
        done = self._run(*asked) if ref and "\0" not in ref else None
        if done is not None and done.returncode == 0:
            return done.stdout.decode("ascii", "replace").strip()
        message = f"git knows no commit {shown(ref)} in {shown_path(self._root)}"
        raise UserError("bad-ref", message, "name a commit, branch or tag; a shallow clone may lack it")

    def _names(self, *arguments: str) -> Iterable[str]:
        done = self._run(*arguments)
        if done.returncode != 0:
            raise self._failure(done)
        return (os.fsdecode(name) for name in done.stdout.split(b"\0") if name)

    def _run(self, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
        try:
            return subprocess.run(  # noqa: S603 - fixed arguments; a ref stands behind --end-of-options
                [self._program, *_SAFE, *arguments],
                cwd=self._root,
                env=_environment(os.environ),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UserError(
                "git-failed", f"git could not be run: {error}", "run it by hand, and mend what it says"
            ) from None

    def _failure(self, done: "subprocess.CompletedProcess[bytes]") -> UserError:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        message = f"git failed in {shown_path(self._root)}: {said[:200]}"
        return UserError("git-failed", message, "run 'git status' there, and mend what it says")


_PLAIN = ("--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--no-relative")


def _environment(known: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in known.items() if name in _TRUSTED}
    return {**kept, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
