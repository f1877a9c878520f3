"""What is said of a proofreader's edit, for an editor who knows no statistics; the numbers are what its confidence is
made of (``policy.confidence_of``)."""

import math

from reviewer.plan.proofread.edit_class import EditClass
from reviewer.plan.proofread.policy import Measured

_WHAT: dict[EditClass, str] = {
    "unknown": "a word that no list has",
    "repeat": "a word that stands twice",
    "inflection": "the form of a word",
    "slip": "another word, one letter away",
    "function": "a small word",
    "rewrite": "a word",
}
_LEAST = 0.001
_MOST = 1000.0
"""Times as likely: of more than that the figure says nothing to anybody."""


def rationale_of(kind: EditClass, measured: Measured) -> str:
    """What the edit does and how sure it is, in a sentence; ``gain`` is the number that ``proofread.policy`` names."""
    return f"{_WHAT[kind]}: {how_sure(measured)}"


def how_sure(measured: Measured) -> str:
    """The chance that the model gave the correction while it copied, and what the sentence gains by it."""
    if measured.alt is None:
        told = "the model wrote it so when asked for the corrected text"
    else:
        told = f"copying the text, the model gave this correction a chance of {percent(measured.alt)}"
    if measured.gain is None:
        return told
    return f"{told}; with it, the sentence is {_times(measured.gain)} (gain {measured.gain:+.1f})"


def below_policy(kind: EditClass, alt: float, least: float) -> str:
    """Why nothing is asked about an edit: ``least`` is the least chance of its class, above 1 where none is made."""
    chance = f"the model gave it a chance of {percent(alt)} (policy)"
    if least > 1:
        return f"no edit of class {kind} ({_WHAT[kind]}) is made with this model: {chance}"
    return f"it is less sure than any edit of class {kind} ({_WHAT[kind]}) may be: {chance}"


def percent(share: float) -> str:
    """``34 %``, ``4.2 %``: two figures, and one below 1 %; none is told as 0 %."""
    if 0 < share < _LEAST:
        return f"less than {100 * _LEAST:g} %"
    return f"{round(100 * share, 1 if share < 0.1 else 0):g} %"


def _times(gain: float) -> str:
    """A difference of natural logarithms as what it says: so many times as likely as the text that stands there."""
    times = math.exp(min(gain, math.log(_MOST) + 1))
    if times >= _MOST:
        return f"more than {_MOST:,.0f} times as likely"
    if times < 0.01:
        return "less than 0.01 times as likely"
    figures = _two_figures(times)
    return "as likely as before" if figures == "1" else f"{figures} times as likely"


def _two_figures(number: float) -> str:
    digits = 1 - math.floor(math.log10(number))
    rounded = round(number, digits)
    return f"{rounded:.0f}" if rounded >= 10 else f"{rounded:g}"
