"""What ``check`` knows of one document; every output format is made from it."""

from dataclasses import dataclass

from reviewer.model.finding import FailedRule, Finding


@dataclass(frozen=True, slots=True)
class Identity:
    """What makes a finding the same one after lines have moved (DESIGN §4, ``fingerprint``).

    ``section`` is the path of section anchors (``guide/set-up``), ``snippet`` the matched text with white space
    collapsed, ``ordinal`` counts equal ones in the section from 1. ``fingerprint`` is the hash over rule, section,
    snippet and ordinal.
    """

    section: str
    snippet: str
    ordinal: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a document was not checked, in the words of ``ReviewError``."""

    code: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """One document. ``identities`` goes with ``findings`` one to one; both are empty when ``error`` is set."""

    path: str
    doc_hash: str | None = None
    findings: tuple[Finding, ...] = ()
    identities: tuple[Identity, ...] = ()
    failed_rules: tuple[FailedRule, ...] = ()
    error: Unreadable | None = None
