"""Everything that follows from the ledger: patches, annotated copy, report, logs. Can be thrown away and made again."""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from json.encoder import encode_basestring as _text
from pathlib import Path

from reviewer import __version__
from reviewer.file_kinds import read_regular
from reviewer.hashing import bytes_hash
from reviewer.json_text import read_json
from reviewer.ledger.fold import History
from reviewer.ledger.patches import has_patch
from reviewer.ledger.told import told_entries
from reviewer.markdown.source import encode, read_document
from reviewer.model.entry import LedgerEntry
from reviewer.model.finding import ScanResult
from reviewer.model.outcome import RejectedOp
from reviewer.model.parsed import OutlinedDocument
from reviewer.report.asking import asking, told
from reviewer.report.markdown import ReportData, SectionLine, Shown, assemble
from reviewer.report.not_chosen import NotChosen
from reviewer.report.notes import Annotated, Note, annotate
from reviewer.service.files.documents import outlined
from reviewer.service.workspace.artifacts import SCHEMA, write_bytes
from reviewer.service.workspace.command_line import on_review
from reviewer.service.workspace.context_text import told_to_models
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.in_force import in_force
from reviewer.service.workspace.models_text import asked_of_models
from reviewer.service.workspace.not_looked_at import not_looked_at
from reviewer.service.workspace.op_words import op_words, words_around
from reviewer.service.workspace.outcomes_file import read_outcomes
from reviewer.service.workspace.plans import ops_of
from reviewer.service.workspace.run_record import RunRecord

_SCANS = ("md_consistency_scan.json", "md_numbering_control.json")


def derive(
    workspace: Workspace,
    history: History,
    record: RunRecord,
    copies: Sequence[Path] = (),
    tell: Callable[[Mapping[str, str]], object] = lambda _: None,
) -> dict[str, str]:
    """Write all derived files but the patches, the annotated document also to ``copies``.

    Returns the hash of each file that a person might edit, by absolute path; ``tell`` gets it before one is written.
    """
    current = outlined(read_document(history.bytes, str(workspace.document)))
    annotated, shown = _annotated(history, current, record)
    report = assemble(report_data(workspace, history, record, current)).encode()
    hashes = {str(workspace.annotated): bytes_hash(shown), str(workspace.report): bytes_hash(report)}
    tell(hashes)
    for path in (workspace.annotated, *copies):
        write_bytes(path, shown)
    _write_insertions(workspace.stage3 / "md_inline_notes_inject.json", annotated)
    write_bytes(workspace.report, report)
    write_bytes(workspace.stage3 / workspace.report.name, report)
    _write_lines(workspace.stage3 / "apply_log.jsonl", (_log_line(entry) for entry in history.entries))
    return hashes


def annotated_hash(history: History, workspace: Workspace) -> str:
    """Hash of the annotated copy that this history gives where there is no record of a run."""
    return bytes_hash(_annotated(history, outlined(read_document(history.bytes, str(workspace.document))), None)[1])


def _annotated(history: History, current: OutlinedDocument, record: RunRecord | None) -> tuple[Annotated, bytes]:
    annotated = annotate(current, notes_of(history, record))
    return annotated, encode(annotated.text, bom=current.document.bom)


def notes_of(history: History, record: RunRecord | None) -> list[Note]:
    """A note for each attention change and flag in force, at its place in the current text."""
    notes = []
    shown = in_force(history, record)
    for entry in history.entries:
        if entry.id not in shown or entry.review_note is None or entry.event not in {"change", "flag"}:
            continue
        said, why = told(entry.review_note["text"], asking(entry))
        alert, span = entry.review_note["alert"], history.spans[entry.id]
        notes.append(Note(entry.id, alert, said, span, _lines_gone(entry), why))
    return notes


def _lines_gone(entry: LedgerEntry) -> bool:
    """Whether a change took away lines and put nothing there."""
    return not entry.after_text and entry.event == "change" and ("\n" in entry.before_text or "\r" in entry.before_text)


def report_data(workspace: Workspace, history: History, record: RunRecord, current: OutlinedDocument) -> ReportData:
    """What the report says, from the ledger, the stored findings and the run record."""
    scans = [scan for name in _SCANS if (scan := _read_scan(workspace.stage2 / name)) is not None]
    not_reviewed = record.not_reviewed
    if not scans:
        not_reviewed = (*not_reviewed, "The rules did not run: this review holds only edits that were made elsewhere.")
    told = {f"{failed.rule}: {failed.error}" for scan in scans for failed in scan.failed_rules}
    not_reviewed = (*(line for line in not_reviewed if line not in told), *not_looked_at(current.document, record))
    findings = sorted((found for scan in scans for found in scan.findings), key=lambda found: found.span)
    return ReportData(
        document=workspace.document.name,
        doc_hash=record.doc_hash,
        edited_hash=history.doc_hash,
        head=history.head,
        tool_version=__version__,
        date=history.entries[-1].timestamp if history.entries else record.created,
        sections=tuple(SectionLine(section.anchor, section.id, section.title) for section in current.sections),
        entries=tuple(history.entries),
        active=in_force(history, record),
        places=_places(history, current),
        told={entry.id: words for entry, words in told_entries(history)},
        findings=tuple(findings),
        outcomes=read_outcomes(workspace),
        failed_rules=tuple(failed for scan in scans for failed in scan.failed_rules),
        rejected=tuple(read_rejected(workspace)),
        patches_left=_patches_left(workspace, history),
        ruled=bool(scans),
        not_reviewed=not_reviewed,
        background=told_to_models(record.context),
        models=asked_of_models(record.models),
        validation=record.validation,
        refused_whole=record.refused_whole,
        asked_again=record.asked_again,
        proofreading=record.proofreading,
        not_chosen=_not_chosen(workspace, history, record),
    )


