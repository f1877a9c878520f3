"""Scan a text with one rule or all, the way the service does, with a fixed word list instead of a program."""

from collections.abc import Mapping
from typing import Any

from reviewer.config import ReviewerConfig
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.finding import Finding, ScanResult
from reviewer.model.parsed import ParsedDocument
from reviewer.scan.runner import run_rules, scan_input
from reviewer.scan.words.misspelling import spelling_words

WORD_LIST = {
    "recieve": ("receive",),
    "recieves": ("receives",),
    "recievers": ("receivers",),
    "seperate": ("separate",),
    "untill": ("until",),
    "thier": ("their",),
    "lenght": ("length",),
    "heirarchy": ("hierarchy",),
    "occured": ("occurred",),
    "teh": ("the",),
    "tpye": ("type",),
    "writeable": ("writable",),
    "homeworks": ("homework",),
    "constitued": ("constitute",),
    "ourced": ("sourced",),
    "langage": ("language",),
    "consant": ("constant", "consent"),
    "thomson": ("thompson",),
    "recommneded": ("recommended",),
    "previouly": ("previously",),
    "adn": ("and",),
    "chari": ("chair",),
    "certifi": ("certify", "certified"),
    "developpement": ("development",),
    "independance": ("independence",),
    "environement": ("environment",),
    "direccion": ("direction",),
    "conflit": ("conflict",),
    "hopital": ("hospital",),
    "udpate": ("update",),
    "vulnerabilty": ("vulnerability",),
}


class WordList:
    """A speller that knows ``WORD_LIST`` in every case."""

    identity = "word list"

    def corrections(self, words: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
        return {word: WORD_LIST[word.lower()] for word in words if word.lower() in WORD_LIST}


def parsed(text: str) -> ParsedDocument:
    return parse(read_document(text.encode("utf-8"), "case.md"))


def scan(text: str, **settings: Any) -> ScanResult:
    data = scan_input(parsed(text), ReviewerConfig.model_validate(settings))
    return run_rules(data.answered(WordList().corrections(spelling_words(data))))


def found(text: str, rule: str, **settings: Any) -> list[Finding]:
    """Findings of one rule; every finding's span must read back as its text, and no rule may fail."""
    result = scan(text, **settings)
    assert result.failed_rules == ()
    document = parsed(text).document
    for item in result.findings:
        assert document.text[item.span.start : item.span.end] == item.text
    return [item for item in result.findings if item.rule == rule]


def texts(text: str, rule: str, **settings: Any) -> list[str]:
    return [item.text for item in found(text, rule, **settings)]


def repaired(text: str, rule: str, **settings: Any) -> str:
    """The text with the rule's repairs written into it."""
    repairs = [repair for item in found(text, rule, **settings) for repair in item.repairs]
    for repair in sorted(repairs, key=lambda one: -one.span.start):
        assert text[repair.span.start : repair.span.end] == repair.before_text
        text = text[: repair.span.start] + repair.after_text + text[repair.span.end :]
    return text
