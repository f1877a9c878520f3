"""Keys about reviewing many documents in one go. They are read for the batch, not for each document."""

from pydantic import Field

from reviewer.model.frozen import Frozen


class BatchConfig(Frozen):
    """How the documents of a batch are shared out."""

    documents_at_once: int = Field(
        6, ge=1, le=32, description="documents that are reviewed at a time within a batch, where no model is asked"
    )
    large_from: int = Field(
        500_000, ge=1, description="bytes from which a document is reviewed as a run of its own on the work pool"
    )
    runs_at_once: int = Field(8, ge=1, le=100, description="runs of their own that a batch waits for at a time")
    deployment: str = Field(
        "review/review", min_length=1, description="deployment (flow/name) of the runs of their own of large documents"
    )
    poll_seconds: float = Field(5.0, gt=0, description="seconds between two looks at runs of their own")
