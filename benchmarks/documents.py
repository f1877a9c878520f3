"""Long documents to measure on: the project's own fixtures, or a folder of documents, put one after the other."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures" / "documents"
SIZES = (1_600, 5_600, 56_000)
"""Lines of the three documents; the issue's limits are about the longest."""

_HEADING = re.compile(r"(#{1,6} +)(\d+)((?:\.\d+)*\.? .*)")
_CAPTION = re.compile(r"[*_ ]*(Figure|Table|Equation|Tableau|Équation) (\d+)")
_MENTION = re.compile(r"\b(Figure|Table|Equation|Tableau|Équation|figure|table|equation|tableau|équation) (\d+)")
_ITEM = re.compile(r"\s*(?:[-*+>|#:]|\d+[.)])")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")
_FRENCH = {"tableau": "table", "équation": "equation"}


@dataclass(frozen=True, slots=True)
class Sample:
    """A document to measure, and how many lines it was meant to have."""

    size: int
    path: Path
    lines: int
    characters: int


def samples(target: Path, corpus: Path | None = None, sizes: Sequence[int] = SIZES) -> list[Sample]:
    """Write one document a size into ``target``; the same input gives the same bytes.

    Without ``corpus`` the project's fixtures are repeated; each round has its own numbers for chapters, figures, tables
    and equations and its own paragraphs, so that a round is not a duplicate of the one before.
    """
    made = []
    for size in sizes:
        text = _cut(_corpus_lines(corpus) if corpus else _fixture_lines(), size)
        path = target / f"{'corpus' if corpus else 'fixtures'}-{size}.md"
        path.write_text(text, encoding="utf-8", newline="")
        made.append(Sample(size, path, text.count("\n"), len(text)))
    return made


def folder_of(target: Path, count: int, least: int = 50, most: int = 500) -> list[Sample]:
    """Write ``count`` documents of ``least`` to ``most`` lines, no two of the same text; the same bytes every time.

    They are pieces of the fixtures' rounds, one after the other: what a number or a heading refers to may be in another
    piece, as in a folder of a person's documents.
    """
    target.mkdir(parents=True, exist_ok=True)
    lines, made = _fixture_lines(), []
    for number in range(count):
        size = least + number * 97 % (most - least + 1)
        text = _cut(lines, size)
        path = target / f"document-{number:04}.md"
        path.write_text(text, encoding="utf-8", newline="")
        made.append(Sample(size, path, text.count("\n"), len(text)))
    return made


def _cut(lines: Iterator[str], size: int) -> str:
    """The first ``size`` lines, cut back to the last blank line outside a fence (a cut fence would hide the rest)."""
    taken: list[str] = []
    last, fence = 0, ""
    for line in lines:
        taken.append(line)
        fence = _fence_after(line, fence)
        if not line.strip() and not fence:
            last = len(taken)
        if len(taken) >= size:
            break
    if len(taken) < size:
        raise SystemExit(f"the documents have {len(taken)} lines together, {size} are wanted: name a larger --corpus")
    return "\n".join(taken[: last or size]) + "\n"


def _fence_after(line: str, fence: str) -> str:
    match = _FENCE.match(line)
    if not match:
        return fence
    mark = match.group().strip()
    if not fence:
        return mark
    return "" if mark.startswith(fence) and not line.strip().strip(mark[0]) else fence


def _corpus_lines(corpus: Path) -> Iterator[str]:
    paths = sorted(corpus.rglob("*.md"))
    if not paths:
        raise SystemExit(f"no *.md in {corpus}: name a folder of Markdown documents")
    for path in paths:
        yield from path.read_bytes().decode("utf-8").replace("\r\n", "\n").rstrip("\n").split("\n")
        yield ""


def _fixture_lines() -> Iterator[str]:
    paths = sorted(path for path in FIXTURES.glob("*.md") if path.with_suffix(".defects.tsv").exists())
    fixtures = [_Fixture.read(path) for path in paths if path.read_bytes().startswith(b"---\n")]
    yield from fixtures[0].front_matter
    number = 0
    while True:
        for fixture in fixtures:
            yield from fixture.round(number)
        number += 1


@dataclass(frozen=True, slots=True)
class _Fixture:
    front_matter: list[str]
    body: list[str]
    chapters: int
    captions: dict[str, int]

    @classmethod
    def read(cls, path: Path) -> "_Fixture":
        lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        end = lines.index("---", 1) + 1
        body = [*lines[end:], ""]
        chapters = max((int(m[2]) for line in body if (m := _HEADING.fullmatch(line))), default=0)
        captions: dict[str, int] = {}
        for line in body:
            if match := _CAPTION.match(line):
                kind = _kind(match[1])
                captions[kind] = captions.get(kind, 0) + 1
        return cls(lines[:end], body, chapters, captions)

    def round(self, number: int) -> Iterator[str]:
        """The body with the numbers of one round; round 0 is the fixture as it is."""
        fence = ""
        for index, line in enumerate(self.body):
            before, fence = fence, _fence_after(line, fence)
            if number == 0 or before or fence:
                yield line
                continue
            following = self.body[index + 1] if index + 1 < len(self.body) else ""
            yield self._shifted(line, number, last=not following.strip())

    def _shifted(self, line: str, number: int, *, last: bool) -> str:
        if match := _HEADING.fullmatch(line):
            return f"{match[1]}{int(match[2]) + number * self.chapters}{match[3]}"
        line = _MENTION.sub(lambda m: f"{m[1]} {int(m[2]) + number * self.captions.get(_kind(m[1]), 0)}", line)
        if last and line.endswith(".") and not _ITEM.match(line):
            line = f"{line} (Round {number}.)"
        return line


def _kind(word: str) -> str:
    return _FRENCH.get(word.lower(), word.lower())
