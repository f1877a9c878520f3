"""Which validators judge an edit, in which order (audita-validators: four fixed chains)."""

from collections.abc import Mapping
from typing import Literal

Chain = Literal["glossary", "homophones", "spoken_word", "grammar"]

SPOKEN_FORM = "spoken_form_plausibility"
MEANING = "meaning_reversal_review"
EDITORIAL = "editorial_review"

MODEL_VALIDATORS: Mapping[Chain, tuple[str, ...]] = {
    "glossary": (MEANING, EDITORIAL),
    "homophones": (SPOKEN_FORM, MEANING, EDITORIAL),
    "spoken_word": (MEANING, EDITORIAL),
    "grammar": (MEANING, EDITORIAL),
}
"""What follows the deterministic six, which are the same in every chain."""

_OF_A_TRANSCRIPT: Mapping[str, Chain] = {"transcript": "spoken_word", "typo": "homophones"}


def chain_of(kind: str, *, transcript: bool) -> Chain:
    """The chain of an edit of this kind.

    ``terminology``: ``glossary``. In a transcript (``transcripts.is_transcript``) ``transcript``: ``spoken_word``, and
    ``typo``: ``homophones``, for what was misheard is spelled as another word. All else: ``grammar``.
    """
    if kind == "terminology":
        return "glossary"
    return _OF_A_TRANSCRIPT.get(kind, "grammar") if transcript else "grammar"
