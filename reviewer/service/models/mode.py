"""Which way a review asks its models: for a list of edits of each chunk, for each paragraph once more, or both."""

from collections.abc import Callable
from dataclasses import dataclass

from reviewer.config import ReviewModes
from reviewer.model.chat import Offers
from reviewer.plan.model_size import model_size


@dataclass(frozen=True, slots=True)
class Mode:
    """``plan``: lists of edits (seed §7); ``proofread``: paragraphs copied and mended. ``why`` is told."""

    plan: bool
    proofread: bool
    why: str

    @property
    def name(self) -> str:
        """As the configuration calls it."""
        return "both" if self.plan and self.proofread else "proofread" if self.proofread else "plan"

    def described(self) -> tuple[tuple[str, str], ...]:
        """For ``run.json``."""
        return ("mode", self.name), ("mode_reason", self.why)


def mode_of(modes: ReviewModes, model: str, ask: Callable[[], Offers]) -> Mode:
    """The configured way; with ``auto`` the one for the model's size and what its backend offers.

    A list of edits from a model of 0.5 or 1.5 billion weights mends almost nothing, and the places where such a model
    hesitates while it copies hold a third to two thirds of the errors (measured, docs/proofreading.md). A larger model
    can judge content; it proofreads as well where it tells how sure it was. A model whose size is not known is taken
    for a large one without probabilities: what the seed describes. ``ask`` asks the backend; where the mode is
    configured, it is not asked.
    """
    if modes.mode != "auto":
        return Mode(modes.mode != "proofread", modes.mode != "plan", "review.mode says so")
    offers = ask()
    size = model_size(model, offers.weights)
    if size is None:
        return Mode(plan=True, proofread=False, why="neither the backend nor its name tells how large the model is")
    told = f"the model has {size.billions:.2g} billion weights{', by its name' if size.by_name else ''}"
    if size.billions <= modes.proofread_up_to:
        return Mode(
            plan=False, proofread=True, why=f"{told}, at most {modes.proofread_up_to:g} (review.proofread_up_to)"
        )
    if offers.scores or offers.logprobs:
        return Mode(plan=True, proofread=True, why=f"{told}, and the backend tells how sure it was of each token")
    return Mode(plan=True, proofread=False, why=f"{told}, and the backend does not tell how sure it was")
