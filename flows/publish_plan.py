"""What the Prefect UI shows of a plan: the readable plan, or counts and hashes where the API may not receive text."""

from pathlib import Path
from typing import Any
from uuid import UUID

from prefect.artifacts import create_markdown_artifact
from prefect.logging import get_run_logger
from prefect.settings import PREFECT_UI_URL

from flows.publish import artifact_name
from flows.shown import TEXT_LIMIT
from reviewer.file_kinds import read_regular
from reviewer.model.plan_outcome import PlanCounts, PlanOutcome
from reviewer.report.quoting import code


def publish_plan(outcome: PlanOutcome, *, text_allowed: bool) -> UUID | None:
    """Create the plan's artifact; its id. A failure is a warning, and None: the plan is stored."""
    try:
        key = plan_key(Path(outcome.document), text_allowed=text_allowed)
        made: Any = create_markdown_artifact(key=key, markdown=plan_markdown(outcome, text_allowed=text_allowed))
    except Exception as error:  # noqa: BLE001 - the plan is stored; only the display is missing
        get_run_logger().warning("The artifacts could not be stored: %s", type(error).__name__)
        return None
    return made if isinstance(made, UUID) else None


def plan_key(document: Path, *, text_allowed: bool) -> str:
    """The artifact of a document's plans; each plan is a version of it."""
    return f"plan-{artifact_name(document, text_allowed=text_allowed)}"


def plan_link(document: Path, artifact: UUID | None, *, text_allowed: bool) -> str:
    """Where the UI shows the plan, else all plans of the document, as Markdown; empty where no UI is known."""
    base = PREFECT_UI_URL.value()
    place = f"artifact/{artifact}" if artifact else f"key/{plan_key(document, text_allowed=text_allowed)}"
    return f"[the plan, op by op]({str(base).rstrip('/')}/artifacts/{place})" if base else ""


def plan_markdown(outcome: PlanOutcome, *, text_allowed: bool) -> str:
    """The readable plan, cut at ``TEXT_LIMIT``; or counts and hashes."""
    if not text_allowed:
        return f"Plan `{outcome.plan}` for document `{outcome.doc_hash}`\n\n{counts_table(outcome.counts)}\n"
    text = read_regular(Path(outcome.readable)).decode()
    if len(text) <= TEXT_LIMIT:
        return text
    return f"{text[:TEXT_LIMIT]}\n\n… cut here; the whole plan is {code(outcome.readable, 1000)}\n"


def counts_table(counts: PlanCounts) -> str:
    """Counts as a Markdown table; kinds have rows of their own."""
    plain = counts.model_dump(exclude={"kinds"})
    rows = [*plain.items(), *((f"kind {kind}", count) for kind, count in counts.kinds.items())]
    return "\n".join(["| Count | |", "|---|---|", *(f"| {name} | {count} |" for name, count in rows)])
