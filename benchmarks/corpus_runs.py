"""The whole deterministic review on one corpus document, and what must hold afterwards whatever was changed."""

import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.grading.protected import protected_changes
from benchmarks.measure import PROGRAM
from reviewer.config import ReviewerConfig
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.finding import Finding, ScanResult
from reviewer.model.parsed import ParsedDocument
from reviewer.scan.runner import run_rules, scan_input
from reviewer.scan.words.misspelling import spelling_words
from reviewer.service.spelling import TyposSpeller


@dataclass(frozen=True, slots=True)
class Flag:
    """A finding at attention level or above that is shown to a person: its rule, line, and the line's text."""

    rule: str
    line: int
    message: str
    text: str
    line_text: str


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One document after its review. ``faults`` is what broke a promise, one line each; empty when all was kept."""

    name: str
    seconds: float
    changes: int
    flags: tuple[Flag, ...]
    link_targets: int
    faults: tuple[str, ...]


def by_command(document: Path, target: Path, workspace: Path) -> Reviewed:
    """``reviewctl review --no-llm``, then ``verify``; the edited text goes to ``target``."""
    before = document.read_bytes()
    started = time.perf_counter()
    done = _reviewctl("review", str(document), "--no-llm", "-w", str(workspace), "--json")
    seconds = time.perf_counter() - started
    if done.returncode:
        return Reviewed(document.stem, seconds, 0, (), 0, (f"review ended with code {done.returncode}: {_last(done)}",))
    outcome = json.loads(done.stdout)
    edited = Path(outcome["outputs"]["edited"]).read_bytes()
    target.write_bytes(edited)
    faults = [] if document.read_bytes() == before else ["the original was changed"]
    verified = _reviewctl("verify", str(document), "-w", str(workspace), "--json")
    if verified.returncode or json.loads(verified.stdout)["status"] != "ok":
        faults.append(f"verify ended with code {verified.returncode}: {_last(verified)}")
    faults.extend(f"failure: {line}" for line in outcome.get("failures", ()))
    parsed, scanned = _scan(before)
    moved, links = protected_changes(parsed, edited)
    return Reviewed(
        document.stem, seconds, outcome["counts"]["changes"], _flags(parsed, scanned), links, (*faults, *moved)
    )


def _reviewctl(*arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, env=environment)


def _last(done: "subprocess.CompletedProcess[str]") -> str:
    return (done.stderr or done.stdout).strip()[-300:]


def _scan(data: bytes) -> tuple[ParsedDocument, ScanResult]:
    config = ReviewerConfig()
    parsed = parse(read_document(data, "corpus"))
    scan = scan_input(parsed, config)
    return parsed, run_rules(scan.answered(TyposSpeller().corrections(spelling_words(scan))))


def _flags(parsed: ParsedDocument, scanned: ScanResult) -> tuple[Flag, ...]:
    lines = parsed.document.text.split("\n")
    shown = [f for f in scanned.findings if f.severity != "minor" and not f.repairs]
    return tuple(Flag(f.rule, f.line, f.message, f.text, _line(lines, f)) for f in shown)


def _line(lines: list[str], finding: Finding) -> str:
    return lines[finding.line - 1] if finding.line <= len(lines) else ""
