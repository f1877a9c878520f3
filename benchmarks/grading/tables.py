"""The measurement as Markdown tables."""

from collections import Counter
from collections.abc import Iterable, Sequence

from benchmarks.grading.documents import CLASSES
from benchmarks.grading.grade import GRADES
from benchmarks.grading.intervals import Share
from benchmarks.grading.labels import LABELS
from benchmarks.grading.tally import UNREAD, Tally, summed

_THOUSAND = 1000
_SHOWN = 25
"""Kinds of rejection that a table names."""


def markdown(tallies: Sequence[Tally], title: str) -> str:
    """All tables. What nobody has read counts as harmful, and is told."""
    blind = tallies[0]
    sample = sum(len(run.pieces) for run in blind.runs), sum(len(run.random) for run in blind.runs)
    parts = [
        f"# Edit quality: {title}",
        f"{len(blind.runs)} documents, {sample[0]} chunks, {sample[1]} of them drawn blindly with {blind.words:,} "
        f"words of running text, {blind.clean_words:,} of them in paragraphs that nobody ever corrected.",
        "## Known hard errors: fixed / partly / otherwise changed / missed",
        _found(tallies),
        "## Edits and harm",
        "Intervals are 95 % by Clopper-Pearson. Harm is harmful and garbled edits; an edit that nobody has read counts "
        "as harmful. Per 1,000 words: in clean words of the blind sample.",
        _harm(tallies),
        "## Cost",
        "Calls that the blind sample cost, as first answered (a reply that was kept costs as it did then).",
        _cost(tallies),
        "## Edits by source",
        _sources(tallies),
        "## Rejections",
        *(_refused(item) for item in tallies),
    ]
    return "\n\n".join(parts) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def _grades(counts: Counter[str]) -> str:
    total = sum(counts.values())
    share = f" ({counts['fixed'] / total:.0%})" if total else ""
    return " / ".join(str(counts[grade]) for grade in GRADES) + share


def _found(tallies: Sequence[Tally]) -> str:
    rows: list[list[object]] = []
    for language in ("en", "fr"):
        for cls in CLASSES:
            if any((language, cls) in t.grades for t in tallies):
                counts = [t.grades.get((language, cls), Counter()) for t in tallies]
                rows.append([language, cls, sum(counts[0].values()), *map(_grades, counts)])
        for name, of in (
            ("all", "grades"),
            ("all, silent edits alone", "silent"),
            ("all, programs' edits alone", "programs"),
        ):
            sums = [summed(getattr(t, of), language) for t in tallies]
            if any(sums):
                rows.append([language, name, sum(sums[0].values()), *map(_grades, sums)])
    for language, place in tallies[0].places:
        places = [t.places[language, place] for t in tallies]
        rows.append([language, f"planted: {place}", sum(places[0].values()), *map(_grades, places)])
    rows.append(
        ["both", "other classes, soft and domain", sum(tallies[0].other.values()), *(_grades(t.other) for t in tallies)]
    )
    return _table(["language", "class", "errors", *(t.name for t in tallies)], rows)


def _share(share: Share) -> str:
    return f"{share.count} of {share.total} = {share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def _rate(share: Share) -> str:
    return f"{share.count}: {share.value * _THOUSAND:.2f} ({share.low * _THOUSAND:.2f} to {share.high * _THOUSAND:.2f})"


def _harm(tallies: Sequence[Tally]) -> str:
    rows: list[list[object]] = [
        ["applied edits", *(len(t.applied) for t in tallies)],
        *([label, *(_labels(t)[label] for t in tallies)] for label in (*LABELS, UNREAD)),
        ["harmful and garbled of all applied", *(_share(t.bad()) for t in tallies)],
        ["… of programs' edits", *(_share(t.bad(program=True)) for t in tallies)],
        ["… of the model's edits", *(_share(t.bad(program=False)) for t in tallies)],
        ["harm per 1,000 clean words", *(_rate(t.harm(silent=False)) for t in tallies)],
        ["… in the silent tier", *(_rate(t.harm(silent=True)) for t in tallies)],
        ["harmed lines", *(t.harmed_lines() for t in tallies)],
        ["protected bytes changed (limit 0)", *(t.protected for t in tallies)],
        ["bytes of link targets that rules rewrote", *(t.links for t in tallies)],
        ["flags", *(sum(run.flags for run in t.runs) for t in tallies)],
        ["broken promises", *(len(t.faults()) for t in tallies)],
    ]
    return _table(["", *(t.name for t in tallies)], rows)


def _labels(item: Tally) -> Counter[str]:
    return Counter(applied.label for applied in item.applied)


def _cost(tallies: Sequence[Tally]) -> str:
    rows = []
    for item in tallies:
        asked = item.blind_calls()
        useful = sum(a.label == "valuable" and a.random and not a.edit.by_program for a in item.applied)
        figures = [
            len(asked),
            sum(c.prompt_tokens for c in asked),
            sum(c.completion_tokens for c in asked),
            sum(c.elapsed_ms for c in asked) / _THOUSAND,
        ]
        each = [f"{figure / useful:,.0f}" if useful else "–" for figure in figures]
        words = [f"{figure * _THOUSAND / max(item.words, 1):,.1f}" for figure in figures]
        rows.append([item.name, useful, *(f"{figure:,.0f}" for figure in figures), " / ".join(each), " / ".join(words)])
    each_of = "calls / tokens in / out / s"
    head = ["", "useful model edits", "calls", "tokens in", "tokens out", "model s"]
    return _table([*head, f"per useful edit: {each_of}", f"per 1,000 words: {each_of}"], rows)


def _sources(tallies: Sequence[Tally]) -> str:
    rows = []
    for item in tallies:
        groups: dict[tuple[str, str], Counter[str]] = {}
        for applied in item.applied:
            source = "programs" if applied.edit.by_program else "model"
            tier = "silent" if applied.edit.silent else "attention"
            groups.setdefault((source, tier), Counter())[applied.label] += 1
        for (source, tier), labels in sorted(groups.items()):
            rows.append([item.name, source, tier, sum(labels.values()), *(labels[x] for x in (*LABELS, UNREAD))])
    return _table(["", "source", "tier", "applied", *LABELS, UNREAD], rows)


def _refused(item: Tally) -> str:
    rows = [[count, why.replace("|", "\\|")] for why, count in item.refused.most_common(_SHOWN)]
    return f"### {item.name}\n\n{_table(['count', 'why'], rows)}" if rows else f"### {item.name}\n\nNone."
