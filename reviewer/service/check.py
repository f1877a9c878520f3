"""``check``: the rules over many documents, nothing written, no Prefect, no workspace."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.errors import ReviewError
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.checked import CheckedDocument, Unreadable
from reviewer.model.document import Document
from reviewer.model.finding import Severity
from reviewer.model.ports import Speller
from reviewer.plan.finding_identity import identities
from reviewer.report.findings import SEVERITIES
from reviewer.scan.rule import ScanInput
from reviewer.scan.runner import asks_speller, run_rules, scan_input
from reviewer.scan.words.misspelling import spelling_words
from reviewer.service.files.collect import STDIN, Found
from reviewer.service.files.documents import load_input

KEPT_CHARACTERS = 8_000_000
"""Parses are kept between the two passes up to so much text; beyond it documents are parsed twice, not held."""

ConfigFor = Callable[[Path], ReviewerConfig]


@dataclass(frozen=True, slots=True)
class Sources:
    """Where ``check`` gets things: the configuration of a folder, the speller, and standard input's bytes."""

    config_for: ConfigFor
    speller: Speller
    stdin: Callable[[], bytes]


def check(found: Sequence[Found], sources: Sources) -> Iterator[CheckedDocument]:
    """Check documents, in the order given. One that cannot be read, or whose configuration cannot, has ``error``; the
    others go on.

    The speller is asked once, with the words of all documents; when it cannot answer, ``misspelling`` is reported as
    a failed rule in each.
    """
    loaded = [_load(item, sources) for item in found]
    pool = _Pool()
    words: set[str] = set()
    for document in loaded:
        if isinstance(document, Document):
            config = _config(document, sources)
            scan = pool.get(document, config)
            if asks_speller(config):
                words |= spelling_words(scan)
    spelling, failure = _ask(sources.speller, words)
    for document in loaded:
        if isinstance(document, CheckedDocument):
            yield document
        else:
            scan = pool.take(document, _config(document, sources)).answered(spelling, failure)
            result = run_rules(scan)
            names = identities(scan.parsed, result.findings)
            path = document.source_id
            yield CheckedDocument(path, document.doc_hash, result.findings, names, result.failed_rules)


def exit_code(documents: Sequence[CheckedDocument], fail_on: str) -> int:
    """2 when a document could not be read, else 1 when a finding is at or above ``fail_on`` (a severity or ``none``),
    else 70 when a rule failed (our bug must not look like a clean document), or 2 when that was not our bug (the
    spelling program is missing), else 0."""
    if any(document.error is not None for document in documents):
        return 2
    if fail_on != "none":
        failing = {Severity(name) for name in SEVERITIES[SEVERITIES.index(fail_on) :]}
        if any(finding.severity in failing for document in documents for finding in document.findings):
            return 1
    failed = [rule for document in documents for rule in document.failed_rules]
    if not failed:
        return 0
    return 2 if all(rule.error.startswith(f"{ReviewError.__name__}: ") for rule in failed) else 70


class _Pool:
    """What both passes read of a document, kept between them within a budget."""

    def __init__(self) -> None:
        self._kept: dict[int, ScanInput] = {}
        self._characters = 0

    def get(self, document: Document, config: ReviewerConfig) -> ScanInput:
        read = scan_input(parse(document), config)
        self._characters += len(document.text)
        if self._characters <= KEPT_CHARACTERS:
            self._kept[id(document)] = read
        return read

    def take(self, document: Document, config: ReviewerConfig) -> ScanInput:
        return self._kept.pop(id(document), None) or scan_input(parse(document), config)


def _load(item: Found, sources: Sources) -> Document | CheckedDocument:
    try:
        if item.error is not None:
            raise item.error
        document = read_document(sources.stdin(), STDIN) if item.path == STDIN else load_input(Path(item.path))
        _config(document, sources)
        return document
    except ReviewError as error:
        return CheckedDocument(item.path, error=Unreadable(error.code, error.message, error.hint))


def _config(document: Document, sources: Sources) -> ReviewerConfig:
    return sources.config_for(Path() if document.source_id == STDIN else Path(document.source_id).parent)


def _ask(speller: Speller, words: set[str]) -> tuple[Mapping[str, tuple[str, ...]], str | None]:
    if not words:
        return {}, None
    try:
        return speller.corrections(words), None
    except ReviewError as error:
        return {}, f"{error.message}; {error.hint}"
