"""Which edits of a proofreader are made, and which of them a person is told of: a table of the configuration.

A row is for a language, a size of models and a class of edits, and gives steps, the best first: ``silent 0.1 gain 2,
attention 0.1`` makes an edit silently where the model gave it a probability of 0.1 or more and the sentence became more
likely by 2 (natural logarithm), with a note where only the probability was reached, and not at all otherwise. A step
that is ``unscored`` holds where no gain is known, because the backend scores no text.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from reviewer.config import ProofreadConfig
from reviewer.plan.model_size import model_size
from reviewer.plan.proofread.edit_class import EditClass

Tier = Literal["silent", "attention"]
Size = Literal["small", "medium", "large"]

_SMALL, _MEDIUM = 0.9, 3.0
"""Billions of parameters up to which a model is small, or of medium size. 0.5 and 1.5 were measured."""
_STEP = re.compile(r"(?P<tier>silent|attention) (?P<alt>[\d.]+)(?: gain (?P<gain>-?[\d.]+)|(?P<unscored> unscored))?")
_RANGE: Mapping[Tier, tuple[float, float]] = {"silent": (0.9, 1.0), "attention": (0.6, 0.89)}
"""From the share of right edits that a prototype had at least in each tier (of silent ones 95 %, of those with a note
fewer) up to where the next one begins."""
_FLAT = 50.0
"""A gain beyond this says no more: e to the power of it is as good as nothing."""


class Step(NamedTuple):
    """The tier of edits with at least this probability, and likelihood gain where one is asked for."""

    tier: Tier
    least_alt: float
    least_gain: float | None = None
    unscored: bool = False


class Measured(NamedTuple):
    """What is known of an edit: its probability (None: the model wrote it), and its likelihood gain, if asked for."""

    alt: float | None
    gain: float | None


@dataclass(frozen=True, slots=True)
class Policy:
    """The rows for one size of models."""

    rows: Mapping[tuple[str, EditClass], tuple[Step, ...]]

    def step(self, language: str, kind: EditClass, measured: Measured) -> Step | None:
        """The first step that an edit reaches; what the model wrote has every probability."""
        return next((step for step in self.rows.get((language, kind), ()) if _reaches(measured, step)), None)

    def least_alt(self, language: str, kinds: Iterable[EditClass]) -> float:
        """The probability below which no edit of these classes is made; 2 where none is at all."""
        steps = [step for kind in kinds for step in self.rows.get((language, kind), ())]
        return min((step.least_alt for step in steps), default=2.0)


def policy_of(config: ProofreadConfig, model: str, weights: int | None = None, *, scores: bool = True) -> Policy:
    """The rows for a model. ``weights``: how many it has, where its backend says so.

    ``scores``: whether the backend scores texts; where it does not, steps with a gain are left out, and no doubt is
    followed for their sake.
    """
    size = size_of(config, model, weights)
    rows: dict[tuple[str, EditClass], tuple[Step, ...]] = {}
    for name, row in config.policy.items():
        language, row_size, kind = name.split("-")
        if row_size == size:
            steps = tuple(step for step in _steps(row) if scores or step.least_gain is None)
            rows[language, _kind(kind)] = steps
    return Policy(rows)


def size_of(config: ProofreadConfig, model: str, weights: int | None = None) -> Size:
    """How large a model is: as it is configured, else by its weights, else by its name; small where nothing says so."""
    if config.model_size != "auto":
        return config.model_size
    size = model_size(model, weights)
    if size is None:
        return "small"
    return "small" if size.billions <= _SMALL else "medium" if size.billions <= _MEDIUM else "large"


def confidence_of(step: Step, measured: Measured) -> float:
    """How sure an edit is: 0.9 to 1 in the silent tier, 0.6 to 0.89 in the other; so it is never unsure by default
    (``validation.min_confidence``), for what is unsure the policy has left out.

    Within a tier it grows with the probability (a half where the model wrote it, and nobody knows) and, where there is
    one, with the likelihood gain: that counts as the share that the edited sentence has in the likelihood of both,
    ``1 / (1 + exp(-gain))``, and the mean of the two is taken.
    """
    low, high = _RANGE[step.tier]
    shares = [min(1.0, 0.5 if measured.alt is None else measured.alt)]
    if measured.gain is not None:
        shares.append(1 / (1 + math.exp(-max(-_FLAT, min(_FLAT, measured.gain)))))
    return round(low + (high - low) * sum(shares) / len(shares), 3)


def _reaches(measured: Measured, step: Step) -> bool:
    likely = measured.alt is None or measured.alt >= step.least_alt
    if step.unscored and measured.gain is not None:
        return False
    return likely and (step.least_gain is None or (measured.gain is not None and measured.gain >= step.least_gain))


def _steps(row: str) -> Iterable[Step]:
    for found in _STEP.finditer(row):
        tier: Tier = "silent" if found["tier"] == "silent" else "attention"
        gain = None if found["gain"] is None else float(found["gain"])
        yield Step(tier, float(found["alt"]), gain, unscored=found["unscored"] is not None)


def _kind(name: str) -> EditClass:
    kinds: tuple[EditClass, ...] = get_args(EditClass)
    return next(kind for kind in kinds if kind == name)
