"""The parameters of the flow ``batch``: its form in the Prefect UI."""

from pathlib import Path

from pydantic import Field

from reviewer.model.frozen import Frozen


class BatchOptions(Frozen):
    """Which documents, and what is done with them."""

    include: tuple[str, ...] = Field(
        (), title="Look for", description="Globs to look for in folders, in place of *.md and *.markdown."
    )
    exclude: tuple[str, ...] = Field((), title="Leave out", description="Globs of files and folders to leave out.")
    changed_since: str | None = Field(
        None, title="Changed since", description="Only documents that differ from this git commit, branch or tag."
    )
    refresh: bool = Field(
        False, title="Review all", description="Review also what has not changed since its last review."
    )
    again: bool = Field(
        False, title="Propose again", description="Propose again, under new ids, what was undone or rejected."
    )
    summary: Path | None = Field(
        None,
        title="Summary",
        description="Full path of a folder for the summary. Empty: a folder of each batch's own in .review/batches.",
    )
