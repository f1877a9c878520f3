"""Unified diffs of one known change, forward and inverse, that git and GNU patch apply byte for byte.

Lines end at LF alone, as git and patch see them (a lone CR, U+2028 or form feed is an ordinary character). Written from
the change's own place, not by comparing documents, so that the cost is that of the hunk. Python's difflib is not used:
its output is invalid where the last newline is missing.
"""

from dataclasses import dataclass

from reviewer.patch.site import CONTEXT, PatchSite

_NO_NEWLINE = "\\ No newline at end of file\n"


@dataclass(frozen=True, slots=True)
class PatchHeader:
    """What the patch is about: the file's name, and the state in which it applies."""

    path: str
    id: str
    seq: int
    state_hash: str


def write_patch(site: PatchSite, header: PatchHeader) -> bytes:
    """One hunk with headers; applies in the state that the header names. An empty change gives headers only."""
    head = f"# {header.id}\n# seq: {header.seq}\n# state_hash: {header.state_hash}\n"
    return (head + f"--- {file_name('a', header.path)}\n+++ {file_name('b', header.path)}\n" + _hunk(site)).encode(
        "utf-8"
    )


def _hunk(site: PatchSite) -> str:
    old, new = lf_lines(site.before), lf_lines(site.after)
    same = 0
    # Not beyond the change's own place: among equal lines it could slide on, and the context behind it would run out,
    # which git and patch take for the end of the file.
    while same < min(len(old), len(new), site.lead) and old[same] == new[same]:
        same += 1
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    if old == new:
        return ""
    first = max(same - CONTEXT, 0)
    context_after = old[len(old) - tail : len(old) - tail + CONTEXT]
    removed, added = old[same : len(old) - tail], new[same : len(new) - tail]
    around = same - first + len(context_after)
    body = [hunk_line(" ", text) for text in old[first:same]]
    body += [hunk_line("-", text) for text in removed]
    body += [hunk_line("+", text) for text in added]
    body += [hunk_line(" ", text) for text in context_after]
    line = site.line + first
    return hunk_header((line, around + len(removed)), (line, around + len(added))) + "".join(body)


def hunk_header(old: tuple[int, int], new: tuple[int, int]) -> str:
    """``@@ -l,c +l,c @@`` from first line (1-based) and count of both sides."""
    return f"@@ -{_range(*old)} +{_range(*new)} @@\n"


def _range(line: int, count: int) -> str:
    """``diff -u``: an empty side names the line before it; a count of 1 is left out."""
    if count == 1:
        return str(line)
    return f"{line if count else line - 1},{count}"


def hunk_line(sign: str, text: str) -> str:
    """A line of a hunk, with the mark that says that it has no newline."""
    return sign + text if text.endswith("\n") else f"{sign}{text}\n{_NO_NEWLINE}"


def lf_lines(text: str) -> list[str]:
    """The text's lines with their LF; the last may lack it."""
    parts = text.split("\n")
    last = parts.pop()
    return [part + "\n" for part in parts] + ([last] if last else [])


def file_name(side: str, path: str) -> str:
    """A path as git writes it in ``---`` lines: C-quoted if it must be, a tab after one that has spaces."""
    name = f"{side}/{path}"
    if any(ord(char) < 32 or char in '"\\\x7f' for char in name):
        return '"' + "".join(_escape(char) for char in name) + '"'
    return name + "\t" if " " in name else name


def _escape(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    return f"\\{ord(char):03o}" if ord(char) < 32 or char == "\x7f" else char