def _not_chosen(workspace: Workspace, history: History, record: RunRecord) -> NotChosen | None:
    if not record.plan or not record.not_chosen:
        return None
    ops = ops_of(workspace, record.plan, frozenset(record.not_chosen))
    view = history.view_for(record.doc_hash)
    words = {} if view is None else op_words(history.replay.materialise(view), ops or ())
    again = on_review("apply", workspace.document, workspace.root, "--plan", record.plan)
    return NotChosen(record.plan, len(record.not_chosen), ops, words, again)


def _places(history: History, current: OutlinedDocument) -> dict[str, Shown]:
    """Every change and flag in force with the words around it, as they read before and after."""
    text = current.document.text
    places = {}
    for entry in history.entries:
        if entry.id not in history.active and entry.id not in history.flags:
            continue
        span = history.spans[entry.id]
        start, end = span if _lines_gone(entry) else words_around(text, span)
        left, right = text[start : span.start], text[span.end : end]
        section = current.sections[current.section_at(span.start)]
        line = current.document.lines_of(span)[0]
        shown = Shown(left + entry.before_text + right, text[start:end], line, section.anchor)
        places[entry.id] = shown
    return places


def passage_of(history: History, entry: LedgerEntry) -> str:
    """What a flag is about, in whole words where its text still stands; else as it stood."""
    if entry.id not in history.flags:
        return entry.before_text
    text, span = read_document(history.bytes, "").text, history.spans[entry.id]
    start, end = words_around(text, span)
    return text[start : span.start] + entry.before_text + text[span.end : end]


def _patches_left(workspace: Workspace, history: History) -> int:
    """Entries whose patches are not kept as files, because all files together would be too large."""
    present = set(os.listdir(workspace.patches)) if workspace.patches.is_dir() else set()
    return sum(has_patch(entry) and f"{entry.id}.patch" not in present for entry in history.entries)


def write_rejected(workspace: Workspace, rejected: Iterable[RejectedOp]) -> None:
    """``stage3/rejected.jsonl``: the edits that the last run refused."""
    line_of = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
    _write_lines(workspace.stage3 / "rejected.jsonl", (line_of(op.model_dump(mode="json")) for op in rejected))


def read_rejected(workspace: Workspace) -> list[RejectedOp]:
    """The edits that the last run refused; none where the file is missing, and no line that is damaged."""
    try:
        lines = read_regular(workspace.stage3 / "rejected.jsonl").split(b"\n")
    except OSError:
        return []
    found = []
    for line in lines:
        with suppress(ValueError):
            found += [RejectedOp.model_validate_json(line)] if line else []
    return found


def _read_scan(path: Path) -> ScanResult | None:
    try:
        data = read_json(read_regular(path))
        return ScanResult.model_validate({key: value for key, value in data.items() if key in ScanResult.model_fields})
    except (OSError, ValueError, AttributeError):
        return None


def _log_line(entry: LedgerEntry) -> str:
    """The entry's place in the ledger and what it is about, as JSON with sorted keys."""
    refs = ", ".join(map(_text, entry.refs))
    return (
        f'{{"action": {_text(entry.action)}, "event": {_text(entry.event)}, "id": {_text(entry.id)}, '
        f'"kind": {_text(entry.kind)}, "op_id": {_text(entry.op_id)}, "refs": [{refs}], "seq": {entry.seq}, '
        f'"silent": {"true" if entry.silent else "false"}, "span": [{entry.span.start}, {entry.span.end}], '
        f'"timestamp": {_text(entry.timestamp)}}}'
    )


def _write_insertions(path: Path, annotated: Annotated) -> None:
    """As ``write_json`` would, in a fifth of its time: with an indent the library's encoder is a slow one."""
    rows = (f'{{\n   "offset": {put.offset},\n   "text": {_text(put.text)}\n  }}' for put in annotated.insertions)
    body = ",\n  ".join(rows)
    body = f"[\n  {body}\n ]" if body else "[]"
    write_bytes(path, f'{{\n "schema": {SCHEMA},\n "insertions": {body}\n}}\n'.encode())


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    write_bytes(path, "".join(f"{line}\n" for line in lines).encode())
