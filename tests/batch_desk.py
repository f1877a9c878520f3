"""A folder of documents, and hands that review them in this thread: what tests of the batch share."""

import time
from pathlib import Path

from reviewer.service.batch.document import review_by_rules, reviewed
from reviewer.service.batch.run import BatchRequest, BatchTools, Hands, review_batch
from reviewer.service.batch.selection import Selection
from reviewer.service.clock import SystemClock
from reviewer.service.settings.by_folder import SettingsByFolder
from reviewer.service.settings.resolution import load_settings
from reviewer.service.spelling import TyposSpeller

SPELLER = TyposSpeller()
TEXT = """# Harbour handbook {name}

The crane lifts the the container, and the crew checks every lock before the ship leaves the quay.

Ships with a deep draught wait for the tide, as the pilot said in the morning.
"""


def write(folder: Path, *names: str) -> None:
    """Documents with one defect each."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEXT.format(name=name.encode("ascii", "replace").decode()), encoding="utf-8")


def one_by_one(seen=None):
    """Hands that review one document after the other, by rules alone; ``seen`` gets the name of each."""
    by_rules = review_by_rules(SPELLER, SystemClock())

    def review(job, claim, doc_hash):
        if seen is not None:
            seen.append(job.path.name)
        return by_rules(job, claim, doc_hash)

    def work(jobs):
        for job in jobs:
            yield reviewed(job, review, time.monotonic)

    return Hands(work, work)


def run(*paths, hands=None, settings=None, name="one", flags=None, refresh=False, summary=None, **chosen):
    """A batch by rules, in this thread."""
    selection = Selection(tuple(map(str, paths)), **chosen)
    settings = settings or SettingsByFolder(lambda place: load_settings(place, {}, {"no_llm": True, **(flags or {})}))
    request = BatchRequest(
        selection, settings, settings(Path(paths[0]).parent).config.batch, name, refresh=refresh, summary=summary
    )
    return review_batch(request, BatchTools(hands or one_by_one(), SPELLER, time.monotonic))


def states(outcome):
    """Status by file name."""
    return {Path(row.path).name: row.status for row in outcome.documents}
