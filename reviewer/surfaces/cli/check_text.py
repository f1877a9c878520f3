"""``check`` for people: ``path:line:column: severity rule message``, and a summary line."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

from reviewer.count_text import counted
from reviewer.model.checked import CheckedDocument, Unreadable
from reviewer.model.finding import Finding
from reviewer.path_text import bare_path
from reviewer.report.findings import check_summary
from reviewer.surfaces.cli.output import note, plain, write

_STYLES = {"minor": "cyan", "attention": "yellow", "critical": "bold red"}
Painter = Callable[[str, str], str]


def print_text(documents: Sequence[CheckedDocument], baseline: dict[str, Any] | None) -> None:
    """Findings and the summary on standard output; unreadable documents and failed rules on standard error."""
    paint = _painter()
    told: set[Unreadable] = set()
    for document in documents:
        path = bare_path(document.path)
        if document.error is not None and document.error not in told:
            told.add(document.error)  # one configuration file can be at fault for all documents of a folder
            note(f"error: {document.error.message}")
            note(f"hint: {document.error.hint}")
        for failed in document.failed_rules:
            note(f"error: {path}: rule {failed.rule} failed: {failed.error}")
        for finding in document.findings:
            write(_line(path, finding, paint))
    write(_summary(documents, baseline))


def _line(path: str, finding: Finding, paint: Painter) -> str:
    severity = paint(finding.severity.value, _STYLES[finding.severity.value])
    place = paint(f"{path}:{finding.line}:{finding.column}:", "bold")
    return f"{place} {severity} {finding.rule} {plain(finding.message)}"


def _summary(documents: Sequence[CheckedDocument], baseline: dict[str, Any] | None) -> str:
    counts = check_summary(documents)
    severities = ", ".join(f"{count} {severity}" for severity, count in counts["by_severity"].items() if count)
    found = f"{counted(counts['findings'], 'finding')}{f' ({severities})' if severities else ''}"
    text = f"{found} in {counted(counts['documents'], 'document')}"
    unread = sum(document.error is not None for document in documents)
    if unread:
        text += f", {unread} not read"
    if baseline and "written" in baseline:
        return f"{text}; {baseline['known']} accepted into {bare_path(baseline['written'])}"
    if baseline:
        text += f"; baseline: {baseline['known']} known, {baseline['fixed']} fixed"
    return text


def _painter() -> Painter:
    """Colours through Rich on a terminal that has them; elsewhere Rich is not even imported."""
    if sys.stdout is None or not sys.stdout.isatty():
        return lambda text, _: text
    from rich.color import ColorSystem
    from rich.console import Console
    from rich.style import Style

    console = Console()
    name = None if console.no_color else console.color_system
    system = {"standard": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT, "truecolor": ColorSystem.TRUECOLOR}
    chosen = system.get(name or "")
    return lambda text, style: Style.parse(style).render(text, color_system=chosen)
