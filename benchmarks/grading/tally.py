"""The figures of one way to review, over all documents."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from benchmarks.grading.documents import CLASSES, Measured, Record
from benchmarks.grading.edits import Edit
from benchmarks.grading.grade import grade_record, is_exact
from benchmarks.grading.intervals import Share, clopper_pearson
from benchmarks.grading.labels import BAD, key_of
from benchmarks.grading.protected import protected_bytes_changed
from benchmarks.grading.sample import Piece, clean_spans
from benchmarks.kept_replies import Asked

UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a proofreader looked at and left: a line of the document, the change, and why."""

    line: int
    before: str
    after: str
    why: str


@dataclass(frozen=True)
class DocumentRun:
    """One document after one review. ``edits``, ``asked`` and ``pieces`` are of the sample only.

    ``random`` names the chunks of ``pieces`` that were drawn blindly: only their words count for harm and cost.
    ``refused`` counts rejections by code and message; ``faults`` are broken promises, one line each.
    """

    document: Measured
    pieces: tuple[Piece, ...]
    random: frozenset[str]
    edits: tuple[Edit, ...]
    flags: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    asked: tuple[Asked, ...] = ()
    faults: tuple[str, ...] = ()
    left: tuple[Weighed, ...] = ()

    def in_random(self, offset: int) -> bool:
        """Whether an offset is in a chunk that was drawn blindly."""
        return any(
            p.chunk.chunk_id in self.random and p.chunk.span.start <= offset < p.chunk.span.end for p in self.pieces
        )

    def blind_calls(self) -> list[Asked]:
        """Calls but for those about chunks that were not drawn blindly. A part of a chunk is named ``chunk_a``."""
        other = [p.chunk.chunk_id for p in self.pieces if p.chunk.chunk_id not in self.random]
        return [call for call in self.asked if not any(f"{call.subject}_".startswith(f"{name}_") for name in other)]

    def records(self) -> list[Record]:
        """The known errors of the sample."""
        starts = self.document.line_starts
        return [
            record
            for record in self.document.records
            if any(p.chunk.span.start <= starts[record.line_start - 1] < p.chunk.span.end for p in self.pieces)
        ]


@dataclass(frozen=True, slots=True)
class Applied:
    """An applied edit with its label (``unread`` where nobody has read it), and where it stands."""

    run: DocumentRun
    edit: Edit
    label: str
    exact: bool
    random: bool
    clean: bool


@dataclass
class Tally:
    """What a way to review did. Grades are by language and class, of hard errors of ``CLASSES``; ``other``: the rest.

    ``programs``, ``silent``: the same with these edits alone. ``places``: planted errors by where they stand.
    """

    name: str
    runs: list[DocumentRun]
    applied: list[Applied]
    grades: dict[tuple[str, str], Counter[str]]
    programs: dict[tuple[str, str], Counter[str]]
    silent: dict[tuple[str, str], Counter[str]]
    other: Counter[str]
    places: dict[tuple[str, str], Counter[str]]
    protected: int
    links: int

    @property
    def refused(self) -> Counter[str]:
        """Rejections by code and message."""
        return sum((run.refused for run in self.runs), Counter())

    @property
    def words(self) -> int:
        """Words of running text in the blind sample."""
        return sum(p.words for run in self.runs for p in run.pieces if p.chunk.chunk_id in run.random)

    @property
    def clean_words(self) -> int:
        """Of these, the words of paragraphs and headings that nobody ever corrected."""
        return sum(p.clean_words for run in self.runs for p in run.pieces if p.chunk.chunk_id in run.random)

    def blind_calls(self) -> list[Asked]:
        """Calls about the blind sample."""
        return [call for run in self.runs for call in run.blind_calls()]

    def harm(self, *, silent: bool) -> Share:
        """Harmful and garbled edits in clean words; what nobody has read counts as harmful."""
        bad = [
            a
            for a in self.applied
            if a.random and a.clean and (a.edit.silent or not silent) and a.label in BAD | {UNREAD}
        ]
        return clopper_pearson(min(len(bad), self.clean_words), self.clean_words)

    def bad(self, *, program: bool | None = None) -> Share:
        """The share of harmful and garbled among applied edits: all, of programs, or of models."""
        chosen = [a for a in self.applied if program is None or a.edit.by_program is program]
        return clopper_pearson(sum(a.label in BAD | {UNREAD} for a in chosen), len(chosen))

    def harmed_lines(self) -> int:
        """Lines with a harmful or garbled edit."""
        bad = (a for a in self.applied if a.label in BAD | {UNREAD})
        return len({(a.run.document.name, a.run.document.line(a.edit.start)) for a in bad})

    def faults(self) -> list[str]:
        """Broken promises."""
        return [f"{run.document.name}: {fault}" for run in self.runs for fault in run.faults]


def tally(name: str, runs: Sequence[DocumentRun], labels: dict[str, str]) -> Tally:
    """All figures of one way to review. Labels are looked up; an edit that is exactly the humans' needs none."""
    applied = [item for run in runs for item in _applied(run, labels)]
    protected = [protected_bytes_changed(run.document.parsed, run.edits) for run in runs]
    return Tally(
        name=name,
        runs=list(runs),
        applied=applied,
        grades=_grades(runs, lambda _: True),
        programs=_grades(runs, lambda edit: edit.by_program),
        silent=_grades(runs, lambda edit: edit.silent),
        other=_others(runs),
        places=_places(runs),
        protected=sum(broken for broken, _ in protected),
        links=sum(links for _, links in protected),
    )


def _applied(run: DocumentRun, labels: dict[str, str]) -> Iterable[Applied]:
    clean = [span for span, _ in clean_spans(run.document)]
    for edit in run.edits:
        exact = is_exact(run.document, edit)
        label = labels.get(key_of(run.document, edit).op, "valuable" if exact else UNREAD)
        inside = any(span.start <= edit.start <= span.end for span in clean)
        yield Applied(run, edit, label, exact, run.in_random(edit.start), inside)


def is_counted(record: Record) -> bool:
    """Whether figures are of it: a hard error of one of the seven classes."""
    return record.hard and record.cls in CLASSES


def _grades(runs: Iterable[DocumentRun], taken: Callable[[Edit], bool]) -> dict[tuple[str, str], Counter[str]]:
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for run in runs:
        edits = [edit for edit in run.edits if taken(edit)]
        for record in filter(is_counted, run.records()):
            found[run.document.language, record.cls][grade_record(run.document, record, edits)] += 1
    return dict(found)


def _others(runs: Iterable[DocumentRun]) -> Counter[str]:
    return Counter(
        grade_record(run.document, record, run.edits)
        for run in runs
        for record in run.records()
        if not is_counted(record)
    )


def _places(runs: Iterable[DocumentRun]) -> dict[tuple[str, str], Counter[str]]:
    """Of planted errors: by language, and by each word on where they stand (place in the paragraph, context)."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for run in runs:
        for record in run.records():
            for place in record.note.split():
                found[run.document.language, place][grade_record(run.document, record, run.edits)] += 1
    return dict(found)


def summed(grades: dict[tuple[str, str], Counter[str]], language: str = "") -> Counter[str]:
    """Grades over all classes, of one language or of both."""
    return sum((c for (lang, _), c in grades.items() if not language or lang == language), Counter())
